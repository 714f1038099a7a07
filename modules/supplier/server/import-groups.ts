import { say, type Language, type Text } from "#kernel/text.ts";
import { plainCompany, plainTaxId } from "../company.ts";
import type { ImportFinding, ImportRow, ImportSheet } from "../import-columns.ts";
import { mustJudge } from "../sureness.ts";

/** A company of the workbook: its row and what belongs to it. */
export interface Group {
  readonly head: ImportRow;
  readonly rows: readonly ImportRow[];
}

export type Fault = (row: ImportRow, key: string, code: string, text: Text) => void;

export const taxOf = (head: ImportRow): string => plainTaxId(head.values["uscc"]) || plainTaxId(head.values["taxNo"]);
export const codeOf = (head: ImportRow): string => (head.values["supplierCode"] ?? "").toUpperCase();
const together = 100;
/** So many companies are looked at and written together. */
export const partsOf = (groups: readonly Group[]): readonly (readonly Group[])[] =>
  Array.from({ length: Math.ceil(groups.length / together) }, (_, i) => groups.slice(i * together, (i + 1) * together));
export const placeOf = ({ sheet, rowNo }: { readonly sheet: ImportSheet; readonly rowNo: number }): string => `${sheet}:${rowNo}`;

/** Rows put together by the code or key of their company; what belongs to none, and what stands there twice, is a fault. */
export function groupsOf(rows: readonly ImportRow[], fault: Fault): readonly Group[] {
  const heads = rows.filter((row) => row.sheet === "suppliers");
  const keyOf = (row: ImportRow): string => (row.values["supplierCode"] ?? "").trim().toUpperCase();
  const seen = new Map<string, ImportRow>();
  for (const row of heads) {
    const tax = taxOf(row);
    const twin = tax ? seen.get(tax) : undefined;
    if (twin) fault(row, "uscc", "IMPORT_TWICE", [`与第${twin.rowNo}行重复`, `Same company as row ${twin.rowNo}`]);
    if (tax) seen.set(tax, row);
  }
  const keys = new Set(heads.map(keyOf).filter((key) => key !== ""));
  const below = Map.groupBy(
    rows.filter((row) => row.sheet !== "suppliers"),
    keyOf,
  );
  for (const row of rows)
    if (row.sheet !== "suppliers" && !keys.has(keyOf(row)))
      fault(row, "supplierCode", "IMPORT_NO_SUPPLIER", [
        "供应商页中没有该编码或临时键",
        "No row of the supplier sheet has this code or key",
      ]);
  return heads.map((head) => ({ head, rows: keyOf(head) === "" ? [] : (below.get(keyOf(head)) ?? []) }));
}

/** New companies that bear the name of another row; the same company twice is a fault already. */
export function nameTwins(rows: readonly ImportRow[]): ReadonlyMap<ImportRow, ImportRow> {
  const first = new Map<string, ImportRow>();
  const twins = new Map<ImportRow, ImportRow>();
  for (const row of rows) {
    const name = row.sheet === "suppliers" ? plainCompany(row.values["supplierName"]) : "";
    const twin = first.get(name);
    if (name === "") continue;
    if (twin) twins.set(row, twin);
    else first.set(name, row);
  }
  return twins;
}

/** The question about a row with the name of another one, in the words of a duplicate among the suppliers. */
export const twinText = ({ rowNo, values }: ImportRow): Text => [
  `疑似重复供应商：第${rowNo}行 ${values["supplierName"]}（名称相同，${mustJudge}分）`,
  `Possible duplicates: row ${rowNo} ${values["supplierName"]} (Same name, ${mustJudge})`,
];

const held: Text = ["同一供应商的其他行有误，本行未写入", "Left out: another row of the same supplier has errors"];

/** The good rows of companies that are held back, so that these can be corrected and sent whole. */
export function heldRows(rows: readonly ImportRow[], findings: readonly ImportFinding[], language: Language): ImportFinding[] {
  const wrong = new Set(findings.map(placeOf));
  return groupsOf(rows, () => undefined)
    .map(({ head, rows: own }) => [head, ...own])
    .filter((group) => group.some((row) => wrong.has(placeOf(row))))
    .flatMap((group) => group.filter((row) => !wrong.has(placeOf(row))))
    .map(({ sheet, rowNo }) => ({ sheet, rowNo, key: "", code: "IMPORT_HELD", msg: say(held, language) }));
}
