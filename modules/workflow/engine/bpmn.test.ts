import { expect, test } from "vitest";
import { readBpmn } from "./bpmn.ts";
import { writeBpmn } from "./bpmn-write.ts";
import { checkDefinition } from "./check.ts";
import { compileChain, oneStep } from "./chain.ts";
import { node, Office, process, user } from "./test-office.ts";

const wrap = (inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:srm="urn:base-srm:workflow" id="d" targetNamespace="x"><bpmn:process id="p" name="流程" srm:nameEn="Process">${inside}</bpmn:process></bpmn:definitions>`;
const flow = (from: string, to: string, more = ""): string =>
  `<bpmn:sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}">${more}</bpmn:sequenceFlow>`;
const read = (inside: string) => readBpmn(wrap(inside), { key: "M", version: 1 });

test("a diagram is read with its conditions, timers, repetitions and settings", async () => {
  const found = await readBpmn(
    wrap(
      `<bpmn:startEvent id="s"/><bpmn:userTask id="u" name="经理"><bpmn:multiInstanceLoopCharacteristics isSequential="true"/></bpmn:userTask>
       <bpmn:boundaryEvent id="late" attachedToRef="u"><bpmn:timerEventDefinition><bpmn:timeDuration>P1DT2H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:boundaryEvent>
       <bpmn:exclusiveGateway id="g" default="g-e"/><bpmn:serviceTask id="w" srm:code="PUSH"/><bpmn:endEvent id="e"/>
       ${flow("s", "u")}${flow("u", "g")}${flow("late", "e")}${flow("g", "w", "<bpmn:conditionExpression>amount &gt;= 10</bpmn:conditionExpression>")}${flow("g", "e")}${flow("w", "e")}`,
    ),
    { key: "M", version: 3, settings: { u: { approverRule: "USER", ruleValue: { userIds: ["a"] } } } },
  );
  expect(found.name).toEqual(["流程", "Process"]);
  expect(found.nodes.find((n) => n.id === "u")?.settings).toMatchObject({ approverRule: "USER", multiMode: "SEQUENTIAL" });
  expect(found.nodes.find((n) => n.id === "late")).toMatchObject({ kind: "boundary", attachedTo: "u", minutes: 1560 });
  expect(found.nodes.find((n) => n.id === "g")).toMatchObject({ kind: "exclusive", defaultFlow: "g-e" });
  expect(found.flows.find((f) => f.id === "g-w")?.condition).toBe("amount >= 10");
  expect(checkDefinition(found)).toEqual([]);
});

test("what cannot be run is refused by name and id, all of it at once", async () => {
  const refused = read(
    `<bpmn:startEvent id="s"><bpmn:messageEventDefinition/></bpmn:startEvent><bpmn:scriptTask id="x"/><bpmn:complexGateway id="y"/>
     <bpmn:userTask id="u"><bpmn:standardLoopCharacteristics/></bpmn:userTask>
     <bpmn:boundaryEvent id="b" attachedToRef="u" cancelActivity="false"><bpmn:timerEventDefinition><bpmn:timeCycle>R3/PT1H</bpmn:timeCycle></bpmn:timerEventDefinition></bpmn:boundaryEvent>
     <bpmn:endEvent id="e"/>${flow("s", "u", '<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" language="javascript">1</bpmn:conditionExpression>')}`,
  );
  await expect(refused).rejects.toMatchObject({ code: "BPM_MODEL_INVALID" });
  const text = await refused.then(
    () => ["", ""],
    (error: { text: readonly [string, string] }) => error.text,
  );
  for (const part of [
    "scriptTask (x)",
    "complexGateway (y)",
    "messageEventDefinition (s)",
    "standardLoopCharacteristics (u)",
    "boundaryEvent (b)",
    "script javascript (s-u)",
  ])
    expect(text[1]).toContain(part);
  expect(text[0]).toContain("不支持的元素scriptTask（x）");
  await expect(readBpmn("<oops", { key: "M", version: 1 })).rejects.toMatchObject({ code: "BPM_MODEL_INVALID" });
});

test("a subprocess is walked through as part of the process", async () => {
  const inner = `<bpmn:subProcess id="sub"><bpmn:startEvent id="i"/><bpmn:userTask id="A"/><bpmn:endEvent id="o"/>${flow("i", "A")}${flow("A", "o")}</bpmn:subProcess>`;
  const found = await readBpmn(
    wrap(
      `<bpmn:startEvent id="s"/>${inner}<bpmn:userTask id="B"/><bpmn:endEvent id="e"/>${flow("s", "sub")}${flow("sub", "B")}${flow("B", "e")}`,
    ),
    {
      key: "M",
      version: 1,
      settings: { A: { approverRule: "USER", ruleValue: { userIds: ["a"] } }, B: { approverRule: "USER", ruleValue: { userIds: ["b"] } } },
    },
  );
  expect(checkDefinition(found)).toEqual([]);
  const office = Office.start(found);
  office.pass("a");
  office.pass("b");
  expect(office.status).toBe("PASSED");
});

