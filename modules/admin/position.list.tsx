import type { Entity } from "#kernel/entity.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { Filled } from "./parts/sitting.tsx";
import { SeatHolders, SeatLimits } from "./parts/SeatPanel.tsx";
import { position } from "./position.entity.ts";

const shown: Entity = {
  ...position,
  list: [
    "positionCode",
    "positionName",
    "headcount",
    "orgId",
    "deptId",
    "jobId",
    "levelId",
    "managerFlag",
    "enabledFlag",
    "parentPositionId",
  ],
};

const slots = listSlots({
  cells: {
    headcount: { title: ["在岗 / 编制", "Filled / headcount"], width: 136, sortable: false, render: (row) => <Filled row={row} /> },
  },
  rowTone: (row) => (row["enabledFlag"] === "N" ? "muted" : null),
  sidePanel: (row) => (
    <>
      <Facts entity={position} row={row} audience="internal" />
      <div className="pg-block">
        <SeatHolders id={String(row["id"])} />
        <SeatLimits levelId={(row["levelId"] as string | null) ?? null} />
      </div>
    </>
  ),
});

/** Positions with how many people sit on each. */
export default function PositionsPage() {
  return (
    <Ground>
      <ListPage entity={shown} slots={slots} />
    </Ground>
  );
}
