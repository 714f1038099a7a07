/** Does the international account number carry check digits that fit (ISO 7064, mod 97)? */
export function isIban(text: string): boolean {
  const iban = text.replace(/\s/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/.test(iban)) return false;
  let rest = 0;
  for (const c of iban.slice(4) + iban.slice(0, 4))
    for (const digit of /[A-Z]/.test(c) ? String(c.charCodeAt(0) - 55) : c) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
