import type { EventShape, Informed, Part } from "#kernel/module.ts";
import { careRules } from "./care.rules.ts";
import { contractCarries, contractRoute } from "../about.ts";

const carries: EventShape["carries"] = {
  ...contractCarries,
  note: ["说明", "Note"],
};
const route = contractRoute;
const toOwner = { channels: ["SITE", "EMAIL"], to: [{ value: "ownerId" }], route } as const;

/** What the supplier hears of the actions beside the way of a contract. */
const informs: Readonly<Record<string, Informed>> = {
  doQuickAdd: { nobody: "A supplier sees no contract before it is sent to it" },
  doUpgrade: { nobody: "A supplier sees no contract before it is sent to it" },
  createFromSource: { nobody: "A supplier sees no contract before it is sent to it" },
  doFromSource: { nobody: "A supplier sees no contract before it is sent to it" },
  doDraftRenewal: { nobody: "The supplier hears of a renewal when it is sent to it" },
  doTransfer: { nobody: "Who looks after a contract is decided among our own people" },
  doRemind: ["CCT_SUPPLIER_REMINDED"],
  doArchive: { nobody: "The archive is ours" },
};

/** Contracts that end, change hands or wait for somebody. */
export const care: Part = {
  rules: careRules,
  informs: { SrmCctContract: informs },
  buttons: {
    btnRenew: { label: ["发起续签", "Renew"], icon: "refresh-cw" },
    btnRemind: { label: ["提醒", "Remind"], icon: "bell-ring" },
    btnFromSource: { label: ["从来源生成", "Create from source"], icon: "file-input" },
  },
  events: {
    CCT_TRANSFERRED: {
      label: ["合同已移交", "Contract transferred"],
      kind: "BUSINESS",
      carries,
      tells: { ...toOwner, title: ["合同${num}已移交给您 ${note}", "Contract ${num} was transferred to you ${note}"] },
    },
    CCT_REMINDED: {
      label: ["合同提醒", "Contract reminder"],
      kind: "BUSINESS",
      carries,
      tells: { ...toOwner, title: ["合同${num}：${note}", "Contract ${num}: ${note}"] },
    },
    CCT_SUPPLIER_REMINDED: {
      label: ["合同提醒供应商", "Contract reminder to the supplier"],
      kind: "BUSINESS",
      carries,
      tells: {
        channels: ["SITE", "EMAIL"],
        to: [{ supplier: "LEGAL" }],
        route,
        title: ["请处理合同${num}：${note}", "Please deal with contract ${num}: ${note}"],
      },
    },
  },
};
