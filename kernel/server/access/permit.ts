import type { Declared } from "../../declared.ts";
import type { Me } from "../../entity.ts";
import { raw, sql, type Part, type Sql, onDay } from "../../query.ts";
import type { Language } from "../../text.ts";
import { houseDay, houseZone } from "../../time.ts";
import type { Bus } from "../journal/bus.ts";
import type { CacheGroup } from "../cache.ts";
import type { Db } from "../database/db.ts";
import { denyEnded } from "../gate/refusals.ts";
import { resolveGrants, type GrantedMenu, type GrantedResource, type Grants } from "./grants.ts";
import { isLendable, lendsAt, nameResponsibility, readResponsibility } from "./lent.ts";
import { permitSources, Scopes, type Responsibility } from "./scope.ts";
import { StandIns } from "./stand-ins.ts";

/** Entities whose change changes what somebody may see or do. */
export const grantEntities: ReadonlySet<string> = new Set([
  "BaseRole",
  "BaseMenu",
  "BaseResource",
  "BaseMenuRole",
  "BaseResourceRole",
  "BaseRespRole",
  "BaseResponsibility",
  "BaseUserResp",
  "BaseUserAuthorisation",
  "BaseUsers",
  "BaseModule",
  ...permitSources,
]);

interface Person {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly displayNameEn: string | null;
  readonly userType: string;
  readonly userStatus: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly orgId: string | null;
  readonly timeZone: string | null;
  readonly orgZone: string | null;
}

/** Where a responsibility is current: whose responsibility, on which session. */
export interface Holder {
  readonly userId: string;
  readonly responsibilityId: string | null;
  readonly supplierId: string | null;
  readonly language: Language;
}

/** The zone of somebody's organisation; people without one (suppliers) count days as the top of the tree does. */
const orgZone = ({ orgId }: { readonly orgId: Part }): Sql =>
  sql`coalesce((select o."timeZone" from "BaseOrganization" o where o.id = ${orgId}),
            (select o."timeZone" from "BaseOrganization" o where o."parentOrgId" is null order by o."orgCode" limit 1))`;

/** The same for statements of the kernel that are written as text. */
export const orgZoneOf = (user: string): string => orgZone({ orgId: raw(`${user}."orgId"`) }).write().text;

/** The currency the group keeps its books in: amounts in it need no name in a list. */
export const groupCurrency: Sql = sql`coalesce((select o."functionalCurrency" from "BaseOrganization" o
            where o."orgType" = 'GROUP' and o."enabledFlag" = 'Y' and o."parentOrgId" is null and o."functionalCurrency" is not null limit 1), 'CNY')`;

/** The zone somebody's days begin and end in: the own setting, else the organisation's. */
export const zoneOf = (person: { readonly orgId: Part; readonly timeZone: Part }): Sql =>
  sql`coalesce(${person.timeZone}, ${orgZone(person)}, ${houseZone})`;

/** Days begin at a quarter of an hour in every zone: what holds for a day is looked at again then. */
const slotMs = 15 * 60_000;

const systemMay = (): boolean => true;

/** The system as a named actor: jobs, timers and the installer act under such a name and leave it in the journal. */
export const systemMe = (name: string): Me => ({
  userId: `system:${name}`,
  userName: `system:${name}`,
  displayName: name,
  audience: "system",
  supplierId: null,
  responsibilityId: null,
  respCode: null,
  language: "CN",
  zone: houseZone,
  orgs: "all",
  categories: "all",
  items: "all",
  selfOnly: false,
  may: systemMay,
  holds: systemMay,
  opens: systemMay,
  picks: systemMay,
});

/** The system's reach in the caller's own name: for what no grant covers (the own account, a default for all), once the call itself has asked whether this caller may. */
export const inOwnName = (me: Me): Me => ({ ...me, audience: "system" });

/** Answers who somebody is and what the current responsibility allows, from memory; grants that change are forgotten at once everywhere. */
export class Permits {
  readonly #db: Db;
  readonly #aside: Db;
  readonly #declared: Declared;
  readonly #clock: { now(): Date };
  /** Null until it was first read: a fresh database begins with zero. */
  #version: number | null = null;
  readonly #hearers = new Set<(version: number) => void>();
  readonly #grants = new Map<string, Promise<Grants>>();
  readonly #people = new Map<string, Promise<Me>>();
  readonly #standIns: StandIns;
  readonly #worked = new Map<string, Promise<readonly string[]>>();
  /** What these promises came to, for whoever looks at the memory. */
  readonly #seen = new Map<string, unknown>();
  readonly #timer: NodeJS.Timeout;
  readonly scopes: Scopes;

