import { Input } from "antd";
import { Check, MessageSquarePlus, PencilLine, X } from "lucide-react";
import { useState } from "react";
import type { Entity, Lines } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Seen } from "#kernel/seen.ts";
import { isShownNow } from "#kernel/page-document.ts";
import { formOf, lineColumnsOf } from "#kernel/page.ts";
import { AskDialog } from "#kernel/web/block/AskDialog.tsx";
import { Columns, Inline } from "#kernel/web/block/layout.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { Reviewed } from "#kernel/web/block/Reviewed.tsx";
import { useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import type { Tab } from "../completeness.ts";
import { register } from "../register.entity.ts";
import type { Remarks } from "../review.ts";
import type { FileTab } from "../tabs.ts";

const entity: Entity = register;

/** What a reviewer has said and ticked so far. */
export interface Opinion {
  readonly remarks: Remarks;
  readonly ticks: readonly string[];
  readonly changed: readonly string[];
  readonly editable: boolean;
  remark(path: string, text: string): void;
  tick(path: string): void;
}

interface CellProps {
  readonly path: string;
  readonly field: Field;
  readonly fieldKey: string;
  readonly row: Row;
  readonly of: Entity;
  readonly opinion: Opinion;
}

/** One value under review: read, ticked, or remarked on; what changed since it went back says so. */
function Cell({ path, field, fieldKey, row, of, opinion }: CellProps) {
  const say = useText();
  const [writing, setWriting] = useState(false);
  const remark = opinion.remarks[path];
  const ticked = opinion.ticks.includes(path);
  return (
    <Reviewed
      path={path}
      state={remark === undefined ? (ticked ? "checked" : undefined) : "remarked"}
      label={
        <span>
          {say(field.label)}{" "}
          {opinion.changed.includes(path) ? (
            <Badge tone="info">
              <PencilLine size={11} aria-hidden />
              {say(["退回后已修改", "Changed since return"])}
            </Badge>
          ) : null}
        </span>
      }
      tools={
        opinion.editable ? (
          <>
            <button
              type="button"
              className="s-icon-btn"
              aria-pressed={ticked}
              aria-label={say([`核对无误：${field.label[0]}`, `Checked: ${field.label[1]}`])}
              onClick={() => opinion.tick(path)}
            >
              <Check size={14} />
            </button>
            <button
              type="button"
              className="s-icon-btn"
              aria-label={say([`填写意见：${field.label[0]}`, `Remark on ${field.label[1]}`])}
              onClick={() => setWriting(true)}
            >
              <MessageSquarePlus size={14} />
            </button>
          </>
        ) : null
      }
      remark={
        writing || remark !== undefined ? (
          <>
            <Input
              size="small"
              autoFocus={writing}
              maxLength={500}
              disabled={!opinion.editable}
              value={remark ?? ""}
              placeholder={say(["请写明需要补充或修改什么", "Describe what to add or change"])}
              aria-label={say([`意见：${field.label[0]}`, `Remark: ${field.label[1]}`])}
              onChange={(event) => opinion.remark(path, event.target.value)}
              onBlur={() => setWriting(false)}
            />
            {opinion.editable ? (
              <button
                type="button"
                className="s-icon-btn"
                aria-label={say(["删除意见", "Remove the remark"])}
                onClick={() => (setWriting(false), opinion.remark(path, ""))}
              >
                <X size={13} />
              </button>
            ) : null}
          </>
        ) : null
      }
    >
      {field.kind === "files" ? (
        <FilesBlock entity={of} fieldKey={fieldKey} row={row} showVisibility={false} />
      ) : (
        <FieldText field={field} fieldKey={fieldKey} row={row} />
      )}
    </Reviewed>
  );
}

/** One page of the file as a reviewer reads it. */
export function ReviewTab({
  tab,
  row,
  opinion,
}: {
  readonly tab: FileTab;
  readonly row: Seen<typeof register>;
  readonly opinion: Opinion;
}) {
  const say = useText();
  if (tab.key === "questionnaire")
    return <p className="pc-note">{say(["本次注册没有配置问卷。", "No questionnaire is set up for this registration."])}</p>;
  if (tab.key === "company") return <CompanyReview row={row} opinion={opinion} />;
  return (
    <>
      {tab.collections.map((collection) => (
        <TableReview key={collection} collection={collection} row={row} opinion={opinion} />
      ))}
    </>
  );
}

function CompanyReview({ row, opinion }: { readonly row: Seen<typeof register>; readonly opinion: Opinion }) {
  const say = useText();
  return (
    <>
      {formOf(entity, "internal")
        .filter((section) => ["Registration", "Business", "Account and wishes"].includes(section.label[1]))
        .map((section) => (
          <section key={section.key} aria-label={say(section.label)}>
            <h3 className="pg-h3">{say(section.label)}</h3>
            <Columns of={{ least: 230 }}>
              {section.cells
                .filter((cell) => isShownNow(entity, cell.key, row))
                .map((cell) => (
                  <Cell key={cell.key} path={cell.key} field={cell.field} fieldKey={cell.key} row={row} of={entity} opinion={opinion} />
                ))}
            </Columns>
          </section>
        ))}
      <Cell path="fileIds" field={register.fields.fileIds} fieldKey="fileIds" row={row} of={entity} opinion={opinion} />
    </>
  );
}

function TableReview({ collection, row, opinion }: { readonly collection: string; readonly row: Row; readonly opinion: Opinion }) {
  const say = useText();
  const line = (entity.lines as Lines)[collection]!;
  const rows = (row[collection] as readonly Row[] | undefined) ?? [];
  const columns = lineColumnsOf(line, "internal");
  return (
    <section aria-label={say(line.label)}>
      <h3 className="pg-h3">
        {say(line.label)} <span className="pg-count">{rows.length}</span>
      </h3>
      {rows.length === 0 ? <p className="pc-note">{say(["没有填写。", "Nothing entered."])}</p> : null}
      {rows.map((entry, index) => (
        <Inline key={String(entry.id)} noWrap align="start">
          <b>{index + 1}</b>
          <Columns of={{ least: 230 }}>
            {columns
              .filter((column) => entry[column.key] !== null && entry[column.key] !== undefined && entry[column.key] !== "")
              .map((column) => (
                <Cell
                  key={column.key}
                  path={`${collection}[${String(entry.id)}].${column.key}`}
                  field={column.field}
                  fieldKey={column.key}
                  row={entry}
                  of={line}
                  opinion={opinion}
                />
              ))}
          </Columns>
        </Inline>
      ))}
    </section>
  );
}

interface ReasonProps {
  readonly title: string;
  readonly label: string;
  readonly danger?: boolean;
  readonly required?: boolean;
  readonly busy: boolean;
  readonly error: string;
  done(text: string): void;
  close(): void;
}

/** Asks for a few words before a decision. */
export function ReasonDialog({ title, label, danger, required, busy, error, done, close }: ReasonProps) {
  const [text, setText] = useState("");
  return (
    <AskDialog
      title={title}
      press={["确定", "OK"]}
      danger={danger === true}
      busy={busy}
      ready={required !== true || text.trim() !== ""}
      errors={[error]}
      send={() => done(text.trim())}
      close={close}
    >
      <Input.TextArea
        autoFocus
        rows={3}
        maxLength={500}
        value={text}
        aria-label={label}
        placeholder={label}
        onChange={(event) => setText(event.target.value)}
      />
    </AskDialog>
  );
}

export const countOn = (paths: readonly string[], tab: Tab, tabOf: (path: string) => Tab): number =>
  paths.filter((path) => path !== "general" && tabOf(path) === tab).length;
