import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SigningWorld } from "../../../tests/support/contract-signing.ts";
import type { ContractWorld } from "../../../tests/support/contracting.ts";
import { houseOf } from "../server.ts";
import { ok, today, type Row } from "../../../tests/support/managing.ts";
import { partsOf } from "#kernel/server/docx/tracks.ts";

let world: SigningWorld;
let house: ContractWorld;

beforeAll(async () => {
  world = await SigningWorld.open();
  ({ house } = world);
});
afterAll(() => house?.drop());

const sum = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const upload = async (name: string): Promise<string> => {
  const reply = await house.buyer.upload(
    "fileServer/v2/file/upload",
    [{ name, bytes: Buffer.from("%PDF-1.4\nscan of the signed contract") }],
    {
      functionId: "SrmCctContract",
      valueKey: "signedFileId",
    },
  );
  return (reply.data[0] ?? reply.data)["id"];
};

describe("publication", () => {
  test("contracts 1 and 5: exactly the confirmed text is published; the official copy carries its checksum", async () => {
    const doc = await world.published();
    expect(doc).toMatchObject({ status: "PUBLISHED", publishStatus: "PUBLISHED" });
    const bytes = await world.bytes(doc["pdfFileId"]);
    expect(sum(bytes)).toBe(doc["pdfSum"]);
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect((await house.sentEvents("CCT_PUBLISHED")).at(-1)!["data"]).toMatchObject({ num: doc["contractNum"] });
    // Made twice it is the same file.
    expect(await ok(house.contracts("generatePdf", { id: doc["id"] }))).toMatchObject({ fileId: doc["pdfFileId"] });
  });

  test("contracts 5: another text than the confirmed one is not published", async () => {
    const doc = await house.confirmed({ signMode: "ESIGN" });
    await house.world.rows(`update "SrmCctItem" set "unitPrice" = 1 where "parentId" = $1`, doc["id"]);
    await house.world.rows(`update "SrmCctContract" set "expiryDate" = '2098-01-01' where id = $1`, doc["id"]);
    expect((await house.contracts("doSubmitPublish", { id: doc["id"] })).code).toBe("CCT-031");
    expect((await house.contracts("doSubmitPublish", { id: (await house.sent())["id"] })).status).toBe("E");
  });

  test("a returned publication is confirmed again and can be submitted again", async () => {
    const doc = await house.confirmed({ signMode: "ESIGN" });
    await ok(house.contracts("doSubmitPublish", { id: doc["id"] }));
    expect(await house.found(doc["id"])).toMatchObject({ status: "PUBLISH_APPROVING", publishStatus: "APPROVING" });
    await ok(house.world.decides(doc["id"], "doReject"));
    expect(await house.found(doc["id"])).toMatchObject({ status: "CONFIRMED", publishStatus: "REJECTED" });
    await ok(house.contracts("doSubmitPublish", { id: doc["id"] }));
    await ok(house.world.decides(doc["id"]));
    expect(await house.found(doc["id"])).toMatchObject({ status: "PUBLISHED" });
  });

  test("a type that needs no approval of its publication goes straight", async () => {
    const doc = await house.confirmed({ signMode: "PAPER", contractType: "NDA" });
    await ok(house.contracts("doSubmitPublish", { id: doc["id"] }));
    expect(await house.found(doc["id"])).toMatchObject({ status: "PUBLISHED" });
  });
});

