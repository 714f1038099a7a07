import { module, page } from "#kernel/module.ts";
import { root } from "#modules/admin/index.ts";
import { setupRemedies } from "./remedies.ts";

/** The first day of a company: from an empty installation to an order that was received. */
export const setup = module("setup", "系统启用", "Set-up", {
  entities: [],
  remedies: setupRemedies,
  menus: [
    root("ADMIN", [
      page("setup", "启用向导", "Set-up assistant", { icon: "rocket" }),
      page("masterWorkbook", "主数据工作簿", "Master data workbook", { icon: "file-spreadsheet" }),
    ]),
  ],
  roles: {
    SYS_ADMIN: { label: ["系统管理员", "System administrator"], audience: "INTERNAL", grants: ["setup", "masterWorkbook"] },
  },
  settings: {
    SETUP_SKIPPED: {
      label: ["启用向导中跳过的步骤", "Steps skipped in the set-up assistant"],
      type: "TEXT",
      initial: "",
      levels: ["SITE"],
    },
  },
});
