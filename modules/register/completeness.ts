import { div, mul } from "#kernel/decimal.ts";
import type { Entity } from "#kernel/entity.ts";
import type { Text } from "#kernel/text.ts";
import { addDays } from "#kernel/days.ts";
import {
  plainCompany,
  supplierAccount,
  supplierBrand,
  supplierContact,
  supplierCustomer,
  supplierDevice,
  supplierFinance,
  supplierIndirect,
  supplierLocation,
  type Requirement,
} from "#modules/supplier/index.ts";
import { register } from "./register.entity.ts";

type Row = Readonly<Record<string, unknown>>;
export type Tab =
  | "company"
  | "contacts"
  | "locations"
  | "accounts"
  | "categories"
  | "certificates"
  | "brands"
  | "devices"
  | "indirects"
  | "finances"
  | "questionnaire";

/** Something a file still lacks: where it stands, and what people call it. */
export interface Missing {
  readonly tab: Tab;
  readonly path: string;
  readonly label: Text;
}

export interface Completeness {
  readonly percent: string;
  readonly missing: readonly Missing[];
  /** Must proofs that are not there, or not good enough. */
  readonly proofs: readonly Missing[];
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Which fields of the company must be filled in; it depends on where the company sits. */
export function companyMusts(doc: Row): readonly string[] {
  const nature = doc["supplierNature"];
  return [
    "companyName",
    ...(nature === "OVERSEAS" ? ["companyNameEn"] : []),
    ...(nature === "MAINLAND" ? ["uscc"] : nature === "INDIVIDUAL" ? [] : ["taxNo"]),
    "supplierType",
    ...(nature === "INDIVIDUAL" ? [] : ["legalPerson"]),
    "countryId",
    ...(nature === "MAINLAND" ? ["provinceId", "cityId"] : []),
    "registeredAddress",
    "mainProducts",
  ];
}

interface Table {
  readonly collection: string;
  readonly tab: Tab;
  /** The table of the supplier's file that says what a row needs. */
  readonly of: Entity | null;
  least(doc: Row): number;
}

const none = (): number => 0;
const one = (): number => 1;
const among =
  (...types: string[]) =>
  (doc: Row): number =>
    types.includes(String(doc["supplierType"])) ? 1 : 0;

/** The tables of a file in the order of the pages; makers show what they make with, traders who stands behind them. */
export const tables: readonly Table[] = [
  { collection: "contacts", tab: "contacts", of: supplierContact, least: one },
  { collection: "locations", tab: "locations", of: supplierLocation, least: one },
  { collection: "accounts", tab: "accounts", of: supplierAccount, least: one },
  { collection: "categories", tab: "categories", of: null, least: one },
  { collection: "brands", tab: "brands", of: supplierBrand, least: none },
  { collection: "devices", tab: "devices", of: supplierDevice, least: among("MANUFACTURER") },
  { collection: "indirects", tab: "indirects", of: supplierIndirect, least: among("TRADER", "AGENT") },
  { collection: "finances", tab: "finances", of: supplierFinance, least: none },
  { collection: "customers", tab: "finances", of: supplierCustomer, least: none },
];

const rowsOf = (doc: Row, collection: string): readonly Row[] => (doc[collection] as readonly Row[] | undefined) ?? [];
const lineOf = (collection: string): Entity => (register.lines as Readonly<Record<string, Entity>>)[collection]!;

/** The fields a row needs and does not have. */
function lackingIn({ of, collection }: Table, row: Row, doc: Row): readonly string[] {
  const keys = Object.keys(lineOf(collection).fields);
  if (of === null) return isEmpty(row["categoryId"]) ? ["categoryId"] : [];
  const needed = keys.filter((key) => {
    const own = (of.requires as Readonly<Record<string, (doc: Row) => boolean>> | undefined)?.[key];
    return key === "nameReason"
      ? !isEmpty(row["accountName"]) && plainCompany(String(row["accountName"])) !== plainCompany(String(doc["companyName"]))
      : own
        ? own(row)
        : !of.fields[key]!.optional;
  });
  return needed.filter((key) => isEmpty(row[key]));
}

function judgeTable(table: Table, doc: Row): { readonly musts: number; readonly missing: readonly Missing[] } {
  const rows = rowsOf(doc, table.collection);
  const line = lineOf(table.collection);
  const musts = Math.max(table.least(doc), rows.length);
  const absent = Array.from({ length: Math.max(0, musts - rows.length) }, (): Missing => ({
    tab: table.tab,
    path: table.collection,
    label: line.label,
  }));
  const halves = rows.flatMap((row, index): Missing[] => {
    const lacking = lackingIn(table, row, doc);
    if (lacking.length === 0) return [];
    const [cn, en] = [0, 1].map((side) => lacking.map((key) => line.fields[key]!.label[side]).join(side === 0 ? "、" : ", "));
    return [
      {
        tab: table.tab,
        path: `${table.collection}[${String(row["id"] ?? index)}].${lacking[0]}`,
        label: [`${line.label[0]}第${index + 1}行：${cn}`, `${line.label[1]} row ${index + 1}: ${en}`],
      },
    ];
  });
  return { musts, missing: [...absent, ...halves] };
}

type Asked = Pick<
  Requirement,
  "id" | "requireName" | "requireNameEn" | "certType" | "mustFlag" | "needNo" | "needValidity" | "minRemainDays"
>;

/** Does a certificate of the draft answer a requirement on this day? */
export function answersRequirement(asked: Asked, row: Row, day: string): boolean {
  const isMeant = row["requireId"] === asked.id || (isEmpty(row["requireId"]) && row["certType"] === asked.certType);
  const until = row["longTermFlag"] === "Y" ? "9999-12-31" : String(row["validTo"] ?? "");
  return (
    isMeant &&
    !isEmpty(row["fileIds"]) &&
    (asked.needNo !== "Y" || !isEmpty(row["certNo"])) &&
    (asked.needValidity !== "Y" || until !== "") &&
    (until === "" || until >= addDays(day, asked.minRemainDays ?? 0))
  );
}

/** How much of what must be there is there, over all pages of the file; a table counts one for each row it must have. */
export function completenessOf(
  doc: Row,
  requirements: readonly Asked[],
  day: string,
  questions: readonly { readonly submitted: boolean; readonly title: Text }[] = [],
): Completeness {
  const fields = companyMusts(doc);
  const company = fields
    .filter((key) => isEmpty(doc[key]))
    .map((key): Missing => ({ tab: "company", path: key, label: register.fields[key as keyof typeof register.fields].label }));
  const judged = tables.map((table) => judgeTable(table, doc));
  const must = requirements.filter((asked) => asked.mustFlag === "Y");
  const proofs = must
    .filter((asked) => !rowsOf(doc, "certificates").some((row) => answersRequirement(asked, row, day)))
    .map((asked): Missing => ({
      tab: "certificates",
      path: `certificates(${asked.id})`,
      label: [asked.requireName, asked.requireNameEn ?? asked.requireName],
    }));
  const open = questions
    .filter((asked) => !asked.submitted)
    .map((asked): Missing => ({ tab: "questionnaire", path: "questionnaire", label: asked.title }));
  const missing = [...company, ...judged.flatMap((table) => table.missing), ...open];
  const musts = fields.length + judged.reduce((sum, table) => sum + table.musts, 0) + must.length + questions.length;
  const filled = musts - missing.length - proofs.length;
  return { percent: musts === 0 ? "100" : div(mul(String(filled), "100"), String(musts), 2), missing, proofs };
}
