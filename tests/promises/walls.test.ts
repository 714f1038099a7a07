import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cmp, sum } from "#kernel/decimal.ts";
import { declare } from "#kernel/declared.ts";
import type { Action, Entity, Me, Where } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import { visibleKeys } from "#kernel/server/find/visible.ts";
import { system, type Row } from "../support/generate.ts";
import { save, someone } from "../support/kernel.ts";
import { allModules, ask, bend, none, openHouse, type House } from "./house.ts";

let house: House;
beforeAll(async () => void (house = await openHouse(10)));
afterAll(() => house?.drop());

const missing = "01zzzzzzzzzzzzzzzzzz";
const requestId = "REQUEST0000000000000";

/** Two people on the two sides of a wall, and what belongs to the first. */
interface Sides {
  readonly a: Me;
  readonly b: Me;
  readonly row: Row;
  /** Somebody who has a row of the same kind himself, and so finds more by a value than nothing: asked by name alone. */
  readonly owner?: Me;
}

const supplierMe = (supplierId: string, userId: string): Me =>
  someone({ audience: "supplier", supplierId, userId, userName: userId, orgs: [], categories: [], items: [], selfOnly: false });

/** Owners named by the server on rows of one's own. */
const ownerKey = (e: Entity): string | undefined =>
  e.mine ?? ["ownerUserId", "userId", "fromUserId"].find((key) => e.fields[key]?.target === "BaseUsers");

/** What a supplier's scope asks of a row: the company must be this one, the person must be this one. */
/** Conditions that hold all together, as one. */
const flat = (where: Where): Where => Object.assign({}, ...(where.all ?? [where])) as Where;
const scopeOf = (e: Entity, me: Me): Readonly<Record<string, unknown>> =>
  typeof e.sees.supplier === "function" ? flat(e.sees.supplier(me)) : {};
const somebody = supplierMe("x", "y");
/** The field by which a row belongs to a company; "id" where the row is the company itself. */
const companyKey = (e: Entity): string | undefined =>
  Object.entries(scopeOf(e, somebody)).find(
    ([, asked]) => asked === "x" || (asked as { contains?: string } | null)?.contains === ",x,",
  )?.[0] ?? (e.fields["supplierId"] ? "supplierId" : undefined);

async function suppliers(e: Entity): Promise<Sides> {
  const key = companyKey(e);
  if (key === "id") return companies(e);
  const target = e.fields[key ?? ""]?.target ?? (key ? "SrmSupInfo" : undefined);
  const company = async () => (target && house.declared.entities.has(target) ? house.make.id(target, true) : `company${house.make.word()}`);
  const [companyA, companyB] = [await company(), await company()];
  const [userA, userB] = [await house.make.id("BaseUsers", true), await house.make.id("BaseUsers", true)];
  const owner = ownerKey(e);
  const more: Row = {
    ...(e.fields["supplierId"] ? { supplierId: companyA } : {}),
    ...(key && e.fields[key]?.target ? { [key]: companyA } : {}),
    ...Object.fromEntries(Object.entries(scopeOf(e, somebody)).filter(([at, asked]) => asked === "Y" && !e.fields[at]?.computed)),
    ...(e.fields["supplierIds"]?.kind === "refs" ? { supplierIds: [companyA] } : {}),
    ...(owner ? { [owner]: userA } : {}),
    ...(e.name === "BaseUsers" ? { userType: "SUPPLIER", personId: undefined, supplierId: companyA } : {}),
  };
  if (e.name === "BaseUserResp") Object.assign(more, await supplierGrant(companyA));
  const seen = e.states ? await visibleState(e) : null;
  const made = seen
    ? await house.make.inState(e, seen, more)
    : await house.make.lone(e, more, { full: e.name.startsWith("Promise") }, system);
  const a = supplierMe(companyA, userA);
  return { a, b: supplierMe(companyB, userB), row: await shown(e, a, made["id"]) };
}

/** A company whose row is itself, somebody of one that has no row, so that whatever he gets is the first one's, and somebody of one that has. */
async function companies(e: Entity): Promise<Sides> {
  const make = async (): Promise<string> =>
    (e.states ? await house.make.inState(e, await visibleState(e)) : await house.make.lone(e))["id"];
  const [companyA, companyB] = [await make(), await make()];
  const [userA, userB] = [await house.make.id("BaseUsers", true), await house.make.id("BaseUsers", true)];
  const a = supplierMe(companyA, userA);
  const b = supplierMe(`company${house.make.word()}`, userB);
  return { a, b, row: await shown(e, a, companyA), owner: supplierMe(companyB, userB) };
}

