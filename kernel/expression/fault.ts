import { refuse, type Refusal } from "../refusal.ts";
import type { Text } from "../text.ts";
import type { Span } from "./tree.ts";

/** The place of a fault, for the editor that marks it. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

const place = (span: Span): { data: Place } => ({ data: { from: span[0], to: span[1] } });

/** The text is no expression, or its parts do not fit together; people count characters from 1. */
export const syntaxFault = ([cn, en]: Text, span: Span): Refusal =>
  refuse("RULE_SYNTAX", `规则语法错误：第${span[0] + 1}个字符，${cn}`, `Rule syntax: character ${span[0] + 1}, ${en}`, place(span));

export const fieldFault = (field: string, span: Span): Refusal =>
  refuse("RULE_FIELD", `未知字段${field}`, `Unknown field ${field}`, place(span));

export const timeoutFault = (): Refusal => refuse("RULE_TIMEOUT", "规则执行超时", "Rule timed out");
