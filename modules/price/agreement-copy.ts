import type { Doc, Draft } from "#kernel/entity.ts";
import type { agreement } from "./agreement.entity.ts";

type Agreement = Doc<typeof agreement>;
type Line = Agreement["lines"][number];

/** What a person fills in on the header, and a revision may change. */
export const termKeys = [
  ...(["billTypeId", "supplierSiteId", "startDate", "endDate", "priority", "priceType", "amountLimit", "overLimitPct"] as const),
  ...(["paymentTermId", "deliveryTerm", "taxRate", "taxIncludedFlag", "supplierConfirmFlag", "remark"] as const),
];
const partyKeys = ["agreementType", "orgId", "supplierId", "currency"] as const;
export const lineKeys = [
  ...(["itemId", "categoryId", "itemDesc", "uom", "priceUnit", "price", "taxRate", "agreeQty", "stepFlag", "stepMode"] as const),
  ...(["startDate", "endDate", "moq", "mpq", "leadTimeDays", "uomDecimals"] as const),
];
const orgKeys = ["lineNum", "orgId", "invOrgId", "enabledFlag", "quotaQty"] as const;
const stepKeys = ["stepNum", "fromQty", "toQty", "price"] as const;

export const picked = <R, K extends keyof R>(row: R, keys: readonly K[]): Pick<R, K> =>
  Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<R, K>;

export const stepsCopied = (line: Line) => line.steps.map((step) => picked(step, stepKeys));
export const orgsCopied = (doc: Agreement) => doc.orgs.map((row) => picked(row, orgKeys));

/** The agreement once more as a draft; `lines` says which lines come along and what is added to each. */
export const copyOf = (doc: Agreement, more: (line: Line) => object | null): Draft<typeof agreement> => ({
  ...picked(doc, termKeys),
  ...picked(doc, partyKeys),
  lines: doc.lines.flatMap((line) => {
    const added = more(line);
    return added ? [{ ...picked(line, lineKeys), lineNum: line.lineNum, ...added, steps: stepsCopied(line) }] : [];
  }) as never,
  orgs: orgsCopied(doc) as never,
});

/** One difference between a revision and what was in force: on the header or on a line. */
export interface Difference {
  readonly lineNum: number | null;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

const plain = (value: unknown): unknown => {
  if (typeof value !== "string") return value ?? null;
  return /^-?\d+\.\d*$/.test(value) ? value.replace(/\.?0+$/, "") : value === "" ? null : value;
};
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(plain(a)) === JSON.stringify(plain(b));
const stepText = (line: Line): string =>
  line.steps
    .map((step) => `${String(plain(step.fromQty))}–${String(plain(step.toQty) ?? "")}: ${String(plain(step.price))}`)
    .sort()
    .join("; ");

/** What a revision changes, field by field: new lines, lines left out, and everything that reads differently. */
export function differences(live: Agreement, draft: Agreement): Difference[] {
  const changed = <R extends object>(lineNum: number | null, keys: readonly (keyof R & string)[], a: R, b: R): Difference[] =>
    keys.filter((key) => !isSame(a[key], b[key])).map((key) => ({ lineNum, key, before: plain(a[key]), after: plain(b[key]) }));
  const lines = live.lines
    .filter((line) => line.lineStatus !== "CLOSED")
    .flatMap((line): Difference[] => {
      const revised = draft.lines.find((one) => one.liveLineId === line.id);
      if (!revised) return [{ lineNum: line.lineNum, key: "lineStatus", before: line.lineStatus, after: "CLOSED" }];
      const [a, b] = [stepText(line), stepText(revised)];
      return [
        ...changed(line.lineNum, lineKeys, line as Pick<Line, (typeof lineKeys)[number]>, revised),
        ...(a === b ? [] : [{ lineNum: line.lineNum, key: "steps", before: a || null, after: b || null }]),
      ];
    });
  const added = draft.lines
    .filter((one) => !one.liveLineId)
    .map((one): Difference => ({ lineNum: one.lineNum, key: "price", before: null, after: plain(one.price) ?? stepText(one) }));
  return [...changed(null, termKeys, live as Pick<Agreement, (typeof termKeys)[number]>, draft), ...lines, ...added];
}
