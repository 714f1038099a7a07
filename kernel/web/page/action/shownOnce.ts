import type { Acted } from "../entityCall.ts";

/** Ids as the product makes them: twenty letters and digits, time first. */
const isId = (value: unknown): boolean => typeof value === "string" && /^(?=.*[a-z])0[0-9a-z]{19}(-|$)/.test(value);

/** What of a reply is for the reader's eyes this once: words and figures; lists and ids are for programs. */
export const shownOnce = ({ revealed }: Acted): readonly (readonly [key: string, value: unknown])[] =>
  Object.entries(revealed ?? {}).filter(([, value]) => typeof value !== "object" && !isId(value));
