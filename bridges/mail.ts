import type { Db } from "#kernel/server/db.ts";
import type { Mail } from "#kernel/server/gate/post.ts";
import { insertRow } from "#kernel/server/gate/rows.ts";

export type { Mail };

/** The local default: nothing leaves, every letter is a row that an administrator may read. */
export const storedMail = (db: Db): Mail => ({
  async send(letter, now) {
    const { kind, to, subject, text, userId = null } = letter;
    await insertRow(db, "BaseSentMessage", { channel: "EMAIL", kind, recipient: to, userId, subject, content: text, sentAt: now }, now);
  },
});
