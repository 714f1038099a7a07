import type { Db } from "#kernel/server/db.ts";
import type { Sms } from "#kernel/server/gate/post.ts";
import { insertRow } from "#kernel/server/gate/rows.ts";

export type { Sms };

/** Every message becomes a row that an administrator may read; for demonstration and test. */
export const storedSms = (db: Db): Sms => ({
  connected: true,
  async send(message, now) {
    const { kind, to, text, userId = null } = message;
    await insertRow(db, "BaseSentMessage", { channel: "SMS", kind, recipient: to, userId, subject: null, content: text, sentAt: now }, now);
  },
});

/** No phone channel: nothing is offered and nothing is sent. */
export const noSms: Sms = { connected: false, send: async () => undefined };
