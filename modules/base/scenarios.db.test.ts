import { afterAll, beforeAll, expect, test } from "vitest";
import { action, entity } from "#kernel/entity.ts";
import { code, pick, ref, text } from "#kernel/field.ts";
import { module } from "#kernel/module.ts";
import { closeTodo, rule, todo } from "#kernel/rule.ts";
import { readTable } from "#kernel/server/excel/read.ts";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { shift } from "#kernel/time.ts";
import type { Client } from "../../tests/support/client.ts";
import { press, save } from "../../tests/support/kernel.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";

const order = entity("TrialOrder", "试用订单", "Trial order", {
  service: "srmServer",
  number: ["orderNum", "TPO{0001}"],
  fields: {
    orderNum: code("单号", "Number", { max: 20, computed: true }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier"),
    remark: text("备注", "Remark", { max: 60, optional: true }),
    status: pick("状态", "Status", "TrialOrder.status", { computed: true }),
  },
  states: { DRAFT: ["拟定", "Draft"], SENT: ["待确认", "Sent", "waiting"], CANCELLED: ["已取消", "Cancelled", "ended"] },
  actions: {
    doSend: action("发出", "Send", { button: "btnPublish", who: "internal", from: ["DRAFT"], to: "SENT" }),
    doCancel: action("取消", "Cancel", { button: "btnCancel", who: "internal", from: ["SENT"], to: "CANCELLED" }),
  },
  sees: { internal: "all", supplier: (me) => ({ supplierId: me.supplierId ?? "-" }) },
  shows: { supplier: ["orderNum", "status"] },
  saves: "internal",
  title: ["orderNum"],
});
const orders = module("trialOrders", "试用订单", "Trial orders", {
  entities: [order],
  rules: [
    rule(order, "doSend", { decide: (doc) => todo("TRIAL_PO_CONFIRM", doc, { supplierId: doc.supplierId }) }),
    rule(order, "doCancel", { decide: (doc) => closeTodo("TRIAL_PO_CONFIRM", doc, "WITHDRAWN") }),
  ],
  todos: {
    TRIAL_PO_CONFIRM: {
      label: ["订单确认", "Confirm order"],
      side: "SUPPLIER",
      route: "trialOrder",
      title: ["请确认订单{bizNo}", "Confirm order {bizNo}"],
    },
  },
});

const system = systemMe("test");
let product: TestProduct;
let vendor: Client, stranger: Client;

beforeAll(async () => {
  product = await openTestProduct([orders]);
  for (const supplierId of ["S1", "S2"])
    await product.person(`vendor.${supplierId}`, ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId, supAdminFlag: "Y" });
  [vendor, stranger] = await Promise.all([product.signIn("vendor.S1"), product.signIn("vendor.S2")]);
});
afterAll(() => product?.drop());

const rows = <T = Record<string, any>>(sql: string, ...values: unknown[]) => product.kernel.db.query<T>(sql, values);
const made = (entityName: string, input: object) => save(product.kernel, entityName, { ...input }, system);
const unit = (orgCode: string) => made("BaseOrganization", { orgCode, orgName: orgCode, orgType: "BU", functionalCurrency: "CNY" });
const category = (categoryCode: string, more: object = {}) =>
  made("SrmBasePurchaseCategory", {
    categoryCode,
    categoryName: `品类${categoryCode}`,
    purchaseKind: "DIRECT",
    importanceLevel: "ROUTINE",
    ...more,
  });
const wearing = async (client: Client, respCode: string): Promise<Client> => {
  const [responsibility] = await rows(`select id from "BaseResponsibility" where "respCode" = $1`, respCode);
  const reply = await client.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: responsibility!["id"] });
  expect([reply.status, reply.msg]).toEqual(["S", undefined]);
  return client;
};
const todos = async (client: Client, list: "open" | "handled", bizNo: string): Promise<any[]> =>
  (await client.call("srmServer/v1/srmBaseSupplierPendingRestful/listByPage", { list, bizNo, pageIndex: 1, pageRows: 20 })).data;

