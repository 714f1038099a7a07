import { action, entity } from "#kernel/entity.ts";
import { pick, ref, text } from "#kernel/field.ts";
import { contractCodes } from "../common.ts";
import { ofContract, scopeFields } from "./sees.ts";

/** What is being done to a contract: a change, a termination, voiding or an asset acceptance; one at a time. */
export const subFlow = entity("SrmCctSubFlow", "合同子流程", "Contract sub-flow", {
  fields: {
    contractId: ref("SrmCctContract", "合同", "Contract", { computed: true }),
    ...scopeFields,
    flow: pick("子流程", "Sub-flow", "CCT_FLOW", { computed: true }),
    docId: text("单据", "Document", { max: 64, computed: true, hidden: "all" }),
    status: pick("状态", "Status", "SrmCctSubFlow.status", { computed: true }),
  },
  states: { RUNNING: ["办理中", "In progress", "running"], ENDED: ["已结束", "Ended", "ended"] },
  actions: {
    doMove: action("推进", "Move", {
      button: "btnSave",
      who: "system",
      quiet: true,
      input: { flowState: pick("状态", "State", "SrmCctSubFlow.status") },
    }),
  },
  unique: [
    { fields: ["docId"] },
    {
      fields: ["contractId"],
      while: { status: "RUNNING" },
      code: "CCT-050",
      text: ["该合同已有进行中的子流程", "A change, termination, voiding or acceptance of this contract is already in progress"],
    },
  ],
  sees: { internal: ofContract },
  title: ["contractId", "flow"],
  list: ["contractId", "flow", "status"],
  codes: contractCodes,
});
