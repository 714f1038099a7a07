import type { Declared } from "../declared.ts";
import { collections, type Entity, type Me, type Scope } from "../entity.ts";
import type { Language } from "../text.ts";
import { dayIn } from "../time.ts";
import type { Bus } from "./bus.ts";
import type { Db } from "./db.ts";

/** Entities whose change changes what somebody may see or do. */
export const grantEntities: ReadonlySet<string> = new Set([
  "BaseRole", "BaseMenu", "BaseResource", "BaseMenuRole", "BaseResourceRole", "BaseRespRole", "BaseResponsibility", "BaseRespOrg", "BaseRespCategory", "BaseRespMaterial",
  "BaseUserResp", "BaseUserOrgPermit", "BaseUserCategoryPermit", "BaseUserMaterialPermit", "BaseOrganization", "BaseUsers", "BaseModule",
]);

export interface GrantedMenu {
  readonly menuId: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly menuCode: string;
  readonly menuType: string;
  readonly htmlUrl: string | null;
  readonly imageLink: string | null;
  readonly menuParentId: string | null;
  readonly levelId: number;
  readonly seqNum: number;
  readonly enabled: "Y" | "N";
  readonly audience: string;
}

export interface GrantedResource {
  readonly resourceCode: string;
  readonly resourceName: string;
  readonly resourceNameEn: string | null;
  readonly resIcon: string | null;
  readonly menuId: string | null;
}

/** What a responsibility opens, resolved once per change of grants. */
export interface Grants {
  readonly menus: readonly GrantedMenu[];
  readonly resources: readonly GrantedResource[];
  readonly readable: ReadonlySet<string>;
  readonly pressable: ReadonlySet<string>;
  readonly buttons: ReadonlySet<string>;
  readonly routes: ReadonlySet<string>;
}

interface Person {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly userType: string;
  readonly orgId: string | null;
  readonly timeZone: string | null;
}

/** Where a responsibility is worn: whose hat, on which session. */
export interface Wearer {
  readonly userId: string;
  readonly responsibilityId: string | null;
  readonly supplierId: string | null;
  readonly language: Language;
}

type Tree = ReadonlyMap<string, string | null>;

/** Narrows a scope step by step: the responsibility first, then the person's includes, then the excludes. */
export function narrow(start: Scope, includes: readonly string[] | null, excludes: readonly string[]): Scope {
  const included: Scope = includes === null ? start : start === "all" ? includes : start.filter((id) => includes.includes(id));
  if (excludes.length === 0) return included;
  return included === "all" ? included : included.filter((id) => !excludes.includes(id));
}

/** Everything at or below the given nodes. */
export function below(tree: Tree, roots: readonly { readonly id: string; readonly children: boolean }[]): string[] {
  const found = new Set(roots.map((r) => r.id));
  const open = new Set(roots.filter((r) => r.children).map((r) => r.id));
  for (let grew = true; grew; ) {
    grew = false;
    for (const [id, parent] of tree)
      if (parent && open.has(parent) && !open.has(id)) {
        open.add(id);
        found.add(id);
        grew = true;
      }
  }
  return [...found];
}

const systemMay = (): boolean => true;

/** The system as a named actor: jobs, timers and the installer act under such a name and leave it in the journal. */
export const systemMe = (name: string): Me => ({
  userId: `system:${name}`, userName: `system:${name}`, displayName: name, audience: "system", supplierId: null, responsibilityId: null, respCode: null,
  language: "CN", zone: "Asia/Shanghai", orgs: "all", categories: "all", items: "all", selfOnly: false, may: systemMay, holds: systemMay,
});

/** Answers who somebody is and what the current hat allows, from memory; grants that change are forgotten at once everywhere. */
export class Permits {
  readonly #db: Db;
  readonly #aside: Db;
  readonly #declared: Declared;
  readonly #clock: { now(): Date };
  #version = 0;
  readonly #grants = new Map<string, Promise<Grants>>();
  readonly #people = new Map<string, Promise<Me>>();
  readonly #timer: NodeJS.Timeout;

  constructor(db: Db, aside: Db, declared: Declared, bus: Bus, clock: { now(): Date }) {
    this.#db = db;
    this.#aside = aside;
    this.#declared = declared;
    this.#clock = clock;
    bus.watch([...grantEntities], () => this.forget());
    this.#timer = setInterval(() => void this.refresh().catch(() => undefined), 500);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  forget(): void {
    this.#grants.clear();
    this.#people.clear();
  }

