import type { Entity } from "#kernel/entity.ts";
import type { Field, Fields } from "#kernel/field.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { supplierInfo } from "#modules/supplier/index.ts";
import { fault } from "./common.ts";
import { contractTextFields, tradeFields } from "./contract-fields.ts";

const pattern = /\$\{\s*([^}]*?)\s*\}/g;

/** What a text names in braces, each name once. */
export const namesIn = (text: string | null | undefined): readonly string[] => [
  ...new Set([...(text ?? "").matchAll(pattern)].map(([, name]) => name!)),
];

/** The text with its names filled in; a name without a value stays visible. */
export const filledIn = (text: string | null | undefined, valueOf: (name: string) => string | null): string =>
  (text ?? "").replace(pattern, (all, name: string) => valueOf(name) ?? all);

const isWritten = (field: Field): boolean =>
  !field.hidden && !field.sensitive && !["payload", "snapshot", "secret", "files", "rows", "richtext"].includes(field.kind);

/** The supplier reads the whole text: of its file only what it may see itself. */
const seenBySupplier = (e: Entity): Fields =>
  Object.fromEntries(Object.entries(e.fields as Fields).filter(([key]) => (e.shows?.supplier as readonly string[])?.includes(key)));

const ourOwn = ["orgCode", "orgName", "orgNameEn", "taxNo", "invoiceTitle", "legalPerson", "address"] as const;

/** By family: the fields that a text may name. */
export const families: Readonly<Record<string, Fields>> = {
  contract: contractTextFields,
  our: Object.fromEntries(ourOwn.map((key) => [key, organization.fields[key]])),
  supplier: seenBySupplier(supplierInfo),
  trade: tradeFields,
};

/** Names that are no field: an amount in Chinese capitals, and the tables of a contract. */
export const special = ["amountCn", "items", "stages"] as const;

export const isKnown = (name: string): boolean => {
  if ((special as readonly string[]).includes(name)) return true;
  const [family, key, ...more] = name.split(".");
  const field = more.length === 0 ? families[family!]?.[key ?? ""] : undefined;
  return field !== undefined && isWritten(field);
};

/** Refusals for names that the data model does not have, pinned to the text that holds them. */
export const placeholderFaults = (texts: Readonly<Record<string, string | null | undefined>>): Refusal[] =>
  Object.entries(texts).flatMap(([path, text]) => {
    const unknown = namesIn(text).filter((name) => !isKnown(name));
    const list = unknown.map((name) => `\${${name}}`);
    return unknown.length ? [fault(path, "CCT-010", `存在未定义字段：${list.join("、")}`, `Undefined fields: ${list.join(", ")}`)] : [];
  });
