import type { Field } from "./field.ts";

/** Ids as the product makes them: twenty letters and digits, time first. What follows a dash belongs to a part of the record. */
export const isRecordId = (value: unknown): boolean => typeof value === "string" && /^(?=.*[a-z])0[0-9a-z]{19}(-|$)/.test(value);

/** A link the system keeps for itself: it names a record by its id, which tells people nothing. */
export const isBareId = (field: Pick<Field, "kind" | "computed" | "exact">, value: unknown): boolean =>
  (field.kind === "text" || field.kind === "code") && field.computed && !field.exact && isRecordId(value);
