import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { note } from "../note.entity.ts";
import { textOf, today } from "./start.tsx";
import "./ship.css";

const none = "–";
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
  const docks = [...new Set(rows.map((row) => textOf(row["dockCode"]) || none))].toSorted();
  const hours = [...new Set(rows.map(hourOf))].toSorted((a, b) => (a === "late" ? -1 : b === "late" ? 1 : a < b ? -1 : 1));
  return (
    <section aria-label={say(["今日到货", "Today's arrivals"])}>
      <PanelState load={load} empty={say(["今天没有预计到货。", "Nothing is expected today."])} isEmpty={(found) => found.length === 0}>
        {() => (
          <div className="sp-board">
            <table>
              <thead>
                <tr>
                  <th scope="col">{say(["卸货口", "Dock"])}</th>
                  {hours.map((hour) => (
                    <th key={hour} scope="col" className="pg-figure">
                      {hour === "late" ? say(["逾期未到", "Overdue"]) : `${hour}:00`}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {docks.map((dock) => (
                  <tr key={dock}>
                    <th scope="row">{dock === none ? say(["未指定", "Not named"]) : dock}</th>
                    {hours.map((hour) => (
                      <td key={hour}>
                        {rows
                          .filter((row) => (textOf(row["dockCode"]) || none) === dock && hourOf(row) === hour)
                          .map((row) => (
                            <button
                              key={textOf(row["id"])}
                              type="button"
                              className="sp-truck"
                              data-state={stateOf(row)}
                              onClick={() => open(row)}
                            >
                              <b className="pg-figure">{textOf(row["noteNum"])}</b> {textOf(row["supplierName"])}
                              <br />
                              <small className="pg-figure">
                                {textOf(row["clock"]).slice(11, 16)} {textOf(row["plateNum"])} {textOf(row["scannedBoxes"])}/
                                {textOf(row["totalBoxes"]) || "0"}
                                {say([" 箱", " boxes"])}
                              </small>
                            </button>
                          ))}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PanelState>
    </section>
  );
}
