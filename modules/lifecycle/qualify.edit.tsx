import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { TrackPanel } from "#modules/supplier/web.tsx";
import { Alert } from "antd";
import { useStore } from "zustand";

const brought = ["certNo", "validFrom", "validTo", "longTermFlag", "fileIds"];
const judged = ["lineResult", "lineRemark"];

/** What the reader has to do now, in one sentence, above everything else. */
function Ask({ model }: { readonly model: EditModel }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const supplier = model.viewer.audience === "supplier";
  const lines = (base?.["lines"] as readonly Row[] | undefined) ?? [];
  const asked = lines.filter((one) => one["askFlag"] === "Y").length;
  const due = String(base?.["supplierDueDate"] ?? "");
  if (base?.["status"] !== "SUPPLIER_FILLING") return null;
  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBottom: 12 }}
      title={
        supplier
          ? say([
              `请在 ${due} 前补充标为“待补充”的 ${asked} 项资料，保存后提交。其余各项无需再传。`,
              `Upload the requested documents (${asked}) by ${due}, save and submit. Nothing more is needed for the others.`,
            ])
          : say([`已请供应商在 ${due} 前补充 ${asked} 项资料。`, `Documents requested from the supplier by ${due}: ${asked}.`])
      }
    />
  );
}

function Head({ model }: { readonly model: EditModel }) {
  const trackId = useStore(model.state, (state) => state.base?.["trackId"] as string | undefined);
  return (
    <>
      <Ask model={model} />
      {trackId ? <TrackPanel trackId={trackId} /> : null}
    </>
  );
}

/** A review with the way it belongs to, and a checklist whose rows come and go by the requirements alone. */
export const slots: EditSlots = {
  head: (model) => <Head model={model} />,
  lineRules: {
    lines: (model) => ({
      fixed: true,
      editable: (row, key) => {
        const filling = model.state.getState().base?.["status"] === "SUPPLIER_FILLING";
        if (model.viewer.audience === "supplier") return filling && row["askFlag"] === "Y" && brought.includes(key);
        return !filling && (brought.includes(key) || judged.includes(key));
      },
    }),
    categories: (model) => {
      const begun = Boolean(model.state.getState().base?.["id"]);
      return { fixed: begun, editable: () => !begun };
    },
  },
  cells: {
    lines: {
      lineResult: { tones: { PENDING: "waiting", OK: "done", NG: "refused", WAIVED: "neutral" } },
    },
  },
};
