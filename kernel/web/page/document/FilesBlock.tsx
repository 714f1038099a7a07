import { FileText } from "lucide-react";
import type { Entity } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { useText } from "../../language.ts";

/** The attachments of one field as a short block of a panel. */
export function FilesBlock({ entity, fieldKey, row }: { readonly entity: Entity; readonly fieldKey: string; readonly row: Row }) {
  const say = useText();
  const ids = String(row[fieldKey] ?? "").split(",").filter((id) => id !== "");
  if (ids.length === 0) return null;
  return (
    <section className="pg-block" aria-label={say(fieldOf(entity, fieldKey)!.label)}>
      <h3 className="pg-h3">{say(fieldOf(entity, fieldKey)!.label)} <span className="pg-count">{ids.length}</span></h3>
      <div className="pg-files"><FileText size={14} aria-hidden /> {ids.length}</div>
    </section>
  );
}
