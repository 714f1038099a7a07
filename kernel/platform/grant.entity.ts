import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, datetime, int, longtext, pick, ref, refs, text, yn } from "#kernel/field.ts";
import { named } from "./names.ts";

const enabled = yn("启用", "Enabled", { initial: "Y" });
/** Rises with every change of the grants, so that two people who save the same matrix notice each other. */
const grantedAt = datetime("授权变更时间", "Grants changed at", { optional: true, computed: true });

/** A bundle of menus and buttons; responsibilities are made of roles. */
export const role = entity("BaseRole", "角色", "Role", {
  service: "baseServer",
  fields: {
    roleCode: code("角色编码", "Code", { max: 60, fixed: "create" }),
    ...bilingual("roleName", "角色名称", "Name", { max: 200 }),
    audience: pick("适用方", "Audience", "AUDIENCE", { initial: "INTERNAL", fixed: "create" }),
    privilegedFlag: yn("特权角色", "Privileged", { initial: "N" }),
    description: longtext("说明", "Description", { max: 500, optional: true }),
    grantedAt,
    enabledFlag: enabled,
  },
  sees: { internal: "all" },
  saves: "internal",
  actions: {
    doCopy: action("复制", "Copy", {
      button: "btnCopy",
      who: "internal",
      input: { roleCode: code("新角色编码", "New code", { max: 60 }), roleName: text("新角色名称", "New name", { max: 200 }) },
    }),
    doGrant: action("授权", "Grant", {
      button: "btnSave",
      who: "internal",
      quiet: true,
      input: {
        addMenus: refs("BaseMenu", "增加菜单", "Menus to add", { optional: true }),
        dropMenus: refs("BaseMenu", "移除菜单", "Menus to remove", { optional: true }),
        addResources: refs("BaseResource", "增加按钮", "Buttons to grant", { optional: true }),
        dropResources: refs("BaseResource", "移除按钮", "Buttons to take away", { optional: true }),
      },
    }),
  },
  unique: [{ fields: ["roleCode"] }],
  list: ["roleCode", "roleName", "audience", "privilegedFlag", "enabledFlag", "description"],
  search: ["roleCode", "roleName", "audience", "privilegedFlag", "enabledFlag"],
  order: [["roleCode", "asc"]],
  pages: { list: "systemsetting/role" },
  importKey: ["roleCode"],
});

