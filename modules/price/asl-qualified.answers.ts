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
  const granted = (await Promise.all(ids.map((id) => find.maybe(category, id)))).flatMap((one) => one ?? []);
  const found = await Promise.all(
    granted.map(async (one) => {
      if (one.leafFlag === "Y") return [{ leaf: one.id as string, of: one.id as string }];
      const below = await find.where(category, { leafFlag: "Y", enabledFlag: "Y", idPath: { contains: `${one.idPath ?? one.id}/` } }, most);
      return below.map((leaf) => ({ leaf: leaf.id as string, of: one.id as string }));
    }),
  );
  return [...new Map(found.flat().map((one) => [one.leaf, one])).values()].slice(0, most);
}

const isListed = (lists: readonly AslHeader[], supplierId: string, categoryId: string): boolean =>
  lists
    .filter((one) => one.categoryId === categoryId)
    .some((one) => one.lines.some((line) => line.supplierId === supplierId && line.supplierSiteId === null && !isOver(line.aslStatus)));

/** A qualified supplier brings a drafted application for its categories, to be completed and submitted by whoever brought it in. */
async function drafted(find: Find, doc: QualifiedApplication, newId: () => string, today: string): Promise<Effect[]> {
  const leaves = await leavesOf(
    find,
    doc.categories.map((one) => one.categoryId),
  );
  const ids = leaves.map((one) => one.leaf);
  const lists = ids.length ? await find.where(aslHeader, { orgId: doc.orgId, itemId: null, categoryId: ids }, most) : [];
  const lines = leaves
    .filter(({ leaf }) => !isListed(lists, doc.supplierId, leaf))
    .map(({ leaf, of }) => {
      const grant = doc.categories.find((one) => one.categoryId === of)!;
      return {
        ...{ aslLevel: "CATEGORY", categoryId: leaf, supplierId: doc.supplierId },
        aslStatus: grant.grantStatus === "TRIAL" ? "TRIAL" : "APPROVED",
        startDate: doc.validFrom ?? today,
        endDate: grant.validTo ?? doc.validTo,
      };
    });
  if (lines.length === 0) return [];
  const applyReason = `合格供应商申请 ${doc.applyNo ?? ""}`.trim();
  const by = { applyUserId: doc.createdBy, applyDate: today, slcQualifiedId: doc.id };
  return [make(aslApply, newId(), { orgId: doc.orgId, applyReason, ...by, lines } as never)];
}

export const aslQualifiedAnswers: readonly Answer[] = [
  afterQualified.answeredBy((find, { doc, newId, today }) => drafted(find, doc, newId, today)),
];