describe("electronic signature", () => {
  test("contracts 1 and 7: supplier and buyer sign in their order; the signed file proves it by itself", async () => {
    const doc = await world.published();
    const { flowId, tasks } = await world.started(doc);
    expect((await world.signs("sign", { flowId, taskId: tasks["BUYER"] })).code).toBe("CCT-043");
    expect((await world.signs("querySignUrl", { flowId, taskId: tasks["BUYER"] })).code).toBe("CCT-043");
    expect((await world.signs("sendSignCode", { flowId, taskId: tasks["BUYER"] })).code).toBe("CCT-043");
    expect((await world.signs("sign", { flowId, taskId: tasks["SUPPLIER"], code: "000000" }, house.vendor)).status).toBe("E");
    expect(await house.found(doc["id"])).toMatchObject({ status: "SIGNING" });
    await ok(world.signs("sign", { flowId, taskId: tasks["SUPPLIER"] }, house.vendor));
    expect((await world.signs("sign", { flowId, taskId: tasks["SUPPLIER"] }, house.vendor)).code).toBe("CCT-074");
    expect(await house.found(doc["id"])).toMatchObject({ status: "SIGNING" });
    await ok(world.signs("sign", { flowId, taskId: tasks["BUYER"] }));
    const after = await house.found(doc["id"]);
    expect(after).toMatchObject({ pdfHash: doc["pdfHash"], supplierSignDate: expect.any(String), buyerSignDate: expect.any(String) });
    expect(after).toMatchObject({ status: "EFFECTIVE", amountIncl: "113000.00" });
    expect(after["stages"].map((stage: Row) => [stage["amount"], stage["stageStatus"], stage["triggeredAmount"]])[0]).toEqual([
      ...["33900.00", "TRIGGERED", "33900.00"],
    ]);
    expect(sum(await world.bytes(after["signedFileId"]))).toBe(after["signedSum"]);
    const verdict = await ok(world.signs("verify", { contractId: doc["id"] }, house.vendor));
    expect(verdict).toMatchObject({ ok: true, whole: true, stored: true });
    expect(verdict["signatures"].map((row: Row) => [row["signer"], row["company"], row["faults"]])).toEqual([
      ["王小明", "虚构制造", []],
      ["李工", "一厂", []],
    ]);
    expect((await house.sentEvents("CCT_SIGNED")).at(-1)!["data"]).toMatchObject({ num: doc["contractNum"] });
    expect(await ok(world.signs("downloadSignedDoc", { flowId }))).toMatchObject({ sha256: after["signedSum"] });

    const path = "srmServer/v1/srmCctContractRestful/downloadEvidence";
    const parts = await partsOf((await house.buyer.download(path, { id: doc["id"] })).bytes);
    const { files, contract } = JSON.parse(String(parts.get("index.json")));
    expect(contract).toMatchObject({ number: doc["contractNum"], version: 1 });
    for (const { name, sha256, size } of files as Row[])
      expect([name, sha256, size]).toEqual([name, sum(parts.get(name)!), parts.get(name)!.length]);
    const names = (files as Row[]).map((row) => String(row["name"]));
    for (const name of ["confirmation.json", "journal.json", "versions/v1.json", "certificates/authority.cer", "certificates/revoked.crl"])
      expect(names).toContain(name);
    expect(names.filter((name) => /^certificates\/[0-9a-f]+\.cer$/.test(name))).toHaveLength(2);
    expect(sum(parts.get(names.find((name) => name.startsWith("signed/"))!)!)).toBe(after["signedSum"]);
    expect(sum(parts.get(names.find((name) => name.startsWith("official/"))!)!)).toBe(doc["pdfSum"]);
    const log = JSON.parse(String(parts.get(names.find((name) => name.endsWith("/log.json"))!)));
    expect(log["tasks"].map((row: Row) => [row["side"], row["state"], row["linkUsed"]])).toEqual([
      ["SUPPLIER", "SIGNED", undefined],
      ["BUYER", "SIGNED", undefined],
    ]);
    expect(JSON.parse(String(parts.get("certificates/verification.json")))).toMatchObject({ ok: true, stored: true });
    expect(JSON.parse(String(parts.get("confirmation.json")))["confirmation"]).toMatchObject({ textChecksum: doc["pdfHash"] });
    expect(String(parts.get("SHA256SUMS"))).toContain(`${sum(parts.get("index.json")!)}  index.json`);
    for (const by of [house.vendor, house.stranger]) expect((await by.call(path, { id: doc["id"] })).status).toBe("E");
    expect((await house.buyer.call(path, { id: (await world.published())["id"] })).code).toBe("CCT-086");
  });

  test("contracts 6: tasks and files of a signing are invisible to another supplier", async () => {
    const doc = await world.published();
    const { flowId, tasks } = await world.started(doc);
    const task = { flowId, taskId: tasks["SUPPLIER"] };
    const missing = { flowId: "none", taskId: "none" };
    for (const call of ["sign", "querySignUrl", "refuse", "sendSignCode"])
      expect([call, (await world.signs(call, task, house.stranger)).code]).toEqual([
        call,
        (await world.signs(call, missing, house.stranger)).code,
      ]);
    expect((await world.signs("sign", task, house.stranger)).code).toBe("CCT-404");
    expect((await house.stranger.call("srmServer/v1/srmCctSignFlowRestful/findById", { id: flowId })).code).toBe("CCT-404");
    const files = (id: string) => house.stranger.download("fileServer/v2/file/download", { id });
    expect((await files(doc["pdfFileId"])).error?.code).toBe((await files("none")).error?.code);
    expect((await world.signs("verify", { contractId: doc["id"] }, house.stranger)).code).toBe("CCT-404");
  });

  test("contracts 8: a signer authorised to 50 000 cannot sign 113 000; a disabled account cannot sign at all", async () => {
    const doc = await world.published();
    await ok(world.authorise("us", "buyer", "50000"));
    expect((await world.signs("startHandSignFlow", { contractId: doc["id"], signers: world.signers() })).code).toBe("CCT-041");
    await ok(world.authorise("us", "buyer"));
    const { flowId, tasks } = await world.started(doc);
    await ok(world.save("SrmCctSignPersonAccount", "doDisable", { id: world.accounts["vendor"] }));
    expect((await world.signs("sign", { flowId, taskId: tasks["SUPPLIER"] }, house.vendor)).code).toBe("CCT-040");
    await ok(world.save("SrmCctSignPersonAccount", "doEnable", { id: world.accounts["vendor"] }));
    await ok(world.signs("sign", { flowId, taskId: tasks["SUPPLIER"] }, house.vendor));
  });

  test("contracts 13: a contract whose signing runs becomes void: the signing is revoked, the number stays", async () => {
    const doc = await world.published();
    const { flowId, tasks } = await world.started(doc);
    const { revealed } = await house.contracts("doVoid", { id: doc["id"], kind: "NOT_SIGNED", reason: "供应商未签署" });
    await ok(house.buyer.call("srmServer/v1/srmCctVoidRestful/doSubmit", { id: revealed.voidId }));
    expect((await world.signs("sign", { flowId, taskId: tasks["SUPPLIER"] }, house.vendor)).code).toBe("CCT-050");
    await ok(house.world.decides(revealed.voidId));
    expect(await house.found(doc["id"])).toMatchObject({ status: "VOIDED", contractNum: doc["contractNum"] });
    expect(await house.world.rows(`select status from "SrmCctSignFlow" where id = $1`, flowId)).toEqual([{ status: "REVOKED" }]);
    expect((await world.signs("sign", { flowId, taskId: tasks["SUPPLIER"] }, house.vendor)).status).toBe("E");
  });

  test("contracts 24: the supplier's copy of the signed file is marked behind what was signed; the stored file and its signatures stay", async () => {
    const doc = await world.published();
    const { flowId, tasks } = await world.started(doc);
    await ok(world.signs("sign", { flowId, taskId: tasks["SUPPLIER"] }, house.vendor));
    await ok(world.signs("sign", { flowId, taskId: tasks["BUYER"] }));
    const { signedFileId: id, signedSum } = await house.found(doc["id"]);
    const stored = await world.bytes(id);
    const copy = (await house.vendor.download("fileServer/v2/file/downloadBody", { id })).bytes;
    expect([copy.length > stored.length, copy.subarray(0, stored.length).equals(stored)]).toEqual([true, true]);
    const own = (await house.buyer.download("fileServer/v2/file/downloadBody", { id })).bytes;
    expect([sum(own), sum(await world.bytes(id))]).toEqual([signedSum, signedSum]);
    expect(await ok(world.signs("verify", { contractId: doc["id"] }))).toMatchObject({ ok: true, whole: true, stored: true });
  });

  test("where nobody is named, the first of each side who may sign this amount does", async () => {
    const doc = await world.published();
    await ok(world.authorise("us", "buyer", "50000"));
    const unnamed = { contractId: doc["id"], signers: [] };
    expect((await world.signs("startHandSignFlow", unnamed)).code).toBe("CCT-073");
    await ok(world.authorise("us", "buyer"));
    const { tasks } = await ok(world.signs("startHandSignFlow", unnamed));
    expect(tasks.map((row: Row) => row["side"])).toEqual(["SUPPLIER", "BUYER"]);
    const { signFlowId } = await house.found(doc["id"]);
    const rows = `select "signerName" from "SrmCctSignTask" where "parentId" = $1 order by seq`;
    expect((await house.world.rows(rows, signFlowId)).map((row) => row["signerName"])).toEqual(["王小明", "李工"]);
  });

  test("a signer refuses, or time runs out: the contract is published again and its owner is told", async () => {
    const doc = await world.published();
    const { flowId, tasks } = await world.started(doc);
    const task = { flowId, taskId: tasks["SUPPLIER"] };
    expect((await world.signs("refuse", { ...task, reason: "不" }, house.vendor)).code).toBe("CCT-034");
    await ok(world.signs("refuse", { ...task, reason: "印章遗失，暂缓" }, house.vendor));
    expect(await house.found(doc["id"])).toMatchObject({ status: "PUBLISHED", signEnded: "印章遗失，暂缓" });
    const again = await world.started(doc);
    await house.world.act("SrmCctSignFlow", again.flowId, "doExpire");
    expect(await house.found(doc["id"])).toMatchObject({ status: "PUBLISHED" });
    expect((await world.signs("sign", { flowId: again.flowId, taskId: again.tasks["SUPPLIER"] }, house.vendor)).status).toBe("E");
    const third = await world.started(doc);
    await ok(house.contracts("doRevokeSign", { id: doc["id"], reason: "条款有误" }));
    const flow = await house.world.rows(`select status from "SrmCctSignFlow" where id = $1`, third.flowId);
    expect(flow).toEqual([{ status: "REVOKED" }]);
    expect(await house.found(doc["id"])).toMatchObject({ status: "PUBLISHED" });
  });

  test("a supplier without an account signs by a link: half an hour, once, with a code", async () => {
    const doc = await world.published();
    const { flowId, tasks } = await world.started(doc, { linkFlag: true });
    const sent = await ok(world.signs("querySignUrl", { flowId, taskId: tasks["SUPPLIER"], send: true }));
    expect(sent["target"]).toBe("v***@example.com");
    const { dataDir, url } = house.world.product;
    const letters = readdirSync(join(dataDir, "letters")).map((name) => readFileSync(join(dataDir, "letters", name), "utf8"));
    const link = letters.map((text) => /\/api\/srmServer\/v1\/esignSignRestful\/link\?token=\S+/.exec(text)?.[0]).find(Boolean)!;
    const page = await fetch(url + link);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(doc["pdfHash"])]);
    const pdf = await fetch(url + link.replace("/link?", "/linkPdf?"));
    expect(sum(new Uint8Array(await pdf.arrayBuffer()))).toBe(doc["pdfSum"]);
    const press = (form: Record<string, string>) =>
      fetch(url + link, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(form),
      });
    expect((await press({ do: "sign", code: "000000" })).status).not.toBe(200);
    expect((await press({ do: "code" })).status).toBe(200);
    await house.world.product.gate.idle();
    expect((await press({ do: "sign", code: world.code() })).status).toBe(200);
    expect((await press({ do: "sign", code: world.code() })).status).toBe(410);
    expect((await fetch(url + link.slice(0, -2) + "zz")).status).toBe(400);
  });
});

