import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Attachment } from "#kernel/file.ts";
import { bmp, exe, pdf, zip } from "./test-files.ts";
import { buyer, colleague, first, openWorld, second, sha256, type World } from "./test-world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const order = { functionId: "SrmPurOrderHeader", businessId: "po1" };
beforeEach(() => {
  world.records.clear();
  world.rules.clear();
  world.records.set("SrmPurOrderHeader/po1", { read: ["buyer01", "buyer02", "sup-a"], change: ["buyer01", "sup-a"] });
  world.settings = { ...world.settings, scanMode: "OFF", quotaBytes: 0 };
});

const rowsNow = async () => (await world.db.one<{ n: number }>(`select count(*)::int as n from "BaseFile"`))!.n;
const leftInTemp = () => readdirSync(join(world.folder, "temp"));

describe("upload", () => {
  test("a file comes in, is named, hashed, sniffed, bound and logged", async () => {
    const { status, data } = await world.upload([{ name: "../报价\u202e.pdf", bytes: pdf() }], { ...order, fileDesc: "第三版" });
    const [file] = data as Attachment[];
    expect(status).toBe("S");
    expect(file).toMatchObject({
      originalFileName: "报价.pdf",
      suffixName: "pdf",
      mimeType: "application/pdf",
      fileSize: pdf().length,
      sha256: sha256(pdf()),
      fileDesc: "第三版",
      ...order,
      scanStatus: "SKIPPED",
      visibleTo: "SHARED",
      uploadedBy: "buyer01",
    });
    const log = await world.db.query(`select "action","userId","ip" from "BaseFileAccessLog" where "fileId" = $1`, [file!.id]);
    expect(log).toEqual([{ action: "UPLOAD", userId: "buyer01", ip: "127.0.0.1" }]);
  });

  test("the storage key is random, dated, outside any name a person gave", async () => {
    const file = await world.keep("secret-plan.txt", "x", order);
    const row = await world.db.one<{ fileName: string }>(`select "fileName" from "BaseFile" where "id" = $1`, [file.id]);
    expect(row?.fileName).toMatch(/^2026\/11\/15\/[\w-]{32}$/);
    expect(JSON.stringify(file)).not.toContain(row!.fileName);
  });

  test("table 11: formats [pdf] takes A.PDF, refuses a.docx with the list, and finds out a renamed program", async () => {
    world.rules.set("SrmPurOrderHeader", { formats: ["pdf"] });
    expect((await world.upload([{ name: "A.PDF", bytes: pdf() }], order)).status).toBe("S");
    expect(await world.upload([{ name: "a.docx", bytes: "x" }], order)).toMatchObject({
      code: "FILE_EXT",
      msg: "不支持上传扩展名为docx的附件，允许：pdf",
    });
    expect((await world.upload([{ name: "a.pdf", bytes: exe() }], order)).code).toBe("FILE_MISMATCH");
  });

  test("table 12: the normal road refuses one byte too many before any byte of it is kept", async () => {
    const claim = { size: 104857601 };
    expect((await world.upload([{ name: "a.txt", bytes: "x", claim }], order)).code).toBe("FILE_SIZE");
    expect(
      (
        await world.upload(
          [{ name: "a.txt", bytes: "x", claim: { size: 2147483649 } }],
          order,
          buyer,
          "largeFileServer/v1/largeFile/upload",
        )
      ).code,
    ).toBe("FILE_SIZE");
    expect((await world.upload([{ name: "a.txt", bytes: "x", claim: { size: 104857600 } }], order)).code).toBe("FILE_HASH");
  });

  test("what differs from the signed description discards the whole request", async () => {
    const before = await rowsNow();
    const good = { name: "a.txt", bytes: "good" };
    expect((await world.upload([good, { name: "b.txt", bytes: "bad", claim: { sha256: sha256("other") } }], order)).code).toBe("FILE_HASH");
    expect((await world.upload([good, { name: "b.txt", bytes: "bad", claim: { size: 2 } }], order)).code).toBe("FILE_HASH");
    expect((await world.upload([good, { name: "b.txt", bytes: "bad", claim: { size: 4 } }], order)).code).toBe("FILE_HASH");
    expect((await world.upload([good, { name: "b.pdf", bytes: "no pdf" }], order)).code).toBe("FILE_MISMATCH");
    expect(await rowsNow()).toBe(before);
    expect(leftInTemp()).toEqual([]);
  });

  test("several files at once keep their order; the base server's streaming alias takes them too", async () => {
    const { data } = await world.upload(
      [
        { name: "1.txt", bytes: "1" },
        { name: "2.txt", bytes: "2" },
        { name: "3.txt", bytes: "3" },
      ],
      order,
      buyer,
      "zuul/baseServer/v2/file/upload",
    );
    expect((data as Attachment[]).map((file) => file.originalFileName)).toEqual(["1.txt", "2.txt", "3.txt"]);
  });

  test("the record decides: who may not change it may not attach, and an unknown record looks the same", async () => {
    for (const businessId of ["po1", "po2"])
      expect(await world.upload([{ name: "a.txt", bytes: "x" }], { ...order, businessId }, second)).toMatchObject({
        code: "PERM_DENIED",
        http: 403,
      });
    expect((await world.upload([{ name: "a.txt", bytes: "x" }], order, colleague)).code).toBe("PERM_DENIED");
    expect((await world.upload([{ name: "a.txt", bytes: "x" }], { functionId: "Nothing" })).code).toBe("PERM_DENIED");
    expect((await world.upload([{ name: "a.txt", bytes: "x" }], { businessId: "po1" })).code).toBe("PERM_DENIED");
    expect((await world.upload([{ name: "a.txt", bytes: "x" }], order, { ...buyer, without: ["btnUploadAttachment"] })).code).toBe(
      "PERM_DENIED",
    );
  });

  test("the count of one field is kept, files of another field do not count", async () => {
    world.rules.set("SrmPurOrderHeader.drawings", { maxCount: 2 });
    const field = { ...order, valueKey: "drawings" };
    await world.keep("other.txt", "x", { ...order, valueKey: "terms" });
    await world.keep("1.txt", "1", field);
    expect(
      await world.upload(
        [
          { name: "2.txt", bytes: "2" },
          { name: "3.txt", bytes: "3" },
        ],
        field,
      ),
    ).toMatchObject({ code: "FILE_COUNT", msg: "附件数量已达上限2" });
    await world.keep("2.txt", "2", field);
    expect((await world.upload([{ name: "3.txt", bytes: "3" }], field)).code).toBe("FILE_COUNT");
  });

  test("a quota that is full says so, and a failed upload does not eat it up", async () => {
    world.now = new Date(world.now.getTime() + 120_000);
    const used = Number((await world.db.one<{ n: string }>(`select sum("fileSize") as n from "BaseFile"`))!.n);
    world.settings = { ...world.settings, quotaBytes: used + 10 };
    expect((await world.upload([{ name: "a.txt", bytes: "12345678901" }], order)).code).toBe("FILE_QUOTA");
    for (let n = 0; n < 5; n += 1) expect((await world.upload([{ name: "a.pdf", bytes: "1234567" }], order)).code).toBe("FILE_MISMATCH");
    expect((await world.upload([{ name: "a.txt", bytes: "1234567890" }], order)).status).toBe("S");
    expect((await world.upload([{ name: "a.txt", bytes: "1" }], order)).code).toBe("FILE_QUOTA");
    expect(world.events).toContainEqual({ kind: "FILE_QUOTA", percent: expect.any(Number) });
  });

  test("a description that is demanded must be there", async () => {
    world.rules.set("SrmPurOrderHeader", { descRequired: true });
    expect((await world.upload([{ name: "a.txt", bytes: "x" }], order)).code).toBe("FILE_DESC");
    expect((await world.upload([{ name: "a.txt", bytes: "x" }], { ...order, fileDesc: "why" })).status).toBe("S");
  });

  test("a supplier's file knows its supplier and is never internal", async () => {
    const file = await world.keep("a.txt", "x", { ...order, visibleTo: "INTERNAL_ONLY" }, first);
    expect(file.visibleTo).toBe("SHARED");
    expect(await world.db.one(`select "supplierId" from "BaseFile" where "id" = $1`, [file.id])).toEqual({ supplierId: "S1" });
  });

  test("promise 22: a zip bomb is refused, and a broken meta is refused in words", async () => {
    expect((await world.upload([{ name: "a.zip", bytes: await zip({ "a.bin": Buffer.alloc(8 << 20) }) }], order)).code).toBe("FILE_ZIP");
    expect((await world.upload([], order)).code).toBe("FILE_META");
  });

  test("a new version stands for the old one, which stays readable behind it", async () => {
    const old = await world.keep("v1.txt", "1", order);
    const fresh = await world.keep("v2.txt", "2", { ...order, versionOf: old.id });
    const { data } = await world.post("fileServer/v2/file/listBaseFile", { ids: [fresh.id] });
    expect((data as Attachment[])[0]?.versions?.map((file) => file.id)).toEqual([old.id]);
    world.records.set("SrmPurOrderHeader/po9", { read: ["buyer01"], change: ["buyer01"] });
    expect((await world.upload([{ name: "v3.txt", bytes: "3" }], { ...order, businessId: "po9", versionOf: old.id })).code).toBe(
      "FILE_FOREIGN",
    );
  });
});

