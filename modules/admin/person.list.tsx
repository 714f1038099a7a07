import { Ground } from "#kernel/web/part/Ground.tsx";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { personForm } from "./parts/personForm.tsx";
import { seatColumn } from "./parts/sitting.tsx";
import { PersonAccount, PersonPositions } from "./parts/PersonPanels.tsx";

const slots = listSlots({
  columns: [seatColumn("personStatus")],
  rowTone: (row) => (row["personStatus"] === "LEAVING" ? "soon" : row["personStatus"] === "LEFT" ? "muted" : null),
  sidePanel: (row, { viewer }) => (
    <>
      <Facts entity={personForm} row={row} audience={viewer.audience} />
      <div className="pg-block">
        <PersonPositions id={String(row["id"])} />
        <PersonAccount row={row} />
      </div>
    </>
  ),
});

/** Employees, each with positions and account beside the list. */
export default function EmployeesPage() {
  return (
    <Ground>
      <ListPage entity={personForm} slots={slots} />
    </Ground>
  );
}
