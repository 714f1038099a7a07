import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { isAllowed } from "#kernel/server/jobs/job-http.ts";
import { houseZone, shift } from "#kernel/time.ts";
import type { Client } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";
import { officeDay } from "../support/day.ts";

let product: TestProduct;
let ops: Client;
let second: Client;
beforeAll(async () => {
  product = await openTestProduct();
  await product.person("olga", ["OPS"]);
  await product.person("otto", ["OPS"]);
  await product.person("ben", ["BUYER"]);
  ops = await product.signIn("olga");
  second = await product.signIn("otto");
});
afterAll(() => product?.drop());

const server = "baseServer";
const request = `${server}/v1/baseScheduleRequestRestful`;
const program = `${server}/v1/baseScheduleJobRestful`;
const compen = `${server}/v1/baseTransactionCompenRestful`;
const jobOf = async (code: string) => (await ops.call(`schedule/jobService/findPage`, { jobCode: code })).data[0];
const statusOf = async (id: string) => (await ops.call(`${request}/findById`, { id })).data.status;
const ends = async (id: string, status: string) => {
  await expect.poll(() => statusOf(id), { timeout: 15_000, interval: 50 }).toBe(status);
};

describe("programs and requests", () => {
  test("the handbook's built-in programs are there with their schedules, and the next run is known", async () => {
    const { data } = await ops.call(`${program}/listByPage`, { pageRows: 200 });
    const codes = data.map((row: any) => row.jobCode);
    for (const code of [
      "SESSION_PURGE",
      "NONCE_PURGE",
      "FILE_PURGE",
      "FILE_RESCAN",
      "BACK_EXPORT_RUN",
      "LOG_CHAIN_CHECK",
      "SOD_CHECK",
      "LEAVE_DISABLE",
    ])
      expect(codes).toContain(code);
    const plans = (await ops.call(`${request}/listByPage`, { list: "submitRequest", view: "schedules", pageRows: 200 })).data;
    const plan = plans.find((row: any) => row.jobCode === "SOD_CHECK");
    expect(plan).toMatchObject({ cron: "10 1 * * *", timeZone: houseZone, status: "WAITING" });
    expect(plan.runAt).toMatch(/01:10:00$/);
  });

  test("a program run by hand succeeds, tells its log from a line on, and leaves figures", async () => {
    const job = await jobOf("LOG_CHAIN_CHECK");
    const { data } = await ops.call(`schedule/requestService/launch`, { jobId: job.id, submitType: "NOW", params: {} });
    expect(data.requestNum).toMatch(/^REQ\d{14}$/);
    await ends(data.id, "SUCCESS");
    const log = (await ops.call(`schedule/requestService/log`, { requestId: data.id, fromSeq: 0 })).data;
    expect(log.lines.map((l: any) => l.text)).toEqual(["开始运行，第 1 次", "日志链完整"]);
    expect((await ops.call(`schedule/requestService/log`, { requestId: data.id, fromSeq: 1 })).data.lines.length).toBe(1);
    const { runs, days } = (await ops.call(`schedule/jobService/runs`, { jobId: job.id })).data;
    expect(runs.at(-1)).toMatchObject({ status: "SUCCESS", requestNum: data.requestNum });
    expect(days.at(-1)).toMatchObject({ success: 1, failed: 0, rate: "100.00" });
  });

  test("a watcher is pushed what a run does", async () => {
    const job = await jobOf("SOD_CHECK");
    const at = shift(new Date(), { hours: 1 }).toISOString();
    const { data } = await ops.call(`${request}/doSubmit`, { jobId: job.id, submitType: "AT", runAt: at });
    expect(data.status).toBe("WAITING");
    const { data: ticket } = await ops.call(`${server}/baseLoginService/wsTicket`);
    const socket = new WebSocket(`${product.url.replace("http", "ws")}/api/websocket?ticket=${encodeURIComponent(ticket.ticket)}`);
    const frames: any[] = [];
    socket.on("message", (text) => frames.push(JSON.parse(String(text))));
    await new Promise((open, failed) => socket.on("open", open).on("error", failed));
    socket.send(JSON.stringify({ type: "sub", topic: `doc:BaseScheduleRequest:${data.id}` }));
    await new Promise((done) => setTimeout(done, 200));
    await product.kernel.db.query(`update "BaseScheduleRequest" set "runAt" = now() where id = $1`, [data.id]);
    product.kernel.jobs.look();
    await ends(data.id, "SUCCESS");
    await expect.poll(() => frames.filter((f) => f.type === "job").map((f) => f.data.status ?? f.data.logSeq)).toContain("SUCCESS");
    socket.terminate();
  });

  test("wrong parameters, a bad cron, a disabled program and a stranger are refused", async () => {
    const admin = await product.signIn("admin");
    const saved = await admin.call(`${program}/saveOrUpdate`, {
      jobCode: "DAILY_TEST",
      nameCn: "试验",
      nameEn: "Trial",
      executor: "HANDLER",
      handler: "SOD_CHECK",
      params: [
        { seqNum: 10, paramKey: "day", labelCn: "日期", labelEn: "Day", paramType: "DATE", requiredFlag: "Y", defaultValue: "${today-1}" },
      ],
    });
    expect(saved.status).toBe("S");
    const id = saved.data.id;
    const bad = await ops.call(`${request}/doSubmit`, { jobId: id, params: { day: "2026-02-30" } });
    expect(bad).toMatchObject({ code: "JOB_PARAM", fieldErrors: [{ path: "params.day" }] });
    expect((await ops.call(`${request}/doSubmit`, { jobId: id, params: { nobody: 1 } })).code).toBe("JOB_PARAM");
    expect((await ops.call(`${request}/doSubmit`, { jobId: id, submitType: "CRON", cron: "61 * * * *" })).code).toBe("JOB_CRON");
    expect((await admin.call(`${program}/saveOrUpdate`, { id, cron: "every day" })).code).toBe("JOB_CRON");
    expect((await admin.call(`${program}/saveOrUpdate`, { id, executor: "REPORT" })).code).toBe("JOB_EXECUTOR");
    const good = await ops.call(`${request}/doSubmit`, { jobId: id });
    const yesterday = officeDay(-1);
    expect(good.data.params).toEqual({ day: yesterday });
    await admin.call(`${program}/doDisable`, { id });
    expect((await ops.call(`${request}/doSubmit`, { jobId: id })).code).toBe("JOB_DISABLED");
    const ben = await product.signIn("ben");
    expect((await ben.call(`${request}/doSubmit`, { jobId: id })).code).toBe("PERM_DENIED");
    expect((await ben.call(`${server}/baseRedisService/info`)).code).toBe("PERM_DENIED");
  });

  test("a schedule of one's own is paused, resumed and ended; a changed cron moves the program's own schedule", async () => {
    const job = await jobOf("SOD_CHECK");
    const { data } = await ops.call(`${request}/doSubmit`, {
      jobId: job.id,
      submitType: "CRON",
      cron: "0 12 * * MON",
      timeZone: "Europe/Berlin",
    });
    expect(data).toMatchObject({ scheduleFlag: "Y", status: "WAITING" });
    expect((await ops.call(`schedule/requestService/pause`, { requestId: data.id })).data.status).toBe("PAUSED");
    expect((await ops.call(`schedule/requestService/resume`, { requestId: data.id })).data.status).toBe("WAITING");
    expect((await ops.call(`schedule/requestService/cancel`, { requestId: data.id })).data.status).toBe("CANCELLED");
    const admin = await product.signIn("admin");
    await admin.call(`${program}/saveOrUpdate`, { id: job.id, cron: "15 4 * * *" });
    const plans = (await ops.call(`${request}/listByPage`, { list: "submitRequest", view: "schedules", jobId: [job.id] })).data;
    expect(plans.map((row: any) => row.cron)).toEqual(["15 4 * * *"]);
  });

  test("a program that calls an address reaches only listed hosts", async () => {
    expect(isAllowed(new URL("https://erp.example.com/x"), "erp.example.com, *.test.example")).toBe(true);
    expect(isAllowed(new URL("https://a.test.example/x"), "*.test.example")).toBe(true);
    expect(isAllowed(new URL("https://eviltest.example/x"), "*.test.example")).toBe(false);
    expect(isAllowed(new URL("http://127.0.0.1:9/x"), "")).toBe(false);
    const admin = await product.signIn("admin");
    const { data } = await admin.call(`${program}/saveOrUpdate`, {
      jobCode: "CALL_OUT",
      nameCn: "外呼",
      executor: "HTTP",
      httpUrl: "http://erp.example.com/run",
      maxRetry: 0,
    });
    const sent = await ops.call(`${request}/doSubmit`, { jobId: data.id });
    await ends(sent.data.id, "FAILED");
    const groups = (await ops.call(`schedule/errorService/groups`)).data;
    expect(groups.find((g: any) => g.jobCode === "CALL_OUT")).toMatchObject({ errorCode: "JOB_HTTP_HOST", open: 1, count: 1 });
    const [error] = (await ops.call(`schedule/errorService/findPage`, { jobId: [data.id] })).data;
    const handled = await ops.call(`schedule/errorService/doHandled`, { id: error.id, handleNote: "地址未列入" });
    expect(handled.data).toMatchObject({ handledFlag: "Y", handleNote: "地址未列入" });
    const again = await ops.call(`schedule/requestService/rerun`, { requestId: sent.data.id });
    expect(again.status).toBe("S");
  });
});

