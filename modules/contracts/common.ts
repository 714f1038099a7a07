import { action, type Action, type Me, type Where } from "#kernel/entity.ts";
import type { Fields } from "#kernel/field.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";

/** The same answer for a missing id and for one outside the caller's rows, and for a version that is no longer the newest. */
export const contractCodes = {
  notFound: ["CCT-404", "合同不存在或无权查看", "Contract not found or not visible to you"],
  stale: ["CCT-900", "数据已被{0}于{1}修改，请刷新", "Changed by {0} at {1}; reload and try again"],
} as const;

/** A refusal pinned to a field. */
export const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

/** A secret contract is for its owner and the people named on it, whoever else sees the organisation. */
export const seenContracts = (me: Me): Where => ({
  orgId: me.orgs,
  any: [{ secretLevel: { not: "SECRET" } }, { ownerId: me.userId }, { readerIds: { holds: [me.userId] } }],
});

/** The approval of a secret contract, and of what changes or ends it, is for those who take part. */
export const isSecret = (doc: Readonly<Record<string, unknown>>): boolean => doc["secretLevel"] === "SECRET";

/** What tells of a contract is seen by whoever sees the contract. */
export const withContract = (me: Me): Where => ({ contractId: { row: seenContracts(me), of: "SrmCctContract" } });

/** Amounts and prices are seen by our own people who hold the button for them; so are further fields that repeat them. */
export const priced = <F extends Fields>(fields: F, also: readonly string[] = []): F =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [
      key,
      field.kind === "money" || field.kind === "price" || also.includes(key) ? { ...field, seenWith: "btnViewPrice" } : field,
    ]),
  ) as F;

/** An action that makes a new document, declared apart from its entity. */
export const creating = <const I extends Fields>(
  cn: string,
  en: string,
  shape: Omit<Action<never, I>, "label" | "approval" | "creates">,
): Action<never, I> => action<never, I>(cn, en, { ...shape, creates: true });

/** Fields that are shown once they have something to say. */
export const whenFilled = <K extends string>(...keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, (doc: Readonly<Record<string, unknown>>) => Boolean(doc[key])])) as Readonly<
    Record<K, (doc: Readonly<Record<string, unknown>>) => boolean>
  >;

/** The same answer for a contract that is missing and for one that the caller may not see. */
export const notVisible = (): Refusal => refuse("CCT-404", "合同不存在或无权查看", "Contract not found or not visible to you");

/** Some values of a row, as they are. */
export const copied = <T extends object, K extends keyof T>(row: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<T, K>;
