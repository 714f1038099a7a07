import { isRecordId } from "../../../record-id.ts";
import type { Acted } from "../entityCall.ts";

/** What of a reply is for the reader's eyes this once: words and figures; lists and ids are for programs. */
export const shownOnce = ({ revealed }: Acted): readonly (readonly [key: string, value: unknown])[] =>
  Object.entries(revealed ?? {}).filter(([, value]) => typeof value !== "object" && !isRecordId(value));
