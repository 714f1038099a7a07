import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { entity } from "#kernel/entity.ts";
import { files, text } from "#kernel/field.ts";
import type { Attachment } from "#kernel/file.ts";
import { module, page } from "#kernel/module.ts";
import { modules } from "#modules/index.ts";
import { openProduct, type Product } from "../../../product.ts";
import { signIn, type Client } from "../../../tests/support/client.ts";
import { freshDatabase, type FreshDatabase } from "../../../tests/support/database.ts";
import { save, someone } from "../../../tests/support/kernel.ts";
import { rescanFiles } from "./scan.ts";

/** The whole product with a scanner named by its environment: profiles, letters and declarations as an installation has them. */
const line = entity("TrialPaperLine", "资料行", "Paper line", {
  fields: { note: text("说明", "Note"), fileIds: files("附件", "Files", { optional: true, max: 1 }) },
  sees: {},
});
const paper = entity("TrialPaper", "资料", "Paper", {
  fields: {
    title: text("标题", "Title"),
    secretIds: files("内部", "Internal", { optional: true, visibleTo: "INTERNAL_ONLY", descRequired: true, maxSize: 100 }),
    fileIds: files("附件", "Files", { optional: true }),
  },
  lines: { lines: line },
  sees: { internal: "all" },
  saves: "internal",
});
const buttons = ["btnAdd", "btnSave", "btnUploadAttachment", "btnPreviewAttachment", "btnDownloadAttachment", "btnDelAttachment"];
const papers = module("papers", "资料", "Papers", {
  entities: [paper],
  menus: [page("papers", "资料", "Papers", { entities: [paper], buttons })],
  roles: { PAPERS: { label: ["资料", "Papers"], audience: "INTERNAL", grants: ["papers"] } },
});

const system = someone({ audience: "system", userId: "system:test", userName: "system:test" });
const folder = mkdtempSync(join(tmpdir(), "base-srm-told-"));
let clamd: Server;
let database: FreshDatabase;
let product: Product;
let client: Client;

beforeAll(async () => {
  clamd = createServer((socket) => {
    let heard = "";
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      heard += data.toString("latin1");
      if (heard.endsWith("\0\0\0\0")) socket.end(heard.includes("EICAR") ? "stream: Eicar FOUND\0" : "stream: OK\0");
    });
  }).listen(0, "127.0.0.1");
  await once(clamd, "listening");
  database = await freshDatabase();
  const port = 20_000 + Math.floor(Math.random() * 30_000);
  product = await openProduct([...modules, papers], {
    databaseUrl: database.url,
    dataDir: folder,
    port,
    host: "127.0.0.1",
    env: {
      FILE_SCANNER: `clamd://127.0.0.1:${(clamd.address() as AddressInfo).port}`,
      ARGON2_MEMORY_KIB: "19456",
      ARGON2_ROUNDS: "2",
      LOG_LEVEL: "silent",
    },
    adminPassword: "Trial@2026",
    demo: null,
  });
  const { db } = product.kernel;
  const user = await save(
    product.kernel,
    "BaseUsers",
    { userName: "writer", displayName: "Writer", email: "writer@example.com", userType: "INTERNAL", userLanguage: "EN" },
    system,
  );
  const { phc, pepperId } = await product.gate.passwords.hash("Trial@2026");
  await product.kernel.directory.setPassword(user.id, phc, pepperId, { mustChange: false, by: "system", reason: "ADMIN" });
  const responsibility = await db.one<{ id: string }>(`select id from "BaseResponsibility" where "respCode" = 'PAPERS'`);
  await save(product.kernel, "BaseUserResp", { userId: user.id, responsibilityId: responsibility!.id }, system);
  client = await signIn(`http://127.0.0.1:${port}`, "writer", "Trial@2026");
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
  clamd?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function set(code: string, value: string): Promise<void> {
  const profile = await product.kernel.db.one<{ id: string }>(`select id from "BaseProfile" where "profileCode" = $1`, [code]);
  await save(product.kernel, "BaseProfile", { id: profile!.id, values: [{ level: "SITE", value }] }, system);
}
beforeEach(async () => {
  await set("FILE_SCAN_MODE", "OFF");
  await set("FILE_DENY_EXT", "none");
  await set("FILE_QUOTA_GB", "0");
});

const upload = (name: string, content: string, meta: object = {}) =>
  client.upload<Attachment[]>("fileServer/v2/file/upload", [{ name, bytes: Buffer.from(content) }], meta);
const letters = (kind: string) =>
  product.kernel.db.query<{ recipient: string; content: string }>(
    `select recipient, content from "BaseSentMessage" where kind = $1 order by recipient`,
    [kind],
  );
const soon = async <T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> => {
  for (let n = 0; n < 300; n += 1) {
    const value = await read();
    if (isThere(value)) return value;
    await new Promise((done) => setTimeout(done, 20));
  }
  return read();
};

