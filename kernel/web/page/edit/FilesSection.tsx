import { useStore } from "zustand";
import { fieldOf } from "../../../entity.ts";
import { isShownNow } from "../../../page-document.ts";
import { fileKeysOf } from "../../../page.ts";
import { FilesBlock } from "../document/FilesBlock.tsx";
import type { EditModel } from "./editModel.ts";

/** The attachments of a document, one section a field. */
export function FilesSections({ model, editable }: { readonly model: EditModel; readonly editable: boolean }) {
  const { doc, errors } = useStore(model.state);
  return (
    <>
      {fileKeysOf(model.entity, model.viewer.audience)
        .filter((key) => isShownNow(model.entity, key, doc))
        .map((key) => (
          <div key={key} className="pg-section pg-files" data-section={`files.${key}`} data-field={key}>
            <FilesBlock
              entity={model.entity}
              fieldKey={key}
              row={doc}
              showVisibility={model.viewer.audience !== "supplier"}
              {...(editable && !fieldOf(model.entity, key)!.computed
                ? {
                    change: (value: string) => model.patch({ [key]: value === "" ? null : value }),
                    busy: (count: number) => model.hold(key, count),
                  }
                : {})}
            />
            {errors.has(key) ? (
              <span className="pg-error" role="alert">
                {errors.get(key)}
              </span>
            ) : null}
          </div>
        ))}
    </>
  );
}
