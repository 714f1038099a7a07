import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useText } from "#kernel/web/language.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { RowsTable } from "#kernel/web/part/RowsTable.tsx";
import { openPage } from "#kernel/web/router.ts";
import { menuForRoute, useMenus } from "#kernel/web/menus.ts";
import { UserPlus } from "lucide-react";
import { useStore } from "zustand";
import { SeatHolders, SeatLimits } from "./parts/SeatPanel.tsx";
import { position, positionAllot } from "./position.entity.ts";

const reportColumns = ["positionName", "positionCode", "deptId", "levelId", "headcount", "managerFlag"] as const;
const holderColumns = ["personId", "startDate", "endDate", "primaryFlag"] as const;

const slots: EditSlots = {
  afterLines: (model) => <Beneath model={model} />,
  sidePanel: [
    { key: "holders", label: ["任职", "Holders"], render: (model) => <Holders model={model} /> },
    { key: "limits", label: ["限额", "Limits"], render: (model) => <Limits model={model} /> },
  ],
};

const useId = (model: EditModel): string | null => useStore(model.state, (state) => (state.base ? String(state.base["id"]) : null));

function Unsaved() {
  const say = useText();
  return <p className="pg-faint">{say(["保存岗位后再安排任职。", "Save the position first."])}</p>;
}

function Holders({ model }: { readonly model: EditModel }) {
  const id = useId(model);
  return id === null ? <Unsaved /> : <SeatHolders id={id} />;
}

function Limits({ model }: { readonly model: EditModel }) {
  const levelId = useStore(model.state, (state) => (state.doc["levelId"] as string | null | undefined) ?? null);
  return <SeatLimits levelId={levelId} />;
}

/** Who holds the position over time, and which positions report to it. */
function Beneath({ model }: { readonly model: EditModel }) {
  const id = useId(model);
  const mayAllot = useMenus((state) => menuForRoute(state.flat, "positionAllot") !== undefined);
  if (id === null) return null;
  const allot = () => void openPage({ path: "positionAllot/positionAllotAdd", query: { positionId: id } });
  return (
    <>
      <section className="pg-section">
        <RowsTable
          entity={positionAllot}
          name="position.holders"
          where={{ positionId: [id] }}
          title={["任职人员", "Holders"]}
          columns={holderColumns}
          height="content"
          pageSize={10}
          {...(mayAllot ? { toolbar: [{ label: ["分配人员", "Assign people"], icon: UserPlus, handler: allot }] } : {})}
          empty={{
            title: ["还没有人任职", "Not filled yet"],
            detail: ["分配人员后，按日期显示在这里。", "Assigned people show here by date."],
          }}
        />
      </section>
      <section className="pg-section">
        <RowsTable
          entity={position}
          name="position.reports"
          where={{ parentPositionId: [id] }}
          title={["下属岗位", "Positions reporting to it"]}
          columns={reportColumns}
          height="content"
          pageSize={10}
          empty={{ title: ["没有岗位向它汇报", "No direct reports"] }}
        />
      </section>
    </>
  );
}

/** One position: base data, its place in the reporting line, holders over time and approval limits. */
export default function PositionPage() {
  return (
    <Ground>
      <EditPage entity={position} slots={slots} />
    </Ground>
  );
}
