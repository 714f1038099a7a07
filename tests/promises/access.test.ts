import { afterAll, beforeAll, expect, test } from "vitest";
import { collections, type Action, type Entity, type Me } from "#kernel/entity.ts";
import type { MenuPage, RoleShape } from "#kernel/module.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { takes } from "#kernel/server/http/input.ts";
import { answered, mayCall, needless } from "#kernel/server/http/need.ts";
import { openapi } from "#kernel/server/http/openapi.ts";
import { mayPress, verbOf } from "#kernel/server/act/verb.ts";
import { scopeOf } from "#kernel/server/find/visible.ts";
import { pathOf } from "#kernel/declared.ts";
import { reportShapes as purchaseReports } from "#modules/spend/report.ts";
import { reportShapes as supplierReports } from "#modules/lifecycle/report.ts";
import { system, type Row } from "../support/generate.ts";
import { save, someone } from "../support/kernel.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";
import { ask, bend, responsibilityOf, none } from "./house.ts";

let product: TestProduct;
let calls: readonly Call[] = [];
let roles: readonly Role[] = [];

/** A shipped role: what its declarations open, and the same person as the running product knows him. */
interface Role {
  readonly code: string;
  readonly meant: Me;
  readonly real: Me;
}

const company = "COMPANY0000000000000";

/** What a role's grants come to, read from the declarations alone. */
function meantBy(code: string, shapes: readonly RoleShape[], pages: readonly MenuPage[]): Me {
  const audience = shapes[0]!.audience === "SUPPLIER" ? "supplier" : "internal";
  const side = shapes[0]!.audience;
  const held = pages.flatMap((page) =>
    shapes.flatMap(({ grants }) => {
      const grant = grants.find((candidate) =>
        typeof candidate === "string" ? candidate === "*" || candidate === page.route : candidate[0] === page.route,
      );
      if (!grant || (page.audience !== "BOTH" && page.audience !== side)) return [];
      return [
        { page, buttons: typeof grant === "string" ? page.buttons : page.buttons.filter((button) => grant.slice(1).includes(button)) },
      ];
    }),
  );
  const withLines = (e: Entity): string[] => [e.name, ...Object.values(collections(e)).flatMap(withLines)];
  const shown = new Set(held.flatMap(({ page }) => [...page.entities, ...page.reads].flatMap(withLines)));
  const pressed = new Set(
    held.flatMap(({ page, buttons }) => page.entities.flatMap(withLines).flatMap((e) => buttons.map((b) => `${e}|${b}`))),
  );
  const routes = new Set(held.flatMap(({ page }) => [page.route, ...page.children]));
  const onRoutes = new Set(
    held.flatMap(({ page, buttons }) => [page.route, ...page.children].flatMap((r) => buttons.map((b) => `${r}|${b}`))),
  );
  const picked = new Set(held.flatMap(({ page }) => page.picks));
  return someone({
    userName: code,
    audience,
    supplierId: audience === "supplier" ? company : null,
    may: (entity, button) => (button === "" ? shown.has(entity) : pressed.has(`${entity}|${button}`)),
    holds: (button) => held.some(({ buttons }) => buttons.includes(button)),
    opens: (route, button) => (button === undefined ? routes.has(route) : onRoutes.has(`${route}|${button}`)),
    picks: (entity) => picked.has(entity),
  });
}

async function person(audience: "INTERNAL" | "SUPPLIER"): Promise<string> {
  const name = `access.${audience.toLowerCase()}`;
  const { id } = await save(
    product.kernel,
    "BaseUsers",
    { userName: name, displayName: name, email: `${name}@example.com`, userType: "INTERNAL" },
    system,
  );
  if (audience === "SUPPLIER")
    await bend(product.kernel, `update "BaseUsers" set "userType" = 'SUPPLIER', "supplierId" = $2 where id = $1`, [id, company]);
  return id;
}

beforeAll(async () => {
  product = await openTestProduct([], [{ code: "spy", calls: (at) => ((all = at.calls), []) }]);
  calls = all();
  const { kernel } = product;
  const pages = [...kernel.declared.pages.values()];
  const shapes = Map.groupBy(
    kernel.declared.modules.flatMap((module) => Object.entries(module.roles ?? {})),
    ([code]) => code,
  );
  const people = { INTERNAL: await person("INTERNAL"), SUPPLIER: await person("SUPPLIER") };
  const made: Role[] = [];
  for (const [code, own] of shapes) {
    const all = own.map(([, shape]) => shape);
    const side = all[0]!.audience;
    const responsibilityId = await responsibilityOf(kernel, code);
    const supplierId = side === "SUPPLIER" ? company : null;
    await bend(
      kernel,
      `insert into "BaseUserResp" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "userId", "responsibilityId", status, "supplierId")
       select $1, 'x', now(), 'x', now(), 1, $2, $3, 'ACTIVE', $4 where not exists (select 1 from "BaseUserResp" where "userId" = $2 and "responsibilityId" = $3)`,
      [`ACCESS${made.length}`, people[side], responsibilityId, supplierId],
    );
    kernel.permits.forget();
    const real = await kernel.permits.me({ userId: people[side], responsibilityId, supplierId, language: "EN" });
    made.push({ code, real, meant: { ...meantBy(code, all, pages), userId: people[side] } });
  }
  roles = made;
});
let all: () => readonly Call[] = () => [];
afterAll(() => product?.drop());

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "S";
  } catch (error) {
    if (error instanceof Refusal) return `${error.code} ${error.http}`;
    throw error;
  }
};
const refused = "PERM_DENIED 403";

