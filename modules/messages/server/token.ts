import { timingSafeEqual } from "node:crypto";
import type { Office } from "./office.ts";

/** What a link in a mail may stop. */
export interface StopToken {
  readonly userId: string;
  readonly scope: string;
  readonly scopeValue: string | null;
  readonly channel: string | null;
}

const purpose = "msg-unsubscribe";

/** Says whom and what, and a mark only the server can make: it opens nothing else and needs no session. */
export function stopToken({ keys }: Pick<Office, "keys">, what: StopToken): string {
  const body = Buffer.from(JSON.stringify([what.userId, what.scope, what.scopeValue, what.channel])).toString("base64url");
  return `${body}.${keys.mac(purpose, body).slice(0, 40)}`;
}

export function readStopToken({ keys }: Pick<Office, "keys">, token: unknown): StopToken | null {
  if (typeof token !== "string" || token.length > 600) return null;
  const [body = "", mark = ""] = token.split(".");
  const right = keys.mac(purpose, body).slice(0, 40);
  if (mark.length !== right.length || !timingSafeEqual(Buffer.from(mark), Buffer.from(right))) return null;
  const [userId, scope, scopeValue, channel] = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as [
    string,
    string,
    string | null,
    string | null,
  ];
  return { userId, scope, scopeValue, channel };
}

export const unsubscribeUrl = (office: Pick<Office, "keys" | "publicUrl">, what: StopToken): string =>
  `${office.publicUrl.replace(/\/$/, "")}/api/messageServer/baseMsgUnsubscribeService/unsubscribe?token=${stopToken(office, what)}`;
