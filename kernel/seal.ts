import { bytesOf, toHex } from "./sign.ts";

/** What the house's keys do for sensitive values: close them so that a stolen table tells nothing, open them under the same binding, and tell equal ones by a keyed digest. */
export interface Seal {
  close(text: string, binding: string): string;
  open(text: string, binding: string): string | null;
  mark(text: string): string;
}

/** The seal of one product. Its server brings the keys once, before anything is decided; where there are none, as in a trial in the browser, nothing is closed. */
export class ProductSeal implements Seal {
  #keys: Seal | null = null;

  bring(keys: Seal): void {
    this.#keys = keys;
  }

  close(text: string, binding: string): string {
    return this.#keys ? this.#keys.close(text, binding) : text;
  }

  open(text: string, binding: string): string | null {
    return this.#keys ? this.#keys.open(text, binding) : text;
  }

  /** Values can be compared by their marks and never be read from them. */
  mark(text: string): string {
    return this.#keys ? this.#keys.mark(text) : text;
  }
}

export const closed = (seal: Seal, value: unknown, binding: string): string | null =>
  value === null || value === undefined || value === "" ? null : seal.close(String(value), binding);

export const opened = (seal: Seal, text: string | null, binding: string): string | null =>
  text === null ? null : seal.open(text, binding);

/** The check sum of a text, the same in every browser and on the server. */
export const digestOf = async (text: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text))));