test("base-data 13: a letter that asks for a file takes no answer without one, and comes back with a later date", async () => {
  const owner = await wearing((await product.person("letter.owner", ["BUYER"]), await product.signIn("letter.owner")), "BUYER");
  const due = shift(new Date(), { days: 6 }).toISOString();
  const draft = await made("SrmBaseNotification", {
    title: "提交检测报告",
    content: "<p>请提交</p>",
    orgId: (await unit("LETTERS")).id,
    ackMode: "FILE",
    replyDueDate: due,
    supplierIds: ["S1"],
  });
  await press(product.kernel, "SrmBaseNotification", draft.id, "publish", {}, {}, system);
  const [receiver] = await rows(`select id, "notificationNo" from "SrmBaseNotificationReceiver" where "notificationId" = $1`, draft.id);
  const { id } = receiver!;
  const answer = (client: Client, input: object) =>
    client.call("srmServer/v1/srmBaseNotificationReceiverRestful/doReply", { id, content: "见附件", ...input });
  expect(await answer(vendor, {})).toMatchObject({ status: "E", code: "TABLE_REQUIRED", fieldErrors: [{ path: "replyFiles" }] });
  expect(await answer(stranger, {})).toMatchObject({ status: "E", code: "BASE_DATA_404" });

  const report = await vendor.upload("fileServer/v2/file/upload", [{ name: "report.txt", bytes: Buffer.from("all within limits") }], {
    functionId: "SrmBaseNotificationReceiver",
  });
  expect([report.status, report.msg]).toEqual(["S", undefined]);
  const replyFiles = report.data[0].id;
  expect(await answer(vendor, { replyFiles })).toMatchObject({ status: "S", data: { ackStatus: "ANSWERED", replyFileIds: replyFiles } });
  const states = () => rows(`select status, "dueDate" from "SrmBaseSupplierPending" where "bizId" = $1 order by id`, id);
  expect((await states()).map((state) => state["status"])).toEqual(["HANDLED"]);
  const read = await owner.download("fileServer/v2/file/downloadBody", { id: replyFiles });
  expect([read.error, read.bytes.toString()], "the buyer reads what was sent").toEqual([null, "all within limits"]);

  const back = await owner.call("srmServer/v1/srmBaseNotificationReceiverRestful/doReturn", { id, opinion: "缺页" });
  expect(back).toMatchObject({ status: "S", data: { ackStatus: "RETURNED" } });
  const [first, again] = await states();
  expect([first!["status"], again!["status"]]).toEqual(["HANDLED", "OPEN"]);
  expect(Date.parse(again!["dueDate"])).toBeGreaterThan(Date.parse(due));
});

test("base-data 14: a supplier's to-do goes in the very transaction that cancels its order", async () => {
  const { id } = await made("TrialOrder", { supplierId: "S1" });
  const { orderNum } = await press(product.kernel, "TrialOrder", id, "doSend", {}, {}, system);
  expect((await todos(vendor, "open", orderNum)).map((todo) => [todo.pendingType, todo.bizNo, todo.status])).toEqual([
    ["TRIAL_PO_CONFIRM", orderNum, "OPEN"],
  ]);
  expect(await todos(stranger, "open", orderNum), "nobody sees another supplier's").toEqual([]);
  await press(product.kernel, "TrialOrder", id, "doCancel", {}, {}, system);
  expect(await todos(vendor, "open", orderNum)).toEqual([]);
  expect((await todos(vendor, "handled", orderNum)).map((todo) => [todo.status, todo.closeReason])).toEqual([["WITHDRAWN", "WITHDRAWN"]]);
  const [same] = await rows(
    `select o.xmin = p.xmin as "transaction", o."lastUpdateDate" = p."handledDate" as moment
     from "TrialOrder" o join "SrmBaseSupplierPending" p on p."bizId" = o.id where o.id = $1`,
    id,
  );
  expect(same).toEqual({ transaction: true, moment: true });
});

const cellsOf = async (bytes: Buffer): Promise<(string | null)[][]> => {
  const found: (string | null)[][] = [];
  for await (const batch of readTable(bytes, {})) for (const row of batch) found.push(row.cells);
  return found;
};
const workbook = async (lines: readonly (readonly string[])[]): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const columns = ["物料编码", "物料名称", "采购品类", "物料类型", "主单位"].map((title, i) => ({
    key: String(i),
    title,
    kind: "text" as const,
  }));
  await writeWorkbook(async (bytes) => void chunks.push(bytes), [{ name: "物料", columns, rows: [lines] }]);
  return Buffer.concat(chunks);
};