  /** Sees changes of other processes even if their notice got lost. */
  async refresh(): Promise<number> {
    const { version } = (await this.#aside.one<{ version: number }>({ name: "permission_version", text: `select version::int as version from "PermissionState"` }))!;
    if (version !== this.#version) {
      this.#version = version;
      this.forget();
    }
    return version;
  }

  grants(responsibilityId: string): Promise<Grants> {
    return keep(this.#grants, responsibilityId, () => this.#loadGrants(responsibilityId));
  }

  async me(wearer: Wearer): Promise<Me> {
    const key = `${wearer.userId}|${wearer.responsibilityId}|${wearer.supplierId}`;
    const me = await keep(this.#people, key, () => this.#loadMe(wearer));
    return me.language === wearer.language ? me : { ...me, language: wearer.language };
  }

  async #loadGrants(responsibilityId: string): Promise<Grants> {
    const roles = `select r.id from "BaseRespRole" rr join "BaseRole" r on r.id = rr."roleId" where rr."responsibilityId" = $1 and rr.status = 'ACTIVE' and r."enabledFlag" = 'Y'`;
    const [all, granted, resources] = await Promise.all([
      this.#db.query<GrantedMenu & { audience: string }>(`select id as "menuId", name, "nameEn", "menuCode", "menuType", "htmlUrl", "imageLink", "menuParentId", "levelId", "seqNum", enabled, audience from "BaseMenu"`),
      this.#db.query<{ menuId: string }>(`select distinct "menuId" from "BaseMenuRole" where status = 'ACTIVE' and "roleId" in (${roles})`, [responsibilityId]),
      this.#db.query<GrantedResource>(`select distinct s."resourceCode", s."resourceName", s."resourceNameEn", s."resIcon", s."menuId" from "BaseResourceRole" g join "BaseResource" s on s.id = g."resourceId" where g.status = 'ACTIVE' and s."enabledFlag" = 'Y' and g."roleId" in (${roles})`, [responsibilityId]),
    ]);
    return this.#resolve(all, new Set(granted.map((g) => g.menuId)), resources);
  }

  /** A menu counts when it is granted and enabled up to the root; its folders come along. */
  #resolve(all: readonly GrantedMenu[], granted: ReadonlySet<string>, resources: readonly GrantedResource[]): Grants {
    const byId = new Map(all.map((m) => [m.menuId, m]));
    const open = (id: string | null, depth = 0): boolean => id === null || (depth < 10 && byId.get(id)?.enabled === "Y" && open(byId.get(id)!.menuParentId, depth + 1));
    const shown = new Set<string>();
    for (const id of granted) if (open(id)) for (let at: string | null = id; at && !shown.has(at); at = byId.get(at)?.menuParentId ?? null) shown.add(at);
    const menus = all.filter((m) => shown.has(m.menuId));
    const readable = new Set<string>();
    const pressable = new Set<string>();
    const routes = new Set<string>();
    for (const menu of menus) {
      if (!granted.has(menu.menuId) || !menu.htmlUrl) continue;
      const page = this.#declared.pages.get(menu.htmlUrl.split("?")[0]!);
      for (const route of [menu.htmlUrl.split("?")[0]!, ...(page?.children ?? [])]) routes.add(route);
      const buttons = resources.filter((r) => r.menuId === menu.menuId || r.menuId === null).map((r) => r.resourceCode);
      for (const e of (page?.entities ?? []).flatMap(withLines)) {
        readable.add(e.name);
        for (const button of buttons) pressable.add(`${e.name}|${button}`);
      }
    }
    return { menus, resources, readable, pressable, buttons: new Set(resources.map((r) => r.resourceCode)), routes };
  }

  async #loadMe(wearer: Wearer): Promise<Me> {
    const person = await this.#db.one<Person>(`select id as "userId", "userName", "displayName", "userType", "orgId", "timeZone" from "BaseUsers" where id = $1`, [wearer.userId]);
    if (!person) throw new Error(`no user ${wearer.userId}`);
    const hat = wearer.responsibilityId === null ? null : await this.#db.one<Hat>(`select id, "respCode", audience, "orgScope", "categoryScope", "materialScope" from "BaseResponsibility" where id = $1`, [wearer.responsibilityId]);
    const grants = hat ? await this.grants(hat.id) : null;
    const audience = person.userType === "SUPPLIER" ? (hat ? "supplier" : "registrant") : "internal";
    const scopes = hat && audience === "internal" ? await this.#scopes(hat, person) : nothing;
    return {
      userId: person.userId, userName: person.userName, displayName: person.displayName, audience, supplierId: wearer.supplierId,
      responsibilityId: hat?.id ?? null, respCode: hat?.respCode ?? null, language: wearer.language, zone: person.timeZone ?? "Asia/Shanghai",
      ...scopes,
      may: (entity, button) => (button === "" ? (grants?.readable.has(entity) ?? false) : (grants?.pressable.has(`${entity}|${button}`) ?? false)),
      holds: (button) => grants?.buttons.has(button) ?? false,
    };
  }

