import { bytesOf, toHex } from "./sign.ts";

/** What the house's keys do for sensitive values: close them so that a stolen table tells nothing, open them under the same binding, and tell equal ones by a keyed digest. */
export interface Seal {
  close(text: string, binding: string): string;
  open(text: string, binding: string): string | null;
  mark(text: string): string;
}

let seal: Seal = { close: (text) => text, open: (text) => text, mark: (text) => text };

/** The server brings its keys once, before anything is decided; where there are none, as in a trial in the browser, nothing is closed. */
export const bringSeal = (brought: Seal): void => void (seal = brought);

export const closed = (value: unknown, binding: string): string | null =>
  value === null || value === undefined || value === "" ? null : seal.close(String(value), binding);

export const opened = (text: string | null, binding: string): string | null => (text === null ? null : seal.open(text, binding));

/** Values can be compared by their marks and never be read from them. */
export const marked = (text: string): string => seal.mark(text);

/** The check sum of a text, the same in every browser and on the server. */
export const digestOf = async (text: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text))));
