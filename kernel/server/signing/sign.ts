import type { Outside } from "../outside/outside.ts";
import { signDetached, timestampQuestion, timestampToken, type SigningKey, type Timestamp } from "./cms.ts";
import { prepare, type Place } from "./pdf-places.ts";

/** A PDF with one more signature; every byte that was there stays as it was. */
export async function signPdf(pdf: Uint8Array, place: Place, signer: SigningKey, timestamp: Timestamp | null = null): Promise<Uint8Array> {
  const prepared = await prepare(pdf, place);
  return prepared.filled(await signDetached(prepared.signed, signer, timestamp));
}

/** The authority for times that is configured; null where none is. */
export const timestampFrom = (outside: Pick<Outside, "call">, url: string): Timestamp | null =>
  url === ""
    ? null
    : async (digest) => {
        const reply = await outside.call(url, {
          method: "POST",
          headers: { "content-type": "application/timestamp-query" },
          body: timestampQuestion(digest),
        });
        return timestampToken(new Uint8Array(await reply.arrayBuffer()));
      };
