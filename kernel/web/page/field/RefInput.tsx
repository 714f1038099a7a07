import { Select } from "antd";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Field } from "../../../field.ts";
import { offeredTo, type Row } from "../../../page-document.ts";
import { nothing } from "../../../page-format.ts";
import { useLanguage, useText } from "../../language.ts";
import { chosenPatch, findRecords, recordText } from "../records.ts";
import type { NoneReason, PickedRecord } from "../records.ts";
import { NothingFound } from "./NothingFound.tsx";
import { RecordPicker } from "./RecordPicker.tsx";
import { useFits, type RecordFits } from "./fits.ts";
import { useReferred, waiting } from "./useNames.ts";

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
  [record.code, record.name].some((value) =>
    String(value ?? "")
      .toLowerCase()
      .includes(text.toLowerCase()),
  );

/** Waits until typing pauses before it asks, and drops answers that come too late. Until the answer is there, only what fits is offered of what was found before: Enter must never take somebody else. */
export function useRecords(target: string, where: Row | undefined, open: boolean, typed: string, goesWith?: RecordFits) {
  const [answer, setAnswer] = useState<{
    readonly text: string;
    readonly rows: readonly PickedRecord[];
    none?: NoneReason | undefined;
  } | null>(null);
  const [failed, setFailed] = useState(false);
  const filter = JSON.stringify({ where: where ?? {}, fits: goesWith });
  const language = useLanguage((state) => state.language);
  useEffect(() => {
    if (!open) return;
    const stop = new AbortController();
    const text = typed.trim();
    const wait = setTimeout(
      () => {
        findRecords(target, { text, ...(JSON.parse(filter) as { where: Row; fits?: RecordFits }) }, stop.signal).then(
          ({ rows, none }) => (setAnswer({ text, rows, none }), setFailed(false)),
          () => stop.signal.aborted || (setAnswer({ text, rows: [] }), setFailed(true)),
        );
      },
      typed === "" ? 0 : 300,
    );
    return () => (clearTimeout(wait), stop.abort());
  }, [target, filter, open, typed, language]);
  const fits = answer === null || answer.text === typed.trim() ? answer?.rows : answer.rows.filter((row) => names(row, typed.trim()));
  return { found: fits ?? null, failed, none: answer?.none };
}

/** A record among the choices: its words are what is heard of it, the choice itself stands beside them. */
export const recordOption = (record: PickedRecord) => ({ value: record.id, label: recordText(record), record });

/** How a record among the choices, and the chosen one, is drawn. */
export function RecordLabel({ record }: { readonly record: PickedRecord }) {
  const { name, code } = record;
  return (
    <span className="pg-named">
      <span>{name || code || nothing}</span>
      {name && code ? <span className="pg-code">{code}</span> : null}
    </span>
  );
}

/** The words of a choice as `RecordLabel` draws them. */
export const drawnOption = (option: { readonly data: { readonly record: PickedRecord } }) => <RecordLabel record={option.data.record} />;

/** One reference: typed and found by code or name, or chosen in the record window. */
export function RefInput({ id, field, fieldKey, row, disabled, status, autoFocus, placeholder, describedBy, label, window, patch }: Props) {
  const say = useText();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [choosing, setChoosing] = useState(false);
  const select = useRef<{ focus(): void }>(null);
  const where = offeredTo(field, row);
  const fits = useFits(field, row);
  const { found, failed, none } = useRecords(field.target!, where, open, typed, fits);
  const now = useReferred(field.target!, fieldKey, row);
  const named: PickedRecord = now.waits ? { id: now.id, name: waiting } : now;
  const current = now.id ? [recordOption(named)] : [];
  const options = (found ?? []).map(recordOption);
  const choose = (record: PickedRecord | null): void => patch(chosenPatch(fieldKey, record), record);
  return (
    <span className="pg-ref pg-ref-one">
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
          found === null ? (
            say(["正在查找…", "Searching…"])
          ) : failed ? (
            say(["没能查到，请再试", "Search failed, try again"])
          ) : (
            <NothingFound none={none} />
          )
        }
        aria-describedby={describedBy}
        aria-label={label}
        // What is drawn in two parts the field itself would say by its id: that is silenced (page.css), this is heard.
        {...(now.id ? { "aria-description": recordText(named) } : {})}
        optionRender={drawnOption}
        labelRender={(shown) => (shown.value === now.id ? <RecordLabel record={named} /> : shown.label)}
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
          fits={fits}
          chosen={now.id ? [{ id: now.id, code: now.code, name: now.name }] : []}
          done={(records) => (records && choose(records[0] ?? null), setChoosing(false))}
        />
      ) : null}
    </span>
  );
}
