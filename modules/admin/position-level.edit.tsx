import type { EditSlots } from "#kernel/web/page/slots.ts";
import { listsBelow } from "./parts/listsBelow.tsx";
import { position } from "./position.entity.ts";

/** A level: its limits per bill type, and the positions that stand on it. */
export const slots: EditSlots = {
  cells: { limits: { billTypeCode: { cellType: "select", editType: "select", lookup: { typeCode: "BILL_TYPE" } } } },
  ...listsBelow({
    entity: position,
    name: "positionLevel.positions",
    title: ["此级别的岗位", "Positions of this level"],
    where: (id) => ({ levelId: [id] }),
    columns: ["positionName", "positionCode", "orgId", "deptId", "headcount", "enabledFlag"],
    empty: ["还没有岗位用到这个级别", "No position has this level yet"],
  }),
};
