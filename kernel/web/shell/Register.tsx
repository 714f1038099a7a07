import { DoorClosed } from "lucide-react";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { call, messageOf } from "../call.ts";
import { useText } from "../language.ts";
import { go } from "../router.ts";
import { exchangeTicket } from "../session.ts";
import type { Handshake } from "../session.ts";
import { emptyCaptcha } from "./Captcha.tsx";
import { SubmitButton } from "./Entry.tsx";
import { useHandshake } from "./Login.tsx";
import { PublicLink } from "./PublicLink.tsx";
import { emptyDraft } from "./register-draft.ts";
import type { RegisterDraft, StepProps } from "./register-draft.ts";
import { handIn, isComplete, REGISTER, useInvited, useOptions, useRegistered } from "./register-flow.ts";
import type { HandedIn } from "./register-flow.ts";
import { RegisterAccount } from "./RegisterAccount.tsx";
import { RegisterCompany } from "./RegisterCompany.tsx";
import { Known, Waiting } from "./RegisterDone.tsx";
import { RegisterWishes } from "./RegisterWishes.tsx";
import { WizardFrame } from "./WizardFrame.tsx";

const TITLE = ["注册成为供应商", "Register as a supplier"] as const;
const STEPS = [
  ["企业", "Company"],
  ["账号", "Account"],
  ["合作意向", "Preferences"],
] as const;

/** Supplier registration; where the installation does not offer it, the page says so plainly. */
export default function Register() {
  const t = useText();
  const { shake, failed } = useHandshake();
  if (shake?.registration === true) return <RegisterWizard shake={shake} />;
  return (
    <WizardFrame title={TITLE} steps={[]} at={0}>
      <div className="s-state">
        <span className="s-state-icon">
          <DoorClosed size={20} aria-hidden />
        </span>
        <h2>
          {failed ??
            (shake === null
              ? t(["正在确认…", "Checking…"])
              : t(["本系统未开放供应商注册", "Supplier registration is not open on this installation"]))}
        </h2>
        <p>{shake === null ? null : t(["请联系您的采购对接人开通账号。", "Please ask your buyer to open an account for you."])}</p>
        <div className="s-state-actions">
          <PublicLink to="/login" className="s-btn">
            {t(["返回登录", "Back to sign in"])}
          </PublicLink>
        </div>
      </div>
    </WizardFrame>
  );
}

function RegisterWizard({ shake }: { readonly shake: Handshake }) {
  const t = useText();
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState(() => emptyDraft(new URLSearchParams(location.search).get("invite") ?? ""));
  const [captcha, setCaptcha] = useState(emptyCaptcha);
  const [turn, setTurn] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<HandedIn | null>(null);
  const [known, setKnown] = useState(false);
  const change = (piece: Partial<RegisterDraft>): void => {
    if ("companyName" in piece || "uscc" in piece || "taxNo" in piece || "supplierNature" in piece) setKnown(false);
    setDraft((old) => ({ ...old, ...piece, ...("uscc" in piece || "taxNo" in piece ? { joinFlag: "N" as const } : {}) }));
  };

  const options = useOptions(shake);
  const invited = useInvited(draft.inviteCode, setDraft, setError);
  const registered = useRegistered(draft.supplierNature === "MAINLAND" ? draft.uscc : "", setDraft);

  async function next(): Promise<void> {
    if (step === 0) {
      const { data } = await call<{ result: "OK" | "EXISTS" | "REFUSED" }>(`${REGISTER}/checkCompany`, {
        companyName: draft.companyName,
        uscc: draft.uscc,
        taxNo: draft.taxNo,
        ...captcha,
      });
      if (data.result === "EXISTS") {
        setTurn((n) => n + 1);
        return setKnown(true);
      }
      if (data.result === "REFUSED") throw new Error(t(["暂不能受理该企业的注册申请", "This registration cannot be accepted"]));
    }
    if (step === 2) {
      const result = await handIn(draft, options, (id) => change({ id }));
      if (result.ticket === undefined) return setDone(result);
      await exchangeTicket(result.ticket);
      return go("/registerInfoEdit", { replace: true });
    }
    setStep(step + 1);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setBusy(true);
    setError(null);
    next()
      .catch((cause: unknown) => {
        setError(messageOf(cause));
        setTurn((n) => n + 1);
      })
      .finally(() => setBusy(false));
  }

  const part: StepProps = {
    draft,
    change,
    options,
    captcha,
    setCaptcha,
    turn,
    error,
    invited,
    registered,
  };
  if (done)
    return (
      <WizardFrame title={TITLE} steps={STEPS} at={3}>
        <Waiting done={done} back={() => (setDone(null), setStep(0), setTurn((n) => n + 1))} />
      </WizardFrame>
    );
  return (
    <WizardFrame title={TITLE} steps={STEPS} at={step}>
      <form onSubmit={submit}>
        {step === 0 ? <RegisterCompany {...part} /> : null}
        {step === 0 && known ? <Known join={() => (change({ joinFlag: "Y" }), setStep(1))} /> : null}
        {draft.joinFlag === "Y" && step > 0 ? (
          <p className="s-hint">
            {t([
              "本次为申请加入企业账号，核实后由贵司管理员添加。",
              "Send a request; your company's administrator will review it and add you.",
            ])}
          </p>
        ) : null}
        {step === 1 ? <RegisterAccount {...part} rules={shake.pwdRules} channels={shake.channels ?? ["EMAIL"]} /> : null}
        {step === 2 ? <RegisterWishes {...part} /> : null}
        <div className="s-wizard-foot">
          {step === 0 ? (
            <PublicLink to="/login" className="s-btn">
              {t(["返回登录", "Back to sign in"])}
            </PublicLink>
          ) : (
            <button type="button" className="s-btn" onClick={() => setStep(step - 1)}>
              {t(["上一步", "Back"])}
            </button>
          )}
          <SubmitButton busy={busy} disabled={!isComplete(step, draft, captcha.captchaCode, shake, options)}>
            {step === 2 ? t(["提交", "Submit"]) : t(["下一步", "Next"])}
          </SubmitButton>
        </div>
      </form>
    </WizardFrame>
  );
}
