import { createCipheriv, publicEncrypt, randomBytes, constants } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import yauzl from "yauzl";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fileRule, type Attachment } from "#kernel/file.ts";
import { refuse } from "#kernel/refusal.ts";
import { envelopeAad } from "#kernel/sign.ts";
import { shift } from "#kernel/time.ts";
import { bindFiles } from "./hold.ts";
import { purgeFiles } from "./purge.ts";
import { pdf } from "./test-files.ts";
import { buyer, colleague, first, openWorld, second, type Person, type World } from "./test-world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const quote = { functionId: "SrmQuotation", businessId: "q1" };
const foreign = { functionId: "SrmQuotation", businessId: "q2" };
beforeEach(() => {
  world.records.clear();
  world.rules.clear();
  world.records.set("SrmQuotation/q1", { read: ["sup-a", "buyer01", "buyer02"], change: ["sup-a", "buyer01"] });
  world.records.set("SrmQuotation/q2", { read: ["sup-b", "buyer01"], change: ["sup-b"] });
});

const list = async (ids: readonly string[], who?: Person) => {
  const answer = await world.post("fileServer/v2/file/listBaseFile", { ids }, who);
  return { ids: (answer.data as Attachment[]).map((file) => file.id), missing: answer["missing"] };
};
const download = (id: string, who?: Person, headers?: Record<string, string>) =>
  world.fetch("fileServer/v2/file/downloadBody", { id }, who, headers);
const code = async (reply: Response): Promise<string> => ((await reply.json()) as { code: string }).code;

/** A body only this request can carry, as a browser would seal it. */
function sealed(body: object, who: Person, timestamp: string, path = "/api/fileServer/v2/file/batchDelete") {
  const { keyId, publicKey } = world.parts.keys.envelope();
  const key = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(envelopeAad(`c_${who.userId}`, timestamp, path)));
  const data = Buffer.concat([cipher.update(JSON.stringify(body)), cipher.final(), cipher.getAuthTag()]);
  const ek = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }, key);
  return { keyId, ek: ek.toString("base64url"), iv: iv.toString("base64url"), data: data.toString("base64url") };
}
const batchDelete = async (ids: readonly string[], who: Person = buyer, timestamp = "1") =>
  (await (await world.fetch("fileServer/v2/file/batchDelete", sealed({ ids }, who, timestamp), who, { timestamp })).json()) as {
    status: string;
    code?: string;
    msg?: string;
    data: { deleted: string[]; refused: { id: string; code: string }[] };
  };

