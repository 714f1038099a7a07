import { afterAll, beforeAll, expect, test } from "vitest";
import { shift } from "#kernel/time.ts";
import { day, ok } from "../support/lifecycle.ts";
import { OrderWorld } from "../support/ordering.ts";

let world: OrderWorld;
beforeAll(async () => {
  world = await OrderWorld.open();
});
afterAll(() => world.life.product.drop());

test("shell 19: orders to confirm shows 4 at home, and the list behind it holds exactly those 4, all of that supplier", async () => {
  const mine: string[] = [];
  for (let i = 0; i < 4; i += 1) mine.push((await world.published({ rows: ["10"] }))["id"]);
  await world.published({ rows: ["10"], head: { supplierId: world.life.ids["S2"], supplierSiteId: "SITE-S2" } });
  const { vendor } = world;
  const home = (name: string, body: object = {}) => ok(vendor.call(`baseServer/baseHomeService/${name}`, body));
  expect((await home("findWidgets")).map((entry: any) => entry.widgetCode)).toContain("SUP_ORDER_TO_CONFIRM");
  const tile = () => home("loadWidget", { widgetCode: "SUP_ORDER_TO_CONFIRM" });
  const { value, route, query } = (await tile()) as any;
  expect([value, route]).toEqual(["4", "purchaseOrderList3"]);
  const list = await world.call("listByPage", { list: "inbox", ...query, count: "exact" }, vendor);
  expect(list.page.count).toBe(4);
  expect(list.data.map((row: any) => row.id).toSorted()).toEqual(mine.toSorted());
  expect(new Set(list.data.map((row: any) => row.supplierId))).toEqual(new Set([world.life.ids["S1"]]));
  await ok(world.call("doSupplierDeliveryConfirm", { id: mine[0] }, vendor));
  expect(await tile()).toMatchObject({ value: "3" });
});

test("what was bought this month and in twelve months is the sum of the very list behind it; drafts and cancelled orders are not in it", async () => {
  const { buyer } = world;
  const home = (widgetCode: string) => ok(buyer.call("baseServer/baseHomeService/loadWidget", { widgetCode })) as Promise<any>;
  await world.published({ rows: ["10000"] });
  await world.draft({ rows: ["1000000"] });
  const sumOf = async (query: object): Promise<string> =>
    (await world.call("listByPage", { list: "desk", ...query, needSums: ["baseAmount"], pageRows: 1 })).page.sums.baseAmount;
  const inTenThousands = (amount: string): string =>
    (Number(amount) / 10_000).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const month = await home("PO_AMOUNT_MTD");
  const all = await sumOf(month.query);
  expect(Number(all)).toBeGreaterThanOrEqual(141_250);
  expect(Number(all)).toBeLessThan(14_000_000);
  expect([month.value, month.unit, month.route]).toEqual([inTenThousands(all), "万元", "purchaseOrderList"]);

  const year = await home("PO_TREND");
  expect([year.bars.length, year.bars.filter((bar: any) => bar.current).length]).toEqual([12, 1]);
  const last = year.bars.at(-1);
  expect([last.current, Number(last.value).toFixed(1)]).toEqual([true, (Number(await sumOf(last.query)) / 10_000).toFixed(1)]);
  expect(year.answer).toContain(`本月至今 ${month.value} 万元`);

  // Amounts are told in the group's currency, whichever it is, and say so.
  const group = await world.life.made("BaseOrganization", { orgCode: "GRP", orgName: "GRP", orgType: "GROUP", functionalCurrency: "EUR" });
  expect([(await home("PO_AMOUNT_MTD")).unit, (await home("PO_TREND")).unit]).toEqual(["万 EUR", "万 EUR，含税"]);
  await world.life.rows(`update "BaseOrganization" set "enabledFlag" = 'N' where id = $1`, group["id"]);

  // A row whose promised day is over and that is not complete is overdue, and only that.
  const overdue = async (): Promise<any> => home("DELIVERY_OVERDUE");
  const before = Number((await overdue()).value);
  const late = await world.running({ rows: ["10"] });
  expect(Number((await overdue()).value)).toBe(before);
  await world.life.rows(`update "SrmPurOrderDelivery" set "currentPromiseDate" = $2 where "orderId" = $1`, late["id"], day(-1));
  const { value, query } = await overdue();
  expect(Number(value)).toBe(before + 1);
  const list = await buyer.call("srmServer/v1/srmPurOrderDeliveryRestful/listByPage", { list: "execution", ...query, count: "exact" });
  expect(list.page!.count).toBe(before + 1);
});

test("everything that waits for somebody is one list: mine, my groups' and what documents ask, counted the same everywhere", async () => {
  const { manager } = world.life;
  const home = (name: string, body: object = {}) => ok(manager.call(`baseServer/baseHomeService/${name}`, body)) as Promise<any>;
  const tile = async (widgetCode: string) => Number((await home("loadWidget", { widgetCode })).value);
  const before = (await home("countTodos")).total;
  const order = await world.draft({ rows: ["10"] });
  await ok(world.call("doSubmit", { id: order["id"] }));
  await world.life.rows(
    `insert into "SrmBaseInsidePending" (id, "pendingType", "bizType", "bizId", title, "userId", "routePath", "arrivalDate", "dueDate", priority, status, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum")
     select 'home-matter', 'OTHER', 'X', 'home-matter', 'X', id, 'insidePendingList', now(), now() - interval '1 hour', 'NORMAL', 'OPEN', 'x', now(), 'x', now(), 1 from "BaseUsers" where "userName" = 'slc.manager'`,
  );
  const counted = await home("countTodos");
  expect(counted.total).toBe(before + 2);
  expect(counted.overdue).toBeGreaterThanOrEqual(1);
  const block = await home("loadWidget", { widgetCode: "MY_TODO" });
  expect([block.total, block.tallies.APPROVAL + block.tallies.MATTER]).toEqual([counted.total, counted.total]);
  expect((await tile("TODO_APPROVAL")) + (await tile("TODO_MATTER"))).toBe(counted.total);
  expect(block.rows.map((row: any) => row.number)).toContain(order["orderNum"]);
  const asked = block.rows.find((row: any) => row.number === order["orderNum"]);
  expect(asked.matter, "what it is about stands in the line").toMatch(/ · .+ · .+/);
  const all = await manager.call("bpmServer/v1/bpmTodoRestful/listByPage", { list: "mine", count: "exact" });
  expect(all.page!.count).toBe(block.tallies.APPROVAL);
});

