import type { Entity } from "#kernel/entity.ts";
import type { Db } from "#kernel/server/db.ts";
import { orgZoneOf } from "#kernel/server/permit.ts";
import type { Language } from "#kernel/text.ts";
import { dayIn, houseZone } from "#kernel/time.ts";
import type { Matrix } from "../preference.ts";
import type { Channel, Office } from "./office.ts";
import { addressHash } from "./office.ts";

/** Somebody a message may go to, with everything that decides how. */
export interface Person {
  readonly userId: string;
  readonly displayName: string;
  readonly userType: string;
  readonly userStatus: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly supplierId: string | null;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly chatUserId: string | null;
  readonly personStatus: string | null;
  readonly language: Language;
  readonly zone: string;
  readonly matrix: Matrix | null;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
  readonly digestTime: string | null;
}

export interface Unsubscribed {
  readonly userId: string | null;
  readonly addressHash: string | null;
  readonly scope: string;
  readonly scopeValue: string | null;
  readonly channel: string | null;
}

/** What is known about many people at once. */
export interface Crowd {
  readonly people: readonly Person[];
  /** Why an address is not to be used, by "userId|channel|digest". */
  readonly badAddresses: ReadonlyMap<string, "BOUNCED" | "INVALID" | "MUTED">;
  readonly unsubscribed: ReadonlyMap<string, readonly Unsubscribed[]>;
}

const personSql = `select u.id as "userId", u."displayName", u."userType", u."userStatus", u."startDate", u."endDate", u."supplierId", u.email, u.mobile,
    p."chatUserId", p."personStatus", coalesce(f."preferredLanguage", u."userLanguage", 'CN') as language, coalesce(u."timeZone", ${orgZoneOf("u")}, '${houseZone}') as zone,
    f.matrix, f."quietFrom", f."quietTo", f."digestTime"
  from "BaseUsers" u left join "BasePerson" p on p.id = u."personId" left join "BaseMsgPreference" f on f."userId" = u.id where u.id = any($1) order by u.id`;

export const addressOf = (person: Person, channel: Channel): string | null => {
  if (channel === "EMAIL") return person.email || null;
  if (channel === "SMS") return person.mobile || null;
  if (channel === "DING" || channel === "WECOM") return person.chatUserId || null;
  return channel === "SITE" ? person.userId : null;
};

/** Reads everybody in three statements, however many they are. */
export async function readCrowd(office: Office, db: Pick<Db, "query">, userIds: readonly string[]): Promise<Crowd> {
  const people = await db.query<Person>(personSql, [userIds]);
  const [addresses, choices] = await Promise.all([
    db.query<{ userId: string; channel: string; addressHash: string; state: "BOUNCED" | "INVALID" | "MUTED" }>(
      `select "userId", channel, "addressHash", state from "BaseMsgAddress" where "userId" = any($1) and state <> 'OK'`,
      [userIds],
    ),
    db.query<Unsubscribed>(
      `select "userId", "addressHash", scope, "scopeValue", channel from "BaseMsgUnsubscribe" where status = 'LIVE' and ("userId" = any($1) or "addressHash" = any($2))`,
      [userIds, people.flatMap((p) => (p.mobile ? [addressHash(office, p.mobile)] : []))],
    ),
  ]);
  const unsubscribed = new Map<string, Unsubscribed[]>();
  for (const one of choices) {
    const key = one.userId ?? one.addressHash ?? "";
    unsubscribed.set(key, [...(unsubscribed.get(key) ?? []), one]);
  }
  return { people, badAddresses: new Map(addresses.map((a) => [`${a.userId}|${a.channel}|${a.addressHash}`, a.state])), unsubscribed };
}

/** An account that can be told something: not ended, and its person has not left. */
export function isReachable(person: Person, now: Date): boolean {
  const today = dayIn(now.toISOString(), person.zone);
  return (
    person.userStatus !== "DISABLED" &&
    person.personStatus !== "LEFT" &&
    (person.startDate === null || person.startDate <= today) &&
    (person.endDate === null || person.endDate >= today)
  );
}

/** The document a message is about. */
export interface About {
  readonly entity: Entity;
  readonly id: string;
  readonly supplierId: string | null;
  /** It was removed meanwhile: only who may read such documents at all is told of it. */
  readonly isGone: boolean;
}

/** May this person open the document, wearing any of the own hats? A message must not tell what its reader may not see. */
export async function mayOpen({ kernel, clock }: Office, person: Person, about: About): Promise<boolean> {
  const { entity: e, id } = about;
  if (e.internal || (e.name === "BaseUsers" && id === person.userId)) return true;
  const now = clock.now();
  const hats = await kernel.directory.responsibilities(person.userId, now);
  // The wall between suppliers stands before everything else: a foreign company's people are not asked what they may see.
  if (person.userType === "SUPPLIER" && about.supplierId !== null && !hats.some((hat) => hat.supplierId === about.supplierId)) return false;
  for (const hat of hats) {
    if (person.userType === "SUPPLIER" && about.supplierId !== null && hat.supplierId !== about.supplierId) continue;
    const { responsibilityId, supplierId = null } = hat;
    const me = await kernel.permits
      .me({ userId: person.userId, responsibilityId, supplierId, language: person.language })
      .catch(() => null);
    if (me && (about.isGone ? kernel.finder.mayRead(e, me) : await kernel.finder.sees(e, id, me))) return true;
  }
  return false;
}

/** Did this person say no to this kind or configuration on this channel? */
export function saidNo(
  office: Office,
  crowd: Crowd,
  person: Person,
  what: { readonly kind: string; readonly cfgCode: string | null; readonly channel: Channel },
): boolean {
  const own = crowd.unsubscribed.get(person.userId) ?? [];
  const byPhone = what.channel === "SMS" && person.mobile ? (crowd.unsubscribed.get(addressHash(office, person.mobile)) ?? []) : [];
  return [...own, ...byPhone].some(
    (one) =>
      (one.channel === null || one.channel === what.channel) &&
      (one.scope === "ALL_OPTIONAL" ||
        (one.scope === "KIND" && one.scopeValue === what.kind) ||
        (one.scope === "CFG" && one.scopeValue === what.cfgCode)),
  );
}

/** Whom an instance tells over which channel, as user|channel; a group has no user. */
export async function toldBy(db: Pick<Db, "query">, instanceId: string): Promise<readonly string[]> {
  const rows = await db.query<{ key: string }>(
    `select coalesce("userId", '') || '|' || channel as key from "BaseMsgDelivery" where "instanceId" = $1 and reason is null`,
    [instanceId],
  );
  return rows.map((row) => row.key);
}
