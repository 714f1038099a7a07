import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathOf } from "#kernel/declared.ts";
import { collections, type Action, type Entity, type Me, type Who } from "#kernel/entity.ts";
import { isPage, pagesOf } from "#kernel/module.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { shippedLookups } from "#kernel/server/find/lookups.ts";
import { platformCalls } from "#kernel/server/http/platform-calls.ts";
import { ship } from "#kernel/server/install/ship.ts";
import { modules } from "#modules/index.ts";
import { freshDatabase, prepareTemplate, type FreshDatabase } from "../support/database.ts";
import { shipped } from "../support/shipped.ts";
import { save } from "../support/kernel.ts";
import { system, worldModules } from "./admin-world.ts";

const clock = { now: () => new Date() };
let database: FreshDatabase;
let kernel: Kernel;
let calls: readonly Call[];

beforeAll(async () => {
  await prepareTemplate(
    "adminworld",
    async (url) => {
      const first = await openKernel(worldModules, url, clock);
      await ship(first, clock.now);
      await first.close();
    },
    await shipped(),
  );
  database = await freshDatabase("adminworld");
  kernel = await openKernel(worldModules, database.url, clock);
  calls = platformCalls(kernel);
});
afterAll(async () => {
  await kernel.close();
  await database.drop();
});

/** Numbers that look random and come again with the same seed. */
function dice(seed: number): { chance(p: number): boolean; some<T>(list: readonly T[], p: number): T[] } {
  let state = seed * 2_654_435_761;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const chance = (p: number): boolean => next() < p;
  return { chance, some: (list, p) => list.filter(() => chance(p)) };
}

const contextOf = (me: Me): Context =>
  ({
    me,
    db: kernel.db,
    now: clock.now(),
    requestId: "r",
    language: "EN",
    ip: "10.0.0.1",
    userAgent: "test",
    session: { responsibilityId: me.responsibilityId },
    request: { headers: {}, query: {} },
    reply: {},
  }) as unknown as Context;
const ask = (me: Me, path: string, body: object): Promise<any> => calls.find((c) => c.path === path)!.handle(contextOf(me), { ...body });

/** What the server says to one entity call: refused for want of a grant, or not for that. */
async function granted(me: Me, e: Entity, name: string, body: object): Promise<boolean> {
  try {
    await kernel.calls.handle(contextOf(me), e.service, pathOf(e), name, { ...body });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code !== "PERM_DENIED";
  }
}

const withLines = (e: Entity): Entity[] => [e, ...Object.values(collections(e)).flatMap(withLines)];

/** What a screen shows: the menus it was told, and on each the buttons it was told; nothing else is known to it. */
async function screenOf(me: Me): Promise<{ reads: Set<string>; presses: Set<string> }> {
  const reads = new Set<string>();
  const presses = new Set<string>();
  for (const menu of await ask(me, "baseMenuService/findMenusByResp", {})) {
    const page = kernel.declared.pages.get(menu.menuCode);
    if (!page || menu.menuType === "DIR") continue;
    const buttons: string[] = (
      await ask(me, "baseResourceService/findBaseResourceByRespMenuId", { menuId: menu.menuId, respId: me.responsibilityId })
    ).map((r: any) => r.resourceCode);
    for (const e of [...page.entities, ...page.reads].flatMap(withLines)) reads.add(e.name);
    for (const e of page.entities.flatMap(withLines)) for (const button of buttons) presses.add(`${e.name}|${button}`);
  }
  return { reads, presses };
}

/** Is the verb meant for this side at all? */
const meantFor = (who: Action["who"] | undefined, audience: string): boolean =>
  ([who ?? "system"].flat() as Who[]).some((w) =>
    typeof w === "string"
      ? w === audience || w === "both"
      : "owner" in w || ("side" in w ? audience === "internal" || audience === "supplier" : w.of === audience),
  );
const ownedBy = (who: Action["who"] | undefined): boolean =>
  ([who ?? "system"].flat() as Who[]).some((w) => typeof w === "object" && "owner" in w);

