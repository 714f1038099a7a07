import { connect as tcp } from "node:net";
import { PassThrough } from "node:stream";
import { buffer, text as textOf } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fromBufferPromise } from "yauzl";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Entity, Me } from "#kernel/entity.ts";
import { decodeCsv, writeCsv } from "#kernel/server/excel/csv.ts";
import { readWorkbook } from "#kernel/server/excel/pool.ts";
import { Exports } from "#kernel/server/sheet/export.ts";
import { Imports } from "#kernel/server/sheet/import.ts";
import { planExport } from "#kernel/server/sheet/plan.ts";
import type { Client } from "../support/client.ts";
import type { Row } from "../support/generate.ts";
import { save, someone } from "../support/kernel.ts";
import { callOf, kept, none, openOverHttp, type HttpHouse } from "./house.ts";

let house: HttpHouse;
let url: string;
beforeAll(async () => {
  house = await openOverHttp(22);
  url = house.kernel.db.pool.options.connectionString!;
});
// Whether the server stops at once is asked below; the other questions of this file do not wait for its answer.
afterAll(() => Promise.race([house?.drop(), pause(10_000)]));

const formulas = [
  `=cmd|' /C calc'!A0`,
  `+1+cmd|' /C calc'!A0`,
  `-2+3+cmd|' /C calc'!A0`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `\t=1+1`,
  `＝HYPERLINK("https://evil.example","x")`,
  `|calc`,
  `%0A=1+1`,
];
const hostile = `<img src=x onerror=alert(1)>]]><!ENTITY x SYSTEM "file:///etc/passwd">&x;`;

/** The parts of a workbook by name. */
async function partsOf(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, await textOf(await zip.openReadStreamPromise(entry)));
  return parts;
}

