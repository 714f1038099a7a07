import { Eye, EyeOff, Lock } from "lucide-react";
import { useId, useState } from "react";
import type { InputHTMLAttributes, ReactNode } from "react";
import { useText } from "../language.ts";

interface EntryProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  readonly icon?: ReactNode;
  readonly after?: ReactNode;
  readonly error?: string | null;
  readonly hint?: ReactNode;
  /** a red star before the label; left out where every line is needed anyway */
  readonly star?: boolean;
}

/** One labelled line of a public form, drawn without the component kit. */
export function Entry({ label, value, onChange, icon, after, error, hint, star, ...rest }: EntryProps) {
  const id = useId();
  return (
    <div className="s-field">
      <label className="s-label" htmlFor={id} data-required={star}>
        {label}
      </label>
      <div className="s-box" data-bad={Boolean(error)}>
        {icon}
        <input
          {...rest}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={Boolean(error)}
          aria-describedby={error || hint ? `${id}-note` : undefined}
        />
        {after}
      </div>
      {error ? (
        <span className="s-error" id={`${id}-note`} role="alert">
          {error}
        </span>
      ) : hint ? (
        <span className="s-hint" id={`${id}-note`}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}

/** A password line with a switch to read what was typed and a word about caps lock. */
export function PasswordEntry(props: Omit<EntryProps, "icon" | "after" | "type">) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [caps, setCaps] = useState(false);
  const Icon = open ? Eye : EyeOff;
  return (
    <Entry
      {...props}
      type={open ? "text" : "password"}
      icon={<Lock size={15} aria-hidden />}
      hint={caps ? t(["大写锁定已开启", "Caps lock is on"]) : props.hint}
      onKeyUp={(event) => setCaps(event.getModifierState("CapsLock"))}
      after={
        <button
          type="button"
          className="s-icon-btn"
          aria-label={open ? t(["隐藏密码", "Hide password"]) : t(["显示密码", "Show password"])}
          aria-pressed={open}
          onClick={() => setOpen(!open)}
        >
          <Icon size={15} aria-hidden />
        </button>
      }
    />
  );
}

/** The one blue button of a form: it keeps its width while the spinner replaces the word. */
export function SubmitButton({
  busy,
  children,
  disabled,
}: {
  readonly busy: boolean;
  readonly children: ReactNode;
  readonly disabled?: boolean;
}) {
  return (
    <button type="submit" className="s-btn s-submit" data-kind="primary" aria-busy={busy} disabled={disabled || busy}>
      {busy ? <span className="s-spin" aria-hidden /> : null}
      <span className={busy ? "s-hidden" : undefined}>{children}</span>
    </button>
  );
}
