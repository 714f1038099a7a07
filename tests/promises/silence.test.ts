import type { Client } from "../support/client.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import type { Action, Entity, Me, Who } from "#kernel/entity.ts";
import { collections } from "#kernel/entity.ts";
import type { MenuPage } from "#kernel/module.ts";
import { Imports } from "#kernel/server/sheet/import.ts";
import { planExport } from "#kernel/server/sheet/plan.ts";
import { system, type Row } from "../support/generate.ts";
import { save, someone } from "../support/kernel.ts";
import { sampled } from "../support/thorough.ts";
import { allModules, ask, callOf, none, openOverHttp, type HttpHouse, type Told } from "./house.ts";

let house: HttpHouse;
let ids: ReadonlyMap<string, string>;
beforeAll(async () => {
  house = await openOverHttp(9);
  const made = new Map<string, string>();
  for (const e of house.entities) if (!e.view && !house.declared.parent(e)) made.set(e.name, (await house.make.make(e))["id"]);
  for (const e of house.entities) {
    const parent = house.declared.parent(e);
    const row = e.view || !parent ? null : await house.kernel.db.one<{ id: string }>(`select id from "${e.name}" limit 1`);
    made.set(e.name, made.get(e.name) ?? row?.id ?? "none");
  }
  ids = made;
});
afterAll(() => house?.drop());

const withLines = (e: Entity): Entity[] => [e, ...Object.values(collections(e)).flatMap(withLines)];

const listed = (who: Action["who"] | undefined): readonly Who[] =>
  who === undefined ? [] : Array.isArray(who) ? (who as readonly Who[]) : [who as Who];

interface Grant {
  readonly page: MenuPage;
  readonly buttons: readonly string[];
}

/** Rows of one entity by the system, in one action. */
async function saved(entity: string, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const answer = await ask(house.kernel, system, house.declared.entity(entity), "doBatchSaveOrUpdate", { rows });
  if (answer.status !== "S")
    throw new Error(`${entity}: ${answer.code} ${JSON.stringify(answer.fieldErrors)} ${String(answer.cause ?? "")}`);
  return answer.data as Row[];
}

/** A responsibility for each, that consists of these menus and buttons and nothing else. */
async function resps(wanted: readonly { audience: "INTERNAL" | "SUPPLIER"; grants: readonly Grant[] }[]): Promise<string[]> {
  const named = wanted.map((entry) => ({ ...entry, code: `HAT${house.make.word().toUpperCase()}` }));
  const roles = await saved(
    "BaseRole",
    named.map(({ code, audience }) => ({ roleCode: code, roleName: code, audience })),
  );
  const responsibilities = await saved(
    "BaseResponsibility",
    named.map(({ code, audience }) => ({ respCode: code, respName: code, audience })),
  );
  const roleOf = (code: string): string => roles.find((role) => role["roleCode"] === code)!["id"];
  const idOf = (code: string): string => responsibilities.find((responsibility) => responsibility["respCode"] === code)!["id"];
  await saved(
    "BaseRespRole",
    named.map(({ code }) => ({ responsibilityId: idOf(code), roleId: roleOf(code) })),
  );
  const granted = named.flatMap(({ code, grants }) => grants.map((grant) => ({ ...grant, roleId: roleOf(code) })));
  const menus = await house.kernel.db.query<{ id: string; code: string }>(`select id, "menuCode" as code from "BaseMenu"`);
  const menuOf = (page: MenuPage): string => menus.find((row) => row.code === page.route)!.id;
  await saved(
    "BaseMenuRole",
    granted.map(({ page, roleId }) => ({ menuId: menuOf(page), roleId })),
  );
  const resources = await house.kernel.db.query<{ id: string; menuId: string; code: string }>(
    `select id, "menuId", "resourceCode" as code from "BaseResource"`,
  );
  await saved(
    "BaseResourceRole",
    granted.flatMap(({ page, buttons, roleId }) =>
      resources
        .filter((resource) => resource.menuId === menuOf(page) && buttons.includes(resource.code))
        .map((resource) => ({ resourceId: resource.id, roleId })),
    ),
  );
  return named.map(({ code }) => idOf(code));
}

