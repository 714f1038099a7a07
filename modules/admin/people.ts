import { isWithin, type Doc, type Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { respRole, responsibility, role } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { isInForce, type Period } from "#kernel/effective.ts";

type User = Doc<typeof user>;
type UserResp = Doc<typeof userResp>;

/** Two periods share at least one day; an empty end is open. */
export const overlap = (a: Period, b: Period): boolean =>
  (a.startDate ?? "") <= (b.endDate ?? "9999-12-31") && (b.startDate ?? "") <= (a.endDate ?? "9999-12-31");

/** Who may sign in and has this responsibility today. */
export interface Holders {
  readonly responsibilityId: string | null;
  readonly grants: readonly UserResp[];
  readonly users: readonly User[];
}

const asked = new WeakMap<Find, Map<string, Promise<unknown>>>();

/** The same question of many rows of one action goes to the database once. */
export function once<T>(find: Find, question: string, ask: () => Promise<T>): Promise<T> {
  const known = asked.get(find) ?? new Map<string, Promise<unknown>>();
  asked.set(find, known);
  if (!known.has(question)) known.set(question, ask());
  return known.get(question) as Promise<T>;
}

/** Everybody who holds a shipped responsibility, with the accounts behind it. */
export const holdersOf = (find: Find, respCode: string, supplierId?: string): Promise<Holders> =>
  once(find, `holders ${respCode} ${supplierId ?? ""}`, () => readHolders(find, respCode, supplierId));

/** The same for somebody who is about to lose it: whoever else is waits, or two would go at once, each counting on the other. */
export async function holdersLeft(
  find: Find,
  respCode: string,
  isLosing: (grant: UserResp) => boolean,
  supplierId?: string,
): Promise<Holders> {
  const holders = await holdersOf(find, respCode, supplierId);
  if (holders.responsibilityId && holders.grants.some(isLosing)) await find.lock(responsibility, holders.responsibilityId);
  return holders;
}

async function readHolders(find: Find, respCode: string, supplierId?: string): Promise<Holders> {
  const [resp] = await find.where(responsibility, { respCode }, 1);
  if (!resp) return { responsibilityId: null, grants: [], users: [] };
  const grants = await find.where(userResp, { responsibilityId: resp.id, status: "ACTIVE", ...(supplierId ? { supplierId } : {}) });
  const users = grants.length ? await find.where(user, { id: [...new Set(grants.map((g) => g.userId))] }) : [];
  return { responsibilityId: resp.id, grants, users };
}

/** The ids of people who hold it validly today, without one who is about to lose it. */
export function remaining(
  holders: Holders,
  today: string,
  without: { readonly userId?: string; readonly grantId?: string },
): readonly string[] {
  const able = new Set(
    holders.users.filter((u) => u.userStatus === "ACTIVE" && isInForce(u, today) && u.id !== without.userId).map((u) => u.id),
  );
  return [
    ...new Set(holders.grants.filter((g) => g.id !== without.grantId && isInForce(g, today) && able.has(g.userId)).map((g) => g.userId)),
  ];
}

export const lastAdmin = (): Refusal => refuse("USER_LAST_ADMIN", "至少保留一名管理员", "At least one administrator must remain");
export const selfAction = (): Refusal => refuse("USER_SELF", "不能对自己执行该操作", "You cannot do this to yourself");
export const grantSelf = (): Refusal => refuse("GRANT_SELF", "不能给自己授权", "You cannot grant to yourself");
export const wrongAudience = (): Refusal =>
  refuse("RESP_AUDIENCE", "内外部职责不能混用", "Internal and supplier responsibilities cannot be mixed");
export const noPermission = (): Refusal => refuse("PERM_DENIED", "没有操作权限", "No permission for this operation", { http: 403 });

/** May this person look after that account? Suppliers after their own company, organisation administrators after their subtree.
 *  Buttons count for accounts of either side, so the page decides: relations stand on that of internal accounts alone, consents on that of supplier accounts. */
export function looksAfter(me: Me, account: Pick<User, "userType" | "supplierId" | "orgId">): boolean {
  if (me.audience === "system") return true;
  if (me.audience === "supplier") return account.userType === "SUPPLIER" && me.supplierId !== null && account.supplierId === me.supplierId;
  if (account.userType === "SUPPLIER") return me.may("BaseUserConsent", "");
  return me.may("BaseUserRelation", "") && (me.orgs === "all" || (account.orgId !== null && isWithin(me.orgs, account.orgId)));
}

/** Does one of these responsibilities contain a privileged role? */
export async function isPrivileged(find: Find, responsibilityIds: readonly string[]): Promise<boolean> {
  if (responsibilityIds.length === 0) return false;
  const links = await find.where(respRole, { responsibilityId: responsibilityIds, status: "ACTIVE" });
  return links.length > 0 && find.exists(role, { id: links.map((l) => l.roleId), privilegedFlag: "Y" });
}

/** Does the account hold privileged powers that the asker's own responsibility does not have? Then it is out of reach: who resets an administrator becomes one. */
export async function standsAbove(find: Find, me: Me, userId: string): Promise<boolean> {
  if (me.audience !== "internal" || userId === me.userId) return false;
  const held = await find.where(userResp, { userId, status: ["ACTIVE", "PENDING"] });
  if (!(await isPrivileged(find, [...new Set(held.map((h) => h.responsibilityId))]))) return false;
  return !(await isPrivileged(find, me.responsibilityId ? [me.responsibilityId] : []));
}
