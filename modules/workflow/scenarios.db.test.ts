import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Firm, codeOf, type Who } from "../../tests/support/firm.ts";
import { line, node, process, user } from "./engine/test-office.ts";

let firm: Firm;
let clerk: Who, ann: Who, bob: Who, cid: Who, dan: Who, eve: Who, admin: Who, admin2: Who;
let people: Record<string, Who>;

beforeAll(async () => {
  firm = await Firm.open();
  clerk = await firm.person("clerk", ["FIRM_CLERK"]);
  [ann, bob, cid, dan, eve] = (await Promise.all(["ann", "bob", "cid", "dan", "eve"].map((name) => firm.person(name, ["EMPLOYEE"])))) as [
    Who,
    Who,
    Who,
    Who,
    Who,
  ];
  admin = await firm.person("admin", ["BPM_ADMIN"]);
  admin2 = await firm.person("second", ["BPM_ADMIN"]);
  people = { clerk, ann, bob, cid, dan, eve, admin, admin2 };
});
afterAll(() => firm.drop());
afterEach(() => firm.stopClock(null));

const by = (...who: Who[]) => who.map((w) => w.id);
const tasks = (instance: Record<string, any>, nodeId: string) => instance["tasks"].filter((t: any) => t.nodeId === nodeId);

describe("ways", () => {
  test("workflow 1: from 100000 on the director is asked too, and the sheet foresees it at submit", async () => {
    await firm.process(
      process(
        [
          node("start", "start"),
          user("manager", by(ann)),
          node("choice", "exclusive", { defaultFlow: "choice-end" }),
          user("director", by(bob)),
          node("end", "end"),
        ],
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
});
