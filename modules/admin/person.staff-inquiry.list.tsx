import type { Entity } from "#kernel/entity.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { Filled, seatColumn } from "./parts/sitting.tsx";
import { personForm } from "./parts/personForm.tsx";
import { SeatHolders } from "./parts/SeatPanel.tsx";
import { StaffPanel } from "./parts/StaffPanel.tsx";
import { position } from "./position.entity.ts";

/** Looking things up changes nothing: the same records without their buttons. */
const people: Entity = { ...personForm, actions: {} };
const seats: Entity = {
  ...position,
  actions: {},
  list: ["positionName", "positionCode", "headcount", "orgId", "deptId", "levelId", "parentPositionId"],
};

const peopleSlots = listSlots({
  hideNew: true,
  columns: [seatColumn("personName")],
  sidePanel: (row, { show }) => <StaffPanel row={row} show={show} />,
});
const seatSlots = listSlots({
  hideNew: true,
  cells: {
    headcount: { title: ["在岗 / 编制", "Filled / headcount"], width: 136, sortable: false, render: (row) => <Filled row={row} /> },
  },
  sidePanel: (row) => (
    <>
      <Facts entity={position} row={row} audience="internal" most={6} />
      <div className="pg-block">
        <SeatHolders id={String(row["id"])} />
      </div>
    </>
  ),
});

/** Who sits where: a person or a position is searched, the line above and below, contacts and delegation stand beside it. */
export default function StaffInquiry() {
  return (
    <Ground>
      <TabbedLists
        label={["按什么查询", "Search by"]}
        lists={[
          {
            key: "people",
            label: ["按人员", "By person"],
            draw: () => <ListPage entity={people} list="staffInquiry" slots={peopleSlots} />,
          },
          { key: "positions", label: ["按岗位", "By position"], draw: () => <ListPage entity={seats} slots={seatSlots} /> },
        ]}
      />
    </Ground>
  );
}