async function workbook(e: Entity, id: string, exporter: Exports, me: Me): Promise<Buffer> {
  const columns = [...house.kernel.finder.visible(e, me)]
    .filter((key) => key !== "parentId")
    .map((key) => ({ key, title: key === "id" ? "=1+1" : key }));
  const plan = await planExport(
    house.kernel,
    { requestUrl: `/${callOf(e, "listByPage")}`, columns, requestParams: { id }, fileName: `../../=x"\n` },
    me,
    100,
  );
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), exporter.write(plan, out)]);
  expect(plan.fileName).not.toMatch(/[/\\"\n:]/);
  return bytes;
}

/** Free texts that people fill and others open in a spreadsheet. */
const textsOf = (e: Entity): string[] =>
  Object.entries(e.fields)
    .filter(([, f]) => ["text", "longtext"].includes(f.kind) && !f.computed && !f.format && !f.hidden && !f.fixed && (f.max ?? 200) >= 60)
    .map(([key]) => key);

describe("promise 22: what leaves in a spreadsheet is data, never a program", () => {
  test(
    "every entity with free texts: exported formulas stay texts, markup stays text, and both come back as written",
    { timeout: 240_000 },
    async () => {
      const exporter = new Exports(house.kernel, url);
      const wrong: string[] = [];
      let tried = 0;
      try {
        for (const e of house.entities.filter(
          (entity) =>
            entity.saves && !entity.view && !house.declared.parent(entity) && textsOf(entity).length && entity.name !== "BaseNumberRule",
        )) {
          const values: Row = Object.fromEntries(
            textsOf(e).map((key, n) => [
              key,
              n % 3 === 2 ? hostile.slice(0, e.fields[key]!.max ?? 200) : formulas[(tried + n) % formulas.length]!,
            ]),
          );
          // What applicants fill in was opened for them before.
          const opened = e.saves === "registrant" ? await kept(house, e) : null;
          const body = { ...(opened ? { id: opened.row["id"] } : await house.make.body(e)), ...values };
          const made = await save(house.kernel, e.name, body, opened?.me ?? house.make.writer(e)).catch((error: unknown) => error as Error);
          if (made instanceof Error) continue;
          tried += 1;
          const bytes = await workbook(e, made["id"], exporter, opened?.me ?? someone()).catch((error: unknown) => error as Error);
          if (bytes instanceof Error) {
            wrong.push(`${e.name}: ${String(bytes)}`);
            continue;
          }
          for (const [name, xml] of await partsOf(bytes)) {
            if (/<f[ >]|<!ENTITY|<!DOCTYPE|externalLink|vbaProject|<hyperlink/i.test(xml))
              wrong.push(`${e.name}: ${name} holds a formula, an entity or a link`);
            if (xml.includes("<img src=x")) wrong.push(`${e.name}: ${name} holds markup unescaped`);
          }
          const cells: unknown[] = [];
          for await (const batch of readWorkbook(bytes, {})) for (const row of batch) cells.push(...row.cells);
          for (const [key, value] of Object.entries(values)) {
            // What a rule did not keep cannot leave.
            if (made[key] === null) continue;
            const stored = e.fields[key]!.kind === "text" ? String(value).trim() : value;
            if (!cells.includes(stored)) wrong.push(`${e.name}.${key}: ${JSON.stringify(stored)} did not come back`);
          }
        }
      } finally {
        await exporter.close();
      }
      expect(tried).toBeGreaterThan(10);
      none(wrong);
    },
  );

  test("a CSV of the same texts runs nothing either", async () => {
    let csv = "";
    for await (const part of writeCsv(["=title"], [formulas.map((f) => [f])])) csv += part;
    const lines = decodeCsv(Buffer.from(csv))
      .replace(/^\ufeff/, "")
      .trim()
      .split(/\r\n/);
    for (const line of lines) expect(line.replace(/^"/, "")).toMatch(/^'/);
  });

  test("every import template opens without a program in it and reads back as its own columns", { timeout: 240_000 }, async () => {
    const imports = new Imports(house.kernel);
    const wrong: string[] = [];
    for (const e of house.entities.filter((entity) => entity.saves && !entity.view && !house.declared.parent(entity))) {
      const parts = await partsOf(await imports.book(await imports.template(e.name, someone()), someone()));
      for (const [name, xml] of parts) if (/<f[ >]|<!ENTITY|<!DOCTYPE|externalLink|vbaProject/i.test(xml)) wrong.push(`${e.name}: ${name}`);
    }
    none(wrong);
  });
});

describe("promise 22: what comes in is looked at before it is believed", () => {
  const upload = (client: Client, name: string, bytes: Buffer | string, meta: object = {}) =>
    client.upload("fileServer/v2/file/upload", [{ name, bytes: Buffer.from(bytes as string) }], meta);

  test("programs, scripts and liars are refused; a name never becomes a path", { timeout: 240_000 }, async () => {
    const { client } = await house.person("SYS_ADMIN");
    const elf = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(64)]);
    const exe = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]);
    const refused: [string, Buffer | string][] = [
      ["run.exe", exe],
      ["picture.png", exe],
      ["letter.pdf", elf],
      ["page.html", "<script>alert(1)</script>"],
      ["drawing.svg", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`],
      ["script.js", "alert(1)"],
      ["shell.sh", "#!/bin/sh\nrm -rf /"],
      ["photo.jpg", "<?php system($_GET[0]); ?>"],
    ];
    const wrong: string[] = [];
    for (const [name, bytes] of refused) {
      const reply = await upload(client, name, bytes);
      if (reply.status !== "E") wrong.push(`${name} was taken`);
      else if (reply.code === "SYS_ERROR") wrong.push(`${name}: SYS_ERROR`);
    }
    none(wrong);
    const odd = await upload(client, "../../../etc/passwd.txt", "plain words");
    if (odd.status === "S") {
      expect(odd.data[0].originalFileName).not.toMatch(/[/\\]/);
      const stored = (await house.kernel.db.one<Row>(`select "fileName" from "BaseFile" where id = $1`, [odd.data[0].id]))!;
      expect(stored["fileName"]).not.toContain("passwd");
    }
  });

  test("a download is never rendered in our own origin", { timeout: 240_000 }, async () => {
    const { client } = await house.person("SYS_ADMIN");
    const { data } = await upload(client, "notes.txt", "plain words, 1 < 2");
    const got = await client.download("fileServer/v2/file/downloadBody", { id: data[0].id });
    expect(got.http).toBe(200);
    expect(got.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(got.headers.get("x-content-type-options")).toBe("nosniff");
    expect(got.headers.get("content-security-policy") ?? "").toMatch(/default-src 'none'|sandbox/);
    expect(got.headers.get("content-type")).not.toMatch(/html|svg|javascript/);
  });
});

describe("promise 22: who sends without end", () => {
  test("an upload that never finishes does not keep the server from stopping", { timeout: 240_000 }, async () => {
    const other = await openOverHttp(220);
    const { hostname, port } = new URL(other.base);
    const { client } = await other.person("SYS_ADMIN");
    const { url: path, headers } = client.prepareUpload("fileServer/v2/file/upload", [{ name: "endless.txt", bytes: Buffer.alloc(1_000) }]);
    const socket = tcp(Number(port), hostname);
    socket.on("error", () => undefined);
    const lines = [
      `POST ${path} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      "content-length: 1000000",
      ...Object.entries(headers).map(([k, v]) => `${k}: ${v}`),
    ];
    await new Promise<void>((sent) => socket.write(`${lines.join("\r\n")}\r\n\r\n--x`, () => sent()));
    await client.call("baseServer/baseLoginService/heartbeat");
    const stopped = await Promise.race([other.drop().then(() => "stopped"), pause(8_000).then(() => "still waiting after 8 s")]);
    socket.destroy();
    expect(stopped).toBe("stopped");
  });
});

