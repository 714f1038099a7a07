import { useStore } from "zustand";
import { fieldOf } from "../../../entity.ts";
import { fileKeysOf } from "../../../page.ts";
import { useText } from "../../language.ts";
import { FilesBlock } from "../document/FilesBlock.tsx";
import type { EditModel } from "./editModel.ts";

/** The attachments of a document, one section a field. */
export function FilesSections({ model, editable }: { readonly model: EditModel; readonly editable: boolean }) {
  const say = useText();
  const { doc } = useStore(model.state);
  return (
    <>
      {fileKeysOf(model.entity, model.viewer.audience).map((key) => (
        <section key={key} className="pg-section" data-section={`files.${key}`} aria-label={say(fieldOf(model.entity, key)!.label)} data-editable={editable}>
          <FilesBlock entity={model.entity} fieldKey={key} row={doc} />
        </section>
      ))}
    </>
  );
}
