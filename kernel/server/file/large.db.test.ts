import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fileLimits, type Attachment } from "#kernel/file.ts";
import { shift } from "#kernel/time.ts";
import { freshDatabase } from "../../../tests/support/database.ts";
import { purgeFiles } from "./purge.ts";
import { buyer, colleague, openWorld, sha256, type World } from "./test-world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const order = { functionId: "SrmPurOrderHeader", businessId: "po1" };
beforeEach(() => {
  world.records.clear();
  world.records.set("SrmPurOrderHeader/po1", { read: ["buyer01"], change: ["buyer01"] });
});

const chunk = fileLimits.chunk;
/** Bytes that differ from chunk to chunk and are cheap to make again. */
const chunkOf = (size: number, index: number): Uint8Array =>
  Buffer.alloc(Math.min(chunk, size - index * chunk), `chunk ${index} of the drawing. `);
const wholeSum = (size: number): string => {
  const hash = createHash("sha256");
  for (let i = 0; i * chunk < size; i += 1) hash.update(chunkOf(size, i));
  return hash.digest("hex");
};

interface Begun {
  readonly uploadId: string;
  readonly received: string;
}
const begin = async (size: number, sum: string, more: object = {}, who = buyer) =>
  world.post("largeFileServer/v1/largeFile/init", { name: "drawing.txt", size, sha256: sum, ...order, ...more }, who);
const put = async (uploadId: string, index: number, bytes: Uint8Array, who = buyer) =>
  (await (await world.fetch(`largeFileServer/v1/largeFile/chunk?uploadId=${uploadId}&index=${index}`, bytes, who)).json()) as {
    status: string;
    code?: string;
    data: { received: string };
  };
const complete = (uploadId: string, who = buyer) => world.post("largeFileServer/v1/largeFile/complete", { uploadId }, who);

