import type { Refusal } from "../refusal.ts";
import type { Text } from "../text.ts";
import { syntaxFault } from "./fault.ts";
import { tokensOf, type Token } from "./token.ts";
import type { Infix, Span, Tree } from "./tree.ts";
import { functionCalled, isFold, type Word } from "./words.ts";

/** How long and how nested a text may be: far beyond what a person writes, near enough to keep every answer quick. */
export interface TextLimits {
  readonly length: number;
  readonly depth: number;
}

export const textLimits: TextLimits = { length: 4_000, depth: 50 };

const comparisons: ReadonlySet<string> = new Set(["=", "<>", "<", "<=", ">", ">="]);
const infixWords: ReadonlySet<string> = new Set(["in", "contains", "startsWith"]);
const mostDigits = 60;

const shown = (token: Token): Text => (token.kind === "end" ? ["文本结束", "the end"] : [`“${token.text}”`, `“${token.text}”`]);

class Parser {
  readonly #tokens: readonly Token[];
  readonly #depth: number;
  #next = 0;
  #level = 0;

  constructor(tokens: readonly Token[], depth: number) {
    this.#tokens = tokens;
    this.#depth = depth;
  }

  whole(): Tree {
    const tree = this.#expression();
    if (this.#token.kind !== "end") throw this.#unexpected();
    return tree;
  }

  get #token(): Token {
    return this.#tokens[this.#next]!;
  }

