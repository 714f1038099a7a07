import type { Field } from "./field.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { fill, type Text } from "./text.ts";

/** Limits of attachments; browser and server read the same numbers. */
export const fileLimits = {
  /** Above this the resumable route is taken; exactly this is still an ordinary upload. */
  large: 104857600,
  size: 2147483648,
  count: 999,
  chunk: 8388608,
  uploadHours: 48,
  zipFiles: 500,
  zipBytes: 2147483648,
  deleteIds: 2000,
  inflateRatio: 100,
  inflateEntries: 10000,
  unboundDays: 7,
  deletedDays: 30,
  listHeight: 240,
  atOnce: 3,
  errorShownMs: 2500,
  nameLength: 255,
  descLength: 500,
} as const;

export const imageFormats: readonly string[] = ["gif", "jpg", "jpeg", "png", "bmp"];
export const previewFormats: readonly string[] = [...imageFormats, "txt", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "pdf"];

/** Extensions nobody may attach: what a double click would run, or what a browser would run in our name. */
export const deniedFormats: readonly string[] = [
  ..."exe dll bat cmd sh js vbs msi jar scr ps1 html htm svg".split(" "),
  ..."com pif cpl hta vbe jse wsf wsh lnk reg msc msp xhtml xht shtml mht mhtml svgz apk app command".split(" "),
];

export type ScanStatus = "PENDING" | "CLEAN" | "INFECTED" | "SKIPPED" | "ERROR";
export type VisibleTo = "SHARED" | "INTERNAL_ONLY";

/** One attachment as it travels. */
export interface Attachment {
  readonly id: string;
  readonly originalFileName: string;
  readonly fileName: string;
  readonly fileSize: number;
  readonly suffixName: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly path: string;
  readonly functionId: string;
  readonly businessId: string;
  readonly fileDesc: string;
  readonly scanStatus: ScanStatus;
  readonly visibleTo: VisibleTo;
  readonly uploadedBy: string;
  readonly creationDate: string;
  readonly versionOf: string | null;
  readonly imageWidth: number | null;
  readonly imageHeight: number | null;
  /** Earlier versions, newest first. */
  readonly versions?: readonly Attachment[];
}

/** What a page says about one attachment cell. */
export interface AttachmentConfig {
  readonly functionId: string;
  readonly businessKey?: string;
  readonly valueKey?: string;
  readonly formats?: readonly string[];
  readonly maxSize?: number;
  readonly maxCount?: number;
  readonly checkPermission?: boolean;
  readonly readonly?: boolean;
  readonly multiple?: boolean;
  readonly descRequired?: boolean;
  readonly path?: string;
  readonly watermark?: boolean;
  readonly visibleTo?: VisibleTo;
}

/** What holds for the files of one entity field; the server asks the declaration, the browser its configuration. */
export interface FileRule {
  readonly formats: readonly string[];
  readonly maxSize: number;
  readonly maxCount: number;
  readonly checkPermission: boolean;
  readonly descRequired: boolean;
  readonly visibleTo: VisibleTo;
  readonly watermark: boolean;
}

export const openRule: FileRule = {
  formats: [],
  maxSize: fileLimits.size,
  maxCount: fileLimits.count,
  checkPermission: true,
  descRequired: false,
  visibleTo: "SHARED",
  watermark: false,
};

/** Unset properties take the defaults; formats are compared in lower case without dots. */
export const fileRule = (config: Partial<FileRule> | AttachmentConfig): FileRule => {
  const given = Object.fromEntries(Object.entries(config).filter(([key, value]) => key in openRule && value !== undefined));
  const rule = { ...openRule, ...given } as FileRule;
  return { ...rule, formats: rule.formats.map((format) => format.toLowerCase().replace(/^\./, "")) };
};

/** The rule a declaration means: `max` is how many files the field holds. */
export function declaredRule(field: Field | undefined): FileRule {
  if (!field) return openRule;
  const { formats, max, maxSize, visibleTo, watermark, descRequired } = field;
  return fileRule({ formats, maxCount: max, maxSize, visibleTo, watermark, descRequired } as Partial<FileRule>);
}

