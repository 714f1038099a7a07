import { DoorClosed, Hourglass, UserPlus } from "lucide-react";
import { useEffect, useState } from "react";
import type { SubmitEvent } from "react";
import { isCreditCode } from "../../credit-code.ts";
import { call, messageOf } from "../call.ts";
import { useLanguage, useText } from "../language.ts";
import { go } from "../router.ts";
import { exchangeTicket, handshake } from "../session.ts";
import type { Handshake } from "../session.ts";
import { emptyCaptcha } from "./Captcha.tsx";
import { SubmitButton } from "./Entry.tsx";
import { useHandshake } from "./Login.tsx";
import { isGoodPassword } from "./NewPassword.tsx";
import { PublicLink } from "./PublicLink.tsx";
import { emptyDraft, isAccountName } from "./register-draft.ts";
import type { Invited, RegisterDraft, RegisterOptions, StepProps } from "./register-draft.ts";
import { RegisterAccount } from "./RegisterAccount.tsx";
import { RegisterCompany } from "./RegisterCompany.tsx";
import { RegisterWishes } from "./RegisterWishes.tsx";
import { WizardFrame } from "./WizardFrame.tsx";

const REGISTER = "srmServer/v1/srmSupRegisterRestful";
const TITLE = ["注册成为供应商", "Register as a supplier"] as const;
const STEPS = [
  ["企业", "Company"],
  ["账号", "Account"],
  ["合作意向", "Wishes"],
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

const isComplete = (step: number, draft: RegisterDraft, captchaCode: string, shake: Handshake, options: RegisterOptions): boolean => {
  if (step === 0)
    return (
      draft.companyName !== "" &&
      captchaCode.length === 4 &&
      (draft.supplierNature === "MAINLAND" ? isCreditCode(draft.uscc) : draft.taxNo !== "" && draft.countryId !== "") &&
      (draft.supplierNature !== "OVERSEAS" || draft.companyNameEn !== "") &&
      (options.inviteRequired !== true || draft.inviteCode !== "")
    );
  if (step === 1)
    return (
      isAccountName(draft.username) &&
      draft.contactName.trim() !== "" &&
      isGoodPassword(draft.password, draft.again, draft.username, shake.pwdRules) &&
      (shake.channels ?? ["EMAIL"]).every((channel) => (channel === "EMAIL" ? draft.emailProof : draft.mobileProof) !== "")
    );
  return draft.agreed && (draft.wantedCategoryIds.length > 0 || !options.categories?.length);
};

/** What became of a registration that was handed in. */
interface HandedIn {
  readonly id: string;
  readonly registerNo: string;
  readonly status: string;
  /** opens the session of an invited company at once */
  readonly ticket?: string;
}

/** Saves the register document with its proofs, the password sealed, and hands it in. */
async function handIn(draft: RegisterDraft, options: RegisterOptions, saved: (id: string) => void): Promise<HandedIn> {
  const { password, again: _, agreed: __, id, ...fields } = draft;
  const home = options.countries?.find((country) => country.code === "CN")?.id ?? "";
  const body = {
    ...fields,
    ...(id === "" ? {} : { id }),
    countryId: fields.supplierNature === "MAINLAND" ? home : fields.countryId,
    proofTickets: { EMAIL: fields.emailProof, SMS: fields.mobileProof },
    consentVersion: options.terms?.version ?? "",
  };
  const { data } = await call<{ id: string; versionNum: number }>(`${REGISTER}/saveOrUpdate`, body, { sealed: { password } });
  saved(data.id);
  return (await call<HandedIn>(`${REGISTER}/doSubmit`, { id: data.id, versionNum: data.versionNum })).data;
}

/** What was chosen for an invited company before it came. */
async function lookUpInvite(code: string): Promise<Invited | null> {
  if (code.trim().length !== 12) return null;
  return (await call<Invited>("srmServer/v1/srmSupRegisterInviteRestful/findByCode", { code: code.trim() })).data;
}

function RegisterWizard({ shake }: { readonly shake: Handshake }) {
  const t = useText();
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState(() => emptyDraft(new URLSearchParams(location.search).get("invite") ?? ""));
  const [options, setOptions] = useState<RegisterOptions>({ inviteRequired: shake.inviteRequired === true });
  const [captcha, setCaptcha] = useState(emptyCaptcha);
  const [turn, setTurn] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<HandedIn | null>(null);
  const [known, setKnown] = useState(false);
  const [invited, setInvited] = useState<Invited | null>(null);
  const language = useLanguage((state) => state.language);
  const change = (piece: Partial<RegisterDraft>): void => {
    if ("companyName" in piece || "uscc" in piece || "taxNo" in piece || "supplierNature" in piece) setKnown(false);
    setDraft((old) => ({ ...old, ...piece, ...("uscc" in piece || "taxNo" in piece ? { joinFlag: "N" as const } : {}) }));
  };

  useEffect(() => {
    void handshake()
      .then(() => call<RegisterOptions>(`${REGISTER}/findOptions`))
      .then(
        ({ data }) => setOptions((old) => ({ ...old, ...data })),
        () => undefined,
      );
  }, [language]);

  useEffect(() => {
    void handshake()
      .then(() => lookUpInvite(draft.inviteCode))
      .then(
        (found) => {
          setInvited(found);
          if (found === null) return;
          setDraft((old) => ({
            ...old,
            companyName: old.companyName || found.companyName,
            wantedCategoryIds: old.wantedCategoryIds.length ? old.wantedCategoryIds : found.categories.map((one) => one.id),
          }));
        },
        (cause: unknown) => (setInvited(null), setError(messageOf(cause))),
      );
  }, [draft.inviteCode]);

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
  };
  if (done) return <Waiting done={done} back={() => (setDone(null), setStep(0), setTurn((n) => n + 1))} />;
  return (
    <WizardFrame title={TITLE} steps={STEPS} at={step}>
      <form onSubmit={submit}>
        {step === 0 ? <RegisterCompany {...part} /> : null}
        {step === 0 && known ? <Known join={() => (change({ joinFlag: "Y" }), setStep(1))} /> : null}
        {draft.joinFlag === "Y" && step > 0 ? (
          <p className="s-hint">
            {t([
              "本次为申请加入企业账号，核实后由贵司管理员添加。",
              "You ask to join; your company's administrator adds you after a check.",
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

/** The company is known; all that is said is that one may ask to be let in by its own people. */
function Known({ join }: { readonly join: () => void }) {
  const t = useText();
  return (
    <div className="s-known" role="alert">
      <p>{t(["该企业已在系统中，可申请加入企业账号", "This company is already known; you may ask to join its account"])}</p>
      <button type="button" className="s-btn" onClick={join}>
        <UserPlus size={14} aria-hidden />
        {t(["申请加入", "Ask to join"])}
      </button>
    </div>
  );
}

function Waiting({ done, back }: { readonly done: HandedIn; readonly back: () => void }) {
  const t = useText();
  const [error, setError] = useState<string | null>(null);
  const withdraw = (): void =>
    void call(`${REGISTER}/doWithdraw`, { id: done.id }).then(back, (cause: unknown) => setError(messageOf(cause)));
  return (
    <WizardFrame title={TITLE} steps={STEPS} at={3}>
      <div className="s-state">
        <span className="s-state-icon" data-tone="primary">
          <Hourglass size={20} aria-hidden />
        </span>
        <h2>{t(["等待账号审核", "Waiting for account review"])}</h2>
        <p>{t([`注册编号 ${done.registerNo}`, `Registration ${done.registerNo}`])}</p>
        <p>
          {t([
            "结果会发到您的邮箱或手机；通过后用刚才的账号登录，继续填写企业资料。",
            "You will be told by mail or phone. After approval sign in with this account and fill in the company file.",
          ])}
        </p>
        {error === null ? null : (
          <span className="s-error" role="alert">
            {error}
          </span>
        )}
        <div className="s-state-actions">
          <button type="button" className="s-btn" onClick={withdraw}>
            {t(["撤回修改", "Withdraw and change"])}
          </button>
          <PublicLink to="/login" className="s-btn">
            {t(["返回登录", "Back to sign in"])}
          </PublicLink>
        </div>
      </div>
    </WizardFrame>
  );
}
