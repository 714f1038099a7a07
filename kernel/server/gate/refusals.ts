import { Refusal, type FieldError } from "#kernel/refusal.ts";
import { fill, type Text } from "#kernel/text.ts";

/** Every sentence the gate may answer with, in the wording callers know. */
export const gateTexts = {
  AUTH_BAD: [200, "账号或密码错误", "Account or password is wrong"],
  AUTH_CAPTCHA: [200, "验证码错误或已失效", "The captcha is wrong or has expired"],
  AUTH_LOCKED: [200, "账号已锁定，请{n}分钟后再试或通过找回密码解锁", "Account locked. Try again in {n} minutes or reset the password"],
  AUTH_IP_BLOCKED: [200, "登录失败次数过多，请稍后再试", "Too many failed sign-ins, try later"],
  AUTH_DISABLED: [200, "账号已停用，请联系管理员", "Account disabled, contact the administrator"],
  AUTH_NO_RESP: [200, "未分配有效职责", "No valid responsibility assigned"],
  AUTH_EXPIRED: [401, "登录已失效，请重新登录", "Session ended, please sign in again"],
  AUTH_KICKED: [401, "账号已在其他地方登录", "You signed in elsewhere"],
  AUTH_MFA_REQUIRED: [200, "请完成二次验证", "Second factor required"],
  SIGN_APP: [401, "请求签名校验失败", "Request signature check failed"],
  SIGN_PARAM: [401, "请求签名校验失败", "Request signature check failed"],
  SIGN_TIME: [401, "请求时间超出允许范围", "Request time is outside the allowed window"],
  SIGN_REPLAY: [401, "重复的请求已被拒绝", "A repeated request was refused"],
  SIGN_HEADER: [401, "请求头不合法", "Request headers are invalid"],
  PWD_WEAK: [200, "密码不符合复杂度要求：{rules}", "Password is too weak: {rules}"],
  PWD_REUSED: [200, "不能使用最近{n}次用过的密码", "One of the last {n} passwords cannot be reused"],
  CODE_BAD: [200, "验证码错误或已失效", "Code wrong or expired"],
  CODE_LIMIT: [200, "发送过于频繁", "Sent too often"],
  REG_ACCOUNT_EXISTS: [200, "账号已存在", "Account exists"],
  ENVELOPE_REQUIRED: [200, "请求内容须加密", "The request body must be encrypted"],
  PERM_DENIED: [403, "没有操作权限", "No permission for this operation"],
  DATA_NOT_FOUND: [200, "数据不存在或无权查看", "Not found or not visible"],
  RATE_LIMIT: [429, "请求过于频繁", "Too many requests"],
  SYS_BUSY: [503, "系统繁忙", "System busy"],
  SSO_STATE: [200, "登录请求已失效", "Sign-in request expired"],
  SSO_TOKEN: [200, "身份令牌校验失败", "Identity token invalid"],
  SSO_NO_USER: [200, "未找到对应账号", "No matching account"],
  SSO_ONLY: [200, "本系统只允许单点登录", "Only single sign-on is allowed here"],
  OAUTH_CLIENT: [401, "应用或密钥不正确", "Client id or secret is wrong"],
  OAUTH_SCOPE: [403, "应用无权调用该接口", "App cannot call this API"],
  OAUTH_IP: [403, "来源地址不允许", "Source address not allowed"],
  API_DISABLED: [403, "接口已停用", "This API is switched off"],
  REQUEST_SHAPE: [
    400,
    "请求内容嵌套过深或列表过长，请分批提交",
    "The request is nested too deeply or has too long a list; send it in parts",
  ],
  REQUEST_SIZE: [
    413,
    "请求内容过大（上限 {n} KB），请分批提交、改用导入或附件",
    "The request is too large (limit {n} KB); send it in parts, or use an import or an attachment",
  ],
  REQUEST_BAD: [400, "请求内容无法解析", "The request could not be read"],
} as const satisfies Record<string, readonly [http: number, cn: string, en: string]>;

export type GateCode = keyof typeof gateTexts;

interface More {
  readonly values?: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  readonly fieldErrors?: readonly FieldError[];
}

/** The refusal of that code with its placeholders filled. */
export function deny(code: GateCode, more: More = {}): Refusal {
  const [http, cn, en] = gateTexts[code];
  return new Refusal(code, fill([cn, en], more.values ?? {}), {
    http,
    data: more.data,
    ...(more.fieldErrors ? { fieldErrors: more.fieldErrors } : {}),
  });
}

export type EndReason =
  | "LOGOUT"
  | "IDLE"
  | "ABSOLUTE"
  | "KICKED"
  | "PASSWORD_CHANGED"
  | "DISABLED"
  | "MOVED"
  | "ADMIN"
  | "OWN"
  | "STOLEN"
  | "SIGNATURES"
  | "LEAKED";

/** Why a session ended, as the person reads it above the sign-in form. */
export const endReasons: Readonly<Record<EndReason, Text>> = {
  LOGOUT: ["退出", "Logout"],
  IDLE: ["空闲超时", "Idle"],
  ABSOLUTE: ["到期", "Absolute limit"],
  KICKED: ["被顶替", "Replaced"],
  PASSWORD_CHANGED: ["密码已改", "Password changed"],
  DISABLED: ["账号停用", "Disabled"],
  MOVED: ["公司已合并，请重新登录", "Your company was merged with another; sign in again"],
  ADMIN: ["管理员结束", "Ended by administrator"],
  OWN: ["您在其他设备上结束了此登录", "You signed out on another device"],
  STOLEN: [
    "旧的会话凭证被再次使用，疑似被盗，已为您结束；请修改密码",
    "An old session token was reused and may have been stolen. Change your password",
  ],
  SIGNATURES: [
    "请求签名多次不符，疑似伪造，已为您结束；如再次发生请联系管理员",
    "Too many requests with an invalid signature. If it happens again, contact your administrator",
  ],
  LEAKED: ["会话凭证出现在网址中，可能已泄露，已为您结束", "The session token appeared in a URL and may have leaked"],
};

/** A session that is over says why: replaced by a newer one, or ended for the reason in brackets. */
export function denyEnded(reason: EndReason | null): Refusal {
  if (reason === "KICKED") return deny("AUTH_KICKED", { data: { reason } });
  const [http, cn, en] = gateTexts.AUTH_EXPIRED;
  const why = reason ? endReasons[reason] : null;
  return new Refusal("AUTH_EXPIRED", why ? [`${cn}（${why[0]}）`, `${en} (${why[1]})`] : [cn, en], { http, data: { reason } });
}
