import { cmp, isDecimal } from "#kernel/decimal.ts";
import type { Audience, Entity } from "#kernel/entity.ts";
import { isDecimalKind, type Field } from "#kernel/field.ts";
import { supplierAccount } from "./account.entity.ts";
import { supplierContact } from "./contact.entity.ts";
import { supplierCustomer, supplierFinance } from "./finance.entity.ts";
import { guardOf, type Guard } from "./guards.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { supplierLocation, supplierSite } from "./place.entity.ts";
import { supplierBrand, supplierDevice, supplierIndirect } from "./source.entity.ts";
import { supplierCertificate } from "./standing.entity.ts";

export type Row = Readonly<Record<string, unknown>>;

/** One table of a supplier's file and the section of a change request it stands in. */
export interface FilePart {
  readonly section: string;
  readonly entity: Entity;
  /** How a row of it ends: switched off, taken out, or not at all by a change request. */
  readonly ends: "flag" | "drop" | "never";
  /** Terms of our own that a supplier does not ask to change here. */
  readonly internalOnly?: true;
}

/** A supplier's file as change requests know it, in the order its sections are shown. */
export const fileParts: readonly FilePart[] = [
  { section: "BASIC", entity: supplierInfo, ends: "never" },
  { section: "CONTACT", entity: supplierContact, ends: "flag" },
  { section: "LOCATION", entity: supplierLocation, ends: "flag" },
  { section: "ACCOUNT", entity: supplierAccount, ends: "flag" },
  { section: "CERT", entity: supplierCertificate, ends: "never" },
  { section: "SITE", entity: supplierSite, ends: "never", internalOnly: true },
  { section: "BRAND", entity: supplierBrand, ends: "drop" },
  { section: "DEVICE", entity: supplierDevice, ends: "drop" },
  { section: "INDIRECT", entity: supplierIndirect, ends: "drop" },
  { section: "FINANCE", entity: supplierFinance, ends: "drop" },
  { section: "FINANCE", entity: supplierCustomer, ends: "drop" },
];

export const partOf = (entityName: string): FilePart | undefined => fileParts.find((filePart) => filePart.entity.name === entityName);

/** What a certificate says; how it stands follows from it. */
export const certificateFields = [
  ...["certType", "certName", "certNo", "issuer", "issueDate", "validFrom", "validTo", "longTermFlag", "categoryIds", "scopeDesc"],
  "fileIds",
];

/** The fields of a table that a request of this side may touch: what the supplier sees, and for colleagues also what is guarded. */
export function changeable({ entity: e, internalOnly }: FilePart, audience: Audience): readonly string[] {
  if (internalOnly && audience === "supplier") return [];
  if (e.name === supplierCertificate.name) return certificateFields;
  const shown = new Set<string>((e.shows?.supplier ?? []) as readonly string[]);
  return Object.entries(e.fields)
    .filter(([key, field]) => !field.computed && key !== "supplierId" && key !== "enabledFlag" && field.kind !== "secret")
    .filter(([key]) => shown.has(key) || (audience !== "supplier" && guardOf(e.name, key) !== "FREE"))
    .map(([key]) => key);
}

export const isSensitive = (field: Field): boolean => field.hidden !== undefined;
export const masked = (value: unknown): unknown =>
  value === null || value === undefined || value === "" ? null : `****${String(value).slice(-4)}`;

const nothing = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Two values of a field are one: no matter how a number is written or in which order codes stand. */
export function sameValue(field: Field, a: unknown, b: unknown): boolean {
  if (nothing(a) || nothing(b)) return nothing(a) && nothing(b);
  if (isDecimalKind(field.kind)) return isDecimal(String(a)) && isDecimal(String(b)) && cmp(String(a), String(b)) === 0;
  if (field.kind === "picks" || field.kind === "refs")
    return JSON.stringify([...(a as string[])].toSorted()) === JSON.stringify([...(b as string[])].toSorted());
  if (typeof a === "object" || typeof b === "object") return JSON.stringify(a) === JSON.stringify(b);
  return String(a) === String(b);
}

/** What one line of a request says before the server has completed it. */
export interface LineDraft {
  readonly entityName: string;
  readonly rowId: string;
  readonly rowAction: "ADD" | "UPDATE" | "DISABLE";
  readonly fieldKey: string;
  readonly newValue: unknown;
}

