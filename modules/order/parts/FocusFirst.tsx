import type { order } from "../order.entity.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useEffect } from "react";
import { useStore } from "zustand";

/** The delivery rows under the table are those of the line one is at; until one is chosen, of the first. */
export function FocusFirst({ model }: { readonly model: EditModel<typeof order> }) {
  const focus = useStore(model.state, (state) => state.focus);
  const rows = useStore(model.lines.lines!.state, (state) => state.rows);
  const first = rows.find((edit) => !edit.deleted)?.key;
  const lost = focus === null || (focus.collection === "lines" && !rows.some((edit) => edit.key === focus.key && !edit.deleted));
  useEffect(() => {
    if (lost && first !== undefined) model.focusLine("lines", first);
  }, [model, lost, first]);
  return null;
}
