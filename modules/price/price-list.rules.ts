import { refuse } from "#kernel/refusal.ts";
import { rule, set } from "#kernel/rule.ts";
import { fault, required } from "#modules/demand/index.ts";
import { overlaps, statusOn } from "./price-cut.ts";
import { priceKey } from "./price-key.ts";
import { priceList } from "./price-list.entity.ts";
import { changePercent, cutEffects, priceFacts } from "./price-rows.ts";

const mayNot = () => refuse("PUR-2119", "维护价格需要“价格维护”权限", "You need the permission to maintain prices", { http: 403 });

const save = rule(priceList, "saveOrUpdate", {
  reads: async (doc, find) => ({
    facts: await priceFacts(find, [{ ...doc, priceKey: priceKey(doc) } as never], null),
  }),
  decide: (doc, { facts }, { before }, me, at) => {
    const others = facts.older.filter((row) => row.id !== doc.id);
    const moved = before !== null && (before.startDate !== doc.startDate || before.endDate !== doc.endDate);
    const clash = moved ? others.find((row) => overlaps(row, doc)) : undefined;
    const prev = others.filter((row) => row.startDate <= doc.startDate).toSorted((a, b) => (a.startDate < b.startDate ? 1 : -1))[0];
    return [
      me.audience === "internal" && !me.may(priceList.name, "btnPriceMaintain") && mayNot(),
      before !== null &&
        before.sourceGroup === "AGREEMENT" &&
        refuse("PUR-2206", "协议价格请通过协议变更维护", "Prices of an agreement can only be changed in the agreement"),
      !doc.reason?.trim() && required("reason", "维护原因", "Reason"),
      doc.endDate !== null &&
        doc.endDate < doc.startDate &&
        fault("endDate", "PUR-0007", "结束日期不能早于开始日期", "End date cannot be before start date"),
      clash !== undefined &&
        fault(
          "startDate",
          "PUR-2102",
          `与价格[${clash.startDate}–${clash.endDate ?? ""}]有效期重叠`,
          `Validity overlaps price ${clash.startDate}–${clash.endDate ?? ""}`,
        ),
      ...(before === null ? cutEffects(others, [doc], at) : []),
      set(doc, {
        sourceGroup: "LIST",
        status: statusOn(doc, at.today),
        prevPriceId: before === null ? (prev?.id ?? null) : doc.prevPriceId,
        changePercent: prev ? changePercent(doc, prev, facts.taxes) : null,
      } as never),
    ];
  },
});

const invalid = rule(priceList, "doInvalid", { decide: (doc, _, input) => set(doc, { reason: input.maintainWhy ?? null }) });

const refresh = rule(priceList, "doRefresh", {
  decide: (doc, _, __, ___, at) => set(doc, { status: statusOn(doc, at.today) } as never),
});

export const priceListRules = [save, invalid, refresh];
