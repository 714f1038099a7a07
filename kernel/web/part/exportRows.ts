import type { Entity } from "../../entity.ts";
import type { Row } from "../../page-document.ts";
import { callPath, columnsOf, listOf } from "../../page.ts";
import { download, saveBlob } from "../call.ts";
import { sayNow } from "../language.ts";
import { toast } from "../message.ts";

/** Takes all rows of a list out as a workbook, with the columns of that list; for pages that are no table. */
export async function exportRows(entity: Entity, list?: string, params: Row = {}): Promise<void> {
  const columns = columnsOf(entity, "internal", list).map(({ key, field, width }) => ({ key, title: sayNow(field.label), width }));
  const fileName = sayNow(listOf(entity, list).title ?? entity.label);
  try {
    saveBlob(
      await download("exportServer/v1/exportExcelRestful/exportExcel", {
        requestUrl: `/${callPath(entity, "listByPage")}`,
        requestParams: { ...params, ...(list ? { list } : {}) },
        columns,
        fileName,
        sheetMaxRow: 20_001,
      }),
    );
  } catch (error) {
    toast.error(error);
  }
}
