/**
 * A file of 2 GiB in one stream, in chunks, and out again: throughput against a bare copy of the same bytes, and the peak
 * memory of the server process (the sender is a process of its own). `--size=256` (MiB) makes it quick.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileLimits } from "#kernel/file.ts";
import { startPostgres } from "#kernel/server/database/embedded-pg.ts";
import { buyer, openWorld } from "#kernel/server/file/test-world.ts";

const argument = (name: string): string | undefined => process.argv.find((value) => value.startsWith(`--${name}=`))?.slice(name.length + 3);
const size = Number(argument("size") ?? 2048) * 1024 * 1024;
const piece = Buffer.alloc(1 << 20, "BASE SRM measures its own weight. ");
const mib = (bytes: number): number => Math.round(bytes / 1048576);

function sumOf(bytes: number): string {
  const hash = createHash("sha256");
  for (let at = 0; at < bytes; at += piece.length) hash.update(piece);
  return hash.digest("hex");
}

const person = { "x-person": encodeURIComponent(JSON.stringify(buyer)) };

async function post(
  url: string,
  headers: Record<string, string>,
  write: (to: ReturnType<typeof request>) => Promise<void>,
): Promise<Buffer> {
  const outgoing = request(url, { method: "POST", headers: { ...person, ...headers } });
  const answer = once(outgoing, "response");
  await write(outgoing);
  outgoing.end();
  const [reply] = (await answer) as [NodeJS.ReadableStream];
  const parts: Buffer[] = [];
  for await (const part of reply) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const data = <T>(answer: Buffer): T => (JSON.parse(answer.toString()) as { data: T }).data;
const asJson = (url: string, body: object) =>
  post(url, { "content-type": "application/json" }, async (to) => void to.write(JSON.stringify(body)));

async function sendWhole(base: string, sum: string): Promise<string> {
  const edge = "----edge";
  const meta = JSON.stringify({ functionId: "", businessId: "", language: "CN", files: [{ name: "whole.txt", size, sha256: sum }] });
  const head = `--${edge}\r\ncontent-disposition: form-data; name="meta"\r\n\r\n${meta}\r\n--${edge}\r\ncontent-disposition: form-data; name="files"; filename="b"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const answer = await post(`${base}/v1/largeFile/upload`, { "content-type": `multipart/form-data; boundary=${edge}` }, async (to) => {
    to.write(head);
    for (let at = 0; at < size; at += piece.length) if (!to.write(piece)) await once(to, "drain");
    to.write(`\r\n--${edge}--\r\n`);
  });
  return data<{ id: string }[]>(answer)[0]!.id;
}

async function sendChunks(base: string, sum: string): Promise<void> {
  const { uploadId } = data<{ uploadId: string }>(await asJson(`${base}/v1/largeFile/init`, { name: "chunks.txt", size, sha256: sum }));
  const chunk = Buffer.concat(Array.from({ length: fileLimits.chunk / piece.length }, () => piece));
  for (let at = 0, index = 0; at < size; at += chunk.length, index += 1)
    await post(
      `${base}/v1/largeFile/chunk?uploadId=${uploadId}&index=${index}`,
      { "content-type": "application/octet-stream" },
      async (to) => void to.write(chunk.subarray(0, Math.min(chunk.length, size - at))),
    );
  await asJson(`${base}/v1/largeFile/complete`, { uploadId });
}

async function readBack(base: string, id: string): Promise<void> {
  const outgoing = request(`${base}/v1/largeFile/downloadBody`, {
    method: "POST",
    headers: { ...person, "content-type": "application/json" },
  });
  outgoing.end(JSON.stringify({ id }));
  const [reply] = (await once(outgoing, "response")) as [NodeJS.ReadableStream];
  let seen = 0;
  for await (const part of reply) seen += (part as Buffer).length;
  if (seen !== size) throw new Error(`only ${seen} bytes came back`);
}

/** The sender: prints one line a way, in MiB a second. */
async function sender(base: string): Promise<void> {
  const sum = sumOf(size);
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begin = performance.now();
    const result = await work();
    process.stdout.write(`${name.padEnd(26)} ${String(Math.round(mib(size) / ((performance.now() - begin) / 1000))).padStart(6)} MiB/s\n`);
    return result;
  };
  const id = await timed("upload, one stream", () => sendWhole(base, sum));
  await timed("upload, chunks of 8 MiB", () => sendChunks(base, sum));
  await timed("download", () => readBack(base, id));
}

async function bareCopy(folder: string): Promise<void> {
  const begin = performance.now();
  const out = createWriteStream(join(folder, "bare"));
  const hash = createHash("sha256");
  for (let at = 0; at < size; at += piece.length) {
    hash.update(piece);
    if (!out.write(piece)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  process.stdout.write(
    `${"bare: hash and write".padEnd(26)} ${String(Math.round(mib(size) / ((performance.now() - begin) / 1000))).padStart(6)} MiB/s\n`,
  );
  rmSync(join(folder, "bare"));
}

async function server(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "base-srm-bench-files-"));
  const given = argument("database");
  const postgres = given ? { installerUrl: given, stop: async () => undefined } : await startPostgres(folder, { unsafeFast: true });
  const world = await openWorld({ database: { url: postgres.installerUrl, drop: async () => undefined } });
  try {
    await bareCopy(folder);
    const start = process.memoryUsage().rss;
    let peak = start;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const child = spawn(
      process.execPath,
      [fileURLToPath(import.meta.url), `--size=${mib(size)}`, `--to=${world.url}/api/largeFileServer`],
      { stdio: "inherit" },
    );
    const [code] = await once(child, "exit");
    clearInterval(watch);
    if (code !== 0) throw new Error("the sender failed");
    process.stdout.write(`server memory: ${mib(start)} MiB before, ${mib(peak)} MiB at the peak, for files of ${mib(size)} MiB\n`);
  } finally {
    await world.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const to = argument("to");
await (to ? sender(to) : server());
