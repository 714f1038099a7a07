import { Input } from "antd";

interface Props {
  readonly id: string;
  readonly value: string;
  change(code: string): void;
  /** What Enter does; nothing unless said. */
  enter?(): void;
}

/** A code of six digits, as an authenticator or a letter gives it. */
export function SixDigits({ id, value, change, enter }: Props) {
  return (
    <Input
      id={id}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      value={value}
      onChange={(event) => change(event.target.value.replace(/\D/g, ""))}
      onPressEnter={enter}
    />
  );
}