describe("promise 10: files are behind the same walls", () => {
  test("another company's file answers like none, by every address a file has", { timeout: 240_000 }, async () => {
    const e = house.declared.entity("PromiseSlip");
    const [companyA, companyB] = [await house.make.id("PromiseCompany", true), await house.make.id("PromiseCompany", true)];
    const [a, b] = [
      await house.person("SUP_SALES", { userType: "SUPPLIER", supplierId: companyA }),
      await house.person("SUP_SALES", { userType: "SUPPLIER", supplierId: companyB }),
    ];
    const file = async () =>
      (await a.client.upload("fileServer/v2/file/upload", [{ name: "offer.txt", bytes: Buffer.from("our price is 42") }])).data[0]
        .id as string;
    const [loose, bound] = [await file(), await file()];
    await house.kernel.db.query(
      `update "BaseFile" set "functionId" = 'PromiseSlip', "businessId" = $2, "valueKey" = 'papers' where id = $1`,
      [bound, (await house.make.lone(e, { supplierId: companyA }))["id"]],
    );
    const missing = "01zzzzzzzzzzzzzzzzzz";
    const calls: [string, (id: string) => Row][] = [
      ["fileServer/v2/file/downloadBody", (id) => ({ id })],
      ["largeFileServer/v1/largeFile/downloadBody", (id) => ({ id })],
      ["fileServer/v2/images/download", (id) => ({ id })],
      ["fileServer/v2/pageoffice/doFilePdfView", (id) => ({ id })],
      ["fileServer/v2/file/getFileUrl", (id) => ({ id })],
      ["fileServer/v2/file/listBaseFile", (id) => ({ ids: [id] })],
      ["fileServer/v2/file/delete", (id) => ({ id })],
      ["fileServer/v2/file/copy", (id) => ({ ids: [id], functionId: "PromiseSlip", businessId: "x" })],
      ["fileServer/v2/file/batchDownload", (id) => ({ ids: [id], zipName: "x" })],
    ];
    const wrong: string[] = [];
    const say = async (client: Client, path: string, body: Row) => {
      const got = await client.send(client.prepare(path, body));
      return `${got.status} ${got.body.toString("utf8").replace(/"requestId":"[^"]+"/, "")}`;
    };
    for (const id of [loose, bound])
      for (const [path, body] of calls) {
        const [real, empty] = [await say(b.client, path, body(id)), await say(b.client, path, body(missing))];
        if (real.replaceAll(id, missing) !== empty)
          wrong.push(`${path} of ${id === loose ? "a loose" : "a bound"} file:\n    ${real.slice(0, 200)}\n    ${empty.slice(0, 200)}`);
        if (real.includes("our price")) wrong.push(`${path} hands out the bytes`);
      }
    const own = await a.client.download("fileServer/v2/file/downloadBody", { id: loose });
    expect(own.bytes.toString("utf8")).toBe("our price is 42");
    none(wrong);
  });
});
