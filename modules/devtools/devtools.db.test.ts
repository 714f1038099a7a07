import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Me } from "#kernel/entity.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { Outside } from "#kernel/server/outside/outside.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { planExport } from "#kernel/server/sheet/plan.ts";
import { modules } from "#modules/index.ts";
import { freshDatabase, type FreshDatabase } from "../../tests/support/database.ts";
import { shipped } from "../../tests/support/shipped.ts";
import { save, someone } from "../../tests/support/kernel.ts";
import { datasourceCalls } from "./datasource.calls.ts";
import { generatorCalls } from "./generator.calls.ts";
import { modelCalls, readRefinements } from "./model.calls.ts";
import { schemaCalls } from "./schema.calls.ts";

const clock = { now: () => new Date("2026-11-15T02:00:00.000Z") };
let database: FreshDatabase;
let kernel: Kernel;
let calls: Map<string, Call>;
const logged: string[] = [];

beforeAll(async () => {
  database = await freshDatabase(await shipped());
  kernel = await openKernel(modules, database.url, clock);
  const { hostname, password } = new URL(database.url);
  const env = { DATA_SOURCE_SECRET_GOOD: password, DATABASE_URL: database.url, PATH: "/secret/bin", SSO_SECRET_CORP: "corporate" };
  const outside = new Outside(`${hostname}:*`, { log: (line) => void logged.push(line) });
  calls = new Map(
    [...modelCalls(kernel), ...schemaCalls(kernel), ...datasourceCalls(kernel, env, outside), ...generatorCalls(kernel)].map(
      (modelCall) => [modelCall.path.split("/").at(-1)!, modelCall],
    ),
  );
});
afterEach(() => kernel.declared.refine([]));
afterAll(async () => {
  await kernel.close();
  await database.drop();
});

const ask = async (name: string, body: Record<string, unknown> = {}, me: Me = someone()): Promise<any> => {
  const ctx = { me, db: kernel.db, now: clock.now(), language: "EN", requestId: "r", ip: "" } as unknown as Context;
  const answer = await calls.get(name)!.handle(ctx, body);
  return answer !== null && typeof answer === "object" && "page" in answer && "data" in answer ? answer.data : answer;
};
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error) => error.code ?? String(error),
  );

describe("the model", () => {
  test("what is changed takes effect on labels, search, reading and export, and goes back", async () => {
    await save(kernel, "BaseTableModel", {
      entity: "BaseDepartment",
      columns: [
        { key: "deptName", labelCn: "部门全称", labelEn: "Full name" },
        { key: "remark", sensitiveLevel: 1 },
        { key: "enabledFlag", searchable: "N", exportable: "N" },
      ].filter((candidate) => candidate.key in kernel.declared.entity("BaseDepartment").fields),
    });
    kernel.declared.refine(await readRefinements(kernel));
    const e = kernel.declared.entity("BaseDepartment");
    expect(e.fields["deptName"]!.label).toEqual(["部门全称", "Full name"]);
    const model = await ask("findModel", { entity: "BaseDepartment" });
    expect(model.columns.find((column: { key: string }) => column.key === "deptName")).toMatchObject({
      labelEn: "Full name",
      changed: "Y",
    });
    const plan = await planExport(
      kernel,
      {
        requestUrl: "/baseServer/v1/baseDepartmentRestful/listByPage",
        columns: [{ key: "deptName" }, { key: "enabledFlag" }],
      },
      someone(),
      1000,
    );
    expect(plan.columns.map((column) => [column.key, column.title])).toEqual([["deptName", "Full name"]]);
    kernel.declared.refine([]);
    expect(e.fields["deptName"]!.label).not.toEqual(["部门全称", "Full name"]);
  });

  test("a sensitive field is read by those who hold the button alone", async () => {
    const e = kernel.declared.entity("BaseUsers");
    kernel.declared.refine([{ entity: "BaseUsers", fields: [{ key: "email", sensitive: 1 }] }]);
    const plain = someone({ holds: () => false });
    expect(kernel.finder.visible(e, plain).has("email")).toBe(false);
    expect(kernel.finder.visible(e, someone()).has("email")).toBe(true);
    const user = await save(
      kernel,
      "BaseUsers",
      { userName: "sens1", displayName: "S", email: "s@example.com", userType: "INTERNAL" },
      someone({ audience: "system" }),
    );
    expect(await kernel.finder.byId(e, user.id, plain)).not.toHaveProperty("email");
    expect(await codeOf(kernel.finder.list(e, { email: "s@" }, plain))).toBe("FILTER_UNKNOWN");
    kernel.declared.refine([]);
    expect((await kernel.finder.byId(e, user.id, plain))["email"]).toBe("s@example.com");
  });

  test("what is fixed says why; what does not exist is refused", async () => {
    const refused = await save(kernel, "BaseTableModel", { entity: "BaseUsers", columns: [{ key: "userName", sensitiveLevel: 2 }] }).catch(
      (error) => error,
    );
    expect(refused).toMatchObject({ code: "MODEL_LOCKED", fieldErrors: [{ path: "columns[0].sensitiveLevel" }] });
    expect(await codeOf(save(kernel, "BaseTableModel", { entity: "NoSuch" }))).toBe("MODEL_UNKNOWN");
    expect(await codeOf(ask("listModels", {}, someone({ may: () => false })))).toBe("PERM_DENIED");
  });
});

