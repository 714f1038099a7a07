import type { Text } from "#kernel/text.ts";

/** The kinds of agreement a supplier signs, as both languages call them. */
export const agreementTypes: Readonly<Record<string, Text>> = {
  FRAME: ["框架协议", "Framework"],
  QUALITY: ["质量协议", "Quality"],
  NDA: ["保密协议", "NDA"],
  INTEGRITY: ["廉洁协议", "Integrity"],
  EHS: ["环保安全协议", "EHS"],
  PRICE: ["价格协议", "Price"],
  LOGISTICS: ["物流协议", "Logistics"],
};
