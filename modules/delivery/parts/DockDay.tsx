import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useStore } from "zustand";
import { DockBoard } from "./DockBoard.tsx";
import { rowsIn, textOf, today } from "./start.tsx";
import "./receive.css";

interface Day {
  readonly day: string;
  readonly place: string | null;
  readonly docks: readonly string[];
  readonly taken: readonly Row[];
}

const hours = Array.from({ length: 13 }, (_, i) => `${String(i + 7).padStart(2, "0")}:00`);
const after = (hour: string): string => `${String(Number(hour.slice(0, 2)) + 1).padStart(2, "0")}:00`;

/** The docks of the ship-to on the day of arrival: what is taken, and an hour that is free with one press. */
export function DockDay({ model }: { readonly model: EditModel }) {
  const say = useText();
  const day = useStore(model.state, (state) => textOf(state.header["arriveFrom"]).slice(0, 10) || today());
  const place = useStore(model.state, (state) => textOf(state.header["deliveryInfoId"]));
  const row = useStore(model.state, (state) => textOf(rowsIn(state.doc, "lines")[0]?.["orderDeliveryId"]));
  const asked = { day, deliveryInfoId: place || null, orderDeliveryId: row || null };
  const load = useLoad(
    `docks:${JSON.stringify(asked)}`,
    async () => (await call<Day>("srmServer/v1/srmPurDeliveryNoticeRestful/listDocks", asked)).data,
  );
  return (
    <section className="rv-panel" data-section="docks">
      <h3 className="pg-h3">
        {say(["卸货口日历", "Dock calendar"])}{" "}
        <small className="pg-faint">
          {day} {load.data?.place ?? ""}
        </small>
      </h3>
      <PanelState
        load={load}
        empty={say(["选择订单行后，这里显示收货地址当天的卸货口。", "Choose order lines to see the docks of their ship-to address."])}
        isEmpty={(found) => found.place === null}
      >
        {(found) => <Board model={model} found={found} />}
      </PanelState>
    </section>
  );
}

function Board({ model, found }: { readonly model: EditModel; readonly found: Day }) {
  const say = useText();
  const own = useStore(model.state, (state) => textOf(state.base?.["id"]));
  const chosen = useStore(model.state, (state) => state.header);
  const isOpen = model.editable();
  const docks = [...found.docks, ...(found.taken.some((one) => !one["dockCode"]) || found.docks.length === 0 ? [""] : [])];
  const [from, to] = [textOf(chosen["arriveFrom"]).slice(11, 16), textOf(chosen["arriveTo"]).slice(11, 16)];
  const isChosen = (dock: string, hour: string): boolean =>
    textOf(chosen["dockCode"]) === dock && from !== "" && from < after(hour) && to > hour;
  const take = (dock: string, hour: string): void =>
    void model.patch({ dockCode: dock || null, arriveFrom: `${found.day} ${hour}:00`, arriveTo: `${found.day} ${after(hour)}:00` });
  const cell = (dock: string, hour: string) => {
    const others = found.taken.filter(
      (one) => textOf(one["dockCode"]) === dock && one["id"] !== own && textOf(one["from"]) < after(hour) && textOf(one["to"]) > hour,
    );
    const isMine = isChosen(dock, hour);
    return {
      state: others.length ? "taken" : isMine ? "own" : "free",
      inside:
        others.length > 0 ? (
          others.map((one) => (
            <span key={textOf(one["id"])} title={`${textOf(one["from"])}–${textOf(one["to"])} ${textOf(one["supplierName"])}`}>
              {textOf(one["noticeNum"]).slice(-4) || say(["占用", "Taken"])}
            </span>
          ))
        ) : isOpen ? (
          <button type="button" aria-label={`${dock || say(["未指定", "Not specified"])} ${hour}`} onClick={() => take(dock, hour)}>
            {isMine ? "●" : "+"}
          </button>
        ) : null,
    };
  };
  return <DockBoard className="sp-docks" docks={docks} hours={hours} cell={cell} />;
}