describe("compensation", () => {
  const step = async (key: string, amount: string | null = null) => {
    const { id } = (await product.kernel.db.one<{ id: string }>(
      `insert into "BaseTransactionCompen" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "bizType", "bizId", "bizNum", step, "targetService", payload, "idempotencyKey", status, "nextTryAt", amount)
       values ($1, 'u', now(), 'u', now(), 1, 'BaseJob', 'J1', 'PO-1', 'PAY', 'ERP', '{"a":1}', $1, 'PENDING', now() - interval '1 s', $2) returning id`,
      [key, amount],
    ))!;
    return id;
  };
  const compenOf = async (id: string) => (await ops.call(`${compen}/findById`, { id })).data;

  test("admin 22: a step failing 5 times is FAILED and told; retried with the same key it has one effect outside", async () => {
    const effects = new Set<string>();
    let reachable = false;
    let asked = 0;
    product.kernel.steps.on("PAY", async ({ idempotencyKey }) => {
      asked += 1;
      if (!reachable) throw new Error("unreachable");
      effects.add(idempotencyKey);
      if (asked === 7) throw new Error("answer lost on the way");
    });
    const id = await step("key-1");
    const waits: number[] = [];
    for (let n = 0; n < 6; n++) {
      await product.kernel.steps.drain();
      const row = (await product.kernel.db.one<any>(
        `select *, round(extract(epoch from ("nextTryAt" - now())) / 60)::int as wait from "BaseTransactionCompen" where id = $1`,
        [id],
      ))!;
      if (row.status === "PENDING") waits.push(row.wait);
      await product.kernel.db.query(
        `update "BaseTransactionCompen" set "nextTryAt" = now() - interval '1 s' where id = $1 and status = 'PENDING'`,
        [id],
      );
    }
    expect(waits).toEqual([1, 5, 30, 120, 720]);
    expect(await compenOf(id)).toMatchObject({ status: "FAILED", tryCount: 5 });
    const sentEvents = await product.kernel.db.query<{ data: any }>(`select data from "Outbox" where event = 'COMPEN_FAILED'`);
    expect(sentEvents.map((t) => t.data)).toMatchObject([{ no: "PO-1", step: "PAY" }]);
    reachable = true;
    await ops.call(`${compen}/doRetry`, { id });
    await expect.poll(async () => (await compenOf(id)).lastError).toContain("answer lost");
    await product.kernel.db.query(`update "BaseTransactionCompen" set "nextTryAt" = now() - interval '1 s' where id = $1`, [id]);
    await product.kernel.steps.drain();
    expect((await compenOf(id)).status).toBe("DONE");
    expect([asked, effects.size]).toEqual([8, 1]);
    expect((await ops.call(`${compen}/doRetry`, { id })).code).toBe("COMPEN_STATE");
  });

  test("skipping needs a reason of 5 characters, and money a second person", async () => {
    const id = await step("key-2", "100");
    await product.kernel.db.query(`update "BaseTransactionCompen" set status = 'FAILED' where id = $1`, [id]);
    expect((await ops.call(`${compen}/doSkip`, { id, reason: "no" })).code).toBe("REASON_SHORT");
    const proposed = await ops.call(`${compen}/doSkip`, { id, reason: "paid by hand already" });
    expect(proposed.data.status).toBe("FAILED");
    expect((await ops.call(`${compen}/doSkip`, { id, reason: "paid by hand already" })).code).toBe("COMPEN_FOUR_EYES");
    const done = await second.call(`${compen}/doSkip`, { id, reason: "seen in the bank statement" });
    expect(done.data.status).toBe("SKIPPED");
    const plain = await step("key-3");
    await product.kernel.db.query(`update "BaseTransactionCompen" set status = 'FAILED' where id = $1`, [plain]);
    expect((await ops.call(`${compen}/doDone`, { id: plain, reason: "done by telephone" })).data.status).toBe("MANUAL");
  });
});

