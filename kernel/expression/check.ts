import type { Refusal } from "../refusal.ts";
import type { Text } from "../text.ts";
import { fieldFault, syntaxFault } from "./fault.ts";
import { functionOf, type Func } from "./functions.ts";
import { isGroup, resolve, walked, type Scope } from "./scope.ts";
import { fieldsOf, type Arithmetic, type Base, type Span, type Tree } from "./tree.ts";
import { asType } from "./value.ts";

/** What an expression answers; "null" is the word null alone, "unknown" follows a fault and causes no second one. */
export type Type = Base | `${Base}[]` | "lines" | "null" | "unknown";

/** The result of reading an expression against the fields it may name. */
export interface Checked {
  readonly type: Type;
  readonly faults: readonly Refusal[];
  readonly fields: readonly string[];
}

const names: Readonly<Record<Base | "lines" | "null" | "unknown", Text>> = {
  number: ["数字", "a number"],
  text: ["文本", "a text"],
  date: ["日期", "a date"],
  time: ["时间", "a time"],
  yesNo: ["是否条件", "a condition"],
  lines: ["明细", "lines"],
  null: ["空值", "empty"],
  unknown: ["未知", "unknown"],
};

/** A type as people call it. */
export function nameOf(type: Type): Text {
  if (!type.endsWith("[]")) return names[type as Base];
  const [cn, en] = names[itemOf(type) as Base];
  return [`${cn}列表`, `a list of ${en}`];
}

const itemOf = (type: Type): Type => (type.endsWith("[]") ? (type.slice(0, -2) as Base) : type);
const isList = (type: Type): boolean => type.endsWith("[]");
const isSingle = (type: Type): boolean => !isList(type) && type !== "lines";
const isLoose = (type: Type): boolean => type === "null" || type === "unknown";
const isDay = (type: Type): boolean => type === "date" || type === "time";

class Checker {
  readonly faults: Refusal[] = [];
  readonly #scope: Scope;
  /** The collections the folds around the present part walk through. */
  #bound: readonly string[] = [];
  /** Each part is judged once, however many places ask for it. */
  readonly #types = new Map<Tree, Type>();

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  typeOf(tree: Tree): Type {
    const known = this.#types.get(tree);
    if (known !== undefined) return known;
    const type = this.#typeOf(tree);
    this.#types.set(tree, type);
    return type;
  }

