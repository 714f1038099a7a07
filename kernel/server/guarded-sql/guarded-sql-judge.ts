import { parse } from "libpg-query";
import { refuse, type Refusal } from "../../refusal.ts";
import { readerSchema } from "../database/database-names.ts";
import { grammar, notAllowed, required, tooLong, type Judge } from "./guarded-sql-grammar.ts";

type Tree = Readonly<Record<string, unknown>>;

const mostBytes = 20 * 1024;
const mostDepth = 120;

const unreadable = (): Refusal => refuse("SQL_SYNTAX", "查询有语法错误", "The query has a syntax error");
const oneOnly = (): Refusal => refuse("SQL_ONE_QUERY", "只允许一条查询语句", "Exactly one query is allowed");

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

class Judging implements Judge {
  readonly #views: ReadonlySet<string>;
  readonly #parameters: number;
  #depth = 0;

  constructor(views: ReadonlySet<string>, parameters: number) {
    this.#views = views;
    this.#parameters = parameters;
  }

  node(value: unknown, scope: ReadonlySet<string>): void {
    if (!isTree(value)) throw notAllowed("?");
    const kinds = Object.keys(value);
    if (kinds.length !== 1) throw notAllowed(kinds.join(" ") || "?");
    this.as(kinds[0]!, value[kinds[0]!], scope);
  }

  nodes(value: unknown, scope: ReadonlySet<string>): void {
    if (!Array.isArray(value)) throw notAllowed("?");
    for (const entry of value) this.node(entry, scope);
  }

  as(kind: string, value: unknown, scope: ReadonlySet<string>): void {
    const parts = Object.hasOwn(grammar, kind) ? grammar[kind]! : undefined;
    if (!parts || !isTree(value)) throw notAllowed(kind);
    const missing = required[kind]?.find((key) => !(key in value));
    if (missing) throw notAllowed(`${kind} without ${missing}`);
    this.#depth += 1;
    if (this.#depth > mostDepth) throw tooLong();
    const inner = kind === "SelectStmt" && value["withClause"] !== undefined ? this.#with(value["withClause"], scope) : scope;
    for (const [key, part] of Object.entries(value)) {
      const rule = Object.hasOwn(parts, key) ? parts[key]! : undefined;
      if (!rule) throw notAllowed(`${kind}.${key}`);
      if (key !== "withClause") rule(part, this, inner, value);
    }
    this.#depth -= 1;
  }

  /** Each WITH query sees those before it; what follows the WITH sees all of them, and nothing outside does. */
  #with(value: unknown, scope: ReadonlySet<string>): ReadonlySet<string> {
    if (!isTree(value) || !Array.isArray(value["ctes"])) throw notAllowed("with");
    const known = new Set(scope);
    const { ctes, ...rest } = value;
    this.as("WithClause", rest, scope);
    for (const entry of ctes as readonly unknown[]) {
      const cte = isTree(entry) ? entry["CommonTableExpr"] : undefined;
      const query = isTree(cte) ? cte["ctequery"] : undefined;
      if (!isTree(cte) || !isTree(query) || !("SelectStmt" in query)) throw notAllowed(isTree(query) ? Object.keys(query).join() : "with");
      this.node(entry, new Set(known));
      known.add(String(cte["ctename"]));
    }
    return known;
  }

  relation(schema: unknown, name: unknown, scope: ReadonlySet<string>): void {
    const isKnown = schema === undefined ? scope.has(String(name)) : schema === readerSchema && this.#views.has(String(name));
    if (!isKnown) throw notAllowed(`relation ${schema === undefined ? "" : `${String(schema)}.`}${String(name)}`);
  }

  param(number: unknown): void {
    if (typeof number !== "number" || number < 1 || number > this.#parameters) throw notAllowed(`parameter $${String(number)}`);
  }
}

/** Judges a text by PostgreSQL's own grammar: names are compared as the server would read them, never as they are written. */
export async function judgeSql(text: string, views: ReadonlySet<string>, parameters = 0): Promise<void> {
  if (typeof text !== "string" || Buffer.byteLength(text) > mostBytes) throw tooLong();
  if (text.includes("\u0000")) throw unreadable();
  let tree: { readonly stmts?: readonly { readonly stmt?: Tree }[] };
  try {
    tree = (await parse(text)) as typeof tree;
  } catch (error) {
    throw error instanceof RangeError ? tooLong() : unreadable();
  }
  const [only, ...more] = tree.stmts ?? [];
  if (!only?.stmt || more.length) throw oneOnly();
  if (!("SelectStmt" in only.stmt)) throw notAllowed(Object.keys(only.stmt).join());
  new Judging(views, parameters).node(only.stmt, new Set());
}
