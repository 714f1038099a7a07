import { date, int, pick, text, yn, type Field, type Fields } from "#kernel/field.ts";
import type { ParamRow } from "#kernel/program.ts";

const made = {
  INT: int,
  DATE: date,
  YN: yn,
  TEXT: text,
} as const;

function fieldOf(param: ParamRow): Field {
  const options = param.requiredFlag === "Y" ? {} : ({ optional: true } as const);
  const [cn, en] = [param.labelCn, param.labelEn ?? param.labelCn];
  if (param.paramType === "LOOKUP" && param.lookupType) return pick(cn, en, param.lookupType, options);
  return (made[param.paramType as keyof typeof made] ?? text)(cn, en, options);
}

/** The parameters of a program as fields of a form. */
export const paramFields = (params: readonly ParamRow[]): Fields =>
  Object.fromEntries(params.map((param) => [param.paramKey, fieldOf(param)]));
