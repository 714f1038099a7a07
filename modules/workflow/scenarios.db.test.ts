import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { msOf } from "#kernel/time.ts";
import { Firm, codeOf, type Who } from "../../tests/support/firm.ts";
import type { State } from "./engine/state.ts";
import { replay } from "./engine/step.ts";
import { line, node, process, user } from "./engine/test-office.ts";
import { bpmInstance } from "./instance.entity.ts";
import { matterOf } from "./matter.ts";
import { definitionFor, weighed } from "./move.ts";
import { Desk } from "./server/desk.ts";
import { stateOf } from "./stored.ts";

let firm: Firm;
let clerk: Who, ann: Who, bob: Who, cid: Who, dan: Who, eve: Who;
let people: Record<string, Who>;

beforeAll(async () => {
  firm = await Firm.open();
  clerk = await firm.person("clerk", ["FIRM_CLERK"]);
  ann = await firm.person("ann", ["EMPLOYEE"]);
  bob = await firm.person("bob", ["EMPLOYEE"]);
  cid = await firm.person("cid", ["EMPLOYEE"]);
  dan = await firm.person("dan", ["EMPLOYEE"]);
  eve = await firm.person("eve", ["EMPLOYEE"]);
  people = { clerk, ann, bob, cid, dan, eve };
});
afterAll(() => firm.drop());
afterEach(() => firm.stopClock(null));

const by = (...who: Who[]) => who.map((w) => w.id);
const statuses = (instance: Record<string, any>, nodeId: string) =>
  instance["tasks"].filter((t: any) => t.nodeId === nodeId).map((t: any) => t.status);
const actions = (instance: Record<string, any>) => instance["deeds"].map((d: any) => d.action);

describe("ways and signers", () => {
  test("workflow 1: from 100000 on the director is asked too, and the sheet foresees it at submit", async () => {
    const choice = node("choice", "exclusive", { defaultFlow: "choice-end" });
    await firm.process(
      process(
        [node("start", "start"), user("manager", by(ann)), choice, user("director", by(bob)), node("end", "end")],
        ["start > manager > choice", "choice > director ? amount >= 100000", "choice > end", "director > end"],
      ),
    );
    const small = await firm.submit(clerk, { amount: "80000" });
    expect((await firm.sheet(small["id"]))["lines"].map((l: any) => [l.nodeId, l.predictedFlag])).toEqual([["manager", "N"]]);
    expect((await firm.pass(small, ann))["status"]).toBe("PASSED");
    const large = await firm.submit(clerk, { amount: "100000" });
    expect((await firm.sheet(large["id"]))["lines"].map((l: any) => [l.nodeId, l.predictedFlag, l.approverName])).toEqual([
      ["manager", "N", "ann"],
      ["director", "Y", "bob"],
    ]);
    const half = await firm.pass(large, ann);
    expect(half["status"]).toBe("RUNNING");
    expect((await firm.pass(half, bob))["status"]).toBe("PASSED");
    expect((await firm.request(large["bizId"]))["status"]).toBe("APPROVED");
  });

  test("workflow 2: of three who all must sign the second rejects: the node is rejected at once, the third task is cancelled", async () => {
    await firm.process(line(user("all", by(ann, bob, cid), { multiMode: "ALL" })));
    const begun = await firm.pass(await firm.submit(clerk), ann);
    const ended = await firm.reject(begun, bob);
    expect(ended["status"]).toBe("REJECTED");
    expect(statuses(ended, "all")).toEqual(["DONE", "DONE", "CANCELLED"]);
    expect((await firm.request(ended["bizId"]))["status"]).toBe("REJECTED");
  });

  test("workflow 3: sixty percent of five are three passes; three rejects first make three passes impossible", async () => {
    await firm.process(line(user("vote", by(ann, bob, cid, dan, eve), { multiMode: "VOTE", votePercent: 60 })));
    let passing = await firm.submit(clerk);
    for (const who of [ann, bob, cid]) passing = await firm.pass(passing, who);
    expect(passing["status"]).toBe("PASSED");
    let failing = await firm.submit(clerk);
    for (const who of [ann, bob, cid]) failing = await firm.reject(failing, who);
    expect(failing["status"]).toBe("REJECTED");
    expect(statuses(failing, "vote").filter((s: string) => s === "CANCELLED")).toHaveLength(2);
  });

  test("workflow 4: of two who act at the same instant one succeeds, the other is told so, one token moved", async () => {
    await firm.process(line(user("any", by(ann, bob, cid, dan), { multiMode: "ANY" }), user("next", by(eve))));
    const begun = await firm.submit(clerk);
    const codes = await Promise.all([ann, bob].map((who) => codeOf(firm.press(begun, "doPass", who, { taskId: firm.task(begun, who) }))));
    expect(codes.sort()).toEqual(["BPM_NOT_MINE", "S"]);
    const moved = await firm.instance(begun["bizId"]);
    expect(firm.waiting(moved, people)).toEqual(["next:eve"]);
    expect(moved["tokens"].filter((t: any) => t.nodeId === "next")).toHaveLength(1);
  });

  test("workflow 18: the same person at the next node passes by himself, and the sheet says so", async () => {
    await firm.process(line(user("a", by(ann)), user("b", by(ann)), user("c", by(bob))));
    const moved = await firm.pass(await firm.submit(clerk), ann);
    expect(firm.waiting(moved, people)).toEqual(["c:bob"]);
    const sheet = await firm.sheet(moved["id"]);
    expect(sheet["history"].find((h: any) => h.action === "AUTO_PASS")).toMatchObject({ note: "同一处理人自动通过", forUserName: "ann" });
  });
});

