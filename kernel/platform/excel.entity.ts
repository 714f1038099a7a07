import { action, entity } from "#kernel/entity.ts";
import { code, datetime, int, longtext, payload, percent, pick, qty, ref, text, yn } from "#kernel/field.ts";
import { named } from "./names.ts";

/** Which columns a workbook brings into an entity. Without a row, the entity's own declaration is the template. */
export const importTemplate = entity("BaseImportTemplate", "导入模板", "Import template", {
  service: "exportServer",
  fields: {
    templateCode: text("模板编码", "Code", { max: 60, fixed: "create" }),
    ...named("名称", "Name"),
    entity: text("实体", "Entity", { max: 60 }),
    keyFields: payload("主键字段", "Key fields"),
    version: int("模板版本", "Template version", { initial: 1 }),
    columns: payload("列", "Columns"),
    maxRows: int("最大行数", "Row limit", { initial: 20000, least: 1, most: 20000 }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["templateCode"] }],
  title: ["templateCode", "nameCn"],
  search: ["templateCode", "entity"],
});

/** One upload of a workbook: checked, then committed once. */
export const importJob = entity("BaseImportJob", "导入任务", "Import job", {
  service: "exportServer",
  mine: "ownerUserId",
  fields: {
    importId: text("导入编号", "Import id", { max: 60 }),
    templateCode: text("模板编码", "Template", { max: 60 }),
    businessId: text("业务单据", "Document", { max: 60, optional: true }),
    fileId: ref("BaseFile", "文件", "File", { optional: true }),
    fileHash: text("文件摘要", "File hash", { max: 64, optional: true }),
    mode: pick("方式", "Mode", "IMPORT_MODE", { initial: "ALL_OR_NOTHING" }),
    status: pick("状态", "Status", "IMPORT_STATUS", { initial: "CHECKED" }),
    total: int("总行数", "Rows", { initial: 0 }),
    ok: int("通过", "Accepted", { initial: 0 }),
    failed: int("失败", "Failed", { initial: 0 }),
    warnings: int("警告", "Warnings", { initial: 0 }),
    inserts: int("新增", "Inserted", { initial: 0 }),
    updates: int("更新", "Updated", { initial: 0 }),
    errors: payload("错误明细", "Errors", { optional: true }),
    errorFileId: ref("BaseFile", "错误文件", "Error workbook", { optional: true }),
    ownerUserId: ref("BaseUsers", "提交人", "Owner", { computed: true }),
    startedAt: datetime("开始时间", "Started at", { optional: true }),
    finishedAt: datetime("完成时间", "Finished at", { optional: true }),
  },
  open: true,
  sees: { internal: "all", supplier: "all" },
  shows: {
    supplier: [
      ...["id", "importId", "templateCode", "fileId", "mode", "status", "total", "ok", "failed", "warnings"] as const,
      ...["inserts", "updates", "errorFileId", "ownerUserId", "startedAt", "finishedAt"] as const,
    ],
  },
  unique: [{ fields: ["importId"] }],
  title: ["importId", "templateCode"],
  search: ["importId", "templateCode", "status"],
  order: [["startedAt", "desc"]],
});

const owned = { owner: "ownerUserId" };

