import type { Fields, Kind } from "../field.ts";
import type { Text } from "../text.ts";
import type { Base, Tree } from "./tree.ts";
import { partsOf } from "./tree.ts";

/** A field an expression may name. */
export interface ScopeField {
  readonly label: Text;
  readonly type: Base;
  /** Holds a list of such values. */
  readonly many?: true;
  /** The only values it can have; anything else is read as empty. */
  readonly codes?: readonly string[];
}

/** Fields under a common name; with `lines` there are many rows of them. */
export interface ScopeGroup {
  readonly label: Text;
  readonly fields: Scope;
  readonly lines?: true;
}

/** What expressions of one place may name. */
export type Scope = { readonly [name: string]: ScopeField | ScopeGroup };

export const isGroup = (entry: ScopeField | ScopeGroup): entry is ScopeGroup => "fields" in entry;

const types: Partial<Record<Kind, Base | readonly [Base]>> = {
  text: "text",
  longtext: "text",
  richtext: "text",
  code: "text",
  int: "number",
  qty: "number",
  price: "number",
  money: "number",
  rate: "number",
  percent: "number",
  date: "date",
  datetime: "time",
  month: "text",
  year: "text",
  yn: "yesNo",
  pick: "text",
  picks: ["text"],
  ref: "text",
  refs: ["text"],
  files: "text",
};

/** What of an entity matters here. */
interface Described {
  readonly label: Text;
  readonly fields: Fields;
  readonly lines: { readonly [collection: string]: Described };
}

function fieldsIn(fields: Fields): Record<string, ScopeField | ScopeGroup> {
  const found: Record<string, ScopeField | ScopeGroup> = {};
  for (const [key, field] of Object.entries(fields)) {
    const type = types[field.kind];
    if (field.rows) found[key] = { label: field.label, fields: fieldsIn(field.rows), lines: true };
    else if (field.hidden || type === undefined) continue;
    else if (typeof type === "string") found[key] = { label: field.label, type };
    else found[key] = { label: field.label, type: type[0], many: true };
  }
  return found;
}

/** All fields of an entity and of its lines; secrets, hidden fields and loose payloads cannot be named. */
export function scopeOf(entity: Described): Scope {
  const found = fieldsIn(entity.fields);
  for (const [key, line] of Object.entries(entity.lines)) found[key] = { label: line.label, fields: scopeOf(line), lines: true };
  return found;
}

/** What a path names, and every collection of lines it passes through, outermost first. */
export interface Resolved {
  readonly entry: ScopeField | ScopeGroup;
  readonly collections: readonly string[];
}

export function resolve(scope: Scope, path: readonly string[]): Resolved | null {
  const collections: string[] = [];
  let fields: Scope | null = scope;
  let entry: ScopeField | ScopeGroup | null = null;
  for (const [index, name] of path.entries()) {
    if (!fields || !Object.hasOwn(fields, name)) return null;
    entry = fields[name]!;
    fields = isGroup(entry) ? entry.fields : null;
    if (isGroup(entry) && entry.lines) collections.push(path.slice(0, index + 1).join("."));
  }
  return entry && { entry, collections };
}

/** The collections a fold could walk through: the outermost one of each path that no fold around it walks through already. */
export function walked(of: readonly Tree[], scope: Scope, bound: readonly string[]): string[] {
  const direct = new Set<string>();
  const nested = new Set<string>();
  const look = (tree: Tree, found: Set<string>): void => {
    if (tree.kind === "field") {
      const free = resolve(scope, tree.path)?.collections.find((collection) => !bound.includes(collection));
      if (free !== undefined) found.add(free);
    }
    for (const part of partsOf(tree)) look(part, tree.kind === "fold" ? nested : found);
  };
  for (const tree of of) look(tree, direct);
  return [...(direct.size ? direct : nested)];
}
