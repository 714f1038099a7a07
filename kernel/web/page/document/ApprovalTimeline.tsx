import { Check, X } from "lucide-react";
import type { Action, Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { stateOf } from "../../../page.ts";
import { useText } from "../../language.ts";
import { entityCall } from "../entityCall.ts";
import type { HistoryEntry } from "../entityCall.ts";
import { ApprovalSheet, isApproved } from "./approvals.tsx";
import { useLoad } from "./useLoad.ts";

type Part = "submitted" | "approved" | "rejected" | "other";

/** What each action means for an approval: the ones that start it, and those it names as its answers. */
export function approvalParts(e: Entity): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const [name, action] of Object.entries(e.actions as Readonly<Record<string, Action>>)) {
    if (!action.approval) continue;
    parts.set(name, "submitted").set(action.approval.approve, "approved").set(action.approval.reject, "rejected");
  }
  return parts;
}

interface Props {
  readonly entity: Entity;
  readonly row: Row;
}

/** The approval of a document: the sheet of the module that carries approvals, else what the journal knows. */
export function ApprovalTimeline({ entity, row }: Props) {
  return isApproved(entity) ? <ApprovalSheet entity={entity} row={row} tight /> : <JournalTimeline entity={entity} row={row} />;
}

/** The way of an approval as the journal knows it: who submitted, who answered and what they said, and where it waits now. */
function JournalTimeline({ entity, row }: Props) {
  const say = useText();
  const parts = approvalParts(entity);
  const load = useLoad(`${entity.name}:${String(row["id"])}:${String(row["versionNum"])}`, () =>
    parts.size === 0 ? Promise.resolve([]) : entityCall.history(entity, String(row["id"])),
  );
  const steps = (load.data ?? []).filter((entry) => parts.has(entry.action)).toReversed();
  if (steps.length === 0) return null;
  const state = entity.states?.[stateOf(entity, row) as never] as readonly [string, string, string?] | undefined;
  const waits = state?.[2] === "running" || state?.[2] === "waiting";
  return (
    <section className="pg-block" aria-label={say(["审批进度", "Approval"])}>
      <h3 className="pg-h3">
        {say(["审批进度", "Approval"])} <span className="pg-count">{steps.length}</span>
      </h3>
      <ol className="pg-timeline">
        {steps.map((entry, at) => (
          <Step key={at} entry={entry} part={parts.get(entry.action)!} />
        ))}
        {waits ? (
          <li className="pg-step pg-step-now">
            <i aria-hidden />
            <div>
              <b>{say([state![0], state![1]])}</b> <span className="pg-faint">{say(["等待处理", "waiting"])}</span>
            </div>
          </li>
        ) : null}
      </ol>
    </section>
  );
}

function Step({ entry, part }: { readonly entry: HistoryEntry; readonly part: Part }) {
  return (
    <li className={`pg-step pg-step-${part}`}>
      <i aria-hidden>{part === "rejected" ? <X size={12} /> : <Check size={12} />}</i>
      <div>
        <b>{entry.displayName || entry.userName}</b> <span className="pg-faint">{entry.label}</span>
        <time className="pg-figure pg-faint">{entry.at.slice(5, 16)}</time>
        {entry.why ? <p className="pg-quote">{entry.why}</p> : null}
      </div>
    </li>
  );
}
