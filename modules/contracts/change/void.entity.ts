import { entity } from "#kernel/entity.ts";
import { code, longtext, pick, ref } from "#kernel/field.ts";
import { contractCodes, isSecret } from "../common.ts";
import { ofContract, scopeFields } from "./sees.ts";

const stamp = { computed: true, optional: true } as const;

/** A contract that was never carried out is declared void; its number stays used. */
export const voiding = entity("SrmCctVoid", "合同作废单", "Contract voiding", {
  fields: {
    voidNum: code("作废单号", "Voiding no.", { max: 40, ...stamp }),
    contractId: ref("SrmCctContract", "合同", "Contract", { fixed: "create", pick: { liveId: null } }),
    ...scopeFields,
    kind: pick("作废类型", "Kind", "CCT_VOID_KIND"),
    reason: longtext("作废原因", "Reason", { max: 1000 }),
    replacedBy: ref("SrmCctContract", "替代合同", "Replaced by", { optional: true, pick: { liveId: null } }),
    status: pick("状态", "Status", "SrmCctVoid.status", { computed: true }),
  },
  number: ["voidNum", "ZF{yyyyMMdd}{0001}"],
  states: { DRAFT: ["拟定", "Draft"], DONE: ["已作废", "Voided", "done"] },
  unique: [{ fields: ["voidNum"] }],
  approval: {
    bill: "CCT_VOID",
    closed: isSecret,
    label: ["合同作废", "Contract voiding"],
    to: "DONE",
    org: "orgId",
    supplier: "supplierId",
    summary: ["voidNum", "contractId", "supplierId", "kind", "reason", "replacedBy"],
  },
  sees: { internal: ofContract },
  saves: "internal",
  savesFrom: ["DRAFT", "REJECTED"],
  deletes: "internal",
  deletesFrom: ["DRAFT", "REJECTED"],
  title: ["voidNum", "contractId"],
  list: ["voidNum", "contractId", "supplierId", "kind", "reason", "replacedBy", "status"],
  search: ["voidNum", "contractId", "supplierId", "kind", "status"],
  order: [["id", "desc"]],
  pages: {
    edit: "contractManage/cctVoidEdit",
    sections: [["作废", "Voiding", ["voidNum", "contractId", "orgId", "supplierId", "kind", "reason", "replacedBy"]]],
  },
  codes: contractCodes,
});