describe("logs and memory", () => {
  test("a message is kept masked, a long one with the whole as a file, and is sent again by whoever knows how", async () => {
    const { outsideLog } = product.kernel;
    const again: string[] = [];
    outsideLog.onResend("ERP_PO", async ({ bizNum }) => void again.push(String(bizNum)));
    const id = await outsideLog.interface({
      direction: "OUT",
      interfaceCode: "ERP_PO",
      partner: "erp.example.com",
      bizNum: "PO-9",
      httpStatus: 500,
      ok: false,
      error: "500",
      request: { apiKey: "hidden", lines: Array.from({ length: 6_000 }, (_, n) => ({ n, text: "some text" })) },
      response: "oops",
    });
    const row = (await ops.call("srmServer/v1/srmBaseInterfaceLogsRestful/findById", { id })).data;
    expect(row.request).toContain("••• (6)");
    expect(Buffer.byteLength(row.request)).toBeLessThanOrEqual(64 * 1024);
    expect(row.restFileIds).toMatch(/\w+/);
    expect((await ops.call("srmServer/v1/srmBaseInterfaceLogsRestful/doResend", { id })).status).toBe("S");
    expect(again).toEqual(["PO-9"]);
    const other = await outsideLog.thirdParty({
      provider: "SMS",
      operation: "send",
      request: { mobile: "13800001234" },
      ok: true,
      units: "2",
      unitPrice: "0.05",
    });
    const sms = (await ops.call("srmServer/v1/srmBaseTripartiteLogsRestful/findById", { id: other })).data;
    expect(sms).toMatchObject({ cost: "0.1", result: "SUCCESS" });
    expect(sms.requestMasked).toContain("****1234");
    expect((await ops.call("srmServer/v1/srmBaseTripartiteLogsRestful/doRetry", { id: other })).code).toBe("RESEND_UNKNOWN");
  });

  test("the boards show groups, masked values and sessions; clearing asks for the name and loses nothing", async () => {
    const info = (await ops.call(`${server}/baseRedisService/info`)).data;
    expect(info.groups.map((g: any) => g.code)).toEqual(["lookups", "profiles", "menus", "permits"]);
    expect(info.sessions.people).toBeGreaterThanOrEqual(2);
    expect(info.nodes[0].groups[0].keys).toBeGreaterThan(20);
    const { rows } = (await ops.call(`${server}/baseRedisService/listKeys`, { prefix: "lookups:JOB" })).data;
    expect(rows.map((r: any) => r.key)).toContain("lookups:JOB_STATUS");
    const { value } = (await ops.call(`${server}/baseRedisService/getValue`, { key: "lookups:JOB_STATUS" })).data;
    expect(JSON.stringify(value)).toContain("WAITING");
    expect((await ops.call(`${server}/baseRedisService/clearGroup`, { group: "lookups" })).code).toBe("CACHE_TYPED");
    expect((await ops.call(`${server}/baseRedisService/clearGroup`, { group: "lookups", typed: "lookups" })).data.keys).toBeGreaterThan(20);
    expect((await ops.call(`${server}/baseRedisService/deleteKey`, { key: "lookups:JOB_STATUS" })).status).toBe("S");
    const dic = (await ops.call(`${server}/baseLookupValuesService/findDic`, { types: ["JOB_STATUS"] })).data;
    expect(dic.JOB_STATUS.values.length).toBe(8);
  });
});
