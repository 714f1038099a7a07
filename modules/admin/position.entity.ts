import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, int, money, pick, ref, yn } from "#kernel/field.ts";

/** Up to which amount a level may approve a kind of document. */
export const positionLevelLimit = entity("BasePositionLevelLimit", "级别审批限额", "Approval limit", {
  service: "baseServer",
  fields: {
    levelId: ref("BasePositionLevel", "级别", "Level", { computed: true }),
    billTypeCode: code("单据类型", "Document type", { max: 60 }),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY" }),
    maxAmount: money("最高金额", "Up to", { least: 0, currency: "currency", adds: false }),
  },
  computes: { levelId: (_, level) => level.id },
  sees: { internal: "all" },
  unique: [{ fields: ["levelId", "billTypeCode", "currency"] }],
  title: ["billTypeCode"],
  list: ["billTypeCode", "currency", "maxAmount"],
});

/** A rank, 1 the highest; approval runs "up to level". */
export const positionLevel = entity("BasePositionLevel", "岗位级别", "Position level", {
  service: "baseServer",
  fields: {
    levelCode: code("级别编码", "Code", { max: 60 }),
    ...bilingual("levelName", "级别名称", "Name", { max: 100 }),
    rank: int("级次", "Rank", { least: 1, most: 99, hint: ["1 为最高", "1 is the highest"] }),
    approvalLimit: money("审批限额", "Approval limit", { optional: true, least: 0, currency: "currency", adds: false }),
    currency: pick("币种", "Currency", "CURRENCY", { initial: "CNY" }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y" }),
  },
  lines: { limits: positionLevelLimit },
  sees: { internal: "all" },
  saves: "internal",
  unique: [{ fields: ["levelCode"] }],
  list: ["levelCode", "levelName", "rank", "approvalLimit", "currency", "enabledFlag"],
  search: ["levelCode", "levelName", "rank", "enabledFlag"],
  order: [["rank", "asc"]],
  pages: { list: "positionLevel", edit: "positionLevel/positionLeveldetail" },
  importKey: ["levelCode"],
});

/** A seat in the organisation; who reports to whom follows from the seats, not from the people. */
export const position = entity("BasePosition", "岗位", "Position", {
  service: "baseServer",
  fields: {
    positionCode: code("岗位编码", "Code", { max: 60 }),
    ...bilingual("positionName", "岗位名称", "Name", { max: 200 }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    deptId: ref("BaseDepartment", "部门", "Department", { within: { orgId: "orgId" }, optional: true, pick: { enabledFlag: "Y" } }),
    jobId: ref("BaseJob", "职务", "Job", { optional: true, pick: { enabledFlag: "Y" } }),
    levelId: ref("BasePositionLevel", "级别", "Level", { optional: true, pick: { enabledFlag: "Y" } }),
    parentPositionId: ref("BasePosition", "上级岗位", "Reports to", { optional: true, pick: { enabledFlag: "Y" } }),
    nextParentPositionId: ref("BasePosition", "将来上级岗位", "Will report to", { optional: true, computed: true }),
    nextParentDate: date("变更日期", "From", { optional: true, computed: true }),
    headcount: int("编制人数", "Headcount", { initial: 1, least: 0 }),
    managerFlag: yn("管理岗", "Manager", { initial: "N" }),
    startDate: date("生效日期", "Valid from", { optional: true }),
    endDate: date("失效日期", "Valid to", { optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
  },
  tree: { parent: "parentPositionId", cycle: ["POSITION_CYCLE", "岗位层级循环", "Position cycle"] },
  unique: [{ fields: ["positionCode"] }],
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  actions: {
    doMove: action("调整上级", "Move", {
      button: "btnMove",
      who: "internal",
      input: {
        parentPositionId: ref("BasePosition", "上级岗位", "Reports to", { optional: true }),
        effectiveDate: date("生效日期", "From", { optional: true }),
      },
    }),
    doApplyMove: action("执行调整", "Apply move", { button: "btnMove", who: "system", quiet: true }),
    doDisable: action("停用", "Disable", { button: "btnDisable", who: "internal", tone: "danger" }),
    doEnabled: action("启用", "Enable", { button: "btnEnable", who: "internal" }),
  },
  timed: [{ does: "doApplyMove", on: "nextParentDate", program: "POSITION_MOVE" }],
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  title: ["positionCode", "positionName"],
  list: [
    "positionCode",
    "positionName",
    "orgId",
    "deptId",
    "jobId",
    "levelId",
    "parentPositionId",
    "headcount",
    "managerFlag",
    "enabledFlag",
  ],
  search: ["positionCode", "positionName", "orgId", "deptId", "jobId", "levelId", "enabledFlag"],
  order: [["positionCode", "asc"]],
  lists: {
    tree: {
      route: "positionLevelTree",
      title: ["汇报关系", "Reporting tree"],
      columns: [
        "positionName",
        "positionCode",
        "orgId",
        "deptId",
        "levelId",
        "managerFlag",
        "parentPositionId",
        "nextParentPositionId",
        "nextParentDate",
      ],
      where: () => ({ enabledFlag: "Y" }),
    },
  },
  pages: {
    list: "position",
    edit: "position/positiondetail",
    sections: [
      [
        "基本信息",
        "Base data",
        ["positionCode", "positionName", "orgId", "deptId", "jobId", "levelId", "headcount", "managerFlag", "startDate", "endDate"],
      ],
      ["汇报关系", "Reporting line", ["parentPositionId", "nextParentPositionId", "nextParentDate"]],
    ],
  },
  importKey: ["positionCode"],
});

/** Who sits on which seat, from when to when; one of a person's seats is the primary one. */
export const positionAllot = entity("BasePositionAllot", "岗位分配", "Position assignment", {
  service: "baseServer",
  fields: {
    personId: ref("BasePerson", "员工", "Employee", { fixed: "create", pick: { personStatus: "ACTIVE" } }),
    positionId: ref("BasePosition", "岗位", "Position", { fixed: "create", pick: { enabledFlag: "Y" } }),
    startDate: date("开始日期", "From"),
    endDate: date("结束日期", "To", { optional: true }),
    primaryFlag: yn("主岗", "Primary", { initial: "N" }),
  },
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  actions: {
    doEnd: action("结束", "End", {
      button: "btnEnd",
      who: "internal",
      batch: "each",
      input: { endDate: date("结束日期", "To", { optional: true }) },
    }),
  },
  sees: { internal: "all" },
  saves: "internal",
  title: ["personId", "positionId"],
  list: ["personId", "positionId", "startDate", "endDate", "primaryFlag"],
  search: ["personId", "positionId", "startDate", "endDate", "primaryFlag"],
  order: [["startDate", "desc"]],
  pages: { list: "positionAllot", edit: "positionAllot/positionAllotAdd" },
  importKey: ["personId", "positionId"],
});
