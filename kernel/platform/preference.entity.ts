import { entity } from "#kernel/entity.ts";
import { anyId, code, date, datetime, int, payload, pick, ref, text, yn } from "#kernel/field.ts";
import { named } from "./names.ts";

/** What one person prefers: language, tab mode, home layout, page sizes. */
export const userPreference = entity("BaseUserPreference", "用户偏好", "User preference", {
  service: "baseServer",
  open: true,
  mine: "userId",
  fields: {
    userId: ref("BaseUsers", "用户", "User", { computed: true }),
    prefKey: text("键", "Key", { max: 120 }),
    prefValue: payload("值", "Value", { optional: true }),
  },
  sees: { internal: "all", supplier: "all", registrant: "all" },
  shows: { supplier: ["id", "versionNum", "userId", "prefKey", "prefValue"] },
  saves: "both",
  deletes: "both",
  unique: [{ fields: ["userId", "prefKey"], lastWins: true }],
  title: ["prefKey"],
  search: ["prefKey"],
});

/** A saved search of one table, kept for oneself or shared with a responsibility. */
export const tableSearch = entity("BaseTableSearch", "查询方案", "Saved search", {
  service: "baseServer",
  open: true,
  fields: {
    tableName: text("表格", "Table", { max: 120 }),
    schemeName: text("方案名称", "Name", { max: 60 }),
    params: payload("条件", "Conditions"),
    defaultFlag: yn("默认", "Default", { initial: "N" }),
    userId: ref("BaseUsers", "所有人", "Owner", { optional: true, computed: true }),
    shareRespId: ref("BaseResponsibility", "共享给职责", "Shared with", { optional: true, pick: { enabledFlag: "Y" } }),
  },
  sees: {
    internal: (me) => ({ any: [{ userId: me.userId }, { shareRespId: me.responsibilityId ?? "-" }] }),
    supplier: (me) => ({ any: [{ userId: me.userId }, { shareRespId: me.responsibilityId ?? "-" }] }),
  },
  shows: { supplier: ["id", "versionNum", "tableName", "schemeName", "params", "defaultFlag", "userId", "shareRespId"] },
  saves: { owner: "userId" },
  deletes: { owner: "userId" },
  unique: [{ fields: ["userId", "tableName", "schemeName"] }],
  title: ["schemeName"],
  search: ["tableName", "schemeName"],
});

/** Columns, widths and page size of a table for one person, or for all when no person is named. */
export const tableConfig = entity("SrmBaseTableConfig", "表格列配置", "Table configuration", {
  fields: {
    tableName: text("表格", "Table", { max: 120 }),
    userId: ref("BaseUsers", "用户", "User", { optional: true, computed: true }),
    columns: payload("列", "Columns"),
    pageSize: int("每页条数", "Page size", { optional: true, least: 0 }),
    customPageSizes: payload("自定义条数", "Custom page sizes", { optional: true }),
    version: int("配置版本", "Configuration version", { initial: 1 }),
  },
  open: true,
  sees: {
    internal: (me) => ({ any: [{ userId: me.userId }, { userId: null }] }),
    supplier: (me) => ({ any: [{ userId: me.userId }, { userId: null }] }),
  },
  shows: { supplier: ["id", "versionNum", "tableName", "userId", "columns", "pageSize", "customPageSizes", "version"] },
  saves: { owner: "userId" },
  deletes: { owner: "userId" },
  unique: [{ fields: ["tableName", "userId"], lastWins: true }],
  title: ["tableName"],
  search: ["tableName"],
});

