import type { InputRef } from "antd";
import { useMemo, useRef, useState } from "react";
import type { Entity } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import { barOf, mayCreate, offersOf } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import { titleOf } from "../../../page-document.ts";
import { isMixed } from "../../../page-format.ts";
import { columnsOf, listOf, viewsOf } from "../../../page.ts";
import { menuRoute } from "../../../menu.ts";
import { routeName } from "../../../routes.ts";
import { useKey } from "../../keys.ts";
import { useLanguage, useText } from "../../language.ts";
import { menuForRoute, useMenus } from "../../menus.ts";
import { openPage } from "../../router.ts";
import { useTab } from "../../tabs.ts";
import { DataTable } from "../../table/DataTable.tsx";
import type { TableHandle } from "../../table/DataTable.tsx";
import type { TableConfig } from "../../table/types.ts";
import { useRunner } from "../action/useRunner.tsx";
import { DocumentPanel } from "../document/DocumentPanel.tsx";
import { PrintView } from "../document/PrintView.tsx";
import { RecordWindow } from "../RecordWindow.tsx";
import type { EditSlots, ListContext, ListSlots } from "../slots.ts";
import { readColumn } from "../tableColumns.tsx";
import { currentYear } from "../today.ts";
import { useViewer } from "../viewer.ts";
import { CardList } from "./CardList.tsx";
import { DrawerForm } from "./DrawerForm.tsx";
import { emptyOf } from "./emptyList.tsx";
import { ExportDialog } from "./ExportDialog.tsx";
import { FilterBar } from "./FilterBar.tsx";
import { ListHead } from "./ListHead.tsx";
import { ImportWizard } from "../import/ImportWizard.tsx";
import { useDefaultView, useSavedViews } from "./savedViews.ts";
import { useBulk } from "./useBulk.tsx";
import { useFilters } from "./useFilters.ts";
import { useListData } from "./useListData.ts";
import { useNarrow } from "../useNarrow.ts";
import { NoMatch } from "./NoMatch.tsx";
import { RowMenu } from "./RowMenu.tsx";
import { countText, ViewTabs } from "./ViewTabs.tsx";

interface Props {
  readonly entity: Entity;
  readonly list?: string | undefined;
  readonly slots?: (ListSlots & EditSlots) | undefined;
}