/** A folder or page of the menu. Roots have no parent here; the wire says '0'. */
export const menu = entity("BaseMenu", "菜单", "Menu", {
  service: "baseServer",
  fields: {
    menuCode: text("菜单编码", "Code", { max: 100 }),
    ...bilingual("name", "菜单名称", "Name", { max: 100 }),
    menuParentId: ref("BaseMenu", "上级菜单", "Parent", { optional: true }),
    menuType: pick("类型", "Type", "MENU_TYPE", { initial: "PAGE" }),
    htmlUrl: text("页面地址", "Address", { max: 400, optional: true }),
    imageLink: text("图标", "Icon", { max: 100, optional: true }),
    levelId: int("层级", "Level", { computed: true, initial: 1 }),
    seqNum: int("顺序", "Order", { initial: 10, least: 0 }),
    audience: pick("适用方", "Audience", "MENU_AUDIENCE", { initial: "INTERNAL" }),
    moduleId: text("模块", "Module", { max: 60, optional: true }),
    enabled,
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  actions: {
    doMove: action("移动", "Move", {
      button: "btnMove",
      who: "internal",
      input: { menuParentId: ref("BaseMenu", "上级菜单", "Parent", { optional: true }), seqNum: int("顺序", "Order", { optional: true }) },
    }),
  },
  requires: { htmlUrl: (doc) => doc.menuType !== "DIR" },
  tree: { parent: "menuParentId", depth: 4, deep: "MENU_DEPTH", cycle: ["MENU_CYCLE", "菜单层级循环", "Menu cycle"] },
  unique: [{ fields: ["menuCode"], code: "MENU_CODE_DUP", text: ["菜单编码重复", "Menu code duplicate"] }],
  title: ["menuCode", "name"],
  list: ["name", "menuCode", "menuType", "htmlUrl", "imageLink", "seqNum", "audience", "enabled"],
  search: ["name", "menuCode", "menuType", "htmlUrl", "audience", "enabled"],
  order: [
    ["seqNum", "asc"],
    ["levelId", "asc"],
    ["name", "asc"],
  ],
  pages: { list: "systemsetting/menuFunction" },
  importKey: ["menuCode"],
});

/** The dictionary of buttons: one code per meaning across all pages. */
export const button = entity("BaseButton", "按钮字典", "Button", {
  service: "baseServer",
  open: true,
  fields: {
    buttonCode: text("按钮编码", "Code", { max: 60, fixed: "create" }),
    ...named("按钮名称", "Name", { max: 60 }),
    icon: text("图标", "Icon", { max: 60, optional: true }),
    colour: pick("颜色", "Colour", "BUTTON_COLOUR", { optional: true }),
    confirmCn: text("确认语", "Confirm text", { max: 200, optional: true }),
    confirmEn: text("确认语（英文）", "Confirm text (English)", { max: 200, optional: true }),
  },
  sees: { internal: "all", supplier: "all" },
  shows: { supplier: ["id", "buttonCode", "nameCn", "nameEn", "icon", "colour", "confirmCn", "confirmEn"] },
  saves: "internal",
  unique: [{ fields: ["buttonCode"] }],
  title: ["buttonCode", "nameCn"],
  list: ["buttonCode", "nameCn", "nameEn", "icon", "colour", "confirmCn", "confirmEn"],
  search: ["buttonCode", "nameCn", "nameEn"],
  order: [["buttonCode", "asc"]],
  pages: { list: "systemSetting/btnList" },
  importKey: ["buttonCode"],
});

/** A button on one menu, or on any menu when none is named: the thing that roles grant. */
export const resource = entity("BaseResource", "菜单资源", "Resource", {
  service: "baseServer",
  fields: {
    resourceCode: text("资源编码", "Code", { max: 60 }),
    ...bilingual("resourceName", "资源名称", "Name", { max: 100 }),
    resIcon: text("图标", "Icon", { max: 60, optional: true }),
    menuId: ref("BaseMenu", "菜单", "Menu", { optional: true, hint: ["空表示任意菜单", "Empty means any menu"] }),
    buttonCode: text("按钮", "Button", { max: 60, optional: true }),
    enabledFlag: enabled,
  },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["menuId", "resourceCode"] }],
  title: ["resourceCode", "resourceName"],
  list: ["resourceCode", "resourceName", "resIcon", "menuId", "buttonCode", "enabledFlag"],
  search: ["resourceCode", "resourceName", "menuId", "buttonCode", "enabledFlag"],
  order: [["resourceCode", "asc"]],
  pages: { list: "resource" },
});

/** A second person answers for what touches a privileged role; only ACTIVE rows grant anything. */
const granting = {
  stateLookup: "GRANT_STATUS",
  states: { ACTIVE: ["生效", "Active", "done"], PENDING: ["待复核", "Awaiting second person", "waiting"] },
  actions: {
    doConfirm: action("复核", "Confirm", {
      button: "btnConfirm",
      who: "internal",
      from: ["PENDING"],
      to: "ACTIVE",
      batch: "each",
      proof: "recent",
    }),
  },
} as const;
const grantFields = {
  grantedBy: ref("BaseUsers", "授权人", "Granted by", { optional: true, computed: true }),
  status: pick("状态", "Status", "GRANT_STATUS", { computed: true }),
};

