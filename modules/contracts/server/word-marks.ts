import { DocxMarks, type DocxMark } from "#kernel/server/docx/tracks.ts";
import { piecesOf } from "#kernel/text-compare.ts";
import type { Contract } from "../contract-text-of.ts";
import type { Markup } from "../text/page-calls.ts";
import { HEAD, NEW, TAIL } from "../text/word.ts";

const field = /\$\{[^}]*\}/g;
const firstSign = 0xe800;

/** Two texts with their differences marked; the names of fields stay whole. */
function marked(before: string, after: string, by: Omit<DocxMark, "kind">, marks: DocxMarks): string {
  const names = [...new Set([...before.matchAll(field), ...after.matchAll(field)].map(([name]) => name))];
  const signs = new Map(names.map((name, i) => [name, String.fromCharCode(firstSign + i)]));
  const closed = (text: string): string => DocxMarks.plain(text).replace(field, (name) => signs.get(name)!);
  const opened = (text: string): string => names.reduce((made, name) => made.replaceAll(signs.get(name)!, name), text);
  return piecesOf(closed(before), closed(after))
    .map(({ kind, text }) => (kind === "same" ? opened(text) : marks.around(opened(text), { kind, ...by })))
    .join("");
}

type Clause = Contract["clauses"][number];
type Said = Pick<
  Markup,
  "id" | "kind" | "clauseId" | "seq" | "title" | "beforeText" | "afterText" | "quote" | "remark" | "authorName" | "creationDate"
>;

const byOf = ({ authorName, creationDate }: Said) => ({
  author: authorName ?? "",
  at: `${new Date(creationDate).toISOString().slice(0, 19)}Z`,
});

const remarkOf = (mark: Said): string =>
  DocxMarks.plain(
    [mark.kind === "CHANGE" ? `建议改为 / Suggested: ${mark.afterText ?? ""}` : null, mark.remark].filter(Boolean).join("\n"),
  );

/** A contract whose text holds what is suggested for it and what was said of it, and the marks that stand in it. */
export function markedUp(doc: Contract, open: readonly Said[]): { readonly doc: Contract; readonly marks: DocxMarks } {
  const marks = new DocxMarks();
  // Of several suggestions for the same words the last is shown in the text, the others beside it.
  const shown = new Map(
    open.filter(({ kind }) => kind === "CHANGE").map((mark) => [mark.clauseId === NEW ? mark.id : mark.clauseId, mark]),
  );
  const beside = open.filter((mark) => mark.kind !== "CHANGE" || ![...shown.values()].includes(mark));
  const worded = (id: string, title: string, content: string): { readonly title: string; readonly content: string } => {
    const mark = shown.get(id);
    const isGone = mark !== undefined && !mark.afterText && id !== HEAD && id !== TAIL;
    let name = mark ? marked(title, isGone ? "" : (mark.title ?? title), byOf(mark), marks) : DocxMarks.plain(title);
    let words = mark ? marked(content, mark.afterText ?? "", byOf(mark), marks) : DocxMarks.plain(content);
    for (const row of beside.filter(({ clauseId }) => clauseId === id)) {
      const said = (text: string): string => marks.around(text, { kind: "comment", ...byOf(row), remark: remarkOf(row) });
      if (!mark && row.quote && words.includes(row.quote)) words = words.replace(row.quote, said);
      else if (name === "") words = said(words);
      else name = said(name);
    }
    return { title: name, content: words };
  };
  const added = [...shown.values()]
    .filter(({ clauseId }) => clauseId === NEW)
    .map((mark) => ({
      id: mark.id,
      seq: (mark.seq ?? 0) + 0.5,
      title: marks.around(DocxMarks.plain(mark.title ?? ""), { kind: "new", ...byOf(mark) }),
      content: marks.around(DocxMarks.plain(mark.afterText ?? ""), { kind: "new", ...byOf(mark) }),
    }));
  return {
    doc: {
      ...doc,
      headText: worded(HEAD, "", doc.headText ?? "").content,
      tailText: worded(TAIL, "", doc.tailText ?? "").content,
      clauses: [
        ...doc.clauses.map((row) => ({ ...row, ...worded(row.id, row.title ?? "", row.content ?? "") })),
        ...(added as unknown as Clause[]),
      ],
    } as Contract,
    marks,
  };
}
