import type { Entity } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { columns, every, sql } from "#kernel/query.ts";
import type { Db } from "#kernel/server/database/db.ts";
import { zoneOf } from "#kernel/server/access/permit.ts";
import type { Language } from "#kernel/text.ts";
import { dayIn } from "#kernel/time.ts";
import { person } from "#modules/admin/index.ts";
import type { Matrix } from "../preference.ts";
import { msgDelivery } from "../instance.entity.ts";
import { msgAddress, msgPreference, msgUnsubscribe } from "../source.entity.ts";
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

const [u, p, f] = [every(user), every(person), every(msgPreference)];
const [a, n, d] = [every(msgAddress), every(msgUnsubscribe), every(msgDelivery)];

function readPeople(db: Pick<Db, "query">, userIds: readonly string[]): Promise<Person[]> {
  return db.query<Person>(
    sql`select ${u.id} as "userId", ${columns(u, "displayName", "userType", "userStatus", "startDate", "endDate", "supplierId", "email", "mobile")},
      ${p.chatUserId}, ${p.personStatus}, coalesce(${f.preferredLanguage}, ${u.userLanguage}, 'CN') as language, ${zoneOf(u)} as zone,
      ${columns(f, "matrix", "quietFrom", "quietTo", "digestTime")}
    from ${u} left join ${p} on ${p.id} = ${u.personId} left join ${f} on ${f.userId} = ${u.id} where ${u.id} = any(${userIds}) order by ${u.id}`,
  );
}

export const addressOf = (person: Person, channel: Channel): string | null => {
  if (channel === "EMAIL") return person.email || null;
  if (channel === "SMS") return person.mobile || null;
  if (channel === "DING" || channel === "WECOM") return person.chatUserId || null;
  return channel === "SITE" ? person.userId : null;
};

/** Reads everybody in three statements, however many they are. */
export async function readCrowd(office: Office, db: Pick<Db, "query">, userIds: readonly string[]): Promise<Crowd> {
  const people = await readPeople(db, userIds);
  const phones = people.flatMap((p) => (p.mobile ? [addressHash(office, p.mobile)] : []));
  const [addresses, choices] = await Promise.all([
    db.query<{ userId: string; channel: string; addressHash: string; state: "BOUNCED" | "INVALID" | "MUTED" }>(
      sql`select ${columns(a, "userId", "channel", "addressHash", "state")} from ${a} where ${a.userId} = any(${userIds}) and ${a.state} <> 'OK'`,
    ),
    db.query<Unsubscribed>(
      sql`select ${columns(n, "userId", "addressHash", "scope", "scopeValue", "channel")} from ${n}
        where ${n.status} = 'LIVE' and (${n.userId} = any(${userIds}) or ${n.addressHash} = any(${phones}))`,
    ),
  ]);
  const unsubscribed = new Map<string, Unsubscribed[]>();
  for (const choice of choices) {
    const key = choice.userId ?? choice.addressHash ?? "";
    unsubscribed.set(key, [...(unsubscribed.get(key) ?? []), choice]);
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

/** May this person open the document, with any of the own responsibilities? A message must not tell what its reader may not see. */
export async function mayOpen({ kernel, clock }: Office, person: Person, about: About): Promise<boolean> {
  const { entity: e, id } = about;
  if (e.internal || (e.name === "BaseUsers" && id === person.userId)) return true;
  const now = clock.now();
  const responsibilities = await kernel.directory.responsibilities(person.userId, now);
  // The wall between suppliers stands before everything else: a foreign company's people are not asked what they may see.
  if (
    person.userType === "SUPPLIER" &&
    about.supplierId !== null &&
    !responsibilities.some((responsibility) => responsibility.supplierId === about.supplierId)
  )
    return false;
  for (const responsibility of responsibilities) {
    if (person.userType === "SUPPLIER" && about.supplierId !== null && responsibility.supplierId !== about.supplierId) continue;
    const { responsibilityId, supplierId = null } = responsibility;
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
    (unsubscribed) =>
      (unsubscribed.channel === null || unsubscribed.channel === what.channel) &&
      (unsubscribed.scope === "ALL_OPTIONAL" ||
        (unsubscribed.scope === "KIND" && unsubscribed.scopeValue === what.kind) ||
        (unsubscribed.scope === "CFG" && unsubscribed.scopeValue === what.cfgCode)),
  );
}

/** Whom an instance tells over which channel, as user|channel; a group has no user. */
export async function toldBy(db: Pick<Db, "query">, instanceId: string): Promise<readonly string[]> {
  const rows = await db.query<{ key: string }>(
    sql`select coalesce(${d.userId}, '') || '|' || ${d.channel} as key from ${d} where ${d.instanceId} = ${instanceId} and ${d.reason} is null`,
  );
  return rows.map((row) => row.key);
}
