import { describe, expect, test } from "vitest";
import { houseZone } from "#kernel/time.ts";
import type { Calendar } from "./calendar.ts";
import { shiftDue, workingBetween } from "./calendar.ts";
import { predict, predictStart } from "./predict.ts";
import { verdict } from "./sign.ts";
import { questionsOf } from "./step.ts";
import { answer, line, node, Office, opening, process, user } from "./test-office.ts";
import { holdersOf, rejectTargets, traceOf } from "./trace.ts";

const code = (act: () => unknown): string => {
  try {
    act();
  } catch (refused) {
    return (refused as { code?: string }).code ?? String(refused);
  }
  return "";
};

const fork = process(
  [
    node("start", "start"),
    user("A", ["a"]),
    node("split", "parallel"),
    user("P", ["p"]),
    user("P2", ["p2"]),
    user("Q", ["q"]),
    node("join", "parallel"),
    user("Z", ["z"]),
    node("end", "end"),
  ],
  ["start > A > split > P > P2 > join > Z > end", "split > Q > join"],
);

describe("sign modes", () => {
  const P = "PASS";
  const R = "REJECT";
  const rows = [
    ["SINGLE", [P], P],
    ["SINGLE", [R], R],
    ["ANY", [null, P, null], P],
    ["ANY", [null, R, null], R],
    ["ALL", [P, P, null], null],
    ["ALL", [P, R, null], R],
    ["ALL", [P, P, P], P],
    ["SEQUENTIAL", [P, null], null],
    ["SEQUENTIAL", [P, R], R],
    ["VOTE", [P, P, null, null, null], null],
    ["VOTE", [P, P, P, null, null], P],
    ["VOTE", [R, R, null, null, null], null],
    ["VOTE", [R, R, R, null, null], R],
  ] as const;
  test.each(rows)("%s with %j decides %s", (mode, votes, decision) => {
    expect(verdict(mode, { votePercent: 60, vetoFlag: true }, votes)).toBe(decision);
  });

  test("a countersign without veto is decided when all have spoken, and goes back as far as anybody asked", () => {
    const all = user("B", ["b", "c"], { multiMode: "ALL", vetoFlag: false });
    const office = Office.start(line(user("A", ["a"]), all));
    office.pass("a");
    office.reject("b", "START");
    expect(office.waiting).toEqual(["B:c"]);
    office.reject("c", "A");
    expect(office.status).toBe("REJECTED");
  });

  test("in order, one after the other", () => {
    const office = Office.start(line(user("S", ["a", "b", "c"], { multiMode: "SEQUENTIAL" })));
    for (const who of ["a", "b", "c"]) {
      expect(office.waiting).toEqual([`S:${who}`]);
      office.pass(who);
    }
    expect(office.status).toBe("PASSED");
  });
});

