import type { Generate, Hints } from "../support/generate.ts";

type Row = Record<string, unknown>;

/** A path that may be walked, and a scene that leads along it. */
const path = async (g: Generate): Promise<string> => {
  const of = g.declared.entity("SrmBaseProcessTemplate");
  const nodes = ["QUALIFY_CENSOR", "QUALIFIED"].map((nodeCode, i) => ({
    nodeSeq: (i + 1) * 10,
    nodeCode,
    requiredType: "MUST",
    allowConcession: "N",
  }));
  return (await g.inState(of, "EFFECTIVE", { nodes }))["id"] as string;
};
const scene = async (g: Generate): Promise<string> => {
  const of = g.declared.entity("SrmSlcIntroduceScenes");
  return (await g.inState(of, "EFFECTIVE", { processTemplateId: await path(g) }))["id"] as string;
};
const place = async (g: Generate): Promise<Row> => ({
  orgId: await g.id("BaseOrganization", true),
  categoryId: await g.id("SrmBasePurchaseCategory", true),
});

/** What the rules of introductions demand beyond their declarations. Every example has an organisation of its own: only one introduction runs for a category. */
export const introductionHints: Hints = {
  SrmSlcIntroduceScenes: async (g) => ({ processTemplateId: await path(g), categoryId: undefined }),
  SrmSlcQualificationRequire: () => ({ useAt: ["QUALIFY"], needValidity: "Y", warnDays: "90,30", sceneId: undefined }),
  SrmSlcIntroduceTrack: async (g) => {
    const { orgId, categoryId } = await place(g);
    return { orgId, categoryIds: [categoryId], nodes: undefined, scopes: undefined, trackStatus: "RUNNING" };
  },
  SrmSlcQualifyHeader: async (g, row, given) => {
    const { orgId, categoryId: another } = await place(g);
    // A review keeps the categories its introduction began with, and none stands in it twice.
    const begun = (given["categories"] ?? []) as readonly Row[];
    const ids = begun.length ? begun.map((entry) => entry["categoryId"]) : [another];
    while (ids.length < ((row["categories"] as readonly Row[] | undefined)?.length ?? 1))
      ids.push(await g.id("SrmBasePurchaseCategory", true));
    const categories = ids.map((categoryId) => ({ categoryId, applyStatus: "QUALIFIED" }));
    return { orgId, sceneId: await scene(g), categories, lines: undefined, conclusion: "PASS" };
  },
  SrmSlcQualifyCategory: () => ({ applyStatus: "QUALIFIED" }),
  SrmSlcQualifiedSupplier: async (g, _, { supplierId }) => {
    const review = await g.lone(g.declared.entity("SrmSlcQualifyHeader"), supplierId ? { supplierId } : {});
    return {
      supplierId: review["supplierId"],
      orgId: review["orgId"],
      trackId: review["trackId"],
      categories: undefined,
      sites: undefined,
      validFrom: "2026-01-01",
      validTo: "2028-01-01",
    };
  },
  SrmSlcQualifiedCategories: () => ({ grantStatus: "QUALIFIED" }),
};
