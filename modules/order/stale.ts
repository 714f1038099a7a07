import type { Doc } from "#kernel/entity.ts";
import type { Refusal } from "#kernel/refusal.ts";
import type { paymentTerm } from "#modules/base/index.ts";
import { fault } from "#modules/demand/index.ts";
import type { Order } from "./ledger-effects.ts";
import type { SaveFacts } from "./save.facts.ts";

const gone: Readonly<Record<string, readonly [string, string]>> = { OBSOLETE: ["已淘汰", "obsolete"], FROZEN: ["已冻结", "frozen"] };

/** What has ended since the draft was written, or never began: new orders and new lines do not rely on it; what is in force keeps it. */
export const staleFaults = (doc: Order, facts: Pick<SaveFacts, "items">, term: Doc<typeof paymentTerm> | null): Refusal[] => [
  ...(term && term.status !== "EFFECTIVE"
    ? [
        fault(
          "paymentTermId",
          "PUR-2219",
          `付款条款[${term.termName}]未生效或已失效，请选择生效的付款条款`,
          `Payment term ${term.termNameEn ?? term.termName} is not active. Choose an active one`,
        ),
      ]
    : []),
  ...doc.lines.flatMap((line, i) => {
    const item = line.liveLineId ? undefined : facts.items.get(line.itemId ?? "");
    const state = gone[item?.itemStatus ?? ""];
    return item && state
      ? [
          fault(
            `lines[${i}].itemId`,
            "BASE_ITEM_008",
            `物料${item.itemCode}不可采购：${state[0]}`,
            `Item ${item.itemCode} cannot be purchased: it is ${state[1]}`,
          ),
        ]
      : [];
  }),
];
