import { fill, say, type Language, type Text } from "#kernel/text.ts";
import { inZone } from "#kernel/time.ts";
import type { Account } from "./directory.ts";
import type { Gate } from "./gate.ts";

interface Written {
  readonly subject: string;
  readonly text: string;
}

const texts = {
  VERIFY_CODE: [
    ["验证码", "Your code"],
    ["验证码{code}，10分钟内有效，请勿告知他人", "Code {code}, valid 10 minutes, tell nobody"],
  ],
  USER_LOCKED: [
    ["账号已锁定", "Account locked"],
    [
      "您的账号于{time}因多次登录失败被锁定（IP {ip}，{device}），可通过找回密码立即解锁",
      "Your account was locked at {time} after failed sign-ins (IP {ip}, {device}). Reset your password to unlock it",
    ],
  ],
  USER_NEW_DEVICE: [
    ["新设备登录", "New device signed in"],
    ["检测到新设备登录：{device} {time}", "New device signed in: {device} {time}"],
  ],
  PWD_CHANGED: [
    ["密码已修改", "Password changed"],
    ["您的密码已于{time}修改，如非本人操作请联系管理员", "Password changed at {time}; if not you, contact the administrator"],
  ],
  USER_CREATED: [
    ["设置密码", "Set your password"],
    ["您的账号{userName}已开通，请24小时内设置密码：{link}", "Account {userName} is ready. Set your password within 24 hours: {link}"],
  ],
} as const satisfies Record<string, readonly [subject: Text, text: Text]>;

export type LetterKind = keyof typeof texts;

const write = (kind: LetterKind, values: Readonly<Record<string, unknown>>, language: Language): Written => ({
  subject: say(texts[kind][0], language),
  text: say(fill(texts[kind][1], values), language),
});

export const codeLetter = (code: string, language: Language): Written => write("VERIFY_CODE", { code }, language);

/** Tells the owner of an account what happened to it; nobody waits for the sending. */
export function tellOwner(
  gate: Gate,
  account: Account,
  kind: LetterKind,
  values: Readonly<Record<string, unknown>>,
  now: Date,
  alsoPhone = false,
): void {
  const time = inZone(now.toISOString(), account.timeZone ?? account.orgZone ?? gate.settings.zone);
  const { subject, text } = write(kind, { time, ...values }, account.language ?? "CN");
  if (account.email) gate.later(gate.mail.send({ to: account.email, kind, subject, text, userId: account.userId }, now));
  if (alsoPhone && account.mobile && account.mobileVerified === "Y" && gate.sms.connected)
    gate.later(gate.sms.send({ to: account.mobile, kind, text, userId: account.userId }, now));
}
