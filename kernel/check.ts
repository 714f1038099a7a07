import { isDecimal, cmp, trim, round } from "./decimal.ts";
import { commonKeys, companions, type Entity } from "./entity.ts";
import { scaleOf, type Field, type Fields, type Format } from "./field.ts";
import { refuse, type FieldError, type Refusal } from "./refusal.ts";
import type { Text } from "./text.ts";
import { isDay, isZone, readTime } from "./time.ts";

/** What a check needs to know besides the declaration. */
export interface CheckContext {
  readonly zone: string;
  /** Is this an enabled code of the lookup type? Unknown types answer undefined. */
  readonly lookup?: (type: string, code: string) => boolean | undefined;
  /** The same for codes in rows that are stored as one value, where it differs. */
  readonly inRows?: CheckContext["lookup"];
  /** Takes out of formatted text what could act. "later": the server does it when the value is saved; browsers need no tokenizer to check a form. */
  readonly clean: ((html: string) => string) | "later";
}

type Outcome = { readonly value: unknown } | { readonly code: string; readonly text: Text };

const fail = (code: string, cn: string, en: string): Outcome => ({ code, text: [cn, en] });

const patterns: Readonly<Record<Exclude<Format, "zone">, readonly [RegExp, Text]>> = {
  email: [/^[^\s@<>"]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, ["须为邮箱地址", "must be an e-mail address"]],
  phone: [/^\+?[0-9][0-9 -]{4,19}$/, ["须为电话号码", "must be a phone number"]],
  url: [/^https?:\/\/[^\s]+$/, ["须为 http 或 https 地址", "must be an http or https address"]],
  account: [/^[A-Za-z0-9._@-]{3,60}$/, ["须为 3 至 60 位字母、数字或 . _ @ -", "must be 3 to 60 letters, digits or . _ @ -"]],
  creditCode: [/^[0-9A-HJ-NPQRTUWXY]{18}$/, ["须为 18 位统一社会信用代码", "must be an 18-character credit code"]],
  ip: [/^[0-9a-fA-F.:]+(\/\d{1,3})?([\s,，;；]+[0-9a-fA-F.:]+(\/\d{1,3})?)*$/, ["须为 IP 地址或网段", "must be an IP address or range"]],
  route: [/^[A-Za-z0-9_/?=&%.:-]+$/, ["须为页面地址", "must be a page route"]],
};

const lengthOf: Partial<Record<Field["kind"], number>> = {
  text: 200,
  code: 60,
  longtext: 4000,
  richtext: 200_000,
  files: 25_000,
  secret: 2000,
};

/** A text as it is kept: codes in capitals, ids as they are, formatted text without anything that could act. */
function written({ kind, exact }: Pick<Field, "kind" | "exact">, value: string, clean: CheckContext["clean"]): string {
  if (kind === "richtext") return clean === "later" ? value : clean(value);
  if (kind === "code") return exact ? value.trim() : value.trim().toUpperCase();
  return kind === "text" ? value.trim() : value;
}

/** Counted in signs as people see them in the message, not in units. */
const longer = (text: string, max: number): boolean => text.length > max && (text.length > 2 * max || [...text].length > max);

function checkText(field: Field, value: unknown, { clean }: CheckContext): Outcome {
  if (typeof value !== "string") return fail("FIELD_TYPE", "须为文本", "must be text");
  // For attachments `max` counts files, which is the file rule's affair; the list of ids has a length of its own.
  const max = (field.kind === "files" ? undefined : field.max) ?? lengthOf[field.kind] ?? 200;
  const tooLong = fail("FIELD_LENGTH", `不能超过 ${max} 个字`, `at most ${max} characters`);
  // Before any work on it: a sign takes at most two units, and the spaces around a text do not count.
  if (value.length > 2 * max + 1000) return tooLong;
  if (value.includes("\u0000")) return fail("FIELD_TYPE", "含有不可用的字符", "contains a character that cannot be stored");
  if (longer(field.kind === "richtext" ? value : value.trim(), max)) return tooLong;
  const shown = written(field, value, clean);
  if (longer(shown, max)) return tooLong;
  if (field.format === "zone" && !isZone(shown)) return fail("FIELD_FORMAT", "须为时区名称", "must be a time zone");
  if (field.format && field.format !== "zone" && !patterns[field.format][0].test(shown))
    return { code: "FIELD_FORMAT", text: patterns[field.format][1] };
  if (field.pattern && !new RegExp(`^(?:${field.pattern})$`).test(shown))
    return { code: "FIELD_FORMAT", text: field.patternText ?? ["格式不符", "has the wrong format"] };
  return { value: shown };
}

function range({ least, most }: Field): Outcome {
  if (most === undefined) return fail("TABLE_RANGE", `不能小于 ${least}`, `cannot be less than ${least}`);
  if (least === undefined) return fail("TABLE_RANGE", `不能大于 ${most}`, `cannot be more than ${most}`);
  return fail("TABLE_RANGE", `应在 ${least} 至 ${most} 之间`, `must be between ${least} and ${most}`);
}

const outside = (field: Field, value: string): boolean =>
  (field.least !== undefined && cmp(value, field.least) < 0) || (field.most !== undefined && cmp(value, field.most) > 0);

function checkInt(field: Field, value: unknown): Outcome {
  const number = typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number)) return fail("FIELD_TYPE", "须为整数", "must be a whole number");
  if (Math.abs(number) > 2_147_483_647) return fail("TABLE_RANGE", "数值过大", "is too large");
  return outside(field, String(number)) ? range(field) : { value: number };
}

