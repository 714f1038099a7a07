import { action, entity, type Me } from "#kernel/entity.ts";
import {
  bilingual,
  code,
  date,
  datetime,
  files,
  int,
  longtext,
  money,
  month,
  payload,
  percent,
  pick,
  picks,
  price,
  qty,
  rate,
  ref,
  refs,
  richtext,
  rows,
  secret,
  snapshot,
  text,
  year,
  yn,
} from "#kernel/field.ts";
import { mul, round, sum } from "#kernel/decimal.ts";
import { folder, lookup, module, page } from "#kernel/module.ts";
import { reveal, rule, set } from "#kernel/rule.ts";

/** What no module has yet and every promise must hold for: all kinds, suppliers who write, lines in lines, numbers without gaps, owners, makers and checkers. */
export const company = entity("PromiseCompany", "承诺公司", "Promise company", {
  fields: { companyCode: code("编码", "Code", { max: 20 }), ...bilingual("companyName", "名称", "Name", { max: 60 }) },
  sees: { internal: "all", supplier: (me: Me) => ({ id: me.supplierId ?? "-" }) },
  shows: { supplier: ["companyCode", "companyName", "companyNameEn"] },
  saves: "internal",
  unique: [{ fields: ["companyCode"] }],
  search: ["companyCode", "companyName"],
});

const part = entity("PromiseSlipPart", "承诺子行", "Promise part", {
  fields: {
    lineNum: int("行号", "Line"),
    share: percent("占比", "Share", { least: 0, most: 100 }),
    inner: text("内部", "Inner", { optional: true, max: 40 }),
  },
  sees: {},
  shows: { supplier: ["lineNum", "share"] },
  title: ["lineNum"],
});

export const slipItem = entity("PromiseSlipItem", "承诺行", "Promise item", {
  fields: {
    lineNum: int("行号", "Line"),
    item: text("物料", "Item", { max: 60 }),
    qty: qty("数量", "Quantity", { least: 0 }),
    price: price("单价", "Price", { least: 0 }),
    amount: money("金额", "Amount", { computed: true }),
    costPrice: price("成本价", "Cost price", { optional: true }),
    pin: secret("密码", "Pin", { optional: true, hidden: "all", max: 40 }),
  },
  lines: { parts: part },
  computes: { amount: (line) => round(mul(line.qty ?? "0", line.price ?? "0"), 2) },
  sees: {},
  shows: { supplier: ["lineNum", "item", "qty", "price", "amount", "parts"] },
  title: ["lineNum", "item"],
});

