import type { Profiles } from "#kernel/module.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import type { Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { category, getProfile } from "#modules/base/index.ts";
import { supplierSite } from "./place.entity.ts";
import { requirement } from "./requirement.entity.ts";
import { supplierCategory, supplierCertificate, supplierControl } from "./standing.entity.ts";
import { liveCertificates, type CertificateRow, type ControlRow, type GrantRow, type Supplier } from "./standing.ts";
import type { Question } from "./standing.types.ts";
import { supplierInfo } from "./supplier.entity.ts";
import type { BlockingProof, TradeFacts } from "./tradable.ts";

export const tradeProfiles: Profiles = {
  SLC_POTENTIAL_QUOTE: { module: "SUP", label: ["潜在供应商可报价", "Potential suppliers may quote"], type: "YN", initial: "Y" },
};

const everyOrg: Text = ["全部组织", "all organisations"];
export const everyCategory: Text = ["全部品类", "all categories"];

/** The rows a supplier owns: those stored and those this very action has added. */
export const owned = <R extends { readonly id: string }>(supplier: Supplier, collection: string, stored: readonly R[]): R[] => {
  const added = ((supplier as unknown as Record<string, readonly R[] | undefined>)[collection] ?? []).filter(
    (row) => !stored.some((candidate) => candidate.id === row.id),
  );
  return [...stored, ...added];
};

/** The supplier that stands for another one since they were merged. */
export async function standingFor(find: Find, id: string, locked: boolean): Promise<Supplier> {
  let found = locked ? await find.lock(supplierInfo, id) : await find.one(supplierInfo, id);
  for (let step = 0; found.mergedIntoId && step < 8; step++)
    found = locked ? await find.lock(supplierInfo, found.mergedIntoId) : await find.one(supplierInfo, found.mergedIntoId);
  return found;
}

type Asked = Pick<Question, "orgId" | "categoryId">;

/** What is the same for every supplier that is asked about: names, the category's line, the proofs, who may quote. */
export async function commonFacts(find: Find, question: Asked) {
  const at = { orgId: question.orgId ?? null, categoryId: question.categoryId ?? null };
  const [required, org, asked, mayQuote] = await Promise.all([
    find.where(requirement, { status: "EFFECTIVE", mustFlag: "Y", expireAction: ["BLOCK_SOURCING", "BLOCK_ORDER"] }, 5000),
    find.maybe(organization, at.orgId),
    find.maybe(category, at.categoryId),
    getProfile(find, "SLC_POTENTIAL_QUOTE", at),
  ]);
  return {
    proofsFor: (supplier: Supplier): readonly BlockingProof[] =>
      required.filter(
        (doc) =>
          (doc.supplierType === null || doc.supplierType === supplier.supplierType) &&
          (doc.supplierNature === null || doc.supplierNature === supplier.supplierNature),
      ),
    categoryPath: asked ? (asked.idPath ?? asked.id).split("/") : [],
    potentialMayQuote: mayQuote.value === "Y",
    orgName: (org ? [org.orgName, org.orgNameEn ?? org.orgName] : everyOrg) as Text,
    categoryName: (asked ? [asked.categoryName, asked.categoryNameEn ?? asked.categoryName] : everyCategory) as Text,
  };
}

/** The facts about several suppliers at once, in one statement per table. */
export async function factsOf(find: Find, suppliers: readonly Supplier[], question: Asked): Promise<readonly TradeFacts[]> {
  const of = { supplierId: suppliers.map((supplier) => supplier.id) };
  const [{ proofsFor, ...common }, grants, controls, certificates, held] = await Promise.all([
    commonFacts(find, question),
    find.where(supplierCategory, of, 50_000),
    find.where(supplierControl, { ...of, controlStatus: "ACTIVE" }, 20_000),
    find.where(supplierCertificate, { ...of, certStatus: liveCertificates }, 50_000),
    suppliers.some((supplier) => supplier.paymentHoldFlag === "Y") ? find.where(supplierSite, { ...of, paymentHoldFlag: "Y" }, 20_000) : [],
  ]);
  const mine = <R extends { readonly supplierId: string }>(rows: readonly R[], id: string): R[] =>
    rows.filter((row) => row.supplierId === id);
  return suppliers.map((supplier) => ({
    ...common,
    supplier,
    proofs: proofsFor(supplier),
    grants: owned<GrantRow>(supplier, "categories", mine(grants, supplier.id)),
    controls: owned<ControlRow>(supplier, "controls", mine(controls, supplier.id)),
    certificates: owned<CertificateRow>(supplier, "certificates", mine(certificates, supplier.id)),
    heldSites: mine(held, supplier.id).map(({ id, siteName, siteNameEn }) => ({ id, name: [siteName, siteNameEn ?? siteName] })),
  }));
}

/** What the judge needs to know of one supplier; a lock keeps it true until the asking document is written. */
export async function tradeFacts(find: Find, question: Question, locked = false): Promise<TradeFacts> {
  const [facts] = await factsOf(find, [await standingFor(find, question.supplierId, locked)], question);
  return facts!;
}
