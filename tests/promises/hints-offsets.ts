import { systemMe } from "#kernel/server/access/permit.ts";
import type { Generate, Hints, Row } from "../support/generate.ts";

let entry = 0;

/** A bank account of the supplier that money may go to. */
const account = async (g: Generate): Promise<string> => {
  const made = await g.inState(g.declared.entity("SrmSupAccount"), "VERIFIED", { supplierId: g.supplierId, currency: "CNY" });
  return made["id"] as string;
};

/** An advance that was paid and has something left. */
const paid = async (g: Generate): Promise<Row> => {
  const e = g.declared.entity("SrmRcnAdvanceApply");
  const made = await g.inState(e, "APPROVED", { applyAmount: "1000" });
  const { id } = made;
  const cause = { causeType: "SrmRcnPaymentDetail", causeId: id, causeNum: null, key: `${id}:PAY` };
  const postings = [{ owner: id, event: "PAY", deltas: { PAID: "1000" }, base: { PAID: "1000" }, ...cause }];
  await g.kernel.actor.act(
    { entity: e, action: "doPost", targets: [{ id, input: { postings } }] },
    { me: systemMe("test"), now: new Date(), requestId: g.word(), ip: null },
  );
  return made;
};

/** What the rules of deductions and advances demand beyond their declarations. */
export const offsetHints: Hints = {
  SrmRcnDeductions: async (g) => ({
    ...{ currency: "CNY", mode: "PAYMENT_OFFSET", amountIncl: "100", taxRate: undefined },
    ownerId: await g.id("BaseUsers"),
  }),
  "SrmRcnDeductions.doAnswerAppeal": () => ({ decision: "KEEP", lowered: undefined }),
  SrmRcnAdvanceApply: async (g) => ({
    advanceType: "GENERAL",
    poHeaderId: undefined,
    contractId: undefined,
    stageNo: undefined,
    currency: "CNY",
    applyRatio: undefined,
    applyAmount: "1000",
    supplierAccountId: await account(g),
    planPayDate: "2026-01-01",
    dueRecoverDate: "2099-12-31",
    guaranteeNo: undefined,
    guaranteeTo: undefined,
  }),
  "SrmRcnAdvanceApply.doRegisterPayment": () => ({ payDate: "2026-01-01", amount: "100", bankFlowNo: `FLOW${++entry}` }),
  "SrmRcnAdvanceApply.poHeaderId": () => ({ poHeaderId: "none" }),
  "SrmRcnAdvanceApply.contractId": () => ({ contractId: "none" }),
  SrmRcnAdvanceCarryOver: async (g) => {
    const { id, supplierId, orgId } = await paid(g);
    const to = await g.inState(g.declared.entity("SrmRcnAdvanceApply"), "APPROVED", { supplierId, orgId });
    return { fromAdvanceId: id, toAdvanceId: to["id"], amount: "10", convertRate: undefined };
  },
  SrmRcnCollectAdvance: async (g) => ({ advanceId: (await paid(g))["id"], amount: "10", expectDate: "2099-01-01" }),
};