  async #scopes(hat: Hat, person: Person): Promise<Pick<Me, "orgs" | "categories" | "items" | "selfOnly">> {
    const today = dayIn(this.#clock.now().toISOString(), person.timeZone ?? "Asia/Shanghai");
    const [orgs, categories, items] = await Promise.all([
      this.#dimension(hat, person, hat.orgScope, today, { tree: ["BaseOrganization", "parentOrgId"], list: ["BaseRespOrg", "orgId"], permit: ["BaseUserOrgPermit", "orgId"] }),
      this.#dimension(hat, person, hat.categoryScope, today, { tree: ["SrmBasePurchaseCategory", "parentId"], list: ["BaseRespCategory", "categoryId"], permit: ["BaseUserCategoryPermit", "categoryId"] }),
      this.#dimension(hat, person, hat.materialScope, today, { tree: null, list: ["BaseRespMaterial", "itemId"], permit: ["BaseUserMaterialPermit", "itemId"] }),
    ]);
    return { orgs, categories, items, selfOnly: hat.orgScope === "SELF" };
  }

  async #dimension(hat: Hat, person: Person, scope: string, today: string, how: Dimension): Promise<Scope> {
    const valid = `("startDate" is null or "startDate" <= $2) and ("endDate" is null or "endDate" >= $2)`;
    const permits = await this.#db.query<{ id: string; includeChildren: string; permitType: string }>(`select "${how.permit[1]}" as id, "includeChildren", "permitType" from "${how.permit[0]}" where "userId" = $1 and ${valid}`, [person.userId, today]);
    const known = how.tree && this.#declared.entities.has(how.tree[0]) ? how.tree : null;
    const needsTree = permits.length > 0 || scope === "OWN_ORG" || scope === "LIST";
    const tree: Tree = known && needsTree ? new Map((await this.#db.query<{ id: string; parent: string | null }>(`select id, "${known[1]}" as parent from "${known[0]}"`)).map((r) => [r.id, r.parent])) : new Map();
    const start = await this.#start(hat, person, scope, tree, how);
    const of = (type: string) => permits.filter((p) => p.permitType === type).map((p) => ({ id: p.id, children: p.includeChildren === "Y" }));
    const excluded = below(tree, of("EXCLUDE"));
    const base: Scope = start === "all" && excluded.length && tree.size ? [...tree.keys()] : start;
    return narrow(base, of("INCLUDE").length ? below(tree, of("INCLUDE")) : null, excluded);
  }

  async #start(hat: Hat, person: Person, scope: string, tree: Tree, how: Dimension): Promise<Scope> {
    if (scope === "ALL" || scope === "SELF") return "all";
    if (scope === "OWN_ORG") return person.orgId ? below(tree, [{ id: person.orgId, children: true }]) : [];
    if (scope !== "LIST") return [];
    const children = how.tree ? `"includeChildren"` : `'N'`;
    const rows = await this.#db.query<{ id: string; children: string }>(`select "${how.list[1]}" as id, ${children} as children from "${how.list[0]}" where "parentId" = $1 and "${how.list[1]}" is not null`, [hat.id]);
    return below(tree, rows.map((r) => ({ id: r.id, children: r.children === "Y" })));
  }
}

interface Hat {
  readonly id: string;
  readonly respCode: string;
  readonly audience: string;
  readonly orgScope: string;
  readonly categoryScope: string;
  readonly materialScope: string;
}

interface Dimension {
  readonly tree: readonly [table: string, parent: string] | null;
  readonly list: readonly [table: string, column: string];
  readonly permit: readonly [table: string, column: string];
}

const nothing = { orgs: [], categories: [], items: [], selfOnly: false } as const;

const withLines = (e: Entity): Entity[] => [e, ...Object.values(collections(e)).flatMap(withLines)];

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
