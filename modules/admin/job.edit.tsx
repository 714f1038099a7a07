import type { EditSlots } from "#kernel/web/page/slots.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { useStore } from "zustand";
import { person } from "./person.entity.ts";
import { position } from "./position.entity.ts";

const people = ["personName", "personNum", "orgId", "deptId", "personStatus"];
const seats = ["positionName", "positionCode", "orgId", "deptId", "levelId", "enabledFlag"];

function Beneath({ model }: { readonly model: EditModel }) {
  const id = useStore(model.state, (state) => (state.base ? String(state.base["id"]) : null));
  if (id === null) return null;
  return (
    <>
      <section className="pg-section">
        <RowsTable
          entity={person}
          name="job.people"
          where={{ jobId: [id], personStatus: ["ACTIVE", "LEAVING"] }}
          title={["担任此职务的员工", "People in this job"]}
          columns={people}
          height="content"
          pageSize={10}
          empty={{ title: ["没有员工担任此职务", "Nobody has this job"] }}
        />
      </section>
      <section className="pg-section">
        <RowsTable
          entity={position}
          name="job.positions"
          where={{ jobId: [id] }}
          title={["属于此职务的岗位", "Positions of this job"]}
          columns={seats}
          height="content"
          pageSize={10}
          empty={{ title: ["没有岗位属于此职务", "No position belongs to this job"] }}
        />
      </section>
    </>
  );
}

/** A job: its default responsibilities, who has it and which positions belong to it. */
export const slots: EditSlots = { afterLines: (model) => <Beneath model={model} /> };
