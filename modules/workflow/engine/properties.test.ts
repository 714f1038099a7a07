import { expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import { Random } from "../../../tests/support/generate.ts";
import { modeOf } from "./assign.ts";
import { checkDefinition } from "./check.ts";
import { nodeOf, settingsOf } from "./definition.ts";
import { regionsOf } from "./region.ts";
import { isActionable, isLive, isOpen, tables, type State } from "./state.ts";
import { speaker, verdict, votesOf } from "./sign.ts";
import { replay } from "./step.ts";
import { Office, opening, type World } from "./test-office.ts";
import { randomEvent, randomModel } from "./test-random.ts";

const runs = 60;
const longest = 45;

const worldBy = (random: Random): Partial<World> => ({
  upper: { starter: ["u1"], u1: ["u2"], u2: ["u3"] },
  groups: { BPM_ADMIN: ["admin", "admin2"], G: ["u1", "u2", "u3", "starter"] },
  copies: { user1: ["u7"], user2: ["u8"] },
  approvers: new Proxy({}, { get: () => (random.chance(0.5) ? { users: ["u1", "u2", "u3"], group: "G" } : { users: ["u4", "u4", "u5"] }) }),
  holds: (condition) => random.chance(condition === "loop" ? 0.3 : 0.5),
});

/** Where a token stands it waits for somebody or something; nothing is left open where no token stands. */
function checkTokens({ instance, tokens, tasks, timers }: State, office: Office): void {
  const live = tokens.filter(isLive);
  const open = tasks.filter(isOpen);
  const ended = ["PASSED", "WITHDRAWN", "STOPPED"].includes(instance.status);
  if (ended) expect([live, open, timers.filter((t) => t.firedAt === null)]).toEqual([[], [], []]);
  else expect(live.length).toBeGreaterThan(0);
  for (const task of open) expect(tokens.find((t) => t.id === task.tokenId)?.state).toBe("ACTIVE");
  if (instance.status === "REJECTED") {
    expect(live.map((t) => nodeOf(office.definition, t.nodeId).kind)).toEqual(["start"]);
    return;
  }
  for (const token of live) {
    const { kind } = nodeOf(office.definition, token.nodeId);
    if (token.state === "WAITING_JOIN") expect(["parallel", "inclusive"]).toContain(kind);
    else if (kind === "user") expect(open.some((t) => t.tokenId === token.id && isActionable(t))).toBe(true);
    else if (kind === "timer") expect(timers.some((t) => t.tokenId === token.id && t.firedAt === null)).toBe(true);
    else expect(["work", "call"]).toContain(kind);
  }
}

/** Every fork under way has exactly one thread in each branch it opened: none lost, none doubled. */
function checkBranches({ tokens }: State, office: Office): void {
  const live = tokens.filter(isLive);
  const { regions } = regionsOf(office.definition);
  for (const { branchPath, nodeId, state } of live) {
    const branches = branchPath
      .split("/")
      .slice(1)
      .map((b) => `${tokens.find((t) => t.id === b.split(">")[0])!.nodeId}>${b.split(">")[1]}`);
    // Before a join the token still stands in its branch, the join itself in what lies around.
    expect(state === "WAITING_JOIN" ? branches.slice(0, -1) : branches).toEqual(regions.get(nodeId));
  }
  const inside = (path: string, outer: string): boolean => path.startsWith(`${outer}/`);
  for (const token of live)
    for (const other of live)
      if (token !== other) {
        expect(token.branchPath).not.toBe(other.branchPath);
        expect(inside(other.branchPath, token.branchPath)).toBe(false);
      }
  const forks = new Set(
    live.flatMap((t) =>
      t.branchPath
        .split("/")
        .slice(1)
        .map((branch) => branch.split(">")[0]!),
    ),
  );
  for (const fork of forks) {
    const split = tokens.find((t) => t.id === fork)!;
    const branches = new Set(
      tokens.filter((t) => t.fromId === fork && t.branchPath.startsWith(`${split.branchPath}/${fork}>`)).map((t) => t.branchPath),
    );
    for (const branch of branches) expect(live.some((t) => t.branchPath === branch || inside(t.branchPath, branch))).toBe(true);
    const own = live.filter((t) => branches.has(t.branchPath));
    expect(own.length === branches.size && own.every((t) => t.state === "WAITING_JOIN")).toBe(false);
  }
}

/** The open tasks are exactly those the sign mode asks for. */
function checkSigns(state: State, office: Office): void {
  for (const token of state.tokens) {
    if (token.state !== "ACTIVE" || nodeOf(office.definition, token.nodeId).kind !== "user") continue;
    const settings = settingsOf(office.definition, token.nodeId);
    const mode = modeOf(settings);
    const tasks = state.tasks.filter((t) => t.tokenId === token.id);
    expect(verdict(mode, settings, votesOf(token, tasks))).toBeNull();
    const seats = token.seats.flatMap((seat, i) => (seat.removed ? [] : [i]));
    const votes = votesOf(token, tasks);
    const waiting = seats.filter((_, i) => votes[i] === null);
    const asked = mode === "SEQUENTIAL" ? waiting.slice(0, 1) : waiting;
    const fronts = [...new Set(tasks.filter(isOpen).map((t) => t.seat))].sort((a, b) => a - b);
    expect(fronts).toEqual(asked);
    for (const seat of asked) {
      const main = speaker(tasks, seat)!;
      const own = tasks.filter((t) => t.seat === seat && isOpen(t));
      expect(own.filter((t) => t.taskKind === "APPROVE").length).toBe(isOpen(main) ? 1 : 0);
      for (const task of own) {
        const asks = tasks.some((t) => t.parentTaskId === task.id && t.taskKind === "ADD_SIGN_BEFORE" && isOpen(t));
        const parent = tasks.find((t) => t.id === task.parentTaskId);
        const holds = task.taskKind === "ADD_SIGN_AFTER" && parent !== undefined && isOpen(parent);
        expect(task.status === "WAITING_SIGN").toBe(asks || holds);
      }
    }
    const holders = tasks.filter(isOpen).flatMap((t) => t.assigneeUserId ?? []);
    expect(new Set(holders).size).toBe(holders.length);
  }
}

/** What the effects write is what the state says. */
class Store {
  readonly rows = new Map<string, Record<string, unknown>>();
  write(office: Office): void {
    for (const effect of JSON.parse(JSON.stringify(office.effects)) as typeof office.effects) {
      if (effect.kind === "insert") this.rows.set(`${effect.table} ${effect.id}`, { ...effect.row });
      if (effect.kind === "update") Object.assign(this.rows.get(`${effect.table} ${effect.id}`)!, effect.patch);
      if (effect.kind === "drop") this.rows.delete(`${effect.table} ${effect.id}`);
    }
  }
  check({ instance, ...lists }: State): void {
    const stored = Object.fromEntries([...this.rows].map(([key, row]) => [key, row]));
    const meant = Object.fromEntries([
      [`${tables.instance} ${instance.id}`, instance],
      ...Object.entries(lists).flatMap(([part, rows]) => rows.map((row) => [`${tables[part as keyof typeof tables]} ${row.id}`, row])),
    ]);
    expect(stored).toEqual(meant);
    for (const rows of Object.values(lists)) expect(rows.map((r) => r.id)).toEqual(rows.map((r) => r.id).sort());
  }
}

function checkAll(office: Office): void {
  checkTokens(office.state, office);
  checkBranches(office.state, office);
  checkSigns(office.state, office);
}

/** True when the event was taken, false when it was refused. */
function tryOut(office: Office, act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch (refused) {
    if (refused instanceof Refusal) return false;
    throw refused;
  }
}

/** Everybody agrees until the end. */
function bringHome(office: Office): void {
  office.world.holds = () => false;
  for (let turn = 0; turn < 500 && !["PASSED", "WITHDRAWN", "STOPPED"].includes(office.status); turn++) {
    office.later(60);
    const { state } = office;
    const admin = { by: "admin", comment: "on", secondBy: "admin2" };
    if (state.instance.status === "SUSPENDED") office.do({ do: "resume", ...admin });
    else if (state.instance.status === "REJECTED") office.do({ do: "resubmit", by: "starter" });
    else {
      const task = state.tasks.find(isActionable);
      const token = state.tokens.find((t) => t.state === "ACTIVE" && ["work", "call"].includes(nodeOf(office.definition, t.nodeId).kind));
      const timer = state.timers.filter((t) => t.firedAt === null).sort((a, b) => a.fireAt.localeCompare(b.fireAt))[0];
      if (task?.assigneeUserId) office.do({ do: "pass", by: task.assigneeUserId, taskId: task.id, comment: "ok" });
      else if (task) office.do({ do: "reassign", ...admin, taskId: task.id, to: `w${turn}` });
      else if (token && nodeOf(office.definition, token.nodeId).kind === "work") office.do({ do: "worked", tokenId: token.id });
      else if (token) office.do({ do: "returned", tokenId: token.id, result: "PASSED" });
      else {
        office.now = timer!.fireAt > office.now ? timer!.fireAt : office.now;
        office.do({ do: "fire", timerId: timer!.id });
      }
    }
    checkAll(office);
  }
}

function randomOffice(random: Random): Office | null {
  const model = randomModel(random);
  expect(checkDefinition(model)).toEqual([]);
  const office = new Office(model, worldBy(random));
  const started = tryOut(office, () => office.do({ do: "start", by: "starter", opening: { ...opening, amount: "1" } }));
  return started ? office : null;
}

test("random processes under random actions end or wait, and lose or double no token", () => {
  const taken: Record<string, number> = {};
  for (let seed = 1; seed <= runs; seed++) {
    const random = new Random(seed);
    const office = randomOffice(random);
    if (!office) continue;
    const store = new Store();
    store.write(office);
    checkAll(office);
    for (let turn = 0; turn < longest && !["PASSED", "STOPPED"].includes(office.status); turn++) {
      office.later(random.int(1, 120));
      const event = randomEvent(random, office);
      if (!tryOut(office, () => office.do(event))) continue;
      taken[event.do] = (taken[event.do] ?? 0) + 1;
      store.write(office);
      checkAll(office);
    }
    store.check(office.state);
    expect(replay(office.definition, office.state.deeds)).toEqual(office.state);
    bringHome(office);
    expect(office.status, `seed ${seed}`).toBe("PASSED");
    expect(office.handled()).toEqual(["doApproval"]);
    expect(replay(office.definition, office.state.deeds)).toEqual(office.state);
  }
  // A property nobody exercised proves nothing.
  for (const event of [
    "pass",
    "reject",
    "resubmit",
    "transfer",
    "delegate",
    "addSign",
    "removeSign",
    "revoke",
    "jump",
    "reassign",
    "leave",
    "reroute",
    "suspend",
    "fire",
    "failed",
    "worked",
    "returned",
    "claim",
  ])
    expect(taken[event] ?? 0, event).toBeGreaterThan(0);
}, 30_000);

test("withdrawal at any point leaves no open task", () => {
  for (let seed = 1_000; seed < 1_040; seed++) {
    const random = new Random(seed);
    const office = randomOffice(random);
    if (!office) continue;
    for (let turn = 0; turn < 25; turn++) {
      office.later(random.int(1, 120));
      tryOut(office, () => office.do(randomEvent(random, office)));
      if (!["RUNNING", "ERROR"].includes(office.status)) continue;
      const state = office.state;
      office.do({ do: "withdraw", by: "starter" });
      expect(office.status).toBe("WITHDRAWN");
      checkTokens(office.state, office);
      office.state = state;
    }
  }
}, 30_000);

test("of two decisions on one task at the same moment exactly one counts", () => {
  for (let seed = 2_000; seed < 2_060; seed++) {
    const random = new Random(seed);
    const office = randomOffice(random);
    const task = office?.open.find((t) => isActionable(t) && t.assigneeUserId !== null);
    if (!office || !task) continue;
    const by = task.assigneeUserId!;
    const both = [
      { do: "pass", by, taskId: task.id, comment: "ok" },
      { do: "reject", by, taskId: task.id, target: "START", comment: "no" },
    ] as const;
    const order = random.chance(0.5) ? both : [...both].reverse();
    expect(order.map((event) => tryOut(office, () => office.do(event)))).toEqual([true, false]);
    checkAll(office);
  }
}, 30_000);
