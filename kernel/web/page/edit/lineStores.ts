import type { Entity, Lines } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { fullLines, recompute } from "../../../page-document.ts";
import type { FieldMessage } from "../../call.ts";
import { createRowStore } from "../../table/rowStore.ts";
import type { RowStore } from "../../table/rowStore.ts";
import { renamed } from "./rename.ts";
import type { Records } from "./rename.ts";

/** The line tables of one document, each in a store of its own. */
export interface LineStores {
  readonly stores: Readonly<Record<string, RowStore>>;
  /** The lines as they are now; those untouched are the very rows the server sent. */
  collect(base: Row | null): Row;
  /** A formula of a line may read the header, so lines follow when the header changes. */
  follow(header: Row): void;
  replace(document: Row | null): void;
  /** Lines of the same version read once more, under what was typed into them. */
  reread(document: Row): void;
  rename(records: Records): void;
  /** Lays edited rows over stored ones: what is gone is removed, what differs is changed, what is new is added. */
  lay(over: Row | null, mine: Readonly<Record<string, readonly Row[]>>): void;
  edited(): Readonly<Record<string, readonly Row[]>>;
  check(): number;
  errors(): Readonly<Record<string, number>>;
  pin(errors: Readonly<Record<string, readonly FieldMessage[]>>): void;
  hear(hear: () => void): void;
}

export const rowsIn = (row: Row | null, key: string): readonly Row[] => (Array.isArray(row?.[key]) ? (row[key] as Row[]) : []);

export function createLineStores(entity: Entity, names: readonly string[], first: Row): LineStores {
  const stores = Object.fromEntries(names.map((name) => [name, createRowStore(rowsIn(first, name))]));
  const each = <T>(read: (store: RowStore, name: string) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(names.map((name) => [name, read(stores[name]!, name)]));
  return {
    stores,
    collect: (base) => each((store, name) => (base !== null && store.dirty() === 0 ? rowsIn(base, name) : store.rows())),
    follow(header) {
      for (const name of names) followHeader((entity.lines as Lines)[name]!, stores[name]!, header);
    },
    replace: (document) => void each((store, name) => store.replace(rowsIn(document, name))),
    reread: (document) => void each((store, name) => store.reread(rowsIn(document, name))),
    rename(records) {
      for (const name of names) {
        const { fields } = (entity.lines as Lines)[name]!;
        stores[name]!.restate((edit) => ({ ...edit, row: renamed(fields, edit.row, edit.base, records) }));
      }
    },
    lay: (over, mine) =>
      void each((store, name) => (mine[name] ? lay(store, rowsIn(over, name), mine[name]) : store.replace(rowsIn(over, name)))),
    edited: () => Object.fromEntries(names.filter((name) => stores[name]!.dirty() > 0).map((name) => [name, stores[name]!.rows()])),
    check: () => names.reduce((sum, name) => sum + stores[name]!.check().length, 0),
    errors: () => each((store) => store.errors().length),
    pin: (errors) => void each((store, name) => store.pin(errors[name] ?? [], sentKeys(store))),
    hear: (hear) => void each((store) => store.state.subscribe(hear)),
  };
}

function followHeader(line: Entity, store: RowStore, header: Row): void {
  const formulas = Object.keys(line.computes ?? {});
  if (formulas.length === 0) return;
  const wanted = store.state.getState().rows.flatMap((edit) => {
    const next = recompute(line, edit.row, header);
    return next === edit.row ? [] : formulas.map((field) => ({ key: edit.key, field, value: next[field] }));
  });
  if (wanted.length > 0) store.set(wanted, "header");
}

function lay(store: RowStore, stored: readonly Row[], mine: readonly Row[]): void {
  store.replace(stored);
  const byId = new Map(mine.filter((row) => row["id"]).map((row) => [String(row["id"]), row]));
  const rows = store.state.getState().rows;
  const differing = rows.flatMap((edit) =>
    Object.entries(byId.get(String(edit.row["id"])) ?? {})
      .filter(([field, value]) => field !== "versionNum" && !Object.is(value, edit.row[field]))
      .map(([field, value]) => ({ key: edit.key, field, value })),
  );
  store.set(differing);
  store.remove(rows.filter((edit) => !byId.has(String(edit.row["id"]))).map((edit) => edit.key));
  store.insert(mine.filter((row) => !row["id"]));
}

/** The keys of the rows in the order in which they travel: all of them while few, only the changed ones when many. */
function sentKeys(store: RowStore): readonly string[] {
  const rows = store.state.getState().rows.filter((edit) => !edit.deleted);
  if (rows.length > fullLines) return rows.filter((edit) => edit.base !== edit.row).map((edit) => edit.key);
  return [...rows.filter((edit) => edit.row["id"]), ...rows.filter((edit) => !edit.row["id"])].map((edit) => edit.key);
}