const rich = process(
  [
    node("start", "start"),
    user("A", ["a"], { multiMode: "VOTE", votePercent: 60, timeLimitHours: 8 }),
    node("late", "boundary", { attachedTo: "A", minutes: 90 }),
    node("split", "inclusive", { defaultFlow: "split-W" }),
    node("W", "work", { code: "PUSH" }),
    node("C", "call", { code: "OTHER" }),
    node("join", "inclusive"),
    node("T", "timer", { minutes: 30 }),
    node("S", "send", { code: "MSG" }),
    node("end", "end"),
    node("stop", "terminate"),
  ],
  ["start > A > split", "late > stop", "split > W", "split > C ? big", "W > join", "C > join", "join > T > S > end"],
);

test("a process written as a diagram and read again is the same process", async () => {
  expect(checkDefinition(rich)).toEqual([]);
  const xml = await writeBpmn(rich);
  expect(xml).toContain("bpmndi:BPMNShape");
  expect(await readBpmn(xml, { key: "M", version: 1 })).toEqual(rich);
});

test("the check names what keeps a process from running", () => {
  const said = (nodes: Parameters<typeof process>[0], ways: readonly string[], given = {}): readonly string[] =>
    checkDefinition(process(nodes, ways), given).map((p) => p.text[1]);
  const [start, end] = [node("start", "start"), node("end", "end")];
  expect(said([end], [])).toEqual(["there is no start"]);
  expect(said([start, node("again", "start"), end], ["start > end"])).toContain('node "again" is a second start');
  expect(said([start, user("A", ["a"]), end], ["start > end"])).toEqual([
    'node "A" cannot be reached from the start',
    'node "A" cannot reach an end',
  ]);
  expect(said([start, node("A", "user"), end], ["start > A > end"])).toEqual(['node "A" has no approver rule']);
  expect(said([start, user("A", ["a"]), user("B", ["b"]), end], ["start > A > end", "A > B > end"])).toContain(
    'node "A" has several ways out, use a gateway',
  );
  const split = node("split", "parallel");
  expect(said([start, split, user("A", ["a"]), user("B", ["b"]), end], ["start > split > A > end", "split > B > end"])).toContain(
    'node "end" ends inside a branch that is not joined',
  );
  const other = node("join", "inclusive");
  expect(
    said([start, split, user("A", ["a"]), user("B", ["b"]), other, end], ["start > split > A > join > end", "split > B > join"]),
  ).toContain('node "join" joins what was not split');
  const timed = user("A", ["a"], { timeoutAction: "PASS", editableFields: ["price"] });
  expect(said([start, timed, end], ["start > A > end"], { money: true, fields: new Set(["qty"]) })).toEqual([
    'node "A" has an amount and cannot pass on timeout',
    'node "A" names an unknown field "price"',
  ]);
});

test("a chain of nodes runs like a drawn process: equal numbers side by side, a condition makes a node optional", async () => {
  const row = (nodeSeq: number, nodeCode: string, condition?: string) => ({
    nodeSeq,
    nodeCode,
    nodeName: [nodeCode, nodeCode] as const,
    approverRule: "USER" as const,
    ruleValue: { userIds: [nodeCode.toLowerCase()] },
    multiMode: "SINGLE" as const,
    ...(condition === undefined ? {} : { condition }),
  });
  const chain = compileChain(
    "PUR_ORDER",
    1,
    ["订单", "Order"],
    [row(2, "B"), row(1, "A"), row(2, "C", "amount >= 100"), row(3, "D", "amount >= 1000")],
  );
  expect(checkDefinition(chain)).toEqual([]);
  expect(await readBpmn(await writeBpmn(chain), { key: "PUR_ORDER", version: 1 })).toEqual(chain);
  const small = Office.start(chain, {}, { amount: "10" });
  small.pass("a");
  expect(small.waiting).toEqual(["B:b"]);
  small.pass("b");
  expect(small.status).toBe("PASSED");
  const large = Office.start(chain, {}, { amount: "1000" });
  large.pass("a");
  expect(large.waiting).toEqual(["B:b", "C:c"]);
  large.pass("c");
  large.pass("b");
  expect(large.waiting).toEqual(["D:d"]);
});

test("one-step approval leaves the starter out and is refused where nobody else holds the right", () => {
  const model = oneStep("ITEM", { approverRule: "RESP", ruleValue: { resource: "btnApproval" } }, false);
  expect(checkDefinition(model)).toEqual([]);
  const two = Office.start(model, {
    approvers: { approve: { users: ["starter", "b", "c"], group: "G" } },
    groups: { G: ["starter", "b", "c"] },
  });
  const [task] = two.open;
  expect(() => two.do({ do: "claim", by: "starter", taskId: task!.id })).toThrow("BPM_NOT_MINE");
  two.do({ do: "claim", by: "c", taskId: task!.id });
  const alone = { approvers: { approve: { users: ["starter"], group: "G" } } };
  expect(() => Office.start(model, alone)).toThrow("BPM_NO_ASSIGNEE");
  const self = oneStep("ITEM", { approverRule: "RESP", ruleValue: {} }, true);
  expect(Office.start(self, alone).waiting).toEqual(["approve:starter"]);
});