describe("returns and jumps inside parallel parts", () => {
  test("a return within a branch leaves the side branch alone, and the join still completes once", () => {
    const office = Office.start(fork);
    office.pass("a");
    office.pass("p");
    office.pass("q");
    office.reject("p2", "P");
    expect(office.waiting).toEqual(["P:p"]);
    office.pass("p");
    expect(office.waiting).toEqual(["P2:p2"]);
    office.pass("p2");
    expect(office.waiting).toEqual(["Z:z"]);
    expect(code(() => office.reject("z", "P2"))).toBe("BPM_REJECT_TARGET");
    office.reject("z", "A");
    expect(office.waiting).toEqual(["A:a"]);
    office.pass("a");
    expect(office.waiting).toEqual(["Z:z"]);
  });

  test("an administrator moves one branch, gathers the whole part, but enters none from outside", () => {
    const office = Office.start(fork);
    const jump = (nodeId: string) => office.do({ do: "jump", by: "admin", nodeId, comment: "needed" });
    expect(code(() => jump("P2"))).toBe("BPM_REJECT_TARGET");
    expect(code(() => jump("join"))).toBe("BPM_REJECT_TARGET");
    jump("split");
    expect(office.waiting).toEqual(["P:p", "Q:q"]);
    jump("P2");
    expect(office.waiting).toEqual(["P2:p2", "Q:q"]);
    office.pass("p2");
    jump("P");
    expect(office.waiting).toEqual(["P:p", "Q:q"]);
    jump("Z");
    expect(office.waiting).toEqual(["Z:z"]);
    office.pass("z");
    expect(office.status).toBe("PASSED");
    expect(office.history("JUMP").every((d) => d.intervened)).toBe(true);
  });

  test("an inclusive part waits for the branches it opened, however many", () => {
    const model = process(
      [
        node("start", "start"),
        node("split", "inclusive", { defaultFlow: "split-C" }),
        user("A", ["a"]),
        user("B", ["b"]),
        user("C", ["c"]),
        node("join", "inclusive"),
        node("end", "end"),
      ],
      ["start > split", "split > A ? one", "split > B ? two", "split > C", "A > join", "B > join", "C > join", "join > end"],
    );
    const both = Office.start(model, {}, { variables: { one: true, two: true } });
    expect(both.waiting).toEqual(["A:a", "B:b"]);
    both.pass("a");
    expect(both.status).toBe("RUNNING");
    both.pass("b");
    expect(both.status).toBe("PASSED");
    const other = Office.start(model);
    expect(other.waiting).toEqual(["C:c"]);
    other.pass("c");
    expect(other.status).toBe("PASSED");
  });

  test("resubmission goes straight to the rejecting node, and the whole way when its facts changed", () => {
    const office = Office.start(line(user("A", ["a"]), user("B", ["b"])), {}, { amount: "5" });
    office.pass("a");
    office.reject("b");
    expect(code(() => office.do({ do: "resubmit", by: "a" }))).toBe("PERM_DENIED");
    const rejected = office.state;
    office.do({ do: "resubmit", by: "starter", amount: "5.00" });
    expect(office.waiting).toEqual(["B:b"]);
    office.state = rejected;
    office.do({ do: "resubmit", by: "starter", amount: "6" });
    expect(office.waiting).toEqual(["A:a"]);
  });

  test("who gets a document back, or meets it again in a loop, is asked again even where he has just agreed", () => {
    const office = Office.start(line(user("A", ["a"]), user("B", ["a"]), user("C", ["c"])));
    office.pass("a");
    office.reject("c", "B");
    expect(office.waiting).toEqual(["B:a"]);
    const loop = process(
      [
        node("start", "start"),
        user("A", ["a"]),
        user("B", ["a"]),
        node("gate", "exclusive", { defaultFlow: "gate-end" }),
        node("end", "end"),
      ],
      ["start > A > B > gate", "gate > A ? again", "gate > end"],
    );
    const twice = Office.start(loop, {}, { variables: { again: true } });
    twice.pass("a");
    expect(twice.waiting).toEqual(["A:a"]);
    twice.pass("a");
    expect(twice.waiting).toEqual(["B:a"]);
    twice.pass("a", { variables: { again: false } });
    expect(twice.status).toBe("PASSED");
  });

  test("a process that goes in circles without anybody is refused, naming a node", () => {
    const model = process(
      [node("start", "start"), node("meet", "exclusive"), node("gate", "exclusive", { defaultFlow: "gate-end" }), node("end", "end")],
      ["start > meet > gate", "gate > meet ? again", "gate > end"],
    );
    expect(code(() => Office.start(model, {}, { variables: { again: true } }))).toBe("BPM_MODEL_INVALID");
    expect(Office.start(model).status).toBe("PASSED");
  });
});

