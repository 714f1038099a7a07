import type { Part } from "#kernel/module.ts";
import { acceptance } from "./acceptance.entity.ts";
import { acceptanceRules } from "./acceptance.rules.ts";
import { alteration } from "./alteration.entity.ts";
import { alterationRules } from "./alteration.rules.ts";
import { changeLookups } from "./lookups.ts";
import { changeEvents, changeRoles } from "./menus.ts";
import { subFlow } from "./sub-flow.entity.ts";
import { subFlowRules } from "./sub-flow.rules.ts";
import { termination } from "./termination.entity.ts";
import { terminationRules } from "./termination.rules.ts";
import { voiding } from "./void.entity.ts";
import { voidRules } from "./void.rules.ts";

const ours = { nobody: "A draft of our own people; the supplier hears of it when it is sent or takes effect" } as const;
const begins = { nobody: "A document of our own people; the supplier hears of its result" } as const;

/** Contracts that are changed, terminated, voided or accepted as assets. */
export const changingContracts: Part = {
  entities: [subFlow, alteration, termination, voiding, acceptance],
  rules: [...subFlowRules, ...alterationRules, ...terminationRules, ...voidRules, ...acceptanceRules],
  lookups: changeLookups,
  roles: changeRoles,
  events: changeEvents,
  profiles: {
    CCT_ASSET_TWO_FROM: {
      module: "CCT",
      label: ["须两人验收的合同金额（超过）", "Two people accept assets of contracts above"],
      type: "DECIMAL",
      initial: "50000",
      least: "0",
    },
  },
  buttons: {
    btnAlteration: { label: ["变更", "Change"], icon: "file-pen" },
    btnTermination: { label: ["终止", "Terminate"], icon: "octagon-x", colour: "DANGER" },
    btnVoid: { label: ["作废", "Void"], icon: "ban", colour: "DANGER" },
    btnAssetAcceptance: { label: ["资产验收", "Accept assets"], icon: "package-check" },
    btnClosePoints: { label: ["关闭遗留问题", "Close open points"], icon: "check-check", colour: "PRIMARY" },
  },
  informs: {
    SrmCctContract: {
      doAlteration: ours,
      doCancelChange: ours,
      doSubmitChange: ours,
      doReopenChange: ours,
      doRevise: ["CCT_CHANGED"],
      doTermination: begins,
      doVoid: begins,
      doAssetAcceptance: begins,
      doFlow: begins,
      doTerminated: ["CCT_TERMINATED"],
      doVoided: ["CCT_VOIDED"],
    },
    SrmCctTermination: {
      doSubmit: begins,
      doApproval: ["CCT_TERMINATE_CONFIRM", "CCT_TERMINATED"],
      doReject: begins,
      doWithdraw: begins,
      doSupplierConfirm: ["CCT_TERMINATE_ANSWERED"],
      doSupplierRefuse: ["CCT_TERMINATE_ANSWERED"],
      doTakeEffect: ["CCT_TERMINATED"],
    },
  },
};
