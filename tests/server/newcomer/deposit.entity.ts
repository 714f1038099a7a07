import { action, entity } from "#kernel/entity.ts";
import { code, money, pick, ref } from "#kernel/field.ts";
import { amountMoved, postingFields, postingRules } from "#kernel/ledger-postings.ts";
import { ledgerActions, ledgerHome } from "#kernel/ledger-rule.ts";
import { ledger } from "#kernel/ledger.ts";
import { refuse } from "#kernel/refusal.ts";
import type { ReportDesk } from "#kernel/report.ts";
import { changeReason, revisionActions, revisionFields } from "#kernel/revision.ts";

/** What of a deposit was paid in. */
export const depositLedger = ledger("DEPOSIT", "保证金", "Deposit", {
  buckets: { HELD: ["heldAmount", money("已收金额", "Held", { computed: true, initial: "0", least: 0, currency: "currency" })] },
  figures: { openAmount: [money("未收金额", "Open", { computed: true, initial: "0" }), "amount - heldAmount"] },
  names: { RECEIVE: ["收到", "Received"] },
  events: { RECEIVE: { HELD: "+" } },
  caps: {
    amount: {
      of: "heldAmount",
      within: "amount",
      refuse: ({ left, asked }) => refuse("DEPOSIT_OVER", `剩余${left}，本次${asked}`, `${left} left, ${asked} asked`),
    },
  },
});

/** Every movement of a deposit. */
export const depositPosting = entity("DemoDepositPosting", "保证金流水", "Deposit posting", {
  ...postingRules,
  fields: { ownerType: pick("对象类型", "Owner type", "DEPOSIT_OWNER", { computed: true }), ...postingFields, ...amountMoved },
  sees: { internal: "all" },
});

/** What a supplier leaves as security. */
export const deposit = entity("DemoDeposit", "供应商保证金", "Supplier deposit", {
  number: ["depositNum", "DEP{yyyyMMdd}{0001}"],
  fields: {
    depositNum: code("编号", "Number", { computed: true, optional: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier"),
    orgId: ref("BaseOrganization", "组织", "Organisation"),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY" }),
    amount: money("金额", "Amount", { currency: "currency" }),
    ...depositLedger.fields,
    ...revisionFields("DemoDeposit"),
    status: pick("状态", "Status", "DemoDeposit.status", { computed: true }),
  },
  computes: depositLedger.computes,
  holds: depositLedger.holds,
  states: {
    DRAFT: ["拟定", "Draft"],
    ACTIVE: ["生效", "Active", "done"],
    SUPERSEDED: ["已被取代", "Superseded", "ended"],
  },
  approval: { bill: "DEMO_DEPOSIT", amount: "amount", currency: "currency", org: "orgId", supplier: "supplierId" },
  actions: {
    doReceive: action("收款", "Receive", {
      button: "btnReceive",
      who: "internal",
      from: ["ACTIVE"],
      input: { received: money("本次收款", "Received now") },
    }),
    ...ledgerActions,
    ...revisionActions({ from: ["ACTIVE"], discardFrom: ["ACTIVE"], input: { reason: changeReason() } }),
  },
  revises: {
    live: "liveId",
    draft: "draftId",
    number: "revisionNum",
    reason: "changeReason",
    kept: "changeRows",
    open: ["DRAFT", "APPROVING", "REJECTED"],
    done: "SUPERSEDED",
    changes: ["amount"],
    fixed: ["supplierId", "orgId", "currency"],
    leaves: ["heldAmount", "openAmount"],
    floors: { amount: "heldAmount" },
  },
  unique: [{ fields: ["depositNum"], while: { liveId: null } }],
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  title: ["depositNum", "supplierId"],
  list: ["depositNum", "supplierId", "amount", "heldAmount", "openAmount", "status"],
  pages: { list: "demoDepositList" },
});

/** Postings lock the deposit, and only deposits in force own balances. */
export const depositHome = ledgerHome(depositLedger, {
  document: deposit,
  path: [],
  postings: depositPosting,
  live: { liveId: null },
  org: "orgId",
  num: "depositNum",
  currency: "currency",
});

/** What is held of each supplier. */
export const depositReports = {
  path: "demoDepositReportRestful",
  shapes: {
    held: {
      route: "demoDepositReport",
      call: "getHeld",
      label: ["保证金余额", "Deposits held"],
      formula: ["生效的保证金，按供应商和币种合计。", "Deposits in force, added up by supplier and currency."],
      filters: { supplierId: ref("SrmSupInfo", "供应商", "Supplier", { optional: true }) },
      columns: [
        { key: "supplierName", label: ["供应商", "Supplier"] },
        { key: "currency", label: ["币种", "Currency"] },
        { key: "held", label: ["已收金额", "Held"], kind: "money" },
      ],
    },
  },
} as const satisfies ReportDesk;
