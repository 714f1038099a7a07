import { isDay } from "../time.ts";
import { syntaxFault } from "./fault.ts";
import type { Span } from "./tree.ts";
import { chinese, wordCalled, type Word } from "./words.ts";

/** The smallest meaningful piece of a text. */
export interface Token {
  readonly kind: "number" | "text" | "date" | "name" | "word" | "sign" | "end";
  /** A word in its English form, a text without its quotes, a sign as the keyboard has it. */
  readonly text: string;
  readonly span: Span;
  /** A name in backticks is always a field. */
  readonly quoted?: true;
}

/** Signs of print and of Chinese keyboards, read as their plain forms. */
const plain: Readonly<Record<string, string>> = {
  "×": "*",
  "＊": "*",
  "÷": "/",
  "／": "/",
  "−": "-",
  "–": "-",
  "－": "-",
  "＋": "+",
  "（": "(",
  "）": ")",
  "，": ",",
  "、": ",",
  "＝": "=",
  "＜": "<",
  "＞": ">",
  "≤": "<=",
  "≥": ">=",
  "≠": "<>",
  "==": "=",
  "!=": "<>",
};

const patterns = {
  space: /[\s\u3000]+/y,
  date: /\d{4}-\d{2}-\d{2}(?![\d-])/y,
  number: /\d+(?:\.\d+)?/y,
  name: /[A-Za-z_][A-Za-z0-9_]*/y,
  quotedName: /`([^`]+)`/y,
  text: /"((?:[^"]|"")*)"|'((?:[^']|'')*)'|“([^”]*)”/y,
  sign: /<>|<=|>=|==|!=|[-+*/(),.=<>×＊÷／−–－＋（），、＝＜＞≤≥≠]/y,
} as const;

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function readChinese(text: string, at: number): Token | null {
  const found = chinese.find((chinese) => text.startsWith(chinese.text, at));
  if (!found) return null;
  const span: Span = [at, at + found.text.length];
  return found.word ? { kind: "word", text: found.word, span } : { kind: "name", text: found.name!, span };
}

function readText(found: RegExpExecArray): string {
  if (found[1] !== undefined) return found[1].replaceAll('""', '"');
  return found[2] !== undefined ? found[2].replaceAll("''", "'") : (found[3] ?? "");
}

function readToken(text: string, at: number): Token {
  const spanOf = (found: RegExpExecArray): Span => [at, at + found[0].length];
  const date = match(patterns.date, text, at);
  if (date) {
    if (!isDay(date[0])) throw syntaxFault([`${date[0]}不是日期`, `${date[0]} is not a date`], spanOf(date));
    return { kind: "date", text: date[0], span: spanOf(date) };
  }
  const number = match(patterns.number, text, at);
  if (number) return { kind: "number", text: number[0], span: spanOf(number) };
  const name = match(patterns.name, text, at);
  if (name) {
    const word: Word | undefined = wordCalled(name[0]);
    return { kind: word ? "word" : "name", text: word ?? name[0], span: spanOf(name) };
  }
  const quotedName = match(patterns.quotedName, text, at);
  if (quotedName) return { kind: "name", text: quotedName[1]!, span: spanOf(quotedName), quoted: true };
  const quoted = match(patterns.text, text, at);
  if (quoted) return { kind: "text", text: readText(quoted), span: spanOf(quoted) };
  const sign = match(patterns.sign, text, at);
  if (sign) return { kind: "sign", text: plain[sign[0]] ?? sign[0], span: spanOf(sign) };
  const word = readChinese(text, at);
  if (word) return word;
  if (`"'“`.includes(text[at]!)) throw syntaxFault(["文本缺少结束引号", "the text has no closing quote"], [at, text.length]);
  const character = String.fromCodePoint(text.codePointAt(at)!);
  throw syntaxFault([`无法识别“${character}”`, `“${character}” means nothing here`], [at, at + character.length]);
}

/** Cuts a text into tokens; the last one says that the text ends. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at = match(patterns.space, text, at)?.[0].length ? patterns.space.lastIndex : at;
    if (at >= text.length) break;
    const token = readToken(text, at);
    tokens.push(token);
    at = token.span[1];
  }
  tokens.push({ kind: "end", text: "", span: [text.length, text.length] });
  return tokens;
}
