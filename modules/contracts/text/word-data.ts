import { clausesIn, HEAD, TAIL, tableOf, textLines, type TextLine, type WordData, type WordName } from "./word.ts";
import { valueIn, type Contract, type TextFacts } from "../contract-text-of.ts";
import { families, isKnown } from "../placeholders.ts";

const columns = {
  items: ["no", "itemName", "spec", "qty", "uom", "unitPrice", "amountExcl", "amountIncl"],
  stages: ["no", "stageName", "percent", "amount"],
  clauses: ["no", "title", "text"],
} as const;

/** Names that a Word template may have beside those of a text: the parts of the text, and the rows it repeats. */
const wordOnly: ReadonlySet<string> = new Set(["head", "tail"]);

/** Names of a Word template that the data model does not have. */
export const unknownNames = (names: readonly WordName[]): readonly string[] =>
  names
    .filter(({ name, kind, within }) => {
      if (kind === "repeat") return !(name in columns);
      const part = within.at(-1);
      const isColumn = part !== undefined && (columns[part as keyof typeof columns] as readonly string[] | undefined)?.includes(name);
      return !isColumn && !wordOnly.has(name) && !(isKnown(name) && name !== "items" && name !== "stages");
    })
    .map(({ name, kind }) => `\${${kind === "repeat" ? "#" : ""}${name}}`);

const shownOf = (lines: readonly TextLine[], id: string): string =>
  lines
    .filter((line) => line.clauseId === id && !line.isTitle)
    .map((line, i) => {
      const text = line.table ? line.table.rows.map((row) => row.join(" ")).join("\n") : line.shown;
      return i === 0 ? text : line.table || line.glue === "" ? `\n${text}` : line.glue + text;
    })
    .join("");

const rowsOf = (doc: Contract, name: "items" | "stages"): readonly WordData[] =>
  tableOf(doc, name).rows.map((row) => Object.fromEntries(columns[name].map((key, i) => [key, row[i] ?? ""])));

/** Everything a Word template may name, with the data of a contract. */
export function wordDataOf(doc: Contract, facts: TextFacts): WordData {
  const valueOf = valueIn(doc, facts);
  const lines = textLines(doc, valueOf);
  const names = Object.entries(families).flatMap(([family, fields]) => Object.keys(fields).map((key) => `${family}.${key}`));
  return {
    ...Object.fromEntries(names.map((name) => [name, valueOf(name) ?? ""])),
    amountCn: valueOf("amountCn") ?? "",
    head: shownOf(lines, HEAD),
    tail: shownOf(lines, TAIL),
    items: rowsOf(doc, "items"),
    stages: rowsOf(doc, "stages"),
    clauses: clausesIn(doc)
      .filter(({ title }) => title !== null)
      .map(({ id, title }, i) => ({ no: `${i + 1}.`, title: title!, text: shownOf(lines, id) })),
  };
}
