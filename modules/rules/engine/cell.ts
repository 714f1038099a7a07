import { syntaxFault } from "#kernel/expression/fault.ts";
import { parse, textLimits } from "#kernel/expression/parse.ts";
import type { ScopeField } from "#kernel/expression/scope.ts";
import type { Infix, Span, Tree } from "#kernel/expression/tree.ts";
import { asType } from "#kernel/expression/value.ts";
import type { Text } from "#kernel/text.ts";

const anything = /^(?:[-–—*]|any|任意)?$/i;
const nothing = /^(?:empty|空)$/i;
const something = /^(?:not\s+empty|非\s*空)$/i;
const negation = /^(?:not\s+|非\s*)/i;
const comparison = /^(<=|>=|<>|!=|==|[<>=≤≥≠＜＞＝])\s*/;
const range = /^([[(（【]?)(.*?)(?:\.\.|…|～|~)(.*?)([\])）】]?)$/;
const expression = /^[:：]/;
const item = /\s*(?:"[^"]*"|'[^']*'|“[^”]*”)\s*|[^,，、]+/g;

const signs: Readonly<Record<string, Infix>> = {
  "≤": "<=",
  "≥": ">=",
  "≠": "<>",
  "!=": "<>",
  "==": "=",
  "＜": "<",
  "＞": ">",
  "＝": "=",
};

const names: Readonly<Record<ScopeField["type"], Text>> = {
  number: ["数字", "a number"],
  text: ["文本", "a text"],
  date: ["日期", "a date"],
  time: ["日期", "a date"],
  yesNo: ["是或否", "yes or no"],
};

const yes = /^(?:y|yes|true|是|真)$/i;
const no = /^(?:n|no|false|否|假)$/i;

/** Takes one written value as the field's type reads it: codes need no quotes, yes and no have many spellings. */
function literal(written: string, field: ScopeField, span: Span): Tree {
  const unquoted = /^["'“].*["'”]$/s.test(written) ? written.slice(1, -1) : written;
  const bare = field.type === "number" ? unquoted.replace(/^[−－]/, "-") : unquoted;
  if (field.type === "yesNo") {
    if (yes.test(bare)) return { kind: "literal", type: "yesNo", value: true, span };
    if (no.test(bare)) return { kind: "literal", type: "yesNo", value: false, span };
  } else if (bare !== "" && asType(bare, field.type === "time" ? "date" : field.type) !== null) {
    if (field.codes && !field.codes.includes(bare)) throw syntaxFault([`没有代码“${bare}”`, `there is no code “${bare}”`], span);
    if (field.type === "number" && bare.startsWith("-"))
      return { kind: "prefix", op: "-", of: { kind: "literal", type: "number", value: bare.slice(1), span }, span };
    return { kind: "literal", type: field.type === "time" ? "date" : field.type, value: bare, span };
  }
  const [cn, en] = names[field.type];
  throw syntaxFault([`“${written}”不是${cn}`, `“${written}” is not ${en}`], span);
}

/** An expression after its mark, with places counted from the cell's first character. */
const marked = (cell: string, mark: number): Tree => parse(" ".repeat(mark) + cell.slice(mark));

const isEmptyTree = (of: Tree, span: Span): Tree => ({ kind: "call", name: "isEmpty", args: [of], span });
const notTree = (of: Tree, span: Span): Tree => ({ kind: "prefix", op: "not", of, span });
const infix = (op: Infix, left: Tree, right: Tree, span: Span): Tree => ({ kind: "infix", op, left, right, span });

/** Several conditions as one; none of them is met by everything (and) or by nothing (or). */
export function joined(op: "and" | "or", parts: readonly Tree[], span: Span = [0, 0]): Tree {
  if (parts.length === 0) return { kind: "literal", type: "yesNo", value: op === "and", span };
  return parts.reduce((left, right) => infix(op, left, right, [left.span[0], right.span[1]]));
}

/** The values of a list; a comma inside quotes belongs to the value. */
const listed = (written: string, field: ScopeField, span: Span): Tree[] =>
  (written.match(item) ?? [""]).map((value) => literal(value.trim(), field, span));

function oneOf(of: Tree, written: string, field: ScopeField, span: Span): Tree {
  const items = listed(written, field, span);
  if (field.many)
    return joined(
      "or",
      items.map((tree) => infix("contains", of, tree, span)),
      span,
    );
  return items.length === 1 ? infix("=", of, items[0]!, span) : infix("in", of, { kind: "list", items, span }, span);
}

function inRange(of: Tree, found: RegExpExecArray, field: ScopeField, span: Span): Tree {
  const [, opening = "", low = "", high = "", closing = ""] = found.map((part) => part.trim());
  const least = low === "" ? [] : [infix(/[(（]/.test(opening) ? ">" : ">=", of, literal(low, field, span), span)];
  const most = high === "" ? [] : [infix(/[)）]/.test(closing) ? "<" : "<=", of, literal(high, field, span), span)];
  if (least.length + most.length === 0) throw syntaxFault(["区间缺少边界", "the range has no bounds"], span);
  return joined("and", [...least, ...most], span);
}

function trimmed(cell: string): { readonly text: string; readonly from: number; readonly span: Span } {
  const text = cell.trim();
  const from = cell.indexOf(text);
  const span: Span = [from, from + text.length];
  if (text.length > textLimits.length)
    throw syntaxFault([`超过${textLimits.length}个字符`, `more than ${textLimits.length} characters`], span);
  return { text, from, span };
}

/**
 * What a cell under a field asks: a value, a list, "not" a list, < ≤ > ≥ = ≠ and a value, a range like [10..20), "empty",
 * "not empty", or ":" and an expression over all inputs. Null when it asks nothing.
 */
export function readCell(cell: string, path: string, field: ScopeField): Tree | null {
  const { text, from, span } = trimmed(cell);
  const of: Tree = { kind: "field", path: path.split("."), span };
  if (anything.test(text)) return null;
  if (nothing.test(text)) return isEmptyTree(of, span);
  if (something.test(text)) return notTree(isEmptyTree(of, span), span);
  if (expression.test(text)) return marked(cell, from + 1);
  const sign = comparison.exec(text);
  if (sign) {
    const op = signs[sign[1]!] ?? (sign[1] as Infix);
    const rest = text.slice(sign[0].length);
    if (op === "=") return oneOf(of, rest, field, span);
    if (op === "<>") return notTree(oneOf(of, rest, field, span), span);
    return infix(op, of, literal(rest, field, span), span);
  }
  const negated = negation.exec(text);
  if (negated) return notTree(oneOf(of, text.slice(negated[0].length), field, span), span);
  const bounds = field.type === "text" || field.type === "yesNo" ? null : range.exec(text);
  return bounds ? inRange(of, bounds, field, span) : oneOf(of, text, field, span);
}

/** What a cell under an output answers: a value, a list where the output holds many, or "=" and an expression; null when nothing. */
export function readOutput(cell: string, field: ScopeField): Tree | null {
  const { text, from, span } = trimmed(cell);
  if (text === "" || /^[-–—]$/.test(text)) return null;
  if (/^[=＝]/.test(text)) return marked(cell, from + 1);
  if (!field.many) return literal(text, field, span);
  return { kind: "list", items: listed(text, field, span), span };
}
