import { useState } from "react";
import type { Layout } from "./columns.ts";
import type { Reader } from "./reader.ts";
import type { RowStore } from "./rowStore.ts";
import { changedFields } from "./rows.ts";
import type { Row } from "./types.ts";
import type { ViewRow } from "./view.ts";
import { words } from "./words.ts";

/** Under a row that someone else saved first: their values, and the way on. */
export function Conflict({
  line,
  store,
  layout,
  reader,
  theirs,
}: {
  line: ViewRow;
  store: RowStore;
  layout: Layout;
  reader: Reader;
  theirs: Row | null;
}) {
  const [shown, setShown] = useState(false);
  const differing = layout.leaves.filter(
    (leaf) => leaf.control === null && theirs !== null && reader.text(leaf.column, theirs) !== reader.text(leaf.column, line.row),
  );
  const mine = line.edit === null ? [] : changedFields(line.edit);
  return (
    <div className="dt-conflict" role="group" aria-label={reader.say(words.conflict)}>
      <b>{reader.say(words.conflict)}</b>
      {theirs !== null && (
        <button type="button" className="dt-link" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {reader.say(words.conflictShow)}
        </button>
      )}
      {theirs !== null && (
        <button type="button" className="dt-link" onClick={() => store.takeTheirs(line.key)}>
          {reader.say(words.conflictTheirs)}
        </button>
      )}
      {theirs !== null && (
        <button type="button" className="dt-link" onClick={() => store.keepMine(line.key)}>
          {reader.say(words.conflictMine)}
        </button>
      )}
      {shown && (
        <ul>
          {differing.map((leaf) => (
            <li key={leaf.key} className={mine.includes(leaf.key) ? "dt-both" : ""}>
              {reader.say(leaf.column.title)} <s>{reader.text(leaf.column, line.row) || "–"}</s>{" "}
              <b>{theirs === null ? "" : reader.text(leaf.column, theirs) || "–"}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