describe("an outside provider", () => {
  const event = (flowId: string, taskId: string, hash: string, eventId: string) =>
    JSON.stringify({
      eventId,
      flowId,
      taskId,
      result: "SIGNED",
      hash,
      signedAt: new Date().toISOString(),
      signerName: "王小明",
      signedIp: "10.0.0.9",
    });
  const callback = (body: string, signature: string) =>
    fetch(`${house.world.product.url}/api/srmServer/v1/esignSignRestful/signCallback`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-esign-signature": signature },
      body,
    });

  test("contracts 9: an event counts once, however often it comes; a bad signature is refused and noted", async () => {
    const { kernel } = house.world.product;
    const provider = houseOf({ kernel, env: {} });
    const doc = await world.published();
    const { flowId, tasks } = await world.started(doc, { provider: "ESIGN" });
    expect((await world.signs("sign", { flowId, taskId: tasks["SUPPLIER"] }, house.vendor)).code).toBe("CCT-087");
    const first = event(flowId, tasks["SUPPLIER"]!, doc["pdfSum"], "ev-1");
    expect((await callback(first, "0".repeat(64))).status).toBe(403);
    for (let i = 0; i < 2; i++) expect((await callback(first, provider.sign(first))).status).toBe(200);
    const notes = await house.world.rows(`select verified, result from "SrmCctSignCallback" order by id`);
    expect(notes.toSorted((a, b) => a["result"].localeCompare(b["result"]))).toEqual([
      { verified: "N", result: "CCT-042" },
      { verified: "Y", result: "OK" },
    ]);
    const [task] = await house.world.rows(`select state, ip from "SrmCctSignTask" where id = $1`, tasks["SUPPLIER"]);
    expect(task).toEqual({ state: "SIGNED", ip: "10.0.0.9" });
    // The second event is lost; the program asks for it.
    provider.happened(JSON.parse(event(flowId, tasks["BUYER"]!, doc["pdfSum"], "ev-2")));
    await kernel.jobs.add("CCT_SIGN_POLL", {}, "test");
    await vi.waitFor(async () => expect(["SIGNED", "EFFECTIVE"]).toContain((await house.found(doc["id"]))["status"]), 20_000);
  });
});

