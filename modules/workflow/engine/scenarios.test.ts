import { describe, expect, test } from "vitest";
import { houseZone, msOf } from "#kernel/time.ts";
import { addWorking, type Calendar } from "./calendar.ts";
import { checkDefinition } from "./check.ts";
import { levelChain, type Position } from "./level.ts";
import { predict } from "./predict.ts";
import { step } from "./step.ts";
import { answer, line, node, Office, opening, process, user } from "./test-office.ts";
import { questionKey } from "./question.ts";

const code = (act: () => unknown): string => {
  try {
    act();
  } catch (refused) {
    return (refused as { code?: string }).code ?? String(refused);
  }
  return "";
};

const officeHours: Calendar = {
  zone: houseZone,
  week: Object.fromEntries([1, 2, 3, 4, 5].map((d) => [d, [["09:00", "18:00"]]])),
  days: {},
};

const byAmount = process(
  [
    node("start", "start"),
    user("manager", ["mia"]),
    node("big", "exclusive", { defaultFlow: "big-end" }),
    user("director", ["dan"]),
    node("end", "end"),
  ],
  ["start > manager > big", "big > director ? amount >= 100000", "big > end", "director > end"],
);

describe("scenarios of the handbook", () => {
  test.each([
    ["80000", ["manager:mia"]],
    ["100000", ["manager:mia", "director:dan"]],
  ])("workflow 1: %s passes so many approvals, and the predicted path shows them", (amount, path) => {
    const office = Office.start(byAmount, {}, { amount });
    const foreseen = predict(office.definition, office.state, (q, instance) => answer(office.world, q, instance));
    expect(foreseen.flatMap((s) => s.people.map((p) => `${s.nodeId}:${p}`))).toEqual(path);
    for (const who of path) office.pass(who.split(":")[1]!);
    expect(office.status).toBe("PASSED");
    expect(office.handled()).toEqual(["doApproval"]);
  });

  test("workflow 2: one veto ends a countersign at once", () => {
    const office = Office.start(line(user("all", ["a", "b", "c"], { multiMode: "ALL" })));
    office.pass("a");
    const third = office.task("c").id;
    office.reject("b");
    expect(office.status).toBe("REJECTED");
    expect(office.state.tasks.find((t) => t.id === third)?.status).toBe("CANCELLED");
    expect(office.handled()).toEqual(["doReject"]);
  });

  test("workflow 3: a vote of 60 % among five moves on with three passes and falls with three rejects", () => {
    const model = line(user("vote", ["a", "b", "c", "d", "e"], { multiMode: "VOTE", votePercent: 60 }), user("next", ["n"]));
    const agreed = Office.start(model);
    agreed.pass("a");
    agreed.pass("b");
    expect(agreed.waiting).toHaveLength(3);
    agreed.pass("c");
    expect(agreed.waiting).toEqual(["next:n"]);
    const refused = Office.start(model);
    refused.reject("a");
    refused.reject("b");
    expect(refused.status).toBe("RUNNING");
    refused.reject("c");
    expect(refused.status).toBe("REJECTED");
  });

  test("workflow 4: of two who act at the same instant on ANY one moves the token, the other is told it is handled", () => {
    const office = Office.start(line(user("any", ["a", "b", "c", "d"], { multiMode: "ANY" }), user("next", ["n"])));
    const other = office.task("b").id;
    office.pass("a");
    expect(code(() => office.do({ do: "pass", by: "b", taskId: other }))).toBe("BPM_NOT_MINE");
    expect(office.state.tokens.filter((t) => t.nodeId === "next")).toHaveLength(1);
    expect(office.waiting).toEqual(["next:n"]);
  });

  const four = process(
    [node("start", "start"), ...["A", "B", "C", "D"].map((id) => user(id, [id.toLowerCase()])), node("end", "end")],
    ["start > A > B > C > D > end"],
    ["supplierId"],
  );

  test("workflow 5: a return to B comes straight back to D, and by way of C when the amount changed", () => {
    const office = Office.start(four, {}, { amount: "10" });
    for (const who of ["a", "b", "c"]) office.pass(who);
    office.reject("d", "B");
    expect(office.history("RETURNED").map((d) => d.nodeId)).toEqual(["B", "C"]);
    expect(office.open).toMatchObject([{ nodeId: "B", round: 2, assigneeUserId: "b" }]);
    const before = office.state;
    office.pass("b");
    expect(office.waiting).toEqual(["D:d"]);
    office.state = before;
    office.pass("b", { amount: "11" });
    expect(office.waiting).toEqual(["C:c"]);
    office.state = before;
    office.pass("b", { variables: { supplierId: "S2" } });
    expect(office.waiting).toEqual(["C:c"]);
    expect(code(() => office.reject("c", "D"))).toBe("BPM_REJECT_TARGET");
  });

  const parallel = process(
    [
      node("start", "start"),
      user("before", ["x"]),
      node("split", "parallel"),
      user("P1", ["p"]),
      user("P2", ["q"]),
      node("join", "parallel"),
      user("after", ["z"]),
      node("end", "end"),
    ],
    ["start > before > split > P1 > join > after > end", "split > P2 > join"],
  );

  test.each([false, true])(
    "workflow 6: a return before a split ends the side branch, both run again and join once (side done: %s)",
    (sideDone) => {
      const office = Office.start(parallel);
      office.pass("x");
      if (sideDone) office.pass("q");
      const side = office.state.tasks.find((t) => t.nodeId === "P2")!;
      office.reject("p", "before");
      expect(office.state.tasks.find((t) => t.id === side.id)?.status).toBe(sideDone ? "DONE" : "CANCELLED");
      expect(office.waiting).toEqual(["before:x"]);
      expect(office.state.tokens.filter((t) => t.state === "ACTIVE" || t.state === "WAITING_JOIN")).toHaveLength(1);
      office.pass("x");
      expect(office.waiting).toEqual(["P1:p", "P2:q"]);
      office.pass("p");
      office.pass("q");
      expect(office.waiting).toEqual(["after:z"]);
      office.pass("z");
      expect(office.status).toBe("PASSED");
      expect(code(() => office.reject("z", "P1"))).not.toBe("");
    },
  );

  test("workflow 7: withdrawal empties the desks, unless the policy closes with the first decision", () => {
    const office = Office.start(parallel);
    office.pass("x");
    office.do({ do: "withdraw", by: "starter" });
    expect(office.waiting).toEqual([]);
    expect(office.status).toBe("WITHDRAWN");
    expect(office.handled()).toEqual(["onWithdraw"]);
    const strict = Office.start(parallel, {}, { withdrawPolicy: "BEFORE_FIRST_ACTION" });
    const untouched = strict.state;
    strict.pass("x");
    expect(code(() => strict.do({ do: "withdraw", by: "starter" }))).toBe("BPM_WITHDRAW");
    strict.state = untouched;
    strict.do({ do: "withdraw", by: "starter" });
    expect(strict.status).toBe("WITHDRAWN");
  });

  test("workflow 8: a stand-in passes for the absent one, never his own document, and passes nothing on", () => {
    const people = { a: { active: true, delegateId: "b" }, b: { active: true, delegateId: "c" } };
    const office = Office.start(line(user("A", ["a"])), { people });
    expect(office.told("BPM_TASK_ARRIVED")).toEqual(["a", "b"]);
    const taskId = office.task("a").id;
    expect(code(() => office.do({ do: "pass", by: "c", taskId }))).toBe("BPM_NOT_MINE");
    office.do({ do: "pass", by: "b", taskId });
    expect(office.history("PASS")).toMatchObject([{ byUserId: "b", forUserId: "a" }]);
    const own = Office.start(line(user("A", ["a"])), { people: { a: { active: true, delegateId: "starter" } } });
    expect(own.told("BPM_TASK_ARRIVED")).toEqual(["a"]);
    expect(code(() => own.do({ do: "pass", by: "starter", taskId: own.task("a").id }))).toBe("BPM_NOT_MINE");
  });

  test("workflow 9: signers asked beforehand advise; the task comes back, not rejected", () => {
    const office = Office.start(line(user("A", ["a"])));
    office.do({ do: "addSign", by: "a", taskId: office.task("a").id, users: ["x", "y"], mode: "BEFORE" });
    expect(office.waiting).toEqual(["A:a held", "A:x", "A:y"]);
    office.reject("x", "START", { comment: "too dear" });
    office.pass("y", { comment: "fine" });
    expect(office.waiting).toEqual(["A:a"]);
    expect(office.state.tasks.filter((t) => t.taskKind === "ADD_SIGN_BEFORE").map((t) => t.comment)).toEqual(["too dear", "fine"]);
    office.pass("a");
    expect(office.status).toBe("PASSED");
  });

  test("workflow 10: a task is not handed to a disabled person, to the starter or to somebody who signs already", () => {
    const office = Office.start(line(user("A", ["a", "b"], { multiMode: "ALL" })), { people: { gone: { active: false } } });
    const taskId = office.task("a").id;
    for (const to of ["gone", "starter", "b"]) expect(code(() => office.do({ do: "transfer", by: "a", taskId, to }))).toBe("BPM_RECEIVER");
    office.do({ do: "transfer", by: "a", taskId, to: "n" });
    expect(office.waiting).toEqual(["A:b", "A:n"]);
    expect(office.state.tasks.find((t) => t.id === taskId)?.status).toBe("TRANSFERRED");
  });

  test("workflow 12: when the document refuses, the step is not kept: the task stays open", () => {
    const office = Office.start(line(user("A", ["a"])));
    const state = office.state;
    const taken = step(office.definition, state, { do: "pass", by: "a", taskId: office.task("a").id }, { now: office.now, answers: {} });
    expect("effects" in taken && taken.effects.some((e) => e.kind === "handle" && e.name === "doApproval")).toBe(true);
    // The document said "budget exceeded": its transaction rolls back and the rows stay as they were.
    expect(state.instance.status).toBe("RUNNING");
    expect(state.tasks).toMatchObject([{ status: "TODO", action: null }]);
    office.pass("a");
    expect(office.status).toBe("PASSED");
  });

  test("workflow 13: a decision on an older version of the document is refused", () => {
    const office = Office.start(line(user("A", ["a"])));
    expect(code(() => office.pass("a", { version: { shown: 3, stored: 4 } }))).toBe("APPROVAL_DOC_CHANGED");
  });

  test("workflow 14: eight working hours from Friday 16:00 end on Monday 15:00", () => {
    const friday = "2026-03-06T08:00:00.000Z";
    expect(addWorking(officeHours, friday, 480)).toBe("2026-03-09T07:00:00.000Z");
    const office = new Office(line(user("A", ["a"], { timeLimitHours: 8 })), { calendar: officeHours });
    office.now = friday;
    office.do({ do: "start", by: "starter", opening });
    expect(office.task("a").dueDate).toBe("2026-03-09T07:00:00.000Z");
    expect(office.state.timers).toMatchObject([{ kind: "DUE", fireAt: "2026-03-09T07:00:00.000Z" }]);
  });

  test("workflow 15: nobody is urged twice in ten minutes, nor a sixth time a day", () => {
    const office = Office.start(line(user("A", ["a"])));
    const urge = () => office.do({ do: "urge", by: "starter", taskId: office.task("a").id });
    urge();
    expect(office.told("BPM_URGED")).toEqual(["a"]);
    office.later(10);
    expect(() => urge()).toThrow("Try again in 20 min");
    for (let i = 0; i < 4; i++) {
      office.later(40);
      urge();
    }
    expect(office.task("a").urgeCount).toBe(5);
    office.later(40);
    expect(code(urge)).toBe("BPM_URGE_OFTEN");
    office.later(24 * 60);
    urge();
  });

  test("workflow 16: a running approval ends on the version it began with", () => {
    const first = line(user("A", ["a"]), user("B", ["b"]));
    const second = { ...line(user("A", ["a"])), version: 2 };
    const old = Office.start(first);
    const young = Office.start(second);
    old.pass("a");
    young.pass("a");
    expect([old.state.instance.version, old.status]).toEqual([1, "RUNNING"]);
    expect([young.state.instance.version, young.status]).toEqual([2, "PASSED"]);
  });

  test("workflow 17: a choice without a default flow is not published, and the node is named", () => {
    const model = { ...byAmount, nodes: byAmount.nodes.map((n) => (n.id === "big" ? node("big", "exclusive") : n)) };
    const problems = checkDefinition(model);
    expect(problems.map((p) => p.nodeId)).toContain("big");
    expect(problems.map((p) => p.text)).toContainEqual(["节点“big”没有默认分支", 'node "big" has no default flow']);
    expect(checkDefinition(byAmount)).toEqual([]);
  });

  test("workflow 18: the same person at the next node is passed automatically, and it shows", () => {
    const office = Office.start(line(user("A", ["a"]), user("B", ["a"]), user("C", ["c"]), user("D", ["a"])));
    office.pass("a");
    expect(office.waiting).toEqual(["C:c"]);
    expect(office.history("AUTO_PASS")).toMatchObject([{ nodeId: "B", forUserId: "a", note: ["同一处理人自动通过", expect.any(String)] }]);
    office.pass("c");
    expect(office.waiting).toEqual(["D:a"]);
    const anywhere = Office.start(line(user("A", ["a"]), user("C", ["c"]), user("D", ["a"], { samePolicy: "AUTO_PASS_ANY" })));
    anywhere.pass("a");
    anywhere.pass("c");
    expect(anywhere.status).toBe("PASSED");
  });

  test("workflow 19: a chat pass and a web reject at the same moment count once", () => {
    const office = Office.start(line(user("A", ["a"])));
    const taskId = office.task("a").id;
    office.do({ do: "pass", by: "a", taskId, channel: "CHAT" });
    expect(code(() => office.do({ do: "reject", by: "a", taskId, target: "START", comment: "late", channel: "WEB" }))).toBe("BPM_NOT_MINE");
    expect(office.state.tasks).toMatchObject([{ action: "PASS", sourceChannel: "CHAT" }]);
    expect(office.status).toBe("PASSED");
  });

  test("workflow 21: whoever loses the role loses the unclaimed group task without any clean-up", () => {
    const model = line(user("G", [], { approverRule: "RESP", ruleValue: { respId: "R" } }));
    const office = Office.start(model, { approvers: { G: { users: ["a", "b"], group: "RESP:R" } }, groups: { "RESP:R": ["a", "b"] } });
    const [task] = office.open;
    expect(task).toMatchObject({ assigneeUserId: null, candidateKey: "RESP:R" });
    expect(office.told("BPM_TASK_ARRIVED")).toEqual(["@RESP:R"]);
    office.world.groups["RESP:R"] = ["b", "c"];
    expect(code(() => office.do({ do: "claim", by: "a", taskId: task!.id }))).toBe("BPM_NOT_MINE");
    office.do({ do: "claim", by: "c", taskId: task!.id });
    office.world.people["c"] = { active: true, name: "Chen" };
    expect(() => office.do({ do: "claim", by: "b", taskId: task!.id })).toThrow("Already claimed by Chen");
    office.do({ do: "unclaim", by: "c", taskId: task!.id });
    office.do({ do: "pass", by: "b", taskId: task!.id });
    expect(office.status).toBe("PASSED");
  });

  test("workflow 23: above the limit a second administrator confirms a jump, and the mark stays", () => {
    const office = Office.start(four, {}, { amount: "1000000.01" });
    const jump = { do: "jump", by: "admin", nodeId: "C", comment: "B is ill" } as const;
    expect(code(() => office.do({ ...jump, by: "a" }))).toBe("PERM_DENIED");
    for (const secondBy of [undefined, "admin", "a"])
      expect(code(() => office.do(secondBy === undefined ? jump : { ...jump, secondBy }))).toBe("BPM_FOUR_EYES");
    office.do({ ...jump, secondBy: "admin2" });
    expect(office.waiting).toEqual(["C:c"]);
    expect(office.history("JUMP")).toMatchObject([{ intervened: true, note: ["人工干预", expect.any(String)], targetUserIds: ["admin2"] }]);
    office.pass("c");
    office.pass("d");
    expect(office.status).toBe("PASSED");
  });
});

