import { trim } from "#kernel/decimal.ts";
import { Question } from "#kernel/question.ts";
import type { Contract } from "../contract-text-of.ts";

/** A part of a Word file as it was read. */
export type WordBlock =
  | { readonly kind: "paragraph"; readonly text: string; readonly heading: number | null }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] };

export interface WordComment {
  readonly author: string;
  readonly text: string;
  readonly quote: string;
  readonly block: number;
}

/** What a Word template is filled with. */
export interface WordData {
  readonly [name: string]: string | readonly WordData[];
}

/** A Word file somebody edited, and the one he was given, where its layout comes from a template of its own. */
export interface WordAsked {
  readonly fileId: string;
  readonly layout: { readonly fileId: string; readonly data: WordData } | null;
}
export interface WordRead {
  readonly blocks: readonly WordBlock[];
  readonly comments: readonly WordComment[];
  readonly sent: readonly WordBlock[] | null;
}
export interface WordName {
  readonly name: string;
  readonly kind: "value" | "repeat";
  readonly within: readonly string[];
}

/** Files are opened by the server alone; rules ask for what stands in them. */
export const wordText = new Question<WordAsked, WordRead>();
export const wordNames = new Question<{ readonly fileId: string }, WordName>();

export type ValueOf = (name: string) => string | null;
export const HEAD = "HEAD";
export const TAIL = "TAIL";
export const NEW = "NEW";

/** A clause, or the text before or after all clauses, by which the parts of a text are known. */
export interface TextClause {
  readonly id: string;
  readonly title: string | null;
  readonly content: string;
}

/** The text of a contract in its parts, fields still by their names. */
export const clausesIn = (doc: Pick<Contract, "headText" | "clauses" | "tailText">): readonly TextClause[] => [
  { id: HEAD, title: null, content: doc.headText ?? "" },
  ...doc.clauses
    .toSorted((a, b) => a.seq - b.seq)
    .map((clause) => ({ id: clause.id as string, title: clause.title ?? "", content: clause.content ?? "" })),
  { id: TAIL, title: null, content: doc.tailText ?? "" },
];

export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The tables a text may name: goods and payment stages. */
export const tableOf = (doc: Contract, name: string): TextTable =>
  name === "items"
    ? {
        head: ["序号", "名称", "规格", "数量", "单位", "单价", "不含税金额", "含税金额"],
        rows: doc.items.map((row, i) => [
          ...[String(i + 1), row.itemName ?? "", row.spec ?? "", trim(row.qty ?? "0"), row.uom],
          ...[trim(row.unitPrice ?? "0"), row.amountExcl, row.amountIncl],
        ]),
      }
    : {
        head: ["序号", "阶段", "比例%", "金额"],
        rows: doc.stages.map((stage, i) => [String(i + 1), stage.stageName, trim(stage.percent || "0"), stage.amount]),
      };

/** A line of the text as a Word file has it: a paragraph, or a table in its place. */
export interface TextLine {
  readonly clauseId: string;
  readonly isTitle: boolean;
  /** What stands between it and the line before it. */
  readonly glue: string;
  readonly content: string;
  readonly shown: string;
  readonly table: TextTable | null;
}

const tables = /(\$\{\s*(?:items|stages)\s*\})/;
export const keyOf = (rows: readonly (readonly string[])[]): string =>
  `\u0001${JSON.stringify(rows.map((row) => row.map((cell) => cell.trim())))}`;

function linesOf(doc: Contract, { id, content }: TextClause, valueOf: ValueOf): TextLine[] {
  const lines: TextLine[] = [];
  let glue = "";
  for (const line of content.split("\n")) {
    for (const piece of line.split(tables)) {
      if (piece.trim() === "") {
        glue += piece;
        continue;
      }
      const name = tables.test(piece) ? piece.slice(2, -1).trim() : null;
      const table = name ? tableOf(doc, name) : null;
      const shown = table
        ? keyOf([table.head, ...table.rows])
        : piece.replace(/\$\{\s*([^}]*?)\s*\}/g, (all, key: string) => valueOf(key) ?? all);
      lines.push({ clauseId: id, isTitle: false, glue, content: piece, shown, table });
      glue = "";
    }
    glue += "\n";
  }
  return lines;
}

/** The text of a contract line by line. */
export const textLines = (doc: Contract, valueOf: ValueOf): readonly TextLine[] =>
  clausesIn(doc).flatMap((clause) => [
    ...(clause.title === null
      ? []
      : [{ clauseId: clause.id, isTitle: true, glue: "", content: clause.title, shown: clause.title, table: null }]),
    ...linesOf(doc, clause, valueOf),
  ]);
