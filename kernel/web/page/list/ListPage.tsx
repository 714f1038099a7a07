import type { InputRef } from "antd";
import { useRef, useState } from "react";
import type { Entity } from "../../../entity.ts";
import { barOf, mayCreate, offersOf } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import { useKey } from "../../keys.ts";
import { useText } from "../../language.ts";
import { later } from "../../part/later.tsx";
import { DataTable } from "../../table/DataTable.tsx";
import { useTab } from "../../tabs.ts";
import { RecordWindow } from "../RecordWindow.tsx";
import type { EditSlots, ListSlots } from "../slots.ts";
import { useNarrow } from "../useNarrow.ts";
import { FilterBar } from "./FilterBar.tsx";
import { ListHead } from "./ListHead.tsx";
import { ListOverlays, ListSide } from "./ListOverlays.tsx";
import { listConfig, useListColumns } from "./listTable.tsx";
import { NoMatch } from "./NoMatch.tsx";
import { useDefaultView, useSavedViews } from "./savedViews.ts";
import { takingOf, usePapers } from "./bulkPapers.tsx";
import { useBulk } from "./useBulk.tsx";
import { useInline } from "./useInline.tsx";
import { useListModel } from "./useListModel.ts";
import type { ListModel } from "./useListModel.ts";
import { countText, ViewTabs } from "./ViewTabs.tsx";

/** For narrow screens: a desk never fetches it. */
const CardList = later(() => import("./CardList.tsx").then((loaded) => loaded.CardList));

interface Props {
  readonly entity: Entity;
  readonly list?: string | undefined;
  readonly slots?: (ListSlots & EditSlots) | undefined;
}

/** The keys of a list: walk, new, refresh, the one action of the open document, and close. */
function useListKeys(model: ListModel, hideNew: boolean): void {
  const { entity, viewer, runner, row, table } = model;
  const primary = row ? barOf(offersOf(entity, row, viewer)).primary : undefined;
  const act = (): void => void (primary && row && runner.run(primary.name, row));
  useKey("J", ["下一行", "Next row"], () => table.current?.step(1));
  useKey("K", ["上一行", "Previous row"], () => table.current?.step(-1));
  useKey("N", ["新建", "New"], model.create, { off: !mayCreate(entity, viewer) || hideNew });
  useKey("R", ["刷新", "Refresh"], model.reload);
  useKey("A", primary?.action.label ?? ["主要操作", "Main action"], act, { off: !primary || runner.panel !== null });
  useKey("Escape", ["关闭右侧面板", "Close the panel"], model.close, { off: row === null || runner.panel !== null });
}

/** How many rows there are, and when that was so. */
function Truth({ model }: { readonly model: ListModel }) {
  const say = useText();
  const { page, at } = model.data;
  if (page === null) return null;
  return (
    <>
      {say(["共", "Total"])} <b>{countText(page)}</b>
      {say([" 条", ""])}{" "}
      <span>
        {say(["更新于", "as of"])} {at}
      </span>
    </>
  );
}

/** The list of an entity, with the slots of its own entity. */
export function ListPage<E extends Entity>(page: {
  readonly entity: E;
  readonly list?: string | undefined;
  readonly slots?: (ListSlots<E> & EditSlots<E>) | undefined;
}) {
  return <EntityList {...(page as Props)} />;
}

/** A list made from its declaration: views, filters, table, a document beside it, and everything one may do from here. */
function EntityList({ entity, list, slots }: Props) {
  const model = useListModel(entity, list, slots);
  const { viewer, filters, data, runner, table, context } = model;
  const narrow = useNarrow();
  const box = useRef<InputRef>(null);
  const saved = useSavedViews(model.name);
  const [picked, setPicked] = useState<readonly Row[]>([]);
  const bulk = useBulk(entity, viewer, picked, model.reload);
  const columns = useListColumns(model, slots);
  useListKeys(model, slots?.hideNew === true);
  useDefaultView(filters, saved, Object.keys(useTab().query).length > 0);
  const inline = useInline(model, columns, narrow ? undefined : slots?.inline);
  const papers = usePapers(model, slots);
  const taking = takingOf(viewer.may("btnExport") ? () => model.setDialog("export") : null, papers.print);
  const config = listConfig(model, { columns, slots, bulk: picked.length > 0 ? [...bulk.buttons, ...taking] : [], box, setPicked });
  return (
    <div className={`pg-list${viewer.audience === "supplier" ? " pg-supplier" : ""}${model.row ? " pg-docked" : ""}`}>
      {slots?.left ? <div className="pg-leftside">{slots.left(context)}</div> : null}
      <div className="pg-list-main" role="region" aria-label={model.title}>
        <ListHead
          title={model.title}
          entity={entity}
          viewer={viewer}
          truth={
            <>
              {slots?.truth?.(context) ?? <Truth model={model} />}
              {slots?.also?.(context)}
            </>
          }
          hideNew={slots?.hideNew}
          only={inline.on ? inline.buttons : undefined}
          more={
            <>
              {slots?.buttons?.(context)}
              {inline.buttons}
            </>
          }
          create={model.create}
          creator={(action) => void runner.run(action, {})}
          importRows={() => model.setDialog("import")}
          exportRows={() => model.setDialog("export")}
        />
        <ViewTabs entity={entity} list={list} filters={filters} saved={saved} counts={data.counts} />
        {slots?.head ? <div className="pg-over">{slots.head(context)}</div> : null}
        <FilterBar entity={entity} filters={filters} box={box} />
        {data.page?.count === 0 ? <NoMatch entity={entity} list={list} filters={filters} /> : null}
        {narrow ? (
          <CardList model={slots?.opens ? { ...model, open: model.show } : model} />
        ) : (
          <DataTable key={inline.on ? "edit" : "read"} ref={table} config={inline.on ? inline.applied(config) : config} />
        )}
      </div>
      {narrow && !runner.panel && !slots?.opens ? null : <ListSide model={model} slots={slots} />}
      <ListOverlays model={model} columns={columns} slots={slots} />
      {runner.dialogs}
      {bulk.dialogs}
      {papers.shown}
      <RecordWindow />
    </div>
  );
}
