import { useEffect, useState } from "react";
import type { SubmitEvent } from "react";
import { call, messageOf } from "../call.ts";
import { useText } from "../language.ts";
import { answerProofs } from "../prove.ts";
import { Dialog } from "./Dialog.tsx";
import { Entry, PasswordEntry } from "./Entry.tsx";
import { useCountdown } from "./useCountdown.ts";

type Way = "PASSWORD" | "TOTP" | "EMAIL";
interface Ways {
  readonly ways: readonly Way[];
  readonly minutes: number;
  readonly target?: string;
}

const service = "baseServer/baseLoginService";

/** Stands by for calls that need a proof of identity; what was typed on the page stays as it is meanwhile. */
export function ProofHost() {
  const [asked, setAsked] = useState<{ answer(proven: boolean): void } | null>(null);
  useEffect(
    () =>
      answerProofs(
        () =>
          new Promise((answer) =>
            setAsked({
              answer(proven) {
                setAsked(null);
                answer(proven);
              },
            }),
          ),
      ),
    [],
  );
  return asked === null ? null : <ProofDialog answer={asked.answer} />;
}

function ProofDialog({ answer }: { answer(proven: boolean): void }) {
  const t = useText();
  const [known, setKnown] = useState<Ways | null>(null);
  const [way, setWay] = useState<Way>("PASSWORD");
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    call<Ways>(`${service}/findProofWays`).then(
      ({ data }) => {
        setKnown(data);
        if (data.ways[0]) setWay(data.ways[0]);
      },
      (cause: unknown) => setError(messageOf(cause)),
    );
  }, []);

  const choose = (next: Way): void => {
    setWay(next);
    setTyped("");
    setError(null);
  };
  async function show(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await (way === "PASSWORD"
        ? call(`${service}/proveIdentity`, { way }, { sealed: { password: typed } })
        : call(`${service}/proveIdentity`, { way, code: typed.trim() }));
      answer(true);
    } catch (cause) {
      setError(messageOf(cause));
      setTyped("");
      setBusy(false);
    }
  }

  const hasNone = known !== null && known.ways.length === 0;
  const other = known?.ways.find((value) => value !== way);
  return (
    <Dialog
      title={t(["验证身份", "Confirm it is you"])}
      onClose={() => answer(false)}
      foot={
        <>
          <button type="button" className="s-btn" onClick={() => answer(false)}>
            {t(["取消", "Cancel"])}
          </button>
          <button type="submit" form="proof-form" className="s-btn" data-kind="primary" disabled={busy || hasNone || typed.trim() === ""}>
            {t(["验证并继续", "Confirm and continue"])}
          </button>
        </>
      }
    >
      <p>
        {hasNone
          ? t([
              "您的账号没有密码、验证器或已验证的邮箱。请退出后重新登录，再进行该操作。",
              "Your account has no password, authenticator or verified e-mail. Sign out, sign in again, then repeat the action.",
            ])
          : t([
              `该操作涉及账号或资金安全，请再次证明是您本人。${known?.minutes ?? 5} 分钟内不再询问，页面上的内容会保留。`,
              `This action affects accounts or money, so please confirm it is you. You will not be asked again for ${known?.minutes ?? 5} minutes, and nothing you entered is lost.`,
            ])}
      </p>
      {hasNone ? null : (
        <form id="proof-form" onSubmit={(event: SubmitEvent<HTMLFormElement>) => void show(event)}>
          <ProofEntry way={way} typed={typed} onType={setTyped} error={error} onError={setError} target={known?.target} />
          {other ? (
            <button type="button" className="s-btn" data-kind="quiet" onClick={() => choose(other)}>
              {other === "PASSWORD" ? t(["改用密码", "Use the password"]) : t(["改用验证器", "Use the authenticator"])}
            </button>
          ) : null}
        </form>
      )}
    </Dialog>
  );
}

interface ProofEntryProps {
  readonly way: Way;
  readonly typed: string;
  onType(text: string): void;
  readonly error: string | null;
  onError(text: string): void;
  readonly target: string | undefined;
}

/** The one line to fill in: the password, the authenticator's digits, or the code a mail brought. */
function ProofEntry({ way, typed, onType, error, onError, target }: ProofEntryProps) {
  const t = useText();
  const [left, wait] = useCountdown();
  if (way === "PASSWORD")
    return (
      <PasswordEntry
        label={t(["登录密码", "Password"])}
        value={typed}
        onChange={onType}
        autoComplete="current-password"
        autoFocus
        error={error}
      />
    );
  const sendCode = (): void =>
    void call<{ resendSeconds: number }>(`${service}/sendProofCode`).then(
      ({ data }) => wait(data.resendSeconds),
      (cause: unknown) => onError(messageOf(cause)),
    );
  return (
    <Entry
      label={way === "TOTP" ? t(["验证器上的六位数字", "Six digits from your authenticator"]) : t(["邮箱验证码", "Code from the e-mail"])}
      value={typed}
      onChange={onType}
      inputMode={way === "EMAIL" ? "numeric" : "text"}
      autoComplete="one-time-code"
      autoFocus
      error={error}
      hint={way === "TOTP" ? t(["也可填写恢复码", "A recovery code works too"]) : target}
      after={
        way === "EMAIL" ? (
          <button type="button" className="s-btn" data-kind="quiet" disabled={left > 0} onClick={sendCode}>
            {left > 0 ? t([`${left} 秒后重发`, `Retry in ${left} s`]) : t(["发送验证码", "Send code"])}
          </button>
        ) : null
      }
    />
  );
}
