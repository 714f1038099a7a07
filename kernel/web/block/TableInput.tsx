import type { ClipboardEvent } from "react";

interface Props {
  readonly label: string;
  readonly value: string;
  /** What counts while nothing is typed. */
  readonly placeholder?: string;
  change(value: string): void;
  /** A block out of a spreadsheet; what is one value is pasted as ever. */
  paste?(block: string): void;
}

/** A quantity typed in a table of hundreds of them. */
export function TableInput({ label, value, placeholder, change, paste }: Props) {
  const take = (event: ClipboardEvent): void => {
    const block = event.clipboardData.getData("text/plain");
    if (!paste || !/[\t\n]/.test(block.trim())) return;
    event.preventDefault();
    paste(block);
  };
  return (
    <input
      className="bk-table-input"
      inputMode="decimal"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => change(event.target.value.trim())}
      onPaste={take}
    />
  );
}

interface SelectProps extends Pick<Props, "label" | "value" | "change"> {
  readonly empty: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A choice below such a quantity that has to be made. */
export function TableSelect({ label, value, change, empty, options }: SelectProps) {
  return (
    <select
      className="bk-table-input"
      aria-label={label}
      data-wanted={value === "" || undefined}
      value={value}
      onChange={(event) => change(event.target.value)}
    >
      <option value="">{empty}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