  #typeOf(tree: Tree): Type {
    switch (tree.kind) {
      case "literal":
        return tree.type;
      case "list":
        return this.#list(tree.items);
      case "field":
        return this.#field(tree.path, tree.span);
      case "prefix":
        return this.#wanted(tree.of, tree.op === "not" ? "yesNo" : "number");
      case "infix":
        return this.#infix(tree);
      case "between":
        this.#comparable(tree.of, tree.low, true);
        this.#comparable(tree.of, tree.high, true);
        return "yesNo";
      case "if":
        this.#wanted(tree.when, "yesNo");
        return this.#joined(this.typeOf(tree.yes), this.typeOf(tree.no), tree.no.span);
      case "call":
        return this.#call(tree);
      case "fold":
        return this.#fold(tree);
    }
  }

  #fault(text: Text, span: Span): "unknown" {
    this.faults.push(syntaxFault(text, span));
    return "unknown";
  }

  #mismatch(type: Type, wanted: Text, span: Span): "unknown" {
    const [cn, en] = nameOf(type);
    return this.#fault([`此处应为${wanted[0]}，而不是${cn}`, `${wanted[1]} expected instead of ${en}`], span);
  }

  #wanted(tree: Tree, base: Base): Type {
    const type = this.typeOf(tree);
    if (type !== base && !isLoose(type)) this.#mismatch(type, names[base], tree.span);
    return base;
  }

  #list(items: readonly Tree[]): Type {
    const type = items.map((item) => this.typeOf(item)).reduce((a, b, at) => this.#joined(a, b, items[at]!.span));
    if (isLoose(type)) return "unknown";
    return !isSingle(type) ? this.#mismatch(type, ["单个值", "a single value"], items[0]!.span) : `${type as Base}[]`;
  }

  #joined(a: Type, b: Type, span: Span): Type {
    if (isLoose(a)) return b === "null" ? a : b;
    return isLoose(b) || a === b ? a : this.#mismatch(b, nameOf(a), span);
  }

  #field(path: readonly string[], span: Span): Type {
    const name = path.join(".");
    const found = resolve(this.#scope, path);
    if (!found) {
      this.faults.push(fieldFault(name, span));
      return "unknown";
    }
    const free = found.collections.filter((collection) => !this.#bound.includes(collection));
    if (isGroup(found.entry) && !found.entry.lines) return this.#fault([`${name}是一组字段`, `${name} is a group of fields`], span);
    if (free.length) {
      const lines = free[0]!;
      return this.#fault([`${name}在明细${lines}中，请用合计等函数`, `${name} is in ${lines}: use sum, count or similar`], span);
    }
    if (isGroup(found.entry)) return "lines";
    return found.entry.many ? `${found.entry.type}[]` : found.entry.type;
  }

  #infix(tree: Tree & { readonly kind: "infix" }): Type {
    const { op, left, right } = tree;
    switch (op) {
      case "and":
      case "or":
        this.#wanted(left, "yesNo");
        return this.#wanted(right, "yesNo");
      case "startsWith":
        this.#wanted(left, "text");
        this.#wanted(right, "text");
        return "yesNo";
      case "in":
        return this.#member(left, right);
      case "contains":
        if (isList(this.typeOf(left))) return this.#member(right, left);
        this.#wanted(left, "text");
        this.#wanted(right, "text");
        return "yesNo";
      case "+":
      case "-":
      case "*":
      case "/":
        return this.#arithmetic(op, left, right);
      default:
        this.#comparable(left, right, op !== "=" && op !== "<>");
        return "yesNo";
    }
  }

  #member(tree: Tree, many: Tree): Type {
    const list = this.typeOf(many);
    if (many.kind === "list") for (const item of many.items) this.#comparable(tree, item, false);
    else if (isList(list)) this.#comparableTypes(tree, this.typeOf(tree), many, itemOf(list));
    else if (!isLoose(list)) this.#mismatch(list, ["列表", "a list"], many.span);
    return "yesNo";
  }

  #arithmetic(op: Arithmetic, left: Tree, right: Tree): Type {
    const a = this.typeOf(left);
    const b = this.typeOf(right);
    if (isDay(a) && op === "-" && isDay(b)) return "number";
    if (isDay(a) && (op === "+" || op === "-") && (b === "number" || isLoose(b))) return "date";
    if (a !== "number" && !isLoose(a)) this.#mismatch(a, names.number, left.span);
    else if (b !== "number" && !isLoose(b)) this.#mismatch(b, names.number, right.span);
    return "number";
  }

  #comparable(left: Tree, right: Tree, ordered: boolean): void {
    const a = this.typeOf(left);
    const b = this.typeOf(right);
    const yesNo = a === "yesNo" ? left : b === "yesNo" ? right : null;
    if (ordered && yesNo) this.#mismatch("yesNo", ["可比大小的值", "something that has an order"], yesNo.span);
    else this.#comparableTypes(left, a, right, b);
  }

  #comparableTypes(left: Tree, a: Type, right: Tree, b: Type): void {
    if (a === "null" || b === "null") {
      this.#fault(["判断是否为空请用isEmpty", "use isEmpty to ask whether something is empty"], (a === "null" ? left : right).span);
    } else if (!isSingle(a)) this.#mismatch(a, ["单个值", "a single value"], left.span);
    else if (!isSingle(b)) this.#mismatch(b, ["单个值", "a single value"], right.span);
    else if (!isLoose(a) && !isLoose(b) && a !== b && !(isDay(a) && isDay(b)) && !fits(left, b) && !fits(right, a)) {
      this.#mismatch(b, nameOf(a), right.span);
    } else {
      this.#known(left, right);
      this.#known(right, left);
    }
  }

  /** A code that the field can never have is a slip of the pen. */
  #known(field: Tree, written: Tree): void {
    if (field.kind !== "field" || written.kind !== "literal" || written.type !== "text") return;
    const entry = resolve(this.#scope, field.path)?.entry;
    const codes = entry && !isGroup(entry) ? entry.codes : undefined;
    if (!codes || codes.includes(written.value)) return;
    const name = field.path.join(".");
    this.#fault([`${name}没有代码“${written.value}”`, `${name} has no code “${written.value}”`], written.span);
  }

  #call(tree: Tree & { readonly kind: "call" }): Type {
    const func = functionOf(tree.name);
    const types = tree.args.map((arg) => this.typeOf(arg));
    if (!func) {
      return this.#fault([`${tree.name}须有一个参数`, `${tree.name} takes one argument`], tree.span);
    }
    const least = func.args.length - (func.optional ? 1 : 0);
    if (types.length < least || (types.length > func.args.length && !func.repeats)) {
      return this.#fault([`${tree.name}的参数个数不对`, `${tree.name} has the wrong number of arguments`], tree.span);
    }
    types.forEach((type, at) => this.#argument(func, at, type, tree.args[at]!.span));
    const joined = func.same ? types.reduce((a, b, at) => this.#joined(a, b, tree.args[at]!.span)) : "unknown";
    return func.answers === "same" ? joined : func.answers;
  }

  #argument(func: Func, at: number, type: Type, span: Span): void {
    const accepts = func.args[Math.min(at, func.args.length - 1)]!;
    if (accepts === "any" || isLoose(type) || accepts.includes(type as Base)) return;
    this.#mismatch(type, nameOf(accepts[0]!), span);
  }

  #fold(tree: Tree & { readonly kind: "fold" }): Type {
    const collections = walked(tree.where ? [tree.of, tree.where] : [tree.of], this.#scope, this.#bound);
    if (collections.length > 1) {
      const list = collections.join(", ");
      return this.#fault([`不能同时遍历${list}`, `cannot walk through ${list} at once`], tree.span);
    }
    const around = this.#bound;
    this.#bound = [...around, ...collections];
    const type = this.typeOf(tree.of);
    if (tree.where) this.#wanted(tree.where, "yesNo");
    this.#bound = around;
    if (collections.length === 0 && !isLoose(type) && (!isList(type) || tree.where)) {
      return this.#mismatch(type, ["明细中的值", "a field of lines"], tree.of.span);
    }
    return this.#folded(tree, collections.length ? type : itemOf(type));
  }

  #folded({ name, of }: Tree & { readonly kind: "fold" }, type: Type): Type {
    if (name === "count") return "number";
    if (name === "min" || name === "max") {
      if (isLoose(type) || type === "number" || isDay(type)) return type;
      return this.#mismatch(type, ["数字或日期", "a number or a date"], of.span);
    }
    const wanted = name === "any" || name === "all" ? "yesNo" : "number";
    if (type !== wanted && !isLoose(type)) this.#mismatch(type, names[wanted], of.span);
    return wanted;
  }
}

const fits = (tree: Tree, type: Type): boolean =>
  tree.kind === "literal" && tree.type === "text" && asType(tree.value, type === "time" ? "date" : (type as Base)) !== null;

/** Whether every field is known and every part is of the type its place needs; all faults, not only the first. */
export function check(tree: Tree, scope: Scope): Checked {
  const checker = new Checker(scope);
  const type = checker.typeOf(tree);
  return { type, faults: checker.faults, fields: fieldsOf(tree) };
}