describe("handing a task on", () => {
  test("a lent task comes back for the last word, and stand-ins do not get it", () => {
    const office = Office.start(line(user("A", ["a"])), { people: { x: { active: true, away: true, delegateId: "y" } } });
    const taskId = office.task("a").id;
    office.do({ do: "delegate", by: "a", taskId, to: "x" });
    expect(office.effects.flatMap((e) => (e.kind === "warn" ? [e.code] : []))).toEqual(["BPM_DELEGATE_AWAY"]);
    expect(code(() => office.do({ do: "pass", by: "y", taskId }))).toBe("BPM_NOT_MINE");
    office.reject("x", "START", { comment: "rather not" });
    expect(office.waiting).toEqual(["A:a"]);
    expect(office.history("ADVISE_REJECT")).toMatchObject([{ byUserId: "x", forUserId: "a", comment: "rather not" }]);
    const people = () => traceOf(line(user("A", ["a"])), office.state).flatMap((step) => step.people);
    expect(people()).toMatchObject([
      { userId: "a", taskKind: "APPROVE", action: null },
      { userId: "x", forUserId: "a", taskKind: "LENT", action: "REJECT", comment: "rather not" },
    ]);
    office.pass("a");
    expect(office.status).toBe("PASSED");
    expect(people().map((person) => [person.userId, person.action])).toEqual([
      ["a", "PASS"],
      ["x", "REJECT"],
    ]);
  });

  test("whoever has a lent task is shown with its owner, and objects where nothing may be sent back", () => {
    const model = line(user("A", ["a"], { allowActions: ["DELEGATE"] }));
    const office = Office.start(model);
    office.do({ do: "delegate", by: "a", taskId: office.task("a").id, to: "x", comment: "is it worth it?" });
    expect(traceOf(model, office.state)[0]!.people).toMatchObject([
      { userId: "x", forUserId: "a", taskKind: "LENT", status: "TODO", action: null },
      { userId: "a", action: "DELEGATE", comment: "is it worth it?" },
    ]);
    office.reject("x", "START", { comment: "too dear" });
    expect(office.waiting).toEqual(["A:a"]);
  });

  test("what was written when a task was handed on is read beside it", () => {
    const model = line(user("A", ["a"]));
    const office = Office.start(model);
    office.do({ do: "transfer", by: "a", taskId: office.task("a").id, to: "x", comment: "you know them" });
    expect(traceOf(model, office.state)[0]!.people).toMatchObject([
      { userId: "a", status: "TRANSFERRED", comment: "you know them" },
      { userId: "x", status: "TODO", comment: "" },
    ]);
  });

  test("a step that ends with nothing but opinions is cancelled, not returned", () => {
    const model = line(user("A", ["a"]));
    const office = Office.start(model);
    office.do({ do: "addSign", by: "a", taskId: office.task("a").id, users: ["x", "y"], mode: "BEFORE" });
    office.pass("x", { comment: "fine" });
    office.do({ do: "withdraw", by: "starter" });
    expect(traceOf(model, office.state).map((step) => step.state)).toEqual(["CANCELLED"]);
  });

  test("signers added after me come after my pass, and their reject counts", () => {
    const office = Office.start(line(user("A", ["a"])));
    office.do({ do: "addSign", by: "a", taskId: office.task("a").id, users: ["x"], mode: "AFTER" });
    expect(office.waiting).toEqual(["A:a", "A:x held"]);
    office.pass("a");
    expect(office.waiting).toEqual(["A:x"]);
    office.reject("x");
    expect(office.status).toBe("REJECTED");
  });

  test("when I reject, nobody is left waiting for my pass", () => {
    const office = Office.start(line(user("A", ["a", "b"], { multiMode: "ALL", vetoFlag: false })));
    office.do({ do: "addSign", by: "a", taskId: office.task("a").id, users: ["x"], mode: "AFTER" });
    office.reject("a");
    expect(office.waiting).toEqual(["A:b"]);
  });

  test("signers I added after me come after whoever I hand the task to", () => {
    const office = Office.start(line(user("A", ["a"])));
    office.do({ do: "addSign", by: "a", taskId: office.task("a").id, users: ["x"], mode: "AFTER" });
    office.do({ do: "transfer", by: "a", taskId: office.task("a").id, to: "n" });
    office.pass("n");
    expect(office.waiting).toEqual(["A:x"]);
    office.pass("x");
    expect(office.status).toBe("PASSED");
  });

  test("a signer added beside me joins the signers and can be taken away again", () => {
    const office = Office.start(line(user("A", ["a"])));
    const taskId = office.task("a").id;
    office.do({ do: "addSign", by: "a", taskId, users: ["x", "y"], mode: "PARALLEL" });
    office.pass("a");
    office.pass("x");
    expect(office.waiting).toEqual(["A:y"]);
    expect(code(() => office.do({ do: "removeSign", by: "x", taskId: office.task("y").id }))).toBe("BPM_NOT_MINE");
    office.do({ do: "removeSign", by: "a", taskId: office.task("y").id });
    expect(office.status).toBe("PASSED");
  });

  test("at most ten are added, and at most two deep", () => {
    const office = Office.start(line(user("A", ["a"])));
    const add = (by: string, users: readonly string[]) =>
      office.do({ do: "addSign", by, taskId: office.task(by).id, users, mode: "BEFORE" });
    expect(
      code(() =>
        add(
          "a",
          Array.from({ length: 11 }, (_, i) => `x${i}`),
        ),
      ),
    ).toBe("BPM_ADD_SIGN_LIMIT");
    add("a", ["b"]);
    add("b", ["c"]);
    expect(code(() => add("c", ["d"]))).toBe("BPM_ADD_SIGN_LIMIT");
    office.pass("c");
    office.pass("b");
    expect(office.waiting).toEqual(["A:a"]);
  });

  test("whoever leaves is followed by the taker, or by the administrators where the taker signs already; n stays", () => {
    const office = Office.start(line(user("A", ["a", "b", "c"], { multiMode: "ALL" })));
    office.do({ do: "leave", userId: "a", takerId: "n" });
    expect(office.waiting).toEqual(["A:b", "A:c", "A:n"]);
    office.do({ do: "leave", userId: "b", takerId: "c" });
    expect(office.waiting).toEqual(["A:?", "A:c", "A:n"]);
    office.do({
      do: "reassign",
      by: "admin",
      taskId: office.open.find((t) => t.assigneeUserId === null)!.id,
      to: "m",
      comment: "free seat",
    });
    for (const who of ["c", "n", "m"]) office.pass(who);
    expect(office.status).toBe("PASSED");
  });

  test("in order, the taker also takes the turns still to come", () => {
    const office = Office.start(line(user("S", ["a", "b"], { multiMode: "SEQUENTIAL" })));
    office.do({ do: "leave", userId: "b", takerId: "n" });
    office.pass("a");
    expect(office.waiting).toEqual(["S:n"]);
  });

  test("who may no longer see the document loses the task, and the rule is asked again", () => {
    const model = line(user("A", [], { approverRule: "ORG_MANAGER" }));
    const office = Office.start(model, { approvers: { A: ["a"] } });
    office.world.approvers["A"] = ["a", "b"];
    office.do({ do: "reroute", taskId: office.task("a").id });
    expect(office.waiting).toEqual(["A:b"]);
  });
});

