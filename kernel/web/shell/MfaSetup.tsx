import { ArrowLeft, Copy, Download } from "lucide-react";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { messageOf, saveBlob } from "../call.ts";
import { useText } from "../language.ts";
import { QrCode } from "../part/QrCode.tsx";
import { setUpMfa } from "../session.ts";
import type { MfaDemand, MfaReady } from "../session.ts";
import { SubmitButton } from "./Entry.tsx";

/** Who must have a second factor and has none sets up an authenticator here, once, and takes the recovery codes along. */
export default function MfaSetup({ demand, onBack }: { readonly demand: MfaDemand; onBack(): void }) {
  const t = useText();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [ready, setReady] = useState<MfaReady | null>(null);

  async function check(digits: string): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      setReady(await setUpMfa(demand.mfaTicket, digits));
    } catch (cause) {
      setError(messageOf(cause));
      setCode("");
    } finally {
      setBusy(false);
    }
  }

  function type(text: string): void {
    const digits = text.replace(/\D/g, "").slice(0, 6);
    setCode(digits);
    if (digits.length === 6 && !busy) void check(digits);
  }

  if (ready !== null) return <Codes ready={ready} />;
  return (
    <form
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void check(code);
      }}
    >
      <ol className="s-mfa-steps">
        <li>
          {t([
            "在手机上打开验证器应用（如 Microsoft Authenticator、Google Authenticator），扫描二维码。",
            "Open an authenticator app on your phone (such as Microsoft Authenticator or Google Authenticator) and scan the code.",
          ])}
          <QrCode className="s-qr" text={demand.uri ?? ""} label={t(["验证器二维码", "Code for the authenticator"])} />
          <p className="s-hint">{t(["扫不了？手动输入密钥：", "Cannot scan it? Enter this key:"])}</p>
          <code className="s-mfa-secret">{(demand.secret ?? "").replace(/(.{4})/g, "$1 ").trim()}</code>
        </li>
        <li>
          <label htmlFor="mfa-code">{t(["填写应用显示的六位数字。", "Enter the six digits shown in the app."])}</label>
          <input
            id="mfa-code"
            className="s-digits"
            value={code}
            onChange={(event) => type(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            aria-invalid={error !== null}
            aria-describedby={error ? "mfa-note" : undefined}
          />
          {error ? (
            <span id="mfa-note" className="s-error" role="alert">
              {error}
            </span>
          ) : null}
        </li>
      </ol>
      <SubmitButton busy={busy} disabled={code.length !== 6}>
        {t(["验证并继续", "Verify and continue"])}
      </SubmitButton>
      <button type="button" className="s-btn s-login-back" data-kind="quiet" onClick={onBack}>
        <ArrowLeft size={14} aria-hidden />
        {t(["换一个账号", "Use another account"])}
      </button>
    </form>
  );
}

/** The codes for the day the phone is lost are shown this once, before the work begins. */
function Codes({ ready }: { readonly ready: MfaReady }) {
  const t = useText();
  const [isKept, setKept] = useState(false);
  const [busy, setBusy] = useState(false);
  const text = ready.codes.join("\n");
  return (
    <form
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        setBusy(true);
        void ready.goOn();
      }}
    >
      <p className="s-mfa-note">
        {t([
          "验证器已启用。手机丢失时，每个恢复码可代替动态口令登录一次。只显示这一次，请妥善保存。",
          "The authenticator is on. If you lose your phone, each recovery code signs you in once. They are shown only now; keep them safe.",
        ])}
      </p>
      <ul className="s-mfa-codes">
        {ready.codes.map((value) => (
          <li key={value}>
            <code>{value}</code>
          </li>
        ))}
      </ul>
      <p className="s-mfa-tools">
        <button type="button" className="s-btn" onClick={() => void navigator.clipboard.writeText(text)}>
          <Copy size={13} aria-hidden />
          {t(["复制", "Copy"])}
        </button>
        <button
          type="button"
          className="s-btn"
          onClick={() => saveBlob({ blob: new Blob([`${text}\n`], { type: "text/plain" }), fileName: "BASE-SRM-recovery-codes.txt" })}
        >
          <Download size={13} aria-hidden />
          {t(["下载", "Download"])}
        </button>
      </p>
      <label className="s-mfa-kept">
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} />
        {t(["我已妥善保存", "I have saved them"])}
      </label>
      <SubmitButton busy={busy} disabled={!isKept}>
        {t(["进入系统", "Continue"])}
      </SubmitButton>
    </form>
  );
}
