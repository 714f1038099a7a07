import { Input } from "antd";
import type { InputRef } from "antd";
import { useEffect, useRef, useState } from "react";
import { editedNumber, readNumber, settleNumber } from "../../../cell.ts";

interface Props {
  readonly id?: string | undefined;
  readonly value: unknown;
  readonly scale: number | undefined;
  readonly disabled?: boolean | undefined;
  readonly status?: "error" | "warning" | "" | undefined;
  readonly suffix?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly describedBy?: string | undefined;
  readonly required?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly label?: string | undefined;
  change(value: string | null): void;
}

/** A decimal as text: figures change while typing, rounding waits until the person leaves the field. */
export function NumberInput({
  id,
  value,
  scale,
  disabled,
  status,
  suffix,
  autoFocus,
  describedBy,
  required,
  placeholder,
  label,
  change,
}: Props) {
  const input = useRef<InputRef>(null);
  const shown = editedNumber(value);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed !== null && document.activeElement !== input.current?.input) setTyped(null);
  }, [typed, shown]);
  const take = (text: string): void => {
    setTyped(text);
    change(text.trim() === "" ? null : (readNumber(text) ?? text.trim()));
  };
  const leave = (): void => {
    const number = typed === null ? null : readNumber(typed);
    if (number !== null) change(settleNumber(number, scale));
    setTyped(null);
  };
  return (
    <Input
      ref={input}
      id={id}
      className="pg-number"
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? shown}
      disabled={disabled}
      status={status ?? ""}
      suffix={suffix}
      autoFocus={autoFocus}
      aria-describedby={describedBy}
      {...(placeholder ? { placeholder } : {})}
      aria-label={label ?? placeholder}
      aria-required={required}
      aria-invalid={status === "error" || undefined}
      onChange={(event) => take(event.target.value)}
      onBlur={leave}
      onPressEnter={leave}
    />
  );
}
