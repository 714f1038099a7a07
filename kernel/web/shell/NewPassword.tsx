import { Check, Minus } from "lucide-react";
import { passwordChecks, passwordFloor } from "../../password.ts";
import type { PasswordRules } from "../../password.ts";
import { useText } from "../language.ts";
import { PasswordEntry } from "./Entry.tsx";

interface NewPasswordProps {
  readonly value: string;
  readonly again: string;
  onChange(value: string): void;
  onAgain(value: string): void;
  readonly account: string;
  readonly rules: Partial<PasswordRules> | undefined;
  readonly error?: string | null;
  /** Where other lines may stay empty, these are marked. */
  readonly star?: boolean;
}

const withFloor = (rules: Partial<PasswordRules> | undefined): PasswordRules => ({ ...passwordFloor, ...rules });

/** True when the new password keeps every rule and was typed the same way twice. */
export const isGoodPassword = (value: string, again: string, account: string, rules: Partial<PasswordRules> | undefined): boolean =>
  value === again && passwordChecks(value, account, withFloor(rules)).every((check) => check.kept);

/** A new password twice, with the rules ticked off while it is typed. */
export function NewPassword({ value, again, onChange, onAgain, account, rules, error, star = false }: NewPasswordProps) {
  const t = useText();
  const differs = again !== "" && again !== value;
  return (
    <>
      <PasswordEntry
        label={t(["新密码", "New password"])}
        value={value}
        onChange={onChange}
        autoComplete="new-password"
        error={error ?? null}
        star={star}
        required
      />
      <ul className="s-rules" aria-live="polite">
        {passwordChecks(value, account, withFloor(rules)).map((check) => (
          <li key={check.rule} data-kept={check.kept}>
            {check.kept ? (
              <Check size={13} aria-label={t(["已满足", "kept"])} />
            ) : (
              <Minus size={13} aria-label={t(["未满足", "not yet"])} />
            )}
            {t(check.text)}
          </li>
        ))}
      </ul>
      <PasswordEntry
        label={t(["再输一次", "Repeat password"])}
        value={again}
        onChange={onAgain}
        autoComplete="new-password"
        error={differs ? t(["两次输入不一致", "The passwords do not match"]) : null}
        star={star}
        required
      />
    </>
  );
}
