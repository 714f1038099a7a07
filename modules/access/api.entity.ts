import { action, entity } from "#kernel/entity.ts";
import { datetime, files, int, payload, pick, ref, text, yn } from "#kernel/field.ts";
import { named } from "#kernel/platform/names.ts";

/** A call of the product or of a service beside it. What the product answers is read from its own declarations at every start. */
export const api = entity("BaseApi", "接口", "API", {
  service: "baseServer",
  fields: {
    apiCode: text("接口编码", "Code", { max: 200, fixed: "create" }),
    serviceCode: text("所属系统", "System", { max: 60, fixed: "create" }),
    group: text("分组", "Group", { max: 100 }),
    method: pick("方法", "Method", "API_METHOD", { initial: "POST", fixed: "create", width: 80 }),
    path: text("路径", "Path", { max: 300, fixed: "create", width: 340 }),
    ...named("说明", "Summary", { max: 300 }, "summary"),
    requestSchema: payload("请求结构", "Request schema", { optional: true }),
    responseSchema: payload("响应结构", "Response schema", { optional: true }),
    guard: pick("守卫", "Guard", "API_GUARD", { initial: "RESOURCE" }),
    guardEntity: text("守卫的单据", "Guarded record", { max: 100, optional: true, computed: true }),
    guardButton: text("守卫的按钮", "Guarding button", { max: 60, optional: true, computed: true }),
    rateLimitPerMin: int("每分钟上限", "Calls per minute", {
      optional: true,
      least: 1,
      most: 100_000,
      hint: ["每个调用方；空表示不另设上限", "For each caller; empty sets no limit of its own"],
    }),
    logLevel: pick("日志级别", "Log level", "API_LOG", { initial: "NONE" }),
    deprecated: yn("已弃用", "Deprecated", { initial: "N" }),
    source: pick("来源", "Source", "API_SOURCE", { computed: true, initial: "MANUAL" }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  actions: {
    doEnabled: action("启用", "Enable", { button: "btnEnable", who: "internal", batch: "each" }),
    doDisable: action("停用", "Disable", {
      button: "btnEnable",
      who: "internal",
      tone: "danger",
      batch: "each",
      confirm: ["停用后所有人和应用都不能再调用它，确定停用吗？", "Nobody and no app can call it any more. Disable it?"],
    }),
  },
  unique: [{ fields: ["serviceCode", "method", "path"] }, { fields: ["apiCode"] }],
  title: ["path", "summaryCn"],
  list: ["path", "method", "summaryCn", "enabledFlag", "guard", "rateLimitPerMin", "logLevel", "guardButton", "group", "source"],
  search: ["path", "method", "summaryCn", "group", "guard", "guardEntity", "source", "serviceCode", "logLevel", "enabledFlag"],
  order: [
    ["serviceCode", "asc"],
    ["path", "asc"],
  ],
  views: {
    own: ["本系统", "This product", () => ({ source: "SCAN" })],
    added: ["外部系统", "Other systems", () => ({ source: ["IMPORT", "MANUAL"] })],
    off: ["已停用", "Disabled", () => ({ enabledFlag: "N" })],
    limited: ["有上限", "Limited", () => ({ rateLimitPerMin: { not: null } })],
  },
  pages: {
    list: "apiManager",
    edit: "apiListEdit",
    sections: [
      ["接口", "API", ["method", "path", "apiCode", "summaryCn", "summaryEn", "group", "serviceCode", "source"]],
      [
        "守卫与限制",
        "Guard and limits",
        ["guard", "guardEntity", "guardButton", "rateLimitPerMin", "logLevel", "deprecated", "enabledFlag"],
      ],
    ],
  },
  importKey: ["apiCode"],
});

/** A button that opens a call of a service beside the product; the product's own calls say theirs by themselves. */
export const resourceApi = entity("BaseResourceApi", "资源接口", "Resource API", {
  service: "baseServer",
  fields: {
    resourceId: ref("BaseResource", "资源", "Resource", { fixed: "create" }),
    apiId: ref("BaseApi", "接口", "API", { fixed: "create" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["resourceId", "apiId"] }],
  title: ["resourceId", "apiId"],
  list: ["resourceId", "apiId"],
  search: ["resourceId", "apiId"],
});

/** One import of definitions that was applied. */
export const apiImport = entity("BaseApiImport", "接口导入", "API import", {
  service: "baseServer",
  appendOnly: true,
  fields: {
    fileId: files("定义文件", "File", { max: 1, formats: ["json"], optional: true }),
    format: pick("格式", "Format", "API_FORMAT"),
    serviceCode: text("所属系统", "System", { max: 60 }),
    added: int("新增", "Added"),
    changed: int("修改", "Changed"),
    removed: int("移除", "Removed"),
    disabled: int("停用", "Disabled"),
    appliedAt: datetime("应用时间", "Applied at"),
  },
  sees: { internal: "all" },
  title: ["serviceCode", "appliedAt"],
  list: ["appliedAt", "serviceCode", "format", "added", "changed", "removed", "disabled", "createdBy"],
  search: ["serviceCode", "format", "appliedAt"],
  order: [["appliedAt", "desc"]],
});
