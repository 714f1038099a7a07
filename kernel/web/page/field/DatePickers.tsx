import { DatePicker } from "antd";
import dayjs from "dayjs";
import type { Dayjs } from "dayjs";
import type { Kind } from "../../../field.ts";
import { useText } from "../../language.ts";
import { currentYear } from "../today.ts";
import { PickerGuard } from "./PickerGuard.tsx";

const forms: Partial<Record<Kind, { readonly picker: "date" | "month" | "year"; readonly format: string; readonly time?: true }>> = {
  date: { picker: "date", format: "YYYY-MM-DD" },
  datetime: { picker: "date", format: "YYYY-MM-DD HH:mm:ss", time: true },
  month: { picker: "month", format: "YYYY-MM" },
  year: { picker: "year", format: "YYYY" },
};

const formOf = (kind: Kind) => forms[kind] ?? forms.date!;
const read = (value: unknown, format: string): Dayjs | null => {
  if (typeof value !== "string" || value === "") return null;
  const day = dayjs(value.slice(0, format.length).replace("T", " "));
  return day.isValid() ? day : null;
};

/** A whole date somebody typed, as the text that travels; anything else is none. */
const whole = (typed: string, format: string): string | null => {
  const day = dayjs(typed, format, true);
  return day.isValid() ? day.format(format) : null;
};

export interface DateProps {
  readonly id?: string | undefined;
  readonly kind: Kind;
  readonly value: unknown;
  readonly disabled?: boolean | undefined;
  readonly status?: "error" | "warning" | "" | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly describedBy?: string | undefined;
  readonly placeholder?: string | undefined;
  change(value: string | null): void;
}

/** One date, month, year or time, kept as the text that travels. */
export function DatePick({ id, kind, value, disabled, status, autoFocus, describedBy, placeholder, change }: DateProps) {
  const say = useText();
  const form = formOf(kind);
  const typed = (text: string): void => {
    const day = whole(text, form.format);
    if (day !== null && day !== read(value, form.format)?.format(form.format)) change(day);
  };
  return (
    <PickerGuard typed={typed}>
      {(ref) => (
        <DatePicker
          ref={ref}
          {...(id ? { id } : {})}
          className="pg-fill"
          picker={form.picker}
          format={form.format}
          showTime={form.time ?? false}
          value={read(value, form.format)}
          disabled={disabled ?? false}
          status={status ?? ""}
          autoFocus={autoFocus ?? false}
          aria-describedby={describedBy}
          placeholder={placeholder ?? say(["选择日期", "Choose a date"])}
          onChange={(day) => change(day && !Array.isArray(day) ? day.format(form.format) : null)}
        />
      )}
    </PickerGuard>
  );
}

export interface RangeProps {
  readonly kind: Kind;
  readonly label: string;
  readonly from: unknown;
  readonly to: unknown;
  change(from: string | null, to: string | null): void;
}

/** From and to, both days included; an open end is allowed. */
export function DateRangePick({ kind, label, from, to, change }: RangeProps) {
  const say = useText();
  const picker = kind === "month" ? "month" : kind === "year" ? "year" : "date";
  const format = picker === "month" ? "YYYY-MM" : picker === "year" ? "YYYY" : "YYYY-MM-DD";
  const shown = picker === "date" ? (day: Dayjs) => day.format(String(day.year()) === currentYear() ? "MM-DD" : "YY-MM-DD") : format;
  const [first, last] = [from, to].map((end) => read(end, format)?.format(format) ?? null) as [string | null, string | null];
  const typed = (text: string, place: number): void => {
    const day = whole(text, format);
    if (day !== null && day !== (place === 0 ? first : last)) change(place === 0 ? day : first, place === 0 ? last : day);
  };
  return (
    <PickerGuard typed={typed}>
      {(ref) => (
        <DatePicker.RangePicker
          ref={ref}
          className="pg-fill"
          picker={picker}
          format={[shown as never, format]}
          value={[read(from, format), read(to, format)]}
          allowEmpty={[true, true]}
          suffixIcon={null}
          placeholder={[label, say(["至", "to"])]}
          aria-label={label}
          onChange={(days) => change(days?.[0]?.format(format) ?? null, days?.[1]?.format(format) ?? null)}
        />
      )}
    </PickerGuard>
  );
}
