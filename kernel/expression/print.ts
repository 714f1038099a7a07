import type { Language } from "../text.ts";
import type { Infix, Tree } from "./tree.ts";
import { functionIn, infixIn, wordCalled, wordIn } from "./words.ts";

/** How tightly a part holds together; a looser part inside a tighter one stands in brackets. */
const level = { loose: 0, or: 1, and: 2, not: 3, compared: 4, sum: 5, product: 6, signed: 7, tight: 8 } as const;

const levels: Readonly<Record<Infix, number>> = {
  or: level.or,
  and: level.and,
  "=": level.compared,
  "<>": level.compared,
  "<": level.compared,
  "<=": level.compared,
  ">": level.compared,
  ">=": level.compared,
  in: level.compared,
  contains: level.compared,
  startsWith: level.compared,
  "+": level.sum,
  "-": level.sum,
  "*": level.product,
  "/": level.product,
};

/** "x not in (…)" reads better than "not x in (…)". */
const negatesInside = (tree: Tree): boolean =>
  tree.kind === "between" || (tree.kind === "infix" && (tree.op === "in" || tree.op === "contains" || tree.op === "startsWith"));

function levelOf(tree: Tree): number {
  switch (tree.kind) {
    case "if":
      return level.loose;
    case "infix":
      return levels[tree.op];
    case "between":
      return level.compared;
    case "prefix":
      return tree.op === "-" ? level.signed : negatesInside(tree.of) ? level.compared : level.not;
    default:
      return level.tight;
  }
}

export interface PrintOptions {
  readonly language?: Language;
  /** How a field is called, for people; without it the text can be read again. */
  readonly label?: (path: string) => string;
}

const fieldName = (name: string): string => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !wordCalled(name) ? name : `\`${name}\``);

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

class Printer {
  readonly #language: Language;
  readonly #label: ((path: string) => string) | undefined;

  constructor({ language = "EN", label }: PrintOptions) {
    this.#language = language;
    this.#label = label;
  }

  at(least: number, tree: Tree): string {
    const text = this.#text(tree);
    return levelOf(tree) < least ? `(${text})` : text;
  }

  #text(tree: Tree): string {
    switch (tree.kind) {
      case "literal":
        return this.#literal(tree);
      case "list":
        return `(${this.#separated(tree.items)})`;
      case "field":
        return this.#label ? this.#label(tree.path.join(".")) : tree.path.map(fieldName).join(".");
      case "prefix":
        return this.#prefix(tree);
      case "infix":
      case "between":
        return this.#compared(tree, "");
      case "if":
        return [
          `${wordIn("if", this.#language)} ${this.at(0, tree.when)}`,
          `${wordIn("then", this.#language)} ${this.at(0, tree.yes)}`,
          `${wordIn("else", this.#language)} ${this.at(0, tree.no)}`,
        ].join(" ");
      case "call":
        return `${functionIn(tree.name, this.#language)}(${this.#separated(tree.args)})`;
      case "fold": {
        const where = tree.where ? ` ${wordIn("where", this.#language)} ${this.at(0, tree.where)}` : "";
        return `${functionIn(tree.name, this.#language)}(${this.at(0, tree.of)}${where})`;
      }
    }
  }

  #separated(trees: readonly Tree[]): string {
    return trees.map((tree) => this.at(0, tree)).join(", ");
  }

  #literal(tree: Tree & { readonly kind: "literal" }): string {
    if (tree.type === "text") return quoted(tree.value);
    if (tree.type === "yesNo") return wordIn(tree.value ? "true" : "false", this.#language);
    return tree.type === "null" ? wordIn("null", this.#language) : tree.value;
  }

  #prefix(tree: Tree & { readonly kind: "prefix" }): string {
    if (tree.op === "-") return `-${this.at(level.tight, tree.of)}`;
    const word = wordIn("not", this.#language);
    return negatesInside(tree.of) ? this.#compared(tree.of, `${word} `) : `${word} ${this.at(level.not, tree.of)}`;
  }

  #compared(tree: Tree, before: string): string {
    if (tree.kind === "between") {
      const [of, low, high] = [tree.of, tree.low, tree.high].map((part) => this.at(level.sum, part));
      return `${of} ${before}${wordIn("between", this.#language)} ${low} ${wordIn("to", this.#language)} ${high}`;
    }
    if (tree.kind !== "infix") return this.#text(tree);
    const own = levels[tree.op];
    // a chain of equal strength leans to the left; comparisons cannot be chained at all
    const left = this.at(own === level.compared ? own + 1 : own, tree.left);
    return `${left} ${before}${infixIn(tree.op, this.#language)} ${this.at(own + 1, tree.right)}`;
  }
}

/** The one way an expression is written, in either language; reading it gives the same tree. */
export const print = (tree: Tree, options: PrintOptions = {}): string => new Printer(options).at(0, tree);
