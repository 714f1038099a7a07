import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commonKeys, companions, type Action, type Entity, type Me } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import { system, wrongValues, type Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { ask, none, openHouse, type House, type Told } from "./house.ts";

let house: House;
beforeAll(async () => void (house = await openHouse(12)));
afterAll(() => house?.drop());

const saved = (): Entity[] => house.entities.filter((e) => e.saves && !e.view);
const isBoth = (e: Entity): boolean => /supplier|both/.test(JSON.stringify(e.saves ?? ""));

/** The names reading adds beside references; by contract they are ignored on writing. */
const added = (e: Entity): Set<string> =>
  new Set(
    [...Object.entries(e.fields), ["createdBy", { kind: "ref" }] as [string, Field], ["lastUpdatedBy", { kind: "ref" }] as [string, Field]]
      .filter(([, f]) => f.kind === "ref")
      .flatMap(([key]) => Object.values(companions(key))),
  );

/** Every name of every field that exists anywhere, and names that exist nowhere. */
const everyName = (): string[] => [
  ...new Set([...house.declared.entities.values()].flatMap((e) => [...Object.keys(e.fields), ...Object.keys(e.lines)])),
  "nonsense",
  "constructor",
  "toString",
  "hasOwnProperty",
  "isAdmin",
  "audience",
  "$where",
  "__proto__x",
];

const refusedPaths = (told: Told): Set<string> => new Set(told.fieldErrors.map((f) => f.path));

async function own(e: Entity): Promise<{ me: Me; row: Row }> {
  const me = house.make.writer(e).audience === "system" ? someone() : house.make.writer(e);
  return { me, row: await house.make.lone(e) };
}

/** A value of the field that is certainly not the stored one. */
async function different(e: Entity, key: string, field: Field, row: Row): Promise<unknown> {
  for (let n = 0; n < 20; n++) {
    // What a pattern asks for only the hints know.
    const made = field.pattern ? (await house.make.body(e))[key] : undefined;
    const value = field.kind === "yn" ? (row[key] === "Y" ? "N" : "Y") : (made ?? (await house.make.value(e, key, field, true)));
    if (JSON.stringify(value) !== JSON.stringify(row[key])) return value;
  }
  throw new Error(`no other value for ${e.name}.${key}`);
}

describe("promise 12: only what may be written is written", () => {
  test("a field of another entity, or of none, is refused by its name in every save", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    for (const e of saved()) {
      const { me, row } = await own(e);
      const foreign = everyName().filter(
        (key) =>
          !(key in e.fields) &&
          !(key in e.lines) &&
          !(key in e.owns) &&
          !added(e).has(key) &&
          !["language", "reason", "requestId", "parentId"].includes(key),
      );
      for (const base of [{ id: row["id"] }, await house.make.body(e)] as Row[]) {
        const told = await ask(house.kernel, me, e, "saveOrUpdate", { ...base, ...Object.fromEntries(foreign.map((key) => [key, "x"])) });
        const paths = refusedPaths(told);
        const passed = foreign.filter((key) => !paths.has(key));
        if (passed.length)
          wrong.push(
            `${e.name} ${base["id"] ? "changed" : "new"}: ${told.code || told.status}, silent about ${passed.slice(0, 8).join(", ")}`,
          );
      }
      for (const [key, line] of Object.entries(e.lines) as [string, Entity][]) {
        const names = foreign.filter((name) => !(name in line.fields) && !(name in line.lines) && !added(line).has(name));
        const told = await ask(house.kernel, me, e, "saveOrUpdate", {
          id: row["id"],
          [key]: { changed: [Object.fromEntries(names.map((name) => [name, "x"]))] },
        });
        const passed = names.filter((name) => !refusedPaths(told).has(`${key}[0].${name}`));
        if (passed.length) wrong.push(`${e.name}.${key}: ${told.code || told.status}, silent about ${passed.slice(0, 8).join(", ")}`);
      }
    }
    none(wrong);
  });

  test(
    "a field the server keeps is refused when changed and accepted when sent back, in every entity and line",
    { timeout: 240_000 },
    async () => {
      const wrong: string[] = [];
      for (const e of saved()) {
        const { me, row } = await own(e);
        for (const [key, field] of Object.entries(e.fields)) {
          if (!field.computed || field.kind === "snapshot" || field.kind === "payload") continue;
          const value = await different(e, key, field, row);
          const told = await ask(house.kernel, me, e, "saveOrUpdate", { id: row["id"], [key]: value });
          if (!told.fieldErrors.some((f) => f.path === key && f.code === "FIELD_READONLY"))
            wrong.push(`${e.name}.${key} = ${JSON.stringify(value)}: ${told.code || told.status} ${JSON.stringify(told.fieldErrors)}`);
          const fresh = await ask(house.kernel, me, e, "saveOrUpdate", { ...(await house.make.body(e)), [key]: value });
          if (house.make.writer(e) !== system && !fresh.fieldErrors.some((f) => f.path === key) && value !== field.initial)
            wrong.push(`${e.name}.${key} on a new one: ${fresh.code || fresh.status}`);
          const same = key in row ? await ask(house.kernel, me, e, "saveOrUpdate", { id: row["id"], [key]: row[key] }) : null;
          if (same && same.status !== "S")
            wrong.push(`${e.name}.${key} sent back as it was: ${same.code} ${JSON.stringify(same.fieldErrors)}`);
        }
        for (const [key, line] of Object.entries(e.lines) as [string, Entity][]) {
          const first = (row[key] as Row[] | undefined)?.[0];
          if (!first) continue;
          for (const [name, field] of Object.entries(line.fields)) {
            if (!field.computed || field.kind === "payload") continue;
            const told = await ask(house.kernel, me, e, "saveOrUpdate", {
              id: row["id"],
              [key]: { changed: [{ id: first["id"], [name]: await different(line, name, field, first) }] },
            });
            if (!told.fieldErrors.some((f) => f.path === `${key}[0].${name}` && f.code === "FIELD_READONLY"))
              wrong.push(`${e.name}.${key}.${name}: ${told.code || told.status}`);
          }
        }
      }
      none(wrong);
    },
  );

  test(
    "who made it, when, and whose line it is cannot be rewritten: another value is refused, not overlooked",
    { timeout: 240_000 },
    async () => {
      const overlooked = new Map<string, string[]>();
      const forged: Row = {
        createdBy: "forged",
        creationDate: "2001-01-01 00:00:00",
        lastUpdatedBy: "forged",
        lastUpdateDate: "2001-01-01 00:00:00",
      };
      for (const e of saved()) {
        const { me, row } = await own(e);
        for (const key of [
          ...commonKeys.filter((k) => k !== "id" && k !== "versionNum"),
          ...(house.declared.parent(e) ? ["parentId"] : []),
        ]) {
          const value = key === "parentId" ? (await house.make.lone(house.declared.parent(e)!.entity))["id"] : forged[key];
          const told = await ask(house.kernel, me, e, "saveOrUpdate", { id: row["id"], [key]: value });
          if (!refusedPaths(told).has(key)) overlooked.set(key, [...(overlooked.get(key) ?? []), e.name]);
        }
      }
      none([...overlooked].map(([key, names]) => `${key} is overlooked by ${names.length} entities: ${names.slice(0, 5).join(", ")} …`));
    },
  );

  test("a field that is fixed at creation stays", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    for (const e of saved()) {
      const fixed = Object.entries(e.fields).filter(([, f]) => f.fixed && !f.computed);
      if (fixed.length === 0) continue;
      const { me, row } = await own(e);
      for (const [key, field] of fixed) {
        const told = await ask(house.kernel, me, e, "saveOrUpdate", { id: row["id"], [key]: await different(e, key, field, row) });
        if (!told.fieldErrors.some((f) => f.path === key && f.code === "FIELD_FIXED"))
          wrong.push(`${e.name}.${key}: ${told.code || told.status}`);
      }
    }
    none(wrong);
  });

  test("a supplier may not write what suppliers do not see, and hears the same as for a field that does not exist", async () => {
    const wrong: string[] = [];
    for (const e of saved().filter(isBoth)) {
      const supplierId = e.fields["supplierId"]?.target === "PromiseCompany" ? await house.make.id("PromiseCompany") : "S-X";
      const me = house.make.supplier({ supplierId });
      const shown = new Set<string>([...(e.shows?.supplier ?? []), ...commonKeys, ...added(e)]);
      const hidden = Object.keys(e.fields).filter((key) => !shown.has(key) && key !== "language");
      const body = { ...(await house.make.body(e)), ...(e.fields["supplierId"] ? { supplierId } : {}) };
      const told = await ask(house.kernel, me, e, "saveOrUpdate", {
        ...body,
        ...Object.fromEntries([...hidden, "nonsense"].map((key) => [key, "x"])),
      });
      for (const key of hidden) {
        const said = told.fieldErrors.find((f) => f.path === key);
        if (said?.code !== "FIELD_UNKNOWN") wrong.push(`${e.name}.${key}: ${said?.code ?? told.code ?? told.status}`);
      }
    }
    none(wrong);
  });

  test("actions take their own input and nothing else, whatever field is added", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    const envelope = ["id", "ids", "versionNum", "reason", "confirmed", "language", "requestId", "rows"];
    for (const e of house.entities.filter((one) => !one.view))
      for (const [name, action] of Object.entries(e.actions as Record<string, Action>)) {
        const row = e.states && action.from ? await house.make.inState(e, action.from[0]!) : await house.make.lone(e);
        const extra = [...everyName(), ...Object.keys(e.fields), "parentId", "createdBy"].filter(
          (key) => !(key in (action.input ?? {})) && !envelope.includes(key),
        );
        const told = await ask(house.kernel, system, e, name, {
          ...(action.creates ? {} : { id: row["id"] }),
          ...(await house.make.input(e, name)),
          ...Object.fromEntries(extra.map((key) => [key, "x"])),
        });
        const passed = extra.filter((key) => !refusedPaths(told).has(key));
        if (passed.length) wrong.push(`${e.name}.${name}: ${told.code || told.status}, silent about ${passed.slice(0, 8).join(", ")}`);
      }
    none(wrong);
  });
});

