/** The digit that makes a number's digits come out even by the Luhn rule: one mistyped digit or two swapped neighbours are noticed. */
export function checkDigit(text: string): string {
  const digits = [...text]
    .filter((c) => c >= "0" && c <= "9")
    .map(Number)
    .toReversed();
  const total = digits.reduce((all, digit, i) => all + (i % 2 === 0 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit), 0);
  return String((10 - (total % 10)) % 10);
}

export const withCheckDigit = (text: string): string => text + checkDigit(text);

/** Does the last digit fit the others? */
export const fitsCheckDigit = (text: string): boolean => /\d\d$/.test(text) && checkDigit(text.slice(0, -1)) === text.slice(-1);
