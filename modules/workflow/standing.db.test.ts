import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { houseDay, shift } from "#kernel/time.ts";
import { Firm, codeOf, type Who } from "../../tests/support/firm.ts";
import { Clockwork } from "./clockwork.calls.ts";
import { line, node, process, user } from "./engine/test-office.ts";
import { nodeSettings, type NodeSettings, type ProcessNode } from "./engine/definition.ts";

/** What people may agree to and for whom: amounts in other currencies, and roles and data that are lost meanwhile. */
let firm: Firm;
let clerk: Who, ann: Who, bob: Who, cid: Who, admin: Who;
let people: Record<string, Who>;
let clockwork: Clockwork;

beforeAll(async () => {
  firm = await Firm.open();
  clerk = await firm.person("clerk", ["FIRM_CLERK"]);
  ann = await firm.person("ann", ["EMPLOYEE"]);
  bob = await firm.person("bob", ["EMPLOYEE"]);
  cid = await firm.person("cid", ["EMPLOYEE"]);
  admin = await firm.person("admin", ["BPM_ADMIN"]);
  people = { clerk, ann, bob, cid, admin };
  clockwork = new Clockwork(firm.kernel, { now: () => firm.now });
});
afterAll(() => firm.drop());
afterEach(() => firm.stopClock(null));

const by = (...who: Who[]) => who.map((w) => w.id);
const role = (id: string, settings: Partial<NodeSettings>): ProcessNode => ({
  id,
  kind: "user",
  name: [id, id],
  settings: nodeSettings(settings),
});
const byAmount = () =>
  process(
    [
      node("start", "start"),
      user("a", by(ann), { editableFields: ["amount"] }),
      node("choice", "exclusive", { defaultFlow: "choice-end" }),
      user("b", by(bob)),
      node("end", "end"),
    ],
    ["start > a > choice", "choice > b ? amount >= 100000", "choice > end", "b > end"],
  );

async function rate(value: string, day = houseDay(firm.now)): Promise<void> {
  await firm.save("SrmBaseExchangeRate", {
    rateType: "CORPORATE",
    fromCurrency: "USD",
    toCurrency: "CNY",
    effectiveDate: day,
    rate: value,
  });
}

describe("amounts in another currency", () => {
  test("without a rate a way that depends on the amount is refused, any other goes on in the document's own currency", async () => {
    await firm.process(byAmount());
    const draft = await firm.draft(clerk, { amount: "20000", currency: "USD" });
    expect(await codeOf(firm.submit(clerk, draft))).toBe("BASE_FX_001");
    expect((await firm.request(draft["id"]))["status"]).toBe("DRAFT");
    await firm.process(line(user("a", by(ann))));
    const plain = await firm.submit(clerk, { amount: "20000", currency: "USD" });
    expect([plain["amount"], plain["currency"], plain["amountBase"], plain["baseCurrency"], plain["baseRate"]]).toEqual([
      "20000.00",
      "USD",
      "20000.00",
      "USD",
      null,
    ]);
  });

  test("workflow 1: limits are compared in base currency by the rate of the day of submission; what an approver changes is converted by the same rate", async () => {
    await rate("7.25");
    await firm.process(byAmount());
    const small = await firm.submit(clerk, { amount: "13000", currency: "USD" });
    expect([small["amount"], small["currency"], small["amountBase"], small["baseCurrency"], small["baseRate"]]).toEqual([
      "13000.00",
      "USD",
      "94250.00",
      "CNY",
      "7.25",
    ]);
    expect((await firm.pass(small, ann))["status"]).toBe("PASSED");
    const large = await firm.submit(clerk, { amount: "20000", currency: "USD" });
    expect((await firm.sheet(large["id"]))["lines"].map((l: any) => [l.nodeId, l.predictedFlag])).toEqual([
      ["a", "N"],
      ["b", "Y"],
    ]);
    const raised = await firm.submit(clerk, { amount: "13000", currency: "USD" });
    const moved = await firm.pass(raised, ann, { fields: { amount: "14000" } });
    expect([moved["amount"], moved["amountBase"], firm.waiting(moved, people)]).toEqual(["14000.00", "101500.00", ["b:bob"]]);
    const own = await firm.submit(clerk, { amount: "99999.99", currency: "CNY" });
    expect([own["amountBase"], (await firm.pass(own, ann))["status"]]).toEqual(["99999.99", "PASSED"]);
  });

  test("the level chain stops at whoever may agree to the amount in base currency", async () => {
    await rate("7.25", houseDay(shift(firm.now, { days: -1 })));
    const org = await firm.save("BaseOrganization", { orgCode: "G1", orgName: "集团", orgType: "GROUP", functionalCurrency: "CNY" });
    const level = async (levelCode: string, rank: number, approvalLimit: string, currency = "CNY") =>
      (await firm.save("BasePositionLevel", { levelCode, levelName: levelCode, rank, approvalLimit, currency }))["id"];
    const [low, high] = [await level("LOW", 3, "50000"), await level("HIGH", 2, "30000", "USD")];
    const seat = async (positionCode: string, levelId: string, parentPositionId: string | null, who: Who): Promise<string> => {
      const made = await firm.save("BasePosition", {
        positionCode,
        positionName: positionCode,
        orgId: org["id"],
        levelId,
        parentPositionId,
        startDate: "2024-01-01",
      });
      const person = await firm.save("BasePerson", {
        personNum: positionCode,
        personName: positionCode,
        orgId: org["id"],
        email: `${positionCode}@example.com`,
        hireDate: "2024-01-01",
      });
      await firm.save("BasePositionAllot", { personId: person["id"], positionId: made["id"], startDate: "2024-01-01", primaryFlag: "Y" });
      await firm.save("BaseUsers", { id: who.id, personId: person["id"] });
      return made["id"];
    };
    const director = await seat("DIRECTOR", high, null, bob);
    const manager = await seat("MANAGER", low, director, ann);
    await seat("PLANNER", low, manager, clerk);
    await firm.process(line(role("chain", { approverRule: "LEVEL_CHAIN" })));
    // 6000 USD are 43500 CNY, below the manager's 50000; 20000 USD are 145000 CNY, below the director's 30000 USD.
    expect((await firm.pass(await firm.submit(clerk, { amount: "6000", currency: "USD" }), ann))["status"]).toBe("PASSED");
    const up = await firm.pass(await firm.submit(clerk, { amount: "20000", currency: "USD" }), ann);
    expect(firm.waiting(up, people)).toEqual(["chain:bob"]);
    expect((await firm.pass(up, bob))["status"]).toBe("PASSED");
  });
});

