import type { Entity } from "#kernel/entity.ts";
import type { Seal } from "#kernel/seal.ts";
import { supplierAccount } from "../account.entity.ts";
import { byRow, guardOfLine, masked, sameValue, type LineDraft, type Row } from "../change.ts";
import { supplierContact } from "../contact.entity.ts";
import { importSheets, type ImportRow, type ImportSheet } from "../import-columns.ts";
import { supplierLocation, supplierSite } from "../place.entity.ts";
import { isFirst } from "../section.ts";
import { markOf } from "../sensitive.ts";
import type { AmendedRow } from "../standing.types.ts";
import { supplierInfo } from "../supplier.entity.ts";

/** The rows of a supplier's file by table. */
type KnownFile = Readonly<Record<string, readonly Row[]>>;

/** A row of the workbook with what it means. */
export interface Brought {
  readonly row: ImportRow;
  readonly values: Row;
}

/** One cell that says otherwise than the file does. */
export interface Difference extends LineDraft {
  readonly row: ImportRow;
  readonly key: string;
  readonly old: unknown;
}

const tables: Readonly<Record<ImportSheet, Entity>> = {
  suppliers: supplierInfo,
  contacts: supplierContact,
  accounts: supplierAccount,
  locations: supplierLocation,
  sites: supplierSite,
};

/** Tables of the file that a workbook is compared with. */
export const comparedTables: readonly string[] = Object.values(tables).flatMap((e) => (e === supplierSite ? [] : [e.name]));

/** Columns that name what a field points to. */
const fieldOf: Readonly<Record<string, string>> = {
  country: "countryId",
  province: "provinceId",
  city: "cityId",
  ownerAccount: "ownerId",
  categories: "wantedCategoryIds",
  bank: "bankId",
};

const columnOf = Object.fromEntries(Object.entries(fieldOf).map(([column, field]) => [field, column]));

/** Sensitive numbers are compared by their marks: the file does not show them. */
const marks: Readonly<Record<string, string>> = { mobile: "mobileKey", accountNo: "accountKey" };

const textOf = (value: unknown): string =>
  String(value ?? "")
    .trim()
    .toLowerCase();
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);

/** The row of the file a row of the workbook is about: a contact by mobile or mail, an account by its number, a location by kind and address. */
function twinOf(seal: Seal, sheet: ImportSheet, values: Row, rows: readonly Row[]): Row | undefined {
  const open = rows.filter((row) => row["enabledFlag"] !== "N");
  const byMark = (key: string): Row | undefined => {
    const mark = markOf(seal, values[key] as string | null);
    return mark === null ? undefined : open.find((candidate) => candidate[marks[key]!] === mark);
  };
  switch (sheet) {
    case "suppliers":
      return rows[0];
    case "contacts":
      return (
        byMark("mobile") ??
        open.find((candidate) => textOf(candidate["email"]) !== "" && textOf(candidate["email"]) === textOf(values["email"]))
      );
    case "accounts":
      return byMark("accountNo");
    default:
      return open.find(
        (candidate) =>
          textOf(candidate["address"]) === textOf(values["address"]) &&
          listOf(candidate["locationType"]).some((type) => listOf(values["locationType"]).includes(type)),
      );
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** A location that is new to the file gets the next free code. */
function freeCode(rows: readonly Row[]): string {
  for (let n = rows.length + 1; ; n++) {
    const code = `L${String(n).padStart(2, "0")}`;
    if (!rows.some((row) => row["locationCode"] === code)) return code;
  }
}

/** A row the file does not have yet, as it would be added beside the others. */
function added({ row, values }: Brought, e: Entity, beside: readonly Row[]): Row & { readonly id: string } {
  const made = {
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))),
    ...(row.sheet === "locations" ? { locationCode: freeCode(beside) } : {}),
    id: `new${row.sheet}${row.rowNo}`,
    primaryFlag: "N",
  };
  const isPrimary = (row.sheet === "contacts" && values["primaryFlag"] === "Y") || isFirst(e, made, beside as never);
  return { ...made, primaryFlag: isPrimary ? "Y" : "N" };
}

/** What a workbook says otherwise than the file does; an empty cell says nothing. */
export function differences(seal: Seal, file: KnownFile, brought: readonly Brought[]): readonly Difference[] {
  const fresh = new Map<string, Row[]>();
  return brought.flatMap((entry): Difference[] => {
    const { row, values } = entry;
    const e = tables[row.sheet];
    const rows = file[e.name] ?? [];
    const twin = twinOf(seal, row.sheet, values, rows);
    if (!twin) {
      const beside = fresh.get(e.name) ?? [];
      const { id, ...made } = added(entry, e, [...rows, ...beside]);
      fresh.set(e.name, [...beside, { id, ...made }]);
      const { columns } = importSheets[row.sheet];
      const cellOf = (field: string): string => columns.find(({ key }) => key === (columnOf[field] ?? field))?.key ?? columns[1]!.key;
      return Object.entries(made)
        .filter(([fieldKey, value]) => fieldKey !== "primaryFlag" || value === "Y")
        .map(([fieldKey, newValue]) => ({
          row,
          key: cellOf(fieldKey),
          entityName: e.name,
          rowId: id,
          rowAction: "ADD",
          fieldKey,
          newValue,
          old: null,
        }));
    }
    const cells = importSheets[row.sheet].columns.filter(({ key }) => key !== "supplierCode" && row.values[key]);
    return cells.flatMap(({ key }): Difference[] => {
      const fieldKey = fieldOf[key] ?? key;
      const newValue = values[fieldKey];
      const mark = marks[fieldKey];
      const isSame = mark
        ? twin[mark] === markOf(seal, newValue as string | null)
        : isEmpty(newValue) || sameValue(e.fields[fieldKey]!, newValue, twin[fieldKey]);
      if (isSame) return [];
      const old = mark ? masked(twin[fieldKey]) : twin[fieldKey];
      return [{ row, key, entityName: e.name, rowId: String(twin["id"]), rowAction: "UPDATE", fieldKey, newValue, old }];
    });
  });
}

const isFree = (difference: Difference): boolean => guardOfLine(difference) === "FREE";

/** What is written at once: free fields of rows the file has. */
export const atOnce = (found: readonly Difference[]): readonly AmendedRow[] =>
  byRow(found.filter(isFree)).map((lines) => ({
    entityName: lines[0]!.entityName,
    rowId: lines[0]!.rowId,
    rowAction: "UPDATE",
    values: Object.fromEntries(lines.map((line) => [line.fieldKey, line.newValue])),
  }));

/** What somebody has to approve, as the lines of one request. */
export const byRequest = (found: readonly Difference[]): readonly Difference[] => found.filter((difference) => !isFree(difference));