describe("back and again", () => {
  test("workflow 5: D rejects to B: C is marked returned, B decides anew and the task goes back to D; by C when the amount changed", async () => {
    const chain = line(...["A", "B", "C", "D"].map((id, i) => user(id, by([ann, bob, cid, dan][i]!), { editableFields: ["amount"] })));
    await firm.process({ ...chain, routeKeys: ["amount"] });
    let it = await firm.submit(clerk, { amount: "10" });
    for (const who of [ann, bob, cid]) it = await firm.pass(it, who);
    it = await firm.reject(it, dan, "B");
    expect(firm.waiting(it, people)).toEqual(["B:bob"]);
    expect(actions(it)).toContain("RETURNED");
    expect(it["tasks"].filter((t: any) => t.nodeId === "B").map((t: any) => t.round)).toEqual([1, 2]);
    const straight = await firm.pass(it, bob);
    expect(firm.waiting(straight, people)).toEqual(["D:dan"]);
    const again = await firm.reject(straight, dan, "B");
    const changed = await firm.pass(again, bob, { fields: { amount: "20.00" } });
    expect(firm.waiting(changed, people)).toEqual(["C:cid"]);
    expect((await firm.request(changed["bizId"]))["amount"]).toBe("20.00");
  });

  test("workflow 6: a reject from a branch to before the split cancels the other branch; both run again and the join completes", async () => {
    await firm.process(
      process(
        [
          node("start", "start"),
          user("first", by(ann)),
          node("split", "parallel"),
          user("P1", by(bob)),
          user("P2", by(cid)),
          node("join", "parallel"),
          node("end", "end"),
        ],
        ["start > first > split", "split > P1 > join", "split > P2 > join", "join > end"],
      ),
    );
    let it = await firm.pass(await firm.submit(clerk), ann);
    it = await firm.reject(it, bob, "first");
    expect(statuses(it, "P2")).toEqual(["CANCELLED"]);
    expect(it["tokens"].filter((t: any) => t.state === "ACTIVE" || t.state === "WAITING_JOIN").map((t: any) => t.nodeId)).toEqual([
      "first",
    ]);
    it = await firm.pass(it, ann);
    expect(firm.waiting(it, people)).toEqual(["P1:bob", "P2:cid"]);
    it = await firm.pass(it, bob);
    expect((await firm.pass(it, cid))["status"]).toBe("PASSED");
  });

  test("a rejected document is submitted again: the same sheet, a second round, what changed is shown", async () => {
    await firm.process(line(user("a", by(ann)), user("b", by(bob))));
    let it = await firm.pass(await firm.submit(clerk, { amount: "5" }), ann);
    it = await firm.reject(it, bob);
    const draft = await firm.request(it["bizId"]);
    await firm.act("FirmRequest", draft["id"], "saveOrUpdate", { remark: "cheaper", title: "pencils" }, await clerk.me());
    const again = await firm.submit(clerk, { id: draft["id"] });
    expect(again["id"]).toBe(it["id"]);
    expect(again["round"]).toBe(2);
    expect(firm.waiting(again, people)).toEqual(["b:bob"]);
    const sheet = await firm.sheet(again["id"]);
    expect(sheet["status"]).toBe("RUNNING");
    expect(sheet["diffJson"].map((d: any) => [d.key, d.old, d.new])).toEqual([
      ["title", "pens", "pencils"],
      ["remark", null, "cheaper"],
    ]);
  });

  test("workflow 7: withdrawn before the end the tasks vanish and the document is a draft again; after a first pass the policy forbids it", async () => {
    await firm.process(line(user("a", by(ann)), user("b", by(bob))));
    const it = await firm.pass(await firm.submit(clerk), ann);
    const back = await firm.press(it, "doWithdraw", clerk);
    expect([back["status"], firm.waiting(back, people)]).toEqual(["WITHDRAWN", []]);
    expect((await firm.request(back["bizId"]))["status"]).toBe("DRAFT");
    expect((await firm.todos(bob)).filter((t) => t["bizId"] === it["bizId"])).toEqual([]);
    await firm.process(line(user("a", by(ann)), user("b", by(bob))), { withdrawPolicy: "BEFORE_FIRST_ACTION" });
    const row = await firm.pass(await firm.submit(clerk), ann);
    expect(await codeOf(firm.press(row, "doWithdraw", clerk))).toBe("BPM_WITHDRAW");
    expect(await codeOf(firm.press(row, "doWithdraw", bob))).toBe("PERM_DENIED");
  });

  test("what was passed can be taken back while the next one has not looked", async () => {
    await firm.process(line(user("a", by(ann)), user("b", by(bob))));
    const it = await firm.submit(clerk);
    const taskId = firm.task(it, ann);
    const passed = await firm.pass(it, ann);
    const back = await firm.press(passed, "doRevokeMine", ann, { taskId });
    expect(firm.waiting(back, people)).toEqual(["a:ann"]);
    const again = await firm.pass(back, ann);
    await firm.press(again, "doRead", bob, { taskId: firm.task(again, bob) });
    expect(await codeOf(firm.press(again, "doRevokeMine", ann, { taskId }))).toBe("BPM_WITHDRAW");
  });
});

