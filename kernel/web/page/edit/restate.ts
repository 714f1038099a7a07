import type { StoreApi } from "zustand/vanilla";
import type { Entity } from "../../../entity.ts";
import { companions } from "../../../entity.ts";
import type { Fields } from "../../../field.ts";
import type { Row } from "../../../page-document.ts";
import { isSame } from "../../../page-document.ts";
import type { EditModel, EditState } from "./editModel.ts";
import type { LineStores } from "./lineStores.ts";
import { renamed } from "./rename.ts";

/** What was typed over a version; the names of a reference that is as it was belong to that version. */
function typedOver(fields: Fields, base: Row, header: Row): Row {
  const values = Object.entries(fields).flatMap(([key, { target }]) =>
    target && isSame(base[key], header[key]) ? Object.values(companions(key)).filter((name) => !(name in fields)) : [],
  );
  return Object.fromEntries(Object.entries(header).filter(([key, value]) => !values.includes(key) && !isSame(base[key], value)));
}

interface Parts {
  headerOf(document: Row): Row;
  settle(): void;
}

/** How an open document is said in other words: read once more under what was typed, and with the names of what was chosen. */
export const restating = (
  { fields }: Entity,
  { getState: get, setState: set }: StoreApi<EditState>,
  lines: LineStores,
  { headerOf, settle }: Parts,
): Pick<EditModel, "reread" | "rename"> => ({
  reread(document) {
    const { base, header } = get();
    if (base === null) return;
    set({ base: document, header: { ...headerOf(document), ...typedOver(fields, base, header) } });
    lines.reread(document);
    settle();
  },
  rename(records) {
    set({ header: renamed(fields, get().header, get().base, records) });
    lines.rename(records);
    settle();
  },
});
