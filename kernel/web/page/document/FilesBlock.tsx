import type { Entity } from "../../../entity.ts";
import { fieldOf } from "../../../entity.ts";
import type { Row } from "../../../page-document.ts";
import { AttachmentList } from "../../file/AttachmentList.tsx";

interface Props {
  readonly entity: Entity;
  readonly fieldKey: string;
  readonly row: Row;
  /** A supplier does not learn who else may see a file. */
  readonly showVisibility: boolean;
  change?(value: string): void;
}

/** The attachments of one field of a document; without `change` they can only be read. */
export function FilesBlock({ entity, fieldKey, row, showVisibility, change }: Props) {
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
        config={{ functionId: entity.name, valueKey: fieldKey, formats: [...(field.formats ?? [])] }}
        {...(change ? { onChange: change } : {})}
      />
    </div>
  );
}
