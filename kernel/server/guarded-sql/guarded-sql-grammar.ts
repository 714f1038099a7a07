import { refuse, type Refusal } from "../../refusal.ts";

/** What a query may be made of. Whatever is not named here is refused, also what a later PostgreSQL brings. */

export const notAllowed = (what: string): Refusal =>
  refuse("SQL_NOT_ALLOWED", `查询中不允许使用：${what}`, `Not allowed in a query: ${what}`);

export const tooLong = (): Refusal =>
  refuse("SQL_TOO_LONG", "查询超过20 KB或嵌套过深", "The query is longer than 20 KB or nested too deeply");

const functions = new Set(
  (
    "count sum avg min max string_agg bool_and bool_or percentile_cont percentile_disc mode stddev_samp stddev_pop var_samp var_pop " +
    "row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value " +
    "lower upper initcap length char_length substring substr btrim ltrim rtrim left right replace concat concat_ws position strpos split_part starts_with " +
    "abs ceil ceiling floor round trunc sign mod width_bucket " +
    "extract date_part date_trunc age to_char to_date make_date now timezone"
  ).split(" "),
);

const operators = new Set(["=", "<>", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "||", "~~", "!~~", "~~*", "!~~*"]);
const betweens = new Set(["BETWEEN", "NOT BETWEEN", "BETWEEN SYMMETRIC", "NOT BETWEEN SYMMETRIC"]);

const types = new Set(
  "bool int2 int4 int8 numeric float4 float8 text varchar bpchar date time timetz timestamp timestamptz interval".split(" "),
);

type Tree = Readonly<Record<string, unknown>>;

/** Walks the parts of a node; `scope` holds the names of the WITH queries that may be read here. */
export interface Judge {
  node(value: unknown, scope: ReadonlySet<string>): void;
  nodes(value: unknown, scope: ReadonlySet<string>): void;
  /** A part that the parser writes without its kind. */
  as(kind: string, value: unknown, scope: ReadonlySet<string>): void;
  relation(schema: unknown, name: unknown, scope: ReadonlySet<string>): void;
  param(number: unknown): void;
}

export type Part = (value: unknown, judge: Judge, scope: ReadonlySet<string>, whole: Tree) => void;

const plain: Part = (value) => {
  if (typeof value === "object") throw notAllowed("?");
};
const node: Part = (value, judge, scope) => judge.node(value, scope);
const nodes: Part = (value, judge, scope) => judge.nodes(value, scope);
const as =
  (kind: string): Part =>
  (value, judge, scope) =>
    judge.as(kind, value, scope);
const among =
  (allowed: readonly unknown[], what: string): Part =>
  (value) => {
    if (!allowed.includes(value)) throw notAllowed(`${what} ${String(value)}`);
  };

/** The texts of a list of names as the parser decoded them. */
export function namesIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw notAllowed("?");
  return value.map((entry: Tree) => {
    const text = (entry["String"] as Tree | undefined)?.["sval"];
    if (typeof text !== "string" || Object.keys(entry).length !== 1) throw notAllowed("?");
    return text;
  });
}

/** A name of PostgreSQL's own, written alone or with its schema. */
function ownName(value: unknown, allowed: ReadonlySet<string>, what: string): void {
  const names = namesIn(value);
  const name = names.at(-1) ?? "";
  if (names.length > 2 || (names.length === 2 && names[0] !== "pg_catalog") || !allowed.has(name))
    throw notAllowed(`${what} ${names.join(".")}`);
}

const functionName: Part = (value) => ownName(value, functions, "function");
const typeName: Part = (value) => ownName(value, types, "type");
const operatorName: Part = (value, _judge, _scope, whole) => {
  const names = namesIn(value);
  const allowed = String(whole["kind"]).includes("BETWEEN") ? betweens : operators;
  if (names.length !== 1 || !allowed.has(names[0]!)) throw notAllowed(`operator ${names.join(".")}`);
};
const anyOperator: Part = (value) => {
  const names = namesIn(value);
  if (names.length !== 1 || !operators.has(names[0]!)) throw notAllowed(`operator ${names.join(".")}`);
};

/** DISTINCT alone is written as one empty node. */
const distinct: Part = (value, judge, scope) => {
  const isAlone = Array.isArray(value) && value.length === 1 && Object.keys(value[0] as Tree).length === 0;
  if (!isAlone) judge.nodes(value, scope);
};

const values = ["SVFOP_CURRENT_DATE", "SVFOP_CURRENT_TIMESTAMP", "SVFOP_CURRENT_TIMESTAMP_N", "SVFOP_LOCALTIMESTAMP"];
const expressions = [
  ...["AEXPR_OP", "AEXPR_OP_ANY", "AEXPR_OP_ALL", "AEXPR_DISTINCT", "AEXPR_NOT_DISTINCT", "AEXPR_NULLIF", "AEXPR_IN", "AEXPR_LIKE"],
  ...["AEXPR_ILIKE", "AEXPR_BETWEEN", "AEXPR_NOT_BETWEEN", "AEXPR_BETWEEN_SYM", "AEXPR_NOT_BETWEEN_SYM"],
];
const at = { location: plain };

