import type { Answer } from "#kernel/question.ts";
import { make, type Effect, type Find } from "#kernel/rule.ts";
import { category } from "#modules/base/index.ts";
import { afterQualified, type QualifiedApplication } from "#modules/lifecycle/index.ts";
import { aslApply } from "./asl-apply.entity.ts";
import { aslHeader } from "./asl.entity.ts";
import { isOver, type AslHeader } from "./asl.ts";

const most = 200;

/** The leaves at and below the granted categories: lists are kept for leaves only. */
async function leavesOf(find: Find, ids: readonly string[]): Promise<readonly { readonly leaf: string; readonly of: string }[]> {
  const granted = (await Promise.all(ids.map((id) => find.maybe(category, id)))).flatMap((doc) => doc ?? []);
  const found = await Promise.all(
    granted.map(async (doc) => {
      if (doc.leafFlag === "Y") return [{ leaf: doc.id as string, of: doc.id as string }];
      const below = await find.where(category, { leafFlag: "Y", enabledFlag: "Y", idPath: { contains: `${doc.idPath ?? doc.id}/` } }, most);
      return below.map((leaf) => ({ leaf: leaf.id as string, of: doc.id as string }));
    }),
  );
  return [...new Map(found.flat().map((entry) => [entry.leaf, entry])).values()].slice(0, most);
}

const isListed = (lists: readonly AslHeader[], supplierId: string, categoryId: string): boolean =>
  lists
    .filter((aslHeader) => aslHeader.categoryId === categoryId)
    .some((aslHeader) =>
      aslHeader.lines.some((line) => line.supplierId === supplierId && line.supplierSiteId === null && !isOver(line.aslStatus)),
    );

/** A qualified supplier brings a drafted application for its categories, to be completed and submitted by whoever brought it in. */
async function drafted(find: Find, doc: QualifiedApplication, newId: () => string, today: string): Promise<Effect[]> {
  const leaves = await leavesOf(
    find,
    doc.categories.map((category) => category.categoryId),
  );
  const ids = leaves.map((leave) => leave.leaf);
  const lists = ids.length ? await find.where(aslHeader, { orgId: doc.orgId, itemId: null, categoryId: ids }, most) : [];
  const lines = leaves
    .filter(({ leaf }) => !isListed(lists, doc.supplierId, leaf))
    .map(({ leaf, of }) => {
      const grant = doc.categories.find((category) => category.categoryId === of)!;
      return {
        aslLevel: "CATEGORY",
        categoryId: leaf,
        supplierId: doc.supplierId,
        aslStatus: grant.grantStatus === "TRIAL" ? "TRIAL" : "APPROVED",
        startDate: doc.validFrom ?? today,
        endDate: grant.validTo ?? doc.validTo,
      };
    });
  if (lines.length === 0) return [];
  const applyReason = `合格供应商申请 ${doc.applyNo ?? ""}`.trim();
  const by = { applyUserId: doc.createdBy, applyDate: today, slcQualifiedId: doc.id };
  return [make(aslApply, newId(), { orgId: doc.orgId, applyReason, ...by, lines })];
}

export const aslQualifiedAnswers: readonly Answer[] = [
  afterQualified.answeredBy((find, { doc, newId, today }) => drafted(find, doc, newId, today)),
];
