import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, type Find } from "#kernel/rule.ts";
import { standingFor } from "./ask.ts";
import { logged } from "./standing.rules.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { tradeGate, type TradeQuestion } from "./trade.gate.ts";

/** Goods on the way from a supplier that has left or is listed are received once the supplier manager said so: one press, with its reason. */
export const releaseRule = rule(supplierInfo, "doReleaseGoods", {
  decide: (doc, _, input, me, at) => [
    doc.blacklistFlag !== "Y" &&
      doc.quitScopeAll !== "Y" &&
      refuse(
        "SUP_REL_001",
        "该供应商未退出也未列入黑名单，无需放行",
        "The supplier has neither left nor is it blacklisted; nothing needs a release",
      ),
    set(doc, { goodsReleasedFlag: "Y", goodsReleaseReason: input.reason!, goodsReleasedBy: me.userId, goodsReleasedAt: at.now }),
    logged(
      doc,
      ["SUPPLIER", doc.id],
      doc.supStatus,
      doc.supStatus ?? "",
      { docType: "GOODS_RELEASE", docId: doc.id, reason: input.reason ?? null },
      me,
      at,
    ),
  ],
});

/** Why goods of this supplier are not received today; nothing where it neither left nor is listed. */
export async function receivingBarred(
  find: Find,
  supplierId: string | null,
  questions: (isReleased: boolean) => readonly TradeQuestion[],
): Promise<readonly Refusal[]> {
  if (supplierId === null) return [];
  const supplier = await standingFor(find, supplierId, true);
  if (supplier.blacklistFlag !== "Y" && supplier.quitScopeAll !== "Y") return [];
  const barred = await tradeGate.ask(find, questions(supplier.goodsReleasedFlag === "Y"));
  return barred.length === 0 || supplier.goodsReleasedFlag === "Y"
    ? []
    : [
        refuse(
          "SLC_TRD_004",
          `${barred[0]!.text[0]}；请供应商管理员在供应商档案放行在途货物后再收货`,
          `${barred[0]!.text[1]}; the supplier manager releases goods on the way on the supplier's page, then they can be received`,
          { data: { supplierId: supplier.id } },
        ),
      ];
}
