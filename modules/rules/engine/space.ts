import { neg } from "#kernel/decimal.ts";
import { check } from "#kernel/expression/check.ts";
import { print } from "#kernel/expression/print.ts";
import { isGroup, resolve, type Scope } from "#kernel/expression/scope.ts";
import type { Base, Comparison, Tree } from "#kernel/expression/tree.ts";
import { asType, plainOf } from "#kernel/expression/value.ts";
import { either, meetAll, type Box } from "./box.ts";
import { absent, between, complement, intersect, only, present, type Domain, type End, type Region } from "./region.ts";

type Boxes = readonly Box[] | null;

/** Where a condition is met and where it is not; where something is empty it may be neither. Null: too much to describe. */
interface Truth {
  readonly met: Boxes;
  readonly unmet: Boxes;
}

const mirrored: Readonly<Record<Comparison, Comparison>> = { "=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
const yesNoDomain: Domain = { by: "code", codes: ["true", "false"] };
const everything: Boxes = [new Map()];

/** A written value, also a negative one. */
function written(tree: Tree, type: Base): string | null {
  if (tree.kind === "prefix" && tree.op === "-" && tree.of.kind === "literal" && tree.of.type === "number") return neg(tree.of.value);
  if (tree.kind !== "literal" || tree.value === null) return null;
  const text = typeof tree.value === "boolean" ? (tree.value ? "Y" : "N") : tree.value;
  const plain = plainOf(asType(text, type));
  return plain === null ? null : String(plain);
}

const isWritten = (tree: Tree): boolean => tree.kind === "literal" || (tree.kind === "prefix" && tree.op === "-" && isWritten(tree.of));

/**
 * Describes conditions by columns: every expression that is compared with a written value is a column, keyed by its printed form;
 * whatever cannot be described so is a column of yes and no. Columns are taken as independent, so that more inputs are thought
 * possible than are: what is found to be covered really is.
 */
export class Space {
  readonly columns = new Map<string, { readonly domain: Domain; readonly tree: Tree }>();
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  truth(tree: Tree): Truth {
    if (tree.kind === "literal" && tree.type === "yesNo") {
      return tree.value ? { met: everything, unmet: [] } : { met: [], unmet: everything };
    }
    if (tree.kind === "prefix" && tree.op === "not") {
      const { met, unmet } = this.truth(tree.of);
      return { met: unmet, unmet: met };
    }
    if (tree.kind === "infix" && (tree.op === "and" || tree.op === "or")) {
      const [a, b] = [this.truth(tree.left), this.truth(tree.right)];
      return tree.op === "and"
        ? { met: meetAll(a.met, b.met), unmet: either(a.unmet, b.unmet) }
        : { met: either(a.met, b.met), unmet: meetAll(a.unmet, b.unmet) };
    }
    return this.#simple(tree) ?? this.#yesNo(tree);
  }

  #simple(tree: Tree): Truth | null {
    if (tree.kind === "between") return this.#between(tree);
    if (tree.kind === "call" && tree.name === "isEmpty") return this.#isEmpty(tree.args[0]!);
    if (tree.kind !== "infix") return null;
    if (tree.op === "in") return tree.right.kind === "list" ? this.#among(tree.left, tree.right.items) : null;
    if (!(tree.op in mirrored)) return null;
    const op = tree.op as Comparison;
    if (isWritten(tree.right)) return this.#compared(op, tree.left, tree.right);
    return isWritten(tree.left) ? this.#compared(mirrored[op], tree.right, tree.left) : this.#sides(op, tree);
  }

  /** The column of an expression, and the type its written values are read in. */
  #column(tree: Tree): { readonly key: string; readonly domain: Domain; readonly type: Base } | null {
    if (isWritten(tree)) return null;
    const { type } = check(tree, this.#scope);
    const key = print(tree);
    const entry = tree.kind === "field" ? resolve(this.#scope, tree.path)?.entry : null;
    switch (type) {
      case "number":
      case "date":
        return this.#named(key, { by: type }, tree, type);
      case "time":
        // compared with a date, a time counts as its day
        return this.#named(`dayOf(${key})`, { by: "date" }, tree, "date");
      case "yesNo":
        return this.#named(key, yesNoDomain, tree, type);
      case "text":
        return this.#named(key, { by: "code", codes: entry && !isGroup(entry) ? (entry.codes ?? null) : null }, tree, type);
      default:
        return null;
    }
  }

  #named(key: string, domain: Domain, tree: Tree, type: Base) {
    this.columns.set(key, { domain, tree });
    return { key, domain, type };
  }

  #within(key: string, region: Region): Truth {
    const rest = intersect(present(region.domain), complement(region));
    return { met: [new Map([[key, region]])], unmet: [new Map([[key, rest]])] };
  }

  #compared(op: Comparison, of: Tree, value: Tree): Truth | null {
    const column = this.#column(of);
    const text = column && written(value, column.type);
    if (!column || text === null) return null;
    const { key, domain } = column;
    if (op === "=" || op === "<>") {
      const { met, unmet } = this.#within(key, only(domain, [text]));
      return op === "=" ? { met, unmet } : { met: unmet, unmet: met };
    }
    if (domain.by === "code") return null;
    const end: End = { value: text, open: op === "<" || op === ">" };
    return this.#within(key, op.startsWith("<") ? between(domain, null, end) : between(domain, end, null));
  }

  #among(of: Tree, items: readonly Tree[]): Truth | null {
    const column = this.#column(of);
    const texts = column && items.map((item) => written(item, column.type));
    return column && texts && !texts.includes(null) ? this.#within(column.key, only(column.domain, texts as string[])) : null;
  }

  #between(tree: Tree & { readonly kind: "between" }): Truth | null {
    const low = this.#compared(">=", tree.of, tree.low);
    const high = this.#compared("<=", tree.of, tree.high);
    return low && high && { met: meetAll(low.met, high.met), unmet: either(low.unmet, high.unmet) };
  }

  /** Only a field is either there or not; a computed text may be there and yet hold nothing. */
  #isEmpty(of: Tree): Truth | null {
    const column = of.kind === "field" ? this.#column(of) : null;
    if (!column) return null;
    return { met: [new Map([[column.key, absent(column.domain)]])], unmet: [new Map([[column.key, present(column.domain)]])] };
  }

  /** Two expressions compared with each other: one question, asked in one way, so that < and ≥ are known as opposites. */
  #sides(op: Comparison, { left, right }: Tree & { readonly kind: "infix" }): Truth {
    const swaps = op === ">" || op === "<=" || ((op === "=" || op === "<>") && print(left) > print(right));
    const [a, b] = swaps ? [right, left] : [left, right];
    const asked: Comparison = op === "=" || op === "<>" ? "=" : "<";
    const truth = this.#yesNo({ kind: "infix", op: asked, left: a, right: b, span: left.span });
    return op === "<" || op === ">" || op === "=" ? truth : { met: truth.unmet, unmet: truth.met };
  }

  #yesNo(tree: Tree): Truth {
    const key = print(tree);
    this.columns.set(key, { domain: yesNoDomain, tree });
    return this.#within(key, only(yesNoDomain, ["true"]));
  }
}