const resp = async (audience: "INTERNAL" | "SUPPLIER", grants: readonly Grant[]): Promise<string> =>
  (await resps([{ audience, grants }]))[0]!;

const people = new Map<string, string>();

/** A person of that side has them; one internal person and one supplier have all the responsibilities of this file. Answers who they are under each. */
async function wearingEach(responsibilityIds: readonly string[], supplierId: string | null = null): Promise<(() => Promise<Me>)[]> {
  const side = supplierId ?? "internal";
  if (!people.has(side)) {
    const word = house.make.word();
    const of = supplierId === null ? { userType: "INTERNAL" } : { userType: "SUPPLIER", supplierId };
    people.set(
      side,
      (await save(house.kernel, "BaseUsers", { userName: `w${word}`, displayName: "W", email: `w${word}@example.com`, ...of }, system)).id,
    );
  }
  const userId = people.get(side)!;
  await house.kernel.db.query(`delete from "BaseUserResp" where "userId" = $1`, [userId]);
  await saved(
    "BaseUserResp",
    responsibilityIds.map((responsibilityId) => ({ userId, responsibilityId, supplierId: supplierId ?? undefined })),
  );
  return responsibilityIds.map(
    (responsibilityId) => () => house.kernel.permits.me({ userId, responsibilityId, supplierId, language: "EN" }),
  );
}

const wearing = async (responsibilityId: string, supplierId: string | null = null): Promise<Me> =>
  (await wearingEach([responsibilityId], supplierId))[0]!();

const reads = ["listByPage", "findById", "countViews", "history", "whereUsed"] as const;

/** Everything a caller could try on an entity, with the button each needs; "" is reading. */
function triesOf(e: Entity): { name: string; button: string; who: readonly Who[]; body: Row }[] {
  const id = ids.get(e.name)!;
  return [
    ...reads.map((name) => ({ name, button: "", who: [] as Who[], body: ["listByPage", "countViews"].includes(name) ? {} : { id } })),
    { name: "whatIf", button: "", who: [], body: { id, action: "saveOrUpdate", input: {} } },
    { name: "whyNot", button: "", who: [], body: { id, action: "saveOrUpdate", input: {} } },
    { name: "export", button: "btnExport", who: [], body: {} },
    { name: "import", button: "btnImport", who: [], body: {} },
    { name: "create", button: "btnAdd", who: listed(e.saves), body: {} },
    { name: "saveOrUpdate", button: "btnSave", who: listed(e.saves), body: { id, versionNum: 1 } },
    { name: "delete", button: "btnDelete", who: listed(e.deletes), body: { id } },
    ...Object.entries(e.actions as Record<string, Action>).map(([name, a]) => ({
      name,
      button: a.button,
      who: listed(a.who),
      body: a.creates ? {} : { id },
    })),
  ];
}

