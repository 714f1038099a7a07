import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "#kernel/server/http/call.ts";
import { insertFiles, newKey, newRow } from "#kernel/server/file/admit.ts";
import { shift } from "#kernel/time.ts";
import { Firm, codeOf, type Who } from "../../tests/support/firm.ts";
import { writeBpmn } from "./engine/bpmn-write.ts";
import { line, node, process, user } from "./engine/test-office.ts";
import { MailLinks } from "./mail.calls.ts";
import { Desk } from "./server/desk.ts";

/** What people say beside their decision, and how they decide without the page: files, links in e-mails, requests with a form of their own. */
let firm: Firm;
let clerk: Who, ann: Who, bob: Who, cid: Who, eve: Who, admin: Who;
let mail: MailLinks;

beforeAll(async () => {
  firm = await Firm.open();
  clerk = await firm.person("clerk", ["FIRM_CLERK"]);
  ann = await firm.person("ann", ["EMPLOYEE"]);
  bob = await firm.person("bob", ["EMPLOYEE"]);
  cid = await firm.person("cid", ["EMPLOYEE"]);
  eve = await firm.person("eve", ["EMPLOYEE"]);
  admin = await firm.person("admin", ["BPM_ADMIN"]);
  const keys = { mac: (purpose: string, text: string) => createHash("sha256").update(`${purpose}|${text}`).digest("hex") };
  mail = new MailLinks(new Desk(firm.kernel), keys as never, { now: () => firm.now }, "https://srm.example/");
});
afterAll(() => firm.drop());
afterEach(() => firm.stopClock(null));

const by = (...who: Who[]) => who.map((w) => w.id);

/** A file somebody has uploaded and put nowhere yet. */
async function uploaded(who: Who, name: string): Promise<string> {
  const row = newRow(who.id, firm.now, {
    originalFileName: name,
    fileName: newKey(firm.now),
    fileSize: "3",
    sha256: "0".repeat(64),
    storageCode: "LOCAL",
    mimeType: "text/plain",
    functionId: "BaseApprovalHistory",
    businessId: "",
    uploadedBy: who.id,
    scanStatus: "CLEAN",
  });
  return (await insertFiles(firm.kernel.db, [row]))[0]!.id;
}

describe("files beside an opinion", () => {
  test("they belong to the line of history and are read by whoever reads the sheet; another's file is refused", async () => {
    await firm.process(line(user("a", by(ann)), user("b", by(bob))));
    const it = await firm.submit(clerk);
    const foreign = await uploaded(bob, "bob.txt");
    expect(await codeOf(firm.pass(it, ann, { fileIds: foreign }))).toBe("FILE_FOREIGN");
    const own = await uploaded(ann, "quote.txt");
    await firm.pass(it, ann, { comment: "see the quote", fileIds: own });
    const found = (await firm.sheet(it["id"]))["history"].find((h: any) => h.action === "PASS");
    expect(found.fileIds).toBe(own);
    const row = await firm.kernel.db.one<any>(`select "functionId", "businessId", "visibleTo" from "BaseFile" where id = $1`, [own]);
    expect(row).toEqual({ functionId: "BaseApprovalHistory", businessId: found.id, visibleTo: "INTERNAL_ONLY" });
    const reads = async (who: Who) => firm.kernel.finder.sees(firm.kernel.declared.entity("BaseApprovalHistory"), found.id, await who.me());
    expect([await reads(ann), await reads(bob), await reads(cid)]).toEqual([true, true, false]);
  });
});

