import { entity } from "#kernel/entity.ts";
import { anyId, code, datetime, int, payload, pick, qty, ref, secretRef, text, yn } from "#kernel/field.ts";
import { lookup, type Lookup, type Setting } from "#kernel/module.ts";

/** One attachment: what a person called it, what it really is, which record it belongs to. The bytes lie in a store under a random key. */
export const file = entity("BaseFile", "附件", "Attachment", {
  service: "fileServer",
  internal: true,
  fields: {
    originalFileName: text("文件名", "File name", { max: 255 }),
    fileName: code("存储键", "Storage key", { max: 120, hidden: "all" }),
    /** Up to 2147483648, one more than a database integer holds. */
    fileSize: qty("大小", "Size", { scale: 0 }),
    suffixName: code("扩展名", "Extension", { max: 20, initial: "" }),
    mimeType: text("内容类型", "Content type", { max: 120 }),
    sha256: code("校验值", "SHA-256", { max: 64 }),
    path: text("目录", "Path", { max: 200, initial: "" }),
    functionId: code("业务功能", "Function", { max: 60, initial: "" }),
    businessId: anyId("业务单据", "Record", { max: 64, initial: "" }),
    /** Which file field of the record names it. */
    valueKey: code("单据字段", "Record field", { max: 60, initial: "" }),
    fileDesc: text("说明", "Description", { max: 500, initial: "" }),
    storageCode: code("存储", "Storage", { max: 60 }),
    scanStatus: pick("扫描状态", "Scan", "FILE_SCAN", { initial: "SKIPPED" }),
    visibleTo: pick("可见范围", "Visible to", "FILE_VISIBLE", { initial: "SHARED" }),
    supplierId: anyId("供应商", "Supplier", { max: 64, optional: true }),
    refCount: int("引用数", "References", { initial: 1 }),
    previewFileId: anyId("预览文件", "Preview file", { max: 64, optional: true }),
    previewStatus: code("预览状态", "Preview status", { max: 20, optional: true }),
    uploadedBy: code("上传人", "Uploaded by", { max: 64 }),
    deletedFlag: yn("已删除", "Deleted", { initial: "N" }),
    deletedAt: datetime("删除时间", "Deleted at", { optional: true }),
    versionOf: code("上一版本", "Version of", { max: 64, optional: true }),
    imageWidth: int("宽", "Width", { optional: true }),
    imageHeight: int("高", "Height", { optional: true }),
  },
  // Unique with the id at the end: plain indexes for the questions that are asked every day and every night.
  unique: [
    { fields: ["functionId", "businessId", "id"] },
    { fields: ["sha256", "id"] },
    { fields: ["fileName", "id"] },
    { fields: ["deletedAt", "id"], while: { deletedFlag: "Y" } },
    { fields: ["creationDate", "id"], while: { businessId: "" } },
    { fields: ["scanStatus", "id"], while: { scanStatus: ["PENDING", "ERROR"] } },
  ],
  title: [],
  sees: {},
});

/** A large upload on its way: which pieces have arrived, and until when the rest is waited for. */
export const fileUpload = entity("BaseFileUpload", "分片上传", "Chunked upload", {
  service: "largeFileServer",
  internal: true,
  fields: {
    originalFileName: text("文件名", "File name", { max: 255 }),
    fileSize: qty("大小", "Size", { scale: 0 }),
    chunkSize: int("分片大小", "Chunk size"),
    chunkCount: int("分片数", "Chunks"),
    /** One character a chunk: 1 arrived, 0 awaited. */
    received: text("已收分片", "Received"),
    sha256: code("校验值", "SHA-256", { max: 64 }),
    expiresAt: datetime("有效至", "Expires at"),
    /** What the attachment will become: record, path, description, visibility. */
    target: payload("归属", "Target"),
    fileId: anyId("附件", "Attachment", { max: 64, optional: true }),
  },
  unique: [{ fields: ["createdBy", "sha256", "id"] }],
  title: [],
  sees: {},
});

