import { Clock, Info, RefreshCw } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Text } from "../../text.ts";
import { messageOf } from "../call.ts";
import { keptDrafts } from "../draft.ts";
import { useLanguage, useText } from "../language.ts";
import { exchangeTicket, handshake, useSession } from "../session.ts";
import type { Handshake, MfaDemand } from "../session.ts";
import { Brand, BRAND_NAME } from "./Brand.tsx";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { LoginAside } from "./LoginAside.tsx";
import { MfaForm } from "./MfaForm.tsx";
import { PublicLink } from "./PublicLink.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { SsoFirst, takeProof } from "./SsoButtons.tsx";

const MfaSetup = lazy(() => import("./MfaSetup.tsx"));
const ForcedPassword = lazy(() => import("./ForcedPassword.tsx"));

/** Shakes hands once per visit; failure is told in words with a way to try again. */
export function useHandshake(): { shake: Handshake | null; failed: string | null; retry(): void } {
  const [shake, setShake] = useState<Handshake | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let here = true;
    handshake().then(
      (data) => here && (setShake(data), setFailed(null)),
      (error: unknown) => here && setFailed(messageOf(error)),
    );
    return () => void (here = false);
  }, [turn]);
  return { shake, failed, retry: () => setTurn((n) => n + 1) };
}

/** A ticket in the address is a personal link or comes back from single sign-on; it is used once and taken out of the address. */
function useTicket(onError: (msg: string) => void): void {
  const [found] = useState(() => {
    const query = new URLSearchParams(location.search);
    return { link: query.get("ticket"), sso: query.get("sso") };
  });
  useEffect(() => {
    const ticket = found.sso ?? found.link;
    if (ticket === null) return;
    const rest = new URLSearchParams(location.search);
    rest.delete("ticket");
    rest.delete("sso");
    history.replaceState(null, "", `${location.pathname}${rest.size > 0 ? `?${rest}` : ""}`);
    const proof = found.sso === null ? undefined : takeProof();
    exchangeTicket(ticket, proof).catch((error: unknown) => onError(messageOf(error)));
  }, [found, onError]);
}

/** The sign-in page: reason, form, single sign-on, demonstration roles, registration; drawn without the component kit so that it stays small. */
export function Login() {
  const t = useText();
  const language = useLanguage((state) => state.language);
  const { shake, failed, retry } = useHandshake();
  const forced = useSession((state) => state.record?.mustChangePassword === true);
  const [mfa, setMfa] = useState<MfaDemand | null>(null);
  const [ticketError, setTicketError] = useState<string | null>(null);
  useTicket(setTicketError);
  useEffect(() => {
    document.title = `${language === "EN" ? "Sign in" : "登录"} · ${BRAND_NAME}`;
  }, [language]);

  return (
    <div className="s-login">
      <LoginAside notice={shake?.notice} />
      <main className="s-login-main">
        <div className="s-login-top">
          <span className="s-login-small-brand">
            <Brand size={26} />
            <strong>{BRAND_NAME}</strong>
          </span>
          <LanguageSwitch />
        </div>
        <div className="s-login-column">
          <h1>{t(titleOf(mfa))}</h1>
          <p className="s-login-lead">{t(leadOf(mfa))}</p>
          <Reason failed={failed} retry={retry} ticketError={ticketError} />
          {mfa === null ? (
            <SsoFirst shake={shake}>
              <SignInForm shake={shake} onMfa={setMfa} />
            </SsoFirst>
          ) : mfa.type === "SETUP" ? (
            <Suspense fallback={null}>
              <MfaSetup demand={mfa} onBack={() => setMfa(null)} />
            </Suspense>
          ) : (
            <MfaForm demand={mfa} onBack={() => setMfa(null)} />
          )}
          <p className="s-login-register">
            {shake?.registration === true && mfa === null ? (
              <>
                {t(["还没有供应商账号？", "No supplier account yet? "])}
                <PublicLink to="/register">{t(["注册成为供应商", "Register as a supplier"])}</PublicLink>
              </>
            ) : null}
          </p>
        </div>
        <footer className="s-login-foot">{shake === null ? null : `${t(["版本", "Version"])} ${shake.version}`}</footer>
      </main>
      {forced ? (
        <Suspense fallback={null}>
          <ForcedPassword rules={shake?.pwdRules} />
        </Suspense>
      ) : null}
    </div>
  );
}

const titleOf = (mfa: MfaDemand | null): Text =>
  mfa === null ? ["登录", "Sign in"] : mfa.type === "SETUP" ? ["设置二次验证", "Set up two-step sign-in"] : ["二次验证", "Second factor"];

const leadOf = (mfa: MfaDemand | null): Text =>
  mfa === null
    ? ["使用公司账号、邮箱或手机号登录。", "Use your company account, e-mail or phone number."]
    : mfa.type === "SETUP"
      ? [
          "管理员登录除密码外还需要验证器的动态口令，只需设置一次。",
          "Administrators sign in with a password and an authenticator code. Set it up once.",
        ]
      : ["密码正确，还差一步。", "Password accepted. One more step."];

/** Why somebody stands here again: what happened, and that unsaved work is kept. */
function Reason({ failed, retry, ticketError }: { readonly failed: string | null; retry(): void; readonly ticketError: string | null }) {
  const t = useText();
  const ended = useSession((state) => state.ended);
  if (failed !== null) {
    return (
      <p className="s-reason" data-tone="error" role="alert">
        <Info size={15} aria-hidden />
        <span>
          {t(["连接不上服务器：", "The server cannot be reached: "])}
          {failed}
        </span>
        <button type="button" className="s-btn" onClick={retry}>
          <RefreshCw size={13} aria-hidden />
          {t(["重试", "Retry"])}
        </button>
      </p>
    );
  }
  if (ticketError !== null) {
    return (
      <p className="s-reason" data-tone="error" role="alert">
        <Info size={15} aria-hidden />
        <span>{ticketError}</span>
      </p>
    );
  }
  if (ended === null) return null;
  const count = keptDrafts();
  const back = new URLSearchParams(location.search).has("redirect");
  return (
    <p className="s-reason" role="status">
      <Clock size={15} aria-hidden />
      <span>
        {t(ended.msg.endsWith("。") || ended.msg.endsWith(".") ? [ended.msg, ended.msg] : [`${ended.msg}。`, `${ended.msg}. `])}
        {back ? t(["登录后回到刚才的页面", "You will return to the page you were on"]) : null}
        {back
          ? count > 0
            ? t([`，${count} 页未保存的修改还在。`, `; unsaved changes of ${count} page(s) are kept.`])
            : t(["。", "."])
          : null}
      </span>
    </p>
  );
}
