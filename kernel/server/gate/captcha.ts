import { randomInt } from "node:crypto";
import { captchaAudioHelp, captchaWav } from "./captcha-audio.ts";
import { captchaAlphabet, captchaSvg } from "./captcha-image.ts";
import type { Gate } from "./gate.ts";
import { deny } from "./refusals.ts";
import { same } from "./session.ts";
import { issue, take } from "./ticket.ts";

const length = 4;

export interface Captcha {
  readonly captchaId: string;
  readonly image: string;
  readonly audio: string;
  readonly audioHelp: readonly [string, string];
}

const mark = (gate: Gate, certificate: string, text: string): string =>
  gate.keys.mac("captcha", `${certificate}|${text.trim().toUpperCase()}`);

/** Draws and sounds four characters for this session; they are good once, for two minutes. */
export async function makeCaptcha(gate: Gate, certificate: string, now: Date): Promise<Captcha> {
  const text = Array.from({ length }, () => captchaAlphabet[randomInt(captchaAlphabet.length)]!).join("");
  const { ticket } = await issue(gate.db, "CAPTCHA", { certificate, content: { answer: mark(gate, certificate, text) } }, now);
  return {
    captchaId: ticket,
    image: `data:image/svg+xml;base64,${Buffer.from(captchaSvg(text)).toString("base64")}`,
    audio: `data:audio/wav;base64,${captchaWav(text).toString("base64")}`,
    audioHelp: captchaAudioHelp,
  };
}

/** Uses the captcha up, right or wrong. */
export async function passedCaptcha(gate: Gate, certificate: string, body: Readonly<Record<string, unknown>>, now: Date): Promise<boolean> {
  const { captchaId, captchaCode } = body;
  if (typeof captchaId !== "string" || typeof captchaCode !== "string") return false;
  const taken = await take(gate.db, captchaId, ["CAPTCHA"], now, certificate);
  return taken !== null && same(String(taken.content["answer"]), mark(gate, certificate, captchaCode));
}

export async function demandCaptcha(gate: Gate, certificate: string, body: Readonly<Record<string, unknown>>, now: Date): Promise<void> {
  if (!(await passedCaptcha(gate, certificate, body, now))) throw deny("AUTH_CAPTCHA", { data: { captchaRequired: true } });
}