test("a one-step approval reaches the delegate of an absent director: listed and counted, claimed and passed for him, gone with the delegation", async () => {
  const { life } = world;
  const { manager: director } = life.ids;
  const deputyId = await life.product.person("home.deputy", ["FINANCE"]);
  const deputy = await life.product.signIn("home.deputy");
  const hours = (n: number): string => shift(new Date(), { hours: n }).toISOString();
  const delegation = await life.made("BaseUserAuthorisation", {
    fromUserId: director,
    toUserId: deputyId,
    authType: "APPROVAL",
    startTime: hours(-1),
    endTime: hours(24),
    reason: "leave",
  });
  const listed = async (name: string, bizId: string) =>
    ((await ok(deputy.call(`bpmServer/bpmTaskService/${name}`, {}))) as any).filter((row: any) => row.bizId === bizId);
  const counts = async () => [
    Number(((await ok(deputy.call("baseServer/baseHomeService/loadWidget", { widgetCode: "TODO_APPROVAL" }))) as any).value),
    (await deputy.call("bpmServer/v1/bpmTodoRestful/listByPage", { list: "mine", count: "exact" })).page!.count,
  ];
  const submitted = async () => {
    const order = await world.draft({ rows: ["10"] });
    await ok(world.call("doSubmit", { id: order["id"] }));
    return order["id"] as string;
  };
  const [before] = await counts();
  const first = await submitted();
  expect(await counts()).toEqual([before! + 1, before! + 1]);
  const [task] = await listed("findGroupTasks", first);
  expect([task.kind, task.fromUserId]).toEqual(["GROUP", director]);
  await ok(deputy.call("bpmServer/bpmTaskService/doClaim", { taskId: task.taskId }));
  expect((await listed("findTodoTasks", first)).map((row: any) => [row.kind, row.fromUserId])).toEqual([["DELEGATED", director]]);
  expect(await counts()).toEqual([before! + 1, before! + 1]);
  await ok(life.decides(first, "doPass", deputy));
  const acts = await life.rows(
    `select a.action, a."byUserId", a."forUserId" from "BpmTaskAction" a where a."taskId" = $1 and a.action in ('CLAIM', 'PASS') order by a.id`,
    task.taskId,
  );
  expect(acts).toEqual(["CLAIM", "PASS"].map((action) => ({ action, byUserId: deputyId, forUserId: director })));
  const second = await submitted();
  expect(await listed("findGroupTasks", second)).toHaveLength(1);
  await life.rows(`update "BaseUserAuthorisation" set "endTime" = now() where id = $1`, delegation["id"]);
  expect(await listed("findGroupTasks", second)).toEqual([]);
  expect(await counts(), "nothing is his own").toEqual([0, 0]);
  expect((await life.decides(second, "doPass", deputy)).code).toBe("BPM_NOT_MINE");
});

test("who would approve is named, not described", async () => {
  const order = await world.draft({ rows: ["10"] });
  const ahead = await ok(
    world.buyer.call("bpmServer/bpmProcessService/predict", {
      bizEntity: "SrmPurOrderHeader",
      bizId: order["id"],
      submitAction: "doAskApproval",
    }),
  );
  const people = ahead["steps"].flatMap((step: any) => step.people).join();
  expect(people).not.toMatch(/持有人|HOLDS/);
  expect(people.length).toBeGreaterThan(0);
});

test("every role finds a home that answers: each tile, the to-dos and the next seven days load", async () => {
  const { product } = world.life;
  const roles = [
    "WAREHOUSE",
    "QUALITY",
    "FINANCE",
    "REQUESTER",
    "AUDITOR",
    "BUYER",
    "PUR_MANAGER",
    "PLANNER",
    "SUP_SPECIALIST",
    "SYS_ADMIN",
  ];
  for (const role of roles) {
    await product.person(`home.${role.toLowerCase()}`, [role]);
    const client = await product.signIn(`home.${role.toLowerCase()}`);
    const board = (await ok(client.call("baseServer/baseHomeService/findWidgets"))) as any;
    const codes = board.map((entry: any) => entry.widgetCode);
    expect([role, board.filter((candidate: any) => candidate.data === null).map((entry: any) => entry.widgetCode)]).toEqual([role, []]);
    expect([role, codes.includes("MY_TODO"), codes.includes("AGENDA")]).toEqual([role, true, true]);
  }
  const board = (await ok(world.vendor.call("baseServer/baseHomeService/findWidgets"))) as any;
  expect(board.filter((candidate: any) => candidate.data === null)).toEqual([]);
  expect(board.find((candidate: any) => candidate.widgetCode === "AGENDA").data).toHaveProperty("rows");
});
