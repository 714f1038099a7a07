import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useStore } from "zustand";
import { UseRecord } from "../deduction/UseRecord.tsx";
import { advance } from "./advance.entity.ts";
import { AdvanceStrip } from "./AdvanceStrip.tsx";
import { MovesRecord, PaymentRecord } from "./AdvanceMoves.tsx";

type Model = EditModel<typeof advance>;

const moneyed = ["APPROVED", "PART_PAID", "PAID", "CLOSED"];
const hasMoney = (model: Model): boolean => moneyed.includes(model.state.getState().base?.status ?? "");

/** Payments, use, carry-overs and collections, once it is approved. */
function Records({ model }: { readonly model: Model }) {
  const viewer = useViewer();
  const base = useStore(model.state, (state) => state.base);
  if (!base?.id || !moneyed.includes(base.status ?? "")) return null;
  const of = { id: String(base.id), applyNo: base.applyNo ?? "", currency: base.currency ?? undefined };
  if (viewer.audience === "supplier") return <PaymentRecord {...of} />;
  return (
    <>
      <PaymentRecord {...of} />
      <UseRecord
        docType={advance.name}
        id={of.id}
        currency={of.currency}
        buckets={{
          OFF: ["核销", "Written off"],
          OUT: ["转出", "Carried out"],
          IN: ["转入", "Carried in"],
          COL: ["收回", "Collected"],
          RES: ["占用", "Reserved"],
        }}
      />
      <MovesRecord {...of} />
    </>
  );
}

export const slots: EditSlots<typeof advance> = {
  head: (model) => <AdvanceStrip model={model} />,
  afterLines: (model) => <Records model={model} />,
  links: [
    { key: "paid", label: ["付款记录", "Payments"], when: hasMoney },
    { key: "use", label: ["使用记录", "Use record"], when: hasMoney },
    { key: "moves", label: ["结转与收回", "Moves"], when: hasMoney },
  ],
};
