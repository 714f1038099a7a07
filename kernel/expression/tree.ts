/** Where a part stands in its text: first character and the one after its last, counted from 0. */
export type Span = readonly [from: number, to: number];

/** What a single value can be. A list of them is written with brackets. */
export type Base = "number" | "text" | "date" | "time" | "yesNo";

export type Arithmetic = "+" | "-" | "*" | "/";
export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";
export type Infix = Arithmetic | Comparison | "and" | "or" | "in" | "contains" | "startsWith";

/** Functions that look at all lines of a document, or at all items of a list. */
export type Fold = "min" | "max" | "sum" | "count" | "avg" | "any" | "all";

type Shape =
  | { readonly kind: "literal"; readonly type: "number" | "text" | "date"; readonly value: string }
  | { readonly kind: "literal"; readonly type: "yesNo"; readonly value: boolean }
  | { readonly kind: "literal"; readonly type: "null"; readonly value: null }
  | { readonly kind: "list"; readonly items: readonly Tree[] }
  | { readonly kind: "field"; readonly path: readonly string[] }
  | { readonly kind: "prefix"; readonly op: "-" | "not"; readonly of: Tree }
  | { readonly kind: "infix"; readonly op: Infix; readonly left: Tree; readonly right: Tree }
  | { readonly kind: "between"; readonly of: Tree; readonly low: Tree; readonly high: Tree }
  | { readonly kind: "if"; readonly when: Tree; readonly yes: Tree; readonly no: Tree }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Tree[] }
  | { readonly kind: "fold"; readonly name: Fold; readonly of: Tree; readonly where: Tree | null };

/** A parsed expression: plain data that can be stored, sent and compared. */
export type Tree = Shape & { readonly span: Span };

/** The same tree without its places: two texts that mean the same have equal bare trees. */
export type Bare = Record<string, unknown>;

export function bare(tree: Tree): Bare {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== "span")
        .map(([key, part]) => [key, strip(part)]),
    );
  };
  return strip(tree) as Bare;
}

/** The direct parts of an expression, in the order they are written. */
export function partsOf(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case "literal":
    case "field":
      return [];
    case "list":
      return tree.items;
    case "prefix":
      return [tree.of];
    case "infix":
      return [tree.left, tree.right];
    case "between":
      return [tree.of, tree.low, tree.high];
    case "if":
      return [tree.when, tree.yes, tree.no];
    case "call":
      return tree.args;
    case "fold":
      return tree.where ? [tree.of, tree.where] : [tree.of];
  }
}

/** Every field an expression reads, as dotted paths, each once. */
export function fieldsOf(tree: Tree): string[] {
  const found = new Set<string>();
  const walk = (part: Tree): void => {
    if (part.kind === "field") found.add(part.path.join("."));
    partsOf(part).forEach(walk);
  };
  walk(tree);
  return [...found];
}
