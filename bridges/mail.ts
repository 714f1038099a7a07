import type { Socket } from "node:net";
import nodemailer from "nodemailer";
import type { Db } from "#kernel/server/database/db.ts";
import type { Mail } from "#kernel/server/gate/post.ts";
import { unreached, type Outside } from "#kernel/server/outside/outside.ts";
import { classOfCode, type ChannelSender, type Outgoing, type Sent, type SourceAccount } from "#modules/messages/index.ts";

import { keepMessage } from "./letters.ts";

export type { Mail };

/** Letters of the gate that leave the house once a mail server is connected; the database stands for the installation. */
const connected = new WeakMap<object, Mail["send"]>();

/** From now on the gate's letters go this way; a letter it does not take is kept here. @public */
export const connectMail = (db: Db, send: Mail["send"]): void => void connected.set(db, send);

/** The local default: nothing leaves, every letter is a row that an administrator may read, without its secrets. */
export const storedMail = (db: Db): Mail => ({
  async send(letter, now) {
    const away = connected.get(db);
    if (away) return away(letter, now);
    await keepLetter(db, letter, now);
  },
});

/** Writes a letter down instead of sending it. */
export async function keepLetter(db: Pick<Db, "query">, letter: Parameters<Mail["send"]>[0], now: Date): Promise<void> {
  const { kind, to, subject, text, userId = null, secrets = [] } = letter;
  await keepMessage(db, { channel: "EMAIL", kind, to, userId, subject, text, secrets }, now);
}

const plainText = (html: string): string =>
  html
    .replace(/<(br|\/p|\/li|\/div|hr)[^>]*>/gi, "\n")
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gi, "$2 ($1)")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** Keeps every message of a channel as a row an administrator can open; the delivery's id is the row's, so that a repeat changes nothing. */
export const capturing = (db: Db, channel: string): ChannelSender => ({
  async send(message, now) {
    try {
      const content = channel === "EMAIL" ? plainText(message.content) : message.content;
      await keepMessage(
        db,
        {
          id: message.deliveryId,
          channel,
          kind: message.kind.slice(0, 60),
          to: message.address || channel,
          userId: message.userId,
          subject: message.title.slice(0, 300),
          text: content.slice(0, 20_000),
        },
        now,
      );
    } catch (error) {
      if ((error as { code?: string }).code !== "23505") throw error;
    }
    return { accepted: true, providerMsgId: message.deliveryId, code: "KEPT" };
  },
  probe: () => Promise.resolve({ accepted: true }),
});

interface MailError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
}

/** What the server said; where it said nothing, all failures are told alike. */
const failed = (error: unknown): Sent => {
  const { code, responseCode } = error as MailError;
  const isSilent = responseCode === undefined && code !== "EAUTH" && code !== "EENVELOPE";
  const given = isSilent ? "ECONNECTION" : (responseCode ?? code ?? null);
  const { message } = isSilent ? unreached() : (error as MailError);
  return {
    accepted: false,
    code: given === null ? null : String(given),
    text: message.slice(0, 500),
    errorClass: classOfCode(given, "SMTP"),
  };
};

/** Opens the way for a library that waits for a callback. */
const guarded =
  (connect: () => Promise<Socket>) => async (_: unknown, done: (error: Error | null, opened?: { connection: Socket }) => void) => {
    const opened = await connect().catch((error: Error) => error);
    if (opened instanceof Error) done(opened);
    else done(null, { connection: opened });
  };

/** An SMTP account. TLS is required: a server that does not offer it gets no letter, unless the address says `?tls=none`. */
export function smtpSender(outside: Outside, account: SourceAccount): ChannelSender {
  const url = new URL(account.endpoint ?? "smtp://localhost:25");
  const isPlain = url.searchParams.get("tls") === "none";
  const secure = url.protocol === "smtps:";
  const to = { host: url.hostname, port: Number(url.port || (secure ? 465 : 587)) };
  const transport = nodemailer.createTransport({
    ...to,
    getSocket: guarded(() => outside.connect("mail", to)),
    secure,
    requireTLS: !secure && !isPlain,
    ignoreTLS: isPlain,
    ...(account.account ? { auth: { user: account.account, pass: account.secret ?? "" } } : {}),
    tls: { rejectUnauthorized: url.searchParams.get("verify") !== "N", minVersion: "TLSv1.2" },
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
  });
  const from = { name: account.fromName ?? "", address: account.fromAddress ?? account.account ?? "noreply@localhost" };
  const domain = from.address.split("@")[1] ?? "localhost";
  const stop = (message: Outgoing) =>
    message.unsubscribeUrl
      ? { "List-Unsubscribe": `<${message.unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
      : {};
  return {
    async send(message) {
      try {
        const done = await transport.sendMail({
          from,
          to: message.address,
          subject: message.title,
          html: message.content,
          text: plainText(message.content),
          messageId: `<${message.deliveryId}@${domain}>`,
          attachments: (message.attachments ?? []).map(({ name, mimeType, bytes }) => ({
            filename: name,
            contentType: mimeType,
            content: bytes,
          })),
          headers: { "X-Delivery-Id": message.deliveryId, ...stop(message) },
        });
        return { accepted: true, providerMsgId: message.deliveryId, code: done.response.slice(0, 3), text: done.response };
      } catch (error) {
        return failed(error);
      }
    },
    async probe() {
      try {
        await transport.verify();
        return { accepted: true };
      } catch (error) {
        return failed(error);
      }
    },
    close: () => transport.close(),
  };
}
