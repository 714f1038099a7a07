import { Select } from "antd";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Field } from "../../../field.ts";
import { offeredTo, type Row } from "../../../page-document.ts";
import { useText } from "../../language.ts";
import { chosenPatch, findRecords, referredBy } from "../records.ts";
import type { PickedRecord } from "../records.ts";
import { RecordPicker } from "./RecordPicker.tsx";

interface Props {
  readonly id?: string | undefined;
  readonly field: Field;
  readonly fieldKey: string;
  readonly row: Row;
  readonly disabled?: boolean | undefined;
  readonly status?: "error" | "warning" | "" | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly label?: string | undefined;
  /** A form has room for the button that opens the record window; a filter has not. */
  readonly window?: boolean | undefined;
  patch(patch: Row, record: PickedRecord | null): void;
}

const names = (record: PickedRecord, text: string): boolean =>
  [record.code, record.name].some((one) =>
    String(one ?? "")
      .toLowerCase()
      .includes(text.toLowerCase()),
  );

/** Waits until typing pauses before it asks, and drops answers that come too late. Until the answer is there, only what fits is offered of what was found before: Enter must never take somebody else. */
export function useRecords(target: string, where: Row | undefined, open: boolean, typed: string) {
  const [answer, setAnswer] = useState<{ readonly text: string; readonly rows: readonly PickedRecord[] } | null>(null);
  const [failed, setFailed] = useState(false);
  const filter = JSON.stringify(where ?? {});
  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    const text = typed.trim();
    const wait = setTimeout(
      () => {
        findRecords(target, { text, where: JSON.parse(filter) as Row }, stop.signal).then(
          ({ rows }) => (setAnswer({ text, rows }), setFailed(false)),
          () => stop.signal.aborted || (setAnswer({ text, rows: [] }), setFailed(true)),
        );
      },
      typed === "" ? 0 : 300,
    );
    return () => (clearTimeout(wait), stop.abort());
  }, [target, filter, open, typed]);
  const fits = answer === null || answer.text === typed.trim() ? answer?.rows : answer.rows.filter((one) => names(one, typed.trim()));
  return { found: fits ?? null, failed };
}

export const recordOption = (record: PickedRecord) => ({
  value: record.id,
  record,
  label: (
    <span className="pg-named">
      <span>{record.name ?? record.code ?? record.id}</span>
      {record.name && record.code ? <span className="pg-code">{record.code}</span> : null}
    </span>
  ),
});

/** One reference: typed and found by code or name, or chosen in the record window. */
export function RefInput({ id, field, fieldKey, row, disabled, status, autoFocus, placeholder, describedBy, label, window, patch }: Props) {
  const say = useText();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [choosing, setChoosing] = useState(false);
  const select = useRef<{ focus(): void }>(null);
  const where = offeredTo(field, row);
  const { found, failed } = useRecords(field.target!, where, open, typed);
  const now = referredBy(fieldKey, row);
  const current = now.id ? [recordOption({ id: now.id, code: now.code, name: now.name || now.code || now.id })] : [];
  const options = (found ?? []).map(recordOption);
  const choose = (record: PickedRecord | null): void => patch(chosenPatch(fieldKey, record), record);
  return (
    <span className="pg-ref">
      <Select
        ref={select as never}
        {...(id ? { id } : {})}
        className="pg-fill"
        value={now.id || null}
        options={options.some((o) => o.value === now.id) || typed !== "" ? options : [...current, ...options]}
        open={open}
        onOpenChange={(next) => (setOpen(next), next || setTyped(""))}
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        allowClear
        disabled={disabled ?? false}
        status={status ?? ""}
        autoFocus={autoFocus ?? false}
        placeholder={placeholder ?? say(["输入编码或名称", "Code or name"])}
        notFoundContent={
          found === null
            ? say(["正在查找…", "Searching…"])
            : failed
              ? say(["没能查到，请再试", "Search failed, try again"])
              : say(["没有符合的记录", "Nothing found"])
        }
        aria-describedby={describedBy}
        aria-label={label}
        labelRender={(shown) => current.find((o) => o.value === shown.value)?.label ?? shown.label}
        onChange={(_, option) => choose((option as { record?: PickedRecord } | undefined)?.record ?? null)}
      />
      {window && !disabled ? (
        <button
          type="button"
          className="pg-ref-window"
          aria-label={say(["打开选择窗口", "Open the picker"])}
          onClick={() => setChoosing(true)}
        >
          <Search size={14} />
        </button>
      ) : null}
      {choosing ? (
        <RecordPicker
          target={field.target!}
          where={where}
          chosen={now.id ? [{ id: now.id, code: now.code, name: now.name }] : []}
          done={(records) => (records && choose(records[0] ?? null), setChoosing(false))}
        />
      ) : null}
    </span>
  );
}
