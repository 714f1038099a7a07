/** What decides whether a watermark is meant. */
export interface Marked {
  readonly audience: string;
  readonly orgId: string | null;
  readonly supplierId: string | null;
  readonly docKind: string;
}
export interface MarkAsked {
  readonly audience: "INSIDE" | "SUPP";
  readonly orgId: string;
  readonly supplierId: string | null;
  readonly docKind: string;
}

const states: Readonly<Record<string, readonly string[]>> = {
  VOID: ["VOIDED"],
  SIGNED: ["SIGNED", "EFFECTIVE", "EXPIRED", "COMPLETED", "TERMINATED"],
  CONFIRM: ["CONFIRMING", "SUPPLIER_REFUSED", "CONFIRMED", "PUBLISH_APPROVING", "PUBLISHED", "SIGNING"],
};
/** The kind of document that a contract of this status is to its readers. */
export const kindOf = (status: string): string => Object.entries(states).find(([, of]) => of.includes(status))?.[0] ?? "DRAFT";

const narrowness = (mark: Marked): number => (mark.supplierId ? 4 : 0) + (mark.orgId ? 2 : 0) + (mark.docKind === "ALL" ? 0 : 1);

/** The narrowest watermark that is meant: for the supplier before the organisation before the kind of document. */
export const chosenMark = <M extends Marked>(marks: readonly M[], asked: MarkAsked): M | null =>
  marks
    .filter(
      (mark) =>
        mark.audience === asked.audience &&
        (mark.orgId === null || mark.orgId === asked.orgId) &&
        (mark.supplierId === null || mark.supplierId === asked.supplierId) &&
        (mark.docKind === "ALL" || mark.docKind === asked.docKind),
    )
    .toSorted((a, b) => narrowness(b) - narrowness(a))[0] ?? null;

const names = ["org", "user", "supplier", "time", "contractNum"] as const;
export type MarkValues = Readonly<Record<(typeof names)[number], string>>;

/** The names in a pattern that nothing stands for. */
export const unknownIn = (pattern: string): readonly string[] =>
  [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!).filter((name) => !(names as readonly string[]).includes(name));

/** Whether every copy tells whom it was made for, and when. */
export const isTraceable = (pattern: string): boolean => pattern.includes("{supplier}") && pattern.includes("{time}");

export const markText = (pattern: string, values: MarkValues): string =>
  pattern.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name as keyof MarkValues] : whole)).trim();

/** A copy of a voided contract says so, whatever else stands on it. */
export const voided = (mark: Pick<Marked, "docKind"> | null, kind: string, text: string): string =>
  kind === "VOID" && mark?.docKind !== "VOID" ? `作废 VOID ${text}`.trim() : text;

/** What suppliers get where nobody has set up anything: their copy always tells whose it is. */
export const standardMark = {
  textPattern: "{supplier} {user} {time}",
  fontSize: 22,
  color: "5a6474",
  opacity: "20",
  angle: 30,
  tile: "Y",
  imageFileId: null,
} as const;
