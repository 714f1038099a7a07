import { div } from "#kernel/decimal.ts";
import type { Answer } from "#kernel/question.ts";
import { contractSources, noSource } from "#modules/contracts/index.ts";
import { order } from "../order.entity.ts";

/** Orders as contracts are made of them: as far as the caller sees the order, in the version in force. */
export const contractAnswers: readonly Answer[] = [
  contractSources.answeredBy(async (find, { sourceType, sourceId }) => {
    if (sourceType !== "ORDER") return [];
    const [seen] = await find.visibleIds(
      order,
      { id: sourceId, liveId: null, status: { not: ["DRAFT", "APPROVING", "REJECTED", "CANCELLED"] } },
      1,
    );
    const doc = await find.maybe(order, seen ?? null);
    if (!doc) return [noSource()];
    const { orgId, supplierId, supplierSiteId, currency, taxIncludedFlag, paymentTermId } = doc;
    return [
      {
        sourceType,
        sourceId,
        sourceNum: doc.orderNum,
        ...{ orgId, supplierId, supplierSiteId, currency, taxIncludedFlag, paymentTermId },
        items: doc.lines
          .filter((line) => line.lineStatus !== "CANCELLED")
          .map((line) => ({
            lineId: line.id,
            itemId: line.itemId,
            itemName: line.itemDesc.slice(0, 200),
            uom: line.uom,
            qty: line.qty,
            price: div(line.price, line.priceUnit, 8),
            taxRate: line.taxRate,
            deliveryDate: line.deliveries[0]?.needByDate ?? null,
          })),
      },
    ];
  }),
];
