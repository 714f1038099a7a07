import { useStore } from "zustand";
import { fieldOf } from "../../../entity.ts";
import { fileKeysOf } from "../../../page.ts";
import { useText } from "../../language.ts";
import { FilesBlock } from "../document/FilesBlock.tsx";
import type { EditModel } from "./editModel.ts";

/** The attachments of a document, one section a field. */
export function FilesSections({ model, editable }: { readonly model: EditModel; readonly editable: boolean }) {
  const say = useText();
  const { doc, errors } = useStore(model.state);
  return (
    <>
      {fileKeysOf(model.entity, model.viewer.audience).map((key) => (
        <section key={key} className="pg-section pg-files" data-section={`files.${key}`} data-field={key} aria-label={say(fieldOf(model.entity, key)!.label)}>
          <FilesBlock
            entity={model.entity}
            fieldKey={key}
            row={doc}
            showVisibility={model.viewer.audience !== "supplier"}
            {...(editable && !fieldOf(model.entity, key)!.computed ? { change: (value: string) => model.patch({ [key]: value === "" ? null : value }) } : {})}
          />
          {errors.has(key) ? <span className="pg-error" role="alert">{errors.get(key)}</span> : null}
        </section>
      ))}
    </>
  );
}
