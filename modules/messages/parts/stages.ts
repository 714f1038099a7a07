/** A delivery as far as counting goes. */
export interface Counted {
  readonly channel: string;
  readonly status: string;
  readonly reason?: string | null;
}

/** The stages of a message on its way, each a part of the one before, and what fell out. */
export const stages = {
  total: null,
  suppressed: ["SUPPRESSED"],
  sent: ["SENT", "DELIVERED", "READ"],
  delivered: ["DELIVERED", "READ"],
  read: ["READ"],
  waiting: ["WAITING", "SENDING", "RETRY"],
  failed: ["FAILED", "EXPIRED", "CANCELLED"],
} as const satisfies Readonly<Record<string, readonly string[] | null>>;

export type Stage = keyof typeof stages;

const isIn = (stage: Stage, status: string): boolean => (stages[stage] as readonly string[] | null)?.includes(status) ?? true;

export type Figures = Readonly<Record<Stage, number>>;

const figuresOf = (rows: readonly Counted[]): Figures =>
  Object.fromEntries(
    Object.keys(stages).map((stage) => [stage, rows.filter((row) => isIn(stage as Stage, row.status)).length]),
  ) as unknown as Figures;

/** The figures of every channel that was used, and the reasons why some were held back, most frequent first. */
export function funnelOf(rows: readonly Counted[]): {
  readonly channels: readonly (readonly [channel: string, figures: Figures])[];
  readonly all: Figures;
  readonly reasons: readonly (readonly [reason: string, count: number])[];
} {
  const byChannel = Map.groupBy(rows, (row) => row.channel);
  const byReason = Map.groupBy(
    rows.filter((row) => row.status === "SUPPRESSED"),
    (row) => row.reason ?? "",
  );
  return {
    channels: [...byChannel].map(([channel, list]) => [channel, figuresOf(list)] as const),
    all: figuresOf(rows),
    reasons: [...byReason].map(([reason, list]) => [reason, list.length] as const).toSorted((a, b) => b[1] - a[1]),
  };
}
