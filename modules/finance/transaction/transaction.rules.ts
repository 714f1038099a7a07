import { abs, cmp, div, isZero, mul } from "#kernel/decimal.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, run, set, type Effect, type Find } from "#kernel/rule.ts";
import { digitsOf } from "#modules/base/index.ts";
import { storageTransaction } from "#modules/order/index.ts";
import { taxPercents } from "#modules/price/index.ts";
import { fault, taxed } from "../common.ts";
import { periodOf } from "../period.ts";
import { byHand, heldBy, withHold, without, type Hold, type Info } from "./holds.ts";
import { transactionInfo } from "./transaction.entity.ts";

const manualTypes: readonly string[] = ["PRICE_ADJ", "FREIGHT", "FEE", "SUPPLEMENT", "OPENING"];

const unsupported = (currency: string): Refusal =>
  fault("currency", "RCN-019", `币种${currency}小数位不支持`, `Currency ${currency} has unsupported decimals`);

function manualFaults(doc: Info, digits: number): (Refusal | false)[] {
  return [
    !manualTypes.includes(doc.txnType) &&
      fault(
        "txnType",
        "RCN-102",
        "手工事务只能选择手工类型",
        "Choose a type for manual transactions: this one comes from purchasing alone",
      ),
    digits > 2 && unsupported(doc.currency),
    doc.txnType !== "OPENING" &&
      cmp(abs(doc.qty), "1") !== 0 &&
      fault("qty", "RCN-103", "手工金额的数量须为1或-1", "Enter 1 for an amount to pay, −1 for one to deduct"),
    isZero(doc.qty) && fault("qty", "RCN-103", "数量不能为零", "The quantity cannot be zero"),
    cmp(doc.priceUnit, "0") <= 0 && fault("priceUnit", "RCN-103", "价格单位须大于零", "The price unit must be above zero"),
  ];
}

const factsOf = async (find: Find, doc: Info) => {
  const [digits, taxes, period] = await Promise.all([
    digitsOf(find, doc.currency),
    taxPercents(find, [doc.taxRate]),
    periodOf(find, doc.orgId, doc.txnDate),
  ]);
  return { digits, taxPercent: taxes.get(doc.taxRate) ?? "0", period };
};

const save = rule(transactionInfo, "saveOrUpdate", {
  reads: async (doc, find) => factsOf(find, doc),
  decide: (doc, { digits, taxPercent, period }) => {
    const wrong = manualFaults(doc, digits).filter((entry) => entry !== false);
    if (wrong.length) return wrong;
    const whole = div(mul(doc.qty, doc.price), doc.priceUnit, 12);
    return set(doc, {
      ...taxed(doc.priceBasis, whole, taxPercent, digits),
      taxPercent,
      invOrgId: doc.invOrgId ?? doc.orgId,
      periodId: period,
    });
  },
});

const submit = rule(transactionInfo, "doSubmit", {
  decide: (doc) => [
    isZero(doc.amountIncl) && fault("price", "RCN-103", "金额不能为零", "The amount cannot be zero"),
    !doc.fileIds && fault("fileIds", "RCN-104", "请上传依据文件", "Attach a file that supports the amount"),
  ],
});

/** Between submission and approval a month may have been closed. */
const approve = rule(transactionInfo, "doApproval", {
  reads: async (doc, find) => ({ period: await periodOf(find, doc.orgId, doc.txnDate) }),
  decide: (doc, { period }) => set(doc, { periodId: period }),
});

const cancel = rule(transactionInfo, "doCancel", {
  decide: (doc, _, { cancelReason }) => [
    Boolean(doc.sourceTransactionId) &&
      refuse("RCN-105", "来自采购的事务请通过冲销或退货撤销", "A transaction from purchasing is undone by a reversal or return"),
    (!isZero(doc.reconciledQty) || !isZero(doc.reservedQty)) &&
      refuse("RCN-018", "已进入对账单的事务不能取消", "The transaction is in a statement. Remove it there first"),
    set(doc, { remark: cancelReason ?? null }),
  ],
});

/** Hold state of the transaction and, so that purchasing shows it too, of its source. */
function holding(doc: Info, holds: readonly Hold[]): Effect[] {
  const after = heldBy(holds);
  const isChanged = after.holdFlag !== doc.holdFlag && doc.sourceTransactionId;
  return [
    set(doc, after as never),
    ...(isChanged ? [run(storageTransaction, doc.sourceTransactionId!, "doFinance", { holdFlag: after.holdFlag })] : []),
  ];
}

const holdsOf = (doc: Info): readonly Hold[] => (doc.holds ?? []) as readonly Hold[];

const hold = rule(transactionInfo, "doHold", {
  decide: (doc, _, { reason }, me) => holding(doc, withHold(holdsOf(doc), { docType: byHand, docId: me.userId, reason: reason! })),
});

const release = rule(transactionInfo, "doRelease", {
  decide: (doc) => {
    const left = holdsOf(doc).filter((entry) => entry.docType !== byHand);
    return left.length
      ? refuse("RCN-106", "仍有单据冻结该事务，请先处理该单据", "Documents still hold this transaction. Settle them first")
      : holding(doc, left);
  },
});

const holdBy = rule(transactionInfo, "doHoldBy", {
  decide: (doc, _, input) => holding(doc, withHold(holdsOf(doc), input.hold as Hold)),
});

const releaseBy = rule(transactionInfo, "doReleaseBy", {
  decide: (doc, _, { docType, docId }) => holding(doc, without(holdsOf(doc), { docType: docType!, docId: docId! })),
});

const follow = rule(transactionInfo, "doFollow", {
  decide: (doc, _, { heldQty, provisionalFlag }) => set(doc, { heldQty: heldQty!, provisionalFlag: provisionalFlag! }),
});

export const transactionRules = [save, submit, approve, cancel, hold, release, holdBy, releaseBy, follow];
