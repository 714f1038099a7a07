import { fieldOf, type Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { callPath } from "../../../page.ts";
import { mergeColumns } from "../../../table.ts";
import { call, download, saveBlob } from "../../call.ts";
import type { TableHandle } from "../../table/DataTable.tsx";
import type { Column } from "../../table/types.ts";

export type Which = "picked" | "page" | "all";

/** Up to here an export is made while one waits; above it the background is proposed, and above the second it is the only way. */
export const inRequest = 20_000;
export const mostInRequest = 100_000;

const door = "exportServer/v1/exportExcelRestful";

export interface ExportColumn {
  readonly column: Column;
  readonly shown: boolean;
}

/** The columns as the person arranged them, hidden ones last and unticked. */
export function arranged(columns: readonly Column[], table: TableHandle | null): readonly ExportColumn[] {
  const states = mergeColumns(
    columns.map((column) => ({ key: column.key, columnsDisplay: column.columnsDisplay ?? "Y" })),
    table?.model.state.getState().settings.columns,
  );
  const all = states.flatMap((state) => {
    const column = columns.find((candidate) => candidate.key === state.key);
    return column ? [{ column, shown: state.columnsDisplay !== "N" }] : [];
  });
  return [...all.filter((candidate) => candidate.shown), ...all.filter((candidate) => !candidate.shown)];
}

interface Order {
  readonly entity: Entity;
  readonly list: string | undefined;
  readonly table: TableHandle | null;
  readonly params: Row;
  readonly which: Which;
  readonly columns: readonly { readonly key: string; readonly title: string; readonly width: number }[];
  readonly fileName: string;
  /** To be edited and imported back: with lines, keys and choices. */
  readonly back: boolean;
}

function bodyOf({ entity, list, table, params, which, columns, fileName, back }: Order, sheetMaxRow: number): Row {
  const state = table?.model.state.getState();
  const picked = table?.picked();
  const chosen = which === "picked" && picked?.filter === null ? [...picked.keys] : null;
  const ids = which === "page" ? (state?.rows ?? []).map((row) => String(row["id"])) : chosen;
  const orderBy = state?.orderBy ?? [];
  const requestParams = { ...(ids === null ? params : { ids }), ...(list ? { list } : {}), ...(orderBy.length > 0 ? { orderBy } : {}) };
  // A reader wants to see pictures and names of files, not their ids.
  const imageColumns = columns.map((column) => column.key).filter((key) => fieldOf(entity, key)?.kind === "files");
  const customParams = back ? { templateCode: entity.name } : { imageColumns };
  return { requestUrl: `/${callPath(entity, "listByPage")}`, requestParams, columns, fileName, sheetMaxRow, customParams };
}

/** Makes the workbook while one waits and hands it to the browser. */
export const exportNow = async (order: Order): Promise<void> =>
  saveBlob(await download(`${door}/customExportExcel`, bodyOf(order, inRequest + 1)));

/** Leaves the export to the background; answers its number. */
export async function exportLater(order: Order): Promise<string> {
  const { msg } = await call(`${door}/doBackExport`, { paramsValue: bodyOf(order, 500_000), fileName: order.fileName });
  return msg ?? "";
}
