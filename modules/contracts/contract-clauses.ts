/** How a clause of a contract stands to the library. */
export interface Standing {
  readonly deviationFlag: "Y" | "N";
  readonly fallbackSeq: number | null;
  /** Who has to approve the deviation. */
  readonly deviationLevel: Level;
}
export type Level = "NONE" | "MANAGER" | "LEGAL";

interface Worded {
  readonly content: string | null;
  readonly originText: string | null;
  readonly editableFlag: string;
}
interface Fallback {
  readonly seq: number;
  readonly text: string;
  readonly approvalLevel: string;
}

const plain = (text: string | null): string => (text ?? "").replace(/\s+/g, " ").trim();

/** A clause as the library has it; a fallback text asks for the approval the library names; any other text asks for legal, unless the template lets it be edited. */
export function standingOf(clause: Worded, fallbacks: readonly Fallback[]): Standing {
  if (clause.originText !== null && plain(clause.content) === plain(clause.originText))
    return { deviationFlag: "N", fallbackSeq: null, deviationLevel: "NONE" };
  const found = fallbacks.find((fallback) => plain(fallback.text) === plain(clause.content));
  if (found) return { deviationFlag: "Y", fallbackSeq: found.seq, deviationLevel: found.approvalLevel as Level };
  const isFree = clause.editableFlag === "Y" && clause.originText !== null;
  return { deviationFlag: isFree ? "N" : "Y", fallbackSeq: null, deviationLevel: isFree ? "NONE" : "LEGAL" };
}

interface Bound {
  readonly termsId: string;
  readonly bindType: string;
  readonly groupCode: string | null;
}

/** Groups of the template of which not exactly one clause was chosen, and required clauses that are missing. */
export function bindingGaps(bound: readonly Bound[], chosen: readonly (string | null)[]) {
  const groups = Map.groupBy(
    bound.filter((candidate) => candidate.bindType === "ALTERNATIVE"),
    (entry) => entry.groupCode ?? "",
  );
  const count = (rows: readonly Bound[]): number => rows.filter((row) => chosen.includes(row.termsId)).length;
  return {
    groups: [...groups].filter(([, rows]) => count(rows) !== 1).map(([group]) => group),
    missing: bound
      .filter((candidate) => candidate.bindType === "FIXED" && !chosen.includes(candidate.termsId))
      .map((entry) => entry.termsId),
  };
}
