import { RefreshCw, ShieldCheck, Volume2 } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { call } from "../call.ts";
import { useText } from "../language.ts";
import { Entry } from "./Entry.tsx";

interface CaptchaImage {
  readonly captchaId: string;
  readonly image: string;
  readonly audio: string;
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

/** Four characters to read or to hear; each counts once and for two minutes. */
export function Captcha({ value, onChange, turn, error }: CaptchaProps) {
  const t = useText();
  const [shown, setShown] = useState<CaptchaImage | null>(null);
  const [failed, setFailed] = useState(false);

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

  return (
    <div className="s-captcha">
      <Entry
        label={t(["验证码", "Captcha"])}
        value={value.captchaCode}
        onChange={(captchaCode) => onChange({ ...value, captchaCode })}
        icon={<ShieldCheck size={15} aria-hidden />}
        error={error ?? (failed ? t(["验证码没有取到，请换一张", "The captcha did not arrive, renew it"]) : null)}
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
          <img src={shown.image} alt={t(["验证码图片，可点右侧收听", "Captcha picture, it can be listened to"])} />
        )}
        <button
          type="button"
          className="s-icon-btn"
          aria-label={t(["收听验证码", "Listen to the captcha"])}
          disabled={!shown?.audio}
          onClick={() => shown && void new Audio(shown.audio).play()}
        >
          <Volume2 size={15} aria-hidden />
        </button>
        <button type="button" className="s-icon-btn" aria-label={t(["换一张", "Renew the captcha"])} onClick={renew}>
          <RefreshCw size={15} aria-hidden />
        </button>
      </div>
    </div>
  );
}
