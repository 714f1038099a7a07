import type { Entity } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import { attachmentsOf } from "../../../file.ts";
import type { Row } from "../../../page-document.ts";
import { AttachmentList } from "../../file/AttachmentList.tsx";

interface Props {
  readonly entity: Entity;
  readonly fieldKey: string;
  readonly row: Row;
  /** A supplier does not learn who else may see a file. */
  readonly showVisibility: boolean;
  change?(value: string): void;
  /** Hears how many files are still on their way. */
  busy?(count: number): void;
}

/** The attachments of one field of a document; without `change` they can only be read. */
export function FilesBlock({ entity, fieldKey, row, showVisibility, change, busy }: Props) {
  const field = fieldOf(entity, fieldKey)!;
  const value = typeof row[fieldKey] === "string" ? row[fieldKey] : "";
  if (value === "" && !change) return null;
  return (
    <div className="pg-block">
      <AttachmentList
        title={field.label}
        value={value}
        editable={change !== undefined}
        showVisibility={showVisibility}
        businessId={typeof row["id"] === "string" ? row["id"] : null}
        config={attachmentsOf(entity.name, fieldKey, field)}
        {...(change ? { onChange: change } : {})}
        {...(busy ? { busy } : {})}
      />
    </div>
  );
}
