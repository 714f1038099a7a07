import { Check } from "lucide-react";
import { useState } from "react";
import { call, messageOf } from "../call.ts";
import { useText } from "../language.ts";
import type { CaptchaAnswer } from "./Captcha.tsx";
import { Entry } from "./Entry.tsx";
import { useCountdown } from "./useCountdown.ts";

interface ProvenEntryProps {
  readonly channel: "EMAIL" | "SMS";
  readonly label: string;
  readonly target: string;
  readonly proof: string;
  onTarget(target: string): void;
  onProof(ticket: string): void;
  readonly captcha: CaptchaAnswer;
  /** the captcha is used up by sending */
  onCaptchaUsed(): void;
}

/** An address that its owner proves by typing the code sent there. */
export function ProvenEntry({ channel, label, target, proof, onTarget, onProof, captcha, onCaptchaUsed }: ProvenEntryProps) {
  const t = useText();
  const [code, setCode] = useState("");
  const [sent, setSent] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [wait, startWait] = useCountdown();

  async function send(): Promise<void> {
    setError(null);
    try {
      await call("baseServer/baseRegisterService/sendCode", { channel, target, ...captcha });
      setSent(true);
      startWait(60);
    } catch (cause) {
      setError(messageOf(cause));
    }
    onCaptchaUsed();
  }

  async function check(digits: string): Promise<void> {
    setError(null);
    try {
      const { data } = await call<{ proofTicket: string }>("baseServer/baseRegisterService/checkCode", { channel, target, code: digits });
      onProof(data.proofTicket);
    } catch (cause) {
      setError(messageOf(cause));
    }
  }

  function type(text: string): void {
    const digits = text.replace(/\D/g, "").slice(0, 6);
    setCode(digits);
    if (digits.length === 6) void check(digits);
  }

  if (proof !== "")
    return (
      <Entry
        label={label}
        value={target}
        onChange={() => undefined}
        readOnly
        after={<Check size={15} aria-label={t(["已验证", "verified"])} color="var(--c-success)" />}
      />
    );
  return (
    <>
      <div className="s-with-button">
        <Entry
          label={label}
          value={target}
          onChange={onTarget}
          type={channel === "EMAIL" ? "email" : "tel"}
          autoComplete={channel === "EMAIL" ? "email" : "tel"}
          error={sent ? null : error}
          star
          required
        />
        <button
          type="button"
          className="s-btn"
          disabled={wait > 0 || target === "" || captcha.captchaCode.length !== 4}
          onClick={() => void send()}
        >
          {wait > 0 ? t([`${wait} 秒`, `${wait} s`]) : t(["发送验证码", "Send code"])}
        </button>
      </div>
      {sent ? (
        <Entry
          label={t(["收到的六位验证码", "Six-digit code received"])}
          value={code}
          onChange={type}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={error}
          star
          required
        />
      ) : null}
    </>
  );
}
