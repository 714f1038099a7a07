import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commonKeys, companions, type Action, type Entity, type Me } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import { system, wrongValues, type Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { sampled } from "../support/thorough.ts";
import { ask, everything, kept, none, openHouse, reached, type House, type Told } from "./house.ts";

let house: House;
beforeAll(async () => void (house = await openHouse(12)));
afterAll(() => house?.drop());

const saved = reached.filter((e) => e.saves && !e.view);
const isBoth = (e: Entity): boolean => /supplier|both/.test(JSON.stringify(e.saves ?? ""));

/** The names reading adds beside references; by contract they are ignored on writing. */
const added = (e: Entity): Set<string> =>
  new Set(
    [...Object.entries(e.fields), ["createdBy", { kind: "ref" }] as [string, Field], ["lastUpdatedBy", { kind: "ref" }] as [string, Field]]
      .filter(([, f]) => f.kind === "ref")
      .flatMap(([key]) => Object.values(companions(key))),
  );

/** Every name of every field that exists anywhere, and names that exist nowhere. */
const everyName: readonly string[] = [
  ...new Set([...everything.entities.values()].flatMap((e) => [...Object.keys(e.fields), ...Object.keys(e.lines)])),
  "nonsense",
  "constructor",
  "toString",
  "hasOwnProperty",
  "isAdmin",
  "audience",
  "$where",
  "__proto__x",
];

const refusedPaths = (current: Told): Set<string> => new Set(current.fieldErrors.map((f) => f.path));

/** What this person may name at all; of the rest one hears what one hears of a field that does not exist. */
const isNamed = (me: Me, e: Entity, key: string): boolean => me.audience === "internal" || (e.shows?.supplier ?? []).includes(key as never);

/** A value of the field that is certainly not the stored one. */
async function different(e: Entity, key: string, field: Field, row: Row): Promise<unknown> {
  for (let n = 0; n < 20; n++) {
    if (field.kind === "files") return `f${house.make.word()}`;
    // What a pattern asks for only the hints know.
    const made = field.pattern ? (await house.make.body(e))[key] : undefined;
    const value = field.kind === "yn" ? (row[key] === "Y" ? "N" : "Y") : (made ?? (await house.make.value(e, key, field, true)));
    if (JSON.stringify(value) !== JSON.stringify(row[key])) return value;
  }
  throw new Error(`no other value for ${e.name}.${key}`);
}

describe("promise 12: only what may be written is written", () => {
  test.each(saved)("a field of another entity, or of none, is refused by its name in every save: $name", async (e) => {
    const wrong: string[] = [];
    const { me, row } = await kept(house, e);
    const foreign = everyName.filter(
      (key) =>
        !(key in e.fields) &&
        !(key in e.lines) &&
        !(key in e.owns) &&
        !added(e).has(key) &&
        !["language", "reason", "requestId", "parentId"].includes(key),
    );
    for (const base of [{ id: row["id"] }, await house.make.body(e)] as Row[]) {
      const answer = await ask(house.kernel, me, e, "saveOrUpdate", { ...base, ...Object.fromEntries(foreign.map((key) => [key, "x"])) });
      const paths = refusedPaths(answer);
      const passed = foreign.filter((key) => !paths.has(key));
      if (passed.length)
        wrong.push(`${base["id"] ? "changed" : "new"}: ${answer.code || answer.status}, silent about ${passed.slice(0, 8).join(", ")}`);
    }
    for (const [key, line] of Object.entries(e.lines) as [string, Entity][]) {
      const names = foreign.filter((name) => !(name in line.fields) && !(name in line.lines) && !added(line).has(name));
      const answer = await ask(house.kernel, me, e, "saveOrUpdate", {
        id: row["id"],
        [key]: { changed: [Object.fromEntries(names.map((name) => [name, "x"]))] },
      });
      const paths = refusedPaths(answer);
      const passed = names.filter((name) => !paths.has(`${key}[0].${name}`));
      if (passed.length) wrong.push(`${key}: ${answer.code || answer.status}, silent about ${passed.slice(0, 8).join(", ")}`);
    }
    none(wrong);
  });

  test.each(saved)("a field the server keeps is refused when changed and accepted when sent back, lines alike: $name", async (e) => {
    const wrong: string[] = [];
    const { me, row } = await kept(house, e);
    // Saving may move what the server keeps: what is sent back is what was shown last.
    let shown = row;
    for (const [key, field] of Object.entries(e.fields)) {
      if (!field.computed || field.kind === "snapshot" || field.kind === "payload") continue;
      const due = isNamed(me, e, key) ? "FIELD_READONLY" : "FIELD_UNKNOWN";
      const value = await different(e, key, field, row);
      const answer = await ask(house.kernel, me, e, "saveOrUpdate", { id: row["id"], [key]: value });
      if (!answer.fieldErrors.some((f) => f.path === key && f.code === due))
        wrong.push(`${key} = ${JSON.stringify(value)}: ${answer.code || answer.status} ${JSON.stringify(answer.fieldErrors)}`);
      const fresh = await ask(house.kernel, me, e, "saveOrUpdate", { ...(await house.make.body(e)), [key]: value });
      if (house.make.writer(e) !== system && !fresh.fieldErrors.some((f) => f.path === key) && value !== field.initial)
        wrong.push(`${key} on a new one: ${fresh.code || fresh.status}`);
      if (due !== "FIELD_READONLY" || !(key in shown)) continue;
      const same = await ask(house.kernel, me, e, "saveOrUpdate", { id: row["id"], [key]: shown[key] });
      if (same.status !== "S") wrong.push(`${key} sent back as it was: ${same.code} ${JSON.stringify(same.fieldErrors)}`);
      else shown = same.data;
    }
    for (const [key, line] of Object.entries(e.lines) as [string, Entity][]) {
      const first = (row[key] as Row[] | undefined)?.[0];
      if (!first) continue;
      for (const [name, field] of Object.entries(line.fields)) {
        if (!field.computed || field.kind === "payload") continue;
        const due = isNamed(me, line, name) ? "FIELD_READONLY" : "FIELD_UNKNOWN";
        const answer = await ask(house.kernel, me, e, "saveOrUpdate", {
          id: row["id"],
          [key]: { changed: [{ id: first["id"], [name]: await different(line, name, field, first) }] },
        });
        if (!answer.fieldErrors.some((f) => f.path === `${key}[0].${name}` && f.code === due))
          wrong.push(`${key}.${name}: ${answer.code || answer.status}`);
      }
    }
    none(wrong);
  });

  test.each(saved)("who made it, when, and whose line it is cannot be rewritten: refused, not overlooked: $name", async (e) => {
    const forged: Row = {
      createdBy: "forged",
      creationDate: "2001-01-01 00:00:00",
      lastUpdatedBy: "forged",
      lastUpdateDate: "2001-01-01 00:00:00",
    };
    const overlooked: string[] = [];
    const { me, row } = await kept(house, e);
    const parent = house.declared.parent(e);
    for (const key of [...commonKeys.filter((k) => k !== "id" && k !== "versionNum"), ...(parent ? ["parentId"] : [])]) {
      const value = key === "parentId" ? (await house.make.lone(parent!.entity))["id"] : forged[key];
      const answer = await ask(house.kernel, me, e, "saveOrUpdate", { id: row["id"], [key]: value });
      if (!refusedPaths(answer).has(key)) overlooked.push(`${key}: ${answer.code || answer.status}`);
    }
    none(overlooked);
  });

  const isFixed = (field: Field): boolean => Boolean(field.fixed && !field.computed);

  test.each(saved.filter((e) => Object.values(e.fields).some(isFixed)))("a field that is fixed at creation stays: $name", async (e) => {
    const wrong: string[] = [];
    const { me, row } = await kept(house, e);
    for (const [key, field] of Object.entries(e.fields).filter(([, f]) => isFixed(f))) {
      const answer = await ask(house.kernel, me, e, "saveOrUpdate", { id: row["id"], [key]: await different(e, key, field, row) });
      if (!answer.fieldErrors.some((f) => f.path === key && f.code === "FIELD_FIXED"))
        wrong.push(`${key}: ${answer.code || answer.status} ${JSON.stringify(answer.fieldErrors)}`);
    }
    none(wrong);
  });

  test("a supplier may not write what suppliers do not see, and hears the same as for a field that does not exist", async () => {
    const wrong: string[] = [];
    for (const e of saved.filter(isBoth)) {
      const supplierId = e.fields["supplierId"]?.target === "PromiseCompany" ? await house.make.id("PromiseCompany") : "S-X";
      const me = house.make.supplier({ supplierId });
      const shown = new Set<string>([...(e.shows?.supplier ?? []), ...commonKeys, ...added(e)]);
      const hidden = Object.keys(e.fields).filter((key) => !shown.has(key) && key !== "language");
      const body = { ...(await house.make.body(e)), ...(e.fields["supplierId"] ? { supplierId } : {}) };
      const answer = await ask(house.kernel, me, e, "saveOrUpdate", {
        ...body,
        ...Object.fromEntries([...hidden, "nonsense"].map((key) => [key, "x"])),
      });
      for (const key of hidden) {
        const fieldError = answer.fieldErrors.find((f) => f.path === key);
        if (fieldError?.code !== "FIELD_UNKNOWN") wrong.push(`${e.name}.${key}: ${fieldError?.code ?? answer.code ?? answer.status}`);
      }
    }
    none(wrong);
  });

  const acting = reached.filter((e) => !e.view && Object.keys(e.actions).length);

  test.each(acting)("actions take their own input and nothing else, whatever field is added: $name", async (e) => {
    const wrong: string[] = [];
    const envelope = ["id", "ids", "versionNum", "reason", "confirmed", "language", "requestId", "rows"];
    // What is refused changes nothing: one document in each state serves all actions.
    const standing = new Map<string, Row>();
    for (const [name, action] of Object.entries(e.actions as Record<string, Action>)) {
      const state = e.states && action.from ? action.from[0]! : "";
      const row = standing.get(state) ?? (state ? await house.make.inState(e, state) : await house.make.lone(e));
      standing.set(state, row);
      const extra = [...everyName, ...Object.keys(e.fields), "parentId", "createdBy"].filter(
        (key) => !(key in (action.input ?? {})) && !envelope.includes(key),
      );
      const answer = await ask(house.kernel, system, e, name, {
        ...(action.creates ? {} : { id: row["id"] }),
        ...(await house.make.input(e, name)),
        ...Object.fromEntries(extra.map((key) => [key, "x"])),
      });
      const paths = refusedPaths(answer);
      const passed = extra.filter((key) => !paths.has(key));
      if (passed.length) wrong.push(`${name}: ${answer.code || answer.status}, silent about ${passed.slice(0, 8).join(", ")}`);
    }
    none(wrong);
  });
});

describe("promise 12: and only what is right", () => {
  const isCheckable = (field: Field, code: string): boolean => {
    const target = field.target ? house.declared.entities.get(field.target) : undefined;
    if (code === "DATA_NOT_FOUND") return target !== undefined && !target.internal;
    return code !== "LOOKUP_VALUE" || house.kernel.lookups.values(field.lookup!).length > 0;
  };
  let tried = 0;

  test.each(saved)("every wrong value of every field is refused at its place, and nothing is stored: $name", async (e) => {
    const wrong: string[] = [];
    const { me } = await kept(house, e);
    const body = await house.make.body(e);
    const count = async (): Promise<number> => (await house.kernel.db.one<Row>(`select count(*)::int as n from "${e.name}"`))!["n"];
    const before = await count();
    const open = Object.entries(e.fields).filter(([key, field]) => !field.computed && key !== "language");
    for (const [key, field] of sampled(open, 6, e.name, ([key]) => key)) {
      for (const { code, value } of wrongValues(key, field)) {
        if (!isCheckable(field, code)) continue;
        tried += 1;
        const answer = await ask(house.kernel, me, e, "saveOrUpdate", { ...body, [key]: value });
        if (!answer.fieldErrors.some((f) => f.path === key && f.code === code))
          wrong.push(
            `${key} = ${JSON.stringify(value).slice(0, 40)}: ${code} expected, got ${answer.code || answer.status} ${answer.fieldErrors.map((f) => `${f.path} ${f.code}`).join()} ${String(answer.cause ?? "")}`,
          );
      }
      if (!field.optional && field.initial === undefined && house.make.writer(e) !== system)
        for (const empty of ["", null, undefined]) {
          const answer = await ask(house.kernel, me, e, "saveOrUpdate", { ...body, [key]: empty });
          if (answer.status !== "E" || answer.code === "SYS_ERROR")
            wrong.push(`${key} left empty: ${answer.code || answer.status} ${String(answer.cause ?? "")}`);
        }
    }
    const after = await count();
    if (after !== before) wrong.push(`${after - before} rows were stored`);
    none(wrong);
  });

  test("the wrong values were many", () => {
    expect(tried).toBeGreaterThan(800);
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
      const answer = await ask(house.kernel, someone(), e, name, body);
      if (answer.code === "SYS_ERROR") wrong.push(`${name} ${JSON.stringify(body)}: ${String(answer.cause)}`);
    }
    none(wrong);
  });
});
