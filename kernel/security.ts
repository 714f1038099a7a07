import type { EventShape } from "./module.ts";
import { inBoth, type Text } from "./text.ts";

/** Something a security officer must know of. */
export interface SecurityKind {
  readonly label: Text;
  readonly level: "WARN" | "ERROR";
  /** What those who look after security read. Values: ${person}, ${ip}, ${what}. */
  readonly text: Text;
  /** What the person it happened to reads. */
  readonly own?: Text;
  /** Told to people by the event of this name already: here it is only written down. */
  readonly from?: string;
}

const ifNotYou: Text = [
  "如非本人操作，请立即修改密码并联系管理员",
  "If this was not you, change your password and contact the administrator",
];

/** All of them: each is written to the system log with person and address, and somebody is told. */
export const securityKinds = {
  SESSION_STOLEN: {
    label: ["会话疑似被盗", "Session possibly stolen"],
    level: "ERROR",
    text: [
      "${person}的旧会话凭证在地址${ip}被再次使用，会话已结束",
      "An old session token of ${person} was reused from ${ip}. The session was ended",
    ],
    own: [
      `您的旧会话凭证在地址\${ip}被再次使用，该登录已结束。${ifNotYou[0]}`,
      `An old session token of yours was reused from \${ip}. That session was ended. ${ifNotYou[1]}`,
    ],
  },
  SESSION_FORGED: {
    label: ["请求签名多次不符", "Forged request signatures"],
    level: "ERROR",
    text: [
      "${person}的会话在地址${ip}多次以错误签名发出请求，会话已结束",
      "The session of ${person} was used with invalid signatures from ${ip}. The session was ended",
    ],
    own: [
      `有人在地址\${ip}多次以错误签名使用您的登录，该登录已结束。${ifNotYou[0]}`,
      `Someone at \${ip} used your session with invalid signatures. It was ended. ${ifNotYou[1]}`,
    ],
  },
  SESSION_LEAKED: {
    label: ["会话凭证泄露", "Session token leaked"],
    level: "ERROR",
    text: [
      "${person}的会话凭证出现在网址中（地址${ip}），会话已结束",
      "A session token of ${person} appeared in a URL (from ${ip}). The session was ended",
    ],
    own: [
      "您的会话凭证出现在网址中，可能已泄露，该登录已结束；请重新登录",
      "Your session token appeared in a URL and may have leaked. That session was ended. Please sign in again",
    ],
  },
  ACCOUNT_LOCKED: {
    label: ["账号锁定", "Account locked"],
    level: "WARN",
    text: ["账号${person}因多次登录失败被锁定（地址${ip}）", "Account ${person} was locked after failed sign-ins (from ${ip})"],
  },
  ADDRESS_LOCKED: {
    label: ["地址锁定", "Address locked"],
    level: "WARN",
    text: ["地址${ip}因多次登录失败被锁定", "Address ${ip} was locked after failed sign-ins"],
  },
  SECOND_FACTOR_CHANGED: {
    label: ["二次验证变更", "Second factor changed"],
    level: "WARN",
    text: ["${person}的二次验证已变更：${what}（地址${ip}）", "The second factor of ${person} changed: ${what} (from ${ip})"],
    own: [`您的二次验证已变更：\${what}。${ifNotYou[0]}`, `Your second factor changed: \${what}. ${ifNotYou[1]}`],
  },
  RECOVERY_CHANGED: {
    label: ["找回方式变更", "Recovery contact changed"],
    level: "WARN",
    text: ["${person}的找回密码联系方式已变更：${what}（地址${ip}）", "The recovery contact of ${person} changed: ${what} (from ${ip})"],
    own: [`您用于找回密码的联系方式已变更：\${what}。${ifNotYou[0]}`, `Your recovery contact changed: \${what}. ${ifNotYou[1]}`],
  },
  ADMINISTRATOR_CHANGED: {
    label: ["管理员变更", "Administrators changed"],
    level: "WARN",
    text: ["管理权限变更：${what}", "Administrator rights changed: ${what}"],
    own: ["您的管理权限已变更：${what}", "Your administrator rights changed: ${what}"],
    from: "GRANT_CHANGED",
  },
  FILE_INFECTED: {
    label: ["发现病毒", "Virus found"],
    level: "ERROR",
    text: ["${person}上传的文件含有病毒，已隔离：${what}", "A file uploaded by ${person} is infected and quarantined: ${what}"],
  },
  SIGNATURE_FORGED: {
    label: ["外部回调签名无效", "Forged outside signature"],
    level: "ERROR",
    text: ["地址${ip}以无效签名调用${what}", "${what} was called from ${ip} with an invalid signature"],
  },
  CALLBACK_REPLAYED: {
    label: ["外部回调重放", "Outside call replayed"],
    level: "WARN",
    text: ["地址${ip}重复使用了旧的回调：${what}", "An old signed call was sent again from ${ip}: ${what}"],
  },
  JOB_FAILED: {
    label: ["程序运行失败", "Program failed"],
    level: "ERROR",
    text: ["程序运行失败：${what}", "A program failed: ${what}"],
    from: "JOB_FAILED",
  },
} as const satisfies Readonly<Record<string, SecurityKind>>;

export type SecurityKindCode = keyof typeof securityKinds;

/** What is known of such an event. */
export interface SecurityFacts {
  readonly userId?: string | null;
  /** The account as it was typed, where nobody is known by it. */
  readonly account?: string | null;
  readonly ip?: string | null;
  readonly what?: Text;
  readonly requestId?: string | null;
}

export type RaiseSecurityEvent = (kind: SecurityKindCode, facts: SecurityFacts) => Promise<void>;

export const securityEvent = (kind: string): string => `SEC_${kind}`;
export const ownSecurityEvent = (kind: string): string => `SEC_${kind}_OWN`;

const carries: EventShape["carries"] = {
  userId: ["用户", "User"],
  person: ["姓名", "Person"],
  ip: ["地址", "Address"],
  what: ["内容", "What"],
  whatEn: ["内容（英文）", "What (English)"],
};

const worded = ([cn, en]: Text): Text => [cn, en.replaceAll("${what}", "${whatEn}")];

/** The messages of all kinds: one for those who look after security, one for the person. */
export function securityMessages(to: NonNullable<EventShape["tells"]>["to"]): Readonly<Record<string, EventShape>> {
  const found: Record<string, EventShape> = {};
  for (const [code, kind] of Object.entries(securityKinds) as [string, SecurityKind][]) {
    const shape = (content: Text, receivers: typeof to, label: Text): EventShape => ({
      label,
      kind: "WARNING",
      carries,
      tells: {
        title: kind.label,
        content: worded(content),
        channels: ["SITE", "EMAIL"],
        to: receivers,
        mandatory: true,
        priority: 1,
        loud: true,
      },
    });
    if (!kind.from) found[securityEvent(code)] = shape(kind.text, to, kind.label);
    if (kind.own)
      found[ownSecurityEvent(code)] = shape(
        kind.own,
        [{ value: "userId" }],
        inBoth(`${kind.label[0]}（本人）`, `${kind.label[1]} (own account)`),
      );
  }
  return found;
}
