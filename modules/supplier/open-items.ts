import type { Text } from "#kernel/text.ts";

/** What may still be open with a supplier, in the order it is settled. */
export const openItems = {
  OPEN_ORDER: ["未完订单", "Open orders"],
  UNDELIVERED: ["未送货", "Undelivered"],
  UNINSPECTED: ["待检", "Uninspected"],
  UNRECONCILED: ["未对账", "Unreconciled"],
  UNINVOICED: ["未开票", "Not invoiced"],
  UNPAID: ["未付款", "Unpaid"],
  ADVANCE: ["预付余额", "Advance balance"],
  MOULD: ["在供模具", "Moulds held"],
  VMI_STOCK: ["寄售库存", "VMI stock"],
  CONSIGNED: ["客供料", "Consigned material"],
  OPEN_8D: ["未结8D索赔", "Open 8D and claims"],
  SOURCING: ["进行中寻源", "Open sourcing"],
  AGREEMENT: ["有效协议", "Live agreements"],
} as const satisfies Readonly<Record<string, Text>>;

export type OpenItem = keyof typeof openItems;