describe("standing in for a member of a group", () => {
  const model = line(user("G", [], { approverRule: "RESP", ruleValue: { respId: "R" } }));
  const opened = () =>
    Office.start(model, {
      approvers: { G: { users: ["a", "b"], group: "RESP:R" } },
      groups: { "RESP:R": ["a", "b"] },
      people: { a: { active: true, away: true, delegateIds: ["y", "starter"] } },
    });

  test("the delegate takes and decides for the absent member, and the history names both", () => {
    const office = opened();
    const taskId = office.open[0]!.id;
    office.do({ do: "claim", by: "y", taskId, onBehalfOf: "a" });
    expect(office.waiting).toEqual(["G:a"]);
    office.do({ do: "unclaim", by: "y", taskId });
    expect(office.waiting).toEqual(["G:?"]);
    office.do({ do: "pass", by: "y", taskId, onBehalfOf: "a" });
    expect(office.status).toBe("PASSED");
    for (const action of ["CLAIM", "UNCLAIM", "PASS"]) expect(office.history(action)).toMatchObject([{ byUserId: "y", forUserId: "a" }]);
  });

  test("nobody does for somebody who did not delegate to him, who left the group, or who delegated to the starter", () => {
    const office = opened();
    const taskId = office.open[0]!.id;
    const refused = (by: string, onBehalfOf?: string) =>
      code(() => office.do({ do: "pass", by, taskId, ...(onBehalfOf ? { onBehalfOf } : {}) }));
    expect([refused("y"), refused("y", "b"), refused("z", "a"), refused("starter", "a")]).toEqual(Array(4).fill("BPM_NOT_MINE"));
    office.world.groups["RESP:R"] = ["b"];
    expect(refused("y", "a")).toBe("BPM_NOT_MINE");
  });
});

describe("taking back", () => {
  test("my decision stands again as before while the next has not touched it", () => {
    const office = Office.start(line(user("A", ["a", "b", "c"], { multiMode: "ANY" }), user("B", ["d"])));
    const taskId = office.task("a").id;
    office.pass("a");
    office.do({ do: "revoke", by: "a", taskId });
    expect(office.waiting).toEqual(["A:a", "A:b", "A:c"]);
    office.pass("b");
    expect(code(() => office.do({ do: "revoke", by: "a", taskId }))).toBe("BPM_NOT_MINE");
    office.do({ do: "read", by: "d", taskId: office.task("d").id });
    const mine = office.state.tasks.find((t) => t.assigneeUserId === "b")!.id;
    expect(code(() => office.do({ do: "revoke", by: "b", taskId: mine }))).toBe("BPM_WITHDRAW");
  });

  test("not after a day, and not when all is over", () => {
    const office = Office.start(line(user("A", ["a"]), user("B", ["b"])));
    const taskId = office.task("a").id;
    office.pass("a");
    const moved = office.state;
    office.later(24 * 60 + 1);
    expect(code(() => office.do({ do: "revoke", by: "a", taskId }))).toBe("BPM_WITHDRAW");
    office.state = moved;
    const last = office.task("b").id;
    office.pass("b");
    expect(code(() => office.do({ do: "revoke", by: "b", taskId: last }))).toBe("BPM_WITHDRAW");
  });
});