test("base-data 18: of a thousand items three with bad categories stay out, each with its reason; corrected they change nothing else", async () => {
  await product.person("steward", ["MASTER_DATA"]);
  const steward = await wearing(await product.signIn("steward"), "MASTER_DATA");
  await category("IMP");
  const above = await category("IMPTOP");
  await category("IMPLEAF", { parentId: above.id });
  const closed = await category("IMPOFF");
  await press(product.kernel, "SrmBasePurchaseCategory", closed.id, "doInvalid", {}, {}, system);
  const line = (n: number, of = "IMP") => [`IMP${n}`, `进口件 ${n}`, of, "RAW", "EA"];
  const bad: Readonly<Record<number, string>> = { 7: "NOWHERE", 500: "IMPTOP", 1000: "IMPOFF" };
  const file = await workbook(Array.from({ length: 1000 }, (_, i) => line(i + 1, bad[i + 1])));
  const send = (bytes: Buffer, meta: object) =>
    steward.upload("exportServer/v1/importExcelRestful/importExcel", [{ name: "items.xlsx", bytes }], {
      templateCode: "SrmBaseItem",
      ...meta,
    });
  const stored = () =>
    rows(
      `select "itemCode", "versionNum", "lastUpdateDate", "categoryId" from "SrmBaseItem" where "itemCode" ~ '^IMP[0-9]+$' order by "itemCode"`,
    );

  const dry = await send(file, { dryRun: "Y", mode: "ALL_OR_NOTHING" });
  expect(dry).toMatchObject({ status: "S", data: { total: 1000, ok: 997, failed: 3, inserts: 997, updates: 0 } });
  expect(new Set(dry.data.errors.map((error: any) => error.row))).toEqual(new Set([8, 501, 1001]));
  for (const error of dry.data.errors) expect(error.msg, JSON.stringify(error)).toBeTruthy();
  const { importId } = dry.data;
  expect(await send(file, { dryRun: "N", mode: "ALL_OR_NOTHING", importId })).toMatchObject({ status: "E", code: "IMPORT_FAILED" });
  expect(await stored(), "all or nothing: nothing").toEqual([]);

  const written = await send(file, { dryRun: "N", mode: "VALID_ROWS", importId });
  expect(written.data).toMatchObject({ status: "PARTIAL", ok: 997, failed: 3, inserts: 997 });
  const before = await stored();
  expect(before).toHaveLength(997);
  const errors = await steward.download("fileServer/v2/file/downloadBody", { id: written.data.errorFileId });
  const returned = (await cellsOf(errors.bytes)).filter((cells) => /^IMP\d+$/.test(cells[0] ?? ""));
  expect(returned.map((cells) => cells[0])).toEqual(["IMP7", "IMP500", "IMP1000"]);
  for (const cells of returned) expect(cells.at(-1), JSON.stringify(cells)).toContain("品类");

  const corrected = await workbook([7, 500, 1000].map((n) => line(n)));
  const second = await send(corrected, { dryRun: "Y", mode: "ALL_OR_NOTHING" });
  const done = await send(corrected, { dryRun: "N", mode: "ALL_OR_NOTHING", importId: second.data.importId });
  expect(done.data).toMatchObject({ status: "DONE", inserts: 3, updates: 0, failed: 0 });
  const after = await stored();
  expect(after).toHaveLength(1000);
  expect(after.filter((candidate) => !["IMP7", "IMP500", "IMP1000"].includes(candidate["itemCode"]))).toEqual(before);
}, 120_000);

test("base-data 21: of two who may approve, the one who asked is not asked", async () => {
  await product.person("item.starter", ["MASTER_DATA", "PUR_MANAGER"]);
  await product.person("item.other", ["PUR_MANAGER"]);
  const [bill] = await rows(`select id, "versionNum", status from "BaseApprovalBillType" where "billTypeCode" = 'ITEM'`);
  await made("BaseApprovalBillType", { id: bill!["id"], versionNum: bill!["versionNum"], approvalMode: "ONE_STEP", selfApproveFlag: "N" });
  if (bill!["status"] !== "EFFECTIVE") await press(product.kernel, "BaseApprovalBillType", bill!["id"], "doEnabled", {}, {}, system);
  const leaf = await category("ASKED");
  await made("SrmBaseConfigProfile", {
    profileCode: "ITEM_APPROVAL_REQUIRED",
    profileName: "物料须审批",
    moduleCode: "BASE",
    valueType: "YN",
    scopeLevel: "CATEGORY",
    categoryId: leaf.id,
    profileValue: "Y",
  });
  const client = await wearing(await product.signIn("item.starter"), "MASTER_DATA");
  const drawn = await client.call("srmServer/v1/srmBaseItemRestful/saveOrUpdate", {
    itemName: "待审批的物料",
    categoryId: leaf.id,
    itemType: "RAW",
    primaryUom: "EA",
  });
  const { id } = drawn.data;
  const call = (by: Client, name: string) => by.call(`srmServer/v1/srmBaseItemRestful/${name}`, { id });
  expect(await call(client, "doSubmit")).toMatchObject({ status: "S" });
  const asked = async (by: Client): Promise<any[]> =>
    (
      await Promise.all(
        ["findTodoTasks", "findGroupTasks"].map((name) => by.call(`bpmServer/bpmTaskService/${name}`, { pageIndex: 1, pageRows: 50 })),
      )
    ).flatMap(({ data }) => data);
  const approver = await wearing(await product.signIn("item.other"), "PUR_MANAGER");
  await wearing(client, "PUR_MANAGER");
  expect(await asked(client), "who asked is not asked").toEqual([]);
  const [task, ...more] = await asked(approver);
  expect(more).toEqual([]);
  const tasks = await rows(`select t.id from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where i."bizId" = $1`, id);
  expect(tasks.map((entry) => entry["id"])).toEqual([task.taskId ?? task.id]);

  expect(await call(client, "doApproval")).toMatchObject({ status: "E", code: "PERM_DENIED" });
  const pass = (by: Client) => by.call("bpmServer/bpmTaskService/doPass", { taskId: tasks[0]!["id"], comment: "同意" });
  expect(await pass(client)).toMatchObject({ status: "E", code: "BPM_NOT_MINE" });
  expect(await rows(`select "itemStatus" from "SrmBaseItem" where id = $1`, id)).toEqual([{ itemStatus: "APPROVING" }]);
  expect(await pass(approver)).toMatchObject({ status: "S" });
  expect(await rows(`select "itemStatus" from "SrmBaseItem" where id = $1`, id)).toEqual([{ itemStatus: "ACTIVE" }]);
});
