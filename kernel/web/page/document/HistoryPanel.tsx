import { Lock } from "lucide-react";
import { useState } from "react";
import type { Entity } from "../../../entity.ts";
import { fieldAt } from "../../../page-document.ts";
import { dateText } from "../../../page-format.ts";
import { isBareId } from "../../../record-id.ts";
import { useText } from "../../language.ts";
import { entityCall } from "../entityCall.ts";
import type { HistoryEntry } from "../entityCall.ts";
import { PanelState } from "./PanelState.tsx";
import { useLoad } from "./useLoad.ts";
import { ValueText } from "./ValueText.tsx";

interface Props {
  readonly entity: Entity;
  readonly id: string;
  /** Rises with every change, so that the newest entry is there at once. */
  readonly version?: unknown;
}

const shownAtFirst = 6;

/** The journal of one document: who, when, what before and after, and why. */
export function HistoryPanel({ entity, id, version }: Props) {
  const say = useText();
  const load = useLoad(`${entity.name}:${id}:${String(version ?? "")}`, () => entityCall.history(entity, id));
  return (
    <PanelState load={load} empty={say(["还没有变更记录", "No changes on record yet"])} isEmpty={(list) => list.length === 0}>
      {(list) => (
        <ol className="pg-history" aria-label={say(["变更记录", "History"])}>
          {list.map((entry, at) => (
            <Entry key={`${entry.at}-${at}`} entity={entity} entry={entry} />
          ))}
        </ol>
      )}
    </PanelState>
  );
}

/** A link that only the system follows. */
function isBare(entity: Entity, change: HistoryEntry["changes"][number]): boolean {
  const at = fieldAt(entity, change.path);
  return at !== undefined && [change.old, change.new].some((value) => isBareId(at.field, value));
}

function Entry({ entity, entry }: { readonly entity: Entity; readonly entry: HistoryEntry }) {
  const say = useText();
  const [all, setAll] = useState(false);
  const said = entry.changes.filter((change) => !isBare(entity, change));
  const changes = all ? said : said.slice(0, shownAtFirst);
  const rest = said.length - changes.length;
  return (
    <li className="pg-history-entry">
      <div className="pg-history-head">
        <b>{entry.label}</b>
        <span className="pg-faint">{entry.displayName || entry.userName}</span>
        <time className="pg-figure pg-faint" dateTime={entry.at}>
          {dateText({ kind: "datetime" }, entry.at)}
        </time>
        {entry.sealed ? (
          <span className="pg-seal" title={say(["已封存，不能改动", "Sealed and cannot be changed"])}>
            <Lock size={12} aria-label={say(["已封存", "Sealed"])} />
          </span>
        ) : null}
      </div>
      {entry.why ? <p className="pg-history-why">{entry.why}</p> : null}
      {changes.length > 0 ? (
        <dl className="pg-diff">
          {changes.map((change) => (
            <div key={change.path}>
              <dt>{change.label}</dt>
              <dd>
                {isNothing(change.old) ? null : (
                  <>
                    <del>
                      <ValueText entity={entity} path={change.path} value={change.old} />
                    </del>
                    <span aria-hidden> → </span>
                  </>
                )}
                <ins>
                  <ValueText entity={entity} path={change.path} value={change.new} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {rest > 0 ? (
        <button type="button" className="pg-link" onClick={() => setAll(true)}>
          {say([`再看 ${rest} 处`, `${rest} more`])}
        </button>
      ) : null}
    </li>
  );
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === "";
