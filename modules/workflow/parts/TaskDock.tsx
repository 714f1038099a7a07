import { PanelRightOpen } from "lucide-react";
import type { ReactNode } from "react";
import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { withoutNumber } from "#kernel/home.ts";
import { amountText } from "#kernel/page-format.ts";
import { useText } from "#kernel/web/language.ts";
import { ApprovalBar, ApprovalSheet } from "#kernel/web/page/document/approvals.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { loadEntity } from "#kernel/web/page/records.ts";
import { CloseDock } from "#kernel/web/part/CloseDock.tsx";
import { DocumentBeside } from "./Document.tsx";
import { hasPage, openDocument } from "./places.tsx";
import type { MatterRow } from "./rows.ts";

interface Props {
  /** Any row about an approval: it names the document and the page that shows it. */
  readonly row: MatterRow;
  /** Without actions the approval is only shown. */
  readonly acts?: boolean;
  readonly children?: ReactNode;
  close(): void;
}

/** The subject without what stands above it. */
const about = (subject: string, above: readonly string[]): string =>
  above.reduce((words, known) => withoutNumber(words, known), subject).replace(/^[\s·]+/, "");

/** The approval of a document beside a list of tasks: decided here, or opened in full. */
export function TaskDock({ row, acts = true, children, close }: Props) {
  const say = useText();
  const name = String(row.bizEntity ?? "");
  const id = String(row.bizId ?? "");
  const load = useLoad(`${name}:${id}`, async (): Promise<{ entity: Entity; document: Row } | null> => {
    const entity = await loadEntity(name);
    return entity ? { entity, document: await entityCall.find(entity, id) } : null;
  });
  const opens = hasPage(row);
  const title = String(row.billNum ?? row.bizNo ?? "");
  const kind = String(row.billTypeName ?? row.billTypeCode ?? "");
  return (
    <aside className="pg-dock" aria-label={title}>
      <header className="pg-dock-head">
        <span className="pg-faint">{kind}</span>
        <span className="pg-dock-tools">
          {opens ? (
            <button
              type="button"
              className="s-icon-btn"
              aria-label={say(["打开单据", "Open the document"])}
              title={say(["打开单据", "Open the document"])}
              onClick={() => void openDocument(row)}
            >
              <PanelRightOpen size={16} />
            </button>
          ) : null}
          <CloseDock close={close} />
        </span>
        <h2>{title}</h2>
        <p className="pg-faint">{about(String(row.subject ?? row.title ?? ""), [kind, title])}</p>
        {row.amount ? (
          <p className="pg-key">
            <b>{amountText(row.amount, String(row.currency ?? "CNY"))}</b>
          </p>
        ) : null}
      </header>
      <div className="pg-dock-body" tabIndex={0} role="group" aria-label={say(["内容", "Content"])}>
        {load.error ? <p className="pg-error">{load.error}</p> : null}
        {load.data ? (
          <ApprovalSheet entity={load.data.entity} row={load.data.document}>
            <DocumentBeside entity={load.data.entity} row={load.data.document} whole={!opens} />
          </ApprovalSheet>
        ) : null}
      </div>
      {acts && load.data ? <ApprovalBar entity={load.data.entity} row={load.data.document} tight /> : null}
      {children ? <footer className="pg-dock-foot">{children}</footer> : null}
    </aside>
  );
}
