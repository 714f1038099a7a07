import { Select } from "antd";
import { Search } from "lucide-react";
import { useState } from "react";
import type { Field } from "../../../field.ts";
import type { Row } from "../../../page-document.ts";
import { useText } from "../../language.ts";
import type { PickedRecord } from "../records.ts";
import { RecordPicker } from "./RecordPicker.tsx";
import { drawnOption, recordOption, useRecords } from "./RefInput.tsx";
import { idsOf, useNames, waiting } from "./useNames.ts";

interface Props {
  readonly id?: string | undefined;
  readonly field: Field;
  readonly value: unknown;
  readonly disabled?: boolean | undefined;
  readonly status?: "error" | "warning" | "" | undefined;
  readonly placeholder?: string | undefined;
  readonly label?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  change(ids: readonly string[]): void;
}

/** Several references, shown as chips. */
export function RefsInput({ id, field, value, disabled, status, placeholder, label, autoFocus, change }: Props) {
  const say = useText();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [choosing, setChoosing] = useState(false);
  const ids = idsOf(value);
  const known = useNames(field.target!, value);
  const { found } = useRecords(field.target!, field.pick as Row | undefined, open, typed);
  const chosen = ids.map((text): PickedRecord => known.get(text) ?? { id: text });
  const others = chosen.filter((record) => !(found ?? []).some((f) => f.id === record.id));
  // Who types looks for somebody new: Enter takes the first, and must not let go whoever is chosen already.
  const named = others.map((pickedRecord) => (known.has(pickedRecord.id) ? pickedRecord : { ...pickedRecord, name: waiting }));
  const options = (typed === "" ? [...named, ...(found ?? [])] : [...(found ?? []), ...named]).map(recordOption);
  return (
    <span className="pg-ref">
      <Select
        {...(id ? { id } : {})}
        mode="multiple"
        className="pg-fill"
        value={[...ids]}
        options={options}
        optionRender={drawnOption}
        maxTagCount="responsive"
        showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
        onOpenChange={setOpen}
        disabled={disabled ?? false}
        status={status ?? ""}
        allowClear
        autoFocus={autoFocus ?? false}
        placeholder={placeholder ?? say(["输入编码或名称", "Code or name"])}
        notFoundContent={found === null ? say(["正在查找…", "Searching…"]) : say(["没有符合的记录", "Nothing found"])}
        aria-label={label}
        onChange={(next: string[]) => (change(next), setTyped(""))}
      />
      {disabled ? null : (
        <button
          type="button"
          className="pg-ref-window"
          aria-label={say(["打开选择窗口", "Open the picker"])}
          onClick={() => setChoosing(true)}
        >
          <Search size={14} />
        </button>
      )}
      {choosing ? (
        <RecordPicker
          many
          target={field.target!}
          where={field.pick as Row | undefined}
          chosen={chosen}
          done={(records) => (records && change(records.map((r) => r.id)), setChoosing(false))}
        />
      ) : null}
    </span>
  );
}
