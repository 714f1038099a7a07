import { lookup, module } from "#kernel/module.ts";
import { sensitiveButton } from "#kernel/refine.ts";
import { datasource } from "./datasource.entity.ts";
import { devtoolsRules } from "./devtools.rules.ts";
import { favouriteStarter, project } from "./favourite-starter.entity.ts";
import { devtoolsMenus, devtoolsRoles } from "./menus.ts";
import { tableModel } from "./table-model.entity.ts";

/** The model as people read and refine it, the database behind it, the modules it is made of, and what a developer makes from it. */
export const devtools = module("devtools", "开发工具", "Developer tools", {
  entities: [datasource, tableModel, project, favouriteStarter],
  rules: devtoolsRules,
  menus: devtoolsMenus,
  roles: devtoolsRoles,
  lookups: {
    DATASOURCE_KIND: lookup("数据源类型", "Data source kind", {
      POSTGRES: ["PostgreSQL", "PostgreSQL"],
      MYSQL: ["MySQL", "MySQL"],
      ORACLE: ["Oracle", "Oracle"],
      SQLSERVER: ["SQL Server", "SQL Server"],
      HTTP: ["HTTP 接口", "HTTP endpoint"],
    }),
  },
  buttons: { [sensitiveButton]: { label: ["查看敏感字段", "See sensitive fields"], icon: "eye-off" } },
});