describe("worked examples", () => {
  const position = (id: string, holderId: string | null, limit: string, parentId: string | null): [string, Position] => [
    id,
    { id, name: [id, id], holderId, limit, parentId },
  ];
  const positions = new Map([
    position("lead", "pm", "50000", "plant"),
    position("plant", "pm", "200000", "vacant"),
    position("vacant", null, "500000", "bu"),
    position("bu", "bd", "1000000", "group"),
    position("group", "ceo", "100000000", null),
  ]);

  test("level chain: climbs to the first who may agree; who acts twice is passed the second time", () => {
    const chain = levelChain(positions, "lead", "260000");
    expect(chain).toEqual({ users: ["pm", "pm", "bd"], note: ["岗位空缺：vacant", "Vacant: vacant"] });
    const office = Office.start(line(user("L", [], { approverRule: "LEVEL_CHAIN" })), { approvers: { L: chain } }, { amount: "260000" });
    expect(office.waiting).toEqual(["L:pm"]);
    office.pass("pm");
    expect(office.waiting).toEqual(["L:bd"]);
    expect(office.history("AUTO_PASS")).toHaveLength(1);
    office.pass("bd");
    expect(office.status).toBe("PASSED");
    const ring = new Map([position("x", null, "0", "y"), position("y", null, "0", "x")]);
    expect(code(() => levelChain(ring, "x", "1"))).toBe("BPM_LEVEL_CHAIN");
  });

  const finance = process(
    [
      node("start", "start"),
      node("split", "parallel"),
      user("finance", ["f"]),
      user("legal", ["l"]),
      node("join", "parallel"),
      user("director", ["d"]),
      node("end", "end"),
    ],
    ["start > split > finance > join > director > end", "split > legal > join"],
  );

  test("reject inside a parallel part: round two begins with both again, round one stays in history", () => {
    const office = Office.start(finance);
    office.pass("f", { comment: "paid" });
    office.reject("l");
    expect(office.status).toBe("REJECTED");
    office.do({ do: "resubmit", by: "starter" });
    expect(office.state.instance.round).toBe(2);
    expect(office.waiting).toEqual(["finance:f", "legal:l"]);
    expect(office.history("PASS")).toMatchObject([{ comment: "paid", round: 1 }]);
    for (const who of ["f", "l", "d"]) office.pass(who);
    expect(office.status).toBe("PASSED");
  });

  test("add-sign before: the time limit stands still, and a disabled signer is taken away by the system", () => {
    const office = Office.start(line(user("A", ["a"], { timeLimitHours: 8 })));
    const taskId = office.task("a").id;
    office.later(60);
    office.do({ do: "addSign", by: "a", taskId, users: ["engineer"], mode: "BEFORE" });
    office.later(600);
    office.do({ do: "leave", userId: "engineer", takerId: "other" });
    expect(office.waiting).toEqual(["A:a"]);
    expect(office.history("SIGNS_DONE")).toMatchObject([{ note: ["加签人已停用，自动撤回加签", expect.any(String)] }]);
    expect(Date.parse(office.task("a").dueDate!) - Date.parse(office.now)).toBe(msOf({ hours: 7 }));
    expect(office.state.timers.map((t) => t.fireAt)).toEqual([office.task("a").dueDate]);
  });

  test("prediction: an amount that grew in approval adds the director", () => {
    const office = Office.start(byAmount, {}, { amount: "90000" });
    const ask = (q: Parameters<typeof answer>[1], instance: Parameters<typeof answer>[2]) => answer(office.world, q, instance);
    expect(predict(office.definition, office.state, ask).map((s) => s.nodeId)).toEqual(["manager"]);
    office.do({ do: "change", by: "admin", variables: {}, amount: "120000", comment: "corrected" });
    expect(predict(office.definition, office.state, ask).map((s) => s.nodeId)).toEqual(["manager", "director"]);
  });
});

test("a step tells its questions and takes the answers on the next call", () => {
  const model = line(user("M", [], { approverRule: "ORG_MANAGER" }));
  const event = { do: "start", by: "starter", opening } as const;
  const first = step(model, null, event, { now: "2026-03-02T09:00:00.000Z", answers: {} });
  expect("needs" in first && first.needs).toEqual([{ ask: "approvers", nodeId: "M", round: 1 }]);
  const answers: Record<string, unknown> = { [questionKey({ ask: "approvers", nodeId: "M", round: 1 })]: { users: ["m"] } };
  const second = step(model, null, event, { now: "2026-03-02T09:00:00.000Z", answers });
  expect("needs" in second && second.needs).toEqual([{ ask: "person", userId: "m" }]);
  answers[questionKey({ ask: "person", userId: "m" })] = { active: true };
  const third = step(model, null, event, { now: "2026-03-02T09:00:00.000Z", answers });
  expect("state" in third && third.state.tasks).toMatchObject([{ assigneeUserId: "m" }]);
});
