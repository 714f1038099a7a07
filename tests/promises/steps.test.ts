import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declare } from "#kernel/declared.ts";
import { isOnSide, type Action, type Audience, type Entity, type Me, type Where, type Who } from "#kernel/entity.ts";
import { system, type Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { rolledBack } from "../support/rolled-back.ts";
import { sampled } from "../support/thorough.ts";
import { allModules, ask, bend, none, openHouse, type House, type Told } from "./house.ts";

let house: House;
let owner: string;
beforeAll(async () => {
  house = await openHouse(6);
  owner = await house.make.id("BaseUsers");
});
afterAll(() => house?.drop());

interface Caller {
  readonly name: string;
  readonly me: Me;
  readonly granted: boolean;
}

const nothing = { may: () => false, holds: () => false };

/** Everybody who might press, each as owner of nothing but the first. */
function callers(supplierId: string): Caller[] {
  const supplier = (more: Partial<Me>): Me =>
    someone({ audience: "supplier", userId: "u4", supplierId, orgs: [], categories: [], items: [], ...more });
  return [
    { name: "internal", me: someone({ userId: owner }), granted: true },
    { name: "internal without grant", me: someone({ ...nothing, userId: "u2" }), granted: false },
    { name: "another internal", me: someone({ userId: "u3" }), granted: true },
    { name: "supplier", me: supplier({}), granted: true },
    { name: "supplier without grant", me: supplier(nothing), granted: false },
    { name: "registrant", me: someone({ audience: "registrant", userId: "u5", orgs: [] }), granted: true },
    { name: "public", me: someone({ audience: "public", userId: "", orgs: [] }), granted: true },
    { name: "system", me: system, granted: true },
  ];
}

/** The company whose people press: the one the document belongs to, or the document itself where that is a company. */
const sideOf = (row: Row): string => row["supplierId"] ?? row["id"];

/** A verb as declared: who, from where, on which button. Written again here, not asked from the kernel. */
interface Verb {
  readonly name: string;
  readonly who: readonly Who[];
  readonly from: readonly string[] | null;
  readonly creates: boolean;
  readonly to?: string;
}

const list = (who: Action["who"] | undefined): readonly Who[] =>
  who === undefined ? ["system"] : Array.isArray(who) ? (who as readonly Who[]) : [who as Who];

function verbsOf(e: Entity): Verb[] {
  return [
    ...Object.entries(e.actions as Record<string, Action>).map(([name, a]): Verb => ({
      name,
      who: list(a.who),
      from: (a.from as readonly string[] | undefined) ?? null,
      creates: a.creates === true,
      ...(a.to ? { to: a.to as string } : {}),
    })),
    { name: "saveOrUpdate", who: list(e.saves), from: (e.savesFrom as readonly string[] | undefined) ?? null, creates: false },
    {
      name: "delete",
      who: e.appendOnly ? [] : list(e.deletes),
      from: (e.deletesFrom as readonly string[] | undefined) ?? null,
      creates: false,
    },
  ];
}

const isSide = (audience: Audience, who: string): boolean =>
  who === audience || (who === "both" && (audience === "internal" || audience === "supplier"));

/** What the declaration says about a cell; "open" leaves the last word to the rule. */
function expected(e: Entity, verb: Verb, caller: Caller, row: Row): "denied" | "state" | "open" | "either" {
  const { me } = caller;
  const person = (w: Who): boolean =>
    typeof w === "string"
      ? isSide(me.audience, w)
      : "owner" in w
        ? row[w.owner] === me.userId
        : "side" in w
          ? isOnSide(me.audience, row[w.side])
          : w.of === me.audience && row[w.notOwner] !== me.userId;
  const isSystem = me.audience === "system";
  const misplaced = verb.from !== null && e.states !== undefined && !verb.from.includes(row[e.stateField]) && !verb.creates;
  if (verb.name === "delete" && e.appendOnly) return "denied";
  if (!isSystem) {
    const owned = verb.who.some((w) => typeof w === "object" && "owner" in w);
    const needsGrant = !e.mine && !(e.open && owned);
    if (needsGrant && !caller.granted) return "denied";
    if (!isVisible(e, me, row) && !verb.creates) return "denied";
    if (!verb.who.some(person)) return misplaced ? "either" : "denied";
  }
  return misplaced ? "state" : "open";
}

/** The declared scope, read again on one row; a test over lines holds for the examples, which have some. */
function matches(row: Row, where: Where): boolean {
  return Object.entries(where).every(([key, test]: [string, any]) => {
    if (key === "any") return (test as Where[]).some((candidate) => matches(row, candidate));
    if (key === "all") return (test as Where[]).every((candidate) => matches(row, candidate));
    // What a reference leads to is made for the same house as the row itself.
    if (typeof test === "object" && test !== null && "row" in test) return true;
    // A list is asked first: lists know the word "some" too.
    if (Array.isArray(test)) return test.includes(row[key]);
    if (test === undefined || test === "all" || (typeof test === "object" && test !== null && "some" in test)) return true;
    const not = typeof test === "object" && test !== null && "not" in test;
    if (not) return ![test.not].flat().includes(row[key] ?? null);
    return (row[key] ?? null) === test;
  });
}

function isVisible(e: Entity, me: Me, row: Row): boolean {
  if (house.declared.parent(e)) return me.audience === "internal";
  const sees = e.sees[me.audience as "internal"];
  if (!sees) return false;
  return (sees === "all" || matches(row, sees(me))) && (!e.mine || row[e.mine] === me.userId);
}

/** What an answer says; some areas declare words of their own for what is not there and what the state does not allow. */
const judge = (e: Entity, current: Told): string => verdict(e, current.status === "S" ? "" : current.code, current.cause);
const verdict = (e: Entity, code: string, cause?: unknown): string =>
  code === ""
    ? "open"
    : code === "PERM_DENIED" || code === (e.codes?.notFound?.[0] ?? "DATA_NOT_FOUND")
      ? "denied"
      : code === (e.codes?.state?.[0] ?? "STATE_NOT_ALLOWED")
        ? "state"
        : code === "SYS_ERROR"
          ? `SYS_ERROR ${String(cause)}`
          : "open";

/** Actions on lines whose rule answers in the word of the state, as the handbook says, when no line stands where it should: the examples have none. */
const ofLines: ReadonlySet<string> = new Set(["SrmPurOrderHeader.doOpenLine"]);

/** A rule may say of a line that it is not there; of a document that the caller reads nobody may. */
async function isOpen(e: Entity, verb: Verb, me: Me, id: unknown, code: string, cause?: unknown): Promise<boolean> {
  const text = verdict(e, code, cause);
  if (text === "state" && ofLines.has(`${e.name}.${verb.name}`)) return true;
  if (text !== "denied" || code === "PERM_DENIED" || !e.codes?.notFound) return text === "open";
  return me.audience === "system" || (await ask(house.kernel, me, e, "findById", { id })).status === "S";
}

/** A company in good standing for each document: some rules allow one of a kind for each company. */
async function company(e: Entity): Promise<string> {
  const target = house.declared.entities.get(e.fields["supplierId"]?.target ?? "");
  if (!target) return `company${house.make.word()}`;
  return target.states && "EFFECTIVE" in target.states
    ? (await house.make.inState(target, "EFFECTIVE"))["id"]
    : await house.make.id(target.name, true);
}

/** A document that the side's caller sees if that side sees the entity at all, owned by the first caller. */
async function stand(e: Entity, state: string | null): Promise<Row> {
  const supplierId = await company(e);
  const own = e.mine ?? ["ownerUserId", "userId"].find((key) => e.fields[key]?.computed);
  const more: Row = {
    ...(e.fields["supplierId"] ? { supplierId } : {}),
    ...(e.name === "BaseUsers" ? { userType: "SUPPLIER", personId: undefined } : {}),
    ...(own ? { [own]: owner } : {}),
  };
  const made = state === null ? await house.make.lone(e, more, {}, system) : await house.make.inState(e, state, more);
  if (!e.appendOnly) await bend(house.kernel, `update "${e.name}" set "createdBy" = $2 where id = $1`, [made["id"], owner]);
  return (await house.kernel.db.one<Row>(`select * from "${e.name}" where id = $1`, [made["id"]]))!;
}

async function bodyOf(e: Entity, verb: Verb, row: Row): Promise<Row> {
  if (verb.name === "saveOrUpdate") return { id: row["id"] };
  const input = await house.make.input(e, verb.name);
  if (!verb.creates) return { id: row["id"], ...input };
  // Whoever makes something for a company makes it for the one whose people press.
  return input["supplierId"] && row["supplierId"] ? { ...input, supplierId: row["supplierId"] } : input;
}

/** What the process remembers of these cannot be rolled back: each attempt has a document of its own. */
const isRemembered = (e: Entity): boolean => /^(Base|Bpm)/.test(e.name);
const attempt = (e: Entity, work: () => Promise<void>): Promise<void> => (isRemembered(e) ? work() : rolledBack(house.kernel.db, work));

/** One state of one entity: shut cells are really pressed, all on one document; the first open one too, and taken back; further open ones are asked what they would do. */
async function cells(e: Entity, state: string | null): Promise<{ wrong: string[]; count: number }> {
  const shut = await stand(e, state);
  const wrong: string[] = [];
  let count = 0;
  const note = (verb: Verb, caller: Caller, wanted: string, got: string) =>
    wrong.push(`${e.name}.${verb.name} by ${caller.name} in ${state ?? "any state"}: ${wanted} expected, got ${got}`);
  for (const verb of verbsOf(e)) {
    const body = await bodyOf(e, verb, shut);
    const open: Caller[] = [];
    for (const caller of callers(sideOf(shut))) {
      count += 1;
      const wanted = expected(e, verb, caller, shut);
      if (wanted === "open") {
        open.push(caller);
        continue;
      }
      const answer = await ask(house.kernel, caller.me, e, verb.name, body);
      if (wanted === "either" ? !["denied", "state"].includes(judge(e, answer)) : judge(e, answer) !== wanted)
        note(verb, caller, wanted, `${answer.code || answer.status} ${answer.cause ? String(answer.cause) : ""}`);
    }
    const [first, ...others] = open;
    if (!first) continue;
    for (const caller of others) {
      const { id, ...input } = body;
      const answer = await ask(house.kernel, caller.me, e, "whatIf", { ...(id ? { id } : {}), action: verb.name, input });
      const got = answer.status === "S" ? (answer.data.reasons[0]?.code ?? "") : answer.code;
      if (!(await isOpen(e, verb, caller.me, id, got, answer.cause))) note(verb, caller, "open", got);
    }
    const row = isRemembered(e) ? await stand(e, state) : shut;
    // what the inputs refer to is made outside the attempt: it must outlive it
    const [pressed, repeated] = [row === shut ? body : await bodyOf(e, verb, row), await bodyOf(e, verb, row)];
    await attempt(e, async () => {
      const { me } = callers(sideOf(row)).find(({ name }) => name === first.name)!;
      const answer = await ask(house.kernel, me, e, verb.name, pressed);
      if (!(await isOpen(e, verb, me, row["id"], answer.status === "S" ? "" : answer.code, answer.cause)))
        note(verb, first, "open", `${answer.code} ${answer.cause ? String(answer.cause) : ""}`);
      if (answer.status !== "S" || !verb.to || !verb.from || verb.from.includes(verb.to)) return;
      const again = await ask(house.kernel, me, e, verb.name, repeated);
      if (judge(e, again) === "open") note(verb, first, "state", `${again.code || again.status} on the second time`);
    });
  }
  return { wrong, count };
}

describe("promise 6: only declared steps", () => {
  const declared = declare(allModules);
  const all = [...declared.entities.values()].filter(
    (e) =>
      !e.internal &&
      !e.view &&
      !(declared.parent(e) && e.saves === undefined && e.deletes === undefined && Object.keys(e.actions).length === 0),
  );
  test.each(all.map((e) => e.name))("%s: every state, action and audience", async (name) => {
    const e = house.declared.entity(name);
    const found = [];
    for (const state of e.states ? sampled(Object.keys(e.states), 5, name) : [null]) found.push(await cells(e, state));
    expect(found.reduce((sum, f) => sum + f.count, 0)).toBeGreaterThan(0);
    none(found.flatMap((f) => f.wrong));
  });

  test("an action nobody declared does not exist, whatever it is called", async () => {
    for (const name of ["doNothing", "constructor", "toString", "__proto__", "hasOwnProperty", "saveorupdate"])
      expect((await ask(house.kernel, system, house.declared.entity("PromiseSlip"), name, { id: "x" })).code).toBe("CALL_UNKNOWN");
  });
});
