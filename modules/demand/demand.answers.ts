import { openInOrganization } from "#modules/admin/index.ts";
import { billType, buyersOfOpenLines, item, openUses } from "#modules/base/index.ts";
import { requisition } from "./requisition.entity.ts";
import { requisitionLine } from "./requisition-line.entity.ts";

const underway = ["DRAFT", "APPROVING", "REJECTED", "RETURNED", "APPROVED", "PARTIAL"];
const held = (count: number) => [{ label: requisition.label, count, route: "purchaseRequisitionList" }];
const waiting = (itemId: string) => ({ itemId, lineStatus: ["DRAFT", "OPEN", "PARTIAL", "RETURNED"] });

/** Requisitions under way hold their organisation, their bill type and their items. */
openInOrganization.answeredBy(async (find, { orgId }) => held(await find.count(requisition, { orgId, status: underway })));
openUses.answeredBy(async (find, { entity, id }) => {
  if (entity === billType.name) return held(await find.count(requisition, { billTypeId: id, status: underway }));
  if (entity !== item.name) return [];
  return [{ label: requisitionLine.label, count: await find.count(requisitionLine, waiting(id)), route: "purchaseRequisitionList" }];
});

/** Who is to source open lines of an item, so that they hear when it goes. */
buyersOfOpenLines.answeredBy(async (find, { itemId }) => {
  const lines = await find.where(requisitionLine, { ...waiting(itemId), buyerId: { not: null } }, 20_000);
  return [...Map.groupBy(lines, (line) => line.buyerId as string)].map(([userId, own]) => ({ userId, lines: own.length }));
});