export const slip = entity("PromiseSlip", "承诺单", "Promise slip", {
  number: ["slipNum", "PS{yyyy}{00001}", { gapless: true }],
  fields: {
    slipNum: text("单号", "Slip no.", { computed: true, max: 40 }),
    supplierId: ref("PromiseCompany", "供应商", "Supplier"),
    subject: text("主题", "Subject", { max: 60 }),
    plainCode: code("编码", "Code", { max: 20, optional: true }),
    story: longtext("说明", "Story", { optional: true }),
    article: richtext("正文", "Article", { optional: true }),
    pieces: int("件数", "Pieces", { optional: true, least: 1, most: 99 }),
    weight: qty("重量", "Weight", { optional: true }),
    unitPrice: price("单价", "Unit price", { optional: true }),
    budget: money("预算", "Budget", { optional: true, least: 0 }),
    exchange: rate("汇率", "Rate", { optional: true, least: 0 }),
    discount: percent("折扣", "Discount", { optional: true, least: 0, most: 100 }),
    firstDay: date("开始", "First day", { optional: true }),
    lastDay: date("结束", "Last day", { optional: true }),
    moment: datetime("时刻", "Moment", { optional: true }),
    month: month("月份", "Month", { optional: true }),
    year: year("年份", "Year", { optional: true }),
    urgent: yn("加急", "Urgent", { initial: "N" }),
    colour: pick("颜色", "Colour", "PROMISE_COLOUR", { initial: "RED" }),
    colours: picks("多色", "Colours", "PROMISE_COLOUR", { optional: true }),
    otherId: ref("PromiseSlip", "相关单", "Other slip", { optional: true }),
    otherIds: refs("PromiseSlip", "多相关单", "Other slips", { optional: true }),
    papers: files("附件", "Papers", { optional: true }),
    steps: rows(
      "步骤",
      "Steps",
      { name: text("名称", "Name", { max: 20 }), cost: money("费用", "Cost", { optional: true }) },
      { optional: true },
    ),
    frozen: snapshot("快照", "Snapshot", { optional: true, computed: true }),
    heard: payload("原文", "Heard", { optional: true }),
    bank: text("账号", "Account", { max: 40, optional: true, hidden: "last4" }),
    pass: secret("口令", "Password", { max: 60, optional: true, hidden: "all" }),
    margin: money("利润", "Margin", { optional: true }),
    total: money("总额", "Total", { computed: true }),
    checkedAt: datetime("复核时间", "Checked at", { computed: true, optional: true }),
    checkedBy: ref("BaseUsers", "复核人", "Checked by", { computed: true, optional: true }),
    kind: code("类别", "Kind", { max: 10, optional: true, fixed: "create" }),
  },
  lines: { items: slipItem },
  computes: { total: (doc) => round(sum(doc.items.map((l: { amount: string | null }) => l.amount ?? "0")), 2) },
  states: {
    DRAFT: ["拟定", "Draft"],
    SENT: ["已发送", "Sent", "running"],
    CHECKED: ["已复核", "Checked", "done"],
    CLOSED: ["已关闭", "Closed", "ended"],
  },
  savesFrom: ["DRAFT", "SENT"],
  deletesFrom: ["DRAFT"],
  actions: {
    doSend: action("发送", "Send", {
      button: "btnSubmit",
      who: "both",
      from: ["DRAFT"],
      to: "SENT",
      batch: "each",
      input: {
        otherId: ref("PromiseSlip", "相关单", "Other slip", { optional: true }),
        note: text("备注", "Note", { max: 40, optional: true }),
      },
    }),
    doCheck: action("复核", "Check", {
      button: "btnConfirm",
      who: { notOwner: "createdBy", of: "internal" },
      from: ["SENT"],
      to: "CHECKED",
    }),
    doClose: action("关闭", "Close", {
      button: "btnClose",
      who: { owner: "createdBy" },
      from: ["DRAFT", "SENT", "CHECKED"],
      to: "CLOSED",
      loads: "row",
    }),
    doReveal: action("取口令", "Reveal", {
      button: "btnSave",
      who: "internal",
      quiet: true,
      input: { word: text("口令", "Word", { max: 60 }) },
    }),
    doCount: action("计数", "Count", { button: "btnSave", who: "internal", quiet: true }),
    doPrice: action("改利润", "Set margin", {
      button: "btnSave",
      who: "internal",
      from: ["DRAFT"],
      batch: "all",
      input: { margin: money("利润", "Margin") },
    }),
  },
  sees: { internal: "all", supplier: (me: Me) => ({ supplierId: me.supplierId ?? "-" }) },
  shows: {
    supplier: [
      ...([
        "slipNum",
        "supplierId",
        "subject",
        "plainCode",
        "story",
        "pieces",
        "weight",
        "unitPrice",
        "firstDay",
        "lastDay",
        "moment",
        "urgent",
        "colour",
        "colours",
      ] as const),
      ...(["otherId", "otherIds", "papers", "bank", "total", "status" as never, "items", "creationDate"] as const),
    ],
  },
  saves: "both",
  deletes: "both",
  unique: [{ fields: ["supplierId", "plainCode"], while: { plainCode: { not: null } } }],
  holds: { period: ["firstDay", "<=", "lastDay"] },
  title: ["slipNum", "subject"],
  list: ["slipNum", "supplierId", "subject", "pieces", "weight", "budget", "firstDay", "moment", "colour", "bank", "margin", "total"],
  search: ["slipNum", "supplierId", "subject", "colour", "firstDay"],
  views: { sent: ["已发送", "Sent", () => ({ status: "SENT" })], mine: ["我的", "Mine", (me: Me) => ({ createdBy: me.userId })] },
  pages: {
    list: "promiseSlip",
    edit: "promiseSlip/edit",
    sections: [["基本信息", "Base data", ["slipNum", "supplierId", "subject", "colour"]]],
  },
  importKey: ["subject"],
});

const check = rule(slip, "doCheck", {
  decide: (doc, _, __, me, at) => set(doc, { checkedAt: at.now, checkedBy: me.userId, frozen: { subject: doc.subject } }),
});
const tellWord = rule(slip, "doReveal", { decide: (_doc, _, input) => reveal({ word: `once-${input.word}` }) });
const send = rule(slip, "doSend", { decide: (doc, _, input) => [input.otherId && set(doc, { otherId: input.otherId })] });
/** Writes on a document that it only read: nobody told the kernel to lock it. */
const count = rule(slip, "doCount", {
  reads: async (doc, find) => ({ other: await find.maybe(slip, doc.otherId) }),
  decide: (_doc, { other }) => (other ? set(other, { pieces: (other.pieces ?? 0) + 1 }) : undefined),
});
const setMargin = rule(slip, "doPrice", { decide: (doc, _, input) => set(doc, { margin: input.margin ?? null }) });

export const wideModule = module("promise", "承诺", "Promises", {
  entities: [company, slip],
  rules: [check, tellWord, send, count, setMargin],
  lookups: { PROMISE_COLOUR: lookup("承诺颜色", "Promise colour", { RED: ["红", "Red"], GREEN: ["绿", "Green"], BLUE: ["蓝", "Blue"] }) },
  menus: [
    folder("PROMISE", "承诺", "Promises", [
      page("promiseSlip", "承诺单", "Slips", {
        entities: [slip],
        audience: "BOTH",
        children: ["promiseSlip/edit"],
        buttons: ["btnAdd", "btnSave", "btnDelete", "btnSubmit", "btnConfirm", "btnClose", "btnExport", "btnImport"],
      }),
      page("promiseCompany", "承诺公司", "Companies", { entities: [company], buttons: ["btnAdd", "btnSave"] }),
    ]),
  ],
});