/** A list or report written to a file in the background; it belongs to the person who asked for it. */
export const backExport = entity("BaseReportBackExport", "后台导出", "Background export", {
  service: "reportServer",
  number: ["exportNum", "EXP{yyyyMMdd}{000001}"],
  open: true,
  fields: {
    exportNum: code("导出编号", "Export number", { max: 40, computed: true }),
    sourceType: pick("来源", "Source", "EXPORT_SOURCE", { initial: "TABLE", computed: true }),
    sourceCode: text("来源编码", "Source code", { max: 300, computed: true }),
    sourceName: text("来源名称", "Source name", { max: 200, optional: true, computed: true }),
    paramsValue: payload("参数", "Parameters", { computed: true }),
    fileName: text("文件名", "File name", { max: 255, computed: true }),
    fileFormat: pick("格式", "Format", "EXPORT_FORMAT", { initial: "XLSX", computed: true }),
    sheetMaxRow: int("每页行数", "Rows per sheet", { initial: 500000, computed: true }),
    columnsJson: payload("列", "Columns", { optional: true, computed: true }),
    language: pick("语言", "Language", "SYSTEM_LANGUAGE", { initial: "CN", computed: true }),
    ownerUserId: ref("BaseUsers", "提交人", "Owner", { computed: true }),
    respId: ref("BaseResponsibility", "职责", "Responsibility", { optional: true, computed: true }),
    permitDigest: text("权限摘要", "Permit digest", { max: 64, optional: true, computed: true, hidden: "all" }),
    status: pick("状态", "Status", "EXPORT_STATUS", { computed: true }),
    progress: percent("进度", "Progress", { initial: "0", computed: true }),
    rowCount: int("行数", "Rows", { optional: true, computed: true }),
    fileSize: qty("文件大小", "File size", { scale: 0, optional: true, computed: true }),
    fileId: ref("BaseFile", "文件", "File", { optional: true, computed: true }),
    parts: int("文件数", "Parts", { optional: true, computed: true }),
    submittedAt: datetime("提交时间", "Submitted at", { computed: true }),
    startedAt: datetime("开始时间", "Started at", { optional: true, computed: true }),
    finishedAt: datetime("完成时间", "Finished at", { optional: true, computed: true }),
    expireAt: datetime("到期时间", "Expires at", { optional: true, computed: true }),
    tryCount: int("尝试次数", "Tries", { initial: 0, computed: true }),
    leaseUntil: datetime("占用至", "Leased until", { optional: true, computed: true, hidden: "all" }),
    errorCode: code("错误代码", "Error code", { max: 60, optional: true, computed: true }),
    errorMsg: longtext("错误信息", "Error", { max: 2000, optional: true, computed: true }),
    downloadCount: int("下载次数", "Downloads", { initial: 0, computed: true }),
  },
  stateLookup: "EXPORT_STATUS",
  states: {
    WAITING: ["排队", "Waiting", "waiting"],
    RUNNING: ["生成中", "Running", "running"],
    DONE: ["已完成", "Done", "done"],
    EXPIRED: ["已过期", "Expired", "ended"],
    FAILED: ["失败", "Failed", "refused"],
    CANCELLED: ["已取消", "Cancelled", "ended"],
  },
  actions: {
    doCancel: action("取消", "Cancel", { button: "btnCancel", who: owned, from: ["WAITING", "RUNNING"], to: "CANCELLED" }),
    doRerun: action("重新运行", "Run again", { button: "btnRerun", who: owned, from: ["DONE", "EXPIRED", "FAILED", "CANCELLED"], to: "WAITING" }),
  },
  sees: {
    internal: (me) => (me.may("BaseReportDefinition", "btnSave") ? {} : { ownerUserId: me.userId }),
    supplier: (me) => ({ ownerUserId: me.userId }),
  },
  shows: {
    supplier: [
      ...["id", "versionNum", "exportNum", "sourceType", "sourceName", "fileName", "fileFormat", "ownerUserId", "status", "progress", "rowCount"] as const,
      ...["fileSize", "fileId", "submittedAt", "startedAt", "finishedAt", "expireAt", "errorCode", "errorMsg"] as const,
    ],
  },
  deletes: owned,
  deletesFrom: ["DONE", "EXPIRED", "FAILED", "CANCELLED"],
  unique: [{ fields: ["exportNum"] }],
  codes: { notFound: ["EXPORT_NOT_FOUND", "导出不存在或无权查看", "Export not found or not visible"] },
  title: ["exportNum", "fileName"],
  list: ["exportNum", "fileName", "sourceName", "status", "progress", "rowCount", "fileSize", "submittedAt", "finishedAt", "expireAt", "errorMsg"],
  search: ["exportNum", "fileName", "sourceType", "status", "submittedAt"],
  order: [["submittedAt", "desc"]],
  pages: { list: "reportBackExportList" },
});
