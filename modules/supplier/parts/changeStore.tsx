import type { Row } from "#kernel/page-document.ts";
import type { Form } from "#kernel/seen.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useStore } from "zustand";
import type { changeLine, supplierChange } from "../change.entity.ts";
import { endField, sameValue, type FilePart } from "../change.ts";

export interface Touched {
  readonly key: string;
  readonly row: Form<typeof changeLine>;
}

const nameOf = (entityName: unknown, rowId: unknown, fieldKey: unknown): string =>
  `${String(entityName)}|${String(rowId)}|${String(fieldKey)}`;

/** The lines under edit, by table, row and field. */
export function useTouched(model: EditModel<typeof supplierChange>): ReadonlyMap<string, Touched> {
  const rows = useStore(model.lines.lines!.state, (state) => state.rows);
  return new Map(
    rows
      .filter((row) => !row.deleted)
      .map((row) => [nameOf(row.row.entityName, row.row.rowId, row.row.fieldKey), { key: row.key, row: row.row }]),
  );
}

export const touchedAt = (all: ReadonlyMap<string, Touched>, part: FilePart, rowId: string, fieldKey: string): Touched | undefined =>
  all.get(nameOf(part.entity.name, rowId, fieldKey));

export const touchedIn = (all: ReadonlyMap<string, Touched>, part: FilePart, rowId: string): readonly Touched[] =>
  [...all.values()].filter((touched) => touched.row.entityName === part.entity.name && touched.row.rowId === rowId);

/** Writes lines of the request; a field given back its present value is no line. */
export class LineWriter {
  readonly #model: EditModel<typeof supplierChange>;
  readonly #touched: ReadonlyMap<string, Touched>;

  constructor(model: EditModel<typeof supplierChange>, touched: ReadonlyMap<string, Touched>) {
    this.#model = model;
    this.#touched = touched;
  }

  get #store() {
    return this.#model.lines.lines!;
  }

  /** The value a field shall have; `more` travels with the line (names of what was picked). */
  write(
    part: FilePart,
    rowId: string,
    fieldKey: string,
    value: unknown,
    stored: Row | undefined,
    more: Pick<Form<typeof changeLine>, "newName"> = {},
  ): void {
    const known = touchedAt(this.#touched, part, rowId, fieldKey);
    const field = part.entity.fields[fieldKey]!;
    if (stored && sameValue(field, value, stored[fieldKey]) && field.kind !== "files") {
      if (known) this.#store.remove([known.key]);
      return;
    }
    const patch = { newValue: value ?? null, ...more };
    if (known) this.#store.set(Object.entries(patch).map(([key, next]) => ({ key: known.key, field: key, value: next })));
    else
      this.#store.insert([
        { entityName: part.entity.name, rowId, rowAction: stored ? "UPDATE" : "ADD", section: part.section, fieldKey, ...patch },
      ]);
  }

  forget(lines: readonly Touched[]): void {
    this.#store.remove(lines.map((line) => line.key));
  }

  /** Asks to end a row: whatever else was asked of it is taken back. */
  end(part: FilePart, rowId: string): void {
    this.forget(touchedIn(this.#touched, part, rowId));
    this.#store.insert([
      { entityName: part.entity.name, rowId, rowAction: "DISABLE", section: part.section, fieldKey: endField, newValue: "N" },
    ]);
  }

  set(line: Touched, field: "reason" | "fileIds", value: string | null): void {
    this.#store.set([{ key: line.key, field, value }]);
  }
}