describe("pictures", () => {
  const png = () =>
    sharp({ create: { width: 400, height: 200, channels: 3, background: "#12805c" } })
      .png()
      .toBuffer();

  test("only pictures come in, in the handbook's words", async () => {
    expect(await world.upload([{ name: "a.pdf", bytes: pdf() }], order, buyer, "fileServer/v2/images/upload")).toMatchObject({
      code: "FILE_IMAGE_TYPE",
      msg: "图片类型须为.gif,jpeg,jpg,png,bmp之一",
    });
    expect((await world.upload([{ name: "a.png", bytes: "no picture" }], order, buyer, "fileServer/v2/images/upload")).code).toBe(
      "FILE_MISMATCH",
    );
  });

  test("they are drawn anew without metadata, with their size known", async () => {
    const camera = await sharp(await png())
      .jpeg()
      .withExif({ IFD0: { Copyright: "home address" } })
      .toBuffer();
    const { data } = await world.upload([{ name: "a.jpg", bytes: camera }], order, buyer, "fileServer/v2/images/upload");
    const [file] = data as Attachment[];
    expect(file).toMatchObject({ imageWidth: 400, imageHeight: 200, mimeType: "image/jpeg" });
    const stored = Buffer.from(await (await world.fetch("fileServer/v2/file/downloadBody", { id: file!.id })).arrayBuffer());
    expect(stored.includes("home address")).toBe(false);
    expect(sha256(stored)).toBe(file!.sha256);
  });

  test("a resized picture never grows and may stand in a page", async () => {
    const { id } = await world.keep("a.png", await png(), order);
    const reply = await world.fetch("fileServer/v2/images/download", { id, w: 100 });
    expect(reply.headers.get("content-type")).toBe("image/png");
    expect(reply.headers.get("content-disposition")).toMatch(/^inline/);
    const small = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect([small.width, small.height]).toEqual([100, 50]);
    const big = await sharp(
      Buffer.from(await (await world.fetch("fileServer/v2/images/download", { id, w: 4000 })).arrayBuffer()),
    ).metadata();
    expect(big.width).toBe(400);
  });

  test("a bitmap is understood, and the editor gets an address of its own", async () => {
    const { id } = await world.keep("a.bmp", bmp(30, 20), order);
    const shown = await sharp(Buffer.from(await (await world.fetch("fileServer/v2/images/download", { id })).arrayBuffer())).metadata();
    expect([shown.format, shown.width]).toEqual(["png", 30]);
    const { data } = await world.upload([{ name: "b.bmp", bytes: bmp(3, 2) }], {}, buyer, "fileServer/v2/file/editorUpload");
    expect((data as { url: string }).url).toMatch(/^file:[\w-]{36}$/);
    expect(
      (
        await world.upload(
          [
            { name: "1.png", bytes: await png() },
            { name: "2.png", bytes: await png() },
          ],
          {},
          buyer,
          "fileServer/v2/file/editorUpload",
        )
      ).code,
    ).toBe("FILE_COUNT");
  });
});