describe("time", () => {
  const fire = (office: Office): void => {
    const timer = office.state.timers.find((t) => t.firedAt === null)!;
    office.now = timer.fireAt;
    office.do({ do: "fire", timerId: timer.id });
  };
  const limited = (timeoutAction: "REMIND" | "ESCALATE" | "PASS" | "REJECT" | "TRANSFER") =>
    Office.start(line(user("A", ["a"], { timeLimitHours: 8, timeoutAction })), { upper: { a: ["boss"] } });

  test("a time limit that runs out does what the node says", () => {
    const remind = limited("REMIND");
    expect(code(() => remind.do({ do: "fire", timerId: remind.state.timers[0]!.id }))).toBe("BPM_NOT_MINE");
    fire(remind);
    expect(remind.told("BPM_OVERDUE")).toEqual(["a"]);
    const escalate = limited("ESCALATE");
    fire(escalate);
    expect(escalate.told("BPM_OVERDUE")).toEqual(["a", "boss"]);
    const transfer = limited("TRANSFER");
    fire(transfer);
    expect(transfer.waiting).toEqual(["A:boss"]);
    const pass = limited("PASS");
    fire(pass);
    expect(pass.status).toBe("PASSED");
    expect(pass.history("PASS")).toMatchObject([{ byUserId: null, note: ["超时自动通过", expect.any(String)] }]);
    const reject = limited("REJECT");
    fire(reject);
    expect(reject.status).toBe("REJECTED");
  });

  test("suspension stops everything but its end, and its time is added to what is due", () => {
    const office = limited("REMIND");
    const due = office.task("a").dueDate!;
    office.later(60);
    expect(code(() => office.do({ do: "suspend", by: "a", comment: "" }))).toBe("PERM_DENIED");
    office.do({ do: "suspend", by: "admin", comment: "audit" });
    expect(code(() => office.pass("a"))).toBe("BPM_SUSPENDED");
    expect(code(() => office.do({ do: "withdraw", by: "starter" }))).toBe("BPM_SUSPENDED");
    office.later(120);
    office.do({ do: "resume", by: "admin", comment: "done" });
    expect(Date.parse(office.task("a").dueDate!) - Date.parse(due)).toBe(120 * 60_000);
    expect(office.state.timers[0]?.fireAt).toBe(office.task("a").dueDate);
    office.do({ do: "suspend", by: "admin", comment: "audit" });
    office.do({ do: "stop", by: "admin", comment: "never mind" });
    expect([office.status, office.waiting, office.handled()]).toEqual(["STOPPED", [], ["onStop"]]);
  });

  test("a boundary timer leads on another way and closes the tasks it left", () => {
    const model = process(
      [
        node("start", "start"),
        user("A", ["a"]),
        node("late", "boundary", { attachedTo: "A", minutes: 60 }),
        user("B", ["b"]),
        node("end", "end"),
      ],
      ["start > A > end", "late > B > end"],
    );
    const office = Office.start(model);
    fire(office);
    expect(office.waiting).toEqual(["B:b"]);
    const quick = Office.start(model);
    quick.pass("a");
    expect([quick.status, quick.state.timers]).toEqual(["PASSED", []]);
  });

  const halfDays: Calendar = {
    zone: houseZone,
    week: {
      1: [
        ["09:00", "12:00"],
        ["13:00", "18:00"],
      ],
      2: [
        ["09:00", "12:00"],
        ["13:00", "18:00"],
      ],
    },
    days: { "2026-03-03": [], "2026-03-07": [["09:00", "12:00"]] },
  };

  test("breaks, holidays and days worked by exception count as the calendar says", () => {
    expect(workingBetween(halfDays, "2026-03-02T02:00:00.000Z", "2026-03-09T02:00:00.000Z")).toBe(7 * 60 + 3 * 60 + 60);
    expect(shiftDue(halfDays, "2026-03-02T06:00:00.000Z", "2026-03-02T02:00:00.000Z", "2026-03-07T01:00:00.000Z")).toBe(
      "2026-03-07T04:00:00.000Z",
    );
    expect(shiftDue(halfDays, "2026-03-02T01:00:00.000Z", "2026-03-02T02:00:00.000Z", "2026-03-07T01:00:00.000Z")).toBe(
      "2026-03-02T01:00:00.000Z",
    );
  });
});

