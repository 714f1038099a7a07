import { organization } from "#kernel/platform/organization.entity.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { warn, type Effect, type Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { category, getProfile, registerProfiles } from "#modules/base/index.ts";
import { requirement } from "./requirement.entity.ts";
import { supplierCategory, supplierCertificate, supplierControl } from "./standing.entity.ts";
import type { CertificateRow, ControlRow, GrantRow, Supplier } from "./standing.ts";
import type { Answer, Question } from "./standing.types.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { asRefusal, tradable, type BlockingProof, type TradeFacts } from "./tradable.ts";

registerProfiles({
  SLC_POTENTIAL_QUOTE: { module: "SUP", label: ["潜在供应商可报价", "Potential suppliers may quote"], type: "YN", initial: "Y" },
});

const everyOrg: Text = ["全部组织", "all organisations"];
const everyCategory: Text = ["全部品类", "all categories"];

/** The rows a supplier owns: those stored and those this very action has added. */
export const owned = <R extends { readonly id: string }>(supplier: Supplier, collection: string, stored: readonly R[]): R[] => {
  const added = ((supplier as unknown as Record<string, readonly R[] | undefined>)[collection] ?? []).filter(
    (row) => !stored.some((one) => one.id === row.id),
  );
  return [...stored, ...added];
};

/** The supplier that stands for another one since they were merged. */
async function standingFor(find: Find, id: string, locked: boolean): Promise<Supplier> {
  let found = locked ? await find.lock(supplierInfo, id) : await find.one(supplierInfo, id);
  for (let step = 0; found.mergedIntoId && step < 8; step++)
    found = locked ? await find.lock(supplierInfo, found.mergedIntoId) : await find.one(supplierInfo, found.mergedIntoId);
  return found;
}

/** The must proofs whose expiry blocks something with suppliers of this type and nature. */
async function blockingProofs(find: Find, supplier: Supplier): Promise<readonly BlockingProof[]> {
  const all = await find.where(requirement, { status: "EFFECTIVE", mustFlag: "Y", expireAction: ["BLOCK_SOURCING", "BLOCK_ORDER"] });
  return all.filter(
    (one) =>
      (one.supplierType === null || one.supplierType === supplier.supplierType) &&
      (one.supplierNature === null || one.supplierNature === supplier.supplierNature),
  );
}

/** What the judge needs to know of one supplier; a lock keeps it true until the asking document is written. */
export async function tradeFacts(find: Find, question: Question, locked = false): Promise<TradeFacts> {
  const supplier = await standingFor(find, question.supplierId, locked);
  const mine = { supplierId: supplier.id };
  const [grants, controls, certificates, proofs, org, asked, mayQuote] = await Promise.all([
    find.where(supplierCategory, mine, 5000),
    find.where(supplierControl, { ...mine, controlStatus: "ACTIVE" }, 2000),
    find.where(supplierCertificate, { ...mine, certStatus: ["VALID", "EXPIRING", "EXPIRED"] }, 2000),
    blockingProofs(find, supplier),
    find.maybe(organization, question.orgId ?? null),
    find.maybe(category, question.categoryId ?? null),
    getProfile(find, "SLC_POTENTIAL_QUOTE", { orgId: question.orgId ?? null, categoryId: question.categoryId ?? null }),
  ]);
  return {
    supplier,
    grants: owned<GrantRow>(supplier, "categories", grants),
    controls: owned<ControlRow>(supplier, "controls", controls),
    certificates: owned<CertificateRow>(supplier, "certificates", certificates),
    proofs,
    categoryPath: asked ? (asked.idPath ?? asked.id).split("/") : [],
    potentialMayQuote: mayQuote.value === "Y",
    orgName: org ? [org.orgName, org.orgNameEn ?? org.orgName] : everyOrg,
    categoryName: asked ? [asked.categoryName, asked.categoryNameEn ?? asked.categoryName] : everyCategory,
  };
}

/** Asks the judge inside a document's own action: the supplier stays as it is until the document is written. */
export async function askTradable(find: Find, question: Question & { readonly date: string }): Promise<Answer> {
  return tradable(await tradeFacts(find, question, true), question);
}

/** The refusal a document passes on, or nothing. */
export const assertTradable = async (find: Find, question: Question & { readonly date: string }): Promise<Refusal | null> =>
  asRefusal(await askTradable(find, question));

/** What an answer says when a document is only saved: its no and its warnings as notes. */
export const tradeNotes = (answer: Answer): Effect[] => [
  ...(answer.ok || !answer.text ? [] : [warn(answer.code!, answer.text[0], answer.text[1])]),
  ...answer.warnings.map((one) => warn(one.code, one.text[0], one.text[1])),
];
