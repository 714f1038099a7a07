import { rule, set, type Rule } from "#kernel/rule.ts";
import { isInForce } from "./standing.ts";
import { joinedWith, standingOf } from "./standing.rules.ts";
import { supplierInfo } from "./supplier.entity.ts";

/** A restriction in force keeps the light red whatever the warnings say. */
const riskRule = rule(supplierInfo, "doRisk", {
  reads: async (doc, find) => ({ stored: await standingOf(find, doc.id) }),
  decide: (doc, { stored }, input, _, at) =>
    set(doc, {
      riskLight: joinedWith(doc, stored).controls.some((control) => isInForce(control, at.today)) ? "RED" : (input.riskLight ?? "GREEN"),
    }),
});

const tradeRule = rule(supplierInfo, "doTrade", {
  decide: (doc, _, input) => {
    const day = input.tradeDate!;
    return set(doc, {
      firstTradeDate: doc.firstTradeDate === null || day < doc.firstTradeDate ? day : doc.firstTradeDate,
      lastTradeDate: doc.lastTradeDate === null || day > doc.lastTradeDate ? day : doc.lastTradeDate,
    });
  },
});

export const riskRules: readonly Rule[] = [riskRule, tradeRule];
