import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import S3rver from "@20minutes/s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Outside } from "#kernel/server/outside/outside.ts";
import { s3Storage } from "./s3.ts";
import { localStorage, safeKey, type Storage } from "./storage.ts";

const folder = mkdtempSync(join(tmpdir(), "base-srm-store-"));
const key = "2026/11/15/abcdefghijklmnopqrstuvwxyz123456";
const other = `quarantine/${key}`;
const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  silent: true,
  directory: join(folder, "s3"),
  configureBuckets: [{ name: "files", configs: [] }],
});
let s3: Storage;

beforeAll(async () => {
  mkdirSync(join(folder, "s3"));
  const { port } = await server.run();
  s3 = s3Storage(new Outside("127.0.0.1:*"), {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: "files",
    prefix: "srm",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const draft = (words: string): string => {
  const path = join(folder, `draft${Math.random()}`);
  writeFileSync(path, words);
  return path;
};

describe.each<[string, () => Storage]>([
  ["a folder", () => localStorage(join(folder, "local"))],
  ["S3", () => s3],
])("%s keeps files", (_name, open) => {
  test("takes, reads whole and in part, moves, removes", async () => {
    const store = open();
    const path = draft("0123456789");
    await store.take(key, path);
    expect(readdirSync(folder).some((name) => path.endsWith(name))).toBe(false);
    expect(await text(await store.read(key))).toBe("0123456789");
    expect(await text(await store.read(key, { start: 2, end: 4 }))).toBe("234");
    await store.move(key, other);
    await expect(store.read(key)).rejects.toThrow();
    expect(await text(await store.read(other))).toBe("0123456789");
    await store.remove(other);
    await store.remove(other);
    await expect(store.read(other)).rejects.toThrow();
  });

  test.each(["../../etc/passwd", "/etc/passwd", "2026/11/15/../../x/aaaaaaaaaaaaaaaa", "2026/11/15/a b c d e f g h i j k", "", "报价.pdf"])(
    "a key of another form reaches nothing: %j",
    async (bad) => {
      const store = open();
      await expect((async () => store.read(bad))()).rejects.toThrow("not a storage key");
      await expect((async () => store.take(bad, draft("x")))()).rejects.toThrow("not a storage key");
    },
  );
});

test("a folder is the server's alone", async () => {
  await localStorage(join(folder, "private")).take(key, draft("x"));
  expect(statSync(join(folder, "private", "2026")).mode & 0o077).toBe(0);
  expect(() => safeKey(`${key}\n`)).toThrow();
});
