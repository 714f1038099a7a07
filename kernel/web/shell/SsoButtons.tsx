import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { bytesOf, toBase64url, toHex } from "../../sign.ts";
import { call, messageOf } from "../call.ts";
import { randomBytes, sha256 } from "../crypto.ts";
import { useLanguage, useText } from "../language.ts";
import type { Handshake } from "../session.ts";

const PROOF = "srm.sso";

/** The secret this browser kept while somebody was away at the identity source; it is used once. */
export function takeProof(): string {
  const proof = sessionStorage.getItem(PROOF) ?? "";
  sessionStorage.removeItem(PROOF);
  return proof;
}

interface Props {
  readonly choices: Handshake["ssoProviders"];
  onError(cause: unknown): void;
}

/** One button per enabled identity source; the row is absent where none is configured. */
export function SsoButtons({ choices, onError }: Props) {
  const language = useLanguage((state) => state.language);
  const start = async (providerCode: string): Promise<void> => {
    const redirect = new URLSearchParams(location.search).get("redirect") ?? "";
    const proof = toBase64url(randomBytes(32));
    const binder = toHex(await sha256(bytesOf(proof)));
    const { data } = await call<{ url: string }>("baseServer/baseLoginService/ssoStart", { providerCode, redirect, binder });
    sessionStorage.setItem(PROOF, proof);
    location.assign(data.url);
  };
  return (
    <div className="s-login-sso">
      {choices.map((choice) => (
        <button key={choice.providerCode} type="button" className="s-btn" onClick={() => void start(choice.providerCode).catch(onError)}>
          {choice.icon ? <img src={choice.icon} width={16} height={16} alt="" /> : <KeyRound size={14} aria-hidden />}
          {(language === "EN" && choice.nameEn) || choice.name}
        </button>
      ))}
    </div>
  );
}

/** Where local passwords are off, the form waits behind a word for the day the identity source is out of reach. */
export function SsoFirst({ shake, children }: { readonly shake: Handshake | null; readonly children: ReactNode }) {
  const t = useText();
  const [local, setLocal] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (local || shake?.ssoOnly !== true || !shake.ssoProviders?.length) return children;
  return (
    <>
      <SsoButtons choices={shake.ssoProviders} onError={(cause) => setError(messageOf(cause))} />
      {error === null ? null : (
        <span className="s-error" role="alert">
          {error}
        </span>
      )}
      <p className="s-login-or">{t(["无法使用单点登录时", "when it is unavailable"])}</p>
      <button type="button" className="s-btn" onClick={() => setLocal(true)}>
        {t(["用应急账号登录", "Use the emergency account"])}
      </button>
    </>
  );
}
