import { entity } from "#kernel/entity.ts";
import { code, int, pick, secretRef, text, yn } from "#kernel/field.ts";
import { named } from "#kernel/platform/names.ts";

/** A database or address that scheduled programs, integration steps and the generator may reach. Its password is a reference: the secret itself stays outside. */
export const datasource = entity("BaseDatasource", "数据源", "Data source", {
  service: "baseServer",
  fields: {
    dsCode: code("数据源编码", "Code", { max: 60, fixed: "create" }),
    ...named("名称", "Name", { max: 100 }),
    kind: pick("类型", "Kind", "DATASOURCE_KIND", { initial: "POSTGRES" }),
    host: text("主机", "Host", { max: 200 }),
    port: int("端口", "Port", { least: 1, most: 65535, optional: true, adds: false }),
    dbName: text("数据库", "Database", { max: 100, optional: true }),
    username: text("用户名", "User", { max: 100, optional: true }),
    passwordRef: secretRef("DATA_SOURCE", "密码引用", "Password reference", { optional: true }),
    maxConn: int("最大连接数", "Maximum connections", { least: 1, most: 50, initial: 2, adds: false }),
    timeoutMs: int("超时毫秒", "Time limit, ms", { least: 100, most: 60000, initial: 5000, adds: false }),
    readOnly: yn("只读", "Read only", { initial: "Y" }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  requires: {
    dbName: (doc) => doc.kind !== "HTTP",
    username: (doc) => doc.kind !== "HTTP",
    port: (doc) => doc.kind !== "HTTP",
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["dsCode"] }],
  title: ["dsCode", "nameCn"],
  list: ["dsCode", "nameCn", "kind", "host", "port", "dbName", "username", "readOnly", "enabledFlag", "lastUpdateDate"],
  search: ["dsCode", "nameCn", "kind", "enabledFlag"],
  order: [["dsCode", "asc"]],
  pages: {
    list: "datasource",
    sections: [
      ["基本信息", "Basics", ["dsCode", "nameCn", "kind", "enabledFlag"]],
      ["连接", "Connection", ["host", "port", "dbName", "username", "passwordRef"]],
      ["限制", "Limits", ["maxConn", "timeoutMs", "readOnly"]],
    ],
  },
});