  constructor(db: Db, aside: Db, declared: Declared, bus: Bus, clock: { now(): Date }) {
    this.#db = db;
    this.#aside = aside;
    this.#declared = declared;
    this.#clock = clock;
    this.scopes = new Scopes(db, declared);
    this.#standIns = new StandIns(db);
    bus.watch([...grantEntities], () => this.forget());
    this.#timer = setInterval(() => void this.refresh().catch(() => undefined), 500);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** As the boards of memory see them: what responsibilities open, and who people are. */
  readonly caches: readonly CacheGroup[] = [
    {
      code: "menus",
      label: ["菜单与按钮授权", "Menus and buttons"],
      reloads: ["按职责重新计算菜单与按钮", "Menus and buttons are recalculated for each responsibility"],
      counted: { hits: 0, misses: 0 },
      entries: () => [...this.#grants.keys()].map((responsibility) => [responsibility, this.#seen.get(responsibility) ?? null] as const),
      drop: (responsibility) => void this.#grants.delete(responsibility),
      clear: () => this.#grants.clear(),
    },
    {
      code: "permits",
      label: ["人员与数据权限", "People and data permits"],
      reloads: ["按用户与职责重新计算数据范围", "Scopes are recalculated for each person and responsibility"],
      counted: { hits: 0, misses: 0 },
      entries: () => [...this.#people.keys()].map((key) => [key, this.#seen.get(key) ?? null] as const),
      drop: (key) => void this.#people.delete(key),
      clear: () => this.#people.clear(),
    },
  ];

  forget(): void {
    this.#seen.clear();
    this.#grants.clear();
    this.#people.clear();
    this.#standIns.clear();
    this.#worked.clear();
  }

  /** Calls back with the new version whenever somebody's grants changed, here or in another process. */
  onChange(hear: (version: number) => void): void {
    this.#hearers.add(hear);
  }

  /** Sees changes of other processes even if their notice got lost. */
  async refresh(): Promise<number> {
    const { version } = (await this.#aside.one<{ version: number }>({
      name: "permission_version",
      text: `select version::int as version from "PermissionState"`,
    }))!;
    if (version !== this.#version) {
      const isFirst = this.#version === null;
      this.#version = version;
      this.forget();
      if (!isFirst) for (const hear of this.#hearers) hear(version);
    }
    return version;
  }

  /** What a responsibility opens, by the name it goes by; of a lent one no more than the delegation names. */
  grants(responsibility: string): Promise<Grants> {
    return this.#keep(0, this.#grants, responsibility, () => this.#loadGrants(responsibility));
  }

  /** Something worked out of grants, kept until any of them changes. */
  remembered = (key: string, work: () => Promise<readonly string[]>): Promise<readonly string[]> => keep(this.#worked, key, work);

  /** Who is asking. An account that was ended or whose time is over is nobody any more, whatever session it still has. */
  async me(holderRow: Holder): Promise<Me> {
    const now = this.#clock.now();
    const key = `${holderRow.userId}|${holderRow.responsibilityId}|${holderRow.supplierId}|${Math.floor(now.getTime() / slotMs)}`;
    let me = await this.#keep(1, this.#people, key, () => this.#loadMe(holderRow));
    // What is lent goes back to the second, whatever is remembered.
    if (me.lentBy && me.lentBy.until <= now.toISOString()) {
      this.#people.delete(key);
      me = await keep(this.#people, key, () => this.#loadMe(holderRow));
    }
    const actsFor = await this.#standIns.of(holderRow.userId, now.toISOString());
    if (actsFor.length) return { ...me, language: holderRow.language, actsFor };
    return me.language === holderRow.language ? me : { ...me, language: holderRow.language };
  }

  #keep<T>(group: 0 | 1, cache: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
    const { counted } = this.caches[group]!;
    if (cache.has(key)) counted.hits += 1;
    else {
      counted.misses += 1;
      if (this.#seen.size > 20_000) this.#seen.clear();
      return keep(cache, key, async () => {
        const value = await load();
        this.#seen.set(key, value);
        return value;
      });
    }
    return keep(cache, key, load);
  }

  async #loadGrants(name: string): Promise<Grants> {
    const { responsibilityId, authorisationId } = readResponsibility(name);
    const lent = authorisationId === null ? null : await this.#lentMenus(authorisationId);
    const roles = `select r.id from "BaseRespRole" rr join "BaseRole" r on r.id = rr."roleId" where rr."responsibilityId" = $1 and rr.status = 'ACTIVE' and r."enabledFlag" = 'Y'`;
    const [all, granted, resources, responsibility, closed] = await Promise.all([
      this.#db.query<GrantedMenu>(
        `select id as "menuId", name, "nameEn", "menuCode", "menuType", "htmlUrl", "imageLink", "menuParentId", "levelId", "seqNum", enabled, audience, "moduleId" from "BaseMenu"`,
      ),
      this.#db.query<{ menuId: string }>(
        `select distinct "menuId" from "BaseMenuRole" where status = 'ACTIVE' and "roleId" in (${roles})`,
        [responsibilityId],
      ),
      this.#db.query<GrantedResource>(
        `select distinct s."resourceCode", s."resourceName", s."resourceNameEn", s."resIcon", s."menuId" from "BaseResourceRole" g join "BaseResource" s on s.id = g."resourceId" where g.status = 'ACTIVE' and s."enabledFlag" = 'Y' and g."roleId" in (${roles})`,
        [responsibilityId],
      ),
      this.#db.one<{ audience: string }>(`select audience from "BaseResponsibility" where id = $1`, [responsibilityId]),
      this.#db.query<{ code: string }>(`select "moduleCode" as code from "BaseModule" where "enabledFlag" = 'N'`),
    ]);
    const fits = (m: GrantedMenu): boolean =>
      m.enabled === "Y" && (m.audience === "BOTH" || m.audience === responsibility?.audience) && !closed.some((c) => c.code === m.moduleId);
    const menuIds = granted.map((g) => g.menuId).filter((id) => lent === null || lent.has(id));
    return resolveGrants(
      this.#declared,
      all,
      new Set(menuIds),
      resources.filter((r) => lent === null || (r.menuId !== null && lent.has(r.menuId))),
      fits,
    );
  }

