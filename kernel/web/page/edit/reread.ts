import { useEffect, useRef } from "react";
import type { Fields } from "../../../field.ts";
import type { Row } from "../../../page-document.ts";
import { currentLanguage, useOtherLanguage } from "../../language.ts";
import { findRecords } from "../records.ts";
import type { EditModel } from "./editModel.ts";
import { chosenIn, recordKey } from "./rename.ts";
import type { Records } from "./rename.ts";

/** The records that references lead to, by the entity they belong to. */
type Chosen = ReadonlyMap<string, ReadonlySet<string>>;

/** What was chosen in the form since it was read, header and lines. */
function chosenSince({ entity, state, lines }: EditModel): Chosen {
  const found = new Map<string, Set<string>>();
  const look = (fields: Fields, row: Row, base: Row | null): void => {
    for (const [, target, id] of chosenIn(fields, row, base)) found.set(target, (found.get(target) ?? new Set()).add(id));
  };
  look(entity.fields, state.getState().header, state.getState().base);
  for (const [name, store] of Object.entries(lines))
    for (const edit of store.state.getState().rows) look(entity.lines[name].fields, edit.row, edit.base);
  return found;
}

async function recordsOf(chosen: Chosen): Promise<Records> {
  const pages = [...chosen].map(async ([target, ids]) => {
    const { rows } = await findRecords(target, { ids: [...ids], pageRows: ids.size }).catch(() => ({ rows: [] }));
    return rows.map((row) => [recordKey(target, row.id), row] as const);
  });
  return new Map((await Promise.all(pages)).flat());
}

const versionOf = (row: Row): number => Number(row["versionNum"] ?? 0);

/** Names beside references are in the language they were read in: the same version read again brings them anew, and what was chosen since is asked for. Whatever was typed stays. */
export function useReread(model: EditModel, document: Row | null): void {
  const taken = useRef(document);
  useEffect(() => {
    if (document === taken.current) return;
    taken.current = document;
    const { base } = model.state.getState();
    if (document && base && document["id"] === base["id"] && versionOf(document) === versionOf(base)) model.reread(document);
  }, [model, document]);
  useOtherLanguage(() => {
    const language = currentLanguage();
    void recordsOf(chosenSince(model)).then((records) => {
      if (records.size > 0 && language === currentLanguage()) model.rename(records);
    });
  });
}
