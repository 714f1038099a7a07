import { format, isZero, trim } from "#kernel/decimal.ts";
import type { Doc, Entity } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import { lookupValue } from "#kernel/platform/lookup.entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import type { Find } from "#kernel/rule.ts";
import { digestOf } from "#kernel/seal.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { amountInCapitals } from "./contract-amounts.ts";
import type { contract } from "./contract.entity.ts";
import { passagesOf, type Passage } from "./contract-text.ts";
import { families, namesIn } from "./placeholders.ts";

export type Contract = Doc<typeof contract>;
type Row = Readonly<Record<string, unknown>>;

/** What the text of a contract names besides the contract itself. */
export interface TextFacts {
  readonly our: Row | null;
  readonly supplier: Row | null;
  /** By entity and id: what a reference is called. */
  readonly names: ReadonlyMap<string, string>;
  /** By lookup type and code. */
  readonly codes: ReadonlyMap<string, string>;
}

const referred = (doc: Contract): readonly (readonly [field: Field, id: string])[] =>
  Object.entries(families).flatMap(([family, fields]) => {
    const row = (family === "contract" ? doc : family === "trade" ? doc.trade[0] : null) as Row | null | undefined;
    return Object.entries(fields).flatMap(([key, field]) =>
      field.kind === "ref" && row?.[key] ? [[field, String(row[key])] as const] : [],
    );
  });

/** Reads what the text names: both parties, what references and codes are called. */
export async function textFacts(doc: Contract, find: Find): Promise<TextFacts> {
  const refs = Map.groupBy(referred(doc), ([field]) => field.target!);
  const types = [...new Set(Object.values(families).flatMap((fields) => Object.values(fields).flatMap((field) => field.lookup ?? [])))];
  const [our, supplier, values, ...named] = await Promise.all([
    find.maybe(organization, doc.ourPartyId ?? doc.orgId ?? null),
    find.maybe(supplierInfo, doc.supplierId ?? null),
    find.where(lookupValue, { lookupType: types }, 2000),
    ...[...refs].map(async ([target, rows]) => {
      const e: Entity = find.entity(target);
      const found = await find.where(e, { id: rows.map(([, id]) => id) }, 200);
      const [code, name] = e.title;
      return found.map((row): [string, string] => [
        `${target}|${row.id}`,
        String((row as Row)[name ?? code!] ?? (row as Row)[code!] ?? ""),
      ]);
    }),
  ]);
  return {
    our: our as Row | null,
    supplier: supplier as Row | null,
    names: new Map(named.flat()),
    codes: new Map(values.map((row) => [`${row.lookupType}|${row.lookupCode}`, row.meaning])),
  };
}

/** A value as a contract writes it. */
function written(field: Field, value: unknown, { names, codes }: TextFacts): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (field.kind === "money") return format(String(value), { scale: 2, thousands: true });
  if (["price", "qty", "percent", "rate"].includes(field.kind)) return trim(String(value));
  if (field.kind === "yn") return value === "Y" ? "是" : "否";
  if (field.kind === "pick")
    return field.lookup === "CURRENCY" ? String(value) : (codes.get(`${field.lookup}|${String(value)}`) ?? String(value));
  if (field.kind === "ref") return names.get(`${field.target}|${String(value)}`) ?? null;
  return String(value);
}

const itemsOf = (doc: Contract): string =>
  doc.items
    .map(
      (row, i) =>
        `${i + 1}. ${row.itemName ?? ""} ${row.spec ?? ""} × ${trim(row.qty ?? "0")} ${row.uom} @ ${trim(row.unitPrice ?? "0")} = ${row.amountExcl}`,
    )
    .join("\n");
const stagesOf = (doc: Contract): string =>
  doc.stages.map((stage, i) => `${i + 1}. ${stage.stageName} ${trim(stage.percent || "0")}% ${stage.amount}`).join("\n");

/** The value of a name in the text; null while there is none. */
export const valueIn =
  (doc: Contract, facts: TextFacts) =>
  (name: string): string | null => {
    if (name === "amountCn") return isZero(doc.amountIncl ?? "0") ? null : amountInCapitals(doc.amountIncl!);
    if (name === "items") return itemsOf(doc) || null;
    if (name === "stages") return stagesOf(doc) || null;
    const [family, key] = name.split(".") as [string, string];
    const field = families[family]?.[key];
    const row = { contract: doc, our: facts.our, supplier: facts.supplier, trade: doc.trade[0] }[family] as Row | null | undefined;
    return field ? written(field, row?.[key], facts) : null;
  };

/** The text of a contract as it stands, in order. */
export const textOf = (doc: Contract, facts: TextFacts): readonly Passage[] =>
  passagesOf(
    {
      head: doc.headText,
      clauses: doc.clauses.toSorted((a, b) => a.seq - b.seq).map((clause) => ({ title: clause.title ?? "", text: clause.content ?? "" })),
      tail: doc.tailText,
    },
    valueIn(doc, facts),
  );

/** Names in the text that have no value. */
export const unfilledIn = (passages: readonly Passage[]): readonly string[] => [
  ...new Set(passages.flatMap((passage) => namesIn(passage.text))),
];

/** The checksum of what the supplier confirms: the text, the files that belong to it, and the figures the text may leave out. */
export const hashOf = (doc: Contract, passages: readonly Passage[]): Promise<string> =>
  digestOf(
    JSON.stringify([
      passages,
      doc.fileIds ?? "",
      [doc.contractNum, doc.supplierId, doc.currency, doc.amountExcl, doc.taxAmount, doc.amountIncl, doc.effectiveDate, doc.expiryDate],
      doc.items.map((row) => [
        row.itemId,
        row.itemName,
        row.spec,
        row.uom,
        row.qty,
        row.unitPrice,
        row.taxRate,
        row.amountIncl,
        row.deliveryDate,
      ]),
      doc.stages.map((stage) => [
        stage.stageName,
        stage.stageType,
        stage.percent,
        stage.amount,
        stage.trigger,
        stage.dueDays,
        stage.dueDate,
      ]),
      // a contract without refunds keeps the checksum it had
      ...doc.refunds.map((row) => [
        ...[row.refundKind, row.itemIds, row.feeAmount, row.refundMode, row.stepMode],
        ...[row.targetQty, row.targetAmount, row.deadline, row.refundRatio],
      ]),
    ]),
  );
