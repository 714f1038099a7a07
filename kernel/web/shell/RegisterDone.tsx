import { Hourglass, UserPlus } from "lucide-react";
import { useState } from "react";
import { call, messageOf } from "../call.ts";
import { useText } from "../language.ts";
import { PublicLink } from "./PublicLink.tsx";
import { REGISTER } from "./register-flow.ts";
import type { HandedIn } from "./register-flow.ts";

/** The company is known; all that is said is that one may ask to be let in by its own people. */
export function Known({ join }: { readonly join: () => void }) {
  const t = useText();
  return (
    <div className="s-known" role="alert">
      <p>{t(["该企业已在系统中，可申请加入企业账号", "This company is already known; you may ask to join its account"])}</p>
      <button type="button" className="s-btn" onClick={join}>
        <UserPlus size={14} aria-hidden />
        {t(["申请加入", "Request to join"])}
      </button>
    </div>
  );
}

/** Handed in: nothing to do but wait, or take it back. */
export function Waiting({ done, back }: { readonly done: HandedIn; readonly back: () => void }) {
  const t = useText();
  const [error, setError] = useState<string | null>(null);
  const withdraw = (): void =>
    void call(`${REGISTER}/doWithdraw`, { id: done.id }).then(back, (cause: unknown) => setError(messageOf(cause)));
  return (
    <div className="s-state">
      <span className="s-state-icon" data-tone="primary">
        <Hourglass size={20} aria-hidden />
      </span>
      <h2>{t(["等待账号审核", "Waiting for account review"])}</h2>
      <p>{t([`注册编号 ${done.registerNo}`, `Registration ${done.registerNo}`])}</p>
      <p>
        {t([
          "结果会发到您的邮箱或手机；通过后用刚才的账号登录，继续填写企业资料。",
          "We will notify you by e-mail or phone. After approval, sign in with this account and complete the company profile.",
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
  );
}