/** A menu, saved search or document somebody keeps at hand. */
export const favourite = entity("BaseFavourite", "收藏", "Favourite", {
  service: "baseServer",
  open: true,
  mine: "userId",
  fields: {
    userId: ref("BaseUsers", "用户", "User", { computed: true }),
    kind: pick("类别", "Kind", "FAVOURITE_KIND", { initial: "MENU" }),
    targetRef: text("对象", "Target", { max: 200 }),
    title: text("标题", "Title", { max: 200 }),
    folder: text("文件夹", "Folder", { max: 60, optional: true }),
    seq: int("顺序", "Order", { initial: 10 }),
  },
  sees: { internal: "all", supplier: "all" },
  shows: { supplier: ["id", "versionNum", "userId", "kind", "targetRef", "title", "folder", "seq"] },
  saves: "both",
  deletes: "both",
  unique: [{ fields: ["userId", "kind", "targetRef"] }],
  title: ["title"],
  search: ["kind", "title", "folder"],
  order: [
    ["folder", "asc"],
    ["seq", "asc"],
  ],
});

/** How often a person opened a page on a day; kept for a month, so that home can offer what is used most. */
export const menuOpening = entity("BaseMenuOpening", "菜单打开次数", "Menu openings", {
  service: "baseServer",
  internal: true,
  fields: {
    userId: anyId("用户", "User", { max: 64 }),
    menuId: anyId("菜单", "Menu", { max: 64 }),
    day: date("日期", "Day"),
    times: int("次数", "Times"),
  },
  unique: [{ fields: ["userId", "menuId", "day"] }],
  title: [],
  sees: {},
});

/** A tile of the home pages as it is administered: the product brings them, people name, order, narrow and switch them. */
export const homeWidget = entity("BaseHomeWidget", "首页组件", "Home widget", {
  service: "baseServer",
  fields: {
    widgetCode: code("组件编码", "Code", { max: 60, fixed: "create" }),
    ...named("名称", "Name"),
    audience: pick("适用方", "Audience", "AUDIENCE", { fixed: "create" }),
    widgetType: pick("类型", "Type", "WIDGET_TYPE", { fixed: "create" }),
    dataCall: text("数据调用", "Data call", { max: 200, optional: true, computed: true }),
    drillRoute: text("打开页面", "Opens", { max: 200, optional: true, format: "route", computed: true }),
    needMenuId: ref("BaseMenu", "所需菜单", "Needs menu", {
      optional: true,
      pick: { menuType: ["PAGE", "REPORT", "CHART"], enabled: "Y" },
      hint: ["职责没有该菜单时不显示", "Not shown to responsibilities without it"],
    }),
    defaultSeq: int("默认顺序", "Default order", { initial: 10 }),
    defaultSpan: int("默认宽度", "Default width", { initial: 1, least: 1, most: 4 }),
    refreshSeconds: int("刷新秒数", "Refresh seconds", { initial: 60, least: 10 }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["widgetCode", "audience"] }],
  title: ["widgetCode", "nameCn"],
  list: [
    "widgetCode",
    "nameCn",
    "nameEn",
    "audience",
    "widgetType",
    "drillRoute",
    "needMenuId",
    "defaultSeq",
    "defaultSpan",
    "refreshSeconds",
    "enabledFlag",
  ],
  search: ["widgetCode", "nameCn", "audience", "widgetType", "enabledFlag"],
  order: [
    ["audience", "asc"],
    ["defaultSeq", "asc"],
  ],
});

/** That a person agreed to a version of the terms, when and from where. */
export const userConsent = entity("BaseUserConsent", "用户同意记录", "User consent", {
  service: "baseServer",
  appendOnly: true,
  fields: {
    userId: ref("BaseUsers", "用户", "User"),
    docType: pick("文件", "Document", "CONSENT_DOC"),
    docVersion: text("版本", "Version", { max: 40 }),
    agreedAt: datetime("同意时间", "Agreed at"),
    ip: text("地址", "IP", { max: 64, optional: true }),
  },
  sees: { internal: "all", supplier: (me) => ({ userId: me.userId }) },
  shows: { supplier: ["id", "docType", "docVersion", "agreedAt"] },
  title: ["docType", "docVersion"],
  search: ["userId", "docType", "docVersion"],
  order: [["agreedAt", "desc"]],
});