describe("promise 12: and only what is right", () => {
  test("every wrong value of every field is refused at its place, and nothing is stored", { timeout: 240_000 }, async () => {
    const wrong: string[] = [];
    let tried = 0;
    for (const e of saved()) {
      const { me } = await own(e);
      const body = await house.make.body(e);
      const before = (await house.kernel.db.one<Row>(`select count(*)::int as n from "${e.name}"`))!["n"];
      for (const [key, field] of Object.entries(e.fields)) {
        if (field.computed || key === "language") continue;
        for (const { code, value } of wrongValues(key, field)) {
          const target = field.target ? house.declared.entities.get(field.target) : undefined;
          if (
            (code === "DATA_NOT_FOUND" && (!target || target.internal)) ||
            (code === "LOOKUP_VALUE" && house.kernel.lookups.values(field.lookup!).length === 0)
          )
            continue;
          tried += 1;
          const told = await ask(house.kernel, me, e, "saveOrUpdate", { ...body, [key]: value });
          if (!told.fieldErrors.some((f) => f.path === key && f.code === code))
            wrong.push(
              `${e.name}.${key} = ${JSON.stringify(value).slice(0, 40)}: ${code} expected, got ${told.code || told.status} ${told.fieldErrors.map((f) => `${f.path} ${f.code}`).join()} ${String(told.cause ?? "")}`,
            );
        }
        if (!field.optional && field.initial === undefined && house.make.writer(e) !== system)
          for (const empty of ["", null, undefined]) {
            const told = await ask(house.kernel, me, e, "saveOrUpdate", { ...body, [key]: empty });
            if (told.status !== "E" || told.code === "SYS_ERROR")
              wrong.push(`${e.name}.${key} left empty: ${told.code || told.status} ${String(told.cause ?? "")}`);
          }
      }
      const after = (await house.kernel.db.one<Row>(`select count(*)::int as n from "${e.name}"`))!["n"];
      if (after !== before) wrong.push(`${e.name}: ${after - before} rows were stored`);
    }
    expect(tried).toBeGreaterThan(800);
    none(wrong);
  });

  test("a body of the wrong shape is refused in words", async () => {
    const wrong: string[] = [];
    const e = house.declared.entity("PromiseSlip");
    const made = await house.make.lone(e);
    const shapes: [string, Row][] = [
      ["saveOrUpdate", { id: 7 }],
      ["saveOrUpdate", { id: ["x"] }],
      ["saveOrUpdate", { id: made["id"], items: "x" }],
      ["saveOrUpdate", { id: made["id"], items: 7 }],
      ["saveOrUpdate", { id: made["id"], items: [7] }],
      ["saveOrUpdate", { id: made["id"], items: [null] }],
      ["saveOrUpdate", { id: made["id"], items: { changed: "x" } }],
      ["saveOrUpdate", { id: made["id"], items: { changed: [{ id: "nobody" }] } }],
      ["doBatchSaveOrUpdate", {}],
      ["doBatchSaveOrUpdate", { rows: "x" }],
      ["doBatchSaveOrUpdate", { rows: [null] }],
      ["doBatchSaveOrUpdate", { rows: [[]] }],
      ["doBatchSaveOrUpdate", { rows: [] }],
      ["doBatchDelete", {}],
      ["doBatchDelete", { ids: "x" }],
      ["doBatchDelete", { rows: [null] }],
      ["listByPage", { pageIndex: -1 }],
      ["listByPage", { pageRows: "many" }],
      ["listByPage", { orderBy: "x" }],
      ["listByPage", { orderBy: [7] }],
      ["listByPage", { orderBy: [{ key: "nonsense" }] }],
      ["listByPage", { needSums: "x" }],
      ["listByPage", { list: 7 }],
      ["listByPage", { view: "constructor" }],
      ["listByPage", { view: 7 }],
      ["listByPage", { ids: [{}] }],
      ["listByPage", { id: {} }],
      ["listByPage", { subject: { contains: "x" } }],
      ["listByPage", { weight: "abc" }],
      ["listByPage", { firstDay: "x" }],
      ["listByPage", { momentFrom: "x" }],
      ["listByPage", { urgent: ["Y", 7] }],
      ["listByPage", { keyword: 7 }],
      ["listByPage", { subject: "a\u0000b" }],
      ["listByPage", { pieces: "99999999999" }],
      ["listByPage", { pieces: "1.5" }],
      ["listByPage", { slipNumFrom: "a" }],
      ["findById", {}],
      ["findById", { id: {} }],
      ["findById", { id: "a\u0000b" }],
      ["history", { id: [] }],
      ["whatIf", { id: made["id"] }],
      ["whatIf", { action: "constructor" }],
      ["whyNot", { action: "saveOrUpdate", input: "x" }],
      ["pickByPage", { where: "x", ids: "x" }],
      ["pickByPage", { ids: [{}] }],
      ["pickByPage", { pageRows: 9999 }],
      ["pickByPage", { text: "%_\\" }],
      ["countViews", { view: "x" }],
      ["doSend", {}],
      ["doSend", { ids: "x" }],
      ["doSend", { ids: [null] }],
      ["doSend", { id: made["id"], versionNum: "x" }],
      ["doPrice", { ids: [], margin: "1" }],
    ];
    for (const [name, body] of shapes) {
      const told = await ask(house.kernel, someone(), e, name, body);
      if (told.code === "SYS_ERROR") wrong.push(`${name} ${JSON.stringify(body)}: ${String(told.cause)}`);
    }
    none(wrong);
  });
});