describe("work and called processes", () => {
  const model = line(node("W", "work", { code: "PUSH" }), node("S", "send", { code: "MSG" }), node("C", "call", { code: "CHILD" }));

  test("failed work keeps its token, is tried again after 1, 5 and 30 minutes and then waits for a person", () => {
    const office = Office.start(model);
    const tokenId = office.state.tokens.find((t) => t.state === "ACTIVE")!.id;
    expect(office.effects).toContainEqual({ kind: "work", tokenId, nodeId: "W", code: "PUSH" });
    for (const minutes of [1, 5, 30]) {
      office.do({ do: "failed", tokenId, message: "no answer" });
      expect(office.status).toBe("ERROR");
      expect(office.told("BPM_ERROR")).toEqual(["@BPM_ADMIN"]);
      const timer = office.state.timers.find((t) => t.firedAt === null)!;
      expect(Date.parse(timer.fireAt) - Date.parse(office.now)).toBe(minutes * 60_000);
      office.now = timer.fireAt;
      office.do({ do: "fire", timerId: timer.id });
      expect(office.effects).toContainEqual(expect.objectContaining({ kind: "work", tokenId }));
    }
    office.do({ do: "failed", tokenId, message: "no answer" });
    expect(office.state.timers.filter((t) => t.firedAt === null)).toEqual([]);
    office.do({ do: "retry", by: "admin", tokenId });
    office.do({ do: "worked", tokenId, variables: { erpNo: "7" } });
    expect([office.status, office.state.instance.variables["erpNo"]]).toEqual(["RUNNING", "7"]);
    expect(office.effects).toContainEqual({ kind: "send", nodeId: "S", code: "MSG" });
  });

  test("a called process that passed leads on, one that was rejected leads back to the start, and a withdrawal calls it back", () => {
    const office = Office.start(line(node("C", "call", { code: "CHILD" })));
    const tokenId = office.state.tokens.find((t) => t.state === "ACTIVE")!.id;
    const called = office.state;
    office.do({ do: "returned", tokenId, result: "PASSED" });
    expect(office.status).toBe("PASSED");
    office.state = called;
    office.do({ do: "returned", tokenId, result: "REJECTED" });
    expect(office.status).toBe("REJECTED");
    office.state = called;
    office.do({ do: "withdraw", by: "starter" });
    expect(office.effects).toContainEqual({ kind: "uncall", tokenId });
  });
});

