import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { modules } from "#modules/index.ts";
import type { Client } from "../../tests/support/client.ts";
import { officeDay } from "../../tests/support/day.ts";
import { press, someone } from "../../tests/support/kernel.ts";
import { entity, kindOfOrder, path, steps, supplierId } from "./orders.ts";

const clients = 200;
/** Two thousand ordered and five in a hundred more allowed: nineteen of these leave five open, the twentieth reaches the most that may come. */
const ordered = "2000";
const each = "105";
const allowed = { receipts: 20, qty: "2100" };

async function publishedRow(kernel: Kernel): Promise<{ readonly row: string; readonly line: string }> {
  const order = path(kernel, await kindOfOrder(kernel, "PO_CROWD", "0"), 1, ordered);
  for (const step of steps) {
    await order.ready(step);
    await order.work[step]();
  }
  const vendor = someone({ userId: "bench.vendor", userName: "bench.vendor", audience: "supplier", supplierId });
  await press(kernel, entity, order.id(), "doSupplierDeliveryConfirm", {}, {}, vendor);
  const found = await kernel.db.one<{ row: string; line: string }>(
    `select d.id as row, l.id as line from "SrmPurOrderDelivery" d join "SrmPurOrderLine" l on l.id = d."parentId" where l."parentId" = $1`,
    [order.id()],
  );
  return found!;
}

/** Two hundred clients post a receipt against one order line at the same moment: exactly what the line allows may pass. */
export async function measureCrowd(url: string, keeper: Client): Promise<void> {
  const kernel = await openKernel(modules, url, { now: () => new Date() });
  const { row, line } = await publishedRow(kernel);
  const call = (name: string, body: object): Promise<any> => keeper.call(`srmServer/v1/srmPurReceiveRestful/${name}`, body);
  const drafts: string[] = [];
  for (let n = 0; n < clients; n++) {
    const lines = [{ orderDeliveryId: row, arrivalQty: each }];
    const drafted = await call("saveOrUpdate", { receiveType: "ORDER", receiveDate: officeDay(), lines });
    if (drafted.status !== "S") throw new Error(JSON.stringify(drafted));
    drafts.push(drafted.data.id);
  }
  const began = performance.now();
  const rows = await Promise.all(
    drafts.map(async (id) => {
      const answer = await call("doConfirm", { id });
      return { code: answer.status === "S" ? "passed" : String(answer.code), ms: performance.now() - began };
    }),
  );
  const count = Map.groupBy(rows, (entry) => entry.code);
  const received = await kernel.db.one<{ qty: string }>(
    `select trim_scale("receivedQty")::text as qty from "SrmPurOrderLine" where id = $1`,
    [line],
  );
  const postings = await kernel.db.one<{ n: number }>(
    `select count(*)::int as n from "SrmPurStorageTransaction" where "orderLineId" = $1`,
    [line],
  );
  const isExact = count.get("passed")?.length === allowed.receipts && received!.qty === allowed.qty && postings!.n === allowed.receipts;
  const last = (code: string): number => Math.max(0, ...(count.get(code) ?? []).map((entry) => entry.ms));
  console.log(`| ${clients} clients post ${each} each against one line of ${ordered} | answers | last after ms |\n|---|---|---|`);
  for (const [code, list] of count) console.log(`| ${code} | ${list.length} | ${last(code).toFixed(0)} |`);
  console.log(`received ${received!.qty} in ${postings!.n} postings: ${isExact ? "exactly what is allowed" : "NOT what is allowed"}`);
  await kernel.close();
  if (!isExact) process.exitCode = 1;
}