function checkDecimal(field: Field, value: unknown): Outcome {
  if (!isDecimal(value)) return fail("FIELD_TYPE", "须为十进制数字文本", "must be a decimal written as text");
  const scale = scaleOf(field)!;
  const short = trim(value);
  const [whole = "", fraction = ""] = short.replace("-", "").split(".");
  if (fraction.length > scale) return fail("TABLE_RANGE", `小数不能超过 ${scale} 位`, `at most ${scale} decimals`);
  const width = field.kind === "rate" ? 18 : 20;
  if (whole.replace(/^0+/, "").length > width - scale) return fail("TABLE_RANGE", "数值过大", "is too large");
  if (outside(field, short)) return range(field);
  return { value: field.kind === "money" ? round(short, scale) : short };
}

function checkRows(field: Field, value: unknown, at: CheckContext): Outcome {
  if (!Array.isArray(value) || value.length > 1000) return fail("FIELD_TYPE", "须为列表", "must be a list");
  const rows: unknown[] = [];
  const within: CheckContext = at.inRows ? { ...at, lookup: at.inRows } : at;
  for (const [index, row] of value.entries()) {
    if (typeof row !== "object" || row === null) return fail("FIELD_TYPE", "须为列表", "must be a list");
    const errors: FieldError[] = [];
    rows.push(checkValues(field.rows!, row as Record<string, unknown>, within, "", errors, true));
    const first = errors[0];
    if (first) return fail(first.code, `第 ${index + 1} 行：${first.text[0]}`, `row ${index + 1}: ${first.text[1]}`);
  }
  return { value: rows };
}

export const notOffered = (code: string): Text => [`没有可用的选项 ${code}`, `${code} is not an available option`];

const isId = (value: unknown): value is string => typeof value === "string" && value.length > 0 && value.length <= 64;

/** One value against its field: normalised, or what is wrong with it. Null and "" are handled by the caller. */
export function checkValue(field: Field, value: unknown, at: CheckContext): Outcome {
  switch (field.kind) {
    case "text":
    case "longtext":
    case "richtext":
    case "code":
    case "files":
    case "secret":
      return checkText(field, value, at);
    case "int":
      return checkInt(field, value);
    case "qty":
    case "price":
    case "money":
    case "rate":
    case "percent":
      return checkDecimal(field, value);
    case "date":
      return typeof value === "string" && isDay(value) ? { value } : fail("FIELD_TYPE", "须为日期 yyyy-MM-dd", "must be a date yyyy-MM-dd");
    case "month":
      return typeof value === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(value)
        ? { value }
        : fail("FIELD_TYPE", "须为月份 yyyy-MM", "must be a month yyyy-MM");
    case "year":
      return typeof value === "string" && /^\d{4}$/.test(value) ? { value } : fail("FIELD_TYPE", "须为年份 yyyy", "must be a year yyyy");
    case "datetime": {
      const time = typeof value === "string" ? readTime(value, at.zone) : null;
      return time ? { value: time } : fail("FIELD_TYPE", "须为时间 yyyy-MM-dd HH:mm:ss", "must be a time yyyy-MM-dd HH:mm:ss");
    }
    case "yn":
      return value === "Y" || value === "N" ? { value } : fail("TABLE_CHECK_VALUE", "值应为 Y 或 N", "Value should be Y or N");
    case "pick":
      if (typeof value !== "string" || value.length > 60) return fail("FIELD_TYPE", "须为选项编码", "must be an option code");
      return at.lookup?.(field.lookup!, value) === false ? { code: "LOOKUP_VALUE", text: notOffered(value) } : { value };
    case "picks":
      if (!Array.isArray(value) || value.length > 500 || !value.every((v) => typeof v === "string" && v.length <= 60))
        return fail("FIELD_TYPE", "须为选项列表", "must be a list of options");
      for (const text of value as string[])
        if (at.lookup?.(field.lookup!, text) === false) return { code: "LOOKUP_VALUE", text: notOffered(text) };
      return { value };
    case "ref":
      return isId(value) ? { value } : fail("FIELD_TYPE", "须为引用编号", "must be an id");
    case "refs":
      return Array.isArray(value) && value.length <= 5000 && value.every(isId)
        ? { value }
        : fail("FIELD_TYPE", "须为引用编号列表", "must be a list of ids");
    case "rows":
      return checkRows(field, value, at);
    case "snapshot":
    case "payload":
      return { value };
  }
}