/** Every difference between what the screen offers and what the server lets through. */
async function differences(me: Me): Promise<{ wrong: string[]; offered: number; refused: number }> {
  const { reads, presses } = await screenOf(me);
  const wrong: string[] = [];
  let [offered, refused] = [0, 0];
  const above = (e: Entity): Entity | undefined => kernel.declared.parent(e)?.entity;
  const readable = (e: Entity): boolean => Boolean(e.open ?? e.mine) || reads.has(e.name) || (above(e) ? readable(above(e)!) : false);
  /** Lines that a supplier is not shown with their document have no address for him. */
  const isHidden = (e: Entity): boolean => {
    const parent = kernel.declared.parent(e);
    if (!parent || me.audience !== "supplier") return false;
    const isLine = parent.collection in parent.entity.lines;
    return (isLine && !parent.entity.shows?.supplier?.includes(parent.collection as never)) || isHidden(parent.entity);
  };
  const sees = (e: Entity): boolean =>
    !isHidden(e) && (Boolean((above(e) ?? e).sees[me.audience as "internal"]) || (above(e) ? sees(above(e)!) : false));
  const offers = (e: Entity, button: string, who: Action["who"] | undefined): boolean =>
    meantFor(who, me.audience) &&
    (Boolean(e.mine) ||
      (Boolean(e.open) && ownedBy(who)) ||
      presses.has(`${e.name}|${button}`) ||
      (above(e) ? presses.has(`${above(e)!.name}|${button}`) : false));
  const compare = async (e: Entity, name: string, body: object, expected: boolean): Promise<void> => {
    const actual = await granted(me, e, name, body);
    if (expected) offered += 1;
    else refused += 1;
    if (actual !== expected) wrong.push(`${e.name} ${name}: the screen says ${expected}, the server ${actual}`);
  };
  for (const e of kernel.declared.entities.values()) {
    if (e.internal) continue;
    const seen = sees(e);
    await compare(e, "listByPage", { pageRows: 1 }, readable(e) && seen);
    await compare(e, "findById", { id: "nothing" }, readable(e) && seen);
    await compare(e, "saveOrUpdate", {}, offers(e, "btnAdd", e.saves) && seen);
    await compare(e, "saveOrUpdate", { id: "nothing" }, offers(e, "btnSave", e.saves) && seen);
    if (!e.appendOnly) await compare(e, "delete", { id: "nothing" }, offers(e, "btnDelete", e.deletes) && seen);
    for (const [name, action] of Object.entries(e.actions as Record<string, Action>))
      await compare(e, name, { id: "nothing" }, offers(e, action.button, action.who) && seen);
  }
  return { wrong, offered, refused };
}

/** A responsibility with two roles of random menus and buttons; some rows wait, some roles, menus and resources are off. */
async function randomResponsibility(seed: number, audience: "INTERNAL" | "SUPPLIER"): Promise<string> {
  const { chance, some } = dice(seed);
  const menus = await kernel.db.query<{ id: string }>(
    `select id from "BaseMenu" where "menuType" <> 'DIR' and audience in ('BOTH', $1) order by "menuCode"`,
    [audience],
  );
  const resources = await kernel.db.query<{ id: string }>(
    `select r.id from "BaseResource" r join "BaseMenu" m on m.id = r."menuId" where m.audience in ('BOTH', $1) order by m."menuCode", r."resourceCode"`,
    [audience],
  );
  const responsibility = await save(kernel, "BaseResponsibility", { respCode: `G${seed}`, respName: `G${seed}`, audience }, system);
  const { db } = kernel;
  for (const n of [1, 2]) {
    const role = await save(
      kernel,
      "BaseRole",
      { roleCode: `G${seed}_${n}`, roleName: "x", audience, enabledFlag: chance(0.8) ? "Y" : "N" },
      system,
    );
    await save(kernel, "BaseRespRole", { responsibilityId: responsibility.id, roleId: role.id }, system);
    const doer = { me: system, now: clock.now(), requestId: `g${seed}${n}`, ip: null };
    await kernel.actor.act(
      {
        entity: kernel.declared.entity("BaseRole"),
        action: "doGrant",
        targets: [
          { id: role.id, input: { addMenus: some(menus, 0.4).map((m) => m.id), addResources: some(resources, 0.5).map((r) => r.id) } },
        ],
      },
      doer,
    );
    for (const table of ["BaseMenuRole", "BaseResourceRole"])
      for (const { id } of some(
        await db.query<{ id: string }>(`select id from "${table}" where "roleId" = $1 order by id`, [role.id]),
        0.1,
      ))
        await save(kernel, table, { id, status: "PENDING" }, system);
  }
  for (const { id } of some(menus, 0.1)) await save(kernel, "BaseMenu", { id, enabled: chance(0.5) ? "N" : "Y" }, system);
  for (const { id } of some(resources, 0.05)) await save(kernel, "BaseResource", { id, enabledFlag: chance(0.5) ? "N" : "Y" }, system);
  const folders = await db.query<{ id: string }>(`select id from "BaseMenu" where "menuType" = 'DIR' order by "menuCode"`);
  for (const { id } of some(folders, 0.1)) await save(kernel, "BaseMenu", { id, enabled: chance(0.5) ? "N" : "Y" }, system);
  const yard = await db.one<{ id: string }>(`select id from "BaseModule" where "moduleCode" = 'yard'`);
  await save(kernel, "BaseModule", { id: yard!.id, enabledFlag: chance(0.3) ? "N" : "Y" }, system);
  return responsibility.id as string;
}

