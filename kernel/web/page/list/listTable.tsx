import type { InputRef } from "antd";
import { useMemo } from "react";
import type { RefObject } from "react";
import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { isMixed } from "../../../page-format.ts";
import { columnsOf } from "../../../page.ts";
import { useLanguage } from "../../language.ts";
import type { Button, Column, TableConfig } from "../../table/types.ts";
import type { ListSlots } from "../slots.ts";
import { readColumn } from "../tableColumns.tsx";
import { currentYear } from "../today.ts";
import { emptyOf } from "./emptyList.tsx";
import { RowMenu } from "./RowMenu.tsx";
import type { ListModel } from "./useListModel.ts";

/** The columns of a list page: those of the declaration with the cells a slot draws differently, then the slot's own. */
export function useListColumns(model: ListModel, slots: ListSlots | undefined): readonly Column[] {
  const { entity, list, viewer, show } = model;
  const language = useLanguage((state) => state.language);
  const edit = entity.pages?.edit;
  const { audience } = viewer;
  return useMemo(() => {
    const href = edit ? { href: (row: Row) => `/main/${edit}?id=${encodeURIComponent(String(row["id"]))}` } : {};
    const setting = { language, year: currentYear(), zone: "UTC", show, ...href };
    const declared = columnsOf(entity, audience, list).map((column) => ({
      ...readColumn(entity, column, setting),
      isSummary: false,
      ...slots?.cells?.[column.key],
    }));
    const own = slots?.columns ?? [];
    const placed = new Set(declared.map((column) => column.key));
    return [
      ...declared.flatMap((column) => [column, ...own.filter((candidate) => candidate.after === column.key)]),
      ...own.filter((candidate) => candidate.after === undefined || !placed.has(candidate.after)),
    ];
  }, [entity, audience, list, language, edit, show, slots]);
}

/** The footer: sums of money and quantities, but never over several currencies or units. */
function footerOf({ entity, list, viewer, data }: ListModel): Pick<TableConfig, "showSummary" | "footerConfig"> {
  const summable = columnsOf(entity, viewer.audience, list).filter((column) => column.sums);
  if (summable.length === 0 || data.rows.length === 0) return { showSummary: false };
  const mixed = summable.filter((column) => isMixed(data.rows, column.counted));
  return {
    showSummary: true,
    footerConfig: {
      summaryFields: summable.filter((column) => !mixed.includes(column)).map((column) => column.key),
      note: ({ length: n }) => {
        if (mixed.length === 0) return [`${n} 条`, n === 1 ? "1 row" : `${n} rows`];
        return mixed.some((column) => column.field.kind === "money")
          ? [`${n} 条，多种币种不合计`, `${n} rows, several currencies`]
          : [`${n} 条，多种单位不合计`, `${n} rows, several units`];
      },
    },
  };
}

const takesMany = (entity: Entity): boolean =>
  entity.deletes !== undefined ||
  Object.values(entity.actions as Readonly<Record<string, { batch?: string }>>).some((action) => action.batch !== undefined);

interface Parts {
  readonly columns: readonly Column[];
  readonly slots: ListSlots | undefined;
  readonly bulk: readonly Button[];
  readonly box: RefObject<InputRef | null>;
  setPicked(rows: readonly Row[]): void;
}

/** What the table of a list page is told. */
export function listConfig(model: ListModel, { columns, slots, bulk, box, setPicked }: Parts): TableConfig {
  const { entity, viewer, data, filters, runner, context, open } = model;
  const tree = { openAtFirst: (data.page?.count ?? 0) <= 200, ...(columns[0] ? { column: columns[0].key } : {}) };
  return {
    name: model.name,
    columns,
    api: data.api,
    searchParams: filters.params as Record<string, unknown>,
    selection: takesMany(entity) || viewer.may("btnExport") ? "multiple" : false,
    pageSelection: { keyFields: ["id"] },
    showIndex: false,
    height: "fill",
    pageSize: 50,
    currentKey: model.shownId,
    toolbar: [...(slots?.toolbar?.(context) ?? []), ...bulk],
    operateSlot: (row) => (
      <RowMenu entity={entity} row={row} viewer={viewer} runner={runner} more={slots?.rowActions?.(row, context) ?? []} open={open} />
    ),
    operateWidth: 80,
    onLoadSuccess: data.loaded,
    onSelectionChange: (chosen) => setPicked(chosen.rows),
    onRowClick: (row) => model.shownId !== null && model.show(row),
    onRowDblClick: open,
    onSearch: filters.query,
    onFind: () => box.current?.focus(),
    onClearFilter: filters.reset,
    empty: emptyOf(entity, viewer, { create: slots?.hideNew ? null : model.create, importRows: () => model.setDialog("import") }),
    ...footerOf(model),
    ...(slots?.rowTone ? { rowTone: slots.rowTone } : {}),
    ...(slots?.expand ? { expand: (row) => slots.expand!(row, context) } : {}),
    ...(slots?.expandable ? { expandable: slots.expandable } : {}),
    ...(entity.tree ? { tree, isShowPage: false } : {}),
  };
}