describe("profiles", () => {
  test("FILE_SCAN_MODE=SYNC: an infected file is refused, its uploader and the administrator are told in their languages", async () => {
    await set("FILE_SCAN_MODE", "SYNC");
    expect((await upload("good.txt", "good")).data[0]!.scanStatus).toBe("CLEAN");
    expect(await upload("bad.txt", "EICAR")).toMatchObject({ status: "E", code: "FILE_INFECTED" });
    const written = await soon(
      () => product.kernel.db.query<{ message: string }>(`select message from "BaseSystemLog" where message like 'FILE_INFECTED%'`),
      (rows) => rows.length > 0,
    );
    expect(written[0]!.message).toContain("bad.txt");
    const entries = await soon(
      () => letters("FILE_INFECTED"),
      (list) => list.length === 2,
    );
    expect(entries).toEqual([
      { recipient: "admin@example.com", content: "文件bad.txt含有病毒，已隔离" },
      { recipient: "writer@example.com", content: "File bad.txt is infected and quarantined" },
    ]);
  });

  test("FILE_SCAN_MODE=ASYNC: kept at once, judged behind, quarantined with its name still known", async () => {
    await set("FILE_SCAN_MODE", "ASYNC");
    const { data } = await upload("later.txt", "EICAR later");
    expect(data[0]!.scanStatus).toBe("PENDING");
    const read = () =>
      product.kernel.db.one<{ s: string; k: string }>(`select "scanStatus" as s, "fileName" as k from "BaseFile" where id = $1`, [
        data[0]!.id,
      ]);
    expect(await soon(read, (row) => row?.s !== "PENDING")).toMatchObject({ s: "INFECTED", k: expect.stringMatching(/^quarantine\//) });
    expect(await client.call("fileServer/v2/file/downloadBody", { id: data[0]!.id })).toMatchObject({ code: "FILE_INFECTED" });
  });

  test("what waits after a restart gets its verdict from the next round", async () => {
    const { data } = await upload("waiting.txt", "good");
    const { db } = product.kernel;
    await db.query(`update "BaseFile" set "scanStatus" = 'PENDING' where id = $1`, [data[0]!.id]);
    const [store, scanner] = [{ current: "LOCAL", quotaBytes: 0, of: () => ({}) }, null];
    expect(await rescanFiles({ scanner, storages: store } as never, db)).toBe(0);
    await product.kernel.jobs.add("FILE_RESCAN", {}, "test", { key: "now" });
    const read = () => db.one<{ s: string }>(`select "scanStatus" as s from "BaseFile" where id = $1`, [data[0]!.id]);
    expect(await soon(read, (row) => row?.s !== "PENDING")).toEqual({ s: "CLEAN" });
  });

  test("FILE_DENY_EXT adds to the built-in list, however it is written", async () => {
    await set("FILE_DENY_EXT", ".TXT; csv，*.log");
    for (const name of ["a.txt", "a.csv", "a.LOG", "a.exe"]) expect((await upload(name, "x")).code).toBe("FILE_EXT");
    await set("FILE_DENY_EXT", "none");
    expect((await upload("a.txt", "x")).status).toBe("S");
  });

  test("FILE_QUOTA_GB refuses what no longer fits, and administrators hear at 90 %", async () => {
    const { db } = product.kernel;
    const { data } = await upload("quota.txt", "x");
    await db.query(`update "BaseFile" set "fileSize" = $2 where id = $1`, [data[0]!.id, Math.round(0.95 * 1024 ** 3)]);
    await set("FILE_QUOTA_GB", "1");
    expect((await upload("small.txt", "y")).status).toBe("S");
    const entries = await soon(
      () => letters("FILE_QUOTA"),
      (list) => list.length > 0,
    );
    expect(entries).toEqual([{ recipient: "admin@example.com", content: "存储空间已使用95%" }]);
    const large = { name: "large.txt", size: 200 * 1024 ** 2, sha256: "0".repeat(64) };
    expect((await client.call("largeFileServer/v1/largeFile/init", large)).code).toBe("FILE_QUOTA");
    await db.query(`update "BaseFile" set "fileSize" = 1 where id = $1`, [data[0]!.id]);
  });
});

describe("declarations", () => {
  const at = (name: string) => `srmServer/v1/trialPaperRestful/${name}`;
  test("a field's own rule holds at the upload and again at the save", async () => {
    const field = { functionId: "TrialPaper", valueKey: "secretIds" };
    expect((await upload("a.txt", "x", field)).code).toBe("FILE_DESC");
    expect((await upload("a.txt", "x".repeat(101), { ...field, fileDesc: "why" })).code).toBe("FILE_SIZE");
    const attachment = (await upload("a.txt", "x", { ...field, fileDesc: "why", visibleTo: "SHARED" })).data[0]!;
    expect(attachment.visibleTo).toBe("INTERNAL_ONLY");
    // Sent without naming its field, a file finds the same door when the record is saved.
    const sly = (await upload("sly.txt", "x", { functionId: "TrialPaper", valueKey: "fileIds" })).data[0]!;
    expect((await client.call(at("saveOrUpdate"), { title: "t", secretIds: sly.id })).code).toBe("FILE_DESC");
    const saved = await client.call(at("saveOrUpdate"), { title: "t", secretIds: attachment.id, fileIds: sly.id });
    expect(saved.status).toBe("S");
  });

  test("the files of a line follow its document, its count holds for copies too", async () => {
    const saved = await client.call(at("saveOrUpdate"), { title: "t", lines: [{ note: "one" }] });
    const target = { functionId: "TrialPaperLine", businessId: saved.data.lines[0].id, valueKey: "fileIds" };
    const own = (await upload("line.txt", "x", target)).data[0]!;
    const more = await client.call(at("saveOrUpdate"), {
      id: saved.data.id,
      versionNum: saved.data.versionNum,
      lines: [{ id: saved.data.lines[0].id, note: "one", fileIds: own.id }],
    });
    expect(more.status).toBe("S");
    expect((await upload("second.txt", "x", target)).code).toBe("FILE_COUNT");
    expect((await client.call("fileServer/v2/file/copy", { ids: [own.id], ...target })).code).toBe("FILE_COUNT");
    expect((await client.call("fileServer/v2/file/delete", { id: own.id })).status).toBe("S");
  });
});
