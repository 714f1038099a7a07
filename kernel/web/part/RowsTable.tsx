import { useMemo, useRef, useState } from "react";
import type { Entity } from "../../entity.ts";
import type { Row } from "../../page-document.ts";
import { columnsOf, nestRows } from "../../page.ts";
import type { FieldKey, Seen } from "../../seen.ts";
import type { Text } from "../../text.ts";
import { useLanguage } from "../language.ts";
import { useChanged } from "../page/changes.ts";
import { entityCall } from "../page/entityCall.ts";
import { readColumn } from "../page/tableColumns.tsx";
import { currentYear } from "../page/today.ts";
import { useViewer } from "../page/viewer.ts";
import { openPage } from "../router.ts";
import { DataTable } from "../table/DataTable.tsx";
import type { TableHandle } from "../table/DataTable.tsx";
import type { Button, Column, PageInfo, RowAction, RowTone, TableApi } from "../table/types.ts";
import { titleNow } from "../page/title.ts";

interface Props<E extends Entity> {
  readonly entity: E;
  /** Under which the columns a person chose are kept. */
  readonly name: string;
  readonly where: Row;
  readonly title?: Text;
  /** Which columns, in this order; the entity's own list otherwise. */
  readonly columns?: readonly FieldKey<E>[];
  readonly more?: readonly Column<Seen<E>>[];
  /** Rows under their parents, by the tree of the declaration. */
  readonly nested?: boolean;
  readonly pageSize?: number;
  readonly height?: number | "fill" | "content";
  readonly toolbar?: readonly Button<Seen<E>>[];
  readonly empty?: { readonly title: Text; readonly detail?: Text };
  rowTone?(row: Seen<E>): RowTone | null | undefined;
  rowActions?(row: Seen<E>): readonly RowAction<Seen<E>>[];
  /** What a press on the title does; the page of the row otherwise. */
  show?(row: Seen<E>): void;
  loaded?(page: PageInfo): void;
}

/** Rows that belong to something, inside its page: the columns of their own list, without views and filters. */
export function RowsTable<E extends Entity>({ entity, ...table }: Props<E>) {
  return <EntityRows entity={entity} {...(table as Omit<Props<Entity>, "entity">)} />;
}

function EntityRows({
  entity,
  name,
  where,
  title,
  columns: wanted,
  more,
  nested,
  pageSize = 20,
  height = "fill",
  toolbar,
  empty,
  rowTone,
  rowActions,
  show,
  loaded,
}: Props<Entity>) {
  const language = useLanguage((state) => state.language);
  const { audience } = useViewer();
  const table = useRef<TableHandle>(null);
  const tree = nested ? entity.tree?.parent : undefined;
  const edit = entity.pages?.edit;
  const filter = JSON.stringify(where);
  const [count, setCount] = useState(0);
  useChanged(entity.name, () => void table.current?.reload());
  const api = useMemo<TableApi>(
    () => async (query, signal) => {
      const { countAll, ...body } = query;
      const reply = await entityCall.page(
        entity,
        {
          ...body,
          ...(JSON.parse(filter) as Row),
          ...(tree ? { pageIndex: 1, pageRows: 0 } : {}),
          ...(countAll ? { count: "exact" } : {}),
        },
        signal,
      );
      return {
        rows: (tree ? nestRows(reply.data, tree) : reply.data) as Record<string, unknown>[],
        page: (reply.page ?? { count: reply.data.length, curIndex: 1 }) as PageInfo,
      };
    },
    [entity, filter, tree],
  );
  const columns = useMemo(() => {
    const open =
      show ??
      (edit ? (row: Row) => void openPage({ path: edit, query: { id: String(row["id"]) }, title: titleNow(entity, row).main }) : undefined);
    const setting = {
      language,
      year: currentYear(),
      zone: "UTC",
      ...(edit ? { href: (row: Row) => `/main/${edit}?id=${encodeURIComponent(String(row["id"]))}` } : {}),
      ...(open ? { show: open } : {}),
    };
    const shaped = wanted ? ({ ...entity, list: wanted } as Entity) : entity;
    return [
      ...columnsOf(shaped, audience).map((column) => ({
        ...readColumn(entity, column, setting),
        isSummary: false,
        ...(column.role === "title" ? { note: () => null } : {}),
      })),
      ...(more ?? []),
    ];
  }, [entity, audience, language, edit, wanted, more, show]);
  return (
    <DataTable
      key={filter}
      ref={table}
      config={{
        name,
        columns,
        api,
        selection: false,
        showIndex: false,
        tools: height === "fill",
        isShowPage: height === "fill" || count > pageSize,
        height,
        pageSize,
        ...(title ? { title } : {}),
        ...(toolbar ? { toolbar } : {}),
        ...(empty ? { empty } : {}),
        ...(rowTone ? { rowTone } : {}),
        ...(rowActions ? { operateSlot: rowActions } : {}),
        ...(tree ? { tree: { openAtFirst: true, ...(columns[0] ? { column: columns[0].key } : {}) }, isShowPage: false } : {}),
        onLoadSuccess: (reply) => reply && (setCount(reply.page.count), loaded?.(reply.page)),
      }}
    />
  );
}