describe("who may see a file", () => {
  test("table 14: another supplier's file answers like one that does not exist, in every call", async () => {
    const { id } = await world.keep("offer.pdf", pdf(), foreign, second);
    const none = "00000000-0000-0000-0000-000000000000";
    for (const path of [
      "fileServer/v2/file/downloadBody",
      "largeFileServer/v1/largeFile/downloadBody",
      "fileServer/v2/pageoffice/doFilePdfView",
      "fileServer/v2/file/getFileUrl",
      "fileServer/v2/images/download",
      "fileServer/v2/file/delete",
    ]) {
      const [real, missing] = await Promise.all([id, none].map(async (value) => (await world.fetch(path, { id: value }, first)).text()));
      expect(real).toBe(missing);
      expect(JSON.parse(real!)).toMatchObject({ status: "E", code: "FILE_NOT_FOUND" });
    }
    expect(await code(await world.fetch(`fileServer/v2/file/download?id=${id}`, {}, first))).toBe("FILE_NOT_FOUND");
    expect((await world.post("fileServer/v2/file/copy", { ids: [id], ...quote }, first)).code).toBe("FILE_NOT_FOUND");
    expect(await list([id], first)).toEqual({ ids: [], missing: 1 });
    expect((await download(id, second)).status).toBe(200);
  });

  test("table 14: one such id among five refuses the whole zip", async () => {
    const own = await Promise.all([1, 2, 3, 4].map((n) => world.keep(`${n}.txt`, `${n}`, quote, first)));
    const other = await world.keep("x.txt", "x", foreign, second);
    const reply = await world.fetch("fileServer/v2/file/batchDownload", { ids: [...own.map((file) => file.id), other.id] }, first);
    expect(reply.headers.get("content-type")).toContain("application/json");
    expect(await code(reply)).toBe("FILE_NOT_FOUND");
  });

  test("an unbound file is its uploader's alone, and becomes the record's when it is saved", async () => {
    const { id } = await world.keep("a.txt", "x", { functionId: "SrmQuotation" }, first);
    expect(await list([id], buyer)).toEqual({ ids: [], missing: 1 });
    expect(await list([id], first)).toEqual({ ids: [id], missing: 0 });
    await bindFiles(world.db, "sup-a", world.now, [{ ...quote, valueKey: "fileIds", rule: fileRule({}), before: [], after: [id] }]);
    expect(await list([id], colleague)).toEqual({ ids: [id], missing: 0 });
  });

  test("internal files stay inside, whatever the record allows", async () => {
    const { id } = await world.keep("margin.txt", "x", { ...quote, visibleTo: "INTERNAL_ONLY" });
    expect(await code(await download(id, first))).toBe("FILE_NOT_FOUND");
    expect(await list([id], first)).toEqual({ ids: [], missing: 1 });
    expect((await download(id, colleague)).status).toBe(200);
    world.rules.set("SrmQuotation", { visibleTo: "INTERNAL_ONLY" });
    expect((await world.keep("b.txt", "x", quote)).visibleTo).toBe("INTERNAL_ONLY");
  });

  test("a sealed record answers with its own code to insiders and not at all to others", async () => {
    const { id } = await world.keep("bid.pdf", pdf(), foreign, second);
    world.records.set("SrmQuotation/q2", {
      read: ["sup-b", "buyer01"],
      change: ["sup-b"],
      sealed: refuse("BID-140", "标书未开标", "The bid is sealed"),
    });
    expect(await code(await download(id, buyer))).toBe("BID-140");
    expect(await code(await download(id, first))).toBe("FILE_NOT_FOUND");
  });

  test("the list keeps the asked order and counts what it leaves out", async () => {
    const [a, b] = [await world.keep("a.txt", "a", quote), await world.keep("b.txt", "b", quote)];
    expect(await list([b.id, "nope", a.id])).toEqual({ ids: [b.id, a.id], missing: 1 });
    expect((await world.post("fileServer/v2/file/listBaseFile", { ids: `${a.id},${b.id}` })).data).toHaveLength(2);
  });

  test("table 22: without btnDelAttachment a hand-made batch delete is PERM_DENIED, and so for the other buttons", async () => {
    const { id } = await world.keep("a.pdf", pdf(), quote);
    const without = (...buttons: string[]): Person => ({ ...buyer, without: buttons });
    expect((await batchDelete([id], without("btnDelAttachment"))).code).toBe("PERM_DENIED");
    expect((await world.fetch("fileServer/v2/file/delete", { id }, without("btnDelAttachment"))).status).toBe(403);
    expect((await download(id, without("btnDownloadAttachment"))).status).toBe(403);
    expect((await world.fetch("fileServer/v2/pageoffice/doFilePdfView", { id }, without("btnPreviewAttachment"))).status).toBe(403);
    expect(await list([id])).toEqual({ ids: [id], missing: 0 });
    world.rules.set("SrmQuotation", { checkPermission: false });
    expect((await batchDelete([id], without("btnDelAttachment"))).data.deleted).toEqual([id]);
  });
});

