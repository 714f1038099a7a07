import { entity } from "#kernel/entity.ts";
import { ref, text, yn } from "#kernel/field.ts";
import { named } from "./names.ts";

/** A business area as an installation uses it; one that is switched off hides its menus and with them refuses its calls. */
export const moduleState = entity("BaseModule", "模块", "Module", {
  service: "baseServer",
  fields: {
    moduleCode: text("模块编码", "Code", { max: 60, fixed: "create" }),
    ...named("模块名称", "Name"),
    version: text("版本", "Version", { max: 40, optional: true }),
    ownerUserId: ref("BaseUsers", "负责人", "Owner", { optional: true, pick: { userStatus: "ACTIVE" } }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["moduleCode"] }],
  title: ["moduleCode", "nameCn"],
  list: ["moduleCode", "nameCn", "nameEn", "version", "ownerUserId", "enabledFlag"],
  search: ["moduleCode", "nameCn", "enabledFlag"],
  order: [["moduleCode", "asc"]],
});