/** A role opens a menu. */
export const menuRole = entity("BaseMenuRole", "菜单角色", "Menu role", {
  service: "baseServer",
  fields: {
    menuId: ref("BaseMenu", "菜单", "Menu", { fixed: "create" }),
    roleId: ref("BaseRole", "角色", "Role", { fixed: "create" }),
    ...grantFields,
  },
  ...granting,
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["menuId", "roleId"] }],
  search: ["menuId", "roleId", "status"],
});

/** A role grants a button. */
export const resourceRole = entity("BaseResourceRole", "资源角色", "Resource role", {
  service: "baseServer",
  fields: {
    resourceId: ref("BaseResource", "资源", "Resource", { fixed: "create" }),
    roleId: ref("BaseRole", "角色", "Role", { fixed: "create" }),
    ...grantFields,
  },
  ...granting,
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["resourceId", "roleId"] }],
  search: ["resourceId", "roleId", "status"],
});

/** A responsibility contains a role. */
export const respRole = entity("BaseRespRole", "职责角色", "Responsibility role", {
  service: "baseServer",
  fields: {
    responsibilityId: ref("BaseResponsibility", "职责", "Responsibility", { fixed: "create" }),
    roleId: ref("BaseRole", "角色", "Role", { fixed: "create" }),
    ...grantFields,
  },
  ...granting,
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["responsibilityId", "roleId"] }],
  search: ["responsibilityId", "roleId", "status"],
});

const ofResponsibility = { responsibilityId: ref("BaseResponsibility", "职责", "Responsibility", { computed: true }) };
const parentIs = { responsibilityId: (_: unknown, parent: { id: string }) => parent.id };

/** Organisations of a LIST scope. */
export const respOrg = entity("BaseRespOrg", "职责组织", "Responsibility organisation", {
  service: "baseServer",
  fields: {
    ...ofResponsibility,
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    includeChildren: yn("含下级", "With children", { initial: "Y" }),
  },
  computes: parentIs,
  sees: { internal: "all" },
  unique: [{ fields: ["responsibilityId", "orgId"] }],
  title: ["orgId"],
});

/** Purchase categories of a LIST scope. */
export const respCategory = entity("BaseRespCategory", "职责品类", "Responsibility category", {
  service: "baseServer",
  fields: {
    ...ofResponsibility,
    categoryId: ref("SrmBasePurchaseCategory", "品类", "Category", { pick: { enabledFlag: "Y" } }),
    includeChildren: yn("含下级", "With children", { initial: "Y" }),
  },
  computes: parentIs,
  sees: { internal: "all" },
  unique: [{ fields: ["responsibilityId", "categoryId"] }],
  title: ["categoryId"],
});

/** Materials of a LIST scope: one item, or a range of codes. */
export const respMaterial = entity("BaseRespMaterial", "职责物料", "Responsibility material", {
  service: "baseServer",
  fields: {
    ...ofResponsibility,
    itemId: ref("SrmBaseItem", "物料", "Item", { optional: true }),
    itemCodeFrom: code("物料编码从", "Item code from", { max: 60, optional: true }),
    itemCodeTo: code("物料编码至", "Item code to", { max: 60, optional: true }),
  },
  computes: parentIs,
  requires: { itemId: (doc) => !doc.itemCodeFrom && !doc.itemCodeTo },
  sees: { internal: "all" },
  holds: { range: ["itemCodeFrom", "<=", "itemCodeTo"] },
  title: ["itemId"],
});

