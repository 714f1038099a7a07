import type { Doc } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { category } from "#modules/base/index.ts";
import { requirement } from "./requirement.entity.ts";
import { requirementsFor, reusable, type RequirementQuestion } from "./requirement.ts";
import { scene } from "./scene.entity.ts";
import { matchScene, type Scene, type SceneTried } from "./scene.ts";
import { supplierCategory, supplierCertificate } from "./standing.entity.ts";
import { supplierInfo } from "./supplier.entity.ts";

type Supplier = Doc<typeof supplierInfo>;
type Grant = Doc<typeof supplierCategory>;

const pathOf = (row: { readonly id: string; readonly idPath: string | null }): string[] => (row.idPath ?? row.id).split("/");

/** The occasion an introduction is by what the supplier is today; people may say otherwise. */
export function occasionOf(
  supplier: Pick<Supplier, "quitDate" | "quitScopeAll" | "tempFlag" | "customerDesignated" | "supStatus">,
  grants: readonly Pick<Grant, "orgId" | "categoryId" | "categoryStatus">[],
  about: { readonly orgId: string; readonly categoryIds: readonly string[] },
): string {
  if (supplier.quitScopeAll === "Y" || supplier.supStatus === "QUIT") return "RETURN";
  const live = grants.filter((grant) => grant.categoryStatus === "QUALIFIED");
  const gone = grants.some((grant) => grant.categoryStatus === "EXITED" && about.categoryIds.includes(grant.categoryId));
  if (gone && live.length === 0) return "RETURN";
  if (live.some((grant) => about.categoryIds.includes(grant.categoryId) && grant.orgId !== about.orgId)) return "EXPAND_ORG";
  if (live.length > 0) return "EXPAND_CATEGORY";
  if (supplier.supStatus === "TEMPORARY") return "TEMP_TO_FORMAL";
  return supplier.customerDesignated === "Y" ? "CUSTOMER_DESIGNATED" : "NEW";
}

/** The scene for a supplier, an organisation and a category, with why for every scene there is. */
export async function askScene(
  find: Find,
  asked: {
    readonly supplierId: string;
    readonly orgId: string;
    readonly categoryIds: readonly string[];
    readonly sceneType?: string | null;
  },
): Promise<{ readonly scene: Scene | null; readonly tried: readonly SceneTried<Scene>[]; readonly sceneType: string }> {
  const [supplier, categories, scenes, grants] = await Promise.all([
    find.one(supplierInfo, asked.supplierId),
    Promise.all(asked.categoryIds.map((id) => find.one(category, id))),
    find.where(scene, {}, 2_000),
    find.where(supplierCategory, { supplierId: asked.supplierId }, 2_000),
  ]);
  const sceneType = asked.sceneType || occasionOf(supplier, grants, asked);
  const first = categories[0];
  const found = matchScene(scenes, {
    sceneType,
    purchaseKind: first?.purchaseKind ?? null,
    categoryPath: first ? pathOf(first) : [],
    supplierType: supplier.supplierType,
    orgId: asked.orgId,
  });
  return { ...found, sceneType };
}

/** The proofs asked of a supplier at a stage, each with the certificate in force that answers it. */
export async function askRequirements(
  find: Find,
  asked: {
    readonly supplierId: string;
    readonly sceneId: string | null;
    readonly categoryIds: readonly string[];
    readonly stage: RequirementQuestion["stage"];
    readonly today: string;
  },
) {
  const [supplier, categories, all, certificates] = await Promise.all([
    find.one(supplierInfo, asked.supplierId),
    Promise.all(asked.categoryIds.map((id) => find.one(category, id))),
    find.where(requirement, { status: "EFFECTIVE" }, 2_000),
    find.where(supplierCertificate, { supplierId: asked.supplierId }, 2_000),
  ]);
  return requirementsFor(all, {
    stage: asked.stage,
    sceneId: asked.sceneId,
    categoryPaths: categories.map(pathOf),
    supplierType: supplier.supplierType,
    supplierNature: supplier.supplierNature,
  }).map((requirement) => ({
    requirement,
    certificate: reusable(requirement, certificates, asked.today, asked.categoryIds),
    /** One of the type was given before, whatever became of it. */
    known: certificates.some((it) => it.certType === requirement.certType && it.certStatus !== "REJECTED"),
  }));
}
