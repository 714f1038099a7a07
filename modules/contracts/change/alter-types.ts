import { sub } from "#kernel/decimal.ts";
import { differences, type Difference } from "#kernel/revision-diff.ts";
import { contract } from "../contract.entity.ts";
import type { Contract } from "../contract-text-of.ts";

const kinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["amountIncl", "amountMode", "fixedAmount", "fixedTax", "overRunPct", "taxIncludedFlag"].map((key) => [key, "AMOUNT"]),
  ),
  ...Object.fromEntries(["paymentTermId", "retentionPct", "depositAmount", "stages"].map((key) => [key, "STAGE"])),
  ...Object.fromEntries(
    ["effectiveDate", "expiryDate", "autoRenewFlag", "renewMonths", "noticeDays", "warrantyMonths"].map((key) => [key, "DATE"]),
  ),
  ...Object.fromEntries(["ourPartyId", "supplierSiteId", "extraParties"].map((key) => [key, "PARTY"])),
  ...Object.fromEntries(["headText", "tailText", "clauses", "trade"].map((key) => [key, "TERM"])),
  items: "ITEM",
};

/** The kinds of change that differences come to, each once. */
export const kindsOf = (rows: readonly Pick<Difference, "path" | "key">[]): readonly string[] => [
  ...new Set(rows.map(({ path, key }) => kinds[path[0] ?? key] ?? "OTHER")),
];

/** What both sides agreed on: a change of it goes to the supplier and is signed again unless somebody decides otherwise. */
export const isAgreed = (types: readonly string[]): boolean => types.some((type) => !["DATE", "OTHER"].includes(type));

/** What a change comes to, as its record keeps it. */
export function recordOf(live: Contract, draft: Contract) {
  const rows = differences(contract, live, draft);
  const found = kindsOf(rows);
  const byDefault = isAgreed(found) ? "Y" : "N";
  return {
    alterTypes: [...new Set([...found, ...(draft.alterTypes ?? [])])],
    amountDelta: sub(draft.amountIncl ?? "0", live.amountIncl ?? "0"),
    needSupplierConfirm: draft.needSupplierConfirm ?? byDefault,
    needResign: draft.needResign ?? byDefault,
    diffJson: rows,
    snapshotBefore: structuredClone(live),
    snapshotAfter: structuredClone(draft),
  } as const;
}
