import { check } from "#kernel/expression/check.ts";
import { compile, holds } from "#kernel/expression/expression.ts";
import { parse } from "#kernel/expression/parse.ts";
import type { Scope, ScopeField } from "#kernel/expression/scope.ts";
import { Refusal } from "#kernel/refusal.ts";

type Values = Readonly<Record<string, unknown>>;

/** Events carry plain values without types: a value is what it looks like. */
function typeOf(value: unknown): ScopeField["type"] {
  const text = String(value ?? "");
  if (typeof value === "number" || /^-?\d+(\.\d+)?$/.test(text)) return "number";
  if (text === "Y" || text === "N") return "yesNo";
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return "date";
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? "time" : "text";
}

const scopeOf = (names: readonly string[], values: Values): Scope =>
  Object.fromEntries(
    names.map((name) => {
      const value = values[name];
      const many = Array.isArray(value);
      const type = typeOf(many ? value[0] : value);
      return [name, { label: [name, name], type, ...(many ? { many: true as const } : {}) }];
    }),
  );

/** What stands against a condition, if anything: it must be understood and may name only what the event carries. */
export function conditionFault(text: string, names: readonly string[]): Refusal | null {
  try {
    const { faults } = check(parse(text), scopeOf(names, {}));
    return faults.find((fault) => fault.code === "RULE_FIELD") ?? null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Whether an event meets a condition; one that cannot be known is not met. */
export function conditionHolds(text: string, names: readonly string[], values: Values, now: string, zone: string): boolean {
  try {
    const known = [...new Set([...names, ...Object.keys(values)])];
    return holds(compile(text, scopeOf(known, values), { type: "yesNo" }), values, { now, zone });
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
