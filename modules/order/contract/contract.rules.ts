import { rule, warn } from "#kernel/rule.ts";
import { contractFrom } from "#modules/contracts/index.ts";
import { order } from "../order.entity.ts";

/** A contract for what an order buys; the order itself goes on as it is. */
export const contractMaking = [
  rule(order, "doCreateContract", {
    decide: (doc, _, { templateId }, __, at) => [
      ...contractFrom(at, { sourceType: "ORDER", sourceId: doc.id, templateId: templateId! }).effects,
      warn("CCT_DRAFTED", "已生成合同草稿，请在合同列表中完善", "A draft contract was made; complete it in the list of contracts"),
    ],
  }),
];
