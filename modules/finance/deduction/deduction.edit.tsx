import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useStore } from "zustand";
import { deduction } from "./deduction.entity.ts";
import { UseRecord } from "./UseRecord.tsx";

type Model = EditModel<typeof deduction>;

/** Which statements and payments took how much, once it can be used. */
function Use({ model }: { readonly model: Model }) {
  const viewer = useViewer();
  const base = useStore(model.state, (state) => state.base);
  if (!base?.id || !base.validFrom || viewer.audience === "supplier") return null;
  return (
    <UseRecord
      docType={deduction.name}
      id={String(base.id)}
      currency={base.currency ?? undefined}
      buckets={{ RES: ["占用", "Reserved"], USED: ["已用", "Used"] }}
    />
  );
}

export const slots: EditSlots<typeof deduction> = {
  // What was said of an appeal is written by the actions alone.
  lineRules: {
    appeals: (model) => ({ fixed: true, editable: () => false, hidden: (model.state.getState().base?.appeals ?? []).length === 0 }),
  },
  afterLines: (model) => <Use model={model} />,
  links: [{ key: "use", label: ["使用记录", "Use record"], when: (model) => Boolean(model.state.getState().base?.validFrom) }],
};
