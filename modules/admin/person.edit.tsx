import { Ground } from "#kernel/web/part/Ground.tsx";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useText } from "#kernel/web/language.ts";
import type { ReactNode } from "react";
import { Handover } from "./parts/Handover.tsx";
import { personForm } from "./parts/personForm.tsx";
import { PersonAccount, PersonPositions } from "./parts/PersonPanels.tsx";

const slots: EditSlots = {
  head: (model) => <Handover model={model} />,
  sidePanel: [
    {
      key: "positions",
      label: ["岗位", "Positions"],
      render: (model) => <OfSaved row={model.state.getState().base} draw={(row) => <PersonPositions id={String(row["id"])} />} />,
    },
    {
      key: "account",
      label: ["账号", "Account"],
      render: (model) => <OfSaved row={model.state.getState().base} draw={(row) => <PersonAccount row={row} />} />,
    },
  ],
};

type Row = Readonly<Record<string, unknown>>;

function OfSaved({ row, draw }: { readonly row: Row | null; draw(row: Row): ReactNode }) {
  const say = useText();
  return row === null ? <p className="pg-faint">{say(["保存员工后再办理。", "Save the employee first."])}</p> : draw(row);
}

/** An employee: data and contacts, positions and account beside them, the hand-over on top while leaving. */
export default function EmployeePage() {
  return (
    <Ground>
      <EditPage entity={personForm} slots={slots} />
    </Ground>
  );
}
