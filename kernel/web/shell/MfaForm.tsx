import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { messageOf } from "../call.ts";
import { useText } from "../language.ts";
import { verifyMfa } from "../session.ts";
import type { MfaDemand } from "../session.ts";
import { Entry, SubmitButton } from "./Entry.tsx";

/** The second factor takes the place of the form: six digits from the authenticator or the mail. */
export function MfaForm({ demand, onBack }: { readonly demand: MfaDemand; onBack(): void }) {
  const t = useText();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [byRecovery, setByRecovery] = useState(false);

  const hint = byRecovery
    ? t(["开启二次验证时保存的恢复码，每个只能用一次。", "One of the codes you saved during setup. Each works once."])
    : demand.type === "TOTP"
      ? t(["打开验证器应用查看。", "Open your authenticator app to see it."])
      : t([
          `已发送到${demand.target ? ` ${demand.target}` : "您的邮箱"}，5 分钟内有效。`,
          `Sent to ${demand.target ?? "your mailbox"}, valid for 5 minutes.`,
        ]);

  async function check(digits: string): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await verifyMfa(demand.mfaTicket, digits);
    } catch (cause) {
      setError(messageOf(cause));
      setCode("");
      setBusy(false);
    }
  }

  function type(text: string): void {
    if (byRecovery) return setCode(text.toUpperCase().slice(0, 20));
    const digits = text.replace(/\D/g, "").slice(0, 6);
    setCode(digits);
    if (digits.length === 6 && !busy) void check(digits);
  }

  return (
    <form
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void check(code);
      }}
    >
      {byRecovery ? (
        <Entry
          label={t(["恢复码", "Recovery code"])}
          value={code}
          onChange={type}
          autoComplete="one-time-code"
          autoFocus
          error={error}
          hint={hint}
        />
      ) : (
        <div className="s-field">
          <label className="s-label" htmlFor="mfa-code">
            {t(["六位验证码", "Six-digit code"])}
          </label>
          <input
            id="mfa-code"
            className="s-digits"
            value={code}
            onChange={(event) => type(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            aria-invalid={error !== null}
            aria-describedby="mfa-note"
          />
          <span id="mfa-note" className={error ? "s-error" : "s-hint"} role={error ? "alert" : undefined}>
            {error ?? hint}
          </span>
        </div>
      )}
      <SubmitButton busy={busy} disabled={byRecovery ? code.length < 12 : code.length !== 6}>
        {t(["验证并登录", "Verify and sign in"])}
      </SubmitButton>
      {demand.type === "TOTP" ? (
        <button
          type="button"
          className="s-btn s-login-back"
          data-kind="quiet"
          onClick={() => (setByRecovery((now) => !now), setCode(""), setError(null))}
        >
          {byRecovery ? t(["改用验证器", "Use the authenticator"]) : t(["手机不在身边？用恢复码", "Lost your phone? Use a recovery code"])}
        </button>
      ) : null}
      <button type="button" className="s-btn s-login-back" data-kind="quiet" onClick={onBack}>
        <ArrowLeft size={14} aria-hidden />
        {t(["换一个账号", "Use another account"])}
      </button>
    </form>
  );
}
