import { Button, Modal, Select } from "antd";
import { useState } from "react";
import type { PastePlan } from "#kernel/paste.ts";
import type { Row } from "#kernel/table.ts";
import { fill } from "#kernel/text.ts";
import { setColumn } from "./editing.ts";
import { editorOf } from "./editors/CellEditor.tsx";
import { moveTo } from "./focus.ts";
import { meantRows, type Live } from "./live.ts";
import type { Reader } from "./reader.ts";
import type { Confirmation } from "./types.ts";
import { words } from "./words.ts";

/** A question before something happens; Esc means no. */
export function Ask({ question, reader, answer }: { question: Confirmation; reader: Reader; answer: (key: string | null) => void }) {
  const { say } = reader;
  return (
    <Modal
      open
      centered
      width={420}
      title={say(question.title)}
      onCancel={() => answer(null)}
      footer={question.choices.map((choice) => (
        <Button
          key={choice.key}
          type={choice.primary === true ? "primary" : "default"}
          danger={choice.danger === true}
          autoFocus={choice.primary === true}
          onClick={() => answer(choice.key)}
        >
          {say(choice.label)}
        </Button>
      ))}
    >
      {question.detail !== undefined && <p>{say(question.detail)}</p>}
    </Modal>
  );
}

/** What a paste filled and what it could not place, each with the way to its cell. */
export function PasteReport({
  plan,
  first,
  reader,
  live,
  close,
}: {
  plan: PastePlan;
  first: number;
  reader: Reader;
  live: Live;
  close: () => void;
}) {
  const { say } = reader;
  const { leaves } = live.current.layout;
  const title = (key: string | null): string =>
    key === null ? "–" : say(leaves.find((leaf) => leaf.key === key)?.column.title ?? ["–", "–"]);
  const jump = (row: number, key: string | null): void => {
    const c = leaves.find((leaf) => leaf.key === key)?.c;
    close();
    if (c !== undefined) setTimeout(() => moveTo(live, { r: first + row, c }));
  };
  return (
    <Modal
      open
      centered
      width={560}
      title={say(words.pasteReport)}
      onCancel={close}
      footer={
        <Button type="primary" onClick={close}>
          {say(words.close)}
        </Button>
      }
    >
      <p>{say(fill(words.pasteDone, { n: plan.cells.length }))}</p>
      <p className="dt-warn-text">{say(fill(words.pasteUnmatched, { n: plan.unmatched.length }))}</p>
      <ul className="dt-unmatched">
        {plan.unmatched.slice(0, 200).map((unmatched) => (
          <li key={`${unmatched.row}:${unmatched.key}:${unmatched.typed}`}>
            <button type="button" className="dt-link" onClick={() => jump(unmatched.row, unmatched.key)}>
              {say(fill(words.pasteRow, { n: first + unmatched.row + 1 }))} · {title(unmatched.key)}
            </button>
            <code>{unmatched.typed}</code>
            <span className="dt-quiet">{say(unmatched.why)}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** One value for a column of all ticked rows. */
export function BatchSet({ reader, live, close }: { reader: Reader; live: Live; close: () => void }) {
  const { say } = reader;
  const lines = meantRows(live.current);
  const leaves = live.current.layout.leaves.filter((leaf) => leaf.column.editType !== undefined && leaf.column.editType !== "attachment");
  const [key, setKey] = useState(leaves[0]?.key ?? "");
  const [draft, setDraft] = useState<{ value: unknown; more: Row }>({ value: null, more: {} });
  const leaf = leaves.find((other) => other.key === key);
  const twoValued = leaf?.column.editType === "checkbox" || leaf?.column.editType === "switch";
  return (
    <Modal
      open
      centered
      width={420}
      title={say(words.batchSet)}
      onCancel={close}
      okText={say(words.apply)}
      cancelText={say(words.cancel)}
      onOk={() => {
        setColumn(
          live,
          key,
          draft.value,
          draft.more,
          lines.map((line) => line.key),
        );
        close();
      }}
    >
      <p>{say(fill(words.batchSetFor, { n: lines.length }))}</p>
      <div className="dt-batch">
        <span>{say(words.column)}</span>
        <Select
          value={key}
          aria-label={say(words.column)}
          options={leaves.map((other) => ({ value: other.key, label: say(other.column.title) }))}
          onChange={(next: string) => {
            setKey(next);
            setDraft({ value: null, more: {} });
          }}
        />
        <span>{say(words.value)}</span>
        {twoValued && leaf !== undefined ? (
          <Select
            aria-label={say(words.value)}
            value={draft.value === null ? undefined : String(draft.value)}
            onChange={(value: string) => setDraft({ value, more: {} })}
            options={[
              { value: String(leaf.column.trueValue ?? "Y"), label: say(words.yes) },
              { value: String(leaf.column.falseValue ?? "N"), label: say(words.no) },
            ]}
          />
        ) : (
          leaf !== undefined && (
            <span key={key} className="dt-standalone">
              {editorOf(leaf.column.editType, {
                column: leaf.column,
                row: { ...draft.more, [key]: draft.value },
                value: draft.value,
                seed: null,
                reader,
                label: say(words.value),
                required: false,
                invalid: false,
                describedBy: undefined,
                change: (value, more = {}) => setDraft({ value, more }),
              })}
            </span>
          )
        )}
      </div>
    </Modal>
  );
}
