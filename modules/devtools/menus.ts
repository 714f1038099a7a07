import { folder, page, type MenuFolder, type RoleShape } from "#kernel/module.ts";
import { favourite } from "#kernel/platform/preference.entity.ts";
import { moduleState } from "#kernel/platform/module.entity.ts";
import { numberRule } from "#kernel/platform/number.entity.ts";
import { root } from "#modules/admin/index.ts";
import { ruleDecisionLog, ruleSet } from "#modules/rules/index.ts";
import { datasource } from "./datasource.entity.ts";
import { favouriteStarter, project } from "./favourite-starter.entity.ts";
import { tableModel } from "./table-model.entity.ts";

/** Metadata and development under the settings of the system; favourites are everybody's own. */
export const devtoolsMenus: readonly MenuFolder[] = [
  root("HOME", [
    page("collect", "我的收藏", "My favourites", {
      entities: [favourite],
      reads: [favouriteStarter],
      buttons: ["btnAdd", "btnSave", "btnMove", "btnDelete"],
      audience: "BOTH",
    }),
  ]),
  root("ADMIN", [
    folder("ADMIN_DEV", "开发与元数据", "Development", [
      page("projectAndModule", "项目与模块", "Projects and modules", {
        entities: [moduleState, project, numberRule, favouriteStarter],
        buttons: ["btnAdd", "btnSave", "btnRule", "btnDelete"],
      }),
      page("table_model", "数据模型与规则", "Table model and rules", {
        entities: [tableModel, ruleSet, ruleDecisionLog],
        buttons: ["btnAdd", "btnSave", "btnDelete", "btnPublish", "btnInvalid", "btnImport", "btnExport"],
      }),
      page("databaseList", "数据库表", "Database tables", {
        reads: [tableModel],
        buttons: ["btnToModel"],
        children: ["databaseDetail"],
      }),
      page("datasource", "数据源", "Data sources", {
        entities: [datasource],
        buttons: ["btnAdd", "btnSave", "btnTest", "btnDelete"],
      }),
      page("devtoolsGeneratorCode", "代码生成", "Code generator", { reads: [tableModel], buttons: ["btnPreview", "btnGenerate"] }),
    ]),
  ]),
];

const all = ["projectAndModule", "table_model", "databaseList", "datasource", "devtoolsGeneratorCode"];
const grants: Readonly<Record<string, RoleShape["grants"]>> = {
  SYS_ADMIN: all,
  DEV_ADMIN: all,
  AUDITOR: [["projectAndModule"], ["table_model", "btnExport"], ["databaseList"], ["datasource"]],
  BPM_ADMIN: ["table_model"],
};
const inside = [
  ...["SYS_ADMIN", "SEC_ADMIN", "ORG_ADMIN", "DEV_ADMIN", "OPS", "BPM_ADMIN", "MSG_ADMIN", "INT_ADMIN", "RPT_ADMIN", "MASTER_DATA"],
  ...["REQUESTER", "PLANNER", "BUYER", "PUR_MANAGER", "SOURCING", "WAREHOUSE", "QUALITY", "QUALITY_MANAGER", "FINANCE"],
  ...["FINANCE_MANAGER", "LEGAL", "SUP_SPECIALIST", "PERF_MANAGER", "MOULD_ENGINEER", "EXPERT", "AUDITOR", "EMPLOYEE"],
];
const outside = ["SUP_ADMIN", "SUP_SALES", "SUP_QUALITY", "SUP_FINANCE"];

const joins = (code: string, audience: RoleShape["audience"]): readonly [string, RoleShape] => [
  code,
  { label: [code, code], audience, grants: ["collect", ...(grants[code] ?? [])] },
];

/** The pages join the responsibilities that administration ships: developers keep the model, auditors look, favourites are everybody's. */
export const devtoolsRoles: Readonly<Record<string, RoleShape>> = Object.fromEntries([
  ...inside.map((code) => joins(code, "INTERNAL")),
  ...outside.map((code) => joins(code, "SUPPLIER")),
]);