describe("the database", () => {
  test("lists real tables with sizes and whether the model knows them", async () => {
    const rows = await ask("listTableByPage", { keyword: "baseusers", pageRows: 10 });
    expect(rows).toContainEqual(expect.objectContaining({ tableName: "BaseUsers", inModel: "Y", label: "User" }));
    const inside = await ask("listTableByPage", { inModel: "N", pageRows: 500 });
    expect(inside.map((row: { tableName: string }) => row.tableName)).toContain("ShippedState");
    const columns = await ask("listColumnByPage", { tableName: "BaseUsers" });
    expect(columns).toContainEqual(expect.objectContaining({ columnName: "userName", type: "text", nullable: "N", inModel: "Y" }));
    const table = await ask("findTable", { tableName: "BaseUsers" });
    expect(table.indexes.some((index: { isPrimary: string }) => index.isPrimary === "Y")).toBe(true);
    expect(await codeOf(ask("findTable", { tableName: "NoSuch" }))).toBe("DATA_NOT_FOUND");
    expect(await codeOf(ask("listColumnByPage", { tableName: `x"; drop table "BaseUsers` }))).toBe("FIELD_REQUIRED");
  });
});

describe("data sources", () => {
  const source = (more: object) => {
    const url = new URL(database.url);
    const port = Number(url.port || 5432);
    return save(kernel, "BaseDatasource", {
      nameCn: "测试",
      kind: "POSTGRES",
      host: url.hostname,
      port,
      dbName: url.pathname.slice(1),
      username: url.username,
      ...(url.password ? { passwordRef: "DATA_SOURCE_SECRET_GOOD" } : {}),
      ...more,
    });
  };

  const describe = async (row: { id: string }): Promise<string> =>
    (await ask("doTest", { id: row.id }).catch((error) => `${error.code}: ${error.text[1]}`)) as string;

  /** Listens like a database and keeps what it hears. */
  async function fakeServer(): Promise<{ port: number; heard: Buffer[]; server: Server }> {
    const heard: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", (part) => {
        heard.push(part);
        // AuthenticationCleartextPassword: say it in the open.
        socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
      });
    }).listen(0, "127.0.0.2");
    await once(server, "listening");
    return { port: (server.address() as AddressInfo).port, heard, server };
  }

  test("a PostgreSQL that answers is told with its version; every failure reads the same, and only the server's log says why", async () => {
    const good = await source({ dsCode: "DS1" });
    expect(await ask("doTest", { id: good.id })).toMatchObject({ ok: true, version: expect.stringMatching(/^\d+/) });
    logged.length = 0;
    const answers = [
      await describe(await source({ dsCode: "DS2", dbName: "no_such_database" })),
      await describe(await source({ dsCode: "DS3", port: 1 })),
      await describe(await source({ dsCode: "DS6", host: "127.0.0.3", port: 22 })),
      await describe(await source({ dsCode: "DS7", host: "no-such-host.invalid" })),
      await describe(await source({ dsCode: "DS8", host: "169.254.169.254", port: 80 })),
    ];
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^OUTSIDE_UNREACHABLE: /);
    expect(logged.join()).toMatch(/no_such_database.*ECONNREFUSED.*inside the own network/s);
    expect(await describe(await source({ dsCode: "DS4", passwordRef: "DATA_SOURCE_SECRET_MISSING" }))).toMatch(/^SECRET_MISSING: /);
    expect(await describe(await source({ dsCode: "DS5", kind: "ORACLE" }))).toBe(
      "DS_TEST: Connection failed: this installation has no driver for Oracle",
    );
    expect(await codeOf(ask("doTest", { id: good.id }, someone({ may: (_, button) => button !== "btnTest" })))).toBe("PERM_DENIED");
  });

  test("no variable but a data source's own can be named, and a server that only looks like a database hears nothing", async () => {
    const { port, heard, server } = await fakeServer();
    try {
      const row = await source({ dsCode: "DS9", host: "127.0.0.2", port });
      for (const passwordRef of ["DATABASE_URL", "PATH", "SSO_SECRET_CORP", "XDATA_SOURCE_SECRET_GOOD", "DATA_SOURCE_SECRET_"]) {
        const saved = save(kernel, "BaseDatasource", { id: row.id, passwordRef });
        await expect(saved).rejects.toMatchObject({ fieldErrors: [{ path: "passwordRef", code: "FIELD_FORMAT" }] });
        await kernel.db.query(`update "BaseDatasource" set "passwordRef" = $2 where id = $1`, [row.id, passwordRef]);
        expect(await describe(row)).toMatch(/^SECRET_REF: /);
      }
      await kernel.db.query(`update "BaseDatasource" set "passwordRef" = 'DATA_SOURCE_SECRET_GOOD' where id = $1`, [row.id]);
      for (const host of ["127.0.0.2", "::ffff:127.0.0.2", "::ffff:7f00:2", "2130706434", "0x7f000002", "0177.0.0.2", "127.2"]) {
        await kernel.db.query(`update "BaseDatasource" set host = $2 where id = $1`, [row.id, host]);
        expect([host, await describe(row)]).toEqual([host, expect.stringMatching(/^OUTSIDE_UNREACHABLE: /)]);
      }
      expect(heard).toEqual([]);
    } finally {
      server.close();
    }
  });
});

describe("the generator", () => {
  test("is off unless the installation is a workshop; then it makes a declaration from a table", async () => {
    expect(await codeOf(ask("generatorCode", { from: "TABLE", tableName: "BaseDatasource", preview: true }))).toBe("GEN_DISABLED");
    const setting = await kernel.db.one<{ id: string }>(`select id from "BaseProfile" where "profileCode" = 'DEV_TOOLS'`);
    await save(kernel, "BaseProfileValue", { parentId: setting!.id, level: "SITE", value: "Y" }, someone({ audience: "system" }));
    await expect.poll(() => kernel.settings.value("DEV_TOOLS")).toBe("Y");
    const { files } = await ask("generatorCode", { from: "TABLE", tableName: "BaseDatasource", name: "SrmErpSource", preview: true });
    expect(files[0].path).toBe("erp-source.entity.ts");
    expect(files[0].text).toContain('entity("SrmErpSource"');
    const made = await ask("generatorCode", { entity: "BaseDatasource", preview: true });
    expect(made.files[0].text).toContain('pick("类型", "Kind", "DATASOURCE_KIND"');
  });
});