describe("downloads", () => {
  test("always as a download, never sniffed, named as people named it", async () => {
    const { id } = await world.keep("报价 (1)'s.pdf", pdf(), quote);
    const reply = await download(id);
    expect(reply.headers.get("content-disposition")).toBe(
      `attachment; filename="__ (1)'s.pdf"; filename*=UTF-8''%E6%8A%A5%E4%BB%B7%20%281%29%27s.pdf`,
    );
    expect(reply.headers.get("content-type")).toBe("application/octet-stream");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    expect(reply.headers.get("content-security-policy")).toContain("sandbox");
    expect(Buffer.from(await reply.arrayBuffer()).equals(pdf())).toBe(true);
  });

  test("a broken download goes on where it stopped", async () => {
    const { id, sha256 } = await world.keep("a.txt", "0123456789", quote);
    const part = async (range: string, more: Record<string, string> = {}) => {
      const reply = await download(id, buyer, { range, ...more });
      return [reply.status, reply.headers.get("content-range"), await reply.text()];
    };
    expect(await part("bytes=3-")).toEqual([206, "bytes 3-9/10", "3456789"]);
    expect(await part("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
    expect(await part("bytes=-2")).toEqual([206, "bytes 8-9/10", "89"]);
    expect(await part("bytes=10-")).toEqual([416, "bytes */10", ""]);
    expect(await part("bytes=0-1,3-4")).toEqual([200, null, "0123456789"]);
    expect(await part("bytes=3-", { "if-range": `"${sha256}"` })).toEqual([206, "bytes 3-9/10", "3456789"]);
    expect(await part("bytes=3-", { "if-range": '"other"' })).toEqual([200, null, "0123456789"]);
  });

  test("a zip streams all, tells same names apart and keeps hard names", async () => {
    const hard = `${"😀".repeat(62)}abc.txt`;
    const files = [
      await world.keep("a.txt", "one", quote),
      await world.keep("a.txt", "two", quote),
      await world.keep(hard, "three", quote),
    ];
    const reply = await world.fetch("fileServer/v2/file/batchDownload", {
      ids: files.map((file) => file.id),
      zipName: "../投标\u202e文件",
    });
    expect(reply.headers.get("content-disposition")).toContain(encodeURIComponent("投标文件.zip"));
    const bytes = Buffer.from(await reply.arrayBuffer());
    const names = await new Promise<string[]>((done, fail) =>
      yauzl.fromBuffer(bytes, {}, (error, zip) => {
        if (!zip) return fail(error);
        const seen: string[] = [];
        zip.on("entry", (entry: yauzl.Entry) => seen.push(entry.fileName)).on("end", () => done(seen));
      }),
    );
    expect(names).toEqual(["a.txt", "a(2).txt", hard]);
    expect((await world.post("fileServer/v2/file/batchDownload", { ids: Array.from({ length: 501 }, (_, i) => `${i}`) })).code).toBe(
      "FILE_TOO_MANY",
    );
  });

  test("a ticket opens one file once, for a minute, while its session lives", async () => {
    await world.db.query(
      `insert into "BaseLoginSession" ("id","createdBy","creationDate","lastUpdatedBy","lastUpdateDate","versionNum","certificate","authCodeHash","signKeyEnc") values ('s1','x',now(),'x',now(),1,'c_buyer01','h','k')`,
    );
    const { id } = await world.keep("a.txt", "hello", quote);
    const make = async (purpose: string) =>
      (await world.post("fileServer/v2/file/getFileUrl", { id, purpose })).data as { url: string; ticket: string; viewerCode?: string };
    const open = (url: string) => world.get(url.replace("/api/", ""));
    const { url } = await make("DOWNLOAD");
    expect(url).not.toContain("a.txt");
    expect(await (await open(url)).text()).toBe("hello");
    expect(await code(await open(url))).toBe("FILE_NOT_FOUND");
    expect(await code(await open((await make("DOWNLOAD")).url.replace(id, "other")))).toBe("FILE_NOT_FOUND");
    const late = await make("DOWNLOAD");
    world.now = new Date(world.now.getTime() + 61_000);
    expect(await code(await open(late.url))).toBe("FILE_NOT_FOUND");
    const { viewerCode } = await make("VIEW");
    expect(viewerCode).toMatch(/^vc_/);
    expect(await code(await world.fetch("fileServer/v2/pageoffice/openPdfStream", { id, viewerCode }, first))).toBe("FILE_NOT_FOUND");
    expect((await world.fetch("fileServer/v2/pageoffice/openPdfStream", { id, viewerCode })).headers.get("content-type")).toBe(
      "application/pdf",
    );
    const dead = await make("DOWNLOAD");
    await world.db.query(`update "BaseLoginSession" set "endReason" = 'LOGOUT'`);
    expect(await code(await open(dead.url))).toBe("FILE_NOT_FOUND");
  });

  test("every touch is logged", async () => {
    const { id } = await world.keep("a.pdf", pdf(), quote);
    await download(id);
    await world.fetch("fileServer/v2/pageoffice/doFilePdfView", { id });
    await world.fetch("fileServer/v2/file/batchDownload", { ids: [id] });
    await world.post("fileServer/v2/file/copy", { ids: [id], ...quote });
    await batchDelete([id]);
    const log = await world.db.query<{ action: string }>(`select "action" from "BaseFileAccessLog" where "fileId" = $1 order by "action"`, [
      id,
    ]);
    expect(log.map((row) => row.action)).toEqual(["COPY", "DELETE", "DOWNLOAD", "UPLOAD", "VIEW", "ZIP"]);
  });
});

describe("deleting", () => {
  test("shell 11: 300 ids in an envelope are deleted, plain ones refused, and an envelope serves one request only", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const answer = await world.upload(
        Array.from({ length: 50 }, (_, i) => ({ name: `${n}-${i}.txt`, bytes: `${n}-${i}` })),
        quote,
      );
      ids.push(...(answer.data as Attachment[]).map((file) => file.id));
    }
    expect((await world.post("fileServer/v2/file/batchDelete", { ids })).code).toBe("ENVELOPE_REQUIRED");
    const envelope = sealed({ ids: ids.slice(0, 1) }, buyer, "7");
    const reuse = async (timestamp: string, who = buyer) =>
      code(await world.fetch("fileServer/v2/file/batchDelete", envelope, who, { timestamp }));
    expect(await reuse("8")).toBe("ENVELOPE_REQUIRED");
    expect(await reuse("7", first)).toBe("ENVELOPE_REQUIRED");
    expect(await list(ids)).toMatchObject({ missing: 0 });
    const { data, msg } = await batchDelete(ids);
    expect(data).toEqual({ deleted: ids, refused: [] });
    expect(msg).toBe("附件删除成功，因附件ID已变更，请保存业务单据");
    expect(await list(ids)).toEqual({ ids: [], missing: 300 });
  });

  test("a mixed batch deletes what it may and names the rest", async () => {
    const mine = await world.keep("a.txt", "a", quote, first);
    const theirs = await world.keep("b.txt", "b", foreign, second);
    const { data } = await batchDelete([mine.id, theirs.id, "none"], first);
    expect(data).toMatchObject({
      deleted: [mine.id],
      refused: [
        { id: theirs.id, code: "FILE_NOT_FOUND" },
        { id: "none", code: "FILE_NOT_FOUND" },
      ],
    });
    expect((await batchDelete([(await world.keep("c.txt", "c", quote)).id], colleague)).data.refused[0]).toMatchObject({
      code: "PERM_DENIED",
    });
  });

  test("table 15: deleted on screen, never saved: the next day it is there again; saved, it is gone after 30 days", async () => {
    const start = world.now;
    const attachment = await world.keep("kept.txt", "k", quote);
    const gone = await world.keep("gone.txt", "g", quote);
    const key = (await world.db.one<{ fileName: string }>(`select "fileName" from "BaseFile" where "id" = $1`, [gone.id]))!.fileName;
    await batchDelete([attachment.id, gone.id]);
    expect(await list([attachment.id, gone.id])).toEqual({ ids: [], missing: 2 });
    world.records.set("SrmQuotation/q1", { ...world.records.get("SrmQuotation/q1")!, files: attachment.id });
    expect((await purgeFiles(world.parts, world.db, shift(start, { days: 1 }))).restored).toBe(1);
    expect(await list([attachment.id, gone.id])).toEqual({ ids: [attachment.id], missing: 1 });
    expect(existsSync(join(world.folder, "store", key))).toBe(true);
    await purgeFiles(world.parts, world.db, shift(start, { days: 31 }));
    expect(existsSync(join(world.folder, "store", key))).toBe(false);
    expect(await world.db.one(`select 1 from "BaseFile" where "id" = $1`, [gone.id])).toBeNull();
  });

  test("unbound files go after seven days unless a record names them", async () => {
    const [lone, named] = [await world.keep("a.txt", "a", {}), await world.keep("b.txt", "b", {})];
    world.records.set("SrmQuotation/q1", { ...world.records.get("SrmQuotation/q1")!, files: named.id });
    const later = (days: number) => shift(world.now, { days });
    await purgeFiles(world.parts, world.db, later(6.9));
    expect(await list([lone.id, named.id])).toMatchObject({ missing: 0 });
    await purgeFiles(world.parts, world.db, later(7.1));
    expect(await list([lone.id, named.id])).toEqual({ ids: [named.id], missing: 1 });
  });

  test("copies share their bytes until the last one goes", async () => {
    const source = await world.keep("a.txt", "shared", quote);
    const { data } = await world.post("fileServer/v2/file/copy", { ids: [source.id], ...quote });
    const [copy] = data as string[];
    const rows = await world.db.query<{ fileName: string; refCount: number }>(
      `select "fileName","refCount" from "BaseFile" where "id" = any($1)`,
      [[source.id, copy]],
    );
    expect(new Set(rows.map((row) => row.fileName)).size).toBe(1);
    expect(rows.map((row) => row.refCount)).toEqual([2, 2]);
    const past = () => shift(world.now, { days: 31 });
    await batchDelete([source.id]);
    await purgeFiles(world.parts, world.db, past());
    expect(await (await download(copy!)).text()).toBe("shared");
    expect(await world.db.one(`select "refCount" from "BaseFile" where "id" = $1`, [copy])).toEqual({ refCount: 1 });
    await batchDelete([copy!]);
    await purgeFiles(world.parts, world.db, past());
    expect(existsSync(join(world.folder, "store", rows[0]!.fileName))).toBe(false);
  });
});

