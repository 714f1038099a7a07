import { entity } from "#kernel/entity.ts";
import { int, pick, ref, text } from "#kernel/field.ts";
import { named } from "#kernel/platform/names.ts";

/** A page offered to everybody who has a responsibility and keeps no favourites yet. */
export const favouriteStarter = entity("BaseFavouriteStarter", "收藏推荐", "Recommended favourite", {
  service: "baseServer",
  fields: {
    responsibilityId: ref("BaseResponsibility", "职责", "Responsibility", { pick: { enabledFlag: "Y" } }),
    kind: pick("类别", "Kind", "FAVOURITE_KIND", { initial: "MENU" }),
    targetRef: text("对象", "Target", { max: 200 }),
    title: text("标题", "Title", { max: 200 }),
    folder: text("文件夹", "Folder", { max: 60, optional: true }),
    seq: int("顺序", "Order", { initial: 10, adds: false }),
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["responsibilityId", "kind", "targetRef"] }],
  title: ["title"],
  list: ["responsibilityId", "kind", "title", "targetRef", "folder", "seq"],
  search: ["responsibilityId", "kind", "title"],
  order: [
    ["responsibilityId", "asc"],
    ["seq", "asc"],
  ],
});

/** A product or customer project that modules belong to. */
export const project = entity("BaseProject", "项目", "Project", {
  service: "baseServer",
  fields: {
    projectCode: text("项目编码", "Code", { max: 60, fixed: "create" }),
    ...named("项目名称", "Name"),
    serviceBase: text("服务前缀", "Service base", { max: 100, optional: true }),
    tablePrefix: text("表前缀", "Table prefix", { max: 40, optional: true }),
    version: text("版本", "Version", { max: 40, optional: true }),
    ownerUserId: ref("BaseUsers", "负责人", "Owner", { optional: true, pick: { userStatus: "ACTIVE" } }),
    moduleCodes: text("模块", "Modules", { max: 2000, optional: true }),
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["projectCode"] }],
  title: ["projectCode", "nameCn"],
  search: ["projectCode", "nameCn"],
  order: [["projectCode", "asc"]],
});
