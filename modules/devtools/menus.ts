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
      hidden: true,
    }),
  ]),
  root("ADMIN", [
    folder("ADMIN_DEV", "开发与元数据", "Development and metadata", [
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

const internal = (label: RoleShape["label"], grants: RoleShape["grants"]): RoleShape => ({ label, audience: "INTERNAL", grants });
const all = ["projectAndModule", "table_model", "databaseList", "datasource", "devtoolsGeneratorCode", "collect"];

/** The pages join the shipped hats: developers and the system administrator keep them, auditors look. */
export const devtoolsRoles: Readonly<Record<string, RoleShape>> = {
  SYS_ADMIN: internal(["系统管理员", "System administrator"], all),
  DEV_ADMIN: internal(["开发管理员", "Developer administrator"], all),
  AUDITOR: internal(["审计", "Auditor"], [["projectAndModule"], ["table_model", "btnExport"], ["databaseList"], ["datasource"]]),
  BPM_ADMIN: internal(["流程管理员", "Workflow administrator"], ["table_model"]),
};
