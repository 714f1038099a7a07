import type { EventShape, RoleShape } from "#kernel/module.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { acceptance } from "./acceptance.entity.ts";
import { alteration } from "./alteration.entity.ts";
import { termination } from "./termination.entity.ts";
import { voiding } from "./void.entity.ts";
import { contractCarries, contractRoute } from "../about.ts";

/** The documents that change or end a contract: opened from its page, and guarded by its menu. */
export const changeEntities = [alteration, termination, voiding, acceptance];
export const changePages = ["cctAlterationEdit", "cctTerminationEdit", "cctVoidEdit", "cctAssetAcceptanceEdit"].map(
  (name) => `contractManage/${name}`,
);
export const changing = ["btnAlteration", "btnCancelChange", "btnTermination", "btnVoid", "btnAssetAcceptance", "btnClosePoints"];

const list = "cctContractList";

export const changeRoles: Readonly<Record<string, RoleShape>> = responsibilities({
  SYS_ADMIN: [[list, ...changing]],
  BUYER: [[list, ...changing]],
  SOURCING: [[list, ...changing]],
  PUR_MANAGER: [[list, ...changing]],
});

const about: EventShape["carries"] = {
  ...contractCarries,
  buyerIds: ["未完订单的采购员", "Buyers of open orders"],
};
const reason = { reason: ["原因", "Reason"] } as const;
const route = contractRoute;
const everybody = [{ supplier: "LEGAL" }, { resp: "FINANCE" }, { value: "buyerIds" }, { value: "ownerId" }] as const;
const channels = ["SITE", "EMAIL"] as const;

export const changeEvents: Readonly<Record<string, EventShape>> = {
  CCT_CHANGED: {
    label: ["合同已变更", "Contract changed"],
    kind: "BUSINESS",
    carries: { ...about, version: ["版本", "Version"], delta: ["金额变化", "Difference"] },
    tells: { title: ["合同${num}已变更至V${version}", "Contract ${num} changed to V${version}"], channels, to: everybody, route },
  },
  CCT_TERMINATED: {
    label: ["合同已终止", "Contract terminated"],
    kind: "BUSINESS",
    carries: {
      ...about,
      ...reason,
      penaltyAmount: ["违约金", "Penalty"],
      penaltyDirection: ["违约金方向", "Penalty goes to"],
      claimAmount: ["我方应收", "Due to us"],
      owedAmount: ["我方应付", "Due to the supplier"],
    },
    tells: { title: ["合同${num}已终止", "Contract ${num} terminated"], channels, to: everybody, route },
  },
  CCT_VOIDED: {
    label: ["合同已作废", "Contract voided"],
    kind: "BUSINESS",
    carries: { ...about, ...reason, sourceType: ["来源", "Source"], sourceId: ["来源单据", "Source document"] },
    tells: { title: ["合同${num}已作废", "Contract ${num} voided"], channels, to: everybody, route },
  },
  CCT_ASSET_ACCEPTED: {
    label: ["资产已验收", "Assets accepted"],
    kind: "BUSINESS",
    carries: about,
    tells: {
      title: ["合同${num}的资产已验收", "Assets of contract ${num} accepted"],
      channels,
      to: [{ supplier: "LEGAL" }, { resp: "FINANCE" }],
      route,
    },
  },
  CCT_TERMINATE_CONFIRM: {
    label: ["合同终止待供应商确认", "Termination to answer"],
    kind: "TASK",
    carries: { id: ["终止单", "Termination"], num: ["终止单号", "Termination no."], supplierId: ["供应商", "Supplier"] },
    tells: {
      title: ["请确认终止单${num}", "Please answer termination ${num}"],
      channels,
      to: [{ supplier: "LEGAL" }],
      route: "contractManage/cctTerminationEdit?id=${id}",
    },
  },
  CCT_TERMINATE_ANSWERED: {
    label: ["供应商已答复终止", "Termination answered"],
    kind: "BUSINESS",
    carries: {
      id: ["终止单", "Termination"],
      num: ["终止单号", "Termination no."],
      supplierId: ["供应商", "Supplier"],
      ownerId: ["经办人", "Owner"],
      answer: ["答复", "Answer"],
      answerEn: ["答复（英文）", "Answer (English)"],
      ...reason,
    },
    tells: {
      title: ["供应商${answer}终止单${num} ${reason}", "The supplier ${answerEn} on termination ${num} ${reason}"],
      channels,
      to: [{ value: "ownerId" }],
      route: "contractManage/cctTerminationEdit?id=${id}",
    },
  },
};
