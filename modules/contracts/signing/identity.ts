import { isCreditCode } from "#kernel/credit-code.ts";

/** The number of a Chinese company: its last character proves the others. */
export const isCompanyNumber = (text: string): boolean => isCreditCode(text);

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** The number of an identity card: seventeen digits, and a last character that proves them. */
export function isIdentityNumber(text: string): boolean {
  if (!/^\d{17}[\dX]$/.test(text)) return false;
  const sum = weights.reduce((total, weight, i) => total + weight * Number(text[i]), 0);
  return "10X98765432"[sum % 11] === text[17];
}
