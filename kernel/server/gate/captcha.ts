import { hash, randomInt } from "node:crypto";
import { captchaWorkBits, captchaWorkText, hasLeadingZeros } from "#kernel/captcha-work.ts";
import { captchaAlphabet, captchaSvg } from "./captcha-image.ts";
import type { Gate } from "./gate.ts";
import { deny } from "./refusals.ts";
import { same } from "./session.ts";
import { passageOf, type Asked } from "./signin.ts";
import { issue, look, take } from "./ticket.ts";

const length = 4;

export interface Captcha {
  readonly captchaId: string;
  readonly image: string;
  /** How much work tells the characters to somebody who cannot see them. */
  readonly workBits: number;
}

const mark = (gate: Gate, certificate: string, text: string): string =>
  gate.keys.mac("captcha", `${certificate}|${text.trim().toUpperCase()}`);

/** Draws four characters for this session; they are good once, for two minutes. */
export async function makeCaptcha(gate: Gate, certificate: string, now: Date): Promise<Captcha> {
  const text = Array.from({ length }, () => captchaAlphabet[randomInt(captchaAlphabet.length)]!).join("");
  const content = { answer: mark(gate, certificate, text), text: gate.keys.seal(text, `captcha|${certificate}`) };
  const { ticket } = await issue(gate.db, "CAPTCHA", { certificate, content }, now);
  return {
    captchaId: ticket,
    image: `data:image/svg+xml;base64,${Buffer.from(captchaSvg(text)).toString("base64")}`,
    workBits: captchaWorkBits,
  };
}

const toldPerMinute = 6;

/** Tells the characters to somebody who cannot see them: the browser has worked for it, and one address gets a few a minute. */
export async function tellCaptcha(gate: Gate, ctx: Asked, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { certificate } = passageOf(ctx).live.info;
  const { captchaId, work } = body;
  if (!gate.rates.allow(`captcha work|${ctx.ip}`, toldPerMinute, ctx.now)) throw deny("RATE_LIMIT");
  const isNumber = typeof captchaId === "string" && typeof work === "number" && Number.isSafeInteger(work) && work >= 0;
  if (!isNumber || !hasLeadingZeros(hash("sha256", captchaWorkText(captchaId, work), "buffer"), captchaWorkBits))
    throw deny("AUTH_CAPTCHA");
  const seen = await look(gate.db, captchaId, ["CAPTCHA"], ctx.now);
  const sealed = seen?.certificate === certificate ? seen.content["text"] : null;
  const text = typeof sealed === "string" ? gate.keys.unseal(sealed, `captcha|${certificate}`) : null;
  if (!text) throw deny("AUTH_CAPTCHA");
  return { captchaCode: text.toString("utf8") };
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
