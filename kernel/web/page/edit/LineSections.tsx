import { useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { companions } from "../../../entity.ts";
import type { Entity, Lines } from "../../../entity.ts";
import type { Field } from "../../../field.ts";
import { blankOf, isShownNow, isWritable, recompute, spokenKey } from "../../../page-document.ts";
import type { Placed, Row } from "../../../page-document.ts";
import type { Language } from "../../../text.ts";
import { isMixed, midSentence, several } from "../../../page-format.ts";
import { isShown, lineColumnsOf } from "../../../page.ts";
import { useLanguage } from "../../language.ts";
import { DataTable } from "../../table/DataTable.tsx";
import { createRowStore } from "../../table/rowStore.ts";
import type { RowStore } from "../../table/rowStore.ts";
import type { Button, Column, TableConfig } from "../../table/types.ts";
import type { EditSlots, LineRules } from "../slots.ts";
import { LineCards } from "../document/LineCards.tsx";
import { useNarrow } from "../useNarrow.ts";
import { editColumn, readColumn } from "../tableColumns.tsx";
import type { EditModel } from "./editModel.ts";
import { useImportLines } from "./ImportLines.tsx";

interface Props {
  readonly model: EditModel;
  readonly editable: boolean;
  readonly slots?: EditSlots | undefined;
}

/** The line tables of a document, each with the lines of its focused row below it. */
export function LineSections({ model, editable, slots }: Props) {
  return (
    <>
      {Object.keys(model.lines)
        .filter((collection) => !(model.entity.lines as Lines)[collection]!.single)
        .filter((collection) => !slots?.hideSections?.includes(collection) && !slots?.lineRules?.[collection]?.(model).hidden)
        .map((collection) => (
          <LineSection key={collection} model={model} collection={collection} editable={editable} slots={slots} />
        ))}
    </>
  );
}

function LineSection({ model, collection, editable, slots }: Props & { readonly collection: string }) {
  const line = (model.entity.lines as Lines)[collection]!;
  const store = model.lines[collection]!;
  const rows = useStore(store.state, (state) => state.rows);
  const focus = useStore(model.state, (state) => state.focus);
  const version = useStore(model.state, (state) => String(state.base?.["versionNum"] ?? ""));
  const focused = focus?.collection === collection ? rows.find((edit) => edit.key === focus.key && !edit.deleted) : undefined;
  const imported = useImportLines(model, collection, editable && !slots?.lineRules?.[collection]?.(model).fixed);
  const tools = [...(slots?.lineToolbar?.[collection]?.(model, store) ?? []), ...(imported.tool ? [imported.tool] : [])];
  const number = focused ? (focused.row["lineNum"] ?? rows.indexOf(focused) + 1) : null;
  return (
    <div className="pg-section" data-section={collection}>
      <LineTable
        name={`${model.entity.name}.${collection}`}
        line={line}
        store={store}
        above={() => headerOf(model)}
        model={model}
        editable={editable}
        toolbar={tools.length ? tools : undefined}
        cells={slots?.cells?.[collection]}
        rules={slots?.lineRules?.[collection]?.(model)}
        focusRow={(row) => model.focusLine(collection, keyOf(store, row))}
      />
      {imported.window}
      {focused
        ? Object.entries(line.lines as Lines)
            .filter(([key]) => isShown(line, key, model.viewer.audience))
            .map(([key, deeper]) => (
              <NestedLines
                // what was saved comes back with ids: the rows are read anew
                key={`${focused.key}.${key}.${version}`}
                model={model}
                slots={slots}
                path={`${collection}.${key}`}
                parent={store}
                parentKey={focused.key}
                collection={key}
                line={deeper}
                editable={editable}
                number={String(number)}
              />
            ))
        : null}
    </div>
  );
}

const headerOf = (model: EditModel): Placed => ({ fields: model.entity.fields, row: model.state.getState().header });

const keyOf = (store: RowStore, row: Row): string | null =>
  store.state.getState().rows.find((edit) => edit.row === row || (row["id"] !== undefined && edit.row["id"] === row["id"]))?.key ?? null;

/** A text that says in every row what the record beside it says already. */
function onlyRepeats(rows: readonly Row[], key: string, field: Field, language: Language): boolean {
  const { repeats } = field;
  if (repeats === undefined) return false;
  const { name } = companions(repeats);
  return rows.every((row) => row[repeats] && (!row[key] || row[key] === row[name] || spokenKey(field, key, row, language) !== key));
}

interface TableProps {
  readonly name: string;
  readonly line: Entity;
  readonly store: RowStore;
  readonly model: EditModel;
  readonly editable: boolean;
  readonly title?: readonly [string, string];
  readonly toolbar?: readonly Button[] | undefined;
  readonly cells?: Readonly<Record<string, Partial<Column> | undefined>> | undefined;
  readonly rules?: LineRules | undefined;
  /** The row these lines stand under, and what that stands in. */
  above(): Placed;
  focusRow?(row: Row): void;
}

/** One line table: columns, checks, formulas and sums of the line's own declaration. */
function LineTable({ name, line, store, model, editable, title, toolbar, cells, rules, above, focusRow }: TableProps) {
  const language = useLanguage((state) => state.language);
  const narrow = useNarrow();
  const { audience } = model.viewer;
  const edits = useStore(store.state, (state) => state.rows);
  const rows = useMemo(() => edits.map((edit) => edit.row), [edits]);
  const all = useMemo(() => lineColumnsOf(line, audience, language), [line, audience, language]);
  // a column that no row has anything to say in takes no room
  const idle = all
    .filter(
      ({ key, field }) =>
        (line.shownWhen?.[key] && !rows.some((row) => isShownNow(line, key, row))) ||
        (!editable && onlyRepeats(rows, key, field, language)),
    )
    .map((column) => column.key);
  const idleKeys = idle.join(" ");
  const declared = useMemo(() => all.filter((column) => !idleKeys.split(" ").includes(column.key)), [all, idleKeys]);
  const mixed = declared.filter((column) => column.sums && isMixed(rows, column.counted)).map((column) => column.key);
  const apart = mixed.join(" ");
  const placed = useRef(above);
  placed.current = above;
  const columns = useMemo(() => {
    const setting = { language, year: "", zone: "UTC" };
    return declared.map((column) => ({
      ...(editable ? editColumn(line, column, setting, () => placed.current()) : { ...readColumn(line, column, setting), sortable: false }),
      ...(apart.split(" ").includes(column.key) ? { isSummary: false } : {}),
      shortDate: false,
      ...cells?.[column.key],
    }));
  }, [line, declared, apart, language, editable, cells]);
  const count = rows.length;
  const free = editable && !rules?.fixed;
  const sums = columns.filter((column) => column.isSummary).map((column) => column.key);
  const config: TableConfig = {
    name,
    columns,
    ...(editable ? { store } : { rows: rows as Record<string, unknown>[] }),
    title: title ?? several(line.label),
    isEdit: editable,
    canAdd: free,
    canDelete: free,
    selection: free ? "multiple" : false,
    showIndex: !("lineNum" in line.fields),
    showSummary: sums.length > 0 && count > 0,
    ...(sums.length > 0 && count > 0 ? { footerConfig: { summaryFields: sums } } : {}),
    isShowPage: false,
    tools: editable,
    height: "content",
    newRow: () => ({ ...blankOf(line) }),
    cellEditable: (row, key) => {
      const field = line.fields[key];
      return field !== undefined && isWritable(field, !row["id"]) && isShownNow(line, key, row) && (rules?.editable?.(row, key) ?? true);
    },
    onCellChange: (row) => recompute(line, row, above().row) as Record<string, unknown>,
    ...(toolbar ? { toolbar } : {}),
    ...(focusRow ? { onRowClick: focusRow } : {}),
    ...("seqNum" in line.fields ? { seqField: "seqNum" } : {}),
  };
  if (narrow && !editable) return <LineCards line={line} rows={rows} audience={audience} title={title ?? several(line.label)} />;
  return <DataTable config={config} />;
}

interface NestedProps {
  readonly model: EditModel;
  readonly parent: RowStore;
  readonly parentKey: string;
  readonly collection: string;
  /** Both names, as slots call it. */
  readonly path: string;
  readonly slots: EditSlots | undefined;
  readonly line: Entity;
  readonly editable: boolean;
  readonly number: string;
}

/** The lines of one line; what is edited here is written back into its row. */
function NestedLines({ model, parent, parentKey, collection, path, slots, line, editable, number }: NestedProps) {
  const rowOf = (): Row => parent.state.getState().rows.find((edit) => edit.key === parentKey)?.row ?? {};
  const store = useMemo(
    () => createRowStore(Array.isArray(rowOf()[collection]) ? (rowOf()[collection] as Row[]) : []),
    // the rows are read once; afterwards this store is what is edited
    // oxlint-disable-next-line react/exhaustive-deps
    [parent, parentKey, collection],
  );
  useEffect(
    () =>
      store.state.subscribe(
        (now, before) =>
          now.rows !== before.rows && parent.set([{ key: parentKey, field: collection, value: store.rows() }], `nested.${collection}`),
      ),
    [store, parent, parentKey, collection],
  );
  const language = useLanguage((state) => state.language);
  // As wide as its columns need, and no wider: a row of two figures does not stretch over the page.
  const needed = lineColumnsOf(line, model.viewer.audience, language).reduce((all, column) => all + column.width, editable ? 120 : 40);
  return (
    <div className="pg-nested" style={{ maxWidth: Math.max(720, needed) }}>
      <LineTable
        name={`${model.entity.name}.${line.name}`}
        line={line}
        store={store}
        model={model}
        editable={editable}
        title={[`行 ${number} ${line.label[0]}`, `Line ${number}: ${midSentence(several(line.label)[1])}`]}
        toolbar={slots?.lineToolbar?.[path]?.(model, store)}
        cells={slots?.cells?.[path]}
        rules={slots?.lineRules?.[path]?.(model)}
        above={() => ({ fields: (model.entity.lines as Lines)[path.split(".")[0]!]!.fields, row: rowOf(), above: headerOf(model) })}
      />
    </div>
  );
}
