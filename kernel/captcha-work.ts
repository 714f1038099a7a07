/** How many leading bits must be zero: about a second or two of a browser's time for each captcha. */
export const captchaWorkBits = 19;

/** What is hashed: the captcha's own name and a number somebody has to look for. */
export const captchaWorkText = (captchaId: string, work: number): string => `${captchaId}.${work}`;

/** Does this digest begin with so many zero bits? */
export function hasLeadingZeros(digest: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  for (let i = 0; i < whole; i++) if (digest[i] !== 0) return false;
  const rest = bits & 7;
  return rest === 0 || digest[whole]! >> (8 - rest) === 0;
}
