import { action, entity } from "#kernel/entity.ts";
import { code, files, longtext, money, payload, pick, ref, refs, text } from "#kernel/field.ts";

/** A request of no other kind: whatever form the process asks for, filled in by its starter. */
export const freeForm = entity("BpmFreeForm", "自由申请", "Free-form request", {
  service: "bpmServer",
  number: ["formNum", "FF{yyyyMMdd}{0001}"],
  fields: {
    formNum: code("申请单号", "Number", { max: 40, computed: true }),
    modelId: ref("BpmModel", "流程", "Process", { fixed: "create", pick: { status: "PUBLISHED", billTypeCode: "FREE_FORM" } }),
    subject: text("主题", "Subject", { max: 200 }),
    content: payload("表单内容", "Form", { optional: true }),
    remark: longtext("说明", "Remark", { max: 4000, optional: true }),
    amount: money("金额", "Amount", { optional: true, currency: "currency" }),
    currency: pick("币种", "Currency", "CURRENCY", { optional: true, initial: "CNY" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { optional: true, pick: { enabledFlag: "Y" } }),
    fileIds: files("附件", "Attachments", { optional: true, max: 20 }),
    status: pick("状态", "Status", "BpmFreeForm.status", { computed: true }),
    starterUserId: ref("BaseUsers", "申请人", "Requested by", { computed: true }),
    /** Whoever is asked about it, or got a copy. */
    readers: longtext("可读人员", "Readers", { computed: true, optional: true, hidden: "all" }),
  },
  states: {
    DRAFT: ["拟定", "Draft", "waiting"],
    APPROVED: ["已通过", "Approved", "done"],
  },
  approval: {
    bill: "FREE_FORM",
    label: ["自由申请", "Free-form request"],
    to: "APPROVED",
    submit: { button: "btnStart", who: { owner: "starterUserId" } },
    amount: "amount",
    currency: "currency",
    org: "orgId",
    summary: ["subject", "remark", "amount"],
  },
  actions: {
    share: action("共享", "Share", {
      button: "btnApproval",
      who: "system",
      quiet: true,
      input: { userIds: refs("BaseUsers", "人员", "People") },
    }),
  },
  sees: {
    internal: (me) =>
      me.may("BpmInstance", "btnStop") ? {} : { any: [{ starterUserId: me.userId }, { readers: { contains: `,${me.userId},` } }] },
  },
  saves: { owner: "starterUserId" },
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: { owner: "starterUserId" },
  deletesFrom: ["DRAFT"],
  title: ["formNum", "subject"],
  list: ["formNum", "subject", "modelId", "amount", "currency", "status", "creationDate"],
  search: ["formNum", "subject", "modelId", "status"],
  order: [["creationDate", "desc"]],
  lists: { drafts: { route: "processInitiate", where: (me) => ({ starterUserId: me.userId }) } },
  pages: { list: "processInitiate" },
});