describe("a link in an e-mail", () => {
  const open = async (token: string, method: "GET" | "POST", value?: string): Promise<readonly [number, string]> => {
    const sent: { code: number; body: string } = { code: 0, body: "" };
    const reply = {
      code: (n: number) => ((sent.code = n), reply),
      type: () => reply,
      header: () => reply,
      send: (body: string) => void (sent.body = body),
    };
    const request = { headers: {}, query: { token }, body: value === undefined ? undefined : Buffer.from(value) };
    const ctx = { now: firm.now, requestId: "r", ip: "", language: "EN", request, reply } as unknown as Context;
    await mail
      .calls()
      .find((call) => call.method === method)!
      .handle(ctx, {});
    return [sent.code, sent.body];
  };
  const hours = async (value: string): Promise<void> => {
    const row = await firm.kernel.db.one<{ id: string }>(`select id from "BaseProfile" where "profileCode" = 'BPM_MAIL_LINK_HOURS'`);
    await firm.save("BaseProfile", { id: row!.id, values: value === "0" ? [] : [{ level: "SITE", value }] });
    await firm.kernel.settings.ready();
  };

  test("it is offered where the house allows it, shows the facts, decides once, and ends with its time", async () => {
    await firm.process(line(user("a", by(ann)), user("b", by(bob))));
    const it = await firm.submit(clerk, { title: "pens <b>", amount: "12" });
    const route = `myUpcoming?taskId=${firm.task(it, ann)}`;
    expect(await mail.offer(ann.id, route)).toBeNull();
    await hours("24");
    const link = await mail.offer(ann.id, route);
    expect(link!.url).toMatch(/^https:\/\/srm\.example\/api\/bpmServer\/bpmTaskService\/decideByMail\?token=/);
    expect(await mail.offer(ann.id, "myBpmMatterList?bizId=1")).toBeNull();
    const token = new URL(link!.url).searchParams.get("token")!;
    const [code, page] = await open(token, "GET");
    expect(code).toBe(200);
    expect(page).toContain("pens &#60;b&#62;");
    expect(firm.waiting(await firm.instance(it["bizId"]), { ann })).toEqual(["a:ann"]);
    expect((await open(`${token.slice(0, -2)}00`, "GET"))[0]).toBe(400);
    const [refused, why] = await open(token, "POST", "action=REJECT&comment=");
    expect([refused, why.includes("A comment is required")]).toEqual([409, true]);
    expect((await open(token, "POST", "action=PASS&comment=fine"))[0]).toBe(200);
    const moved = await firm.instance(it["bizId"]);
    expect(firm.waiting(moved, { ann, bob })).toEqual(["b:bob"]);
    expect(moved["tasks"].find((t: any) => t.nodeId === "a")).toMatchObject({ sourceChannel: "MAIL", comment: "fine" });
    const [used, words] = await open(token, "POST", "action=PASS");
    expect([used, words.includes("already used")]).toEqual([410, true]);
    const second = await mail.offer(bob.id, `myUpcoming?taskId=${firm.task(moved, bob)}`);
    const late = new URL(second!.url).searchParams.get("token")!;
    firm.stopClock(shift(firm.now, { hours: 25 }).toISOString());
    expect((await open(late, "GET"))[0]).toBe(410);
    await hours("0");
  });

  test("what weighs more than the limit or needs fields is decided on the page; a foreign ticket decides nothing", async () => {
    await hours("24");
    await firm.process(line(user("a", by(ann), { editableFields: ["remark"], requiredFields: ["remark"] })));
    const it = await firm.submit(clerk);
    expect(await mail.offer(ann.id, `myUpcoming?taskId=${firm.task(it, ann)}`)).toBeNull();
    await firm.process(line(user("a", by(ann))));
    const plain = await firm.submit(clerk);
    const forged = mail.ticket({ taskId: firm.task(plain, ann), userId: cid.id, until: firm.now.getTime() + 1000 });
    const [code, page] = await open(forged, "POST", "action=PASS");
    expect([code, page.includes("not yours")]).toEqual([409, true]);
    await hours("0");
  });
});

