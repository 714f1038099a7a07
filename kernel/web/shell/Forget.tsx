import { KeyRound, Mail, Smartphone, User } from "lucide-react";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { call, messageOf } from "../call.ts";
import { useText } from "../language.ts";
import { stand } from "../navigation.ts";
import { useSession } from "../session.ts";
import { Captcha, emptyCaptcha } from "./Captcha.tsx";
import type { CaptchaAnswer } from "./Captcha.tsx";
import { Entry, SubmitButton } from "./Entry.tsx";
import { useHandshake } from "./Login.tsx";
import { isGoodPassword, NewPassword } from "./NewPassword.tsx";
import { PublicLink } from "./PublicLink.tsx";
import { useCountdown } from "./useCountdown.ts";
import { WizardFrame } from "./WizardFrame.tsx";

type Channel = "EMAIL" | "SMS";

interface Recovery {
  readonly userName: string;
  readonly channel: Channel;
  readonly code: string;
  readonly sentTo: string | null;
  readonly resetTicket: string;
  readonly fresh: string;
  readonly again: string;
}

interface StepProps {
  readonly form: Recovery;
  change(part: Partial<Recovery>): void;
  readonly error: string | null;
}

const STEPS = [
  ["确认账号", "Account"],
  ["输入验证码", "Code"],
  ["设置新密码", "New password"],
] as const;
const RESEND_SECONDS = 60;
const empty: Recovery = { userName: "", channel: "EMAIL", code: "", sentTo: null, resetTicket: "", fresh: "", again: "" };
/** A link from a mail carries its ticket and leads straight to the new password. */
const ticketInAddress = (): string => new URLSearchParams(location.search).get("ticket") ?? "";
const callName = (what: "send" | "check", channel: Channel): string =>
  `baseServer/baseForgetPwdService/${what}${channel === "EMAIL" ? "Email" : "Phone"}Code`;

/** Password recovery in three steps. It never tells whether an account exists, and it also lifts a lock. */
export default function Forget() {
  const t = useText();
  const { shake, failed } = useHandshake();
  const [step, setStep] = useState(() => (ticketInAddress() === "" ? 0 : 2));
  const [form, setForm] = useState(() => ({ ...empty, resetTicket: ticketInAddress() }));
  const [captcha, setCaptcha] = useState(emptyCaptcha);
  const [turn, setTurn] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [wait, startWait] = useCountdown();
  const change = (part: Partial<Recovery>): void => setForm((old) => ({ ...old, ...part }));

  const walk = [
    async () => {
      const { data } = await call<{ masked?: string } | null>(callName("send", form.channel), { userName: form.userName, ...captcha });
      change({ sentTo: data?.masked ?? null, code: "" });
      startWait(RESEND_SECONDS);
      setStep(1);
    },
    async () => {
      const { data } = await call<{ resetTicket: string }>(callName("check", form.channel), { userName: form.userName, code: form.code });
      change({ resetTicket: data.resetTicket });
      setStep(2);
    },
    async () => {
      await call("baseServer/baseForgetPwdService/changePassword", { resetTicket: form.resetTicket }, { sealed: { password: form.fresh } });
      useSession.setState({
        ended: { code: "PWD_CHANGED", msg: t(["密码已修改，请用新密码登录", "Password changed. Sign in with the new one"]) },
      });
      stand("/login", null, true);
    },
  ];

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setBusy(true);
    setError(null);
    walk[step]!()
      .catch((cause: unknown) => (setError(messageOf(cause)), setTurn((n) => n + 1)))
      .finally(() => setBusy(false));
  }

  const ready = [
    form.userName !== "" && captcha.captchaCode.length === 4,
    form.code.length === 6,
    isGoodPassword(form.fresh, form.again, form.userName, shake?.pwdRules),
  ][step]!;
  return (
    <WizardFrame title={["找回密码", "Recover the password"]} steps={STEPS} at={step}>
      <form onSubmit={submit}>
        {step === 0 ? (
          <AccountStep
            form={form}
            change={change}
            error={error ?? failed}
            channels={shake?.channels ?? ["EMAIL"]}
            captcha={captcha}
            setCaptcha={setCaptcha}
            turn={turn}
          />
        ) : null}
        {step === 1 ? <CodeStep form={form} change={change} error={error} /> : null}
        {step === 2 ? (
          <NewPassword
            value={form.fresh}
            again={form.again}
            onChange={(fresh) => change({ fresh })}
            onAgain={(again) => change({ again })}
            account={form.userName}
            rules={shake?.pwdRules}
            error={error}
          />
        ) : null}
        <div className="s-wizard-foot">
          {step === 0 ? (
            <PublicLink to="/login" className="s-btn">
              {t(["返回登录", "Back to sign in"])}
            </PublicLink>
          ) : (
            <button type="button" className="s-btn" disabled={wait > 0} onClick={() => setStep(0)}>
              {wait > 0 ? t([`${wait} 秒后可重新发送`, `Send again in ${wait} s`]) : t(["重新发送", "Send again"])}
            </button>
          )}
          <SubmitButton busy={busy} disabled={!ready}>
            {[t(["发送验证码", "Send code"]), t(["下一步", "Next"]), t(["提交", "Submit"])][step]}
          </SubmitButton>
        </div>
      </form>
    </WizardFrame>
  );
}

interface AccountStepProps extends StepProps {
  readonly channels: readonly Channel[];
  readonly captcha: CaptchaAnswer;
  setCaptcha(answer: CaptchaAnswer): void;
  readonly turn: number;
}

function AccountStep({ form, change, error, channels, captcha, setCaptcha, turn }: AccountStepProps) {
  const t = useText();
  return (
    <>
      <Entry
        label={t(["账号", "Account"])}
        value={form.userName}
        onChange={(userName) => change({ userName })}
        icon={<User size={15} aria-hidden />}
        autoComplete="username"
        hint={t(["公司账号、邮箱或手机号", "Company account, e-mail or phone number"])}
        autoFocus
        required
      />
      <fieldset className="s-choice">
        <legend className="s-label">{t(["验证方式", "Send the code"])}</legend>
        {channels.map((channel) => (
          <label key={channel}>
            <input type="radio" name="channel" checked={form.channel === channel} onChange={() => change({ channel })} />
            {channel === "EMAIL" ? <Mail size={15} aria-hidden /> : <Smartphone size={15} aria-hidden />}
            {channel === "EMAIL" ? t(["发到绑定邮箱", "To your e-mail"]) : t(["发到绑定手机", "To your phone"])}
          </label>
        ))}
      </fieldset>
      <Captcha value={captcha} onChange={setCaptcha} turn={turn} error={error} />
    </>
  );
}

function CodeStep({ form, change, error }: StepProps) {
  const t = useText();
  return (
    <>
      <p className="s-reason" role="status">
        <Mail size={15} aria-hidden />
        <span>
          {t(["如果该账号存在，六位验证码已发出", "If the account exists, we sent a six-digit code"])}
          {form.sentTo === null ? "" : t([`到 ${form.sentTo}`, ` to ${form.sentTo}`])}
          {t(["，10 分钟内有效。", ". It is valid for 10 minutes."])}
        </span>
      </p>
      <Entry
        label={t(["六位验证码", "Six-digit code"])}
        value={form.code}
        onChange={(text) => change({ code: text.replace(/\D/g, "").slice(0, 6) })}
        icon={<KeyRound size={15} aria-hidden />}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error}
        autoFocus
        required
      />
    </>
  );
}
