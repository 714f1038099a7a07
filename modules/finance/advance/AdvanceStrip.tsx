import { amountText } from "#kernel/page-format.ts";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { useText } from "#kernel/web/language.ts";
import { askCall } from "#kernel/web/page/askCall.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useStore } from "zustand";
import { advance } from "./advance.entity.ts";
import { getAdvanceRoom } from "./page-calls.ts";

type Model = EditModel<typeof advance>;

/** How much all advances on the order or contract may come to, and how much of it is left. */
export function AdvanceStrip({ model }: { readonly model: Model }) {
  const say = useText();
  const viewer = useViewer();
  const base = useStore(model.state, (state) => state.base);
  const { id, advanceType, poHeaderId, contractId } = base ?? {};
  const isOn = viewer.audience !== "supplier" && Boolean(poHeaderId ?? contractId);
  const asked = { id: id ?? null, advanceType: advanceType ?? null, poHeaderId: poHeaderId ?? null, contractId: contractId ?? null };
  const load = useLoad(`rcn.room.${JSON.stringify(isOn ? asked : null)}`, () =>
    isOn ? askCall(getAdvanceRoom, asked) : Promise.resolve(null),
  );
  useChanged(advance.name, load.again);
  const room = load.data;
  if (!room) return null;
  const shown = (amount: string | null): string => (amount === null ? say(["不限", "No limit"]) : amountText(amount, room.currency));
  const isUsedUp = room.left !== null && Number(room.left) === 0;
  return (
    <FigureStrip
      label={say(["预付上限", "Limit of advances"])}
      figures={[
        { key: "gross", label: say(["依据金额", "Basis incl. tax"]), value: shown(room.gross) },
        { key: "cap", label: say(["预付上限", "Limit"]), value: shown(room.cap) },
        { key: "taken", label: say(["其他预付", "Other advances"]), value: shown(room.taken) },
        { key: "left", label: say(["还可申请", "Left"]), value: shown(room.left), ...(isUsedUp ? { tone: "warning" as const } : {}) },
      ]}
    />
  );
}
