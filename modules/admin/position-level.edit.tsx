import type { EditSlots } from "#kernel/web/page/slots.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { useStore } from "zustand";
import { position } from "./position.entity.ts";

const columns = ["positionName", "positionCode", "orgId", "deptId", "headcount", "enabledFlag"];

function Positions({ model }: { readonly model: EditModel }) {
  const id = useStore(model.state, (state) => (state.base ? String(state.base["id"]) : null));
  return id === null ? null : (
    <section className="pg-section">
      <RowsTable
        entity={position}
        name="positionLevel.positions"
        where={{ levelId: [id] }}
        title={["此级别的岗位", "Positions of this level"]}
        columns={columns}
        height="content"
        pageSize={10}
        empty={{ title: ["还没有岗位用到这个级别", "No position has this level yet"] }}
      />
    </section>
  );
}

/** A level: its limits per bill type, and the positions that stand on it. */
export const slots: EditSlots = {
  cells: { limits: { billTypeCode: { cellType: "select", editType: "select", lookup: { typeCode: "BILL_TYPE" } } } },
  afterLines: (model) => <Positions model={model} />,
};