/** Brings a document where its own side sees it: what its scope asks for besides the owner (told, published) is written past the rules. */
async function shown(e: Entity, me: Me, id: string): Promise<Row> {
  const read = async (): Promise<Row> => (await house.kernel.db.one<Row>(`select * from "${e.name}" where id = $1`, [id]))!;
  if (await house.kernel.finder.sees(e, id, me)) return read();
  const sees = e.sees[me.audience as "internal" | "supplier"];
  const where = typeof sees === "function" ? flat(sees(me)) : {};
  const row = await read();
  for (const [key, asked] of Object.entries({ ...where, ...where.any?.at(-1) })) {
    const field = e.fields[key];
    const part = (asked as { contains?: string } | null)?.contains;
    const wanted = Array.isArray(asked) ? asked : part ? [part] : typeof asked === "string" && asked !== "all" ? [asked] : null;
    const isStamp = field?.kind === "datetime" && JSON.stringify(asked) === `{"not":null}`;
    const value = wanted && !wanted.includes(row[key]) ? wanted[0] : isStamp && row[key] === null ? new Date().toISOString() : undefined;
    if (field && value !== undefined) await bend(house.kernel, `update "${e.name}" set "${key}" = $2 where id = $1`, [id, value]);
  }
  return read();
}

/** A responsibility of a supplier's own person. */
async function supplierGrant(supplierId: string): Promise<Row> {
  const word = house.make.word();
  const user = await save(
    house.kernel,
    "BaseUsers",
    { userName: `grant.${word}`, displayName: word, email: `${word}@example.com`, userType: "SUPPLIER", supplierId },
    system,
  );
  return {
    userId: user.id,
    responsibilityId: (await house.kernel.db.one<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = 'SUP_SALES'`))!.id,
  };
}

/** A state in which the first side sees its own document. */
async function visibleState(e: Entity): Promise<string> {
  const asked = scopeOf(e, somebody)[e.stateField];
  const shut = (asked as { not?: unknown } | undefined)?.not;
  if (typeof asked === "string") return asked;
  return Array.isArray(asked) ? String(asked[0]) : Object.keys(e.states!).find((state) => state !== shut)!;
}

/** A value nobody has, of the same kind: filters with it must be answered like filters with a foreign one. */
function other(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case "int":
      return 199_999_999;
    case "qty":
    case "price":
    case "money":
    case "rate":
    case "percent":
      return "77777";
    case "date":
      return "1999-01-01";
    case "datetime":
      return "1999-01-01 00:00:00";
    case "month":
      return "1999-01";
    case "year":
      return "1999";
    case "yn":
      return value === "Y" ? "N" : "Y";
    default:
      return "zzzz-nobody";
  }
}

/** Every way a caller can name a document or its values, written with the real id and with one that does not exist. */
async function probes(e: Entity, b: Me, row: Row): Promise<{ what: string; name: string; real: Row; void: Row; byId?: true }[]> {
  const list: { what: string; name: string; real: Row; void: Row; byId?: true }[] = [];
  const byId = (what: string, name: string, body: (id: string) => Row) =>
    list.push({ what, name, real: body(row["id"]), void: body(missing), byId: true });
  for (const name of ["findById", "history", "whereUsed", "delete"]) byId(name, name, (id) => ({ id }));
  byId("saveOrUpdate", "saveOrUpdate", (id) => ({ id, versionNum: 1 }));
  byId("stale save", "saveOrUpdate", (id) => ({ id, versionNum: 99 }));
  byId("batch save", "doBatchSaveOrUpdate", (id) => ({ rows: [{ id }] }));
  byId("batch removal", "doBatchSaveOrUpdate", (id) => ({ rows: [], removed: [id] }));
  byId("batch delete", "doBatchDelete", (id) => ({ ids: [id] }));
  for (const name of ["saveOrUpdate", "delete", ...Object.keys(e.actions)]) {
    const input = await house.make.input(e, name);
    byId(`whyNot ${name}`, "whyNot", (id) => ({ id, action: name, input }));
    byId(`whatIf ${name}`, "whatIf", (id) => ({ id, action: name, input }));
    const action = (e.actions as Record<string, Action>)[name];
    if (action && !action.creates) {
      byId(name, name, (id) => ({ id, ...input }));
      byId(`stale ${name}`, name, (id) => ({ id, versionNum: 99, ...input }));
      byId(`batch ${name}`, name, (id) => ({ ids: [id], ...input }));
    }
  }
  for (const name of ["listByPage", "countViews"]) {
    byId(`${name} id`, name, (id) => ({ id }));
    byId(`${name} ids`, name, (id) => ({ ids: [id] }));
  }
  byId("pick ids", "pickByPage", (id) => ({ ids: [id] }));
  byId("pick where", "pickByPage", (id) => ({ where: { id } }));
  for (const key of visibleKeys(house.declared, e, b.audience)) {
    const field = e.fields[key];
    const value = row[key];
    if (
      !field ||
      value === null ||
      value === undefined ||
      typeof value === "object" ||
      ["files", "secret", "richtext"].includes(field.kind)
    )
      continue;
    const shown = field.kind === "datetime" ? String(value).slice(0, 19).replace("T", " ") : value;
    for (const name of ["listByPage", "countViews"])
      list.push({ what: `${name} ${key}`, name, real: { [key]: shown }, void: { [key]: other(field, value) } });
    if (["date", "datetime", "int", "qty", "money", "price"].includes(field.kind))
      list.push({
        what: `listByPage ${key}From`,
        name: "listByPage",
        real: { [`${key}From`]: shown, needSums: [key] },
        void: { [`${key}From`]: other(field, value), needSums: [key] },
      });
    if (typeof value === "string") {
      list.push({ what: `keyword of ${key}`, name: "listByPage", real: { keyword: value }, void: { keyword: "zzzz-nobody" } });
      list.push({ what: `pick text of ${key}`, name: "pickByPage", real: { text: value }, void: { text: "zzzz-nobody" } });
    }
  }
  return list;
}

/** What the second side hears about the first side's document must be what it hears about none. */
async function compare(e: Entity, { a, b, row, owner }: Sides): Promise<string[]> {
  const wrong: string[] = [];
  const own = await ask(house.kernel, a, e, "findById", { id: row["id"] });
  if (own.status !== "S") wrong.push(`${e.name}: its owner gets ${own.code} ${String(own.cause ?? "")}`);
  for (const probe of await probes(e, b, row))
    for (const me of owner && probe.byId ? [b, owner] : [b]) {
      const [real, empty] = [
        await ask(house.kernel, me, e, probe.name, probe.real, { requestId }),
        await ask(house.kernel, me, e, probe.name, probe.void, { requestId }),
      ];
      const [x, y] = [real.text.replaceAll(row["id"], missing), empty.text];
      if (real.code === "SYS_ERROR") wrong.push(`${e.name} ${probe.what}: ${String(real.cause)}`);
      else if (x !== y) wrong.push(`${e.name} ${probe.what}:\n    ${x.slice(0, 200)}\n    ${y.slice(0, 200)}`);
    }
  const now = await house.kernel.db.one<Row>(`select * from "${e.name}" where id = $1`, [row["id"]]);
  if (JSON.stringify(now) !== JSON.stringify(row)) wrong.push(`${e.name}: the foreign document has changed`);
  return wrong;
}

const declared = declare(allModules);
const documents = [...declared.entities.values()].filter((e) => !e.internal && !e.view && !declared.parent(e));
const walled = documents.filter((e) => typeof e.sees.supplier === "function" || (e.mine && e.sees.supplier));
/** Entities that the caller's organisations part. */
const parted = documents.filter((e) => typeof e.sees.internal === "function" && /me\.orgs/.test(e.sees.internal.toString()));

describe("promise 10: suppliers are walls apart", () => {
  const owned = walled.filter((e) => companyKey(e) || ownerKey(e));
  test.each(owned.map((e) => e.name))("%s: another company's document answers like none", { timeout: 60_000 }, async (name) => {
    const e = house.declared.entity(name);
    none(await compare(e, await suppliers(e)));
  });

  test("a supplier's own list, counts, sums and picker hold its own rows alone, sorted by anything", { timeout: 60_000 }, async () => {
    const e = house.declared.entity("PromiseSlip");
    const [companyA, companyB] = [await house.make.id("PromiseCompany", true), await house.make.id("PromiseCompany", true)];
    const b = supplierMe(companyB, "u-b");
    for (const supplierId of [companyA, companyA, companyB]) await house.make.lone(e, { supplierId }, { full: true });
    // Examples of other things may have brought slips of their own: what the company has is asked of the table itself.
    const own = await house.kernel.db.query<Row>(`select * from "PromiseSlip" where "supplierId" = $1 order by id`, [companyB]);
    const total = sum(own.map((row) => String(row["total"] ?? "0")));
    const wrong: string[] = [];
    for (const key of visibleKeys(house.declared, e, "supplier"))
      for (const dir of ["asc", "desc"]) {
        const answer = await ask(house.kernel, b, e, "listByPage", {
          orderBy: [{ key, dir }],
          needSums: ["total", "weight", "margin", "budget"],
          count: "exact",
        });
        if (answer.code === "FILTER_UNKNOWN") continue;
        if (answer.status !== "S") wrong.push(`${key}: ${answer.code} ${String(answer.cause ?? "")}`);
        else if (
          answer.page!.count !== own.length ||
          JSON.stringify(answer.data.map((row: Row) => row["id"]).sort()) !== JSON.stringify(own.map((row) => row["id"])) ||
          cmp(String(answer.page!.sums!["total"]), total) !== 0
        )
          wrong.push(`${key}: ${JSON.stringify(answer.page)}`);
        else if ("margin" in answer.page!.sums! || "margin" in answer.data[0] || "budget" in answer.page!.sums!)
          wrong.push(`${key}: sums of a field that suppliers do not see`);
      }
    expect((await ask(house.kernel, b, e, "countViews")).data).toMatchObject({ all: { count: own.length } });
    expect((await ask(house.kernel, b, e, "pickByPage")).data).toHaveLength(own.length);
    none(wrong);
  });

  test.each(documents.filter((e) => e.sees.supplier).map((e) => e.name))(
    "%s: a reference to another company's row is answered like a missing one, in every field and every input",
    { timeout: 60_000 },
    async (name) => {
      const wrong: string[] = [];
      const e = house.declared.entity(name);
      const { row } = await suppliers(e);
      const refs = (fields: Readonly<Record<string, Field>>) =>
        Object.entries(fields).filter(
          ([, f]) => (f.kind === "ref" || f.kind === "refs") && !f.computed && house.declared.entities.get(f.target!)?.sees.supplier,
        );
      const own = await suppliers(e);
      const mine = own.row["id"];
      const foreign = async (target: string): Promise<string> => {
        const of = house.declared.entity(target);
        if (of.name === e.name) return row["id"];
        if (of.sees.supplier === "all") return missing;
        // Foreign is what this caller does not see: of things that all suppliers share, one that none of them is shown.
        for (const id of [(await suppliers(of)).row["id"], (await house.make.lone(of))["id"]])
          if (!(await house.kernel.finder.sees(of, id, own.a))) return id;
        return missing;
      };
      const shown = new Set<string>(e.shows?.supplier ?? []);
      if (e.saves && JSON.stringify(e.saves).match(/supplier|both/))
        for (const [key, field] of refs(e.fields)) {
          if (!shown.has(key)) continue;
          const id = await foreign(field.target!);
          const send = (value: string) =>
            ask(house.kernel, own.a, e, "saveOrUpdate", { id: mine, [key]: field.kind === "refs" ? [value] : value }, { requestId });
          const [real, empty] = [await send(id), await send(missing)];
          if (real.status === "S" || real.text.replaceAll(id, missing) !== empty.text)
            wrong.push(`${e.name}.${key} = a foreign id: ${real.code || real.status}, a missing one: ${empty.code || empty.status}`);
        }
      for (const [name, action] of Object.entries(e.actions as Record<string, Action>)) {
        if (!JSON.stringify(action.who).match(/supplier|both/)) continue;
        for (const [key, field] of refs(action.input ?? {})) {
          const id = await foreign(field.target!);
          const input = await house.make.input(e, name);
          const send = (value: string) =>
            ask(
              house.kernel,
              own.a,
              e,
              "whatIf",
              {
                ...(action.creates ? {} : { id: mine }),
                action: name,
                input: { ...input, [key]: field.kind === "refs" ? [value] : value },
              },
              { requestId },
            );
          const [real, empty] = [await send(id), await send(missing)];
          const [x, y] = [real.text.replaceAll(id, missing), empty.text];
          if (real.data?.allowed === true || x !== y)
            wrong.push(
              `${e.name}.${name} ${key} = a foreign id: ${real.data?.allowed ? "allowed" : (real.data?.reasons?.[0]?.code ?? real.code)}, a missing one: ${empty.data?.allowed ? "allowed" : (empty.data?.reasons?.[0]?.code ?? empty.code)}`,
            );
        }
      }
      none([...new Set(wrong)]);
    },
  );

  test("what uses a row is counted within the caller's own rows", { timeout: 60_000 }, async () => {
    const wrong: string[] = [];
    const count = async (me: Me, e: Entity, id: string) => {
      const used = await ask(house.kernel, me, e, "whereUsed", { id });
      if (used.status !== "S") return;
      for (const entry of used.data as { entity: string; field: string; count: number }[]) {
        const answer = await ask(house.kernel, me, house.declared.entity(entry.entity), "listByPage", {
          [entry.field]: id,
          pageRows: 1,
          count: "exact",
        });
        const listed = answer.status === "S" ? answer.page!.count : 0;
        if (answer.status === "S" && listed !== entry.count)
          wrong.push(
            `${e.name} as ${me.audience}: whereUsed counts ${entry.count} ${entry.entity}.${entry.field}, the list shows ${listed}`,
          );
      }
    };
    const responsibility = (await house.kernel.db.one<{ id: string }>(
      `select id from "BaseResponsibility" where "respCode" = 'SUP_SALES'`,
    ))!.id;
    for (const company of ["W1", "W2"]) {
      const user = await save(
        house.kernel,
        "BaseUsers",
        { userName: `w.${company}`, displayName: company, email: `${company}@example.com`, userType: "SUPPLIER", supplierId: company },
        system,
      );
      await save(house.kernel, "BaseUserResp", { userId: user.id, responsibilityId: responsibility, supplierId: company }, system);
    }
    await count(supplierMe("W1", "u-w1"), house.declared.entity("BaseResponsibility"), responsibility);
    const supplierId = await house.make.id("SampleSupplier", true);
    for (const orgCode of ["W1", "W2"]) await house.make.lone(house.declared.entity("SampleOrder"), { supplierId, orgCode });
    await count(someone({ orgs: ["W1"] }), house.declared.entity("SampleSupplier"), supplierId);
    none(wrong);
  });
});

describe("promise 10: applicants are walls apart", () => {
  const asked = (e: Entity, userId: string): string =>
    typeof e.sees.registrant === "function" ? JSON.stringify(e.sees.registrant(someone({ audience: "registrant", userId }))) : "";
  const applied = documents.filter((e) => asked(e, "x") !== asked(e, "y"));
  test.each(applied.map((e) => e.name))("%s: another applicant's document answers like none", { timeout: 60_000 }, async (name) => {
    const e = house.declared.entity(name);
    const [userA, userB] = [await house.make.id("BaseUsers", true), await house.make.id("BaseUsers", true)];
    const applicant = (userId: string) =>
      someone({ audience: "registrant", userId, userName: userId, orgs: [], categories: [], items: [] });
    const made = e.savesFrom
      ? await house.make.inState(e, e.savesFrom[0]!, { userId: userA })
      : await house.make.lone(e, { userId: userA });
    const row = (await house.kernel.db.one<Row>(`select * from "${e.name}" where id = $1`, [made["id"]]))!;
    none(await compare(e, { a: applicant(userA), b: applicant(userB), row }));
  });
});

describe("promise 10: organisations are walls too", () => {
  test.each(parted.map((e) => e.name))("%s: a document of another organisation answers like none", { timeout: 60_000 }, async (name) => {
    const e = house.declared.entity(name);
    const made = (await house.kernel.db.one<Row>(`select * from "${e.name}" where id = $1`, [(await house.make.lone(e))["id"]]))!;
    const own = e.name === "BaseOrganization" ? made["id"] : (made["orgId"] ?? made["sourceOrgId"] ?? made["orgCode"]);
    const a = someone({ orgs: [own] });
    const open = e.name === "SrmSlcScore" ? await shown(e, a, made["id"]) : made;
    none(await compare(e, { a, b: someone({ orgs: ["elsewhere"] }), row: open }));
  });
});
