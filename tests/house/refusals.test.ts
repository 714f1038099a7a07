import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const sources = globSync("{kernel,modules,bridges}/**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(root, file), "utf8"));
const whole = sources.join("\n");
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const han = /[\u4e00-\u9fff]/;

/** The shell's refusals in the wording people and callers know; each stands in the sources as one pair. */
const shell: readonly (readonly [code: string, cn: string, en: string])[] = [
  ["AUTH_BAD", "账号或密码错误", "Account or password is wrong"],
  ["AUTH_CAPTCHA", "验证码错误或已失效", "The captcha is wrong or has expired"],
  ["AUTH_LOCKED", "账号已锁定，请{n}分钟后再试或通过找回密码解锁", "Account locked. Try again in {n} minutes or reset the password"],
  ["AUTH_IP_BLOCKED", "登录失败次数过多，请稍后再试", "Too many failed sign-ins, try later"],
  ["AUTH_DISABLED", "账号已停用，请联系管理员", "Account disabled, contact the administrator"],
  ["AUTH_NO_RESP", "未分配有效职责", "No valid responsibility assigned"],
  ["AUTH_EXPIRED", "登录已失效，请重新登录", "Session ended, please sign in again"],
  ["AUTH_KICKED", "账号已在其他地方登录", "You signed in elsewhere"],
  ["AUTH_MFA_REQUIRED", "请完成二次验证", "Second factor required"],
  ["SIGN_APP", "请求签名校验失败", "Request signature check failed"],
  ["SIGN_PARAM", "请求签名校验失败", "Request signature check failed"],
  ["SIGN_TIME", "请求时间超出允许范围", "Request time is outside the allowed window"],
  ["SIGN_REPLAY", "重复的请求已被拒绝", "A repeated request was refused"],
  ["SIGN_HEADER", "请求头不合法", "Request headers are invalid"],
  ["PWD_WEAK", "密码不符合复杂度要求：{rules}", "Password is too weak: {rules}"],
  ["PWD_REUSED", "不能使用最近{n}次用过的密码", "One of the last {n} passwords cannot be reused"],
  ["CODE_BAD", "验证码错误或已失效", "Code wrong or expired"],
  ["CODE_LIMIT", "发送过于频繁", "Sent too often"],
  ["REG_ACCOUNT_EXISTS", "账号已存在", "Account exists"],
  ["ENVELOPE_REQUIRED", "请求内容须加密", "The request body must be encrypted"],
  ["IDEMPOTENCY_CONFLICT", "幂等键已用于不同内容", "Idempotency key used with other content"],
  ["SHELL_TAB_LIMIT", "最多打开15个页签，请先关闭部分页签", "At most 15 tabs, close some first"],
  ["SHELL_CHUNK", "页面资源加载失败，请刷新", "Page resources failed to load, please refresh"],
  ["IFRAME_MSG", "消息类型不能为空且内容必须为对象", "Message needs a type and an object body"],
  ["TREE_EMPTY", "解析树数据失败，参数不能为空", "Parsing the tree data failed: parameters cannot be empty"],
  ["PERM_DENIED", "没有操作权限", "No permission for this operation"],
  ["DATA_NOT_FOUND", "数据不存在或无权查看", "Not found or not visible"],
  ["VERSION_CONFLICT", "数据已被他人修改，请刷新后重试", "Changed by someone else, refresh and retry"],
  ["RATE_LIMIT", "请求过于频繁", "Too many requests"],
  ["SYS_BUSY", "系统繁忙", "System busy"],
];

test.each(shell)("%s is said in Chinese and in English", (code, cn, en) => {
  expect(new RegExp(`\\b${code}\\b`).test(whole), "the code").toBe(true);
  const pair = new RegExp(`"${escaped(cn)}",\\s*"${escaped(en)}"`);
  expect(pair.test(whole), "its pair of sentences").toBe(true);
});

test("every refusal carries a Chinese and an English sentence", () => {
  const refusals = [
    ...whole.matchAll(/\brefuse(?:Field)?\(\s*(?:"[^"\n]*",\s*|\w+,\s*)?"([A-Z][A-Z0-9_-]+)",\s*(["`])(.*?)\2,\s*(["`])(.*?)\4\s*[,)]/gs),
  ];
  expect(refusals.length).toBeGreaterThan(60);
  expect(refusals.filter(([, , , cn, , en]) => !han.test(cn!) || han.test(en!) || !/[a-z]/i.test(en!)).map(([all]) => all)).toEqual([]);
});
