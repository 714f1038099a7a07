import { checkValue } from "#kernel/check.ts";
import { date, int, longtext, money, qty, ref, text, yn, type Field } from "#kernel/field.ts";
import type { FieldError } from "#kernel/refusal.ts";
import type { Text } from "#kernel/text.ts";

/** What a field of a form may be. */
export const formKinds = {
  text: ["单行文本", "Text"],
  longtext: ["多行文本", "Long text"],
  int: ["整数", "Whole number"],
  qty: ["数字", "Number"],
  money: ["金额", "Amount"],
  date: ["日期", "Date"],
  yn: ["是否", "Yes or no"],
  choice: ["单选", "One of several"],
  choices: ["多选", "Several of many"],
  user: ["人员", "Person"],
  org: ["组织", "Organisation"],
} as const satisfies Readonly<Record<string, Text>>;

export type FormKind = keyof typeof formKinds;

/** One field of a process's form, as its owner defined it. */
export interface FormLine {
  readonly key: string;
  readonly labelCn: string;
  readonly labelEn?: string;
  readonly kind?: FormKind;
  readonly required?: boolean;
  /** What can be chosen, where something is. */
  readonly options?: readonly string[];
}

type Content = Readonly<Record<string, unknown>>;

export const labelOf = (line: FormLine): Text => [line.labelCn, line.labelEn || line.labelCn];

export const isChosen = ({ kind }: FormLine): boolean => kind === "choice" || kind === "choices";

/** The lines of a stored form; what is not one is left aside. */
export function formLines(config: unknown): readonly FormLine[] {
  const lines = Array.isArray(config) ? config : ((config as { fields?: unknown } | null | undefined)?.fields ?? []);
  return Array.isArray(lines) ? lines.filter((line): line is FormLine => typeof line === "object" && line !== null && "key" in line) : [];
}

const more = { optional: true } as const;
const makers: Readonly<Record<FormKind, (label: Text) => Field>> = {
  text: (label) => text(...label, { ...more, max: 400 }),
  longtext: (label) => longtext(...label, { ...more, max: 4000 }),
  int: (label) => int(...label, more),
  qty: (label) => qty(...label, more),
  money: (label) => money(...label, more),
  date: (label) => date(...label, more),
  yn: (label) => yn(...label, more),
  choice: (label) => text(...label, { ...more, max: 400 }),
  choices: (label) => text(...label, { ...more, max: 4000 }),
  user: (label) => ref("BaseUsers", ...label, { ...more, pick: { userType: "INTERNAL" } }),
  org: (label) => ref("BaseOrganization", ...label, more),
};

/** A line of a form as a field like any other. */
export const formField = (line: FormLine): Field => (makers[line.kind ?? "text"] ?? makers.text)(labelOf(line));

/** Why a form cannot be used as it is defined. */
export function formProblems(config: unknown): readonly Text[] {
  const lines = formLines(config);
  const seen = new Set<string>();
  return lines.flatMap((line, at): Text[] => {
    const where: Text = [`第 ${at + 1} 个字段`, `field ${at + 1}`];
    const found: Text[] = [];
    if (!/^[A-Za-z]\w{0,39}$/.test(String(line.key)))
      found.push([`${where[0]}的编码须以字母开头，只含字母、数字、下划线`, `${where[1]} needs a code of letters, digits and _`]);
    if (seen.has(line.key)) found.push([`${where[0]}的编码${line.key}重复`, `${where[1]} repeats the code ${line.key}`]);
    seen.add(line.key);
    if (!line.labelCn?.trim()) found.push([`${where[0]}没有中文名称`, `${where[1]} has no Chinese name`]);
    if (!((line.kind ?? "text") in formKinds)) found.push([`${where[0]}的类型不支持`, `${where[1]} has an unknown kind`]);
    if (isChosen(line) && !(line.options ?? []).some((option) => option.trim()))
      found.push([`${where[0]}没有选项`, `${where[1]} has nothing to choose from`]);
    return found;
  });
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

function errorOf(line: FormLine, value: unknown, zone: string): readonly [code: string, text: Text] | null {
  if (isChosen(line)) {
    const chosen = line.kind === "choices" ? (Array.isArray(value) ? value : [null]) : [value];
    const known = chosen.every((candidate) => typeof candidate === "string" && (line.options ?? []).includes(candidate));
    return known ? null : ["FIELD_LOOKUP", ["不在可选范围内", "is not one of the choices"]];
  }
  const checked = checkValue(formField(line), value, { zone, clean: "later" });
  return "value" in checked ? null : [checked.code, checked.text];
}

/** What is wrong with a filled form; what is needed is asked for only when it is submitted. */
export function contentErrors(lines: readonly FormLine[], content: Content | null, zone: string, complete: boolean): readonly FieldError[] {
  const known = new Set(lines.map((line) => line.key));
  const foreign = Object.keys(content ?? {}).filter((key) => !known.has(key));
  return [
    ...foreign.map((key): FieldError => ({
      path: `content.${key}`,
      code: "FIELD_UNKNOWN",
      text: [`${key}：表单没有该字段`, `${key}: not a field of the form`],
    })),
    ...lines.flatMap((line): FieldError[] => {
      const value = content?.[line.key];
      const [cn, en] = labelOf(line);
      if (isEmpty(value))
        return complete && line.required
          ? [{ path: `content.${line.key}`, code: "FIELD_REQUIRED", text: [`请填写${cn}`, `${en} is required`] }]
          : [];
      const wrong = errorOf(line, value, zone);
      return wrong ? [{ path: `content.${line.key}`, code: wrong[0], text: [`${cn}：${wrong[1][0]}`, `${en}: ${wrong[1][1]}`] }] : [];
    }),
  ];
}

/** Who may start a process freely: holders of a responsibility, people of an organisation; nothing said means everybody. */
export interface StartScope {
  readonly respCodes?: readonly string[];
  readonly orgIds?: readonly string[];
}

export const scopeOfStart = (value: unknown): StartScope => (typeof value === "object" && value !== null ? (value as StartScope) : {});

/** May somebody with these responsibilities, at home in these organisations, start it? */
export function mayStart(value: unknown, responsibilities: readonly string[], orgs: readonly string[]): boolean {
  const { respCodes = [], orgIds = [] } = scopeOfStart(value);
  if (respCodes.length === 0 && orgIds.length === 0) return true;
  return respCodes.some((code) => responsibilities.includes(code)) || orgIds.some((id) => orgs.includes(id));
}
