import { entity } from "#kernel/entity.ts";
import { int, text, yn } from "#kernel/field.ts";

/** What an installation says of one field in place of its declaration; what is empty is as declared. */
export const tableModelColumn = entity("BaseTableModelColumn", "模型字段", "Model field", {
  service: "baseServer",
  fields: {
    key: text("字段", "Field", { max: 100 }),
    labelCn: text("中文名称", "Chinese label", { max: 100, optional: true }),
    labelEn: text("英文名称", "English label", { max: 100, optional: true }),
    searchable: yn("可查询", "Searchable", { optional: true }),
    exportable: yn("可导出", "Exportable", { optional: true }),
    sensitiveLevel: int("敏感级别", "Sensitivity", { least: 0, most: 2, optional: true, adds: false }),
  },
  sees: {},
  title: ["key"],
});

/** What an installation changed about a declared entity. The declaration itself is code and is not edited here. */
export const tableModel = entity("BaseTableModel", "数据模型", "Table model", {
  service: "baseServer",
  fields: {
    entity: text("实体", "Entity", { max: 100, fixed: "create" }),
    labelCn: text("中文名称", "Chinese label", { max: 100, optional: true }),
    labelEn: text("英文名称", "English label", { max: 100, optional: true }),
  },
  lines: { columns: tableModelColumn },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["entity"] }],
  title: ["entity"],
  search: ["entity"],
  order: [["entity", "asc"]],
});
