import type { EditSlots } from "#kernel/web/page/slots.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { useStore } from "zustand";
import { department } from "./department.entity.ts";
import { person } from "./person.entity.ts";

const people = ["personName", "personNum", "jobId", "managerPersonId", "mobile", "email", "personStatus"];
const below = ["deptName", "deptCode", "managerPersonId", "costCenter", "enabledFlag"];

function Beneath({ model }: { readonly model: EditModel }) {
  const id = useStore(model.state, (state) => (state.base ? String(state.base["id"]) : null));
  if (id === null) return null;
  return (
    <>
      <section className="pg-section">
        <RowsTable
          entity={person}
          name="department.people"
          where={{ deptId: [id], personStatus: ["ACTIVE", "LEAVING"] }}
          title={["部门员工", "People"]}
          columns={people}
          height="content"
          pageSize={20}
          empty={{ title: ["部门里还没有员工", "Nobody works in this department yet"] }}
        />
      </section>
      <section className="pg-section">
        <RowsTable
          entity={department}
          name="department.below"
          where={{ parentDeptId: [id] }}
          title={["下级部门", "Departments below"]}
          columns={below}
          height="content"
          pageSize={10}
          empty={{ title: ["没有下级部门", "No departments below"] }}
        />
      </section>
    </>
  );
}

/** A department: its manager and cost centre, its people and what is below it. */
export const slots: EditSlots = { afterLines: (model) => <Beneath model={model} /> };