test("every call of a signed-in person says which page, entity or reason needs it; one that says nothing is refused", async () => {
  none(needless(calls, product.kernel.declared));
  const silent: Call = { service: "srmServer", path: "v1/silent", guard: "session", input: takes(), handle: async () => "told" };
  expect(await codeOf(answered(silent, { me: roles[0]!.real } as Context, {}, product.kernel.finder))).toBe(refused);
  expect(calls.length).toBeGreaterThan(400);
});

test("as every shipped role: a call that no page of it needs is refused before its handler runs, any other is let through", async () => {
  const wrong: string[] = [];
  for (const { code, meant, real } of roles) {
    expect(real.respCode, code).toBe(code);
    for (const call of calls.filter((candidate) => candidate.guard === "session")) {
      let ran = false;
      const spied: Call = { ...call, handle: async () => void (ran = true) };
      const answer = await codeOf(answered(spied, { me: real } as Context, {}, product.kernel.finder));
      const isNeeded = mayCall(call.needs!, meant, product.kernel.finder);
      if (ran !== isNeeded || answer !== (isNeeded ? "S" : refused)) wrong.push(`${code} ${call.path}: ${answer}, needed ${isNeeded}`);
    }
  }
  none(wrong);
});

/** What is asked for something else first: its grant is asked with that. */
const aboutOthers: Readonly<Record<string, string>> = {
  whyNot: "tries an action, whose own button is asked",
  whatIf: "tries an action, whose own button is asked",
  doImport: "asks for its file first; tests/server/excel.test.ts presses its button",
};
/** Reading calls with words that are refused right after the grant was asked, so that nothing is read. */
const nobody = "01zzzzzzzzzzzzzzzzzz";
const wrongBody: Row = { id: "", pageRows: -1, pageIndex: 0 };
/** Calls that take other names: one they do not take is refused before anything else is asked. */
const bodies: Readonly<Record<string, Row>> = {
  findById: { id: "" },
  history: { id: "" },
  whereUsed: { id: "" },
  delete: { id: "" },
  doBatchSaveOrUpdate: { rows: [{}] },
  doBatchDelete: { ids: [nobody] },
};

test("as every shipped role: each call of each entity is refused unless a page shows the entity, offers its names or has the button", async () => {
  const { kernel } = product;
  const { declared, finder } = kernel;
  const operations = new Set(Object.keys((openapi(declared, [], "0") as { paths: object }).paths));
  const wrong: string[] = [];
  let asked = 0;
  for (const e of [...declared.entities.values()].filter((entity) => !entity.internal)) {
    const names = [...operations].flatMap((path) =>
      path.startsWith(`/api/${e.service}/v1/${pathOf(e)}/`) ? [path.split("/").at(-1)!] : [],
    );
    for (const name of names.filter((value) => !(value in aboutOthers)))
      for (const { code, meant, real } of roles) {
        const needed = isNeeded(e, name, meant);
        const action = (e.actions as Record<string, Action>)[name];
        const body = action ? { id: nobody } : (bodies[name] ?? wrongBody);
        // What a role may do is tried once for each, by the promises that know what to send; here it is enough that it is not refused.
        if (needed && (action || ["saveOrUpdate", "doBatchSaveOrUpdate", "delete", "doBatchDelete"].includes(name))) continue;
        asked += 1;
        const answer = await ask(kernel, real, e, name, body);
        if ((answer.code === "PERM_DENIED") === needed)
          wrong.push(`${code} ${e.name}/${name}: ${answer.status} ${answer.code}, needed ${needed}`);
      }
  }
  none(wrong);
  expect(asked).toBeGreaterThan(50_000);

  function isNeeded(e: Entity, name: string, me: Me): boolean {
    if (name === "pickByPage") return finder.mayPick(e, me) && scopeOf(declared, e, me) !== null;
    const action = (e.actions as Record<string, Action>)[name];
    const verb =
      action ?? { saveOrUpdate: "saveOrUpdate", doBatchSaveOrUpdate: "saveOrUpdate", delete: "delete", doBatchDelete: "delete" }[name];
    if (!verb) return finder.mayRead(e, me) && scopeOf(declared, e, me) !== null;
    const { button, who, creates } = typeof verb === "string" ? { ...verbOf(e, verb)!, creates: verb === "saveOrUpdate" } : verb;
    return mayPress(me, e, creates && typeof verb === "string" ? "btnAdd" : button, who, declared);
  }
}, 120_000);

test("a requester reads no report, no price history and no supplier's file, and nothing of it leaves as a workbook", async () => {
  await product.person("access.requester", ["REQUESTER"]);
  const client = await product.signIn("access.requester");
  const desks = [
    ["srmPurReportRestful", purchaseReports],
    ["srmSupReportRestful", supplierReports],
  ] as const;
  const reports = desks.flatMap(([room, shapes]) =>
    Object.entries(shapes).flatMap(([name, { call }]): [string, Row][] => [
      [`${room}/${call}`, {}],
      [`${room}/exportReport`, { report: name }],
    ]),
  );
  const others: [string, Row][] = [
    ...["srmSupInfoRestful/listByPage", "srmSupInfoRestful/find360", "srmSupInfoRestful/whatAllowed", "srmSupControlRestful/listByPage"],
    ...["srmPurHistoryRestful/listByPage", "srmPurHistoryRestful/getItemPriceSummary", "srmPurSupplierPriceListRestful/findPrice"],
    ...["srmPurSupplierPriceListRestful/listByPage", "srmPurOrderHeaderRestful/findQuotes"],
  ].map((path) => [path, {}]);
  for (const [path, body] of [...reports, ...others])
    expect([path, (await client.call(`srmServer/v1/${path}`, body)).code]).toEqual([path, "PERM_DENIED"]);
  // A supplier is still chosen by name on a requisition.
  const { status, data } = await client.call("srmServer/v1/srmSupInfoRestful/pickByPage", {});
  expect([status, Array.isArray(data)]).toEqual(["S", true]);
});
