import { nowText } from "../../clock.ts";
import { Button, Skeleton } from "antd";
import { useState } from "react";
import { ArrowRight, Bell, FilePlus2, FileText, Send, TriangleAlert, X } from "lucide-react";
import type { Action, Entity } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { FixLink } from "../../FixLink.tsx";
import { useText } from "../../language.ts";
import { useKey } from "../../keys.ts";
import { ApprovalAhead } from "../document/approvals.tsx";
import { useLoad } from "../document/useLoad.ts";
import { useEntity, ValueText } from "../document/ValueText.tsx";
import { entityCall } from "../entityCall.ts";
import type { Consequence, WhatIfAnswer } from "../entityCall.ts";
import { confirmLabel, submitsBy } from "../../../page-action.ts";
import { midSentence } from "../../../page-format.ts";

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  readonly name: string;
  readonly action: Action;
  readonly input?: Row | undefined;
  readonly busy: boolean;
  /** What was chosen here travels along. */
  confirm(chosen?: Row): void;
  back(): void;
}

/** What would happen, before it happens: who is asked, what changes elsewhere, who is told, what is no longer possible. */
export function WhatIf({ entity, row, name, action, input, busy, confirm, back }: Props) {
  const say = useText();
  const load = useLoad(
    `${entity.name}:${String(row["id"])}:${String(row["versionNum"])}:${name}:${JSON.stringify(input ?? {})}`,
    async () => ({
      ...(await entityCall.whatIf(entity, String(row["id"]), name, input)),
      at: nowText().slice(11),
    }),
  );
  const [chosen, setChosen] = useState<Row>({});
  const label = say(action.label);
  const allowed = load.data?.allowed ?? false;
  const asking = submitsBy(name, action, row);
  useKey("Escape", ["返回修改", "Back"], back);
  useKey("Mod+Enter", ["确认", "Confirm"], () => allowed && confirm(chosen));
  return (
    <aside className="pg-whatif" aria-label={say([`${label}后会发生什么`, `What happens after ${midSentence(label)}`])}>
      <div className="pg-whatif-body">
        <h2>{say([`${label}后会发生什么`, `What happens: ${label}`])}</h2>
        {load.data ? (
          <>
            <p className="pg-faint">
              {say([`${load.data.at} 试算，确认之前不会${label}`, `Preview at ${load.data.at}. Nothing happens until you confirm`])}
            </p>
            {asking && allowed ? <ApprovalAhead entity={entity} row={row} action={asking} choose={setChosen} /> : null}
            <Consequences entity={entity} row={row} answer={load.data} />
          </>
        ) : load.error ? (
          <div role="alert" className="pg-panel-empty">
            <p>{load.error}</p>
            <Button size="small" onClick={load.again}>
              {say(["重新试算", "Try again"])}
            </Button>
          </div>
        ) : (
          <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />
        )}
      </div>
      <div className="pg-whatif-foot">
        <Button
          type="primary"
          danger={action.tone === "danger"}
          icon={<Send size={14} />}
          loading={busy}
          disabled={!allowed}
          onClick={() => confirm(chosen)}
        >
          {say(confirmLabel(action))} <kbd>⌃⏎</kbd>
        </Button>
        <Button onClick={back}>
          {say(["返回修改", "Back"])} <kbd>Esc</kbd>
        </Button>
      </div>
    </aside>
  );
}

function Consequences({ entity, row, answer }: { readonly entity: Entity; readonly row: Row; readonly answer: WhatIfAnswer }) {
  const say = useText();
  const own = answer.changes.filter((change) => change.entity === entity.name && change.id === row["id"]);
  const others = answer.changes.filter((change) => !own.includes(change));
  const unmet = answer.reasons.filter((reason) => !reason.ok);
  const nothing = unmet.length + answer.notes.length + answer.changes.length + answer.tells.length === 0;
  return (
    <ul className="pg-effects">
      {unmet.map((reason) => (
        <li key={reason.code + reason.msg} className="pg-effect pg-bad">
          <X size={16} aria-hidden />
          <div>
            <b>{reason.msg}</b> <FixLink fix={reason.fix} />
          </div>
        </li>
      ))}
      {[...(answer.asks ?? []), ...answer.notes].map((note) => (
        <li key={note.code + note.msg} className="pg-effect pg-warn">
          <TriangleAlert size={16} aria-hidden />
          <div>
            <b>{note.msg}</b>
          </div>
        </li>
      ))}
      {own.map((change) => (
        <Effect key={change.id} known={entity} change={change} own />
      ))}
      {others.map((change) => (
        <Effect key={change.entity + change.id} known={entity} change={change} />
      ))}
      {answer.tells.length > 0 ? (
        <li className="pg-effect">
          <Bell size={16} aria-hidden />
          <div>
            <b>
              {say([
                `发出 ${answer.tells.length} 条通知`,
                answer.tells.length > 1 ? `${answer.tells.length} notices go out` : "1 notice goes out",
              ])}
            </b>
            <p className="pg-code">{answer.tells.join(say(["、", ", "]))}</p>
          </div>
        </li>
      ) : null}
      {nothing ? (
        <li className="pg-effect">
          <ArrowRight size={16} aria-hidden />
          <div>
            <b>{say(["没有其他影响，可以直接确认。", "Nothing else happens."])}</b>
          </div>
        </li>
      ) : null}
    </ul>
  );
}

function Effect({ known, change, own }: { readonly known: Entity; readonly change: Consequence; readonly own?: boolean }) {
  const say = useText();
  const entity = useEntity(change.entity, known);
  const Icon = change.made ? FilePlus2 : FileText;
  return (
    <li className="pg-effect">
      <Icon size={16} aria-hidden />
      <div>
        <b>
          {own
            ? say(["本单", "This document"])
            : change.made
              ? say([`新建${change.label}`, `New ${midSentence(change.label)}`])
              : change.label}
          {own || !change.number ? null : <span className="pg-code"> {change.number}</span>}
        </b>
        {change.made ? null : (
          <dl className="pg-diff">
            {change.fields.slice(0, 8).map((field) => (
              <div key={field.key}>
                <dt>{field.label}</dt>
                <dd>
                  {field.old === null || field.old === undefined || field.old === "" ? null : (
                    <>
                      <del>
                        <ValueText entity={entity} path={field.key} value={field.old} />
                      </del>
                      <span aria-hidden> → </span>
                    </>
                  )}
                  <ins>
                    <ValueText entity={entity} path={field.key} value={field.new} />
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {change.fields.length > 8 && !change.made ? (
          <p className="pg-faint">{say([`另有 ${change.fields.length - 8} 处`, `${change.fields.length - 8} more`])}</p>
        ) : null}
      </div>
    </li>
  );
}
