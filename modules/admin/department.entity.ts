import { action, entity } from "#kernel/entity.ts";
import { bilingual, code, date, ref, text, yn } from "#kernel/field.ts";

/** A department of an organisation with its manager, deputy and cost centre. */
export const department = entity("BaseDepartment", "部门", "Department", {
  service: "baseServer",
  fields: {
    deptCode: code("部门编码", "Code", { max: 60 }),
    ...bilingual("deptName", "部门名称", "Name", { max: 200 }),
    orgId: ref("BaseOrganization", "组织", "Organisation", { pick: { enabledFlag: "Y" } }),
    parentDeptId: ref("BaseDepartment", "上级部门", "Parent", { optional: true, pick: { enabledFlag: "Y" } }),
    managerPersonId: ref("BasePerson", "部门经理", "Manager", { optional: true, pick: { personStatus: "ACTIVE" } }),
    deputyPersonId: ref("BasePerson", "副职", "Deputy", { optional: true, pick: { personStatus: "ACTIVE" } }),
    costCenter: text("成本中心", "Cost centre", { max: 60, optional: true }),
    startDate: date("生效日期", "Valid from", { optional: true }),
    endDate: date("失效日期", "Valid to", { optional: true }),
    enabledFlag: yn("启用", "Enabled", { initial: "Y", computed: true }),
  },
  tree: { parent: "parentDeptId", cycle: ["DEPT_CYCLE", "部门层级循环", "Department cycle"] },
  unique: [{ fields: ["orgId", "deptCode"] }],
  holds: { validPeriod: ["startDate", "<=", "endDate"] },
  actions: {
    doMove: action("移动", "Move", {
      button: "btnMove",
      who: "internal",
      input: { parentDeptId: ref("BaseDepartment", "上级部门", "Parent", { optional: true }) },
    }),
    doDisable: action("停用", "Disable", { button: "btnDisable", who: "internal", tone: "danger" }),
    doEnabled: action("启用", "Enable", { button: "btnEnable", who: "internal" }),
  },
  sees: { internal: (me) => ({ orgId: me.orgs }) },
  saves: "internal",
  title: ["deptCode", "deptName"],
  list: ["deptName", "deptCode", "orgId", "parentDeptId", "managerPersonId", "deputyPersonId", "costCenter", "enabledFlag"],
  search: ["deptCode", "deptName", "orgId", "parentDeptId", "managerPersonId", "enabledFlag"],
  order: [["deptCode", "asc"]],
  pages: { list: "department", edit: "DepartmentDetail" },
  importKey: ["deptCode"],
});
