import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileLimits, type Attachment } from "#kernel/file.ts";
import { modules } from "#modules/index.ts";
import { openProduct, type Product } from "../../../product.ts";
import { signIn, type Client } from "../../../tests/support/client.ts";
import { freshDatabase, type FreshDatabase } from "../../../tests/support/database.ts";
import { pdf } from "./test-files.ts";
import { sha256 } from "./test-world.ts";
import { passwordsAlone } from "../../../tests/support/product.ts";

/** The file calls behind the real gate: signed, sealed, with real sessions and tickets. */
let database: FreshDatabase;
let product: Product;
let client: Client;
let url: string;
const folder = mkdtempSync(join(tmpdir(), "base-srm-signed-"));

beforeAll(async () => {
  database = await freshDatabase();
  const port = 20_000 + Math.floor(Math.random() * 30_000);
  url = `http://127.0.0.1:${port}`;
  const env = { ARGON_MEMORY_KIB: "1024" };
  product = await openProduct(modules, {
    databaseUrl: database.url,
    dataDir: folder,
    port,
    host: "127.0.0.1",
    env,
    adminPassword: "Trial@2026",
    demo: null,
  });
  await passwordsAlone(product.kernel);
  client = await signIn(url, "admin", "Trial@2026");
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const bytes = (text: string) => ({ name: `${text}.txt`, bytes: Buffer.from(text) });
const upload = async (...texts: string[]): Promise<Attachment[]> => {
  const reply = await client.upload<Attachment[]>("fileServer/v2/file/upload", texts.map(bytes));
  expect(reply).toMatchObject({ status: "S" });
  return reply.data;
};

test("a signed upload comes back byte for byte, as a download that no browser renders", async () => {
  const { data } = await client.upload<Attachment[]>("fileServer/v2/file/upload", [{ name: "合同.pdf", bytes: pdf() }]);
  const reply = await client.download("fileServer/v2/file/downloadBody", { id: data[0]!.id });
  expect(reply.bytes.equals(pdf())).toBe(true);
  expect(reply.fileName).toBe("合同.pdf");
  expect(reply.headers.get("content-type")).toBe("application/octet-stream");
  expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await client.download("fileServer/v2/pageoffice/doFilePdfView", { id: data[0]!.id })).headers.get("content-type")).toBe(
    "application/pdf",
  );
});

test("files that are not the signed ones are refused, and so is a changed meta", async () => {
  const good = client.prepareUpload("fileServer/v2/file/upload", [bytes("good")]);
  const swap = (from: string, to: string) => ({
    ...good,
    body: Buffer.from((good.body as Buffer).toString("latin1").replace(from, to), "latin1"),
  });
  expect(await client.ask(swap("\r\n\r\ngood\r\n", "\r\n\r\nevil\r\n"))).toMatchObject({ code: "FILE_HASH" });
  const other = client.prepareUpload("fileServer/v2/file/upload", [bytes("good")]);
  expect(
    await client.ask({
      ...other,
      body: Buffer.from((other.body as Buffer).toString("latin1").replace('"fileDesc":""', '"fileDesc":"x"'), "latin1"),
    }),
  ).toMatchObject({ http: 401, code: "SIGN_PARAM" });
});

test("shell 11: batch delete in an envelope; plain ids and a reused envelope are refused", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push(...(await upload(...Array.from({ length: 50 }, (_, i) => `${n}-${i}`))).map((file) => file.id));
  expect(await client.call("fileServer/v2/file/batchDelete", { ids })).toMatchObject({ code: "ENVELOPE_REQUIRED" });
  const sealed = client.prepare("fileServer/v2/file/batchDelete", { ids }, { sealBody: true });
  const { language: _language, ...envelope } = JSON.parse(sealed.body as string) as Record<string, unknown>;
  expect(
    await client.call("fileServer/v2/file/batchDelete", envelope, { timestamp: Number(sealed.headers["timestamp"]) + 1 }),
  ).toMatchObject({ code: "ENVELOPE_REQUIRED" });
  expect(await client.call("fileServer/v2/file/batchDelete", { ids }, { sealBody: true })).toMatchObject({
    status: "S",
    data: { deleted: ids, refused: [] },
  });
  expect((await client.call("fileServer/v2/file/listBaseFile", { ids })).data).toEqual([]);
});

test("a ticket opens its file once without headers, and no longer after sign-out", async () => {
  const [file] = await upload("ticket");
  const make = async () =>
    (await client.call<{ url: string }>("fileServer/v2/file/getFileUrl", { id: file!.id, purpose: "DOWNLOAD" })).data.url;
  const address = await make();
  expect(await (await fetch(url + address)).text()).toBe("ticket");
  expect(((await (await fetch(url + address)).json()) as { code: string }).code).toBe("FILE_NOT_FOUND");
  const late = await make();
  await client.call("baseServer/baseLoginService/logout");
  expect(((await (await fetch(url + late)).json()) as { code: string }).code).toBe("FILE_NOT_FOUND");
  client = await signIn(url, "admin", "Trial@2026");
});

test("table 13: signed chunks, broken and resumed", async () => {
  const whole = Buffer.alloc(fileLimits.chunk * 2 + 7, "signed chunk. ");
  const begin = async () =>
    (
      await client.call<{ uploadId: string; received: string }>("largeFileServer/v1/largeFile/init", {
        name: "big.txt",
        size: whole.length,
        sha256: sha256(whole),
      })
    ).data;
  const put = (uploadId: string, index: number) =>
    client.bytes(
      "largeFileServer/v1/largeFile/chunk",
      whole.subarray(index * fileLimits.chunk, (index + 1) * fileLimits.chunk),
      `uploadId=${uploadId}&index=${index}`,
    );
  const { uploadId } = await begin();
  expect(await put(uploadId, 0)).toMatchObject({ status: "S" });
  expect((await begin()).received).toBe("100");
  for (const index of [1, 2]) await put(uploadId, index);
  expect(await client.call("largeFileServer/v1/largeFile/complete", { uploadId })).toMatchObject({
    status: "S",
    data: { sha256: sha256(whole) },
  });
});
