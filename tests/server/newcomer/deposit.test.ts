import { afterAll, beforeAll, expect, test } from "vitest";
import { imbalances } from "#kernel/server/constructs/ledger-proof.ts";
import { knowSupplier } from "../../support/kernel.ts";
import { plant } from "../../support/plant.ts";
import { openTestProduct, type TestProduct } from "../../support/product.ts";
import type { Client } from "../../support/client.ts";
import { depositHome } from "./deposit.entity.ts";
import { deposits, depositsSide } from "./index.ts";

/** The example of docs/newcomer.md, built into the product and used the way its page would use it. */
let product: TestProduct;
let clerk: Client;
let boss: Client;
const call = (name: string, body: object, by = clerk) => by.call(`srmServer/v1/demoDepositRestful/${name}`, body);
const stored = async (id: string) => (await call("findById", { id })).data;
const heldNow = async () => (await clerk.call("srmServer/v1/demoDepositReportRestful/getHeld", {})).data.rows;

/** The approver's decision. */
async function passes(id: string): Promise<void> {
  const task = await product.kernel.db.one<{ id: string }>(
    `select t.id from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where i."bizId" = $1 and t.status in ('TODO', 'CLAIMED')`,
    [id],
  );
  expect(await boss.call("bpmServer/bpmTaskService/doPass", { taskId: task?.id, comment: "ok" })).toMatchObject({ status: "S" });
}

beforeAll(async () => {
  product = await openTestProduct([deposits], [depositsSide]);
  const { kernel } = product;
  await knowSupplier(kernel, "s1");
  await plant(kernel.db, "BaseOrganization", "ORG", { orgCode: "ORG", orgName: "Org", orgType: "BU", enabledFlag: "Y" });
  await product.person("clerk", ["DEPOSITS"]);
  const approver = await product.person("boss", ["PUR_MANAGER"]);
  const admin = await product.signIn("admin");
  const bill = await kernel.db.one<{ id: string; versionNum: number }>(
    `select id, "versionNum" from "BaseApprovalBillType" where "billTypeCode" = 'DEMO_DEPOSIT'`,
  );
  const node = { nodeSeq: 1, nodeCode: "BOSS", nodeName: "Boss", approverRule: "USER", multiMode: "SINGLE" };
  const saved = await admin.call("srmServer/v1/baseApprovalBillTypeRestful/saveOrUpdate", {
    ...bill,
    approvalMode: "NODE_CHAIN",
    nodes: [{ ...node, ruleValue: { userIds: [approver] } }],
  });
  expect(saved).toMatchObject({ status: "S" });
  clerk = await product.signIn("clerk");
  boss = await product.signIn("boss");
});
afterAll(() => product.drop());

test("a deposit is approved, paid in within its amount, changed through a draft and reported", async () => {
  const made = await call("saveOrUpdate", { supplierId: "s1", orgId: "ORG", amount: "1000" });
  expect(made).toMatchObject({ status: "S", data: { status: "DRAFT", openAmount: "1000.00" } });
  const { id } = made.data;
  expect((await call("doReceive", { id, received: "1" })).status, "a draft takes no money").toBe("E");

  expect(await call("doSubmit", { id })).toMatchObject({ status: "S", data: { status: "APPROVING" } });
  await passes(id);
  expect(await stored(id)).toMatchObject({ status: "ACTIVE" });

  expect(await call("doReceive", { id, received: "600" })).toMatchObject({ data: { heldAmount: "600.00", openAmount: "400.00" } });
  expect(await call("doReceive", { id, received: "401" })).toMatchObject({ status: "E", code: "DEPOSIT_OVER" });
  expect(await heldNow()).toMatchObject([{ supplierName: "s1", currency: "CNY", held: "600.00" }]);

  expect(await call("doChange", { id, reason: "larger orders" })).toMatchObject({ status: "S" });
  const { draftId } = await stored(id);
  expect((await call("doChange", { id, reason: "another one" })).status, "one draft at a time").toBe("E");
  expect(await call("saveOrUpdate", { id: draftId, amount: "500" })).toMatchObject({ status: "S" });
  expect((await call("doSubmit", { id: draftId })).status, "600 are held").toBe("E");
  expect(await call("saveOrUpdate", { id: draftId, amount: "1500" })).toMatchObject({ status: "S" });
  expect(await call("doSubmit", { id: draftId })).toMatchObject({ status: "S" });
  await passes(draftId);
  expect(await stored(id)).toMatchObject({
    status: "ACTIVE",
    amount: "1500.00",
    heldAmount: "600.00",
    openAmount: "900.00",
    revisionNum: 1,
  });
  expect(await stored(draftId)).toMatchObject({ status: "SUPERSEDED" });
  expect(await imbalances(product.kernel.db, [depositHome])).toEqual([]);
});
