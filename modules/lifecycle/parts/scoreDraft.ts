import type { YN } from "#kernel/field.ts";
import type { Seen } from "#kernel/seen.ts";
import type { scoreSheet } from "../score.entity.ts";

type Sheet = Seen<typeof scoreSheet>;

/** What a member typed for one line. */
export interface Mark {
  readonly score: string | null;
  readonly naFlag: YN;
  readonly comment: string;
  readonly fileIds: string;
}
export type Marks = Readonly<Record<string, Mark>>;

interface Kept {
  readonly versionNum: number;
  readonly marks: Marks;
}

const keyOf = (userId: string, sheetId: string): string => `score.draft.${userId}.${sheetId}`;

export const marksOf = (sheet: Sheet): Marks =>
  Object.fromEntries(
    (sheet.lines ?? []).map(({ id, score = null, naFlag, comment, fileIds }) => [
      id,
      { score, naFlag: naFlag ?? "N", comment: comment ?? "", fileIds: fileIds ?? "" },
    ]),
  );

/** A workshop has no network: what is typed stays in this browser until it is saved. */
export const scoreDraft = {
  read(userId: string, sheet: Sheet): Marks | null {
    try {
      const parsed = JSON.parse(localStorage.getItem(keyOf(userId, sheet.id)) ?? "null") as Kept | null;
      // A draft of an older state would undo what happened since.
      return parsed !== null && parsed.versionNum === sheet.versionNum ? parsed.marks : null;
    } catch {
      return null;
    }
  },
  keep(userId: string, sheet: Sheet, marks: Marks): void {
    try {
      const stored: Kept = { versionNum: Number(sheet.versionNum), marks };
      localStorage.setItem(keyOf(userId, sheet.id), JSON.stringify(stored));
    } catch {
      // full or forbidden storage: the page itself still holds it
    }
  },
  forget(userId: string, sheet: Sheet): void {
    localStorage.removeItem(keyOf(userId, sheet.id));
  },
};
