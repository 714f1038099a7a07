import { addDays, shiftMonth } from "./days.ts";
import { refuse, type FieldError, type Refusal } from "./refusal.ts";
import { dayIn, inZone, isDay } from "./time.ts";

/** A parameter of a program as its table keeps it. */
export interface ParamRow {
  readonly paramKey: string;
  readonly labelCn: string;
  readonly labelEn: string | null;
  readonly paramType: string;
  readonly requiredFlag: string;
  readonly lookupType: string | null;
  readonly defaultValue: string | null;
}

type Values = Readonly<Record<string, unknown>>;

/** ${today-1}, ${month+1}, ${year}, ${now}: reckoned from the moment a run was due, in its zone; other texts stay as they are. */
export function reckon(text: string, due: string, zone: string): string {
  return text.replace(/\$\{(today|month|year|now)([+-]\d{1,4})?\}/g, (_, word: string, shift: string | undefined) => {
    const by = Number(shift ?? 0);
    const day = dayIn(due, zone);
    if (word === "today") return addDays(day, by);
    if (word === "month") return shiftMonth(day.slice(0, 7), by);
    if (word === "year") return String(Number(day.slice(0, 4)) + by);
    return inZone(due, zone);
  });
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

function isFit(type: string, value: unknown): boolean {
  if (type === "INT") return /^-?\d{1,15}$/.test(String(value));
  if (type === "DATE") return typeof value === "string" && isDay(value);
  if (type === "YN") return value === "Y" || value === "N";
  return ["string", "number", "boolean"].includes(typeof value) && String(value).length <= 2_000;
}

/** What a run gets: what was given, else the defaults, with expressions reckoned. Wrong ones are told, each by its name. */
export function paramsFor(
  params: readonly ParamRow[],
  given: Values,
  due: string,
  zone: string,
  isCode: (lookup: string, code: string) => boolean = () => true,
): { readonly values: Record<string, unknown>; readonly wrong: readonly ParamRow[]; readonly unknown: readonly string[] } {
  const values: Record<string, unknown> = {};
  const wrong: ParamRow[] = [];
  for (const param of params) {
    const raw = isGiven(given[param.paramKey]) ? given[param.paramKey] : param.defaultValue;
    const value = typeof raw === "string" ? reckon(raw, due, zone) : raw;
    if (!isGiven(value)) {
      if (param.requiredFlag === "Y") wrong.push(param);
      continue;
    }
    const fits =
      isFit(param.paramType, value) && (param.paramType !== "LOOKUP" || !param.lookupType || isCode(param.lookupType, String(value)));
    if (!fits) wrong.push(param);
    values[param.paramKey] = param.paramType === "INT" && fits ? Number(value) : value;
  }
  const known = new Set(params.map((p) => p.paramKey));
  return { values, wrong, unknown: Object.keys(given).filter((key) => !known.has(key)) };
}

/** The refusal for parameters that do not fit, with the fields they stand in. */
export function badParams(wrong: readonly ParamRow[], unknown: readonly string[]): Refusal {
  const fieldErrors: FieldError[] = [
    ...wrong.map((p): FieldError => ({
      path: `params.${p.paramKey}`,
      code: "JOB_PARAM",
      text: [`参数${p.labelCn}不合法`, `Parameter ${p.labelEn ?? p.labelCn} invalid`],
    })),
    ...unknown.map((key): FieldError => ({
      path: `params.${key}`,
      code: "JOB_PARAM",
      text: [`没有参数${key}`, `There is no parameter ${key}`],
    })),
  ];
  const name = [...wrong.map((p) => [p.labelCn, p.labelEn ?? p.labelCn] as const), ...unknown.map((key) => [key, key] as const)][0]!;
  return refuse("JOB_PARAM", `参数${name[0]}不合法`, `Parameter ${name[1]} invalid`, { fieldErrors });
}
