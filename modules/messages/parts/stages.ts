/** The stages of a message on its way, each a part of the one before, and what fell out: which states each figure counts. */
export const stages = {
  total: null,
  suppressed: ["SUPPRESSED"],
  sent: ["SENT", "DELIVERED", "READ"],
  delivered: ["DELIVERED", "READ"],
  read: ["READ"],
  waiting: ["WAITING", "SENDING", "RETRY"],
  failed: ["FAILED"],
  stopped: ["CANCELLED", "EXPIRED"],
} as const satisfies Readonly<Record<string, readonly string[] | null>>;

export type Stage = keyof typeof stages;
export type Figures = Readonly<Record<Stage, number>>;
export type ChannelFigures = Figures & { readonly channel: string };

/** The figures of all channels together. */
export const sumOf = (list: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(stages).map((stage) => [stage, list.reduce((sum, entry) => sum + entry[stage as Stage], 0)]),
  ) as unknown as Figures;

/** The reasons why deliveries were held back, over all channels, most frequent first. */
export function reasonsOf(
  list: readonly { readonly reason: string | null; readonly count: number }[],
): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const { reason, count } of list) sums.set(reason ?? "", (sums.get(reason ?? "") ?? 0) + count);
  return [...sums].toSorted((a, b) => b[1] - a[1]);
}
