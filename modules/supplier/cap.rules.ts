import { add as plus, cmp, isZero, mul, round, sub } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { add, rule, set, type Find, type Rule } from "#kernel/rule.ts";
import { category, getRate } from "#modules/base/index.ts";
import { capUse, supplierCategory } from "./standing.entity.ts";
import { owned } from "./ask.ts";
import type { GrantRow } from "./standing.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { asRefusal, grantFor, overCap, overTrial } from "./tradable.ts";

type Use = Doc<typeof capUse>;

/** Counters never go below nothing. */
const less = (used: string, part: string): string => (cmp(used, part) < 0 ? "0" : sub(used, part));

/** An amount in the currency the organisation keeps its books in, by the corporate rate of the day. */
async function functional(
  find: Find,
  asked: { amount: string; currency: string | null; orgId: string | null; day: string },
): Promise<string> {
  if (!asked.currency) return asked.amount;
  const to = (await find.maybe(organization, asked.orgId))?.functionalCurrency ?? "CNY";
  if (to === asked.currency) return asked.amount;
  const rated = await getRate(find, { rateType: "CORPORATE", from: asked.currency, to, day: asked.day, orgId: asked.orgId });
  return round(mul(asked.amount, rated.rate), 2);
}

const reserveRule = rule(supplierInfo, "reserveCap", {
  reads: async (doc, find, input, _, at) => {
    const [uses, grants, asked, amount] = await Promise.all([
      find.where(capUse, { supplierId: doc.id, capKey: input.key ?? "" }, 5),
      find.where(supplierCategory, { supplierId: doc.id }, 5000),
      find.maybe(category, input.categoryId ?? null),
      functional(find, { amount: input.amount ?? "0", currency: input.currency ?? null, orgId: input.orgId ?? null, day: at.today }),
    ]);
    return { uses, grants, amount, path: asked ? (asked.idPath ?? asked.id).split("/") : [] };
  },
  decide: (doc, { uses, grants, path, amount }, input, _, at) => {
    const held = owned<Use>(doc, "capUses", uses).find((row) => row.capKey === input.key);
    if (held && held.releasedFlag === "N") return [];
    const qty = input.qty ?? "0";
    const use = {
      capKind: input.capKind,
      capKey: input.key,
      orgId: input.orgId ?? null,
      categoryId: input.categoryId ?? null,
      qty,
      amount,
      refType: input.refType ?? null,
      refId: input.refId ?? null,
      releasedFlag: "N" as const,
    };
    const taken = (grantId: string | null) => (held ? set(held, { ...use, grantId }) : add(doc, "capUses", { ...use, grantId }));
    if (input.capKind === "TEMP") {
      if ((doc.tempValidTo ?? "") < at.today)
        return refuse("SUP_TMP_002", `临时资格已于${doc.tempValidTo ?? ""}到期`, `Temporary status ended on ${doc.tempValidTo ?? ""}`, {
          data: { supplierId: doc.id },
        });
      const over = overCap(doc, amount);
      return over ? asRefusal(over, doc.id)! : [taken(null), set(doc, { tempUsedAmount: plus(doc.tempUsedAmount ?? "0", amount) })];
    }
    const grant = grantFor(owned<GrantRow>(doc, "categories", grants), input, path);
    if (!grant || grant.categoryStatus !== "TRIAL")
      return refuse("SLC_TRD_001", "该品类没有试用资格", "The category is not on trial", { data: { supplierId: doc.id } });
    const over = overTrial(grant, { qty, amount: isZero(amount) ? null : amount });
    if (over) return refuse("SLC_TRD_001", over[0], over[1], { data: { supplierId: doc.id } });
    return [
      taken(grant.id),
      set(grant, { trialUsedQty: plus(grant.trialUsedQty ?? "0", qty), trialUsedAmount: plus(grant.trialUsedAmount ?? "0", amount) }),
    ];
  },
});

const releaseRule = rule(supplierInfo, "releaseCap", {
  reads: async (doc, find, input) => {
    const uses = await find.where(capUse, { supplierId: doc.id, capKey: input.key ?? "" }, 5);
    const grants = await find.where(supplierCategory, { supplierId: doc.id }, 5000);
    return { uses, grants };
  },
  decide: (doc, { uses, grants }, input) => {
    const held = owned<Use>(doc, "capUses", uses).find((use) => use.capKey === input.key);
    if (!held || held.releasedFlag === "Y") return [];
    const grant = owned<GrantRow>(doc, "categories", grants).find((grantRow) => grantRow.id === held.grantId);
    return [
      set(held, { releasedFlag: "Y" }),
      held.capKind === "TEMP" && set(doc, { tempUsedAmount: less(doc.tempUsedAmount ?? "0", held.amount) }),
      grant !== undefined &&
        set(grant, {
          trialUsedQty: less(grant.trialUsedQty ?? "0", held.qty),
          trialUsedAmount: less(grant.trialUsedAmount ?? "0", held.amount),
        }),
    ];
  },
});

/** Caps are taken and given back under the supplier's own lock, once for each key. */
export const capRules: readonly Rule[] = [reserveRule, releaseRule];
