import { Select } from "antd";
import type { Field } from "../../../field.ts";
import type { Row } from "../../../page-document.ts";
import { useText } from "../../language.ts";
import { choicesOf, readLookup, useLookup } from "../lookup.ts";
import type { LookupReader } from "../lookup.ts";

interface Props {
  readonly id?: string | undefined;
  readonly field: Field;
  readonly row: Row;
  readonly value: unknown;
  readonly many?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly status?: "error" | "warning" | "" | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly label?: string | undefined;
  change(value: string | readonly string[] | null): void;
}

/** A picker may name, in its `pick`, the field that holds the parent value (under + of) or the organisation. */
interface Cascade {
  readonly under?: string;
  readonly of?: string;
  readonly org?: string;
}

function narrowed(field: Field, row: Row): { parentId?: string; orgId?: string } {
  const { under, of, org } = (field.pick ?? {}) as Cascade;
  const parent: LookupReader | undefined = under && of ? readLookup(of) : undefined;
  const parentValue = under ? parent?.find(row[under]) : undefined;
  return {
    ...(under ? { parentId: parentValue?.lookupValuesId ?? "" } : {}),
    ...(org && row[org] ? { orgId: String(row[org]) } : {}),
  };
}

const asList = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : value === null || value === undefined || value === "" ? [] : String(value).split(",");

/** One or several values of a lookup; short lists open without a search box, long ones are searched by name or code. */
export function PickInput({ id, field, row, value, many, disabled, status, autoFocus, placeholder, describedBy, label, change }: Props) {
  const say = useText();
  const reader = useLookup(field.lookup);
  useLookup((field.pick as Cascade | undefined)?.of);
  const chosen = asList(value);
  const options = choicesOf(reader, chosen, narrowed(field, row));
  return (
    <Select
      {...(id ? { id } : {})}
      className="pg-fill"
      {...(many ? { mode: "multiple" as const, maxTagCount: "responsive" as const } : {})}
      value={many ? [...chosen] : (chosen[0] ?? null)}
      options={
        reader.loaded || !field.lookup
          ? options.map((choice) => ({ ...choice }))
          : chosen.map((code) => ({ value: code, label: "…", disabled: false }))
      }
      disabled={disabled ?? false}
      status={status ?? ""}
      autoFocus={autoFocus ?? false}
      allowClear={field.optional || many === true}
      showSearch={options.length > 8 ? { filterOption: (text, option) => matches(text, option?.label, option?.value) } : false}
      placeholder={placeholder ?? say(["请选择", "Choose"])}
      notFoundContent={reader.loaded ? say(["没有可选的值", "Nothing to choose"]) : say(["正在读取…", "Loading…"])}
      aria-describedby={describedBy}
      aria-label={label}
      onChange={(next: string | readonly string[] | null | undefined) => change(next ?? null)}
    />
  );
}

const matches = (typed: string, ...texts: unknown[]): boolean =>
  texts.some((text) =>
    String(text ?? "")
      .toLowerCase()
      .includes(typed.trim().toLowerCase()),
  );
