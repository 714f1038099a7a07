import { action, entity } from "#kernel/entity.ts";
import { files, int, percent, pick, ref, text, yn } from "#kernel/field.ts";
import { contractCodes } from "../common.ts";

const list = ["name", "orgId", "docKind", "textPattern", "fontSize", "color", "opacity", "angle", "tile", "enabledFlag"] as const;

/** What is drawn across documents of contracts when our own people or suppliers look at them or take them away. */
export const watermark = entity("SrmCctWatermark", "合同水印", "Contract watermark", {
  fields: {
    name: text("名称", "Name", { max: 80 }),
    audience: pick("对象", "Audience", "CCT_MARK_AUDIENCE", { fixed: "create" }),
    orgId: ref("BaseOrganization", "组织", "Organisation", {
      optional: true,
      pick: { enabledFlag: "Y" },
      hint: ["留空为全部", "Empty: all"],
    }),
    supplierId: ref("SrmSupInfo", "供应商", "Supplier", {
      merging: "carry",
      optional: true,
      pick: { infoStatus: "EFFECTIVE" },
      hint: ["留空为全部供应商", "Empty: all suppliers"],
    }),
    docKind: pick("适用文档", "Documents", "CCT_WATERMARK_KIND", { initial: "ALL" }),
    textPattern: text("水印文字", "Text", {
      max: 120,
      hint: ["可用 {org} {user} {supplier} {time} {contractNum}", "May name {org} {user} {supplier} {time} {contractNum}"],
    }),
    imageFileId: files("图片", "Picture", { optional: true, max: 1, formats: ["png", "jpg", "jpeg"] }),
    fontSize: int("字号", "Font size", { initial: 22, least: 8, most: 96, adds: false }),
    color: text("颜色", "Colour", { max: 6, initial: "5a6474", pattern: "^[0-9a-fA-F]{6}$" }),
    opacity: percent("不透明度%", "Opacity %", { initial: "20", least: 5, most: 60, adds: false }),
    angle: int("角度", "Angle", { initial: 30, least: -90, most: 90, adds: false }),
    tile: yn("平铺", "All over the page", { initial: "Y" }),
    enabledFlag: yn("启用", "Enabled", { computed: true, initial: "N" }),
  },
  holds: { faint: ["opacity", "<=", 60], legible: ["opacity", ">=", 5] },
  shownWhen: { supplierId: (doc) => doc.audience === "SUPP" },
  actions: {
    doEnable: action("启用", "Enable", { button: "btnEnable", who: "internal", offered: (doc) => doc["enabledFlag"] !== "Y" }),
    doInvalid: action("停用", "Disable", { button: "btnInvalid", who: "internal", offered: (doc) => doc["enabledFlag"] === "Y" }),
  },
  sees: { internal: (me) => ({ any: [{ orgId: null }, { orgId: me.orgs }] }) },
  saves: "internal",
  deletes: "internal",
  title: ["name"],
  list,
  search: ["name", "docKind", "orgId", "enabledFlag"],
  order: [["id", "desc"]],
  lists: {
    inside: {
      route: "cctWatermarkListInside",
      title: ["内部水印", "Watermarks for our people"],
      where: () => ({ audience: "INSIDE" }),
    },
    supp: {
      route: "cctWatermarkListSupp",
      title: ["供应商水印", "Watermarks for suppliers"],
      columns: [...list, "supplierId"],
      where: () => ({ audience: "SUPP" }),
    },
  },
  pages: {
    sections: [
      ["水印", "Watermark", ["name", "audience", "orgId", "supplierId", "docKind", "textPattern", "imageFileId", "enabledFlag"]],
      ["外观", "Look", ["fontSize", "color", "opacity", "angle", "tile"]],
    ],
  },
  codes: contractCodes,
});
