import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set } from "#kernel/rule.ts";
import { department } from "./department.entity.ts";
import { person } from "./person.entity.ts";

type Department = Doc<typeof department>;

const foreignParent = (doc: Department, parent: Department | null): Refusal | false =>
  parent !== null &&
  parent.orgId !== doc.orgId &&
  refuse("DEPT_ORG", "上级部门须属于同一组织", "The parent belongs to another organisation");

/** A department and its parent belong to one organisation. */
export const saveDepartment = rule(department, "saveOrUpdate", {
  reads: async (doc, find) => ({ parent: await find.maybe(department, doc.parentDeptId) }),
  decide: (doc, { parent }, _, __, at) => [foreignParent(doc, parent), doc.startDate === null && set(doc, { startDate: at.today })],
});

/** Hangs a department under another one; the tree check of the declaration keeps circles out. */
export const moveDepartment = rule(department, "doMove", {
  reads: async (_, find, input) => ({ parent: await find.maybe(department, input.parentDeptId ?? null) }),
  decide: (doc, { parent }, input) => [foreignParent(doc, parent), set(doc, { parentDeptId: input.parentDeptId ?? null })],
});

/** Closes a department without people or enabled departments below. */
export const disableDepartment = rule(department, "doDisable", {
  reads: async (doc, find) => ({
    people: await find.count(person, { deptId: doc.id, personStatus: ["ACTIVE", "LEAVING"] }),
    below: await find.count(department, { parentDeptId: doc.id, enabledFlag: "Y" }),
  }),
  decide: (doc, { people, below }) => [
    people + below > 0 &&
      refuse(
        "DEPT_IN_USE",
        `部门仍有 ${people} 名员工、${below} 个下级部门`,
        `${people} employees and ${below} departments are still in it`,
      ),
    set(doc, { enabledFlag: "N" }),
  ],
});
export const enableDepartment = rule(department, "doEnabled", { decide: (doc) => set(doc, { enabledFlag: "Y" }) });

export const departmentRules = [saveDepartment, moveDepartment, disableDepartment, enableDepartment];
