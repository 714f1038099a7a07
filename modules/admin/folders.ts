import { folder, type MenuFolder } from "#kernel/module.ts";

/** The roots of the menu in their order; a root appears once some module puts a page under it. */
const roots = [
  ["HOME", "首页", "Workspace", "house"],
  ["BASE_DATA", "基础数据", "Base data", "database"],
  ["SUPPLIER", "供应商", "Suppliers", "building-2"],
  ["SOURCING", "寻源", "Sourcing", "gavel"],
  ["CONTRACT", "合同", "Contracts", "file-signature"],
  ["PURCHASE", "采购", "Purchasing", "shopping-cart"],
  ["CATALOG", "目录采购", "Catalogue", "store"],
  ["QUALITY", "质量", "Quality", "badge-check"],
  ["PERFORMANCE", "绩效", "Performance", "gauge"],
  ["FINANCE", "财务", "Finance", "wallet"],
  ["MOULD", "模具", "Moulds", "box"],
  ["SURVEY", "问卷", "Surveys", "clipboard-list"],
  ["REPORT", "报表", "Reports", "chart-column"],
  ["WORKFLOW", "流程", "Workflow", "workflow"],
  ["MESSAGE", "消息", "Messages", "mail"],
  ["INTEGRATION", "集成", "Integration", "plug"],
  ["REPORT_DESIGN", "报表设计", "Report designer", "layout-dashboard"],
  ["ADMIN", "系统管理", "Administration", "settings"],
] as const;

export type RootCode = (typeof roots)[number][0];

/** The place of each root among its siblings. */
export const rootOrder: readonly RootCode[] = roots.map(([code]) => code);

/** A root of the menu with some pages; several modules may fill the same one. */
export function root(code: RootCode, children: MenuFolder["children"]): MenuFolder {
  const [, cn, en, icon] = roots.find(([value]) => value === code)!;
  return { ...folder(code, cn, en, children, icon), seq: (rootOrder.indexOf(code) + 1) * 10 };
}
