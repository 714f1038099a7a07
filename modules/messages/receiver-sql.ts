import type { Text } from "#kernel/text.ts";

const forbidden =
  /\b(insert|update|delete|merge|drop|alter|create|grant|revoke|truncate|copy|call|do|execute|vacuum|analyze|lock|listen|notify|set|reset|begin|commit|rollback|prepare|pg_sleep\w*|dblink\w*|lo_\w+|pg_read\w*|pg_ls\w*|pg_terminate\w*|set_config|current_setting)\b/i;

/** The statement without its texts and remarks: what is left are words that do something. */
const bare = (sql: string): string =>
  sql
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/"(?:[^"]|"")*"/g, '""')
    .replace(/--[^\n]*/g, " ")
    .replace(/\/\*[\s\S]*?\*\//g, " ");

/** What a look at the text alone finds wrong; the cage of the database is the real wall. */
export function sqlFault(sql: string): Text | null {
  const words = bare(sql).trim().replace(/;\s*$/, "");
  if (words === "") return ["语句为空", "the statement is empty"];
  if (words.includes(";")) return ["只允许一条语句", "only one statement is allowed"];
  if (!/^(select|with)\b/i.test(words)) return ["只允许查询语句", "only a query is allowed"];
  const found = forbidden.exec(words);
  if (found) return [`不允许使用${found[0]}`, `${found[0]} is not allowed`];
  if (/\$\d|\$\$/.test(words)) return ["参数请写成 :name", "write parameters as :name"];
  return null;
}

/** :name → $1 …; names come from the event alone. */
export function bindNames(sql: string): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  // Texts, quoted names, remarks and casts stay as they are.
  const text = sql.replace(
    /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|::\w+|:([A-Za-z]\w*)/g,
    (all, name: string | undefined) => {
      if (!name) return all;
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}::text`;
    },
  );
  return { text: text.trim().replace(/;\s*$/, ""), names };
}
