import { captchaWorkText, hasLeadingZeros } from "../captcha-work.ts";
import { bytesOf } from "../sign.ts";
import { Sha256 } from "./file/sha256.ts";

const atOnce = 4_000;

/** Looks for the number that makes the digest small; between stretches the page may breathe. */
export async function workFor(captchaId: string, bits: number): Promise<number> {
  for (let work = 0; ; work += atOnce) {
    for (let one = work; one < work + atOnce; one++)
      if (hasLeadingZeros(new Sha256().update(bytesOf(captchaWorkText(captchaId, one))).digest(), bits)) return one;
    await new Promise((go) => setTimeout(go));
  }
}
