import { User } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { PasswordRules } from "../../password.ts";
import { call } from "../call.ts";
import { useText } from "../language.ts";
import { Captcha, emptyCaptcha } from "./Captcha.tsx";
import { Entry } from "./Entry.tsx";
import { NewPassword } from "./NewPassword.tsx";
import { ProvenEntry } from "./ProvenEntry.tsx";
import { isAccountName } from "./register-draft.ts";
import type { StepProps } from "./register-draft.ts";

interface RegisterAccountProps extends StepProps {
  readonly rules: Partial<PasswordRules> | undefined;
  readonly channels: readonly ("EMAIL" | "SMS")[];
}

/** Step 2: the account and its proven addresses. */
export function RegisterAccount({ draft, change, error, rules, channels }: RegisterAccountProps) {
  const t = useText();
  const [taken, setTaken] = useState(false);
  const [captcha, setCaptcha] = useState(emptyCaptcha);
  const [turn, setTurn] = useState(0);
  const used = (): void => setTurn((n) => n + 1);

  // Names are told to applicants with a proven address only; until then the server refuses at the end.
  const proof = draft.emailProof || draft.mobileProof;
  const { username } = draft;
  const lookForName = useCallback(async (): Promise<void> => {
    if (!isAccountName(username) || proof === "") return;
    const { data } = await call<{ exists: boolean }>("baseServer/baseUsersService/validateExistedByUserName", {
      userName: username,
      proofTicket: proof,
    }).catch(() => ({ data: { exists: false } }));
    setTaken(data.exists);
  }, [username, proof]);
  // Who typed the name first and proved an address then is told then.
  const looked = useRef("");
  useEffect(() => {
    if (looked.current === proof) return;
    looked.current = proof;
    void lookForName();
  }, [proof, lookForName]);

  const nameError = taken
    ? t(["账号已存在", "Account exists"])
    : draft.username !== "" && !isAccountName(draft.username)
      ? t(["6 至 40 位字母、数字或 _ . @", "6 to 40 letters, digits or _ . @"])
      : null;
  // Once nothing is left to be sent, nobody is asked for another captcha.
  const unproven = channels.some((channel) => (channel === "EMAIL" ? draft.emailProof : draft.mobileProof) === "");
  const proven = (channel: "EMAIL" | "SMS") => {
    const mail = channel === "EMAIL";
    return (
      <ProvenEntry
        key={channel}
        channel={channel}
        label={mail ? t(["邮箱", "E-mail"]) : t(["手机", "Mobile"])}
        target={mail ? draft.email : draft.mobile}
        proof={mail ? draft.emailProof : draft.mobileProof}
        onTarget={(target) => change(mail ? { email: target } : { mobile: target })}
        onProof={(ticket) => change(mail ? { emailProof: ticket } : { mobileProof: ticket })}
        captcha={captcha}
        onCaptchaUsed={used}
      />
    );
  };

  return (
    <>
      <div className="s-two">
        <Entry
          label={t(["账号", "Account"])}
          value={draft.username}
          onChange={(username) => (setTaken(false), change({ username }))}
          onBlur={() => void lookForName()}
          icon={<User size={15} aria-hidden />}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={nameError}
          star
          required
        />
        <Entry
          label={t(["联系人", "Contact"])}
          value={draft.contactName}
          onChange={(contactName) => change({ contactName })}
          autoComplete="name"
          star
          required
        />
      </div>
      <NewPassword
        value={draft.password}
        again={draft.again}
        onChange={(password) => change({ password })}
        onAgain={(again) => change({ again })}
        account={draft.username}
        rules={rules}
        error={error}
        star
      />
      {unproven ? <Captcha value={captcha} onChange={setCaptcha} turn={turn} /> : null}
      {channels.map(proven)}
      {channels.includes("SMS") ? null : (
        <Entry
          label={t(["手机", "Mobile"])}
          value={draft.mobile}
          onChange={(mobile) => change({ mobile })}
          type="tel"
          autoComplete="tel"
          maxLength={30}
        />
      )}
    </>
  );
}
