import type { EventShape } from "#kernel/module.ts";
import type { Contract } from "./contract-text-of.ts";

/** What events about a contract carry of it. */
export const contractCarries = {
  id: ["合同", "Contract"],
  num: ["合同编号", "Contract no."],
  orgId: ["组织", "Organisation"],
  supplierId: ["供应商", "Supplier"],
  ownerId: ["经办人", "Owner"],
} as const satisfies EventShape["carries"];

/** The same with its values. */
export const about = ({ id, contractNum: num, orgId, supplierId, ownerId }: Contract) => ({ id, num, orgId, supplierId, ownerId });

/** The page on which a contract is opened from a message. */
export const contractRoute = "contractManage/cctContractEdit?id=${id}";
