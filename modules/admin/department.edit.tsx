import { department } from "./department.entity.ts";
import { listsBelow } from "./parts/listsBelow.tsx";
import { person } from "./person.entity.ts";

/** A department: its manager and cost centre, its people and what is below it. */
export const slots = listsBelow(
  {
    entity: person,
    name: "department.people",
    title: ["部门员工", "People"],
    pageSize: 20,
    where: (id) => ({ deptId: [id], personStatus: ["ACTIVE", "LEAVING"] }),
    columns: ["personName", "personNum", "jobId", "managerPersonId", "mobile", "email", "personStatus"],
    empty: ["部门里还没有员工", "Nobody works in this department yet"],
  },
  {
    entity: department,
    name: "department.below",
    title: ["下级部门", "Departments below"],
    where: (id) => ({ parentDeptId: [id] }),
    columns: ["deptName", "deptCode", "managerPersonId", "costCenter", "enabledFlag"],
    empty: ["没有下级部门", "No departments below"],
  },
);
