import type { Doc } from "#kernel/entity.ts";
import { refuse, type Fix, type Refusal } from "#kernel/refusal.ts";
import { ask, make, rule, set, warn, type Effect, type Find } from "#kernel/rule.ts";
import { inBoth, type Text } from "#kernel/text.ts";
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
  const other = doc.defaultFlag === "Y" ? others.find((billType) => sharesOrgs(billType.orgIds, doc.orgIds)) : undefined;
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
  const [first] = family.map((row) => row.id).toSorted();
  if (first) await find.lock(billType, first);
  return family.filter((row) => row.defaultFlag === "Y" && row.status === "EFFECTIVE" && row.id !== doc.id);
}

/** A family keeps a default for everybody without one of his own: nothing else could take its place. */
const isLastDefault = (doc: BillType, others: readonly BillType[]): boolean =>
  doc.defaultFlag === "Y" && (doc.orgIds?.length ? others.length === 0 : !others.some((billType) => !billType.orgIds?.length));

/** The relations that ended when this type did, and what they hang on now. */
async function endedRelations(find: Find, doc: BillType) {
  const relations = await find.where(billTypeRel, { endedBy: doc.id, status: "INVALID" }, 500);
  const sourceIds = [...new Set(relations.map((relation) => relation.sourceTypeId as string))];
  const ids = [...new Set(relations.flatMap((relation) => [relation.sourceTypeId as string, relation.targetTypeId as string]))];
  const [types, defaulted] = await Promise.all([
    ids.length ? find.where(billType, { id: ids }, 500) : [],
    sourceIds.length ? find.where(billTypeRel, { sourceTypeId: sourceIds, defaultFlag: "Y", status: "EFFECTIVE" }, 500) : [],
  ]);
  return { relations, types, defaulted };
}

/** Back in force with their type; one whose other end is off waits for that, and a default named meanwhile stays. */
const restored = (doc: BillType, { relations, types, defaulted }: Awaited<ReturnType<typeof endedRelations>>): Effect[] =>
  relations.map((relation) => {
    const otherId = relation.sourceTypeId === doc.id ? relation.targetTypeId : relation.sourceTypeId;
    const isOff = types.find((type) => type.id === otherId)?.status !== "EFFECTIVE";
    if (isOff) return set(relation, { endedBy: otherId });
    const isTaken = defaulted.some((other) => other.sourceTypeId === relation.sourceTypeId && other.targetFamily === relation.targetFamily);
    return set(relation, { status: "EFFECTIVE", endedBy: null, defaultFlag: isTaken ? "N" : relation.defaultFlag });
  });

const nameOf = (type: BillType | undefined, id: string): Text => (type ? inBoth(type.billTypeName, type.billTypeNameEn) : [id, id]);

const relate: Fix = { route: "purchaseBillTypeRel", label: ["设置单据类型关系", "Set up type relations"] };

/** Of several source types those that may not become the target, each with its refusal. */
export async function unrelatedTypes(
  find: Find,
  sourceIds: readonly string[],
  targetTypeId: string,
): Promise<ReadonlyMap<string, Refusal>> {
  const related = await find.where(billTypeRel, { sourceTypeId: sourceIds, targetTypeId, status: "EFFECTIVE" }, 500);
  const unrelated = sourceIds.filter((id) => !related.some((doc) => doc.sourceTypeId === id));
  const types = unrelated.length ? await find.where(billType, { id: [...unrelated, targetTypeId] }, 500) : [];
  const wordsOf = (id: string): Text =>
    nameOf(
      types.find((doc) => doc.id === id),
      id,
    );
  const to = wordsOf(targetTypeId);
  return new Map(
    unrelated.map((id) => {
      const from = wordsOf(id);
      return [id, refuse("BASE_BTR_002", `${from[0]}不允许生成${to[0]}`, `${to[1]} cannot be created from ${from[1]}`, { fix: relate })];
    }),
  );
}

/** Refuses to make a document of a type that its source may not become. */
export async function assertBillTypes(find: Find, sourceTypeId: string, targetTypeId: string): Promise<Relation> {
  const [found] = await find.where(billTypeRel, { sourceTypeId, targetTypeId, status: "EFFECTIVE" });
  if (found) return found;
  throw (await unrelatedTypes(find, [sourceTypeId], targetTypeId)).get(sourceTypeId)!;
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
    reads: async (doc, find) => ({ others: await defaults(find, doc), ended: await endedRelations(find, doc) }),
    decide: (doc, { others, ended }, _, __, at) => {
      const other = others.find((billType) => sharesOrgs(billType.orgIds, doc.orgIds));
      // back from being switched off: a default named meanwhile stays
      const isOusted = at.before(doc)?.status === "INVALID" && doc.defaultFlag === "Y" && other !== undefined;
      return [
        ...typeFaults(doc, isOusted ? [] : others),
        isOusted && set(doc, { defaultFlag: "N" }),
        isOusted &&
          warn(
            "BASE_DEF_003",
            `默认类型现为${other.billTypeName}，本类型不再是默认`,
            `${other.billTypeNameEn || other.billTypeName} is the default now; this type no longer is`,
          ),
        ...restored(doc, ended),
      ];
    },
  }),
  rule(billType, "doInvalid", {
    reads: async (doc, find) => ({
      used: total(await openUses.ask(find, { entity: billType.name, id: doc.id })),
      relations: await find.where(billTypeRel, { any: [{ sourceTypeId: doc.id }, { targetTypeId: doc.id }], status: "EFFECTIVE" }),
      others: await defaults(find, doc),
    }),
    decide: (doc, { used, relations, others }) => [
      isLastDefault(doc, others) &&
        refuse(
          "BASE_DEF_002",
          `“${doc.billTypeName}”是该大类最后的默认类型：请先取消其默认并将另一类型设为默认`,
          `${doc.billTypeName} is the last default of its family: take its default off and make another type the default first`,
        ),
      used + relations.length > 0 &&
        ask(
          "BASE_USED_001",
          `仍有${used}张未完成单据、${relations.length}条类型关系，确定失效吗？`,
          `Used by ${used} open documents and ${relations.length} relations. Invalidate it?`,
        ),
      ...relations.map((relation) => set(relation, { status: "INVALID", endedBy: doc.id })),
    ],
  }),
  rule(billType, "copy", {
    decide: (doc, _, input, __, at) =>
      make(billType, at.newId(), {
        ...Object.fromEntries(typeKeys.map((key) => [key, doc[key as keyof BillType]])),
        billTypeCode: input.billTypeCode!,
        defaultFlag: "N",
      }),
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
    decide: (doc, { source, target, other }) => [
      (source.status !== "EFFECTIVE" || target.status !== "EFFECTIVE") &&
        refuse("STATE_NOT_ALLOWED", "两端类型须先生效", "Both types must be effective first"),
      other !== undefined && secondDefault(other.id),
      set(doc, { endedBy: null }),
    ],
  }),
  rule(billTypeRel, "doInvalid", { decide: (doc) => set(doc, { endedBy: null }) }),
];
