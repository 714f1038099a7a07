import { createHash, createHmac, randomUUID } from "node:crypto";
import type { Db } from "#kernel/server/database/db.ts";
import type { Sms } from "#kernel/server/gate/post.ts";
import type { Outside } from "#kernel/server/outside/outside.ts";
import { dayIn } from "#kernel/time.ts";
import { classOfCode, type ChannelSender, type Outgoing, type Sent, type SourceAccount } from "#modules/messages/index.ts";
import { keepMessage } from "./letters.ts";

export type { Sms };

/** Every message becomes a row that an administrator may read; for demonstration and test. */
export const storedSms = (db: Db): Sms => ({
  connected: true,
  async send(message, now) {
    const { kind, to, text, userId = null, secrets = [] } = message;
    await keepMessage(db, { channel: "SMS", kind, to, userId, subject: null, text, secrets }, now);
  },
});

/** No phone channel: nothing is offered and nothing is sent. */
export const noSms: Sms = { connected: false, send: async () => undefined };

/** One request to an outside address of the installation's list, and what came back. */
export async function ask(
  outside: Outside,
  account: SourceAccount,
  request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  },
): Promise<{ readonly http: number; readonly said: unknown; readonly text: string; readonly retryAfter: number | null } | Sent> {
  const { host, hostname } = new URL(request.url);
  if (!account.allowedHosts.includes(hostname.toLowerCase()) && !account.allowedHosts.includes(host.toLowerCase()))
    return { accepted: false, code: "HOST", text: `${host} is not on the list of hosts`, errorClass: "SOURCE_DOWN" };
  try {
    const reply = await outside.call(request.url, { method: request.method, headers: request.headers, body: request.body });
    const text = (await reply.text()).slice(0, 4_000);
    let given: unknown = null;
    try {
      given = JSON.parse(text);
    } catch {
      // Not every provider speaks JSON; the status then says it all.
    }
    return { http: reply.status, said: given, text, retryAfter: Number(reply.headers.get("retry-after")) || null };
  } catch (error) {
    return {
      accepted: false,
      code: "ECONNECTION",
      text: String(error).slice(0, 300),
      errorClass: "TRANSIENT",
    };
  }
}

/** data.list.0.id in an answer. */
export const at = (current: unknown, path: string | null): string | null => {
  let value = current;
  for (const key of (path ?? "").split(".").filter(Boolean)) value = (value as Record<string, unknown> | null)?.[key];
  return path && value !== undefined && value !== null && typeof value !== "object" ? String(value) : null;
};

/** code = "0", or status != "FAIL"; without a condition the HTTP status decides. */
function isSuccess(current: unknown, condition: string | null): boolean {
  const found = /^([\w.]+)\s*(=|!=)\s*"?([^"]*)"?$/.exec((condition ?? "").trim());
  if (!found) return true;
  const same = (at(current, found[1]!) ?? "") === found[3];
  return found[2] === "=" ? same : !same;
}

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

function fillIn(template: string, message: Outgoing, account: SourceAccount, write: (value: string) => string): string {
  const values: Record<string, string> = {
    address: message.address,
    mobile: message.address,
    content: message.content,
    title: message.title,
    deliveryId: message.deliveryId,
    templateId: message.meta["templateId"] ?? "",
    account: account.account ?? "",
    secret: account.secret ?? "",
    link: message.link ?? "",
  };
  return template.replace(/\$\{(\w+)\}/g, (_, key: string) => write(values[key] ?? ""));
}

/** What the answer of a provider means, by its own rules. */
export function judge(
  account: SourceAccount,
  answer: Awaited<ReturnType<typeof ask>>,
  bad: (code: string | null) => boolean = () => false,
): Sent {
  if ("accepted" in answer) return answer;
  const { http, said, text, retryAfter } = answer;
  if (http >= 200 && http < 300 && isSuccess(said, account.successExpr))
    return { accepted: true, providerMsgId: at(said, account.idExpr), code: String(http), text };
  const code = at(said, account.errorExpr) ?? at(said, account.successExpr?.split(/\s*!?=/)[0] ?? null) ?? String(http);
  const errorClass = http >= 300 ? classOfCode(http, "HTTP") : bad(code) ? "PERMANENT_ADDRESS" : "PERMANENT_SOURCE";
  return { accepted: false, code, text, errorClass, retryAfterSeconds: retryAfter };
}

const isBadNumber = (code: string | null): boolean => /MOBILE|PHONE|NUMBER|号码|ILLEGAL_NUM/i.test(code ?? "");

