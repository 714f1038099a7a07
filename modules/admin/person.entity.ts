import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, datetime, files, pick, ref, refs, rows, secret, text } from "#kernel/field.ts";

/** One thing a leaving employee still holds, and who takes it over. */
export const personHandover = entity("BasePersonHandover", "离职交接", "Hand-over", {
  service: "baseServer",
  fields: {
    kind: pick("类别", "Kind", "HANDOVER_KIND", { computed: true }),
    title: text("事项", "Item", { max: 300, computed: true }),
    entity: text("实体", "Entity", { max: 60, optional: true, computed: true }),
    docId: text("单据", "Document", { max: 60, optional: true, computed: true }),
    route: text("页面", "Page", { max: 300, optional: true, computed: true }),
    takerUserId: ref("BaseUsers", "接手人", "Successor", { optional: true, pick: { userType: "INTERNAL", userStatus: "ACTIVE" } }),
    takenAt: datetime("交接时间", "Handed over at", { optional: true, computed: true }),
  },
  sees: { internal: "all" },
  title: ["title"],
  list: ["kind", "title", "takerUserId", "takenAt"],
});

/** An employee. Leaving is a way with a list: everything held finds a taker first. */
export const person = entity("BasePerson", "员工", "Employee", {
  service: "baseServer",
  fields: {
    personNum: code("工号", "Number", { max: 40 }),
    ...bilingual("personName", "姓名", "Name", { max: 100 }),
    gender: pick("性别", "Gender", "GENDER", { optional: true }),
    idCard: secret("证件号", "Id card", { max: 40, optional: true, hidden: "last4" }),
    email: text("邮箱", "E-mail", { max: 120, format: "email", optional: true }),
    mobile: text("手机", "Mobile", { max: 30, format: "phone", optional: true }),
    officePhone: text("办公电话", "Office phone", { max: 30, format: "phone", optional: true }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    deptId: ref("BaseDepartment", "部门", "Department", { within: { orgId: "orgId" }, optional: true, pick: { enabledFlag: "Y" } }),
    jobId: ref("BaseJob", "职务", "Job", { optional: true, pick: { enabledFlag: "Y" } }),
    managerPersonId: ref("BasePerson", "直接上级", "Manager", { optional: true, pick: { personStatus: "ACTIVE" } }),
    hireDate: date("入职日期", "Hired on", { optional: true }),
    leaveDate: date("离职日期", "Leaves on", { optional: true, computed: true }),
    personStatus: pick("状态", "Status", "PERSON_STATUS", { computed: true }),
    chatUserId: text("聊天账号", "Chat id", { max: 100, optional: true }),
    avatarFileId: files("头像", "Avatar", { optional: true, formats: ["jpg", "jpeg", "png"] }),
    sourceSystem: code("来源系统", "Source system", { max: 60, optional: true }),
  },
  lines: { handover: personHandover },
  stateField: "personStatus",
  stateLookup: "PERSON_STATUS",
  states: { ACTIVE: ["在职", "Active", "done"], LEAVING: ["离职中", "Leaving", "waiting"], LEFT: ["离职", "Left", "ended"] },
  savesFrom: ["ACTIVE", "LEAVING"],
  actions: {
    doLeave: action("办理离职", "Leave", {
      button: "btnLeave",
      who: "internal",
      from: ["ACTIVE", "LEAVING"],
      to: "LEAVING",
      input: {
        leaveDate: date("离职日期", "Leaves on"),
        handOver: rows(
          "交接",
          "Hand-over",
          {
            id: text("交接行", "Line", { optional: true }),
            kind: pick("类别", "Kind", "HANDOVER_KIND", { optional: true }),
            takerUserId: ref("BaseUsers", "接手人", "Successor"),
          },
          { optional: true },
        ),
      },
    }),
    doLeft: action("确认离职", "Confirm left", { button: "btnLeave", who: "internal", from: ["LEAVING"], to: "LEFT", tone: "danger" }),
    doStay: action("撤销离职", "Stay", { button: "btnLeave", who: "internal", from: ["LEAVING"], to: "ACTIVE" }),
    doCreateUser: action("开通账号", "Create account", {
      button: "btnCreateUser",
      who: "internal",
      from: ["ACTIVE"],
      input: {
        userName: text("账号", "Account", { max: 60, format: "account" }),
        responsibilityIds: refs("BaseResponsibility", "职责", "Responsibilities", { optional: true, pick: { audience: "INTERNAL" } }),
      },
    }),
  },
  unique: [{ fields: ["personNum"] }],
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  title: ["personNum", "personName"],
  list: ["personNum", "personName", "personStatus", "deptId", "orgId", "jobId", "managerPersonId", "mobile", "email"],
  search: ["personNum", "personName", "orgId", "deptId", "jobId", "mobile", "email", "personStatus"],
  order: [["personNum", "asc"]],
  views: {
    active: ["在职", "Active", () => ({ personStatus: "ACTIVE" })],
    leaving: ["离职中", "Leaving", () => ({ personStatus: "LEAVING" })],
    left: ["离职", "Left", () => ({ personStatus: "LEFT" })],
  },
  lists: {
    staffInquiry: {
      route: "staffInquiry",
      title: ["人员查询", "Staff directory"],
      columns: ["personName", "orgId", "deptId", "officePhone", "mobile", "email", "personNum", "jobId"],
      search: ["personName", "personNum", "orgId", "deptId", "jobId", "mobile"],
      where: () => ({ personStatus: ["ACTIVE", "LEAVING"] }),
      views: {},
    },
  },
  pages: {
    list: "employee",
    edit: "EditEmployee",
    sections: [
      [
        "基本信息",
        "Base data",
        [
          "personNum",
          "personName",
          "personNameEn",
          "gender",
          "idCard",
          "orgId",
          "deptId",
          "jobId",
          "managerPersonId",
          "hireDate",
          "leaveDate",
        ],
      ],
      ["联系方式", "Contacts", ["email", "mobile", "officePhone", "chatUserId", "sourceSystem"]],
    ],
  },
  importKey: ["personNum"],
});
