import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find, Fit } from "#kernel/rule.ts";
import { billType, billTypeRel } from "./bill-type.entity.ts";
import { assertBillTypes } from "./bill-type.rules.ts";
import { orgLine } from "./belonging.ts";

type BillType = Doc<typeof billType>;
type Relation = Doc<typeof billTypeRel>;

/** Whose document it will be and what it is made from. */
export interface TypeAsked {
  readonly family: string;
  readonly orgId: string | null;
  /** The type of the document it is made from; null where it is made from none. */
  readonly sourceTypeId: string | null;
  /** Where nobody set up what the source may become: nothing, or whatever is in force. */
  readonly unrelated: "NOTHING" | "ANY";
  /** The type somebody names. */
  readonly wanted: string | null;
}

export interface TypeChosen {
  readonly type: BillType;
  /** How it follows from its source. */
  readonly relation: Relation | null;
}

const isGeneral = (type: BillType): boolean => !type.orgIds?.length;

/** How near a type stands to an organisation: its own first, then those above it, then what is for all; null where it is for others only. */
const distance = (type: BillType, orgs: readonly string[]): number | null => {
  if (isGeneral(type)) return orgs.length;
  const at = orgs.findIndex((id) => (type.orgIds as readonly string[]).includes(id));
  return at < 0 ? null : at;
};

/** Of the types a document may have: the organisation's default, the default of its source, the general default, and where none is one, the nearest. */
export function chooseType(types: readonly BillType[], relations: readonly Relation[] | null, orgs: readonly string[]): TypeChosen | null {
  const relationOf = (type: BillType): Relation | null => relations?.find((relation) => relation.targetTypeId === type.id) ?? null;
  const open = types.flatMap((type) => {
    const far = distance(type, orgs);
    const relation = relationOf(type);
    if (far === null || (relations !== null && relation === null)) return [];
    const isDefault = type.defaultFlag === "Y";
    const rank = isDefault && !isGeneral(type) ? 0 : relation?.defaultFlag === "Y" ? 1 : isDefault ? 2 : 3;
    return [{ type, relation, rank, far }];
  });
  const [best] = open.toSorted((a, b) => a.rank - b.rank || a.far - b.far || (a.type.billTypeCode < b.type.billTypeCode ? -1 : 1));
  return best ? { type: best.type, relation: best.relation } : null;
}

const nothing = (): Refusal =>
  refuse(
    "BASE_BTR_002",
    "没有适用的单据类型，请在“采购单据类型”中为该组织设置并生效",
    "No document type fits: set one up for the organisation under Purchase document types and enable it",
  );

const elsewhere = ({ billTypeName, billTypeNameEn }: BillType): Refusal =>
  refuse(
    "BASE_BTR_002",
    `单据类型“${billTypeName}”不适用于该组织，请另选`,
    `Document type "${billTypeNameEn || billTypeName}" is not for this organisation; choose another`,
  );

/** The document type a document begins with, by whatever way it is made: by hand, from another document, as a copy or from a workbook. */
export async function typeFor(find: Find, asked: TypeAsked): Promise<TypeChosen | Refusal> {
  const { family, sourceTypeId, wanted } = asked;
  const found = sourceTypeId ? await find.where(billTypeRel, { sourceTypeId, targetFamily: family, status: "EFFECTIVE" }, 500) : [];
  const relations = sourceTypeId && (found.length || asked.unrelated === "NOTHING") ? found : null;
  const above = await orgLine(find, asked.orgId);
  const orgs = above.length ? above : asked.orgId ? [asked.orgId] : [];
  if (wanted !== null) {
    const relation = relations && sourceTypeId ? await assertBillTypes(find, sourceTypeId, wanted) : null;
    const type = await find.maybe(billType, wanted);
    if (!type) return nothing();
    return asked.orgId && distance(type, orgs) === null ? elsewhere(type) : { type, relation };
  }
  const types = await find.where(billType, { billCategory: family, status: "EFFECTIVE" }, 500);
  return chooseType(types, relations, orgs) ?? nothing();
}

/** The same where it is made from no other document. */
export const typeByHand = (find: Find, family: string, orgId: string | null, wanted: string | null): Promise<TypeChosen | Refusal> =>
  typeFor(find, { family, orgId, sourceTypeId: null, unrelated: "ANY", wanted });

/** A document type of an organisation: one for all, one of its own, or one of an organisation above it. */
export const documentTypes: Fit = {
  judge: async (find, pairs) => {
    const types = new Map((await find.where(billType, { id: pairs.map(({ id }) => id) }, 5000)).map((type) => [type.id, type]));
    const orgs = new Map(
      await Promise.all([...new Set(pairs.map(({ of }) => of))].map(async (id) => [id, await orgLine(find, id)] as const)),
    );
    return pairs.map(({ id, of }) => {
      const [type, above] = [types.get(id), orgs.get(of)!];
      return type === undefined || distance(type, above.length ? above : [of]) !== null;
    });
  },
  offers: async (find, of) => ({ orgIds: { holds: [of, ...(await orgLine(find, of))], orNone: true } }),
  none: {
    text: [
      "没有可选的单据类型：没有符合条件且适用于所选组织的类型，请维护采购单据类型",
      "No document type to choose: none that matches is for the chosen organisation. Maintain the purchase document types",
    ],
    kept: billType,
  },
  code: "BASE_BTR_002",
  text: ["单据类型不适用于该组织，请另选", "The document type is not for this organisation; choose another one"],
};

interface Typed {
  readonly orgId?: string | null | undefined;
  readonly billTypeId?: string | null | undefined;
}

/** The type of a document that is saved; null where type and organisation are those it has already, which stay whatever became of the type. */
export const typeOfSaved = async (find: Find, family: string, doc: Typed, before: Typed | null): Promise<TypeChosen | Refusal | null> =>
  doc.billTypeId && before?.billTypeId === doc.billTypeId && before.orgId === doc.orgId
    ? null
    : typeByHand(find, family, doc.orgId ?? null, doc.billTypeId ?? null);