/** The interface of most providers: one HTTP request whose body, success and message id a source describes. */
export function genericSms(outside: Outside, account: SourceAccount): ChannelSender {
  const method = account.method ?? "POST";
  const body = account.bodyTemplate ?? '{"mobile":"${address}","content":"${content}","reference":"${deliveryId}"}';
  const isForm = Object.values(account.headers ?? {}).some((value) => value.includes("x-www-form-urlencoded"));
  return {
    send: async (message) =>
      judge(
        account,
        await ask(outside, account, {
          url: fillIn(account.endpoint ?? "", message, account, encodeURIComponent),
          method,
          headers: {
            "content-type": "application/json",
            ...Object.fromEntries(
              Object.entries(account.headers ?? {}).map(([key, value]) => [key, fillIn(value, message, account, String)]),
            ),
          },
          body: method === "GET" ? null : fillIn(body, message, account, isForm ? encodeURIComponent : inJson),
        }),
        isBadNumber,
      ),
    probe: () => reach(outside, account),
  };
}

/** Whether somebody answers at all; what is said does not matter. */
export async function reach(outside: Outside, account: SourceAccount): Promise<Sent> {
  const answer = await ask(outside, account, { url: new URL("/", account.endpoint ?? "").href, method: "GET", headers: {}, body: null });
  return "accepted" in answer
    ? answer
    : answer.http < 500
      ? { accepted: true }
      : { accepted: false, code: String(answer.http), text: answer.text };
}

const quoted = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Parameters in the address, signed with HMAC-SHA1 over their sorted list. */
export function aliLikeSms(outside: Outside, account: SourceAccount): ChannelSender {
  const shape = {
    ...account,
    successExpr: account.successExpr ?? 'Code = "OK"',
    idExpr: account.idExpr ?? "BizId",
    errorExpr: account.errorExpr ?? "Code",
  };
  return {
    async send(message, now) {
      const values: Record<string, string> = {
        AccessKeyId: account.account ?? "",
        Action: "SendSms",
        Format: "JSON",
        Version: "2017-05-25",
        SignatureMethod: "HMAC-SHA1",
        SignatureVersion: "1.0",
        SignatureNonce: randomUUID(),
        Timestamp: `${now.toISOString().slice(0, 19)}Z`,
        PhoneNumbers: message.address,
        OutId: message.deliveryId,
        SignName: account.fromName ?? "",
        TemplateCode: message.meta["templateId"] ?? "",
        TemplateParam: JSON.stringify({ content: message.content }),
      };
      const sorted = Object.keys(values)
        .sort()
        .map((key) => `${quoted(key)}=${quoted(values[key]!)}`)
        .join("&");
      const sign = createHmac("sha1", `${account.secret ?? ""}&`)
        .update(`POST&${quoted("/")}&${quoted(sorted)}`)
        .digest("base64");
      const answer = await ask(outside, account, {
        url: account.endpoint ?? "",
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `${sorted}&Signature=${quoted(sign)}`,
      });
      return judge(shape, answer, isBadNumber);
    },
    probe: () => reach(outside, account),
  };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** A JSON body, signed with HMAC-SHA256 through the day's derived key. */
export function tencentLikeSms(outside: Outside, account: SourceAccount): ChannelSender {
  const first = "Response.SendStatusSet.0";
  const shape = {
    ...account,
    successExpr: account.successExpr ?? `${first}.Code = "Ok"`,
    idExpr: account.idExpr ?? `${first}.SerialNo`,
    errorExpr: account.errorExpr ?? `${first}.Code`,
  };
  return {
    async send(message, now) {
      const { host } = new URL(account.endpoint ?? "");
      const body = JSON.stringify({
        PhoneNumberSet: [message.address],
        SmsSdkAppId: account.headers?.["appId"] ?? "",
        SignName: account.fromName ?? "",
        TemplateId: message.meta["templateId"] ?? "",
        TemplateParamSet: [message.content],
        SessionContext: message.deliveryId,
      });
      const stamp = String(Math.floor(now.getTime() / 1000));
      const date = dayIn(now.toISOString(), "UTC");
      const canonical = `POST\n/\n\ncontent-type:application/json\nhost:${host}\n\ncontent-type;host\n${sha256(body)}`;
      const scope = `${date}/sms/tc3_request`;
      const key = hmac(hmac(hmac(`TC3${account.secret ?? ""}`, date), "sms"), "tc3_request");
      const sign = hmac(key, `TC3-HMAC-SHA256\n${stamp}\n${scope}\n${sha256(canonical)}`).toString("hex");
      const answer = await ask(outside, account, {
        url: account.endpoint ?? "",
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-tc-action": "SendSms",
          "x-tc-version": "2021-01-11",
          "x-tc-timestamp": stamp,
          authorization: `TC3-HMAC-SHA256 Credential=${account.account ?? ""}/${scope}, SignedHeaders=content-type;host, Signature=${sign}`,
        },
        body,
      });
      return judge(shape, answer, isBadNumber);
    },
    probe: () => reach(outside, account),
  };
}