describe("a role or data lost meanwhile", () => {
  const lose = (who: Who) => firm.kernel.db.query(`delete from "BaseUserResp" where "userId" = $1`, [who.id]);

  test("whoever loses the role loses the task he was given for it; the rule names the next", async () => {
    const [one, two] = [await firm.person("one", ["FIRM_BOSS"]), await firm.person("two", ["EMPLOYEE"])];
    await firm.process(line(role("boss", { approverRule: "RESP", ruleValue: { respCodes: ["FIRM_BOSS"] }, multiMode: "ANY" })));
    const it = await firm.submit(clerk);
    expect(firm.waiting(it, { one, two })).toEqual(["boss:one"]);
    await clockwork.lost();
    expect(firm.waiting(await firm.instance(it["bizId"]), { one, two })).toEqual(["boss:one"]);
    await lose(one);
    await firm.save("BaseUserResp", { userId: two.id, responsibilityId: firm.responsibility("FIRM_BOSS") });
    await firm.kernel.permits.refresh();
    expect(await clockwork.lost()).toBe(1);
    const moved = await firm.instance(it["bizId"]);
    expect(firm.waiting(moved, { one, two })).toEqual(["boss:two"]);
    expect((await firm.todos(one)).some((t) => t["bizId"] === it["bizId"])).toBe(false);
    const found = (await firm.sheet(it["id"]))["history"].find((h: any) => h.action === "REROUTE");
    expect([found.forUserName, found.note]).toEqual(["one", "处理人已不再担任该角色，重新分派"]);
    expect(await codeOf(firm.press(moved, "doPass", one, { taskId: firm.task(moved, two) }))).toBe("BPM_NOT_MINE");
    expect(await clockwork.lost()).toBe(0);
    expect((await firm.pass(moved, two))["status"]).toBe("PASSED");
    await lose(two);
  });

  test("what was claimed goes back to its group; what was given by hand stays", async () => {
    const [one, two] = [await firm.person("one", ["FIRM_BOSS"]), await firm.person("two", ["FIRM_BOSS"])];
    await firm.process(line(role("boss", { approverRule: "RESP", ruleValue: { respCodes: ["FIRM_BOSS"] } })));
    const it = await firm.submit(clerk);
    await firm.press(it, "doClaim", one, { taskId: firm.task(it, one) });
    const given = await firm.submit(clerk);
    const claimed = await firm.press(given, "doClaim", one, { taskId: firm.task(given, one) });
    await firm.press(claimed, "doTransfer", one, { taskId: firm.task(claimed, one), toUserId: cid.id });
    await lose(one);
    await firm.kernel.permits.refresh();
    expect(await clockwork.lost()).toBe(1);
    expect(firm.waiting(await firm.instance(it["bizId"]), { one, two })).toEqual(["boss:?"]);
    expect(firm.waiting(await firm.instance(given["bizId"]), people)).toEqual(["boss:cid"]);
    expect((await firm.pass(await firm.instance(it["bizId"]), two))["status"]).toBe("PASSED");
    await lose(two);
  });

  test("a workflow role that means somebody else now moves its tasks; when it means nobody, the administrators get them", async () => {
    const made = await firm.save("BpmRole", { roleCode: "CHECKER", nameCn: "复核", members: [{ userId: ann.id }] });
    await firm.process(line(role("check", { approverRule: "BPM_ROLE", ruleValue: { roleCode: "CHECKER" }, multiMode: "ANY" })));
    const it = await firm.submit(clerk);
    await clockwork.lost();
    await firm.save("BpmRole", { id: made["id"], members: [{ userId: bob.id }] });
    expect(await clockwork.lost()).toBe(1);
    expect(firm.waiting(await firm.instance(it["bizId"]), people)).toEqual(["check:bob"]);
    await firm.save("BpmRole", { id: made["id"], members: [] });
    expect(await clockwork.lost()).toBe(1);
    const nobody = await firm.instance(it["bizId"]);
    expect([firm.waiting(nobody, people), nobody["tasks"].at(-1).candidateKey]).toEqual([["check:?"], "BPM_ADMIN"]);
    expect((await firm.pass(nobody, admin))["status"]).toBe("PASSED");
  });
});
