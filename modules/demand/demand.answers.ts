import type { Answer } from "#kernel/question.ts";
import { openInOrganization } from "#modules/admin/index.ts";
import { billType, buyersOfOpenLines, deliveryInfo, item, openUses } from "#modules/base/index.ts";
import { requisition } from "./requisition.entity.ts";
import { requisitionLine } from "./requisition-line.entity.ts";

const underway = ["DRAFT", "APPROVING", "REJECTED", "RETURNED", "APPROVED", "PARTIAL"];
const held = (count: number) => [{ label: requisition.label, count, route: "purchaseRequisitionList" }];

const openLines = ["DRAFT", "OPEN", "PARTIAL", "RETURNED"];
const waiting = (itemId: string) => ({ itemId, lineStatus: openLines });

export const demandAnswers: readonly Answer[] = [
  // Open lines hold the warehouse they are for; requisitions under way hold their bill type, their items and the addresses they go to.
  openInOrganization.answeredBy(async (find, { orgId }) => [
    {
      label: requisitionLine.label,
      count: await find.count(requisitionLine, { invOrgId: orgId, lineStatus: openLines }),
      route: "purchaseRequisitionList",
    },
  ]),
  openUses.answeredBy(async (find, { entity, id }) => {
    if (entity === billType.name) return held(await find.count(requisition, { billTypeId: id, status: underway }));
    if (entity !== item.name && entity !== deliveryInfo.name) return [];
    const where = entity === item.name ? waiting(id) : { deliveryInfoId: id, lineStatus: openLines };
    return [{ label: requisitionLine.label, count: await find.count(requisitionLine, where), route: "purchaseRequisitionList" }];
  }),
  // Who is to source open lines of an item, so that they hear when it goes.
  buyersOfOpenLines.answeredBy(async (find, { itemId }) => {
    const lines = await find.where(requisitionLine, { ...waiting(itemId), buyerId: { not: null } }, 20_000);
    return [...Map.groupBy(lines, (line) => line.buyerId as string)].map(([userId, own]) => ({ userId, lines: own.length }));
  }),
];