const unknownField = (path: string): FieldError => ({
  path,
  code: "FIELD_UNKNOWN",
  text: [`没有字段 ${path}`, `There is no field ${path}`],
});

const missing = (path: string, field: Field): FieldError => ({
  path,
  code: "TABLE_REQUIRED",
  text: [`${field.label[0]}必填`, `${field.label[1]} is required`],
});

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "";

/** Checks named values against fields, collecting every error; whole = required fields must be there. */
export function checkValues(
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
  at: CheckContext,
  prefix: string,
  errors: FieldError[],
  whole: boolean,
  known: (key: string) => boolean = () => false,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const bad = new Set<string>();
  for (const [key, raw] of Object.entries(input)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (!field) {
      if (!known(key)) errors.push(unknownField(prefix + key));
      continue;
    }
    if (isEmpty(raw)) {
      values[key] = null;
      continue;
    }
    const outcome = checkValue(field, raw, at);
    if ("code" in outcome) {
      bad.add(key);
      errors.push({
        path: prefix + key,
        code: outcome.code,
        text: [`${field.label[0]}${outcome.text[0]}`, `${field.label[1]} ${outcome.text[1]}`],
      });
    } else values[key] = outcome.value;
  }
  if (whole)
    for (const [key, field] of Object.entries(fields))
      if (!field.optional && !field.computed && isEmpty(values[key]) && !bad.has(key)) errors.push(missing(prefix + key, field));
  return values;
}

const beside = new WeakMap<Entity, ReadonlySet<string>>();

/** Which names besides its fields a document may carry: ids, versions, collections, and what reading added. */
export function knownBeside(e: Entity): (key: string) => boolean {
  let known = beside.get(e);
  if (!known) beside.set(e, (known = namesBeside(e)));
  return (key) => known.has(key);
}

function namesBeside(e: Entity): ReadonlySet<string> {
  const extra = new Set<string>([
    ...commonKeys,
    "parentId",
    "language",
    "reason",
    "confirmed",
    "requestId",
    ...Object.keys(e.lines),
    ...Object.keys(e.owns),
  ]);
  for (const [key, field] of [...Object.entries(e.fields), ["createdBy", { kind: "ref" }], ["lastUpdatedBy", { kind: "ref" }]] as [
    string,
    Field,
  ][])
    if (field.kind === "ref") {
      const { code, name } = companions(key);
      extra.add(code).add(name);
    }
  return extra;
}

/** What is wrong with a question, under the code of its first error; every one is named with its path. */
export const wrongInput = (errors: readonly FieldError[]): Refusal =>
  refuse(errors[0]!.code, errors.map((e) => e.text[0]).join("；"), errors.map((e) => e.text[1]).join("; "), { fieldErrors: errors });

/** Many small errors as one refusal that names their number. */
export const invalid = (errors: readonly FieldError[]): Refusal =>
  refuse(
    "FIELD_INVALID",
    errors.length === 1 ? errors[0]!.text[0] : `有 ${errors.length} 处需要更正`,
    errors.length === 1 ? errors[0]!.text[1] : `${errors.length} fields need correction`,
    {
      fieldErrors: errors,
    },
  );
