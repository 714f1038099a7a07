import { createHmac } from "node:crypto";
import type { Outside } from "#kernel/server/outside/outside.ts";
import type { ChannelSender, Outgoing, SourceAccount } from "#modules/messages/index.ts";
import { ask, judge, reach } from "./sms.ts";

const card = (message: Outgoing): string =>
  [
    `**${message.title}**`,
    message.content,
    ...(message.link ? [`[${message.meta["language"] === "EN" ? "Open" : "查看详情"}](${message.link})`] : []),
  ].join("\n\n");

/** A group's robot: one signed request, the secret never in the body. */
export function groupBot(outside: Outside, account: SourceAccount): ChannelSender {
  const shape = { ...account, successExpr: account.successExpr ?? 'errcode = "0"', errorExpr: account.errorExpr ?? "errcode" };
  return {
    async send(message, now) {
      const url = new URL(account.endpoint ?? "");
      if (account.secret) {
        const timestamp = String(now.getTime());
        const sign = createHmac("sha256", account.secret).update(`${timestamp}\n${account.secret}`).digest("base64");
        url.searchParams.set("timestamp", timestamp);
        url.searchParams.set("sign", sign);
      }
      const body = JSON.stringify({ msgtype: "markdown", markdown: { title: message.title, text: card(message), content: card(message) } });
      return judge(
        shape,
        await ask(outside, account, { url: url.href, method: "POST", headers: { "content-type": "application/json" }, body }),
      );
    },
    probe: () => reach(outside, account),
  };
}

const noSuchPerson = (code: string | null): boolean => /user|invalid.*(touser|userid)|60121|40003|33012/i.test(code ?? "");

/** A message of an app to one person of the chat. */
export function chatApp(outside: Outside, account: SourceAccount): ChannelSender {
  const shape = {
    ...account,
    successExpr: account.successExpr ?? 'errcode = "0"',
    idExpr: account.idExpr ?? "msgid",
    errorExpr: account.errorExpr ?? "errcode",
  };
  return {
    async send(message) {
      const body = JSON.stringify({
        touser: message.address,
        agentid: account.account ?? "",
        msgtype: "textcard",
        textcard: { title: message.title, description: message.content.slice(0, 500), url: message.link ?? "" },
        reference: message.deliveryId,
      });
      const headers = { "content-type": "application/json", authorization: `Bearer ${account.secret ?? ""}` };
      return judge(shape, await ask(outside, account, { url: account.endpoint ?? "", method: "POST", headers, body }), noSuchPerson);
    },
    probe: () => reach(outside, account),
  };
}
