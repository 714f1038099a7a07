import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import type { Seen } from "../../../seen.ts";

const waiting = new Map<string, Row>();

/** Leaves a document for the page that opens next, so that it need not be fetched again. */
export const handOver = (key: string, document: Row): void => void waiting.set(key, document);

/** Takes what was left under this key for a page of the entity; a second look finds nothing. */
export function handed<E extends Entity>(key: string | null): Seen<E> | undefined {
  if (key === null) return undefined;
  const document = waiting.get(key);
  waiting.delete(key);
  return document as Seen<E> | undefined;
}
