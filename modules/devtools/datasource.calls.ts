import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Call } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { takes } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Outside } from "#kernel/server/outside/outside.ts";
import { probePostgres, type Reach } from "#kernel/server/database/probe.ts";
import { secretOf, type Env } from "#kernel/server/access/secret.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { datasource } from "./datasource.entity.ts";

const failed = (cn: string, en: string): Refusal => refuse("DS_TEST", `连接失败：${cn}`, `Connection failed: ${en}`);

const missing: Readonly<Record<string, readonly [string, string]>> = {
  MYSQL: ["本安装没有 MySQL 驱动", "this installation has no driver for MySQL"],
  ORACLE: ["本安装没有 Oracle 驱动", "this installation has no driver for Oracle"],
  SQLSERVER: ["本安装没有 SQL Server 驱动", "this installation has no driver for SQL Server"],
  HTTP: [
    "HTTP 接口在集成服务中测试，地址须列入 SCSI_HTTP_ALLOW",
    "HTTP endpoints are tested in integration; the address must be listed in SCSI_HTTP_ALLOW",
  ],
};

const reachOf = (source: Row, password: string | undefined): Reach => ({
  host: String(source["host"]),
  port: Number(source["port"]),
  database: String(source["dbName"]),
  user: String(source["username"]),
  password,
  timeoutMs: Number(source["timeoutMs"] ?? 5000),
  readOnly: source["readOnly"] === "Y",
});

/** Tests a connection as it is stored. The password comes from outside by its reference and is never shown; why a connection fails stands in the server's log alone. */
export const datasourceCalls = (kernel: Kernel, env: Env, outside: Outside): Call[] => [
  {
    service: "baseServer",
    path: "v1/baseDatasourceRestful/doTest",
    guard: "session",
    perMinute: 30,
    input: takes({ id: "id" }),
    async handle(ctx, body) {
      if (!ctx.me.may(datasource.name, "btnTest")) throw permDenied();
      const source = await kernel.finder.byId(datasource, body["id"], ctx.me);
      const without = missing[String(source["kind"])];
      if (without) throw failed(without[0], without[1]);
      const reference = source["passwordRef"] as string | null;
      const password = reference ? secretOf(env, "DATA_SOURCE", reference) : undefined;
      return { ok: true, ...(await probePostgres(outside, reachOf(source, password))) };
    },
  },
];