describe("who is asked", () => {
  const start =
    (settings: Parameters<typeof user>[2], users: readonly string[], world = {}) =>
    () =>
      Office.start(line(user("A", users, settings), user("B", ["b"])), world);

  test("the starter does not judge his own document", () => {
    expect(start({ starterPolicy: "UPPER_LEVEL" }, ["starter"], { upper: { starter: ["boss"] } })().waiting).toEqual(["A:boss"]);
    expect(start({ starterPolicy: "SKIP" }, ["starter"])().waiting).toEqual(["B:b"]);
    expect(start({ starterPolicy: "NORMAL" }, ["starter", "x"])().waiting).toEqual(["A:x"]);
    expect(start({ starterPolicy: "NORMAL" }, ["starter"])().waiting).toEqual(["A:starter"]);
  });

  test("where nobody is found the node's policy decides", () => {
    expect(start({ emptyPolicy: "ADMIN" }, [])().told("BPM_TASK_ARRIVED")).toEqual(["@BPM_ADMIN"]);
    expect(start({ emptyPolicy: "SKIP" }, ["gone"], { people: { gone: { active: false } } })().waiting).toEqual(["B:b"]);
    expect(start({ emptyPolicy: "UPPER_LEVEL" }, [], { upper: { A: ["boss"] } })().waiting).toEqual(["A:boss"]);
    expect(code(start({ emptyPolicy: "ERROR" }, []))).toBe("BPM_NO_ASSIGNEE");
    expect(code(start({ emptyPolicy: "ADMIN" }, [], { groups: {} }))).toBe("BPM_NO_ASSIGNEE");
  });

  test("people picked by the starter or by the node before, and people named in the document", () => {
    const model = line(
      user("A", [], { approverRule: "INITIATOR_PICK" }),
      user("B", [], { approverRule: "PREVIOUS_PICK", multiMode: "ALL" }),
      user("C", [], { approverRule: "DOC_FIELD", ruleValue: { field: "head.buyerId" } }),
    );
    const office = Office.start(model, {}, { variables: { head: { buyerId: "buyer" } } }, { A: ["a"] });
    office.pass("a", { picks: { B: ["x", "y"] } });
    expect(office.waiting).toEqual(["B:x", "B:y"]);
    office.pass("x");
    office.pass("y");
    expect(office.waiting).toEqual(["C:buyer"]);
  });

  test("comments are demanded as set, edits only where allowed", () => {
    const office = Office.start(line(user("A", ["a"], { commentRequired: "ALWAYS", editableFields: ["price"] })));
    expect(code(() => office.pass("a"))).toBe("BPM_COMMENT");
    const edits = (key: string) => ({ comment: "ok", edits: { before: { [key]: "1" }, after: { [key]: "2" } } });
    expect(code(() => office.pass("a", edits("qty")))).toBe("PERM_DENIED");
    office.pass("a", edits("price"));
    expect(office.history("PASS")).toMatchObject([{ beforeJson: { price: "1" }, afterJson: { price: "2" } }]);
  });

  test("copies reach people once, by rule and by hand", () => {
    const office = Office.start(line(user("A", ["a"], { copyRule: { ARRIVE: {} } })), { copies: { A: ["k"] } });
    expect(office.told("BPM_COPIED")).toEqual(["k"]);
    expect(code(() => office.do({ do: "copy", by: "stranger", users: ["m"] }))).toBe("PERM_DENIED");
    office.do({ do: "copy", by: "k", users: ["k", "m"] });
    expect(office.told("BPM_COPIED")).toEqual(["m"]);
    office.pass("a");
    expect(office.told("BPM_PASSED")).toEqual(["starter", "k", "m"]);
  });
});

test("the sheet shows each visit with its people, what was returned and what is to come", () => {
  const office = Office.start(fork, { people: { p: { active: true, delegateId: "d" } } });
  const ask = (q: Parameters<typeof answer>[1], instance: Parameters<typeof answer>[2]) => answer(office.world, q, instance);
  expect(predictStart(fork, { do: "start", by: "starter", opening }, office.now, ask).map((s) => s.nodeId)).toEqual([
    "A",
    "P",
    "Q",
    "P2",
    "Z",
  ]);
  office.pass("a", { comment: "go" });
  office.later(90);
  office.do({ do: "pass", by: "d", taskId: office.task("p").id });
  expect(rejectTargets(fork, office.state, office.task("p2")).map((t) => t.target)).toEqual(["P", "A", "START"]);
  office.reject("q", "A");
  const sheet = traceOf(fork, office.state);
  expect(sheet.map((s) => `${s.nodeId}${s.round} ${s.state}`)).toEqual([
    "A1 RETURNED",
    "P1 RETURNED",
    "Q1 RETURNED",
    "P21 CANCELLED",
    "A2 CURRENT",
  ]);
  expect(sheet[1]?.people).toMatchObject([{ userId: "d", forUserId: "p", action: "PASS", minutes: 90 }]);
  expect(holdersOf(office.state).map((t) => t.assigneeUserId)).toEqual(["a"]);
  expect(predict(fork, office.state, ask).map((s) => [s.nodeId, s.now])).toEqual([
    ["A", true],
    ["P", false],
    ["Q", false],
    ["P2", false],
    ["Z", false],
  ]);
});

test("questions can be asked for without taking the step", () => {
  const model = line(user("A", [], { approverRule: "FORMULA" }));
  const event = { do: "start", by: "starter", opening } as const;
  expect(questionsOf(model, null, event, { now: "2026-03-02T09:00:00.000Z", answers: {} })).toEqual([
    { ask: "approvers", nodeId: "A", round: 1 },
  ]);
});
