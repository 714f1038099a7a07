import { add as plus, cmp, isZero, sub } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, rule, set, type Effect, type Rule } from "#kernel/rule.ts";
import { category } from "#modules/base/index.ts";
import { owned } from "./ask.ts";
import { capUse, supplierCategory } from "./standing.entity.ts";
import type { GrantRow, Supplier } from "./standing.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { asRefusal, grantFor, overCap, overTrial } from "./tradable.ts";
import type { TradeUse } from "./trade.gate.ts";

type Use = Doc<typeof capUse>;
interface Figures {
  readonly qty: string;
  readonly amount: string;
}
const nothing: Figures = { qty: "0", amount: "0" };

/** Counters never go below nothing. */
const moved = (used: string | null, by: string): string => {
  const after = plus(used ?? "0", by);
  return cmp(after, "0") < 0 ? "0" : after;
};
const difference = (after: Figures, before: Figures): Figures => ({
  qty: sub(after.qty, before.qty),
  amount: sub(after.amount, before.amount),
});

/** Which cap holds what is used of this category: the trial's, the temporary supplier's, or none. */
const capOf = (doc: Supplier, grant: GrantRow | null): "TRIAL" | "TEMP" | null =>
  grant?.categoryStatus === "TRIAL" ? "TRIAL" : grant?.categoryStatus !== "QUALIFIED" && doc.tempFlag === "Y" ? "TEMP" : null;

/** The counters of one supplier while uses are moved on them. */
class Counters {
  readonly refusals: Refusal[] = [];
  readonly #doc: Supplier;
  readonly #trials = new Map<GrantRow, Figures>();
  #temp: string;

  constructor(doc: Supplier) {
    this.#doc = doc;
    this.#temp = doc.tempUsedAmount ?? "0";
  }

  /** Less is never refused; more is held against what is left, where the cap still applies. */
  temporary(by: Figures, applies: boolean): void {
    const over = applies && cmp(by.amount, "0") > 0 ? overCap({ ...this.#doc, tempUsedAmount: this.#temp }, by.amount) : null;
    if (over) this.refusals.push(asRefusal(over, this.#doc.id)!);
    this.#temp = moved(this.#temp, by.amount);
  }

  trial(grant: GrantRow, by: Figures, applies: boolean): void {
    const used = this.#trials.get(grant) ?? { qty: grant.trialUsedQty ?? "0", amount: grant.trialUsedAmount ?? "0" };
    const more = (figure: string): string | null => (cmp(figure, "0") > 0 ? figure : null);
    const over = applies
      ? overTrial({ ...grant, trialUsedQty: used.qty, trialUsedAmount: used.amount }, { qty: more(by.qty), amount: more(by.amount) })
      : null;
    if (over) this.refusals.push(refuse("SLC_TRD_001", over[0], over[1], { data: { supplierId: this.#doc.id } }));
    this.#trials.set(grant, { qty: moved(used.qty, by.qty), amount: moved(used.amount, by.amount) });
  }

  get effects(): Effect[] {
    return [
      ...(cmp(this.#temp, this.#doc.tempUsedAmount ?? "0") === 0 ? [] : [set(this.#doc, { tempUsedAmount: this.#temp })]),
      ...[...this.#trials].map(([grant, { qty, amount }]) => set(grant, { trialUsedQty: qty, trialUsedAmount: amount })),
    ];
  }
}

/** What documents use of the caps, each set as a whole under the supplier's lock: said twice it counts once, said less it gives back. */
const useRule = rule(supplierInfo, "doUseCaps", {
  reads: async (doc, find, input) => {
    const asked = (Array.isArray(input.uses) ? input.uses : []) as readonly TradeUse[];
    const ids = [...new Set(asked.flatMap((tradeUse) => tradeUse.categoryId ?? []))];
    const [uses, grants, categories] = await Promise.all([
      find.where(capUse, { supplierId: doc.id, capKey: asked.map((tradeUse) => tradeUse.key) }, 5000),
      find.where(supplierCategory, { supplierId: doc.id }, 5000),
      ids.length ? find.where(category, { id: ids }, 5000) : [],
    ]);
    return {
      asked,
      uses,
      grants,
      paths: new Map(categories.map((category) => [category.id as string, (category.idPath ?? category.id).split("/")])),
    };
  },
  decide: (doc, { asked, uses, grants, paths }) => {
    const known = owned<Use>(doc, "capUses", uses);
    const all = owned<GrantRow>(doc, "categories", grants);
    const counters = new Counters(doc);
    const rows = asked.flatMap((use): Effect[] => {
      const row = known.find((candidate) => candidate.capKey === use.key);
      const before = row && row.releasedFlag === "N" ? row : null;
      const by = difference(use, before ?? nothing);
      if (isZero(by.qty) && isZero(by.amount)) return [];
      const grant = grantFor(all, use, paths.get(use.categoryId ?? "") ?? []);
      const now = capOf(doc, grant);
      const kind = before ? before.capKind : now;
      if (kind === null) return [];
      const held = kind === "TRIAL" ? (before ? all.find((grantRow) => grantRow.id === before.grantId) : grant) : null;
      if (kind === "TEMP") counters.temporary(by, now === "TEMP");
      else if (held) counters.trial(held, by, now === "TRIAL" && held === grant);
      const { supplierId: _, key, ...figures } = use;
      const values = {
        ...figures,
        capKind: kind,
        capKey: key,
        grantId: held?.id ?? null,
        releasedFlag: isZero(use.qty) && isZero(use.amount) ? ("Y" as const) : ("N" as const),
      };
      return [row ? set(row, values) : add(doc, "capUses", values)];
    });
    return counters.refusals.length ? counters.refusals : [...rows, ...counters.effects];
  },
});

export const capUseRules: readonly Rule[] = [useRule];