  /** The pages a delegation names; null when it lends everything. */
  async #lentMenus(authorisationId: string): Promise<ReadonlySet<string> | null> {
    const row = await this.#db.one<{ authType: string; menuIds: string[] | null }>(
      `select "authType", "menuIds" from "BaseUserAuthorisation" where id = $1`,
      [authorisationId],
    );
    return row?.authType === "ALL" ? null : new Set(row?.menuIds ?? []);
  }

  /** Whose responsibility it is and until when; null once the delegation is over or was never meant for this person. */
  #lender(authorisationId: string, userId: string): Promise<(Person & { readonly until: string }) | null> {
    return this.#db.one<Person & { until: string }>(
      `select l.id as "userId", l."userName", l."displayName", l."displayNameEn", l."userType", l."userStatus", l."startDate", l."endDate", l."orgId", l."timeZone", ${orgZoneOf("l")} as "orgZone", a."endTime" as until
       from "BaseUserAuthorisation" a join "BaseUsers" l on l.id = a."fromUserId" where a.id = $1 and a."toUserId" = $2 and ${lendsAt("$3")}`,
      [authorisationId, userId, this.#clock.now()],
    );
  }

  async #loadMe(holderRow: Holder): Promise<Me> {
    const person = await this.#db.one<Person>(
      `select id as "userId", "userName", "displayName", "displayNameEn", "userType", "userStatus", "startDate", "endDate", "orgId", "timeZone", ${orgZoneOf("u")} as "orgZone" from "BaseUsers" u where id = $1`,
      [holderRow.userId],
    );
    if (!person) throw new Error(`no user ${holderRow.userId}`);
    const orgZone = person.orgZone ?? houseZone;
    const zone = person.timeZone ?? orgZone;
    const today = houseDay(this.#clock.now());
    if (
      person.userStatus === "DISABLED" ||
      (person.startDate !== null && person.startDate > today) ||
      (person.endDate !== null && person.endDate < today)
    )
      throw denyEnded("DISABLED");
    const { responsibilityId = null, authorisationId = null } =
      holderRow.responsibilityId === null ? {} : readResponsibility(holderRow.responsibilityId);
    const lender = authorisationId === null ? null : await this.#lender(authorisationId, person.userId);
    const holder = authorisationId === null ? person : lender;
    const responsibility =
      responsibilityId && holder
        ? await this.#responsibility(responsibilityId, holderRow.supplierId, holder, today, lender !== null)
        : null;
    const grants = responsibility ? await this.grants(nameResponsibility({ responsibilityId: responsibility.id, authorisationId })) : null;
    const isApplicant = person.userStatus === "REGISTERING" || responsibility === null;
    const audience = person.userType === "SUPPLIER" ? (isApplicant ? "registrant" : "supplier") : "internal";
    const scopes = responsibility && audience === "internal" ? await this.scopes.of(responsibility, holder!, today) : nothing;
    return {
      userId: person.userId,
      userName: person.userName,
      displayName: person.displayName,
      displayNameEn: person.displayNameEn,
      audience,
      supplierId: responsibility || holderRow.responsibilityId === null ? holderRow.supplierId : null,
      responsibilityId: responsibility?.id ?? null,
      respCode: responsibility?.respCode ?? null,
      ...(responsibility && lender ? { lentBy: { userId: lender.userId, displayName: lender.displayName, until: lender.until } } : {}),
      language: holderRow.language,
      zone,
      orgZone,
      ...scopes,
      may: (entity, button) =>
        button === "" ? (grants?.readable.has(entity) ?? false) : (grants?.pressable.has(`${entity}|${button}`) ?? false),
      holds: (button) => grants?.buttons.has(button) ?? false,
      opens: (route, button) => (button === undefined ? grants?.routes.has(route) : grants?.pressed.has(`${route}|${button}`)) ?? false,
      picks: (entity) => grants?.pickable.has(entity) ?? false,
    };
  }

  /** The responsibility on the session, if its holder still holds it today: on the right side of the wall and for that company. */
  #responsibility(
    responsibilityId: string,
    supplierId: string | null,
    holder: Person,
    today: string,
    isLent: boolean,
  ): Promise<Responsibility | null> {
    return this.#db.one<Responsibility>(
      `select r.id, r."respCode", r.audience, r."orgScope", r."categoryScope", r."materialScope" from "BaseUserResp" u join "BaseResponsibility" r on r.id = u."responsibilityId" join "BaseUsers" a on a.id = u."userId"
       where u."userId" = $1 and r.id = $2 and ${heldOn("$3")} and (r.audience = 'SUPPLIER') = (a."userType" = 'SUPPLIER') and (r.audience = 'INTERNAL' or coalesce(u."supplierId", a."supplierId") is not distinct from $4)${isLent ? ` and ${isLendable}` : ""} limit 1`,
      [holder.userId, responsibilityId, today, supplierId],
    );
  }
}

interface Period {
  readonly startDate: Part;
  readonly endDate: Part;
}

/** Is the grant of the responsibility in force on that day? */
export const isHeld = (grant: Period & { readonly status: Part }, held: Period & { readonly enabledFlag: Part }, day: Part): Sql =>
  sql`${grant.status} = 'ACTIVE' and ${held.enabledFlag} = 'Y' and ${onDay(grant, day)} and ${onDay(held, day)}`;

const period = (alias: string): Period => ({ startDate: raw(`${alias}."startDate"`), endDate: raw(`${alias}."endDate"`) });

/** The same for statements of the kernel that are written as text: the grant is u, the responsibility r. */
export const heldOn = (day: string): string =>
  isHeld({ ...period("u"), status: raw("u.status") }, { ...period("r"), enabledFlag: raw(`r."enabledFlag"`) }, raw(day)).write().text;

const nothing = { orgs: [], categories: [], items: [], selfOnly: false } as const;

function keep<T>(cache: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  let known = cache.get(key);
  if (!known) {
    if (cache.size > 10_000) cache.clear();
    known = load();
    cache.set(key, known);
    known.catch(() => cache.delete(key));
  }
  return known;
}
