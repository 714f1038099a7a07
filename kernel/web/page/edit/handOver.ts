import type { Row } from "../../../page-document.ts";

const waiting = new Map<string, Row>();

/** Leaves a document for the page that opens next, so that it need not be fetched again. */
export const handOver = (key: string, document: Row): void => void waiting.set(key, document);

/** Takes what was left under this key; a second look finds nothing. */
export function handed(key: string | null): Row | undefined {
  if (key === null) return undefined;
  const document = waiting.get(key);
  waiting.delete(key);
  return document;
}
