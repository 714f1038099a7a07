import type { Seen } from "#kernel/seen.ts";
import { CallError, download, saveBlob } from "#kernel/web/call.ts";
import { toast } from "#kernel/web/message.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { Button } from "#kernel/web/table/types.ts";
import { upload } from "#kernel/web/upload.ts";
import { FileDown, Upload } from "lucide-react";
import { inspection } from "../inspect.entity.ts";

const door = "srmServer/v1/srmSlcLocaleInspectRestful";

function chosenFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".xlsx";
    input.onchange = () => resolve(input.files?.[0] ?? null);
    input.oncancel = () => resolve(null);
    input.click();
  });
}

async function bringIn(model: EditModel<typeof inspection>): Promise<void> {
  const { base, unsaved } = model.state.getState();
  if (!base) return;
  if (unsaved > 0) return toast.info(["请先保存，再导入评分项", "Save first, then import the items"]);
  const file = await chosenFile();
  if (!file) return;
  try {
    const { data } = await upload<Seen<typeof inspection>>(`${door}/doImportScoreItem`, [file], { id: base.id });
    tellChanged({ entity: inspection.name, id: base.id, document: data });
    model.take(data);
    toast.success(["已导入评分项", "Score items imported"]);
  } catch (error) {
    const rows = error instanceof CallError ? error.fieldErrors.slice(0, 8).map((fieldError) => fieldError.msg) : [];
    if (rows.length > 0) toast.error([rows.join("；"), rows.join("; ")]);
    else toast.error(error);
  }
}

const template = async (): Promise<void> => {
  try {
    saveBlob(await download(`${door}/downloadScoreItemTemplate`, {}));
  } catch (error) {
    toast.error(error);
  }
};

/** Score items from a workbook, and the empty workbook to fill. */
export function itemTools(model: EditModel<typeof inspection>): readonly Button[] {
  const { base } = model.state.getState();
  if (!base || base.status !== "DRAFT" || !model.viewer.may("btnImportScoreItem")) return [];
  return [
    { label: ["导入评分项", "Import items"], icon: Upload, quiet: true, handler: () => void bringIn(model) },
    { label: ["下载模板", "Template"], icon: FileDown, quiet: true, handler: () => void template() },
  ];
}
