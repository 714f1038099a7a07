import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { ApprovalBar, ApprovalSheet } from "#kernel/web/page/document/approvals.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { loadEntity } from "#kernel/web/page/records.ts";
import { DocumentBeside } from "./Document.tsx";
import { hasPage } from "./places.tsx";
import type { MatterRow } from "./rows.ts";

/** The document of a task with its approval and everything that may be done with the task, inside the docked panel of a list. */
export function DecidePanel({ row }: { readonly row: MatterRow }) {
  const name = String(row.bizEntity ?? "");
  const id = String(row.bizId ?? "");
  const load = useLoad(`${name}:${id}`, async (): Promise<{ entity: Entity; document: Row } | null> => {
    const entity = await loadEntity(name);
    return entity ? { entity, document: await entityCall.find(entity, id) } : null;
  });
  if (load.error) return <p className="pg-error">{load.error}</p>;
  if (!load.data) return null;
  const { entity, document } = load.data;
  return (
    <>
      <ApprovalSheet entity={entity} row={document}>
        <DocumentBeside entity={entity} row={document} whole={!hasPage(row)} />
      </ApprovalSheet>
      <ApprovalBar entity={entity} row={document} tight />
    </>
  );
}
