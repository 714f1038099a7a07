import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { useText } from "#kernel/web/language.ts";
import { useStore } from "zustand";
import { api } from "../api.entity.ts";

/** A field the product says for its own calls and people say for others. */
export function OwnWords({
  model,
  name,
}: {
  readonly model: EditModel<typeof api>;
  readonly name: "summaryCn" | "summaryEn" | "guard" | "deprecated";
}) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const field = api.fields[name];
  return doc.source === "SCAN" || !model.editable() ? (
    <FieldText field={field} fieldKey={name} row={doc} />
  ) : (
    <FieldInput field={field} fieldKey={name} row={doc} label={say(field.label)} patch={(patch) => model.patch(patch)} />
  );
}