describe("memory", () => {
  test("history walked again gives the present state, whatever was done", async () => {
    await firm.process(line(user("a", by(ann)), user("b", by(bob, cid), { multiMode: "ALL" }), user("c", by(dan))));
    let it = await firm.pass(await firm.submit(clerk, { amount: "7" }), ann);
    it = await firm.press(it, "doAddSign", bob, { taskId: firm.task(it, bob), userIds: by(eve), mode: "PARALLEL" });
    it = await firm.pass(it, cid);
    it = await firm.reject(it, eve, "a");
    it = await firm.pass(it, ann);
    const { find } = new Desk(firm.kernel).facts({ me: await clerk.me(), now: firm.now, language: "CN" });
    const doc = await find.one(bpmInstance, it["id"]);
    const state = stateOf(doc);
    const matter = await matterOf(find, doc.bizEntity, doc.bizId, doc.submitAction ?? "");
    const result = replay(weighed(await definitionFor(find, doc), matter), state.deeds);
    const bare = (current: State) =>
      JSON.parse(JSON.stringify({ ...current, deeds: [], instance: { ...current.instance, amount: Number(current.instance.amount) } }));
    expect(bare(result)).toEqual(bare(state));
  });

  test("a pass costs the same number of statements however long the history is", async () => {
    await firm.process(line(user("a", by(ann)), user("b", by(bob))));
    const counted = async (work: () => Promise<unknown>): Promise<number> => {
      let n = 0;
      const stop = firm.kernel.db.onStatement(() => (n += 1));
      await work();
      stop();
      return n;
    };
    let it = await firm.submit(clerk);
    const first = await counted(async () => (it = await firm.pass(it, ann)));
    for (let i = 0; i < 8; i++) {
      it = await firm.reject(it, bob, "a");
      it = await firm.pass(it, ann);
    }
    it = await firm.reject(it, bob, "a");
    const late = await counted(async () => (it = await firm.pass(it, ann)));
    expect(it["deeds"].length).toBeGreaterThan(40);
    expect(late).toBeLessThanOrEqual(first + 2);
  });
});