describe("what the screen offers is what the server does", () => {
  test.each([1, 2, 3, 4, 5, 6])("for a random graph of grants, seed %i", async (seed) => {
    const audience = seed % 3 === 0 ? "SUPPLIER" : "INTERNAL";
    const responsibility = await randomResponsibility(seed, audience);
    const supplierId = audience === "SUPPLIER" ? "S1" : null;
    const user = await save(
      kernel,
      "BaseUsers",
      { userName: `graph${seed}`, displayName: "x", email: `graph${seed}@example.com`, userType: audience, supplierId },
      system,
    );
    await save(kernel, "BaseUserResp", { userId: user.id, responsibilityId: responsibility, supplierId }, system);
    const me = await kernel.permits.me({ userId: user.id, responsibilityId: responsibility, supplierId, language: "EN" });
    const { wrong, offered, refused } = await differences(me);
    expect(wrong).toEqual([]);
    expect(Math.min(offered, refused)).toBeGreaterThan(20);
  });

  test.each(["SYS_ADMIN", "SEC_ADMIN", "ORG_ADMIN", "AUDITOR", "OPS", "SUP_ADMIN"])("for the shipped responsibility %s", async (code) => {
    const responsibility = await kernel.db.one<{ id: string; audience: string }>(
      `select id, audience from "BaseResponsibility" where "respCode" = $1`,
      [code],
    );
    const supplierId = responsibility!.audience === "SUPPLIER" ? "S2" : null;
    const user = await save(
      kernel,
      "BaseUsers",
      {
        userName: `responsibility.${code.toLowerCase()}`,
        displayName: "x",
        email: `${code}@example.com`,
        userType: responsibility!.audience,
        supplierId,
      },
      system,
    );
    await save(kernel, "BaseUserResp", { userId: user.id, responsibilityId: responsibility!.id, supplierId }, system);
    const me = await kernel.permits.me({ userId: user.id, responsibilityId: responsibility!.id, supplierId, language: "EN" });
    expect((await differences(me)).wrong).toEqual([]);
  });
});

describe("what is declared", () => {
  test("every route of a page resolves to a menu or to the menu it belongs to", async () => {
    const menus = new Set((await kernel.db.query<{ code: string }>(`select "menuCode" as code from "BaseMenu"`)).map((m) => m.code));
    const pages = modules.flatMap((m) => pagesOf(m.menus ?? []));
    const resolved = new Set(pages.filter((p) => menus.has(p.route)).flatMap((p) => [p.route, ...p.children]));
    const asked = [...kernel.declared.entities.values()]
      .flatMap((e) => [e.pages?.list, e.pages?.edit, ...Object.values(e.lists ?? {}).map((l) => l.route)])
      .filter((r) => r !== undefined);
    expect(asked.filter((route) => !resolved.has(route))).toEqual([]);
    const roots = modules.flatMap((m) => m.menus ?? []).filter((m) => !isPage(m));
    expect(roots.every((m) => !isPage(m) && menus.has(m.code))).toBe(true);
  });

  test("every lookup a field chooses from is shipped, with a meaning in both languages", async () => {
    const rows = await kernel.db.query<{ type: string; cn: string; en: string | null }>(
      `select t."lookupType" as type, v.meaning as cn, v."meaningEn" as en from "BaseLookupValues" v join "BaseLookupTypes" t on t.id = v."parentId"`,
    );
    const filled = new Set(rows.map((r) => r.type));
    const fields = [...kernel.declared.entities.values()].flatMap((e) => [
      ...Object.values(e.fields),
      ...Object.values(e.actions as Record<string, Action>).flatMap((a) => Object.values(a.input ?? {})),
    ]);
    expect([...new Set(fields.flatMap((f) => (f.lookup && !filled.has(f.lookup) ? [f.lookup] : [])))]).toEqual([]);
    expect(rows.filter((r) => !r.cn || !r.en)).toEqual([]);
    expect([...shippedLookups(kernel.declared).keys()].filter((type) => !filled.has(type))).toEqual([]);
    const yen = await kernel.db.one<{ extra: unknown }>(
      `select v.extra from "BaseLookupValues" v where v."lookupType" = 'CURRENCY' and v."lookupCode" = 'JPY'`,
    );
    expect(yen!.extra).toEqual({ digits: 0 });
  });
});
