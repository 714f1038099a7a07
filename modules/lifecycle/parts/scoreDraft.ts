import type { Row } from "#kernel/page-document.ts";

/** What a member typed for one line. */
export interface Mark {
  readonly score: string | null;
  readonly naFlag: string;
  readonly comment: string;
  readonly fileIds: string;
}
export type Marks = Readonly<Record<string, Mark>>;

interface Kept {
  readonly versionNum: number;
  readonly marks: Marks;
}

const keyOf = (userId: string, sheetId: string): string => `score.draft.${userId}.${sheetId}`;

export const marksOf = (sheet: Row): Marks =>
  Object.fromEntries(
    ((sheet["lines"] as Row[] | undefined) ?? []).map((line) => [
      String(line["id"]),
      {
        score: (line["score"] as string | null) ?? null,
        naFlag: String(line["naFlag"] ?? "N"),
        comment: String(line["comment"] ?? ""),
        fileIds: String(line["fileIds"] ?? ""),
      },
    ]),
  );

/** A workshop has no network: what is typed stays in this browser until it is saved. */
export const scoreDraft = {
  read(userId: string, sheet: Row): Marks | null {
    try {
      const kept = JSON.parse(localStorage.getItem(keyOf(userId, String(sheet["id"]))) ?? "null") as Kept | null;
      // A draft of an older state would undo what happened since.
      return kept !== null && kept.versionNum === sheet["versionNum"] ? kept.marks : null;
    } catch {
      return null;
    }
  },
  keep(userId: string, sheet: Row, marks: Marks): void {
    try {
      const kept: Kept = { versionNum: Number(sheet["versionNum"]), marks };
      localStorage.setItem(keyOf(userId, String(sheet["id"])), JSON.stringify(kept));
    } catch {
      // full or forbidden storage: the page itself still holds it
    }
  },
  forget(userId: string, sheet: Row): void {
    localStorage.removeItem(keyOf(userId, String(sheet["id"])));
  },
};
