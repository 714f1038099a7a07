export type Choice = "ON" | "DIGEST" | "OFF";
export type Matrix = Readonly<Record<string, Readonly<Record<string, Choice>> | undefined>>;

export const kinds = ["TASK", "WARNING", "BUSINESS", "SYSTEM", "MARKETING"] as const;
export const channels = ["SITE", "EMAIL", "SMS", "DING", "WECOM"] as const;

/** How a person hears of things who never chose: tasks and warnings by mail once a day, business at once for suppliers only, advertising not at all. */
export function defaultChoice(kind: string, channel: string, isSupplier: boolean): Choice {
  if (kind === "MARKETING") return "OFF";
  if (channel !== "EMAIL") return "ON";
  if (kind === "SYSTEM") return "ON";
  return kind === "BUSINESS" && isSupplier ? "ON" : "DIGEST";
}

/** Cells nobody can change: one's account, and the inbox for what waits to be done. */
export const isLocked = (kind: string, channel: string): boolean => kind === "SYSTEM" || (kind === "TASK" && channel === "SITE");

/** What holds for a person: the own choice where there is one and it may be chosen, else the house's. */
export const choiceOf = (matrix: Matrix | null, kind: string, channel: string, isSupplier: boolean): Choice =>
  isLocked(kind, channel)
    ? defaultChoice(kind, channel, isSupplier)
    : (matrix?.[kind]?.[channel] ?? defaultChoice(kind, channel, isSupplier));