describe("without electronic signatures", () => {
  test("contracts 10: a paper contract needs both dates; then it is signed and the checksum of the scan is kept", async () => {
    const doc = await world.published({ signMode: "PAPER" });
    const signedFileId = await upload("signed.pdf");
    expect((await house.contracts("doUploadSigned", { id: doc["id"], signedFileId })).status).toBe("E");
    const dates = { supplierSignDate: today, buyerSignDate: today };
    expect((await house.contracts("doUploadSigned", { id: doc["id"], signedFileId: doc["pdfFileId"], ...dates })).code).toBe("CCT-163");
    const early = { ...dates, supplierSignDate: "2020-01-01" };
    expect((await house.contracts("doUploadSigned", { id: doc["id"], signedFileId, ...early })).code).toBe("CCT-169");
    const { revealed } = await house.contracts("doVoid", { id: doc["id"], kind: "NOT_SIGNED", reason: "供应商未签署" });
    expect((await house.contracts("doUploadSigned", { id: doc["id"], signedFileId, ...dates })).code).toBe("CCT-050");
    await ok(house.buyer.call("srmServer/v1/srmCctVoidRestful/delete", { id: revealed.voidId }));
    const electronic = await world.published();
    expect((await house.contracts("doUploadSigned", { id: electronic["id"], signedFileId, ...dates })).code).toBe("CCT-162");
    await ok(house.contracts("doUploadSigned", { id: doc["id"], signedFileId, ...dates }));
    const after = await house.found(doc["id"]);
    expect(["SIGNED", "EFFECTIVE"]).toContain(after["status"]);
    expect(after["signedSum"]).toBe(sum(Buffer.from("%PDF-1.4\nscan of the signed contract")));
  });

  test("a supplier that is frozen meanwhile gets no contract published, signed on paper or electronically", async () => {
    const confirmed = await house.confirmed({ signMode: "PAPER" });
    const [paper, waiting] = [await world.published({ signMode: "PAPER" }), await world.published()];
    const begun = await world.published();
    const { flowId, tasks } = await world.started(begun);
    const control = { scopeType: "ALL", blockedOps: ["AWARD"], startDate: today, controlReason: "COMPLIANCE" };
    const controlled = (input: object) =>
      house.world.act("SrmSupInfo", house.ids["S1"]!, "doControl", { docType: "TEST", docId: "T", reason: "test", ...input });
    await controlled({ add: [control] });
    const upload_ = { id: paper["id"], signedFileId: await upload("frozen.pdf"), supplierSignDate: today, buyerSignDate: today };
    expect((await house.contracts("doUploadSigned", upload_)).code).toBe("SLC_TRD_001");
    expect((await house.contracts("doSubmitPublish", { id: confirmed["id"] })).code).toBe("SLC_TRD_001");
    expect((await world.signs("startHandSignFlow", { contractId: waiting["id"], signers: world.signers() })).code).toBe("SLC_TRD_001");
    expect((await world.signs("sign", { flowId, taskId: tasks["SUPPLIER"] }, house.vendor)).code).toBe("SLC_TRD_001");
    const lift = (
      await house.world.rows(`select id from "SrmSupControl" where "supplierId" = $1 and "controlStatus" = 'ACTIVE'`, house.ids["S1"])
    ).map((row) => row["id"]);
    await controlled({ lift });
    await ok(house.contracts("doUploadSigned", upload_));
  });

  test("contracts 23: a simplified contract is signed by clicks, supplier then buyer, each with a code", async () => {
    const templateId = await house.lockedTemplate();
    const quick = (unitPrice: string) => house.quick(unitPrice, templateId);
    expect((await quick("20000.01")).code).toBe("CCT-023");
    const made = await ok(quick("20000"));
    await ok(house.contracts("saveOrUpdate", { ...made, trade: [{ incoterm: "DAP", place: "苏州", transportMode: "ROAD" }] }));
    await ok(house.contracts("doSubmit", { id: made["id"] }));
    await ok(house.world.decides(made["id"]));
    await ok(house.contracts("doSendConfirm", { id: made["id"] }));
    const doc = await house.found(made["id"]);
    await ok(house.contracts("doSupplierConfirm", { id: doc["id"], pdfHash: doc["pdfHash"] }, house.vendor));
    await ok(house.contracts("doSubmitPublish", { id: doc["id"] }));
    await ok(house.contracts("generatePdf", { id: doc["id"] }));
    const { signFlowId: flowId, status } = await house.found(doc["id"]);
    expect(status).toBe("SIGNING");
    const rows = await house.world.rows(`select id, side from "SrmCctSignTask" where "parentId" = $1`, flowId);
    const task = (side: string) => ({ flowId, taskId: rows.find((row) => row["side"] === side)!["id"] });
    // The codes of the tests before are a day old: a second one to the same address has to wait.
    await house.world.rows(`update "BaseVerifyCode" set "creationDate" = "creationDate" - interval '2 days'`);
    const click = async (side: string, by: typeof house.buyer) => {
      await ok(world.signs("sendSignCode", task(side), by));
      await house.world.product.gate.idle();
      return world.signs("sign", { ...task(side), code: world.code() }, by);
    };
    expect((await world.signs("sign", task("SUPPLIER"), house.vendor)).code).toBe("CCT-085");
    await ok(click("SUPPLIER", house.vendor));
    await ok(click("BUYER", house.buyer));
    const after = await house.found(doc["id"]);
    expect(after["status"]).toBe("EFFECTIVE");
    expect(await ok(world.signs("verify", { contractId: doc["id"] }))).toMatchObject({ ok: true, signatures: [{ signer: "BASE SRM" }] });
  });
});
