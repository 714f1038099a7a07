import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { ask, make, rule, set, type Find } from "#kernel/rule.ts";
import { total } from "#modules/admin/index.ts";
import { billType, billTypeRel } from "./bill-type.entity.ts";
import { goesForward } from "./bill-type-families.ts";
import { openUses, secondDefault } from "./uses.ts";

type BillType = Doc<typeof billType>;
type Relation = Doc<typeof billTypeRel>;

const sharesOrgs = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  !a?.length || !b?.length ? !a?.length && !b?.length : a.some((id) => b.includes(id));

/** What every type must have in order, and one default per family and organisation. */
const typeFaults = (doc: BillType, others: readonly BillType[]): (Refusal | false)[] => {
  const other = doc.defaultFlag === "Y" ? others.find((one) => sharesOrgs(one.orgIds, doc.orgIds)) : undefined;
  return [
    doc.freeFlag === "Y" &&
      doc.priceRequired === "Y" &&
      refuse("BASE_BTY_001", "免费类型不能要求必有价", "Free goods cannot require a price"),
    other !== undefined && secondDefault(other.billTypeName),
  ];
};

/** The other defaults of the family. Its first type is locked, so that two who set or end defaults at once do it one after the other. */
async function defaults(find: Find, doc: BillType): Promise<readonly BillType[]> {
  if (doc.defaultFlag !== "Y") return [];
  const family = await find.where(billType, { billCategory: doc.billCategory });
  const [first] = family.map((one) => one.id).toSorted();
  if (first) await find.lock(billType, first);
  return family.filter((one) => one.defaultFlag === "Y" && one.status === "EFFECTIVE" && one.id !== doc.id);
}

/** The types a document of this type may become, the default first. */
export async function nextBillTypes(find: Find, sourceTypeId: string, targetFamily: string): Promise<readonly Relation[]> {
  const found = await find.where(billTypeRel, { sourceTypeId, targetFamily, status: "EFFECTIVE" });
  return found.toSorted((a, b) => (a.defaultFlag < b.defaultFlag ? 1 : -1));
}

/** Refuses to make a document of a type that its source may not become. */
export async function assertBillTypes(find: Find, sourceTypeId: string, targetTypeId: string): Promise<Relation> {
  const [found] = await find.where(billTypeRel, { sourceTypeId, targetTypeId, status: "EFFECTIVE" });
  if (found) return found;
  const [source, target] = await Promise.all([find.maybe(billType, sourceTypeId), find.maybe(billType, targetTypeId)]);
  const [from, to] = [source?.billTypeName ?? sourceTypeId, target?.billTypeName ?? targetTypeId];
  throw refuse("BASE_BTR_002", `${from}不允许生成${to}`, `${to} cannot be created from ${from}`);
}

const typeKeys = Object.keys(billType.fields).filter((key) => !["billTypeCode", "status", "defaultFlag"].includes(key));

export const billTypeRules = [
  rule(billType, "saveOrUpdate", {
    reads: async (doc, find) => ({ others: doc.status === "EFFECTIVE" ? await defaults(find, doc) : [] }),
    decide: (doc, { others }) => [
      ...(doc.status === "EFFECTIVE" ? typeFaults(doc, others) : []),
      doc.orgIds !== null && doc.orgIds.length === 0 && set(doc, { orgIds: null }),
    ],
  }),
  rule(billType, "doEnabled", {
    reads: async (doc, find) => ({ others: await defaults(find, doc) }),
    decide: (doc, { others }) => typeFaults(doc, others),
  }),
  rule(billType, "doInvalid", {
    reads: async (doc, find) => ({
      used: total(await openUses.ask(find, { entity: billType.name, id: doc.id })),
      relations: await find.where(billTypeRel, { any: [{ sourceTypeId: doc.id }, { targetTypeId: doc.id }], status: "EFFECTIVE" }),
      others: await defaults(find, doc),
    }),
    decide: (doc, { used, relations, others }) => [
      doc.defaultFlag === "Y" && others.length === 0 && refuse("BASE_DEF_002", "请先指定另一默认类型", "Name another default first"),
      used + relations.length > 0 &&
        ask(
          "BASE_USED_001",
          `仍有${used}张未完成单据、${relations.length}条类型关系，确定失效吗？`,
          `Used by ${used} open documents and ${relations.length} relations. Invalidate it?`,
        ),
      ...relations.map((one) => set(one, { status: "INVALID" })),
      set(doc, { defaultFlag: "N" }),
    ],
  }),
  rule(billType, "copy", {
    decide: (doc, _, input, __, at) =>
      make(billType, at.newId(), {
        ...Object.fromEntries(typeKeys.map((key) => [key, doc[key as keyof BillType]])),
        billTypeCode: input.billTypeCode!,
        defaultFlag: "N",
      } as never),
  }),
  rule(billTypeRel, "saveOrUpdate", {
    reads: async (doc, find) => ({
      source: await find.maybe(billType, doc.sourceTypeId),
      target: await find.maybe(billType, doc.targetTypeId),
    }),
    decide: (doc, { source, target }) => [
      source !== null &&
        target !== null &&
        !goesForward(source.billCategory, target.billCategory) &&
        refuse("BASE_BTR_001", "单据类型关系不能逆向或循环", "Relation may not go backwards"),
      target !== null && set(doc, { targetFamily: target.billCategory }),
    ],
  }),
  rule(billTypeRel, "doEnabled", {
    reads: async (doc, find) => ({
      // Locked: a type that ends at the same moment takes its relations with it.
      source: await find.lock(billType, doc.sourceTypeId),
      target: await find.lock(billType, doc.targetTypeId),
      other:
        doc.defaultFlag === "Y"
          ? (
              await find.where(billTypeRel, {
                sourceTypeId: doc.sourceTypeId,
                targetFamily: doc.targetFamily ?? "-",
                defaultFlag: "Y",
                status: "EFFECTIVE",
                id: { not: doc.id },
              })
            )[0]
          : undefined,
    }),
    decide: (_, { source, target, other }) => [
      (source.status !== "EFFECTIVE" || target.status !== "EFFECTIVE") &&
        refuse("STATE_NOT_ALLOWED", "两端类型须先生效", "Both types must be effective first"),
      other !== undefined && secondDefault(other.id),
    ],
  }),
];
