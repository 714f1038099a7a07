import { Notice } from "#kernel/web/block/Notice.tsx";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { personForm } from "./parts/personForm.tsx";
import { seatColumn } from "./parts/sitting.tsx";
import { PersonAccount, PersonPositions } from "./parts/PersonPanels.tsx";

/** Somebody leaves: the way to the list of what is still to be handed over. */
function Leaving({ row }: { readonly row: Row }) {
  const say = useText();
  return (
    <Notice
      tone="warning"
      action={
        <PageLink href={`/main/EditEmployee?id=${String(row["id"])}`} title={String(row["personNum"])}>
          {say(["去交接", "Transfer"])}
        </PageLink>
      }
    >
      {say(["正在办理离职，手中的事项须全部有人接手。", "Leaving: everything needs a successor."])}
    </Notice>
  );
}

const slots = listSlots({
  columns: [seatColumn("personStatus")],
  rowTone: (row) => (row["personStatus"] === "LEAVING" ? "soon" : row["personStatus"] === "LEFT" ? "muted" : null),
  sidePanel: (row, { viewer }) => (
    <>
      {row["personStatus"] === "LEAVING" ? <Leaving row={row} /> : null}
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
