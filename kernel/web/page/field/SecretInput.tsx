import { Button, Input } from "antd";
import { useState } from "react";
import { useText } from "../../language.ts";

interface Props {
  readonly id?: string | undefined;
  readonly value: unknown;
  /** The record exists: something may be stored although nothing is shown. */
  readonly existing: boolean;
  readonly disabled?: boolean | undefined;
  readonly status?: "error" | "warning" | "" | undefined;
  readonly label?: string | undefined;
  change(value: string | null | undefined): void;
}

const isMask = (value: unknown): boolean => value === null || value === undefined || value === "" || /^[*•]/.test(String(value));

/** A secret is written, never read: what is stored shows as a mask, a new one replaces it whole. */
export function SecretInput({ id, value, existing, disabled, status, label, change }: Props) {
  const say = useText();
  const [stored] = useState(() => (isMask(value) && value ? String(value) : existing ? "" : null));
  const [writing, setWriting] = useState(stored === null);
  if (disabled || !writing)
    return (
      <span className="pg-secret">
        <span className="pg-text">{stored || (stored === "" ? "••••••" : say(["未设置", "Not set"]))}</span>
        {disabled ? null : (
          <Button size="small" id={id} onClick={() => setWriting(true)}>
            {say(["更换", "Replace"])}
          </Button>
        )}
      </span>
    );
  return (
    <span className="pg-secret">
      <Input.Password
        id={id}
        autoComplete="new-password"
        status={status ?? ""}
        aria-label={label}
        value={isMask(value) ? "" : String(value)}
        onChange={(e) => change(e.target.value === "" ? stored || null : e.target.value)}
      />
      {stored === null ? null : (
        <Button size="small" type="text" onClick={() => (change(stored || null), setWriting(false))}>
          {say(["保留原值", "Keep"])}
        </Button>
      )}
    </span>
  );
}
