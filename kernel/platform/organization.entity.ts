import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, longtext, pick, picks, ref, text, yn } from "#kernel/field.ts";
import { houseZone } from "#kernel/time.ts";

/** One day that differs from the weekend pattern. */
export const calendarDay = entity("BaseCalendarDay", "日历日", "Calendar day", {
  service: "baseServer",
  open: true,
  fields: {
    day: date("日期", "Day"),
    isWorkday: yn("工作日", "Working day", { initial: "N" }),
    note: text("说明", "Note", { max: 200, optional: true }),
  },
  sees: { internal: "all" },
  order: [["day", "asc"]],
});

/** The working days due dates are counted in. */
export const calendar = entity("BaseCalendar", "工作日历", "Calendar", {
  service: "baseServer",
  open: true,
  fields: {
    ...bilingual("name", "名称", "Name", { max: 100 }),
    weekend: picks("休息日", "Weekend", "WEEKDAY"),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  lines: { days: calendarDay },
  sees: { internal: "all" },
  saves: "internal",
  deletes: "internal",
  unique: [{ fields: ["name"] }],
  title: ["name"],
  search: ["name", "enabledFlag"],
});

/** The tree of group, legal entities, business units and inventory organisations that everything is permitted by. */
export const organization = entity("BaseOrganization", "组织", "Organisation", {
  service: "baseServer",
  open: true,
  fields: {
    orgCode: code("组织编码", "Code", { max: 60, fixed: "create" }),
    ...bilingual("orgName", "组织名称", "Name", { max: 200 }),
    orgType: pick("类型", "Type", "ORG_TYPE"),
    parentOrgId: ref("BaseOrganization", "上级组织", "Parent", { optional: true, pick: { enabledFlag: "Y" } }),
    taxNo: text("税号", "Tax no.", { max: 60, optional: true }),
    invoiceTitle: text("开票抬头", "Invoice title", { max: 200, optional: true }),
    legalPerson: text("法定代表人", "Legal person", { max: 100, optional: true }),
    address: text("地址", "Address", { max: 400, optional: true }),
    districtId: ref("SrmBaseDistrict", "地区", "District", { optional: true, pick: { enabledFlag: "Y" } }),
    functionalCurrency: pick("本位币", "Currency", "CURRENCY", { optional: true }),
    erpOrgCode: code("ERP编码", "ERP code", { max: 60, optional: true }),
    sourceSystem: code("来源系统", "Source system", { max: 60, optional: true }),
    calendarId: ref("BaseCalendar", "工作日历", "Calendar", { optional: true, pick: { enabledFlag: "Y" } }),
    timeZone: text("时区", "Zone", { max: 40, format: "zone", initial: houseZone }),
    startDate: date("生效日期", "Valid from", { optional: true }),
    endDate: date("失效日期", "Valid to", { optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
    description: longtext("说明", "Description", { max: 500, optional: true }),
  },
  requires: {
    taxNo: (doc) => doc.orgType === "LEDGER",
    invoiceTitle: (doc) => doc.orgType === "LEDGER",
    functionalCurrency: (doc) => doc.orgType === "LEDGER" || doc.orgType === "BU",
  },
  shownWhen: {
    taxNo: (doc) => doc.orgType === "LEDGER",
    invoiceTitle: (doc) => doc.orgType === "LEDGER",
    legalPerson: (doc) => doc.orgType === "LEDGER",
  },
  tree: { parent: "parentOrgId", cycle: ["ORG_CYCLE", "组织层级循环", "Organisation cycle"] },
  unique: [{ fields: ["orgCode"] }, { fields: ["sourceSystem", "erpOrgCode"], while: { erpOrgCode: { not: null } } }],
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  actions: {
    doDisable: action("停用", "Disable", { button: "btnDisable", who: "internal", tone: "danger" }),
    doEnabled: action("启用", "Enable", { button: "btnEnable", who: "internal" }),
  },
  sees: { internal: (me) => ({ id: me.orgs }), supplier: () => ({ enabledFlag: "Y" }) },
  lines: {},
  shows: { supplier: ["id", "orgCode", "orgName", "orgNameEn", "orgType", "parentOrgId", "timeZone"] },
  saves: "internal",
  title: ["orgCode", "orgName"],
  list: [
    "orgName",
    "orgCode",
    "orgType",
    "parentOrgId",
    "functionalCurrency",
    "erpOrgCode",
    "calendarId",
    "startDate",
    "endDate",
    "enabledFlag",
  ],
  search: ["orgCode", "orgName", "orgType", "parentOrgId", "enabledFlag"],
  order: [["orgCode", "asc"]],
  lists: {
    institution: {
      route: "institution",
      columns: ["orgName", "orgCode", "orgType", "enabledFlag"],
      search: ["orgCode", "orgName", "orgType"],
    },
    maintain: {
      route: "systemsetting/institution",
      columns: [
        "orgName",
        "orgCode",
        "orgType",
        "parentOrgId",
        "functionalCurrency",
        "erpOrgCode",
        "calendarId",
        "startDate",
        "endDate",
        "enabledFlag",
      ],
    },
  },
  pages: {
    sections: [
      [
        "基本信息",
        "Base data",
        [
          "orgCode",
          "orgName",
          "orgNameEn",
          "orgType",
          "parentOrgId",
          "functionalCurrency",
          "timeZone",
          "calendarId",
          "startDate",
          "endDate",
        ],
      ],
      ["法人信息", "Legal entity", ["taxNo", "invoiceTitle", "legalPerson", "districtId", "address"]],
      ["外部系统", "Other systems", ["sourceSystem", "erpOrgCode", "description"]],
    ],
  },
  importKey: ["orgCode"],
});
