import { max, sub, sum } from "#kernel/decimal.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { eachAs } from "#kernel/server/act/each.ts";
import { Explanations } from "#kernel/server/constructs/ledger-why.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { answering } from "#kernel/server/http/call.ts";
import { readersOf } from "#kernel/server/http/need.ts";
import type { Side } from "#kernel/server/install/side.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { contract } from "#modules/contracts/index.ts";
import { order } from "#modules/order/index.ts";
import { deduction } from "../deduction/deduction.entity.ts";
import { offsetPosting } from "../deduction/offset-posting.entity.ts";
import { advance } from "./advance.entity.ts";
import { basisOf, roomOn } from "./advance.facts.ts";
import { listOpenAdvances } from "./advance.doors.ts";
import { takenOf } from "./cap.ts";
import { getAdvanceRoom } from "./page-calls.ts";

/** An order or a contract that ended with money left on its advances: somebody has to carry it over or collect it. Hearing twice changes nothing. */
function followEnds(kernel: Kernel, clock: { now(): Date }): void {
  const asking = eachAs(kernel, clock, "finance");
  const find = () => findFor(kernel, systemMe("finance"));
  const asked = (ids: readonly { readonly advanceId: string }[], why: string, whyEn: string) =>
    asking(
      advance.name,
      "doAskRecover",
      ids.map(({ advanceId }) => ({ id: advanceId })),
      () => ({ why, whyEn }),
    );
  kernel.outbox.on("PUR_ORDER_ENDED", async ({ data }) => {
    const of = await find().maybe(order, String(data["id"]));
    if (!of || !["CANCELLED", "CLOSED", "COMPLETED"].includes(of.status)) return;
    await asked(
      await listOpenAdvances(find(), { poHeaderId: of.id }),
      `订单${of.orderNum ?? ""}已结束`,
      `Order ${of.orderNum ?? ""} has ended`,
    );
  });
  kernel.outbox.on("CCT_TERMINATED", async ({ data }) => {
    const of = await find().maybe(contract, String(data["id"]));
    if (!of) return;
    const num = of.contractNum ?? "";
    await asked(await listOpenAdvances(find(), { contractId: of.id }), `合同${num}已终止`, `Contract ${num} was terminated`);
  });
}

const postings = "v1/srmRcnOffsetPostingRestful/findPostings";

/** What advances and deductions answer beside their documents. */
export const advanceSide: Omit<Side, "code"> = {
  needs: { [getAdvanceRoom.path]: readersOf(advance.name), [postings]: readersOf(deduction.name, advance.name) },
  calls: ({ kernel }) => [
    new Explanations(kernel, offsetPosting).call,
    answering(getAdvanceRoom, async ({ me }, { id, advanceType, poHeaderId, contractId }) => {
      if (me.audience !== "internal") return null;
      const find = findFor(kernel, me);
      const asked = {
        id: (id ?? "") as never,
        advanceType: advanceType ?? "",
        poHeaderId: poHeaderId ?? null,
        contractId: contractId ?? null,
      };
      const of = await (advanceType === "CONTRACT"
        ? find.visibleIds(contract, { id: contractId ?? "" }, 1)
        : find.visibleIds(order, { id: poHeaderId ?? "" }, 1));
      const basis = of.length ? await basisOf(asked, find) : null;
      if (!basis) return null;
      const { cap, others } = await roomOn(asked, basis, find);
      const taken = sum(others.map(takenOf));
      return { gross: basis.gross, currency: basis.currency, cap, taken, left: cap === null ? null : max("0", sub(cap, taken)) };
    }),
  ],
  start: ({ kernel, clock }) => followEnds(kernel, clock),
};