/** A small deterministic chance. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % sides;
  };
}

describe("large uploads", () => {
  test("table 13: broken at chunk 7 of 20, the first seven are not sent again and the sum matches", async () => {
    const size = 20 * chunk - 1000;
    const sum = wholeSum(size);
    const first = (await begin(size, sum)).data as Begun;
    expect(first.received).toBe("0".repeat(20));
    for (let i = 0; i < 7; i += 1) await put(first.uploadId, i, chunkOf(size, i));
    const again = (await begin(size, sum)).data as Begun;
    expect(again).toMatchObject({ uploadId: first.uploadId, received: "1".repeat(7) + "0".repeat(13) });
    expect((await complete(again.uploadId)).code).toBe("FILE_CHUNK");
    const sent: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      if (again.received[i] === "1") continue;
      await put(again.uploadId, i, chunkOf(size, i));
      sent.push(i);
    }
    expect(sent[0]).toBe(7);
    const { status, data } = await complete(again.uploadId);
    expect(status).toBe("S");
    expect(data as Attachment).toMatchObject({ sha256: sum, fileSize: size, originalFileName: "drawing.txt", ...order });
    expect((await complete(again.uploadId)).data).toMatchObject({ id: (data as Attachment).id });
    const hash = createHash("sha256");
    const reply = await world.fetch("largeFileServer/v1/largeFile/downloadBody", { id: (data as Attachment).id });
    for await (const piece of reply.body!) hash.update(piece);
    expect(hash.digest("hex")).toBe(sum);
  }, 60_000);

  test.each([1, 2, 3, 4])("random cuts, doubled and shuffled chunks end in the right file (seed %i)", async (seed) => {
    const roll = dice(seed);
    const size = (2 + roll(3)) * chunk + roll(chunk);
    const sum = wholeSum(size);
    const count = Math.ceil(size / chunk);
    for (let guard = 0; guard < 50; guard += 1) {
      const { uploadId, received } = (await begin(size, sum, { fileDesc: `seed ${seed}` })).data as Begun;
      const missing = [...received].flatMap((bit, i) => (bit === "0" ? [i] : []));
      if (missing.length === 0) break;
      const wave = missing.toSorted(() => roll(3) - 1).slice(0, 1 + roll(3));
      await Promise.all(wave.flatMap((i) => (roll(4) === 0 ? [i, i] : [i])).map((i) => put(uploadId, i, chunkOf(size, i))));
      if (roll(3) === 0) await put(uploadId, wave[0]!, chunkOf(size, wave[0]!).fill(0));
    }
    const { uploadId } = (await begin(size, sum, { fileDesc: `seed ${seed}` })).data as Begun;
    const done = await complete(uploadId);
    expect(done.data).toMatchObject({ sha256: sum, fileSize: size });
    expect(count).toBeGreaterThan(1);
  });

  test("a wrong sum discards everything, and the next try begins anew", async () => {
    const { uploadId } = (await begin(3, sha256("abc"))).data as Begun;
    await put(uploadId, 0, Buffer.from("abd"));
    expect((await complete(uploadId)).code).toBe("FILE_HASH");
    expect((await complete(uploadId)).code).toBe("FILE_UPLOAD_GONE");
    expect(existsSync(join(world.folder, "temp", `${uploadId}.chunks`))).toBe(false);
    expect(((await begin(3, sha256("abc"))).data as Begun).uploadId).not.toBe(uploadId);
  });

  test("chunks of a wrong size or place, and uploads of others, are refused", async () => {
    const size = chunk + 5;
    const { uploadId } = (await begin(size, sha256("x"))).data as Begun;
    expect((await put(uploadId, 0, Buffer.alloc(5))).code).toBe("FILE_CHUNK");
    expect((await put(uploadId, 1, Buffer.alloc(6))).code).toBe("FILE_CHUNK");
    expect((await put(uploadId, 2, Buffer.alloc(5))).code).toBe("FILE_CHUNK");
    expect((await put(uploadId, -1, Buffer.alloc(5))).code).toBe("FILE_CHUNK");
    expect((await put(uploadId, 1, Buffer.alloc(5), colleague)).code).toBe("FILE_UPLOAD_GONE");
    expect((await complete(uploadId, colleague)).code).toBe("FILE_UPLOAD_GONE");
    expect((await put("none", 0, Buffer.alloc(5))).code).toBe("FILE_UPLOAD_GONE");
  });

  test("table 12: 2147483649 bytes are refused before any byte; rights and formats are asked at the beginning and again at the end", async () => {
    expect((await begin(2147483649, sha256("x"))).code).toBe("FILE_SIZE");
    expect((await begin(10, sha256("x"), { name: "a.exe" })).code).toBe("FILE_EXT");
    expect((await begin(10, sha256("x"), { businessId: "po2" })).code).toBe("PERM_DENIED");
    const { uploadId } = (await begin(3, sha256("xyz"))).data as Begun;
    await put(uploadId, 0, Buffer.from("xyz"));
    world.records.set("SrmPurOrderHeader/po1", { read: [], change: [] });
    expect((await complete(uploadId)).code).toBe("PERM_DENIED");
  });

  test("content is judged like any other file", async () => {
    const bytes = Buffer.from("MZ\0\0 a program");
    const { uploadId } = (await begin(bytes.length, sha256(bytes))).data as Begun;
    await put(uploadId, 0, bytes);
    expect((await complete(uploadId)).code).toBe("FILE_MISMATCH");
  });

  test("what is not finished in 48 hours is swept away", async () => {
    const { uploadId } = (await begin(chunk * 2, sha256("q"))).data as Begun;
    await put(uploadId, 0, Buffer.alloc(chunk));
    world.now = new Date(shift(world.now, { hours: 48 }).getTime() + 1000);
    expect((await put(uploadId, 1, Buffer.alloc(chunk))).code).toBe("FILE_UPLOAD_GONE");
    await purgeFiles(world.parts, world.db, world.now);
    expect(readdirSync(join(world.folder, "temp"))).toEqual([]);
  });
});

test("memory stays flat while some hundred megabytes stream in, in chunks, and out again", async () => {
  const database = await freshDatabase();
  const bench = join(import.meta.dirname, "..", "..", "..", "bench", "files.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [bench, "--size=192", `--database=${database.url}`]);
  await database.drop();
  const [, before, peak] = /server memory: (\d+) MiB before, (\d+) MiB at the peak/.exec(stdout)!.map(Number);
  expect(peak! - before!).toBeLessThan(128);
}, 120_000);