describe("binding on save", () => {
  const change = (before: string[], after: string[], more: object = {}) => ({
    ...quote,
    valueKey: "fileIds",
    rule: fileRule({ formats: ["txt"] }),
    before,
    after,
    ...more,
  });

  test("a file of another record is FILE_FOREIGN, of another person too, unless it was copied", async () => {
    const other = await world.keep("a.txt", "x", foreign, second);
    const loose = await world.keep("b.txt", "x", {}, second);
    for (const id of [other.id, loose.id])
      await expect(world.db.tx((tx) => bindFiles(tx, "buyer01", world.now, [change([], [id])]))).rejects.toMatchObject({
        code: "FILE_FOREIGN",
      });
    await expect(world.db.tx((tx) => bindFiles(tx, "buyer01", world.now, [change([], ["none"])]))).rejects.toMatchObject({
      code: "FILE_NOT_FOUND",
    });
    const { data } = await world.post("fileServer/v2/file/copy", { ids: [other.id], ...quote });
    await world.db.tx((tx) => bindFiles(tx, "buyer01", world.now, [change([], data as string[])]));
  });

  test("formats and count of the field are checked again", async () => {
    const image = await world.keep("a.pdf", pdf(), {});
    await expect(bindFiles(world.db, "buyer01", world.now, [change([], [image.id])])).rejects.toMatchObject({ code: "FILE_EXT" });
    await expect(
      bindFiles(world.db, "buyer01", world.now, [change([], ["a", "b"], { rule: fileRule({ maxCount: 1 }) })]),
    ).rejects.toMatchObject({ code: "FILE_COUNT" });
  });

  test("what is no longer named is marked, what is named again comes back, in three statements for many lines", async () => {
    const files = await Promise.all([1, 2, 3].map((n) => world.keep(`${n}.txt`, `${n}`, {})));
    const ids = files.map((file) => file.id);
    const statements: string[] = [];
    const stop = world.db.onStatement((text) => statements.push(text));
    await bindFiles(
      world.db,
      "buyer01",
      world.now,
      ids.map((id, n) => change([], [id], { businessId: `q1`, valueKey: `f${n}` })),
    );
    stop();
    expect(statements).toHaveLength(2);
    await bindFiles(world.db, "buyer01", world.now, [change([ids[0]!], [])]);
    expect(await list(ids)).toEqual({ ids: ids.slice(1), missing: 1 });
    await bindFiles(world.db, "buyer01", world.now, [change([], [ids[0]!])]);
    expect(await list(ids)).toMatchObject({ missing: 0 });
  });
});
