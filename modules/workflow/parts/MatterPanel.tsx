import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { ApprovalBar, ApprovalSheet } from "#kernel/web/page/document/approvals.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { loadEntity } from "#kernel/web/page/records.ts";
import { DocumentBeside } from "./Document.tsx";
import { hasPage, openDocument } from "./places.tsx";
import type { MatterRow } from "./rows.ts";

/** The approval a row of a list is about, inside the docked panel. */
export function MatterPanel({ row }: { readonly row: MatterRow }) {
  const say = useText();
  const name = String(row.bizEntity ?? "");
  const id = String(row.bizId ?? "");
  const opens = hasPage(row);
  const load = useLoad(`${name}:${id}:${opens}`, async (): Promise<{ entity: Entity; document: Row | null } | null> => {
    const entity = await loadEntity(name);
    // Whoever has the page reads the document there; a document that is gone leaves its approval to be read.
    return entity ? { entity, document: opens ? null : await entityCall.find(entity, id).catch(() => null) } : null;
  });
  return (
    <>
      {opens ? (
        <p className="pg-block">
          <button type="button" className="pg-link" onClick={() => void openDocument(row)}>
            {String(row.billNum ?? row.bizNo ?? "")} {say(["打开单据", "open the document"])}
          </button>
        </p>
      ) : null}
      {load.data ? (
        <ApprovalSheet entity={load.data.entity} row={{ id, versionNum: row.versionNum }}>
          {load.data.document ? <DocumentBeside entity={load.data.entity} row={load.data.document} whole /> : null}
        </ApprovalSheet>
      ) : null}
      {load.data?.document ? <ApprovalBar entity={load.data.entity} row={load.data.document} tight /> : null}
    </>
  );
}