  #is(kind: Token["kind"], text: string): boolean {
    return this.#token.kind === kind && this.#token.text === text;
  }

  #take(): Token {
    return this.#tokens[this.#next++]!;
  }

  #accept(kind: Token["kind"], text: string): boolean {
    const is = this.#is(kind, text);
    if (is) this.#next++;
    return is;
  }

  #expect(kind: Token["kind"], text: string): Token {
    if (this.#is(kind, text)) return this.#take();
    const [cn, en] = shown(this.#token);
    throw syntaxFault([`此处应为“${text}”，而不是${cn}`, `“${text}” expected instead of ${en}`], this.#token.span);
  }

  #unexpected(): Refusal {
    const [cn, en] = shown(this.#token);
    return syntaxFault([`此处不应出现${cn}`, `${en} does not fit here`], this.#token.span);
  }

  /** Everything that can nest passes here, so that no text can exhaust the stack. */
  #expression(): Tree {
    if (++this.#level > this.#depth) {
      throw syntaxFault([`嵌套超过${this.#depth}层`, `nested more than ${this.#depth} levels`], this.#token.span);
    }
    const tree = this.#is("word", "if") && !this.#isCallOfIf() ? this.#ifThenElse() : this.#or();
    this.#level--;
    return tree;
  }

  #infix(op: Infix, left: Tree, right: Tree): Tree {
    return { kind: "infix", op, left, right, span: [left.span[0], right.span[1]] };
  }

  #or(): Tree {
    let left = this.#and();
    while (this.#accept("word", "or")) left = this.#infix("or", left, this.#and());
    return left;
  }

  #and(): Tree {
    let left = this.#not();
    while (this.#accept("word", "and")) left = this.#infix("and", left, this.#not());
    return left;
  }

  #not(): Tree {
    const nots: Token[] = [];
    while (this.#is("word", "not")) nots.push(this.#take());
    if (nots.length > this.#depth) throw syntaxFault([`嵌套超过${this.#depth}层`, `nested more than ${this.#depth} levels`], nots[0]!.span);
    const of = this.#comparison();
    return nots.reduceRight<Tree>((tree, token) => ({ kind: "prefix", op: "not", of: tree, span: [token.span[0], tree.span[1]] }), of);
  }

  #comparison(): Tree {
    const left = this.#sum();
    const negated = this.#accept("word", "not");
    const tree = this.#compared(left, negated);
    const again = this.#token;
    if (tree !== left && again.kind === "sign" && comparisons.has(again.text)) {
      throw syntaxFault(["比较不能连写，请用且或介于", "comparisons cannot be chained, use and or between"], again.span);
    }
    return negated ? { kind: "prefix", op: "not", of: tree, span: tree.span } : tree;
  }

  /** After "x not" only a word may follow: in, between, contains, startsWith. */
  #compared(left: Tree, negated: boolean): Tree {
    const token = this.#token;
    if (token.kind === "sign" && comparisons.has(token.text) && !negated) {
      this.#take();
      return this.#infix(token.text as Infix, left, this.#sum());
    }
    if (token.kind === "word" && infixWords.has(token.text)) {
      this.#take();
      return this.#infix(token.text as Infix, left, token.text === "in" ? this.#listOrPrimary() : this.#sum());
    }
    if (this.#accept("word", "between")) {
      const low = this.#sum();
      if (!this.#accept("word", "to")) this.#expect("word", "and");
      const high = this.#sum();
      return { kind: "between", of: left, low, high, span: [left.span[0], high.span[1]] };
    }
    if (negated) throw this.#unexpected();
    return left;
  }

  #listOrPrimary(): Tree {
    return this.#is("sign", "(") ? this.#list() : this.#primary();
  }

  #list(): Tree {
    const open = this.#expect("sign", "(");
    const items = this.#separated();
    const close = this.#expect("sign", ")");
    return { kind: "list", items, span: [open.span[0], close.span[1]] };
  }

  #separated(): Tree[] {
    const items = [this.#expression()];
    while (this.#accept("sign", ",")) items.push(this.#expression());
    return items;
  }

  #sum(): Tree {
    let left = this.#product();
    while (this.#is("sign", "+") || this.#is("sign", "-")) left = this.#infix(this.#take().text as Infix, left, this.#product());
    return left;
  }

  #product(): Tree {
    let left = this.#signed();
    while (this.#is("sign", "*") || this.#is("sign", "/")) left = this.#infix(this.#take().text as Infix, left, this.#signed());
    return left;
  }

  #signed(): Tree {
    if (!this.#is("sign", "-")) return this.#primary();
    const { span } = this.#take();
    if (this.#is("sign", "-")) throw this.#unexpected();
    const of = this.#primary();
    return { kind: "prefix", op: "-", of, span: [span[0], of.span[1]] };
  }

  #primary(): Tree {
    const token = this.#take();
    const { span } = token;
    switch (token.kind) {
      case "number":
        if (token.text.length > mostDigits)
          throw syntaxFault([`数字超过${mostDigits}位`, `number of more than ${mostDigits} digits`], span);
        return { kind: "literal", type: "number", value: token.text, span };
      case "text":
      case "date":
        return { kind: "literal", type: token.kind, value: token.text, span };
      case "word":
        return this.#wordValue(token);
      case "name":
        return this.#is("sign", "(") && !token.quoted ? this.#call(token) : this.#field(token);
      case "sign":
        if (token.text === "(") return this.#inside(token);
    }
    this.#next--;
    throw this.#unexpected();
  }

  #inside(open: Token): Tree {
    const inner = this.#expression();
    const close = this.#expect("sign", ")");
    return { ...inner, span: [open.span[0], close.span[1]] };
  }

  #wordValue(token: Token): Tree {
    const { span } = token;
    switch (token.text as Word) {
      case "true":
      case "false":
        return { kind: "literal", type: "yesNo", value: token.text === "true", span };
      case "null":
        return { kind: "literal", type: "null", value: null, span };
      case "if":
        if (this.#is("sign", "(")) return this.#callOfIf(span);
    }
    this.#next--;
    throw this.#unexpected();
  }

  #field(token: Token): Tree {
    const path = [token.text];
    let to = token.span[1];
    while (this.#accept("sign", ".")) {
      const part = this.#take();
      if (part.kind !== "name") {
        this.#next--;
        throw this.#unexpected();
      }
      path.push(part.text);
      to = part.span[1];
    }
    return { kind: "field", path, span: [token.span[0], to] };
  }

  #call(token: Token): Tree {
    const name = functionCalled(token.text);
    if (!name) throw syntaxFault([`没有函数“${token.text}”`, `there is no function “${token.text}”`], token.span);
    this.#expect("sign", "(");
    const args = this.#is("sign", ")") ? [] : this.#separated();
    const where = isFold(name) && args.length === 1 && this.#accept("word", "where") ? this.#expression() : null;
    const close = this.#expect("sign", ")");
    const span: Span = [token.span[0], close.span[1]];
    // min and max of several values compare them; of one, they look through the lines
    if (isFold(name) && args.length === 1) return { kind: "fold", name, of: args[0]!, where, span };
    return { kind: "call", name, args, span };
  }

  #ifThenElse(): Tree {
    const { span } = this.#take();
    const when = this.#expression();
    this.#expect("word", "then");
    const yes = this.#expression();
    this.#expect("word", "else");
    const no = this.#expression();
    return { kind: "if", when, yes, no, span: [span[0], no.span[1]] };
  }

  /** if(a, b, c) as in a spreadsheet: a comma stands directly inside the bracket after "if". */
  #isCallOfIf(): boolean {
    let level = 0;
    for (let at = this.#next + 1; at < this.#tokens.length; at++) {
      const { kind, text } = this.#tokens[at]!;
      if (level === 0 && (kind !== "sign" || text !== "(")) return false;
      if (kind === "sign" && text === "(") level++;
      if (kind === "sign" && text === ")" && --level === 0) return false;
      if (kind === "sign" && text === "," && level === 1) return true;
    }
    return false;
  }

  #callOfIf(start: Span): Tree {
    const { span } = this.#token;
    const list = this.#list();
    const [when, yes, no, ...more] = list.kind === "list" ? list.items : [];
    if (!when || !yes || !no || more.length) throw syntaxFault(["if须有三个参数", "if takes three arguments"], span);
    return { kind: "if", when, yes, no, span: [start[0], list.span[1]] };
  }
}

/** Reads a text into a tree; the first fault is thrown with its place. */
export function parse(text: string, limits: TextLimits = textLimits): Tree {
  if (text.length > limits.length) {
    throw syntaxFault([`超过${limits.length}个字符`, `more than ${limits.length} characters`], [limits.length, text.length]);
  }
  return new Parser(tokensOf(text), limits.depth).whole();
}
