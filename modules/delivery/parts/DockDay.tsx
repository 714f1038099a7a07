import { textOf } from "#kernel/page-format.ts";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { Button } from "antd";
import { useStore } from "zustand";
import type { notice } from "../notice.entity.ts";
import { DockBoard } from "./DockBoard.tsx";
import { today } from "./start.tsx";

interface Taken {
  readonly id: string;
  readonly dockCode: string | null;
  readonly from: string;
  readonly to: string;
  readonly noticeNum: string | null;
  readonly supplierName: string | null;
}

interface Day {
  readonly day: string;
  readonly place: string | null;
  readonly docks: readonly string[];
  readonly taken: readonly Taken[];
}

const hours = Array.from({ length: 13 }, (_, i) => `${String(i + 7).padStart(2, "0")}:00`);
const after = (hour: string): string => `${String(Number(hour.slice(0, 2)) + 1).padStart(2, "0")}:00`;

/** The docks of the ship-to on the day of arrival: what is taken, and an hour that is free with one press. */
export function DockDay({ model }: { readonly model: EditModel<typeof notice> }) {
  const say = useText();
  const day = useStore(model.state, (state) => textOf(state.header.arriveFrom).slice(0, 10) || today());
  const place = useStore(model.state, (state) => textOf(state.header.deliveryInfoId));
  const row = useStore(model.state, (state) => textOf(state.doc.lines?.[0]?.orderDeliveryId));
  const asked = { day, deliveryInfoId: place || null, orderDeliveryId: row || null };
  const load = useLoad(
    `docks:${JSON.stringify(asked)}`,
    async () => (await call<Day>("srmServer/v1/srmPurDeliveryNoticeRestful/listDocks", asked)).data,
  );
  return (
    <Section name="docks" title={say(["卸货口日历", "Dock calendar"])} tools={<small>{`${day} ${load.data?.place ?? ""}`}</small>}>
      <PanelState
        load={load}
        empty={say(["选择订单行后，这里显示收货地址当天的卸货口。", "Choose order lines to see the docks of their ship-to address."])}
        isEmpty={(found) => found.place === null}
      >
        {(found) => <Board model={model} found={found} />}
      </PanelState>
    </Section>
  );
}

function Board({ model, found }: { readonly model: EditModel<typeof notice>; readonly found: Day }) {
  const say = useText();
  const own = useStore(model.state, (state) => textOf(state.base?.id));
  const chosen = useStore(model.state, (state) => state.header);
  const isOpen = model.editable();
  const docks = [...found.docks, ...(found.taken.some((taken) => !taken.dockCode) || found.docks.length === 0 ? [""] : [])];
  const [from, to] = [textOf(chosen.arriveFrom).slice(11, 16), textOf(chosen.arriveTo).slice(11, 16)];
  const isChosen = (dock: string, hour: string): boolean =>
    textOf(chosen.dockCode) === dock && from !== "" && from < after(hour) && to > hour;
  const take = (dock: string, hour: string): void =>
    void model.patch({ dockCode: dock || null, arriveFrom: `${found.day} ${hour}:00`, arriveTo: `${found.day} ${after(hour)}:00` });
  const cell = (dock: string, hour: string) => {
    const others = found.taken.filter(
      (taken) => textOf(taken.dockCode) === dock && taken.id !== own && taken.from < after(hour) && taken.to > hour,
    );
    if (others.length > 0)
      return others.map((taken) => (
        <span key={taken.id} title={`${taken.from}–${taken.to} ${textOf(taken.supplierName)}`}>
          <Badge>{textOf(taken.noticeNum).slice(-4) || say(["占用", "Taken"])}</Badge>
        </span>
      ));
    if (!isOpen) return null;
    const isMine = isChosen(dock, hour);
    return (
      <Button
        size="small"
        type={isMine ? "primary" : "text"}
        aria-label={`${dock || say(["未指定", "Not specified"])} ${hour}`}
        onClick={() => take(dock, hour)}
      >
        {isMine ? "●" : "+"}
      </Button>
    );
  };
  return <DockBoard docks={docks} hours={hours} cell={cell} />;
}
