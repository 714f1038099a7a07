import { capturing, connectMail, keepLetter, smtpSender } from "#bridges/mail.ts";
import { pop3Reader } from "#bridges/mailbox.ts";
import { aliLikeSms, genericSms, tencentLikeSms } from "#bridges/sms.ts";
import { chatApp, groupBot } from "#bridges/webhook.ts";
import type { Premises, Side } from "#kernel/server/install/side.ts";
import type { ChannelSender, SourceAccount } from "./channel.ts";
import { allMessageCalls } from "./server/calls.ts";
import { officeAt, PostOffice } from "./server/post-office.ts";
import { messageShips } from "./server/ships.ts";
import { messagesNeeds } from "./needs.calls.ts";

/** The bridge a source stands for. */
const senderFor =
  ({ kernel, outside }: Premises) =>
  (account: SourceAccount): ChannelSender => {
    switch (account.provider) {
      case "SMTP":
        return smtpSender(outside, account);
      case "GENERIC_HTTP_SMS":
        return genericSms(outside, account);
      case "ALI_LIKE":
        return aliLikeSms(outside, account);
      case "TENCENT_LIKE":
        return tencentLikeSms(outside, account);
      case "WEBHOOK_BOT":
        return groupBot(outside, account);
      case "CHAT_APP":
        return chatApp(outside, account);
      default:
        return capturing(kernel.db, account.channel);
    }
  };

/** The mailbox of a source, opened by the same secret as the source itself. */
const mailboxFor =
  ({ outside }: Premises) =>
  ({ inboxEndpoint, inboxAccount, account, secret }: SourceAccount) =>
    inboxEndpoint ? pop3Reader(outside, { endpoint: inboxEndpoint, account: inboxAccount || account || "", secret: secret ?? "" }) : null;

const offices = new WeakMap<Premises, PostOffice>();

function officeOf(at: Premises): PostOffice {
  let office = offices.get(at);
  if (!office) offices.set(at, (office = new PostOffice(officeAt(at, { openSender: senderFor(at), openMailbox: mailboxFor(at) }))));
  return office;
}

/** Codes and links of the gate leave by the mail server once one is connected, and are then kept nowhere. */
function connectGate({ kernel }: Premises, post: PostOffice): void {
  connectMail(kernel.db, async (letter, now) => {
    const source = (await post.sources.of("EMAIL")).find((row) => row.provider !== "CAPTURE" && row.state !== "DOWN");
    if (!source) return keepLetter(kernel.db, letter, now);
    const sent = await post.sources.senderOf(source).send(
      {
        deliveryId: crypto.randomUUID(),
        kind: letter.kind,
        address: letter.to,
        userId: letter.userId ?? null,
        title: letter.subject,
        content: `<p>${letter.text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`,
        link: null,
        unsubscribeUrl: null,
        meta: {},
      },
      now,
    );
    if (!sent.accepted) throw new Error(`${letter.kind}: ${sent.text ?? sent.code ?? "not accepted"}`);
  });
}

/** Messages on the server: what is shipped, the calls, and the work upon events and by the clock. */
export const messagesSide: Side = {
  code: "messages",
  needs: messagesNeeds,
  ships: messageShips,
  calls: (at) => allMessageCalls(officeOf(at), at),
  programs: (at) => officeOf(at).programs(),
  start: (at) => {
    const post = officeOf(at);
    connectGate(at, post);
    return post.start();
  },
};
