import { captchaWorkText, hasLeadingZeros } from "../captcha-work.ts";
import { bytesOf } from "../sign.ts";
import { Sha256 } from "./file/sha256.ts";

const atOnce = 4_000;

/** Looks for the number that makes the digest small; between stretches the page may breathe. */
export async function workFor(captchaId: string, bits: number): Promise<number> {
  for (let work = 0; ; work += atOnce) {
    for (let value = work; value < work + atOnce; value++)
      if (hasLeadingZeros(new Sha256().update(bytesOf(captchaWorkText(captchaId, value))).digest(), bits)) return value;
    await new Promise((go) => setTimeout(go));
  }
}