describe("hands", () => {
  test("workflow 8: who stands in for another passes for him, and history says for whom; his own document is not offered to him", async () => {
    await firm.process(line(user("a", by(ann))));
    const now = Date.parse(firm.now.toISOString());
    const time = (ms: number) => new Date(now + ms).toISOString();
    await firm.save("BaseUserAuthorisation", {
      fromUserId: ann.id,
      toUserId: dan.id,
      authType: "APPROVAL",
      startTime: time(-60_000),
      endTime: time(msOf({ days: 1 })),
    });
    const it = await firm.submit(clerk);
    expect((await firm.todos(dan)).map((t) => [t["kind"], t["fromUserName"], t["billNum"]])).toEqual([["DELEGATED", "ann", it["billNum"]]]);
    const done = await firm.press(it, "doPass", dan, { taskId: firm.task(it, ann) });
    expect(done["status"]).toBe("PASSED");
    const found = (await firm.sheet(done["id"]))["history"].find((h: any) => h.action === "PASS");
    expect([found.operatorName, found.forUserName]).toEqual(["dan", "ann"]);
    const boss = await firm.person("boss", ["FIRM_CLERK"]);
    await firm.save("BaseUserAuthorisation", {
      fromUserId: ann.id,
      toUserId: boss.id,
      authType: "APPROVAL",
      startTime: time(-60_000),
      endTime: time(msOf({ days: 1 })),
    });
    const own = await firm.submit(boss);
    expect(await firm.todos(boss)).toEqual([]);
    expect(await codeOf(firm.press(own, "doPass", boss, { taskId: firm.task(own, ann) }))).toBe("BPM_NOT_MINE");
  });

  test("workflow 9: signers added before give advice: one objects, one agrees, the task comes back with both, not rejected", async () => {
    await firm.process(line(user("a", by(bob))));
    let it = await firm.submit(clerk);
    const own = firm.task(it, bob);
    it = await firm.press(it, "doAddSign", bob, { taskId: own, userIds: by(cid, eve), mode: "BEFORE" });
    expect(firm.waiting(it, people)).toEqual(["a:bob held", "a:cid", "a:eve"]);
    it = await firm.reject(it, cid, "START", { comment: "too dear" });
    it = await firm.pass(it, eve, { comment: "fine" });
    expect(firm.waiting(it, people)).toEqual(["a:bob"]);
    expect(it["status"]).toBe("RUNNING");
    const lines = (await firm.sheet(it["id"]))["lines"];
    expect(
      lines
        .filter((l: any) => l.opinion)
        .map((l: any) => l.opinion)
        .sort(),
    ).toEqual(["fine", "too dear"]);
    expect((await firm.pass(it, bob))["status"]).toBe("PASSED");
  });

  test("workflow 10: nothing is transferred to a disabled account or to the starter", async () => {
    await firm.process(line(user("a", by(bob))));
    const gone = await firm.person("gone", []);
    await firm.act("BaseUsers", gone.id, "doDisable", {}, { ...(await bob.me()), audience: "system" });
    const it = await firm.submit(clerk);
    const taskId = firm.task(it, bob);
    expect(await codeOf(firm.press(it, "doTransfer", bob, { taskId, toUserId: gone.id }))).toBe("BPM_RECEIVER");
    expect(await codeOf(firm.press(it, "doTransfer", bob, { taskId, toUserId: clerk.id }))).toBe("BPM_RECEIVER");
    const moved = await firm.press(it, "doTransfer", bob, { taskId, toUserId: eve.id });
    expect(firm.waiting(moved, people)).toEqual(["a:eve"]);
    expect(moved["tasks"].map((t: any) => t.status)).toEqual(["TRANSFERRED", "TODO"]);
  });

  test("a lent task comes back to its owner for the last word", async () => {
    await firm.process(line(user("a", by(bob))));
    let it = await firm.submit(clerk);
    it = await firm.press(it, "doDelegate", bob, { taskId: firm.task(it, bob), toUserId: cid.id });
    expect(firm.waiting(it, people)).toEqual(["a:cid"]);
    it = await firm.pass(it, cid);
    expect([it["status"], firm.waiting(it, people)]).toEqual(["RUNNING", ["a:bob"]]);
    expect((await firm.pass(it, bob))["status"]).toBe("PASSED");
  });
});
