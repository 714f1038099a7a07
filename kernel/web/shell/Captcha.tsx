import { EyeOff, RefreshCw, ShieldCheck } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { call } from "../call.ts";
import { workFor } from "../captcha-work.ts";
import { useText } from "../language.ts";
import { Entry } from "./Entry.tsx";

interface CaptchaImage {
  readonly captchaId: string;
  readonly image: string;
  readonly workBits: number;
}

export interface CaptchaAnswer {
  readonly captchaId: string;
  readonly captchaCode: string;
}

interface CaptchaProps {
  readonly value: CaptchaAnswer;
  onChange(value: CaptchaAnswer): void;
  /** rises when the last one was used up and a new one is needed */
  readonly turn: number;
  readonly error?: string | null;
}

export const emptyCaptcha: CaptchaAnswer = { captchaId: "", captchaCode: "" };

/** Four characters to read; for whoever cannot, the browser works a moment and fills them in. Each counts once and for two minutes. */
export function Captcha({ value, onChange, turn, error }: CaptchaProps) {
  const t = useText();
  const [shown, setShown] = useState<CaptchaImage | null>(null);
  const [failed, setFailed] = useState(false);
  const [working, setWorking] = useState(false);

  const renew = useCallback(() => {
    setFailed(false);
    call<CaptchaImage>("baseServer/baseLoginService/generateRandomValidate").then(
      ({ data }) => {
        setShown(data);
        onChange({ captchaId: data.captchaId, captchaCode: "" });
      },
      () => setFailed(true),
    );
  }, [onChange]);

  useEffect(renew, [renew, turn]);

  async function fillIn({ captchaId, workBits }: CaptchaImage): Promise<void> {
    setWorking(true);
    try {
      const work = await workFor(captchaId, workBits);
      const { data } = await call<{ captchaCode: string }>("baseServer/baseLoginService/tellCaptcha", { captchaId, work });
      onChange({ captchaId, captchaCode: data.captchaCode });
    } catch {
      setFailed(true);
    }
    setWorking(false);
  }

  return (
    <div className="s-captcha">
      <Entry
        label={t(["验证码", "Captcha"])}
        value={value.captchaCode}
        onChange={(captchaCode) => onChange({ ...value, captchaCode })}
        icon={<ShieldCheck size={15} aria-hidden />}
        error={error ?? (failed ? t(["验证码没有取到，请换一张", "The captcha could not be loaded. Get a new one"]) : null)}
        maxLength={4}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <div className="s-captcha-side">
        {shown === null ? (
          <span className="s-captcha-wait" />
        ) : (
          <img src={shown.image} alt={t(["验证码图片，看不清可点右侧自动填写", "Captcha picture; the button next to it fills it in"])} />
        )}
        <button
          type="button"
          className="s-icon-btn"
          aria-label={working ? t(["正在填写，请稍候", "Filling in…"]) : t(["看不清？自动填写", "Cannot read it? Fill it in for me"])}
          aria-busy={working}
          disabled={shown === null || working}
          onClick={() => shown && void fillIn(shown)}
        >
          <EyeOff size={15} aria-hidden />
        </button>
        <button type="button" className="s-icon-btn" aria-label={t(["换一张", "New captcha"])} onClick={renew}>
          <RefreshCw size={15} aria-hidden />
        </button>
      </div>
    </div>
  );
}
