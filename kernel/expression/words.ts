import type { Language, Text } from "../text.ts";
import type { Fold, Infix } from "./tree.ts";

const vocabulary = [
  ["and", "且", "and"],
  ["or", "或", "or"],
  ["not", "非", "not"],
  ["in", "属于", "in"],
  ["between", "介于", "between"],
  ["to", "至", "and"],
  ["contains", "包含", "contains"],
  ["startsWith", "开头为", "startsWith"],
  ["if", "如果", "if"],
  ["then", "那么", "then"],
  ["else", "否则", "else"],
  ["where", "其中", "where"],
  ["true", "真", "true"],
  ["false", "假", "false"],
  ["null", "空", "null"],
] as const;

export type Word = (typeof vocabulary)[number][0];

/** Words with a meaning of their own; both languages are read, whatever the reader's language. */
const words = Object.fromEntries(vocabulary.map(([word, cn, en]) => [word, [cn, en]])) as unknown as Readonly<Record<Word, Text>>;

/** Other ways people write the same word. */
const synonyms: Readonly<Record<string, Word>> = { 并且: "and", 或者: "or", 不是: "not", 到: "to" };

/** Names of functions in Chinese; the key is the English one. */
const functionWords = {
  min: "最小",
  max: "最大",
  sum: "合计",
  count: "计数",
  avg: "平均",
  any: "任一",
  all: "全部",
  round: "四舍五入",
  abs: "绝对值",
  today: "今天",
  daysBetween: "相差天数",
  addDays: "加天数",
  addMonths: "加月数",
  dayOf: "日期",
  isEmpty: "为空",
  ifEmpty: "空则",
  upper: "大写",
  lower: "小写",
  trim: "去空格",
  length: "长度",
  substr: "截取",
  concat: "连接",
  pad: "补零",
} as const;

export type FunctionName = keyof typeof functionWords;

const folds: readonly string[] = ["min", "max", "sum", "count", "avg", "any", "all"] satisfies Fold[];

export const isFold = (name: string): name is Fold => folds.includes(name);

const lowered = (names: readonly string[]): ReadonlyMap<string, string> => new Map(names.map((name) => [name.toLowerCase(), name]));
const wordNames = lowered(Object.keys(words).filter((name) => name !== "to"));
const functionNames = lowered(Object.keys(functionWords));

/** Capitals do not matter in words and functions: IF, If and if are one. */
export const wordCalled = (text: string): Word | undefined => wordNames.get(text.toLowerCase()) as Word | undefined;

export const functionCalled = (text: string): FunctionName | undefined => functionNames.get(text.toLowerCase()) as FunctionName | undefined;

interface Chinese {
  readonly text: string;
  readonly word?: Word;
  readonly name?: FunctionName;
}

/** Chinese words, longest first: Chinese is written without spaces, so the longest word that fits is meant. */
export const chinese: readonly Chinese[] = [
  ...Object.entries(words).map(([word, [text]]): Chinese => ({ text, word: word as Word })),
  ...Object.entries(synonyms).map(([text, word]): Chinese => ({ text, word })),
  ...Object.entries(functionWords).map(([name, text]): Chinese => ({ text, name: name as FunctionName })),
].sort((a, b) => b.text.length - a.text.length);

/** How signs are printed; what is typed on a keyboard is read as well. */
const signs: Partial<Record<Infix, string>> = { "*": "×", "/": "÷", "<>": "≠", "<=": "≤", ">=": "≥" };

export const wordIn = (word: Word, language: Language): string => words[word][language === "EN" ? 1 : 0];

export const functionIn = (name: string, language: Language): string =>
  language === "EN" ? name : (functionWords[name as FunctionName] ?? name);

export const infixIn = (op: Infix, language: Language): string => (op in words ? wordIn(op as Word, language) : (signs[op] ?? op));
