import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { ApprovalSheet } from "#kernel/web/page/document/approvals.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { loadEntity, targetOf } from "#kernel/web/page/records.ts";
import { openDocument } from "./places.tsx";

/** The kind of document, as its readers call it. */
export function BillName({ row }: { readonly row: Row }) {
  const say = useText();
  const label = targetOf(String(row["bizEntity"] ?? ""))?.label;
  return <span title={String(row["billTypeCode"] ?? "")}>{label ? say(label) : String(row["billTypeCode"] ?? "")}</span>;
}

/** The approval a row of a list is about, inside the docked panel. */
export function MatterPanel({ row }: { readonly row: Row }) {
  const say = useText();
  const name = String(row["bizEntity"] ?? "");
  const load = useLoad(`entity:${name}`, async (): Promise<Entity | null> => (await loadEntity(name)) ?? null);
  return (
    <>
      <p>
        <button type="button" className="pg-link" onClick={() => void openDocument(row)}>
          {String(row["billNum"] ?? row["bizNo"] ?? "")} {say(["打开单据", "open the document"])}
        </button>
      </p>
      {load.data ? <ApprovalSheet entity={load.data} row={{ id: row["bizId"], versionNum: row["versionNum"] }} /> : null}
    </>
  );
}
