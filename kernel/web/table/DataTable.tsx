import { lazy, Suspense, useState, useSyncExternalStore, type Ref } from "react";
import { useStore } from "zustand";
import { fill } from "#kernel/text.ts";
import { Frame } from "./Frame.tsx";
import { useHandle, type TableHandle } from "./handle.ts";
import type { RowStore } from "./rowStore.ts";
import { FailedBar } from "./States.tsx";
import { Toolbar } from "./Toolbar.tsx";
import type { Row, TableConfig } from "./types.ts";
import { useTable, type Table } from "./useTable.ts";
import { words } from "./words.ts";

export type { TableHandle } from "./handle.ts";

const dialogs = () => import("./dialogs.tsx");
const ColumnDialog = lazy(() => import("./ColumnDialog.tsx").then((room) => ({ default: room.ColumnDialog })));
const Ask = lazy(() => dialogs().then((room) => ({ default: room.Ask })));
const PasteReport = lazy(() => dialogs().then((room) => ({ default: room.PasteReport })));
const BatchSet = lazy(() => dialogs().then((room) => ({ default: room.BatchSet })));

type Dialog = "columns" | "batch" | null;

function Dialogs({ table, dialog, close }: { table: Table; dialog: Dialog; close: () => void }) {
  const { config, reader, live, report, question } = table;
  return (
    <Suspense fallback={null}>
      {dialog === "columns" && <ColumnDialog config={config} reader={reader} live={live} close={close} />}
      {dialog === "batch" && <BatchSet reader={reader} live={live} close={close} />}
      {report !== null && <PasteReport plan={report.plan} first={report.first} reader={reader} live={live} close={table.closeReport} />}
      {question !== null && <Ask question={question.question} reader={reader} answer={question.answer} />}
    </Suspense>
  );
}

const noStore = { subscribe: () => () => undefined, count: () => 0 };

/** How many cells need correction before a save. */
function useErrorCount(store: RowStore | null): number {
  return useSyncExternalStore(store?.state.subscribe ?? noStore.subscribe, store === null ? noStore.count : () => store.errors().length);
}

/** The table of every screen: it reads, searches, selects, acts; with `isEdit` its rows are edited in place. */
export function DataTable<R extends object = Row>({ config: given, ref }: { config: TableConfig<R>; ref?: Ref<TableHandle> }) {
  const table = useTable(given as unknown as TableConfig);
  useHandle(ref, table);
  const [dialog, setDialog] = useState<Dialog>(null);
  const { config, model, reader, live, lines, note, store } = table;
  const failure = useStore(model.state, (state) => state.failure);
  const phase = useStore(model.state, (state) => state.phase);
  const errors = useErrorCount(store);
  const hasBar = config.toolbar !== undefined || config.title !== undefined || config.tools !== false || Boolean(config.selection);
  const fills = config.height === "fill" || (config.height === undefined && config.isEdit !== true);
  return (
    <section
      className={`dt${config.isEdit === true ? " dt-edit" : ""}${fills ? " dt-fill" : ""}`}
      aria-label={config.title === undefined ? undefined : reader.say(config.title)}
    >
      {hasBar && (
        <Toolbar
          config={config}
          reader={reader}
          live={live}
          count={store !== null || phase === "ready" ? lines.count : null}
          openColumns={() => setDialog("columns")}
          openBatchSet={() => setDialog("batch")}
        />
      )}
      {failure !== null && !failure.denied && lines.view.length > 0 && (
        <FailedBar failure={failure} reader={reader} retry={() => void model.reload()} />
      )}
      <div className="dt-live" aria-live="polite">
        {note !== null && <div className={`dt-note dt-note-${note.kind}`}>{note.text}</div>}
      </div>
      <Frame table={table} />
      {errors > 0 && (
        <div className="dt-errors" role="status">
          {reader.say(errors === 1 ? words.needsCorrection : fill(words.needCorrection, { n: errors }))}
        </div>
      )}
      <Dialogs table={table} dialog={dialog} close={() => setDialog(null)} />
    </section>
  );
}