/** The responsibility a person has while signed in: its roles say what may be done, its scopes which rows. */
export const responsibility = entity("BaseResponsibility", "职责", "Responsibility", {
  service: "baseServer",
  fields: {
    respCode: code("职责编码", "Code", { max: 60, fixed: "create" }),
    ...bilingual("respName", "职责名称", "Name", { max: 200 }),
    audience: pick("适用方", "Audience", "AUDIENCE", { initial: "INTERNAL", fixed: "create" }),
    systemCode: code("系统", "System", { max: 20, initial: "BASE" }),
    orgId: ref("BaseOrganization", "所属组织", "Organisation", { optional: true, pick: { enabledFlag: "Y" } }),
    homeRoute: pick("首页", "Home", "HOME_ROUTE", { initial: "inHome" }),
    orgScope: pick("组织范围", "Organisation scope", "DATA_SCOPE", { initial: "ALL" }),
    categoryScope: pick("品类范围", "Category scope", "DATA_SCOPE", { initial: "ALL" }),
    materialScope: pick("物料范围", "Material scope", "DATA_SCOPE", { initial: "ALL" }),
    startDate: date("生效日期", "Valid from", { optional: true }),
    endDate: date("失效日期", "Valid to", { optional: true }),
    grantedAt,
    enabledFlag: enabled,
  },
  lines: { orgs: respOrg, categories: respCategory, materials: respMaterial },
  sees: { internal: "all", supplier: () => ({ audience: "SUPPLIER", enabledFlag: "Y" }) },
  shows: { supplier: ["id", "respCode", "respName", "respNameEn", "audience"] },
  saves: "internal",
  deletes: "internal",
  actions: {
    doDisable: action("停用", "Disable", { button: "btnDisable", who: "internal", tone: "danger" }),
    doEnabled: action("启用", "Enable", { button: "btnEnable", who: "internal" }),
    doGrant: action("授权", "Grant", {
      button: "btnSave",
      who: "internal",
      quiet: true,
      input: {
        addRoles: refs("BaseRole", "增加角色", "Roles to add", { optional: true }),
        dropRoles: refs("BaseRole", "移除角色", "Roles to take away", { optional: true }),
      },
    }),
    doCopy: action("复制", "Copy", {
      button: "btnSave",
      who: "internal",
      quiet: true,
      input: {
        respCode: code("新职责编码", "New code", { max: 60 }),
        respName: text("新职责名称", "New name", { max: 200 }),
        respNameEn: text("新职责英文名称", "New English name", { max: 200, optional: true }),
        orgIds: refs("BaseOrganization", "组织", "Organisations", { optional: true }),
      },
    }),
  },
  unique: [{ fields: ["respCode"] }],
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  list: ["respCode", "respName", "audience", "orgId", "orgScope", "categoryScope", "materialScope", "startDate", "endDate", "enabledFlag"],
  search: ["respCode", "respName", "audience", "orgId", "enabledFlag"],
  order: [["respCode", "asc"]],
  lists: {
    resp: {
      route: "resp",
      title: ["职责总览", "Responsibility overview"],
      columns: ["respCode", "respName", "audience", "orgScope", "categoryScope", "materialScope", "enabledFlag"],
    },
  },
  pages: {
    list: "systemsetting/responsibility",
    edit: "systemsetting/respSave",
    sections: [
      [
        "基本信息",
        "Base data",
        ["respCode", "respName", "respNameEn", "audience", "systemCode", "orgId", "homeRoute", "startDate", "endDate", "enabledFlag"],
      ],
      ["数据范围", "Data scope", ["orgScope", "categoryScope", "materialScope"]],
    ],
  },
  importKey: ["respCode"],
});

/** Two powers that one person should not hold together. */
export const sodRule = entity("BaseSodRule", "职责冲突规则", "Separation-of-duty rule", {
  service: "baseServer",
  fields: {
    ruleCode: code("规则编码", "Code", { max: 60 }),
    resourceA: text("权限甲", "Power A", { max: 200, hint: ["菜单编码:按钮编码", "menuCode:buttonCode"] }),
    resourceB: text("权限乙", "Power B", { max: 200, hint: ["菜单编码:按钮编码", "menuCode:buttonCode"] }),
    level: pick("级别", "Level", "SOD_LEVEL", { initial: "WARN" }),
    reason: longtext("原因", "Reason", { max: 500 }),
    enabledFlag: enabled,
  },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["ruleCode"] }],
  search: ["ruleCode", "level", "enabledFlag"],
});
