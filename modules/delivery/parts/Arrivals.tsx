import { textOf } from "#kernel/page-format.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import type { Tone } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { Truck } from "lucide-react";
import { note } from "../note.entity.ts";
import { DockBoard } from "./DockBoard.tsx";
import { today } from "./start.tsx";

/** A note that is expected, with the clock at the gate. */
interface Arrival {
  readonly id: string;
  readonly noteNum: string | null;
  readonly status: string;
  readonly dockCode: string | null;
  readonly plateNum: string | null;
  readonly clock: string;
  readonly isLate: boolean;
  readonly supplierName: string;
  readonly totalBoxes: number | null;
  readonly scannedBoxes: number | null;
}

const hourOf = (row: Arrival): string => (row.isLate ? "late" : row.clock.slice(11, 13));
const toneOf = (row: Arrival): Tone =>
  row.isLate ? "error" : row.status === "RECEIVED" ? "success" : row.status === "SHIPPED" ? "info" : "warning";

/** Today's trucks by dock and hour: who comes when and where, and who is late. */
export function Arrivals({ open }: { open(row: Arrival): void }) {
  const say = useText();
  const day = today();
  const load = useLoad(
    `arrivals:${day}`,
    async () => (await call<readonly Arrival[]>("srmServer/v1/srmPurDeliveryNoteRestful/listArrivals", { day })).data,
  );
  useChanged(note.name, load.again);
  const rows = load.data ?? [];
  const docks = [...new Set(rows.map((row) => textOf(row.dockCode)))].toSorted((a, b) => (a === "" ? 1 : b === "" || a < b ? -1 : 1));
  const hours = [...new Set(rows.map(hourOf))].toSorted((a, b) => (a === "late" ? -1 : b === "late" ? 1 : a < b ? -1 : 1));
  const truck = (row: Arrival) => (
    <Item
      key={row.id}
      tone={toneOf(row)}
      lead={<Truck size={15} aria-hidden />}
      title={`${textOf(row.noteNum)} ${textOf(row.supplierName)}`}
      note={
        <>
          {row.clock.slice(11, 16)} {textOf(row.plateNum)} {textOf(row.scannedBoxes)}/{textOf(row.totalBoxes) || "0"}
          {say([" 箱", " boxes"])}
        </>
      }
      press={() => open(row)}
    />
  );
  return (
    <section aria-label={say(["今日到货", "Today's arrivals"])}>
      <PanelState load={load} empty={say(["今天没有预计到货。", "Nothing is expected today."])} isEmpty={(found) => found.length === 0}>
        {() => (
          <DockBoard
            docks={docks}
            hours={hours}
            hourText={(hour) => (hour === "late" ? say(["逾期未到", "Overdue"]) : `${hour}:00`)}
            cell={(dock, hour) => (
              <ItemList>{rows.filter((row) => textOf(row.dockCode) === dock && hourOf(row) === hour).map(truck)}</ItemList>
            )}
          />
        )}
      </PanelState>
    </section>
  );
}
