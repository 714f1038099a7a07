import { useRef, useState } from "react";
import type { RefObject } from "react";
import { menuRoute } from "../../../menu.ts";
import type { Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { listOf, viewsOf } from "../../../page.ts";
import { routeName } from "../../../routes.ts";
import { useText } from "../../language.ts";
import { menuForRoute, useMenus } from "../../menus.ts";
import { openPage } from "../../router.ts";
import { useTab, type TabHandle } from "../../tabs.ts";
import type { TableHandle } from "../../table/DataTable.tsx";
import { useRunner } from "../action/useRunner.tsx";
import type { Runner } from "../action/useRunner.tsx";
import type { ListContext, ListSlots } from "../slots.ts";
import { useViewer } from "../viewer.ts";
import type { PageViewer } from "../viewer.ts";
import { useFilters } from "./useFilters.ts";
import type { Filters } from "./useFilters.ts";
import { useListData } from "./useListData.ts";
import type { ListData } from "./useListData.ts";
import { titleNow } from "../title.ts";

export type ListDialog = "import" | "export" | "print" | null;

/** Everything the parts of a list page share: who reads it, which rows it shows, which one is open, and what opens next. */
export interface ListModel {
  readonly entity: Entity;
  readonly list: string | undefined;
  readonly name: string;
  readonly title: string;
  readonly viewer: PageViewer;
  readonly table: RefObject<TableHandle | null>;
  readonly filters: Filters;
  readonly data: ListData;
  readonly runner: Runner;
  /** The row beside the list. */
  readonly row: Row | null;
  readonly shownId: string | null;
  readonly drawer: { readonly id: string | null } | null;
  readonly dialog: ListDialog;
  readonly context: ListContext;
  show(row: Row): void;
  close(): void;
  open(row: Row): void;
  create(): void;
  reload(): void;
  setDialog(dialog: ListDialog): void;
  setDrawer(drawer: { readonly id: string | null } | null): void;
}

/** A list is called what its menu calls it; without a menu, what its declaration or its place among several lists says. */
function useTitle(entity: Entity, list: string | undefined, { path, listName }: Pick<TabHandle, "path" | "listName">): string {
  const say = useText();
  const menu = useMenus((state) => menuForRoute(state.flat, path));
  const own = menu && routeName(menuRoute(menu) ?? "") === routeName(path) ? menu.name : undefined;
  const { title = entity.label } = listOf(entity, list);
  return own ?? say(title === entity.label ? (listName ?? title) : title);
}

export function useListModel(entity: Entity, list: string | undefined, { asks, opens }: Pick<ListSlots, "asks" | "opens"> = {}): ListModel {
  const tab = useTab();
  const viewer = useViewer();
  const table = useRef<TableHandle>(null);
  const filters = useFilters(entity, list, viewer, tab.query);
  const data = useListData(entity, list, filters.params, viewsOf(entity, list, viewer.audience).length > 0, table);
  const runner = useRunner({ entity, asks });
  const title = useTitle(entity, list, tab);
  const [shown, setShown] = useState<Row | null>(null);
  const [drawer, setDrawer] = useState<{ readonly id: string | null } | null>(null);
  const [dialog, setDialog] = useState<ListDialog>(null);
  const menu = viewer.menuId ? { menuId: viewer.menuId } : {};
  const edit = entity.pages?.edit;
  const shownId = shown === null ? null : String(shown["id"]);
  const open = (row: Row): void => {
    const id = String(row["id"]);
    if (opens) opens(row, context);
    else if (edit) void openPage({ path: edit, query: { id }, title: titleNow(entity, row).main, ...menu });
    else setDrawer({ id });
  };
  const reload = (): void => {
    void table.current?.reload();
    data.recount();
  };
  const context: ListContext = {
    entity,
    list,
    viewer,
    filter: filters.params,
    setFilter: filters.apply,
    choose: filters.choose,
    open,
    show: setShown,
    reload,
  };
  return {
    entity,
    list,
    title,
    viewer,
    table,
    filters,
    data,
    runner,
    shownId,
    drawer,
    dialog,
    context,
    open,
    reload,
    setDialog,
    setDrawer,
    name: `${tab.path}.list`,
    row: shown && (data.rows.find((row) => row["id"] === shown["id"]) ?? shown),
    show: setShown,
    close: () => setShown(null),
    // a page that is list and form under one route tells a new one by its id
    create: () =>
      edit ? void openPage({ path: edit, ...(edit === tab.path ? { query: { id: "new" } } : {}), ...menu }) : setDrawer({ id: null }),
  };
}
