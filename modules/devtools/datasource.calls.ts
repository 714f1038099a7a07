import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Call } from "#kernel/server/call.ts";
import { permDenied } from "#kernel/server/find.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { probePostgres, type Reach } from "#kernel/server/probe.ts";
import type { Row } from "#kernel/server/visible.ts";
import { datasource } from "./datasource.entity.ts";

const failed = (cn: string, en: string): Refusal => refuse("DS_TEST", `连接失败：${cn}`, `Connection failed: ${en}`);

const missing: Readonly<Record<string, readonly [string, string]>> = {
  MYSQL: ["本安装没有 MySQL 驱动", "this installation has no driver for MySQL"],
  ORACLE: ["本安装没有 Oracle 驱动", "this installation has no driver for Oracle"],
  SQLSERVER: ["本安装没有 SQL Server 驱动", "this installation has no driver for SQL Server"],
  HTTP: [
    "HTTP 接口在集成服务中测试，地址须列入 SCSI_HTTP_ALLOW",
    "HTTP endpoints are tested in integration; the address must stand in SCSI_HTTP_ALLOW",
  ],
};

const words: Readonly<Record<string, readonly [string, string]>> = {
  ECONNREFUSED: ["主机拒绝连接", "the host refused the connection"],
  ENOTFOUND: ["找不到主机", "the host was not found"],
  EAI_AGAIN: ["找不到主机", "the host was not found"],
  ETIMEDOUT: ["连接超时", "no answer in time"],
  "28P01": ["用户名或密码不正确", "user or password is wrong"],
  "28000": ["该用户不允许登录", "this user may not sign in"],
  "3D000": ["数据库不存在", "the database does not exist"],
};

const said: readonly (readonly [RegExp, readonly [string, string]])[] = [
  [/timeout/i, ["连接超时", "no answer in time"]],
  [/password must be a string/i, ["需要密码，请填写密码引用", "a password is needed; name its reference"]],
];

/** What stands behind an error, in words; the driver's own sentence where there are none. */
function told(error: unknown): Refusal {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  const known = words[code] ?? said.find(([pattern]) => pattern.test(message))?.[1];
  return known ? failed(known[0], known[1]) : failed(message.slice(0, 200), message.slice(0, 200));
}

const reachOf = (source: Row, password: string | undefined): Reach => ({
  host: String(source["host"]),
  port: Number(source["port"]),
  database: String(source["dbName"]),
  user: String(source["username"]),
  password,
  timeoutMs: Number(source["timeoutMs"] ?? 5000),
  readOnly: source["readOnly"] === "Y",
});

/** Tests a connection as it is stored. The password comes from outside by its reference and is never shown. */
export const datasourceCalls = (kernel: Kernel, env: Readonly<Record<string, string | undefined>>): Call[] => [
  {
    service: "baseServer",
    path: "v1/baseDatasourceRestful/doTest",
    guard: "session",
    perMinute: 30,
    async handle(ctx, body) {
      if (!ctx.me.may(datasource.name, "btnTest")) throw permDenied();
      const source = await kernel.finder.byId(datasource, body["id"], ctx.me);
      const without = missing[String(source["kind"])];
      if (without) throw failed(without[0], without[1]);
      const reference = source["passwordRef"] as string | null;
      const password = reference ? env[reference] : undefined;
      if (reference && password === undefined)
        throw failed(`没有设置环境变量 ${reference}`, `the environment variable ${reference} is not set`);
      try {
        return { ok: true, ...(await probePostgres(reachOf(source, password))) };
      } catch (error) {
        throw told(error);
      }
    },
  },
];