/** A file as somebody wants it: by table, the one row of the basics or some rows; `$end` asks to end a row, a row without id is new. */
export type FileDraft = Readonly<Record<string, Row | readonly Row[]>>;

/** The field under which the end of a row is told. */
export const endField = "enabledFlag";

function linesOf(part: FilePart, wanted: Row, stored: Row | undefined, newKey: string, audience: Audience): LineDraft[] {
  const entityName = part.entity.name;
  if (wanted["$end"])
    return stored ? [{ entityName, rowId: String(stored["id"]), rowAction: "DISABLE", fieldKey: endField, newValue: "N" }] : [];
  const rowId = stored ? String(stored["id"]) : newKey;
  const rowAction = stored ? "UPDATE" : "ADD";
  return changeable(part, audience).flatMap((fieldKey): LineDraft[] => {
    if (!(fieldKey in wanted)) return [];
    const field = part.entity.fields[fieldKey]!;
    const newValue = wanted[fieldKey] ?? null;
    // A masked value that came back untouched is no change.
    if (isSensitive(field) && typeof newValue === "string" && newValue.startsWith("****")) return [];
    if (sameValue(field, newValue, stored?.[fieldKey])) return [];
    return [{ entityName, rowId, rowAction, fieldKey, newValue: nothing(newValue) ? null : newValue }];
  });
}

/** What differs between a file as it is and as somebody wants it: only touched fields become lines. */
export function buildDiff(stored: Readonly<Record<string, readonly Row[]>>, draft: FileDraft, audience: Audience): LineDraft[] {
  return fileParts.flatMap((part) => {
    const wanted = draft[part.entity.name];
    if (!wanted) return [];
    const rows = stored[part.entity.name] ?? [];
    const all = Array.isArray(wanted) ? (wanted as readonly Row[]) : [{ id: rows[0]?.["id"], ...(wanted as Row) }];
    return all.flatMap((row, i) => {
      const known = rows.find((candidate) => candidate["id"] === row["id"]);
      if (row["id"] && !known && !String(row["id"]).startsWith("new")) return [];
      return linesOf(part, row, known, String(row["id"] ?? `new${i + 1}`), audience);
    });
  });
}

const weight: Readonly<Record<Guard, number>> = { FREE: 0, GUARDED: 1, CRITICAL: 2 };

/** The strictest of several levels. */
export const strictest = (levels: readonly Guard[]): Guard =>
  levels.reduce<Guard>((most, level) => (weight[level] > weight[most] ? level : most), "FREE");

/** How much care a line asks for; a new or ended row asks for that of its strictest field. */
export function guardOfLine(line: Pick<LineDraft, "entityName" | "fieldKey"> & { readonly rowAction: string }): Guard {
  if (line.rowAction === "UPDATE") return guardOf(line.entityName, line.fieldKey);
  const part = partOf(line.entityName);
  return part ? strictest(Object.keys(part.entity.fields).map((key) => guardOf(line.entityName, key))) : "FREE";
}

/** Lines of one row belong together: a new row is taken or left as a whole. */
export const byRow = <L extends { readonly entityName: string; readonly rowId: string }>(
  lines: readonly L[],
): readonly (readonly L[])[] => [...Map.groupBy(lines, (line) => `${line.entityName}|${line.rowId}`).values()];

/** 8 to 34 digits, with the letters some countries use; what people write between them does not count. */
export const isAccountNo = (text: string): boolean =>
  /^[0-9A-Z]{8,34}$/.test(text.replace(/[\s-]/g, "").toUpperCase()) && /\d{4}/.test(text);

const digits = (text: string): string => text.replace(/\D/g, "").replace(/^0+/, "");

/** Two ways of writing one telephone number: with or without the country's or the long-distance prefix. */
export function isSameNumber(a: string, b: string): boolean {
  const [x, y] = [digits(a), digits(b)];
  if (x.length < 7 || y.length < 7) return false;
  return x === y || (x.length > y.length ? x.endsWith(y) && x.length - y.length <= 4 : y.endsWith(x) && y.length - x.length <= 4);
}
