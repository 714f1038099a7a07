import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ScanResult } from "#bridges/scan.ts";
import type { Attachment } from "#kernel/file.ts";
import { rescanFiles } from "./scan.ts";
import { buyer, colleague, openWorld, type World } from "./test-world.ts";

let world: World;
let verdict: (text: string) => ScanResult;
let asked = 0;
beforeAll(async () => {
  const scan = async (stream: AsyncIterable<Buffer>) => {
    asked += 1;
    let text = "";
    for await (const piece of stream) text += piece.toString();
    return verdict(text);
  };
  world = await openWorld({ scanner: { scan: scan as never } });
});
afterAll(() => world.close());
beforeEach(() => {
  asked = 0;
  verdict = (text) => (text.includes("virus") ? { status: "INFECTED", name: "Test.Virus" } : { status: "CLEAN" });
  world.events.length = 0;
  world.records.set("SrmPurOrderHeader/po1", { read: ["buyer01", "buyer02"], change: ["buyer01"] });
});

const order = { functionId: "SrmPurOrderHeader", businessId: "po1" };
const mode = (scanMode: "OFF" | "SYNC" | "ASYNC") => (world.settings = { ...world.settings, scanMode });
const row = (id: string) =>
  world.db.one<{ scanStatus: string; fileName: string }>(`select "scanStatus","fileName" from "BaseFile" where "id" = $1`, [id]);
const codeOf = async (id: string, who = buyer) => {
  const reply = await world.fetch("fileServer/v2/file/downloadBody", { id }, who);
  return reply.headers.get("content-type")?.includes("json") ? ((await reply.json()) as { code: string }).code : "sent";
};
const settled = async (id: string) => {
  for (let n = 0; n < 200 && (await row(id))?.scanStatus === "PENDING"; n += 1) await new Promise((done) => setTimeout(done, 10));
  return (await row(id))?.scanStatus;
};

describe("virus scan", () => {
  test("off: nothing is asked", async () => {
    mode("OFF");
    expect((await world.keep("a.txt", "virus", order)).scanStatus).toBe("SKIPPED");
    expect(asked).toBe(0);
  });

  test("sync: the clean one is kept, the infected one refused, quarantined and reported", async () => {
    mode("SYNC");
    expect((await world.keep("a.txt", "good", order)).scanStatus).toBe("CLEAN");
    expect(
      await world.upload(
        [
          { name: "good.txt", bytes: "good" },
          { name: "bad.txt", bytes: "virus" },
        ],
        order,
      ),
    ).toMatchObject({ code: "FILE_INFECTED", msg: "文件含有病毒，已隔离" });
    expect(world.events).toEqual([
      expect.objectContaining({ kind: "FILE_INFECTED", name: "bad.txt", virus: "Test.Virus", uploadedBy: "buyer01" }),
    ]);
    const rows = await world.db.query<{ fileName: string; deletedFlag: string }>(
      `select "fileName","deletedFlag" from "BaseFile" where "originalFileName" in ('good.txt','bad.txt')`,
    );
    expect(rows).toEqual([{ fileName: expect.stringMatching(/^quarantine\//), deletedFlag: "Y" }]);
  });

  test("sync: a scanner that fails three times blocks the upload", async () => {
    mode("SYNC");
    verdict = () => ({ status: "ERROR", reason: "down" });
    expect(await world.upload([{ name: "a.txt", bytes: "x" }], order)).toMatchObject({ code: "FILE_SCAN_FAIL", msg: "文件安全扫描失败" });
    expect(asked).toBe(3);
  });

  test("async: until the verdict the file is its uploader's, then everybody's", async () => {
    mode("ASYNC");
    let release = () => undefined as void;
    const waiting = new Promise<void>((done) => (release = done));
    const scanner = world.parts.scanner!;
    const scan = scanner.scan.bind(scanner);
    Object.assign(scanner, { scan: async (stream: never) => (await waiting, scan(stream)) });
    const { id, scanStatus } = await world.keep("a.txt", "good", order);
    expect(scanStatus).toBe("PENDING");
    expect(await codeOf(id, colleague)).toBe("FILE_NOT_FOUND");
    expect(await codeOf(id)).toBe("sent");
    release();
    expect(await settled(id)).toBe("CLEAN");
    expect(await codeOf(id, colleague)).toBe("sent");
    Object.assign(scanner, { scan });
  });

  test("async: an infected file leaves its place, keeps its name on the record and is read by nobody", async () => {
    mode("ASYNC");
    const { id } = await world.keep("bad.txt", "virus", order);
    const before = (await row(id))!.fileName.replace(/^quarantine\//, "");
    expect(await settled(id)).toBe("INFECTED");
    expect(existsSync(join(world.folder, "store", before))).toBe(false);
    expect(existsSync(join(world.folder, "store", (await row(id))!.fileName))).toBe(true);
    expect(await codeOf(id)).toBe("FILE_INFECTED");
    const { data } = await world.post("fileServer/v2/file/listBaseFile", { ids: [id] });
    expect((data as Attachment[])[0]).toMatchObject({ originalFileName: "bad.txt", scanStatus: "INFECTED" });
  });

  test("what the scanner missed is looked at again later", async () => {
    mode("ASYNC");
    verdict = () => ({ status: "ERROR", reason: "down" });
    const { id } = await world.keep("a.txt", "good", order);
    expect(await settled(id)).toBe("ERROR");
    expect(await codeOf(id, colleague)).toBe("FILE_SCAN_FAIL");
    verdict = () => ({ status: "CLEAN" });
    expect(await rescanFiles(world.parts, world.db)).toBe(1);
    expect(await codeOf(id, colleague)).toBe("sent");
  });
});
