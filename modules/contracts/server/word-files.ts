import type { Db } from "#kernel/server/database/db.ts";
import { fillDocx, namesOfDocx } from "#kernel/server/docx/fill.ts";
import { openDocx, type Docx } from "#kernel/server/docx/gate.ts";
import { readDocx } from "#kernel/server/docx/read.ts";
import { trackedDocx } from "#kernel/server/docx/tracks.ts";
import { writeDocx, type DocxPiece } from "#kernel/server/docx/write.ts";
import type { FileParts } from "#kernel/server/file/parts.ts";
import { wholeFile } from "#kernel/server/file/whole.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import { fileNo } from "#kernel/file.ts";
import { valueIn, type Contract, type TextFacts } from "../contract-text-of.ts";
import { wordDataOf } from "../text/word-data.ts";
import { textLines, wordNames, wordText, type WordData } from "../text/word.ts";
import { markedUp } from "./word-marks.ts";

type Files = Pick<FileParts, "storages">;

async function wordFile(files: Files, db: Pick<Db, "one">, id: string): Promise<Docx> {
  const found = await wholeFile(files, db, id, () => true);
  if (!found) throw fileNo.notFound();
  return openDocx(found.bytes);
}

/** The text of a contract in the pieces of a Word file. */
export function wordPieces(doc: Contract, facts: TextFacts): readonly DocxPiece[] {
  const pieces: DocxPiece[] = [{ kind: "title", text: doc.contractName }];
  for (const line of textLines(doc, valueIn(doc, facts)))
    pieces.push(line.table ? { kind: "table", ...line.table } : { kind: line.isTitle ? "clause" : "text", text: line.shown });
  return pieces;
}

/** A contract as a Word file: in the layout of its template, or plain; what is suggested for its text stands in it as tracked changes. */
export async function wordOf(
  files: Files,
  db: Pick<Db, "one">,
  given: { readonly doc: Contract; readonly facts: TextFacts; readonly layoutId: string | null },
  { open, isTracked }: { readonly open: Parameters<typeof markedUp>[1]; readonly isTracked: boolean },
): Promise<Buffer> {
  const { doc, marks } = open.length ? markedUp(given.doc, open) : { doc: given.doc, marks: null };
  const made = given.layoutId
    ? await fillDocx(await wordFile(files, db, given.layoutId), wordDataOf(doc, given.facts))
    : await writeDocx({ foot: doc.contractNum ?? "", pieces: wordPieces(doc, given.facts), ...(isTracked ? { tracks: true } : {}) });
  return marks ? trackedDocx(made, marks) : made;
}

const filledBlocks = async (files: Files, db: Pick<Db, "one">, fileId: string, data: WordData) =>
  readDocx(await openDocx(await fillDocx(await wordFile(files, db, fileId), data))).blocks;

/** Answers what stands in Word files: rules ask, the server alone opens them. */
export function answerWordFiles({ kernel, files }: Pick<Premises, "kernel" | "files">): void {
  const { db, declared } = kernel;
  declared.answers.add(wordNames.answeredBy(async (_, { fileId }) => namesOfDocx(await wordFile(files, db, fileId))));
  declared.answers.add(
    wordText.answeredBy(async (_, { fileId, layout }) => {
      const { blocks, comments } = readDocx(await wordFile(files, db, fileId));
      return [{ blocks, comments, sent: layout ? await filledBlocks(files, db, layout.fileId, layout.data) : null }];
    }),
  );
}