/** Who touched which attachment, how, from where. Never changed, never removed. */
export const fileAccessLog = entity("BaseFileAccessLog", "附件访问日志", "Attachment access log", {
  service: "fileServer",
  appendOnly: true,
  fields: {
    fileId: anyId("附件", "Attachment", { max: 64 }),
    userId: ref("BaseUsers", "用户", "User", { optional: true }),
    action: pick("动作", "Action", "FILE_ACTION"),
    ip: text("地址", "Address", { max: 64 }),
    time: datetime("时间", "Time"),
  },
  sees: { internal: "all" },
  title: ["fileId", "action"],
  list: ["fileId", "userId", "action", "ip", "time"],
  search: ["fileId", "userId", "action", "time"],
  order: [["time", "desc"]],
});

/** A place where attachments lie; the youngest enabled one takes new files. Its password is only named here. */
export const fileStorage = entity("BaseFileStorage", "文件存储", "File storage", {
  service: "fileServer",
  fields: {
    storageCode: code("存储编码", "Storage code", { max: 60, fixed: "create" }),
    kind: pick("类型", "Kind", "FILE_STORAGE"),
    endpoint: text("地址", "Endpoint", { max: 300, optional: true }),
    bucket: text("存储桶", "Bucket", { max: 100, optional: true }),
    // A place of its own below the data folder, or an absolute one an operator has mounted; never upwards.
    basePath: text("根目录", "Base path", { max: 300, optional: true, pattern: "(?!.*\\.\\.)[A-Za-z0-9._/-]+" }),
    credentialRef: secretRef("FILE_STORAGE", "凭据名称", "Credential name", { optional: true }),
    quotaBytes: qty("配额（字节）", "Quota in bytes", { scale: 0, least: 0, initial: "0" }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  unique: [{ fields: ["storageCode"] }],
  sees: { internal: "all" },
  saves: "internal",
  title: ["storageCode", "kind"],
  list: ["storageCode", "kind", "endpoint", "bucket", "basePath", "quotaBytes", "enabledFlag"],
  search: ["storageCode", "kind", "enabledFlag"],
});

export const fileEntities = [file, fileUpload, fileAccessLog, fileStorage] as const;

export const fileLookups: Readonly<Record<string, Lookup>> = {
  FILE_SCAN: lookup("附件扫描状态", "Attachment scan", {
    PENDING: ["待扫描", "Pending"],
    CLEAN: ["安全", "Clean"],
    INFECTED: ["已感染", "Infected"],
    SKIPPED: ["未扫描", "Skipped"],
    ERROR: ["扫描失败", "Error"],
  }),
  FILE_VISIBLE: lookup("附件可见范围", "Attachment visibility", {
    SHARED: ["双方可见", "Shared"],
    INTERNAL_ONLY: ["仅内部", "Internal only"],
  }),
  FILE_ACTION: lookup("附件动作", "Attachment action", {
    UPLOAD: ["上传", "Upload"],
    VIEW: ["查看", "View"],
    DOWNLOAD: ["下载", "Download"],
    ZIP: ["打包下载", "Zip"],
    DELETE: ["删除", "Delete"],
    COPY: ["复制", "Copy"],
  }),
  FILE_STORAGE: lookup("文件存储类型", "File storage kind", { LOCAL: ["本地目录", "Local folder"], S3: ["对象存储", "S3"] }),
};

export const fileSettings: Readonly<Record<string, Setting>> = {
  FILE_SCAN_MODE: {
    label: ["附件病毒扫描", "Attachment virus scan"],
    type: "TEXT",
    initial: "OFF",
    levels: ["SITE"],
    options: ["OFF", "ASYNC", "SYNC"],
  },
  FILE_DENY_EXT: {
    label: ["禁止上传的扩展名", "Extensions that cannot be attached"],
    type: "TEXT",
    initial: "",
    levels: ["SITE"],
    hint: ["逗号分隔；追加到系统禁止名单", "Comma-separated; added to the built-in list"],
  },
  FILE_QUOTA_GB: {
    label: ["附件总容量（GB，0为不限）", "Attachment quota in GB, 0 for none"],
    type: "INT",
    initial: "0",
    levels: ["SITE"],
    least: 0,
    most: 1000000,
  },
};
