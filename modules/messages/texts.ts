import { refuse, type Refusal } from "#kernel/refusal.ts";

/** The refusals of messaging, in the words of its handbook. */
export const tplVar = (v: string, e: string): Refusal =>
  refuse("MSG_TPL_VAR", `模板变量${v}不存在于事件${e}`, `Variable ${v} is not in event ${e}`);
export const tplLang = (lang: "CN" | "EN"): Refusal =>
  refuse("MSG_TPL_LANG", `缺少${lang === "CN" ? "中文" : "英文"}模板`, `Template for ${lang === "CN" ? "Chinese" : "English"} missing`);
export const noReceiver = (): Refusal => refuse("MSG_NO_RECEIVER", "未解析到接收人", "No receiver resolved");
export const sourceTest = (msg: string): Refusal => refuse("MSG_SOURCE_TEST", `测试发送失败：${msg}`, `Test send failed: ${msg}`);
export const quota = (n: number): Refusal => refuse("MSG_QUOTA", `已达当日发送上限${n}`, `Daily limit ${n} reached`);
export const checkSelf = (): Refusal => refuse("MSG_CHECK_SELF", "不能审核自己创建的消息", "You cannot release your own message");
export const wrongState = (): Refusal => refuse("MSG_STATE", "当前状态不能执行该操作", "Not allowed in this state");
export const mandatory = (): Refusal => refuse("MSG_MANDATORY", "该类消息不可退订", "This kind cannot be unsubscribed");
export const smsTooLong = (n: number): Refusal => refuse("MSG_SMS_LEN", `短信超过${n}条长度`, `SMS longer than ${n} parts`);
export const unknownEvent = (code: string): Refusal =>
  refuse("MSG_EVENT_UNKNOWN", `未注册的消息事件${code}`, `Event ${code} is not registered`);
export const noPermission = (): Refusal => refuse("PERM_DENIED", "没有操作权限", "No permission for this operation", { http: 403 });
