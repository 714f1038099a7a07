import { Upload } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { toast } from "../../message.ts";
import type { Button } from "../../table/types.ts";
import { entityCall } from "../entityCall.ts";
import { ImportWizard } from "../import/ImportWizard.tsx";
import type { EditModel } from "./editModel.ts";

/** Further lines of a stored document out of a workbook: a button over its line table where the reader may, and the window behind it. */
export function useImportLines(
  model: EditModel,
  collection: string,
  isOpen: boolean,
): { readonly tool: Button | null; readonly window: ReactNode } {
  const id = useStore(model.state, (state) => String(state.base?.["id"] ?? ""));
  const [importing, setImporting] = useState(false);
  if (!isOpen || !model.viewer.may("btnImportLine")) return { tool: null, window: null };
  const read = async (): Promise<void> => {
    try {
      model.take(await entityCall.find(model.entity, id));
    } catch (error) {
      toast.error(error);
    }
  };
  const press = (): void => {
    // What is written comes back with the document, so nothing unsaved may stand in it.
    if (id === "" || model.state.getState().unsaved > 0) toast.info(["请先保存，再导入行", "Save first, then import lines"]);
    else setImporting(true);
  };
  return {
    tool: { label: ["导入行", "Import lines"], icon: Upload, quiet: true, handler: press },
    window: importing ? (
      <ImportWizard entity={model.entity} lines={{ collection, id }} close={() => setImporting(false)} done={() => void read()} />
    ) : null,
  };
}
