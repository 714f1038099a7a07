import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { note } from "../note.entity.ts";
import { DockBoard } from "./DockBoard.tsx";
import { textOf, today } from "./start.tsx";

const hourOf = (row: Row): string => (row["isLate"] ? "late" : textOf(row["clock"]).slice(11, 13));
const stateOf = (row: Row): string =>
  row["isLate"] ? "late" : row["status"] === "RECEIVED" ? "done" : row["status"] === "SHIPPED" ? "due" : "here";

/** Today's trucks by dock and hour: who comes when and where, and who is late. */
export function Arrivals({ open }: { open(row: Row): void }) {
  const say = useText();
  const day = today();
  const load = useLoad(
    `arrivals:${day}`,
    async () => (await call<readonly Row[]>("srmServer/v1/srmPurDeliveryNoteRestful/listArrivals", { day })).data,
  );
  useChanged(note.name, load.again);
  const rows = load.data ?? [];
  const docks = [...new Set(rows.map((row) => textOf(row["dockCode"])))].toSorted((a, b) => (a === "" ? 1 : b === "" || a < b ? -1 : 1));
  const hours = [...new Set(rows.map(hourOf))].toSorted((a, b) => (a === "late" ? -1 : b === "late" ? 1 : a < b ? -1 : 1));
  const truck = (row: Row) => (
    <button key={textOf(row["id"])} type="button" className="sp-truck" data-state={stateOf(row)} onClick={() => open(row)}>
      <b className="pg-figure">{textOf(row["noteNum"])}</b> {textOf(row["supplierName"])}
      <br />
      <small className="pg-figure">
        {textOf(row["clock"]).slice(11, 16)} {textOf(row["plateNum"])} {textOf(row["scannedBoxes"])}/{textOf(row["totalBoxes"]) || "0"}
        {say([" 箱", " boxes"])}
      </small>
    </button>
  );
  return (
    <section aria-label={say(["今日到货", "Today's arrivals"])}>
      <PanelState load={load} empty={say(["今天没有预计到货。", "Nothing is expected today."])} isEmpty={(found) => found.length === 0}>
        {() => (
          <DockBoard
            docks={docks}
            hours={hours}
            hourText={(hour) => (hour === "late" ? say(["逾期未到", "Overdue"]) : `${hour}:00`)}
            cell={(dock, hour) => ({
              inside: rows.filter((row) => textOf(row["dockCode"]) === dock && hourOf(row) === hour).map(truck),
            })}
          />
        )}
      </PanelState>
    </section>
  );
}
