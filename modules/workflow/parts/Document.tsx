import type { Entity, Lines } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { fileKeysOf, isShown } from "#kernel/page.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { LinesBrief } from "#kernel/web/page/document/LinesBrief.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";

const all = 60;

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  /** The reader has no page of the document: everything it says stands here. */
  readonly whole: boolean;
}

/** What is decided about, beside its approval: lines and attachments, and the whole document for whoever has no page of it. */
export function DocumentBeside({ entity, row, whole }: Props) {
  const say = useText();
  const { audience } = useViewer();
  const lines = Object.entries(entity.lines as Lines).filter(([key]) => isShown(entity, key, audience));
  return (
    <>
      {whole ? (
        <section className="pg-block" aria-label={say(["单据内容", "The document"])}>
          <h3 className="pg-h3">{say(["单据内容", "The document"])}</h3>
          <Facts entity={entity} row={row} audience={audience} most={all} />
        </section>
      ) : null}
      {lines.map(([key, line]) => (
        <LinesBrief key={key} line={line} rows={Array.isArray(row[key]) ? (row[key] as Row[]) : []} audience={audience} />
      ))}
      {fileKeysOf(entity, audience).map((key) => (
        <FilesBlock key={key} entity={entity} fieldKey={key} row={row} showVisibility={audience !== "supplier"} />
      ))}
    </>
  );
}