async function tryIt(me: Me, e: Entity, name: string, body: Row): Promise<string> {
  if (name === "export" || name === "import") {
    try {
      if (name === "import") await new Imports(house.kernel).template(e.name, me);
      else {
        const plan = await planExport(house.kernel, { requestUrl: `/${callOf(e, "listByPage")}`, columns: [{ key: "id" }] }, me, 10);
        if (!me.may(plan.entity.name, "btnExport")) return "PERM_DENIED";
      }
      return "S";
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  }
  const answer: Told = await ask(house.kernel, me, e, name === "create" ? "saveOrUpdate" : name, body);
  return answer.status === "S" ? "S" : answer.code === "SYS_ERROR" ? `SYS_ERROR ${String(answer.cause)}` : answer.code;
}

/** Is it refused for lack of permission? Any other answer means somebody was let in as far as the checks behind the door. */
const isShut = (code: string): boolean => code === "PERM_DENIED" || code === "IMPORT_TEMPLATE";

const isAny = (me: Me, who: Who): boolean =>
  typeof who === "string"
    ? who === me.audience || (who === "both" && (me.audience === "internal" || me.audience === "supplier"))
    : "owner" in who || ("side" in who ? me.audience === "internal" || me.audience === "supplier" : who.of === me.audience);

/** What a person with these pages may do, straight from the declarations. */
function expectation(me: Me, granted: readonly Grant[]) {
  const readable = new Set(granted.flatMap(({ page }) => [...page.entities, ...page.reads].flatMap(withLines)).map((e) => e.name));
  const pressable = new Set(
    granted.flatMap(({ page, buttons }) => page.entities.flatMap(withLines).flatMap((e) => buttons.map((b) => `${e.name}|${b}`))),
  );
  const sees = (e: Entity): boolean => {
    const parent = house.declared.parent(e);
    if (!parent) return e.sees[me.audience as "internal"] !== undefined;
    // Lines that a supplier is not shown with their document have no address for him either.
    const isLine = parent.collection in parent.entity.lines;
    const isHidden = isLine && me.audience === "supplier" && !parent.entity.shows?.supplier?.includes(parent.collection as never);
    return !isHidden && sees(parent.entity);
  };
  const mayRead = (e: Entity): boolean => sees(e) && (e.open === true || e.mine !== undefined || readable.has(e.name));
  return (e: Entity, name: string, button: string, who: readonly Who[]): boolean => {
    if (button === "") return mayRead(e);
    if (name === "export") return mayRead(e) && pressable.has(`${e.name}|btnExport`);
    if (name === "import") return e.saves !== undefined && pressable.has(`${e.name}|btnImport`);
    if (!sees(e) || !who.some((w) => isAny(me, w))) return false;
    const owned = who.some((w) => typeof w === "object" && "owner" in w);
    return e.mine !== undefined || (e.open === true && owned) || pressable.has(`${e.name}|${button}`);
  };
}

interface Looked {
  readonly wrong: string[];
  readonly cells: number;
}

/** Tries every cell that the caller's pages leave shut, and every read that they open. */
async function matrix(
  me: Me,
  granted: readonly Grant[],
  what: string,
  entities: readonly Entity[],
  skip: readonly string[] = [],
): Promise<Looked> {
  const may = expectation(me, granted);
  const wrong: string[] = [];
  let cells = 0;
  const tried = async (e: Entity, { name, button, who, body }: ReturnType<typeof triesOf>[number]): Promise<void> => {
    if (skip.includes(name)) return;
    cells += 1;
    const allowed = may(e, name, button, who);
    // What is allowed and would change something is not pressed here: promise 6 presses it.
    if (allowed && (button !== "" || name === "whatIf" || name === "whyNot")) return;
    const got = await tryIt(me, e, name, body);
    if (got.startsWith("SYS_ERROR") || isShut(got) === allowed)
      wrong.push(`${what}: ${e.name}.${name}${button ? ` (${button})` : ""} must be ${allowed ? "open" : "shut"}, got ${got}`);
  };
  for (let n = 0; n < entities.length; n += 20)
    await Promise.all(entities.slice(n, n + 20).flatMap((e) => triesOf(e).map((entry) => tried(e, entry))));
  return { wrong, cells };
}

describe("promise 9: silence is no", () => {
  test("a responsibility without menus opens nothing but reference data and what is one's own", { timeout: 60_000 }, async () => {
    const me = await wearing(await resp("INTERNAL", []));
    const { wrong, cells } = await matrix(me, [], "no menus", house.entities);
    expect(cells).toBeGreaterThan(500);
    none(wrong);
  });

  test("a supplier without menus, a person without any responsibility, and nobody at all", { timeout: 60_000 }, async () => {
    const supplier = await wearing(await resp("SUPPLIER", []), await house.make.id("PromiseCompany"));
    const bare = someone({ userId: "bare", may: () => false, holds: () => false, orgs: [], categories: [], items: [] });
    const nobody = someone({ audience: "public", userId: "", may: () => false, holds: () => false, orgs: [] });
    const wrong = [
      ...(await matrix(supplier, [], "supplier without menus", house.entities)).wrong,
      ...(await matrix(bare, [], "no responsibility", house.entities)).wrong,
    ];
    for (const e of house.entities)
      for (const { name, body } of triesOf(e)) {
        const got = await tryIt(nobody, e, name, body);
        if (!isShut(got)) wrong.push(`nobody: ${e.name}.${name} got ${got}`);
      }
    none(wrong);
  });

  const routes = [...declare(allModules).pages.keys()];
  const groups = Array.from({ length: Math.ceil(routes.length / 15) }, (_, i) => routes.slice(i * 15, (i + 1) * 15));
  let tried = 0;
  test.each(groups.map((group) => [`${group[0]} … ${group.at(-1)}`, group] as const))(
    "a responsibility with one menu opens exactly what that page shows, and its buttons only where granted: %s",
    { timeout: 60_000 },
    async (_, group) => {
      const wrong: string[] = [];
      const supplierId = await house.make.id("PromiseCompany");
      const guarded = house.entities.filter((e) => !e.open && !e.mine);
      /** Everything the page shows or names, and some of all that it does not. */
      const asked = (page: MenuPage): readonly Entity[] => {
        const near = new Set([...page.entities, ...page.reads].flatMap(withLines));
        const far = sampled(
          guarded.filter((e) => !near.has(e)),
          40,
          page.route,
          (e) => e.name,
        );
        return guarded.filter((e) => near.has(e) || far.includes(e));
      };
      const looks = group
        .map((route) => house.declared.pages.get(route)!)
        .flatMap((page) =>
          (page.audience === "BOTH" ? (["INTERNAL", "SUPPLIER"] as const) : [page.audience]).flatMap((side) => [
            { side, page, buttons: page.buttons, entities: asked(page) },
            ...(page.buttons.length && side === "INTERNAL"
              ? [{ side, page, buttons: [], entities: page.entities.filter((e) => guarded.includes(e)) }]
              : []),
          ]),
        );
      for (const side of ["INTERNAL", "SUPPLIER"] as const) {
        const own = looks.filter((look) => look.side === side);
        const worn = await resps(own.map(({ page, buttons }) => ({ audience: side, grants: [{ page, buttons }] })));
        const each = await wearingEach(worn, side === "SUPPLIER" ? supplierId : null);
        for (const [n, { page, buttons, entities }] of own.entries()) {
          const found = await matrix(
            await each[n]!(),
            [{ page, buttons }],
            `${side} ${page.route}${buttons.length ? " with buttons" : ""}`,
            entities,
            ["findById", "history", "whereUsed", "countViews", "whatIf", "whyNot"],
          );
          wrong.push(...found.wrong);
          tried += found.cells;
        }
      }
      none(wrong);
    },
  );

  test("that was looked at on thousands of doors", () => {
    expect(tried).toBeGreaterThan(5_000);
  });

  /** A picker offers the names behind references of what one may see; it is no second list for those who have none. */
  test("pickers offer names of what a granted page refers to, and nothing else", { timeout: 60_000 }, async () => {
    const wrong: string[] = [];
    const me = await wearing(await resp("INTERNAL", []));
    const open = house.entities.filter((e) => e.open || e.mine);
    const isTarget = (e: Entity) => open.some((from) => Object.values(from.fields).some((f) => f.target === e.name && !f.computed));
    for (const e of house.entities.filter((entity) => !open.includes(entity) && !isTarget(entity))) {
      const answer = await ask(house.kernel, me, e, "pickByPage", {});
      if (answer.code !== "PERM_DENIED")
        wrong.push(
          `${e.name}: a person without any menu picks ${answer.status === "S" ? `${answer.data.length} rows, for example ${JSON.stringify(answer.data[0] ?? {}).slice(0, 100)}` : answer.code}`,
        );
    }
    none(wrong);
  });

  test("a picker's conditions cannot search fields that its rows do not show", async () => {
    await save(
      house.kernel,
      "BaseSentMessage",
      { channel: "MAIL", kind: "CODE", recipient: "x@example.com", content: "your code is 424242", sentAt: "2026-01-01 00:00:00" },
      system,
    );
    const me = await wearing(await resp("INTERNAL", []));
    const answer = await ask(house.kernel, me, house.declared.entity("BaseSentMessage"), "pickByPage", { where: { content: "424242" } });
    expect([answer.status, answer.data?.length ?? 0]).toEqual(["E", 0]);
  });

  test("a menu switched off, a role switched off and a button taken away count as never granted", async () => {
    const page = house.declared.pages.get("job")!;
    const e = house.declared.entity("BaseJob");
    const id = await resp("INTERNAL", [{ page, buttons: ["btnAdd", "btnSave"] }]);
    const me = await wearing(id);
    const again = () => house.kernel.permits.me({ userId: me.userId, responsibilityId: id, supplierId: null, language: "EN" });
    expect((await ask(house.kernel, await again(), e, "listByPage")).status).toBe("S");
    const role = (await house.kernel.db.one<Row>(`select "roleId" as id from "BaseRespRole" where "responsibilityId" = $1`, [id]))!;
    await save(house.kernel, "BaseRole", { id: role["id"], enabledFlag: "N" }, system);
    expect((await ask(house.kernel, await again(), e, "listByPage")).code).toBe("PERM_DENIED");
    await save(house.kernel, "BaseRole", { id: role["id"], enabledFlag: "Y" }, system);
    const menu = (await house.kernel.db.one<Row>(`select id from "BaseMenu" where "menuCode" = 'job'`))!;
    await save(house.kernel, "BaseMenu", { id: menu["id"], enabled: "N" }, system);
    expect((await ask(house.kernel, await again(), e, "listByPage")).code).toBe("PERM_DENIED");
    await save(house.kernel, "BaseMenu", { id: menu["id"], enabled: "Y" }, system);
    expect((await ask(house.kernel, await again(), e, "saveOrUpdate", await house.make.body(e))).status).toBe("S");
  });
});

describe("promise 9: over the wire", () => {
  let client: Client;
  test("a signed-in person without menus is refused on every address of every entity", { timeout: 60_000 }, async () => {
    const nobody = await house.person(await resp("INTERNAL", []));
    const wrong: string[] = [];
    for (const [n, e] of house.entities.filter((entity) => !entity.open && !entity.mine).entries()) {
      // Exports are limited to so many a minute for each session.
      if (n % 50 === 0) client = await nobody.signIn();
      const refused = async (name: string): Promise<void> => {
        const id = ids.get(e.name)!;
        const reply = await client.call(
          callOf(e, name),
          name === "doBatchSaveOrUpdate" ? { rows: [{ id }] } : name === "doBatchDelete" ? { ids: [id] } : { id },
        );
        if (reply.code !== "PERM_DENIED" || reply.http !== 403)
          wrong.push(`${e.name}.${name}: ${reply.http} ${reply.code ?? reply.status}`);
      };
      await Promise.all(["listByPage", "findById", "saveOrUpdate", "delete", "doBatchSaveOrUpdate", "doBatchDelete"].map(refused));
      const download = await client.download("exportServer/v1/exportExcelRestful/exportExcel", {
        requestUrl: `/api/${callOf(e, "listByPage")}`,
        columns: [{ key: "id" }],
      });
      if (download.error?.code !== "PERM_DENIED") wrong.push(`${e.name} export: ${download.error?.code ?? "a file"}`);
    }
    none(wrong);
  });

  test("a table of the kernel's own has no address", async () => {
    const { client } = await house.person("SYS_ADMIN");
    for (const e of [...house.declared.entities.values()].filter((entity) => entity.internal))
      expect((await client.call(callOf(e, "listByPage"))).code, e.name).toBe("CALL_UNKNOWN");
  });
});