/** A list made from its declaration: views, filters, table, a document beside it, and everything one may do from here. */
export function ListPage({ entity, list, slots }: Props) {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const tab = useTab();
  const viewer = useViewer();
  const narrow = useNarrow();
  const table = useRef<TableHandle>(null);
  const box = useRef<InputRef>(null);
  const filters = useFilters(entity, list, viewer, tab.query);
  const name = `${tab.path}.list`;
  const saved = useSavedViews(name);
  const data = useListData(entity, list, filters.params, viewsOf(entity, list).length > 0, table);
  const [shownId, setShownId] = useState<string | null>(null);
  const [shownRow, setShownRow] = useState<Row | null>(null);
  const [picked, setPicked] = useState<readonly Row[]>([]);
  const [drawer, setDrawer] = useState<{ readonly id: string | null } | null>(null);
  const [dialog, setDialog] = useState<"import" | "export" | "print" | null>(null);
  const menu = viewer.menuId ? { menuId: viewer.menuId } : {};
  const edit = entity.pages?.edit;
  const row =
    shownId === null
      ? null
      : (data.rows.find((one) => one["id"] === shownId) ??
        table.current?.model.state.getState().rows.find((one) => one["id"] === shownId) ??
        shownRow);

  const show = (one: Row): void => {
    setShownId(String(one["id"]));
    setShownRow(one);
  };
  const open = (one: Row): void =>
    edit
      ? void openPage({ path: edit, query: { id: String(one["id"]) }, title: titleOf(entity, one).main, ...menu })
      : setDrawer({ id: String(one["id"]) });
  const create = (): void => (edit ? void openPage({ path: edit, ...menu }) : setDrawer({ id: null }));
  const close = (): void => setShownId(null);
  const runner = useRunner({ entity });
  const bulk = useBulk(entity, viewer, picked, () => (void table.current?.reload(), data.recount()));
  const context: ListContext = {
    entity,
    list,
    viewer,
    filter: filters.params,
    setFilter: filters.apply,
    open,
    show,
    reload: () => void table.current?.reload(),
  };

  useKey("J", ["下一行", "Next row"], () => table.current?.step(1));
  useKey("K", ["上一行", "Previous row"], () => table.current?.step(-1));
  useKey("N", ["新建", "New"], create, { off: !mayCreate(entity, viewer) || slots?.hideNew === true });
  useKey("R", ["刷新", "Refresh"], () => (void table.current?.reload(), data.recount()));
  useKey("Escape", ["关闭右侧面板", "Close the panel"], close, { off: shownId === null || runner.panel !== null });

  const primary = row ? barOf(offersOf(entity, row, viewer)).primary : undefined;
  useKey("A", primary?.action.label ?? ["主要操作", "Main action"], () => primary && row && void runner.run(primary.name, row), {
    off: !primary || runner.panel !== null,
  });
  useDefaultView(filters, saved, Object.keys(tab.query).length > 0);

  const columns = useMemo(() => {
    const setting = {
      language,
      year: currentYear(),
      zone: "UTC",
      ...(edit ? { href: (one: Row) => `/main/${edit}?id=${encodeURIComponent(String(one["id"]))}` } : {}),
      show,
    };
    return [
      ...columnsOf(entity, viewer.audience, list).map((column) => ({
        ...readColumn(entity, column, setting),
        isSummary: false,
        ...slots?.cells?.[column.key],
      })),
      ...(slots?.columns ?? []),
    ];
  }, [entity, viewer.audience, list, language, edit, slots]);
  const summable = columnsOf(entity, viewer.audience, list).filter((column) => column.sums);
  const mixed = summable.some((column) => isMixed(data.rows, column.field.currency));
  const summed = summable.length > 0 && data.rows.length > 0;
  const sums = summable.filter((column) => !isMixed(data.rows, column.field.currency)).map((column) => column.key);

  const config: TableConfig = {
    name,
    columns,
    api: data.api,
    searchParams: filters.params as Record<string, unknown>,
    selection: bulkable(entity) || viewer.may(entity.name, "btnExport") ? "multiple" : false,
    pageSelection: { keyFields: ["id"] },
    showIndex: false,
    showSummary: summed,
    ...(summed
      ? {
          footerConfig: {
            summaryFields: sums,
            note: (rows) =>
              mixed
                ? [`${rows.length} 条，多种币种不合计`, `${rows.length} rows, several currencies`]
                : [`${rows.length} 条`, `${rows.length} rows`],
          },
        }
      : {}),
    height: "fill",
    pageSize: 50,
    currentKey: shownId,
    toolbar: [...(slots?.toolbar?.(context) ?? []), ...(picked.length > 0 ? bulk.buttons : [])],
    operateSlot: (one) => (
      <RowMenu entity={entity} row={one} viewer={viewer} runner={runner} more={slots?.rowActions?.(one, context) ?? []} open={open} />
    ),
    operateWidth: 80,
    onLoadSuccess: data.loaded,
    onSelectionChange: (chosen) => setPicked(chosen.rows),
    onRowClick: (one) => shownId !== null && show(one),
    onRowDblClick: open,
    onSearch: filters.query,
    onFind: () => box.current?.focus(),
    onClearFilter: filters.reset,
    empty: emptyOf(entity, viewer, { create, importRows: () => setDialog("import") }),
    ...(slots?.rowTone ? { rowTone: slots.rowTone } : {}),
    ...(entity.tree
      ? { tree: { openAtFirst: (data.page?.count ?? 0) <= 200, ...(columns[0] ? { column: columns[0].key } : {}) }, isShowPage: false }
      : {}),
  };
  const menuName = useMenus((state) => menuForRoute(state.flat, tab.path));
  const title =
    menuName && routeName(menuRoute(menuName) ?? "") === routeName(tab.path)
      ? menuName.name
      : say(listOf(entity, list).title ?? entity.label);
  const truth =
    slots?.truth?.(context) ??
    (data.page ? (
      <>
        {say(["共", "Total"])} <b>{countText(data.page)}</b>
        {say([" 条", ""])}{" "}
        <span>
          {say(["更新于", "as of"])} {data.at}
        </span>
      </>
    ) : null);
  return (
    <div className={`pg-list${viewer.audience === "supplier" ? " pg-supplier" : ""}${row ? " pg-docked" : ""}`}>
      {slots?.left ? <div className="pg-leftside">{slots.left(context)}</div> : null}
      <div className="pg-list-main" role="region" aria-label={title}>
        <ListHead
          title={title}
          entity={entity}
          viewer={viewer}
          truth={truth}
          hideNew={slots?.hideNew}
          create={create}
          creator={(action) => void runner.run(action, {})}
          importRows={() => setDialog("import")}
          exportRows={() => setDialog("export")}
        />
        <ViewTabs entity={entity} list={list} filters={filters} saved={saved} counts={data.counts} />
        {slots?.head?.(context)}
        <FilterBar entity={entity} filters={filters} box={box} />
        {data.page?.count === 0 ? <NoMatch entity={entity} list={list} filters={filters} /> : null}
        {narrow ? (
          <CardList
            entity={entity}
            viewer={viewer}
            api={data.api}
            params={filters.params}
            runner={runner}
            open={open}
            loaded={data.loaded}
          />
        ) : (
          <DataTable ref={table} config={config} />
        )}
      </div>
      {row && !narrow ? (
        <DocumentPanel
          key={String(row["id"])}
          entity={entity}
          row={row}
          viewer={viewer}
          runner={runner}
          inside={slots?.sidePanel?.(row, context)}
          open={() => open(row)}
          print={() => setDialog("print")}
          close={close}
        />
      ) : runner.panel ? (
        <div className="pg-dock pg-dock-try">{runner.panel}</div>
      ) : null}
      {drawer ? (
        <DrawerForm entity={entity} viewer={viewer} runner={runner} id={drawer.id} slots={slots} close={() => setDrawer(null)} />
      ) : null}
      {dialog === "export" ? (
        <ExportDialog
          entity={entity}
          list={list}
          columns={columns.filter((column) => fieldOf(entity, column.key) !== undefined)}
          table={table}
          params={filters.params}
          close={() => setDialog(null)}
        />
      ) : null}
      {dialog === "import" ? (
        <ImportWizard entity={entity} close={() => setDialog(null)} done={() => (void table.current?.reload(), data.recount())} />
      ) : null}
      {dialog === "print" && row ? <PrintView entity={entity} row={row} audience={viewer.audience} close={() => setDialog(null)} /> : null}
      {runner.dialogs}
      {bulk.dialogs}
      <RecordWindow />
    </div>
  );
}

const bulkable = (entity: Entity): boolean =>
  entity.deletes !== undefined ||
  Object.values(entity.actions as Readonly<Record<string, { batch?: string }>>).some((action) => action.batch !== undefined);
