import type { Part } from "#kernel/module.ts";
import { contract } from "./contract.entity.ts";
import { contractFlowRules } from "./contract-flow.rules.ts";
import { contractLookups } from "./contract.lookups.ts";
import { contractEvents, contractMenus, contractRoles } from "./contract.menus.ts";
import { contractRules } from "./contract.rules.ts";
import { signingInforms } from "./signing/informs.ts";

/** Contracts from their draft to the supplier's answer. */
export const agreeing: Part = {
  entities: [contract],
  rules: [...contractRules, ...contractFlowRules],
  lookups: contractLookups,
  menus: contractMenus,
  roles: contractRoles,
  events: contractEvents,
  profiles: {
    CCT_CONFIRM_DAYS: {
      module: "CCT",
      label: ["供应商确认天数", "Days for the supplier to confirm"],
      type: "INT",
      initial: "7",
      least: "1",
      most: "90",
    },
  },
  buttons: {
    btnSendConfirm: { label: ["发送供应商确认", "Send to supplier"], icon: "send", colour: "PRIMARY" },
    btnRevocation: { label: ["收回", "Recall"], icon: "undo-2" },
    btnDeviationLegal: { label: ["批准偏离（法务）", "Approve deviations (legal)"], icon: "scale", colour: "PRIMARY" },
    btnDeviationManager: { label: ["批准偏离（采购经理）", "Approve deviations (manager)"], icon: "user-check", colour: "PRIMARY" },
  },
  informs: {
    SrmCctContract: {
      doSubmit: { nobody: "A supplier sees no contract before it is sent to it" },
      doApproval: { nobody: "A supplier sees no contract before it is sent to it" },
      doReject: { nobody: "A supplier sees no contract before it is sent to it" },
      doWithdraw: { nobody: "A supplier sees no contract before it is sent to it" },
      doApproveLegal: { nobody: "A deviation is judged among our own people" },
      doApproveManager: { nobody: "A deviation is judged among our own people" },
      doSendConfirm: ["CCT_SEND_CONFIRM", "CCT_CONFIRM"],
      doRevocation: ["CCT_RECALLED"],
      doSupplierConfirm: ["CCT_CONFIRMED"],
      doSupplierRefuse: ["CCT_REFUSED"],
      ...signingInforms,
    },
  },
};
