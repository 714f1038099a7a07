import { User } from "lucide-react";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { loadInside } from "../inside.ts";
import { CallError, messageOf } from "../call.ts";
import { useText } from "../language.ts";
import { mfaDemandOf, signIn } from "../session.ts";
import type { Handshake, MfaDemand } from "../session.ts";
import { Captcha, emptyCaptcha } from "./Captcha.tsx";
import { DemoRoles } from "./DemoRoles.tsx";
import { Entry, PasswordEntry, SubmitButton } from "./Entry.tsx";
import { PublicLink } from "./PublicLink.tsx";
import { SsoButtons } from "./SsoButtons.tsx";

const ACCOUNT = "srm.account";

interface SignInFormProps {
  readonly shake: Handshake | null;
  onMfa(demand: MfaDemand): void;
}

const demandsCaptcha = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.code === "AUTH_CAPTCHA" || (error.data as { captchaRequired?: boolean } | null)?.captchaRequired === true);

/** Account, password and, when demanded, a captcha; single sign-on and demonstration roles below the blue button. */
export function SignInForm({ shake, onMfa }: SignInFormProps) {
  const t = useText();
  const [userName, setUserName] = useState(() => localStorage.getItem(ACCOUNT) ?? "");
  const [password, setPassword] = useState("");
  const [remember, setRemember] = useState(() => localStorage.getItem(ACCOUNT) !== null);
  const [captcha, setCaptcha] = useState(emptyCaptcha);
  const [askCaptcha, setAskCaptcha] = useState(false);
  const [turn, setTurn] = useState(0);
  const [error, setError] = useState<{ readonly code: string; readonly msg: string } | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const needsCaptcha = askCaptcha || shake?.captchaRequired === true;

  async function enter(account: string, secret: string): Promise<void> {
    setBusy(account);
    setError(null);
    try {
      await signIn({ userName: account, password: secret, ...(needsCaptcha ? captcha : {}) });
    } catch (cause) {
      const demand = mfaDemandOf(cause);
      if (demand !== null) return onMfa(demand);
      if (demandsCaptcha(cause)) setAskCaptcha(true);
      if (needsCaptcha) setTurn((n) => n + 1);
      setError({ code: cause instanceof CallError ? cause.code : "", msg: messageOf(cause) });
      setBusy(null);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (remember) localStorage.setItem(ACCOUNT, userName.trim());
    else localStorage.removeItem(ACCOUNT);
    void enter(userName.trim(), password);
  }

  return (
    <>
      <form onSubmit={submit} aria-label={t(["登录", "Sign in"])}>
        <Entry
          label={t(["账号", "Account"])}
          value={userName}
          onChange={setUserName}
          icon={<User size={15} aria-hidden />}
          autoComplete="username"
          autoFocus={userName === ""}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordEntry
          label={t(["密码", "Password"])}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          autoFocus={userName !== ""}
          onFocus={() => void loadInside().catch(() => undefined)}
          error={error !== null && error.code !== "AUTH_CAPTCHA" ? error.msg : null}
          required
        />
        {needsCaptcha ? (
          <Captcha value={captcha} onChange={setCaptcha} turn={turn} error={error?.code === "AUTH_CAPTCHA" ? error.msg : null} />
        ) : null}
        <div className="s-login-row">
          <label className="s-check">
            <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
            {t(["记住账号", "Remember account"])}
          </label>
          <PublicLink to="/forget">
            {error?.code === "AUTH_LOCKED" ? t(["重设密码解锁", "Reset to unlock"]) : t(["忘记密码", "Forgot password"])}
          </PublicLink>
        </div>
        <SubmitButton busy={busy !== null && busy === userName.trim()} disabled={busy !== null}>
          {t(["登录", "Sign in"])}
        </SubmitButton>
      </form>
      {shake !== null && shake.ssoProviders?.length > 0 ? (
        <>
          <p className="s-login-or">{t(["或用单点登录", "or single sign-on"])}</p>
          <SsoButtons choices={shake.ssoProviders} onError={(cause) => setError({ code: "", msg: messageOf(cause) })} />
        </>
      ) : null}
      {shake?.demo?.accounts?.length ? (
        <DemoRoles
          demo={shake.demo}
          busy={busy}
          onPick={(account) => void enter(account.userName, account.password ?? shake.demo?.password ?? "")}
        />
      ) : null}
    </>
  );
}