/** The attachments of one field as page and table show them. */
export const attachmentsOf = (entity: string, key: string, field: Field): AttachmentConfig => ({
  functionId: entity,
  valueKey: key,
  ...declaredRule(field),
});

export const fileButtons = {
  upload: "btnUploadAttachment",
  preview: "btnPreviewAttachment",
  download: "btnDownloadAttachment",
  remove: "btnDelAttachment",
} as const;

/** Which road a file of this size takes. */
export const isLarge = (size: number): boolean => size > fileLimits.large;

export const idsOf = (list: string | null | undefined): string[] => [
  ...new Set(
    (list ?? "")
      .split(",")
      .map((id) => id.trim())
      .filter(Boolean),
  ),
];

export const joinIds = (ids: readonly string[]): string => ids.join(",");

/** Sizes as the attachment block shows them: 880K, 2.1M, 1.5G. */
export function shortSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`;
  const steps = ["K", "M", "G"];
  let value = bytes / 1024;
  let step = 0;
  while (value >= 1023.5 && step < steps.length - 1) {
    value /= 1024;
    step += 1;
  }
  const shown = value < 10 ? value.toFixed(1).replace(/\.0$/, "") : String(Math.round(value));
  return `${shown}${steps[step]}`;
}

export const suffixOf = (name: string): string => {
  const dot = name.lastIndexOf(".");
  const suffix = dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
  return suffix.length <= 20 ? suffix : "";
};

const unsafe = /[\p{Cc}\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A path longer than any file system has is read from its end only. */
const mostRead = 4096;

/** Where a name ends that has dots or spaces behind it. */
function endOf(name: string): number {
  let end = name.length;
  while (end > 0 && /[\s.]/.test(name[end - 1]!)) end--;
  return end;
}

/** The name a person may see again: no control or direction marks, no path, nothing a file system would trip over. */
export function cleanName(raw: string): string {
  const last = raw.slice(-mostRead).toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const shown = last
    .replace(unsafe, "")
    .replace(/[<>:"|?*]/g, "_")
    .normalize("NFC")
    .trimStart();
  const plain = shown.slice(0, endOf(shown));
  const name = plain === "" ? "file" : reserved.test(plain) ? `_${plain}` : plain;
  return shorten(name, fileLimits.nameLength);
}

/** Cuts before the extension and never through a character people see as one. */
function shorten(name: string, limit: number): string {
  if (name.length <= limit) return name;
  const suffix = suffixOf(name);
  const tail = suffix === "" ? "" : name.slice(name.length - suffix.length - 1);
  let stem = "";
  for (const { segment } of new Intl.Segmenter("zh", { granularity: "grapheme" }).segment(name.slice(0, name.length - tail.length))) {
    if (stem.length + segment.length + tail.length > limit) break;
    stem += segment;
  }
  return `${stem.trimEnd()}${tail}`;
}

/** "report.pdf" the second time becomes "report(2).pdf": nobody loses a file in a zip. Names differing only in case count as the same. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const suffix = suffixOf(name);
    const stem = suffix === "" ? name : name.slice(0, name.length - suffix.length - 1);
    let candidate = name;
    for (let n = 2; taken.has(candidate.toLowerCase()); n += 1)
      candidate = suffix === "" ? `${stem}(${n})` : `${stem}(${n}).${name.slice(stem.length + 1)}`;
    taken.add(candidate.toLowerCase());
    return candidate;
  });
}

export const fileTexts = {
  deleted: ["附件删除成功，因附件ID已变更，请保存业务单据", "Attachment deleted; the id changed, please save the business record"],
  deleteAsk: ["是否继续删除该附件？", "Continue deleting the attachment?"],
} as const satisfies Record<string, Text>;

const no = (code: string, text: Text, values: Readonly<Record<string, unknown>> = {}, http?: number): Refusal => {
  const [cn, en] = fill(text, values);
  return refuse(code, cn, en, http === undefined ? {} : { http });
};

/** Every refusal of attachments with the handbook's words, so that browser and server say the same. */
export const fileNo = {
  ext: (ext: string, list: readonly string[]) =>
    no("FILE_EXT", ["不支持上传扩展名为{ext}的附件，允许：{list}", "Extension {ext} cannot be attached; allowed: {list}"], {
      ext: ext || "?",
      list: list.join(","),
    }),
  denied: (ext: string) => no("FILE_EXT", ["不支持上传扩展名为{ext}的附件", "Extension {ext} cannot be attached"], { ext }),
  size: (limit: number) => no("FILE_SIZE", ["文件超过大小上限{n}", "File exceeds {n}"], { n: shortSize(limit) }),
  count: (limit: number) => no("FILE_COUNT", ["附件数量已达上限{n}", "Attachment count limit {n} reached"], { n: limit }),
  quota: () => no("FILE_QUOTA", ["存储空间不足", "Storage quota exceeded"]),
  imageType: () => no("FILE_IMAGE_TYPE", ["图片类型须为.gif,jpeg,jpg,png,bmp之一", "Image type must be one of .gif, jpeg, jpg, png, bmp"]),
  mismatch: () => no("FILE_MISMATCH", ["文件内容与扩展名不符", "Content does not match the extension"]),
  hash: () => no("FILE_HASH", ["文件校验不一致，请重新上传", "File check sum differs, upload again"]),
  zip: () => no("FILE_ZIP", ["压缩文件展开后过大或文件过多，已拒绝", "The archive is too large or contains too many files"]),
  infected: () => no("FILE_INFECTED", ["文件含有病毒，已隔离", "File infected and quarantined"]),
  scanFail: () => no("FILE_SCAN_FAIL", ["文件安全扫描失败", "Security scan failed"]),
  previewType: () =>
    no("FILE_PREVIEW_TYPE", ["该类型不支持预览，请下载后使用本地工具查看", "Preview unsupported: download and use a local tool"]),
  previewEngine: () =>
    no("FILE_PREVIEW_ENGINE", [
      "本系统未安装该格式的转换程序，请下载后使用本地工具查看",
      "This installation cannot preview this format. Download the file to view it",
    ]),
  previewFail: () => no("FILE_PREVIEW_FAIL", ["文件无法转换预览，请下载后查看", "The file cannot be previewed. Download it to view it"]),
  noId: () => no("FILE_NO_ID", ["无待浏览的文件ID信息", "No file id to view"]),
  notFound: () => no("FILE_NOT_FOUND", ["附件不存在或无权查看", "Attachment not found or not visible"]),
  foreign: () => no("FILE_FOREIGN", ["附件不属于该单据", "Attachment belongs to another record"]),
  desc: () => no("FILE_DESC", ["请填写附件说明", "Describe the attachment"]),
  denyCall: () => no("PERM_DENIED", ["没有操作权限", "No permission for this operation"], {}, 403),
  tooMany: (limit: number) => no("FILE_TOO_MANY", ["一次最多处理{n}个附件", "At most {n} attachments at once"], { n: limit }),
  meta: () => no("FILE_META", ["上传信息不完整", "The upload description is incomplete"]),
  expired: () => no("FILE_UPLOAD_GONE", ["上传已过期，请重新上传", "The upload has expired, start again"]),
  chunk: () => no("FILE_CHUNK", ["分片不合法", "The chunk is invalid"]),
} as const;

/** Extension and size judged before any byte travels; the server asks the same function again. `denied` is what the installation adds to the built-in list. */
export function judgeFile(
  file: { readonly name: string; readonly size: number },
  rule: FileRule,
  denied: readonly string[] = [],
): Refusal | null {
  const ext = suffixOf(cleanName(file.name));
  if (rule.formats.length > 0 && !rule.formats.includes(ext)) return fileNo.ext(ext, rule.formats);
  const allowedSvg = ext === "svg" && rule.formats.includes("svg");
  if ((deniedFormats.includes(ext) || denied.includes(ext)) && !allowedSvg) return fileNo.denied(ext);
  if (!Number.isSafeInteger(file.size) || file.size < 0 || file.size > Math.min(rule.maxSize, fileLimits.size))
    return fileNo.size(rule.maxSize);
  return null;
}

export const canPreview = (suffix: string): boolean => previewFormats.includes(suffix.toLowerCase());
export const isImage = (suffix: string): boolean => imageFormats.includes(suffix.toLowerCase());
