import { useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import type { PasswordRules } from "../../password.ts";
import { messageOf } from "../call.ts";
import { useText } from "../language.ts";
import { changePassword } from "../session.ts";
import { PasswordEntry, SubmitButton } from "./Entry.tsx";
import { isGoodPassword, NewPassword } from "./NewPassword.tsx";

interface PasswordFormProps {
  readonly account: string;
  readonly rules: Partial<PasswordRules> | undefined;
  onDone?(): void;
  readonly beside?: ReactNode;
}

/** Old password, new password twice; used by the forced change and by the own wish. */
export function PasswordForm({ account, rules, onDone, beside }: PasswordFormProps) {
  const t = useText();
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [again, setAgain] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await changePassword(old, fresh);
      onDone?.();
    } catch (cause) {
      setError(messageOf(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <input type="text" autoComplete="username" value={account} readOnly hidden />
      <PasswordEntry label={t(["当前密码", "Current password"])} value={old} onChange={setOld} autoComplete="current-password" required />
      <NewPassword value={fresh} again={again} onChange={setFresh} onAgain={setAgain} account={account} rules={rules} error={error} />
      <div className="s-wizard-foot">
        {beside}
        <SubmitButton busy={busy} disabled={old === "" || !isGoodPassword(fresh, again, account, rules)}>
          {t(["修改密码", "Change password"])}
        </SubmitButton>
      </div>
    </form>
  );
}
