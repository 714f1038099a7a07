const ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Does the unified social credit code carry the check character that GB 32100 demands? */
export function isCreditCode(code: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return false;
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * ALPHABET.indexOf(code[i]!), 0);
  return ALPHABET[(31 - (sum % 31)) % 31] === code[17];
}
