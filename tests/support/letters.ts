import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Letters as their readers get them: what the table shows as dots lies whole in the folder of whoever runs the server. */
export const wholeLetters = <R extends { readonly id: string; readonly content: string }>(rows: readonly R[], folder: string): R[] =>
  rows.map((row) => {
    const file = join(folder, `${row.id}.txt`);
    return existsSync(file) ? { ...row, content: readFileSync(file, "utf8").split("\n\n").slice(1).join("\n\n").trimEnd() } : row;
  });
