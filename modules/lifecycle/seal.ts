import { bytesOf, toHex } from "#kernel/sign.ts";

/** The check sum of a text, the same in every browser and on the server. */
export const sealOf = async (text: string): Promise<string> => toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text))));
