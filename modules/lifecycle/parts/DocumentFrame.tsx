import type { Entity, Verb } from "#kernel/entity.ts";
import { titleOf, type Row } from "#kernel/page-document.ts";
import { stateOf } from "#kernel/page.ts";
import type { Given, Press, Seen } from "#kernel/seen.ts";
import { currentLanguage, useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { ActionBar } from "#kernel/web/page/action/ActionBar.tsx";
import { useRunner } from "#kernel/web/page/action/useRunner.tsx";
import { tellChanged, useChanged } from "#kernel/web/page/changes.ts";
import { ApprovalBar } from "#kernel/web/page/document/approvals.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { PrintView } from "#kernel/web/page/document/PrintView.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { useWork, type Work } from "#kernel/web/part/useWork.ts";
import { useTab } from "#kernel/web/tabs.ts";
import type { Text } from "#kernel/text.ts";
import { Printer } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";

interface Deed<E extends Entity> extends Work {
  press<A extends Verb<E>>(action: A, input: Given<E, A>, text: Text): Promise<void>;
}

/** Presses something on a document and tells every page that shows it. */
export function useDeed<E extends Entity>(entity: E, row: Seen<E>, done: (document: Seen<E>) => void): Deed<E> {
  const work = useWork();
  const { id, versionNum } = row as Row;
  return {
    ...work,
    press: <A extends Verb<E>>(action: A, input: Given<E, A>, text: Text) =>
      work.run(async () => {
        const { document } = await entityCall.act(entity, action, { id, versionNum, ...input } as Press<E, A>);
        toast.success(text);
        done(document);
        tellChanged({ entity: entity.name, id: String(id), document: document as Row });
      }),
  };
}

interface Props<E extends Entity> {
  readonly entity: E;
  children(row: Seen<E>, again: () => void): ReactNode;
}

/** One document to read and to act upon: title and state, what may be done, and whatever the page shows of it. */
export function DocumentFrame<E extends Entity>(props: Props<E>) {
  return (
    <OwnPage of={["id"]}>
      <Body {...props} />
    </OwnPage>
  );
}

function Body<E extends Entity>({ entity, children }: Props<E>) {
  const tab = useTab();
  const id = tab.query["id"] ?? "";
  const load = useLoad(`${entity.name}:${id}`, () => entityCall.find(entity, id));
  const seen = load.data as Row | null;
  useChanged(entity.name, (changed) => changed.some((row) => row.id === id) && load.again());
  const [cn, en] = seen ? [titleOf(entity, seen, "CN").main, titleOf(entity, seen, "EN").main] : ["", ""];
  useEffect(() => {
    if (cn) tab.setTitle([cn, en]);
  }, [cn, en, tab]);
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(row) => (
        <Framed entity={entity} row={row as Row} again={load.again}>
          {children(row, load.again)}
        </Framed>
      )}
    </PanelState>
  );
}

function Framed({
  entity,
  row,
  again,
  children,
}: {
  readonly entity: Entity;
  readonly row: Row & { readonly supplierName?: string; readonly orgName?: string };
  again(): void;
  readonly children: ReactNode;
}) {
  const say = useText();
  const tab = useTab();
  const viewer = useViewer();
  const runner = useRunner({ entity, done: again });
  const [printing, setPrinting] = useState(tab.query["print"] === "1");
  const title = titleOf(entity, row, currentLanguage());
  const supplier = viewer.audience === "supplier";
  return (
    <div className={supplier ? "pg-edit pg-supplier" : "pg-edit"} data-document>
      <header className="pg-edit-head">
        <div className="pg-edit-title">
          <h1>
            {title.main} <StatusTag entity={entity} code={stateOf(entity, row)} />
          </h1>
          <p>
            {title.rest ? <span>{title.rest}</span> : null}
            {supplier ? null : <span>{row.supplierName}</span>}
            <span>{row.orgName}</span>
          </p>
        </div>
        <ActionBar entity={entity} row={row} viewer={viewer} runner={runner} place="head" />
        <span className="pg-edit-icons">
          <button
            type="button"
            className="s-icon-btn"
            aria-label={say(["打印", "Print"])}
            title={say(["打印", "Print"])}
            onClick={() => setPrinting(true)}
          >
            <Printer size={16} />
          </button>
        </span>
      </header>
      <div className="pg-edit-main">
        <div className="pg-edit-body">
          <div className="pg-edit-content">{children}</div>
        </div>
        {runner.panel}
      </div>
      {supplier ? null : <ApprovalBar entity={entity} row={row} />}
      {runner.dialogs}
      {printing ? <PrintView entity={entity} row={row} audience={viewer.audience} unsaved={0} close={() => setPrinting(false)} /> : null}
    </div>
  );
}
