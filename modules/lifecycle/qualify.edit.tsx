import { Notice } from "#kernel/web/block/Notice.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { TrackPanel } from "#modules/supplier/web.tsx";
import { useStore } from "zustand";
import type { qualify } from "./qualify.entity.ts";

const brought = ["certNo", "validFrom", "validTo", "longTermFlag", "fileIds"];
const judged = ["lineResult", "lineRemark"];

/** What the reader has to do now, in one sentence, above everything else. */
function Ask({ model }: { readonly model: EditModel<typeof qualify> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const supplier = model.viewer.audience === "supplier";
  const asked = base?.lines?.filter(({ askFlag }) => askFlag === "Y").length ?? 0;
  const due = base?.supplierDueDate ?? "";
  if (base?.status !== "SUPPLIER_FILLING") return null;
  return (
    <Notice>
      {supplier
        ? say([
            `请在 ${due} 前补充标为“待补充”的 ${asked} 项资料，保存后提交。其余各项无需再传。`,
            `Upload the requested documents (${asked}) by ${due}, save and submit. Nothing more is needed for the others.`,
          ])
        : say([`已请供应商在 ${due} 前补充 ${asked} 项资料。`, `Documents requested from the supplier by ${due}: ${asked}.`])}
    </Notice>
  );
}

function Head({ model }: { readonly model: EditModel<typeof qualify> }) {
  const trackId = useStore(model.state, (state) => state.base?.trackId);
  return (
    <>
      <Ask model={model} />
      {trackId ? <TrackPanel trackId={trackId} /> : null}
    </>
  );
}

/** A review with the way it belongs to, and a checklist whose rows come and go by the requirements alone. */
export const slots: EditSlots<typeof qualify> = {
  head: (model) => <Head model={model} />,
  lineRules: {
    lines: (model) => ({
      fixed: true,
      editable: (row, key) => {
        const filling = model.state.getState().base?.status === "SUPPLIER_FILLING";
        if (model.viewer.audience === "supplier") return filling && row.askFlag === "Y" && brought.includes(key);
        return !filling && (brought.includes(key) || judged.includes(key));
      },
    }),
    categories: (model) => {
      const begun = model.state.getState().base !== null;
      return { fixed: begun, editable: () => !begun };
    },
  },
  cells: {
    lines: {
      lineResult: { tones: { PENDING: "waiting", OK: "done", NG: "refused", WAIVED: "neutral" } },
    },
  },
};