describe("a request with a form of its own", () => {
  const fields = [
    { key: "days", labelCn: "天数", labelEn: "Days", kind: "int", required: true },
    { key: "kind", labelCn: "类别", labelEn: "Kind", kind: "choice", options: ["用章", "借阅"] },
  ];
  const model = async (modelKey: string, more: object = {}): Promise<string> => {
    const bpmnXml = await writeBpmn({ ...line(user("a", by(ann)), user("b", by(bob))), key: modelKey });
    const made = await firm.save("BpmModel", {
      modelKey,
      nameCn: modelKey,
      billTypeCode: "FREE_FORM",
      formConfig: { fields },
      bpmnXml,
      ...more,
    });
    await firm.act("BpmModel", made["id"], "doPublish", {}, await admin.me());
    return made["id"];
  };
  const request = async (who: Who, modelId: string, content: object) =>
    firm.act("BpmFreeForm", undefined, "saveOrUpdate", { modelId, subject: "seal", content }, await who.me());

  test("a form that cannot be used is refused with what it lacks", async () => {
    const bad = {
      modelKey: "BAD",
      nameCn: "坏",
      billTypeCode: "FREE_FORM",
      formConfig: { fields: [{ key: "1", labelCn: "甲", kind: "choice" }] },
    };
    await expect(firm.act("BpmModel", undefined, "saveOrUpdate", bad, await admin.me())).rejects.toMatchObject({
      code: "BPM_FORM_INVALID",
    });
  });

  test("a draft may be unfinished, a submitted one may not; whoever is asked reads it, nobody else does", async () => {
    const modelId = await model("SEAL");
    expect(await codeOf(request(eve, modelId, { days: "many" }))).toBe("FIELD_INVALID");
    const draft = await request(eve, modelId, { kind: "用章" });
    await expect(firm.act("BpmFreeForm", draft["id"], "doSubmit", {}, await eve.me())).rejects.toMatchObject({
      code: "FIELD_INVALID",
      fieldErrors: [expect.objectContaining({ path: "content.days", code: "FIELD_REQUIRED" })],
    });
    await firm.act("BpmFreeForm", draft["id"], "saveOrUpdate", { content: { days: 3, kind: "用章" } }, await eve.me());
    await firm.act("BpmFreeForm", draft["id"], "doSubmit", {}, await eve.me());
    const reads = async (who: Who) => firm.kernel.finder.sees(firm.kernel.declared.entity("BpmFreeForm"), draft["id"], await who.me());
    expect([await reads(eve), await reads(ann), await reads(bob), await reads(cid)]).toEqual([true, true, true, false]);
    const moved = await firm.press(await firm.instance(draft["id"]), "doTransfer", ann, {
      taskId: firm.task(await firm.instance(draft["id"]), ann),
      toUserId: cid.id,
    });
    expect(await reads(cid)).toBe(true);
    expect((await firm.pass(await firm.pass(moved, cid), bob))["status"]).toBe("PASSED");
  });

  test("a condition may name a field of the form; one the form does not have is refused", async () => {
    const choice = node("choice", "exclusive", { defaultFlow: "choice-end" });
    const split = (condition: string) =>
      process(
        [node("start", "start"), user("a", by(ann)), choice, user("b", by(bob)), node("end", "end")],
        ["start > a > choice > end", `choice > b ? ${condition}`, "b > end"],
      );
    const drawn = async (modelKey: string, condition: string) =>
      model(modelKey, { bpmnXml: await writeBpmn({ ...split(condition), key: modelKey }) });
    expect(await codeOf(drawn("UNKNOWN", "weeks > 5"))).toBe("BPM_MODEL_INVALID");
    const modelId = await drawn("DAYS", 'days > 5 and kind = "用章"');
    const waits = async (days: number) => {
      const draft = await request(eve, modelId, { days, kind: "用章" });
      await firm.act("BpmFreeForm", draft["id"], "doSubmit", {}, await eve.me());
      return firm.waiting(await firm.pass(await firm.instance(draft["id"]), ann), { bob });
    };
    expect([await waits(3), await waits(9)]).toEqual([[], ["b:bob"]]);
  });

  test("only those in its scope may start a process", async () => {
    const modelId = await model("SCOPED", { startScope: { respCodes: ["FIRM_BOSS"] } });
    expect(await codeOf(request(eve, modelId, {}))).toBe("BPM_START_SCOPE");
    const boss = await firm.person("boss", ["EMPLOYEE", "FIRM_BOSS"]);
    expect((await request(boss, modelId, {}))["status"]).toBe("DRAFT");
  });
});
