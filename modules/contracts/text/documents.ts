import type { Me } from "#kernel/entity.ts";
import { idsOf } from "#kernel/file.ts";
import { file } from "#kernel/platform/file.entity.ts";
import { set, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import type { Contract } from "../contract-text-of.ts";

/** The files that fields name. */
export async function filesOf(find: Find, fileIds: readonly (string | null)[]) {
  const ids = fileIds.flatMap((list) => idsOf(list));
  return ids.length ? find.where(file, { id: ids }, 200) : [];
}

/** By file: its checksum. */
export const hashesOf = async (find: Find, fileIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await filesOf(find, fileIds)).map((row) => [row.id as string, row.sha256]));

/** The one file of a field that takes one. */
export const firstFile = (list: string | null | undefined): string | null => idsOf(list)[0] ?? null;

/** Of the files that come with a refusal those that can be compared with the text. */
export async function wordFilesIn(find: Find, list: string | null | undefined): Promise<readonly string[]> {
  const ids = idsOf(list);
  const found = ids.length ? await find.where(file, { id: ids, suffixName: "docx" }, 10) : [];
  return found.map((row) => row.id as string);
}

/** The next number among the documents of a kind. */
export const nextNo = (doc: Pick<Contract, "documents">, docKind: string): number =>
  Math.max(0, ...doc.documents.filter((row) => row.docKind === docKind && row.authorId !== null).map((row) => row.versionNo)) + 1;

/** Documents that came with this save get their number, their checksum and who brought them. */
export function documentEffects(doc: Contract, hashes: ReadonlyMap<string, string>, me: Me, at: Moment): readonly Effect[] {
  const numbers = new Map<string, number>();
  return doc.documents
    .filter((row) => row.authorId === null)
    .map((row) => {
      const versionNo = numbers.get(row.docKind) ?? nextNo(doc, row.docKind);
      numbers.set(row.docKind, versionNo + 1);
      return set(row, {
        authorId: me.userId as never,
        addedAt: at.now,
        hash: hashes.get(idsOf(row.fileId)[0] ?? "") ?? null,
        versionNo,
      });
    });
}