/** Fields that decide; the parser leaves out what is nought or empty, and what is left out would not be judged. */
export const required: Readonly<Record<string, readonly string[]>> = {
  FuncCall: ["funcname"],
  A_Expr: ["kind", "name"],
  TypeName: ["names"],
  RangeVar: ["relname", "relpersistence"],
  SQLValueFunction: ["op"],
  ParamRef: ["number"],
  SortBy: ["sortby_dir"],
};

/** Every kind of node with every field it may carry. A SELECT's own WITH is judged before the rest of it. */
export const grammar: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  SelectStmt: {
    distinctClause: distinct,
    targetList: nodes,
    fromClause: nodes,
    whereClause: node,
    groupClause: nodes,
    groupDistinct: plain,
    havingClause: node,
    windowClause: nodes,
    valuesLists: nodes,
    sortClause: nodes,
    limitOffset: node,
    limitCount: node,
    limitOption: plain,
    op: plain,
    all: plain,
    larg: as("SelectStmt"),
    rarg: as("SelectStmt"),
    withClause: as("WithClause"),
  },
  WithClause: { ctes: nodes, recursive: among([false], "recursive"), ...at },
  CommonTableExpr: { ctename: plain, aliascolnames: nodes, ctematerialized: plain, ctequery: node, ...at },
  ResTarget: { name: plain, val: node, ...at },
  ColumnRef: { fields: nodes, ...at },
  A_Star: {},
  String: { sval: plain },
  Integer: { ival: plain },
  Float: { fval: plain },
  Boolean: { boolval: plain },
  A_Const: { ival: as("Integer"), fval: as("Float"), sval: as("String"), boolval: as("Boolean"), isnull: plain, ...at },
  ParamRef: { number: (value, judge) => judge.param(value), ...at },
  A_Expr: {
    kind: among(expressions, "expression"),
    name: operatorName,
    lexpr: node,
    rexpr: node,
    rexpr_list_start: plain,
    rexpr_list_end: plain,
    ...at,
  },
  BoolExpr: { boolop: plain, args: nodes, ...at },
  NullTest: { arg: node, nulltesttype: plain, argisrow: plain, ...at },
  BooleanTest: { arg: node, booltesttype: plain, ...at },
  CaseExpr: { arg: node, args: nodes, defresult: node, ...at },
  CaseWhen: { expr: node, result: node, ...at },
  CoalesceExpr: { args: nodes, ...at },
  MinMaxExpr: { op: plain, args: nodes, ...at },
  SQLValueFunction: { op: among(values, "value"), typmod: plain, ...at },
  FuncCall: {
    funcname: functionName,
    args: nodes,
    agg_order: nodes,
    agg_filter: node,
    over: as("WindowDef"),
    agg_within_group: plain,
    agg_star: plain,
    agg_distinct: plain,
    funcformat: plain,
    ...at,
  },
  WindowDef: {
    name: plain,
    refname: plain,
    partitionClause: nodes,
    orderClause: nodes,
    frameOptions: plain,
    startOffset: node,
    endOffset: node,
    ...at,
  },
  TypeCast: { arg: node, typeName: as("TypeName"), ...at },
  TypeName: { names: typeName, typmods: nodes, typemod: plain, ...at },
  SubLink: { subLinkType: plain, testexpr: node, operName: anyOperator, subselect: node, ...at },
  RangeVar: {
    schemaname: plain,
    relname: (value, judge, scope, whole) => judge.relation(whole["schemaname"], value, scope),
    inh: plain,
    relpersistence: among(["p"], "relation"),
    alias: as("Alias"),
    ...at,
  },
  RangeSubselect: { lateral: plain, subquery: node, alias: as("Alias") },
  JoinExpr: {
    jointype: plain,
    isNatural: plain,
    larg: node,
    rarg: node,
    usingClause: nodes,
    quals: node,
    alias: as("Alias"),
    rtindex: plain,
  },
  Alias: { aliasname: plain, colnames: nodes },
  SortBy: { node, sortby_dir: among(["SORTBY_DEFAULT", "SORTBY_ASC", "SORTBY_DESC"], "order"), sortby_nulls: plain, ...at },
  List: { items: nodes },
  RowExpr: { args: nodes, row_format: plain, ...at },
  A_ArrayExpr: { elements: nodes, list_start: plain, list_end: plain, ...at },
  GroupingSet: { kind: plain, content: nodes, ...at },
  GroupingFunc: { args: nodes, ...at },
};
