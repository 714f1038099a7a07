import { action, entity } from "#kernel/entity.ts";
import { code, int, longtext, money, payload, pick, picks, ref, text, yn } from "#kernel/field.ts";
import { contractCodes } from "../common.ts";
import { ofContract, scopeFields } from "./sees.ts";

const stamp = { computed: true, optional: true } as const;

/** One change of a contract, from its draft to the version it made. It has the id of the draft, which goes its way as a contract. */
export const alteration = entity("SrmCctAlteration", "合同变更单", "Contract change", {
  fields: {
    alterNum: code("变更单号", "Change no.", { max: 40, ...stamp }),
    contractId: ref("SrmCctContract", "合同", "Contract", { computed: true }),
    ...scopeFields,
    fromVersion: int("原版本", "From version", { computed: true, adds: false }),
    toVersion: int("新版本", "To version", { computed: true, adds: false }),
    alterTypes: picks("变更内容", "What changes", "CCT_ALTER_TYPE", stamp),
    reason: longtext("变更原因", "Reason", { max: 1000, ...stamp }),
    currency: pick("币种", "Currency", "CURRENCY", { computed: true }),
    amountDelta: money("金额变化", "Difference in amount", { ...stamp, currency: "currency" }),
    needSupplierConfirm: yn("须供应商确认", "Supplier confirms", stamp),
    needResign: yn("须重新签署", "Sign again", stamp),
    draftId: text("变更稿", "Draft", { max: 64, ...stamp }),
    snapshotBefore: payload("变更前", "Before", { ...stamp, hidden: "all" }),
    snapshotAfter: payload("变更后", "After", { ...stamp, hidden: "all" }),
    diffJson: payload("差异", "Differences", { ...stamp, hidden: "all" }),
    status: pick("状态", "Status", "SrmCctAlteration.status", { computed: true }),
  },
  number: ["alterNum", "CB{yyyyMMdd}{0001}"],
  states: {
    DRAFT: ["拟定", "Draft"],
    APPROVING: ["审批中", "In approval", "waiting"],
    REJECTED: ["已驳回", "Rejected", "refused"],
    CONFIRMING: ["待供应商确认", "Awaiting supplier", "waiting"],
    SIGNING: ["待签署", "To sign", "waiting"],
    DONE: ["已生效", "Effective", "done"],
    CANCELLED: ["已放弃", "Discarded", "ended"],
  },
  actions: {
    doFollow: action("跟进", "Follow", {
      button: "btnSave",
      who: "system",
      quiet: true,
      input: { stage: pick("状态", "Status", "SrmCctAlteration.status"), record: payload("内容", "Content", { optional: true }) },
    }),
  },
  unique: [{ fields: ["alterNum"] }, { fields: ["contractId", "toVersion"], while: { status: { not: "CANCELLED" } } }],
  sees: { internal: ofContract },
  title: ["alterNum", "contractId"],
  list: ["alterNum", "contractId", "fromVersion", "toVersion", "alterTypes", "amountDelta", "currency", "reason", "status", "creationDate"],
  search: ["alterNum", "contractId", "supplierId", "status", "creationDate"],
  order: [["id", "desc"]],
  pages: {
    edit: "contractManage/cctAlterationEdit",
    key: "amountDelta",
    sections: [
      ["变更", "Change", ["alterNum", "contractId", "orgId", "supplierId", "fromVersion", "toVersion", "reason"]],
      ["内容", "Content", ["alterTypes", "currency", "amountDelta", "needSupplierConfirm", "needResign"]],
    ],
  },
  codes: contractCodes,
});
