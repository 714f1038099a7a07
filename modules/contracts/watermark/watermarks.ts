import { lookupOf as of, page, type Part } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { responsibilities } from "#modules/supplier/index.ts";
import { watermark } from "./watermark.entity.ts";
import { watermarkRules } from "./watermark.rules.ts";

const { inside, supp } = watermark.lists!;
const buttons = [
  "btnAdd",
  "btnSave",
  "btnDelete",
  "btnEnable",
  "btnInvalid",
  "btnPreview",
  "btnExport",
  "btnUploadAttachment",
  "btnPreviewAttachment",
];
const both = [inside!, supp!];

/** What stands across copies of contracts. */
export const watermarks: Part = {
  entities: [watermark],
  rules: watermarkRules,
  lookups: {
    CCT_MARK_AUDIENCE: of("水印对象", "Watermark audience", "INSIDE 内部/Our people · SUPP 供应商/Suppliers"),
    CCT_WATERMARK_KIND: of(
      "水印适用文档",
      "Watermarked document",
      "DRAFT 草稿/Draft · CONFIRM 确认稿/For confirmation · SIGNED 签署件/Signed copy · VOID 作废/Voided · ALL 全部/All",
    ),
  },
  menus: [
    root(
      "CONTRACT",
      both.map((list) => page(list.route, ...list.title!, { entities: [watermark], buttons })),
    ),
  ],
  roles: responsibilities({
    SYS_ADMIN: both.map((list) => [list.route, ...buttons] as const),
    LEGAL: both.map((list) => [list.route, ...buttons] as const),
    AUDITOR: both.map((list) => [list.route, "btnExport"] as const),
  }),
};
