import type { Text } from "#kernel/text.ts";
import * as words from "./words.ts";

/** What people call the settings of a step. */
export const settingWords: Readonly<Record<string, Text>> = {
  name: ["名称", "Name"],
  kind: ["类型", "Kind"],
  condition: ["条件", "Condition"],
  from: ["起点", "From"],
  to: ["终点", "To"],
  defaultFlow: ["默认分支", "Default flow"],
  minutes: ["等待分钟", "Minutes"],
  code: ["处理程序", "Handler"],
  supplierVisible: ["供应商可见", "Shown to supplier"],
  approverRule: ["处理人规则", "Approver rule"],
  ruleValue: ["规则值", "Value"],
  multiMode: ["签核方式", "Sign-off mode"],
  votePercent: ["通过比例", "Percent"],
  vetoFlag: ["一票否决", "Veto"],
  emptyPolicy: ["无人处理", "If no approver"],
  samePolicy: ["同一处理人", "Same person"],
  starterPolicy: ["发起人审批", "Submitter is approver"],
  allowActions: ["允许操作", "Allowed actions"],
  editableFields: ["可改字段", "Editable fields"],
  requiredFields: ["必填字段", "Required fields"],
  hiddenFields: ["隐藏字段", "Hidden fields"],
  rejectReturn: ["驳回后", "After reject"],
  timeLimitHours: ["时限小时", "Hours"],
  useCalendar: ["按工作日历", "Working hours"],
  timeoutAction: ["超时处理", "On timeout"],
  commentRequired: ["意见必填", "Comment"],
  copyRule: ["抄送", "Copy"],
};

const named: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  approverRule: words.ruleWords,
  multiMode: words.modeWords,
  emptyPolicy: words.emptyWords,
  samePolicy: words.sameWords,
  starterPolicy: words.starterWords,
  timeoutAction: words.timeoutWords,
  commentRequired: words.commentWords,
  rejectReturn: words.returnWords,
  allowActions: words.actionWords,
};

/** A setting's value as people say it. */
export function valueWords(key: string, value: unknown): Text {
  if (value === null || value === undefined || value === "") return ["–", "–"];
  if (typeof value === "boolean") return value ? ["是", "Yes"] : ["否", "No"];
  if (key === "name" && Array.isArray(value)) return [String(value[0]), String(value[1])];
  const list = Array.isArray(value) ? value.map(String) : typeof value === "object" ? null : [String(value)];
  if (list === null) return [JSON.stringify(value), JSON.stringify(value)];
  const texts = list.map((text) => named[key]?.[text] ?? ([text, text] as Text));
  return [texts.map((text) => text[0]).join("、") || "–", texts.map((text) => text[1]).join(", ") || "–"];
}
