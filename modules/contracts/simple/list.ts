import type { Me } from "#kernel/entity.ts";

/** The list of small contracts, which also shows contracts in force to people who only look something up. */
export const simpleList = {
  route: "simplifiedContractList",
  title: ["简易合同", "Simplified contracts"],
  columns: [
    "contractNum",
    "contractName",
    "supplierId",
    "contractClass",
    "contractType",
    "amountIncl",
    "currency",
    "status",
    "expiryDate",
    "ownerId",
  ],
  search: ["contractNum", "contractName", "supplierId", "status", "orgId", "ownerId", "items.itemId", "expiryDate"],
  views: {
    simple: ["简易合同", "Simplified", () => ({ contractClass: "SIMPLE" })],
    inForce: ["生效合同", "In force", () => ({ status: "EFFECTIVE" })],
    mine: ["我经办的", "Mine", (me: Me) => ({ ownerId: me.userId })],
  },
  opens: "simple",
} as const;
