import { Button } from "antd";
import { Check, TableProperties, X } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { Row } from "../../../page-document.ts";
import { isWritable } from "../../../page-document.ts";
import { columnsOf } from "../../../page.ts";
import { CallError } from "../../call.ts";
import { useText, useLanguage } from "../../language.ts";
import { confirm, discardChanges, toast } from "../../message.ts";
import { useTab } from "../../tabs.ts";
import type { Column, TableConfig } from "../../table/types.ts";
import { askedBy } from "../action/asks.ts";
import { tellChanged } from "../changes.ts";
import { entityCall } from "../entityCall.ts";
import { editColumn } from "../tableColumns.tsx";
import type { ListModel } from "./useListModel.ts";

/** A list whose cells may be edited where they stand. */
interface Inline {
  readonly on: boolean;
  /** Instead of the other buttons of the head while editing, beside them otherwise. */
  readonly buttons: ReactNode;
  readonly unsaved: number;
  applied(config: TableConfig): TableConfig;
}

/** Only what this entity takes is sent: names behind references are not. */
const sent = (model: ListModel, row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => key === "id" || key === "versionNum" || key in model.entity.fields));

/** How many rows are changed and not saved; the tab knows too. */
function useUnsaved({ table }: ListModel, on: boolean): number {
  const tab = useTab();
  const [unsaved, setUnsaved] = useState(0);
  useEffect(() => {
    const store = on ? table.current?.store : null;
    setUnsaved(0);
    return store?.state.subscribe(() => setUnsaved(store.dirty()));
  }, [on, table]);
  useEffect(() => {
    tab.setDirty(unsaved > 0);
    // the handle of the tab stays the same
    // oxlint-disable-next-line react/exhaustive-deps
  }, [unsaved > 0]);
  return unsaved;
}

/** Saves all changed rows in one transaction; a row that somebody was quicker with is marked, and nothing is written. */
function useSaving(model: ListModel): { readonly busy: boolean; save(): Promise<void> } {
  const [busy, setBusy] = useState(false);
  const { entity, table } = model;
  const send = async (confirmed: readonly string[]): Promise<void> => {
    const handle = table.current;
    const store = handle?.store;
    if (!handle || !store || store.dirty() === 0 || handle.check() > 0) return;
    const { updated, keys } = store.changes();
    try {
      const rows = await entityCall.saveMany(
        entity,
        updated.map((row) => sent(model, row)),
        confirmed,
      );
      store.replace(store.rows().map((row) => ({ ...row, ...rows.find((candidate) => candidate["id"] === row["id"]) })));
      for (const row of rows) tellChanged({ entity: entity.name, id: String(row["id"]), document: row });
      toast.success([`已保存 ${rows.length} 行`, rows.length === 1 ? "Saved 1 row" : `Saved ${rows.length} rows`]);
      model.reload();
    } catch (error) {
      const asks = askedBy(error);
      if (asks.length > 0) {
        const text = asks.map((note) => note.msg).join("\n");
        if (await confirm({ title: ["仍要保存吗？", "Save anyway?"], text, confirm: ["保存", "Save"] }))
          await send([...confirmed, ...asks.map((note) => note.code)]);
        return;
      }
      const theirs = error instanceof CallError ? (error.data as { theirs?: Row } | null)?.theirs : undefined;
      if (theirs) store.conflict(String(theirs["id"]), theirs);
      if (error instanceof CallError && handle.pin(error.fieldErrors, keys) > 0) return;
      toast.error(error);
    }
  };
  return {
    busy,
    async save() {
      if (busy) return;
      setBusy(true);
      await send([]).finally(() => setBusy(false));
    },
  };
}

/** Turns the cells named into editors; what changed is saved together. */
export function useInline(model: ListModel, columns: readonly Column[], keys: readonly string[] | undefined): Inline {
  const say = useText();
  const language = useLanguage((state) => state.language);
  const [on, setOn] = useState(false);
  const { entity, list, viewer } = model;
  const unsaved = useUnsaved(model, on);
  const { busy, save } = useSaving(model);
  const editors = useMemo(() => {
    const setting = { language, year: "", zone: "UTC" };
    const declared = columnsOf(entity, viewer.audience, list);
    return columns.map((column): Column => {
      const found = keys?.includes(column.key) ? declared.find((candidate) => candidate.key === column.key) : undefined;
      return found ? { ...editColumn(entity, found, setting), ...(column.width ? { width: column.width } : {}) } : column;
    });
  }, [columns, keys, entity, viewer.audience, list, language]);
  if (!keys?.length || !viewer.may("btnSave")) return { on: false, buttons: null, unsaved: 0, applied: (config) => config };
  const from = entity.savesFrom as readonly string[] | undefined;
  const rowEditable = (row: Row): boolean => from === undefined || from.includes(String(row[entity.stateField]));
  return {
    on,
    unsaved,
    buttons: on ? (
      <>
        <Button icon={<X size={14} />} onClick={() => void discardChanges(unsaved).then((yes) => yes && setOn(false))}>
          {say(["结束编辑", "Stop editing"])}
        </Button>
        <Button type="primary" icon={<Check size={14} />} loading={busy} disabled={unsaved === 0} onClick={() => void save()}>
          {unsaved > 0 ? say([`保存 ${unsaved} 行`, unsaved === 1 ? "Save 1 row" : `Save ${unsaved} rows`]) : say(["保存", "Save"])}
        </Button>
      </>
    ) : (
      <Button icon={<TableProperties size={14} />} onClick={() => (model.close(), setOn(true))}>
        {say(["表内编辑", "Edit in table"])}
      </Button>
    ),
    applied: ({ operateSlot: _menu, onRowClick: _click, onRowDblClick: _open, currentKey: _current, ...config }) => ({
      ...config,
      columns: editors,
      isEdit: true,
      canAdd: false,
      canDelete: false,
      selection: false,
      toolbar: [],
      rowEditable,
      cellEditable: (row, key) => keys.includes(key) && rowEditable(row) && isWritable(entity.fields[key]!, false),
      onSave: save,
    }),
  };
}
