import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { columns, every, sql } from "#kernel/query.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { newId } from "#kernel/server/act/id.ts";
import { takes, tolerant } from "#kernel/server/http/input.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { houseDay } from "#kernel/time.ts";
import { changes } from "#kernel/server/act/write.ts";
import type { Receipt } from "../channel.ts";
import { msgCfg } from "../config.entity.ts";
import { msgEvent } from "../event.entity.ts";
import { msgInstance } from "../instance.entity.ts";
import { msgUser } from "../source.entity.ts";
import { noReceiver, quota, unknownEvent } from "../texts.ts";
import { call } from "./call-kit.ts";
import { addressHash } from "./office.ts";
import type { PostOffice } from "./post-office.ts";
import { noteReceipt } from "./receipt.ts";
import type { Source } from "./sources.ts";
import { stopFor } from "./stop-calls.ts";

const [a, c, e] = [every(msgUser), every(msgCfg), every(msgEvent)];
const driftMs = 5 * 60_000;
const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
const denied = () => refuse("AUTH_SIGN", "签名无效", "The signature is not valid", { http: 401 });

/** Whoever calls with a wrong signature or key is refused, and those who look after security hear of it. */
async function forged({ office }: PostOffice, { ip, requestId }: Context, what: string): Promise<Refusal> {
  await office.kernel.security("SIGNATURE_FORGED", { ip, requestId, what: [what, what] }).catch(office.alarm);
  return denied();
}

/** The provider's mark over its own bytes and the time it sent them: HMAC-SHA256 of "time.bytes" under the source's secret. */
function isSigned(source: Source, { request, now }: Context): boolean {
  const [stamp, mark] = [String(request.headers["x-timestamp"] ?? ""), String(request.headers["x-signature"] ?? "")];
  const bytes = request.bytes ?? (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
  if (!source.secret || !/^\d{10,13}$/.test(stamp)) return false;
  const at = stamp.length === 10 ? Number(stamp) * 1_000 : Number(stamp);
  if (Math.abs(now.getTime() - at) > driftMs) return false;
  return same(createHmac("sha256", source.secret).update(`${stamp}.`).update(bytes).digest("hex"), mark.toLowerCase());
}

const list = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

function readReceipts(body: Row): readonly Receipt[] {
  const rows = Array.isArray(body["receipts"]) ? list(body["receipts"]) : body["providerMsgId"] || body["id"] ? [body] : [];
  return rows.slice(0, 1_000).flatMap((row) => {
    const id = row["providerMsgId"] ?? row["id"] ?? row["msgId"];
    const text = String(row["state"] ?? row["status"] ?? "").toUpperCase();
    const state = /BOUNC|UNDELIV.*ADDRESS|INVALID/.test(text)
      ? "BOUNCED"
      : /FAIL|REJECT|EXPIRED|UNDELIV/.test(text)
        ? "FAILED"
        : /DELIV|SUCCESS|OK/.test(text)
          ? "DELIVERED"
          : null;
    return id && state ? [{ providerMsgId: String(id), state, code: row["code"] === undefined ? null : String(row["code"]) }] : [];
  });
}

/** What a provider reports later: it arrived, it did not, or somebody answered TD. Unknown ids are counted, not errors. */
async function callback(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  const code = String((ctx.request.params as Row)["sourceCode"] ?? "");
  const source = (await post.sources.all()).find((row) => row.sourceCode === code);
  if (!source || !isSigned(source, ctx)) throw await forged(post, ctx, `callback/${code.slice(0, 60)}`);
  const receipts = readReceipts(body);
  let known = 0;
  for (const receipt of receipts) if (await noteReceipt(post, source.id, receipt, ctx.now)) known += 1;
  const replies = list(body["replies"]).filter((row) => /^\s*(TD|T|退订|UNSUBSCRIBE|STOP)\s*$/i.test(String(row["text"] ?? "")));
  for (const reply of replies)
    await stopFor(
      post.office,
      {
        addressHash: addressHash(post.office, String(reply["from"] ?? "")),
        scope: "ALL_OPTIONAL",
        scopeValue: null,
        channel: source.channel,
      },
      "SMS_TD",
    );
  return { known, unknown: receipts.length - known, stopped: replies.length };
}

/** A message of another system: its own key, only the configurations it was given, so many a day, each reference once. */
async function openSend(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  const [code = "", secret = ""] = String(ctx.request.headers["authorization"] ?? "")
    .replace(/^Bearer\s+/i, "")
    .split(".");
  const { db } = post.office.kernel;
  const account = await db.one<Row>(
    sql`select ${columns(a, "id", "keyHash", "oldKeyHash", "oldKeyUntil", "allowedCfgIds", "dailyQuota")} from ${a} where ${a.accountCode} = ${code} and ${a.enabledFlag} = 'Y'`,
  );
  const digest = createHash("sha256").update(secret).digest("hex");
  const isCurrent = account !== null && typeof account["keyHash"] === "string" && same(account["keyHash"], digest);
  const isOld =
    account !== null &&
    typeof account["oldKeyHash"] === "string" &&
    same(account["oldKeyHash"], digest) &&
    account["oldKeyUntil"] > ctx.now.toISOString();
  if (!account || (!isCurrent && !isOld)) throw await forged(post, ctx, "open/send");
  const cfg = await db.one<{ id: string; eventCode: string }>(
    sql`select ${c.id}, ${e.eventCode} from ${c} join ${e} on ${e.id} = ${c.eventId} where ${c.msgCfgCode} = ${String(body["cfgCode"] ?? "")} and ${c.enabledFlag} = 'Y'`,
  );
  const config = cfg ? (await post.settings.of(cfg.eventCode)).find((row) => row.id === cfg.id) : undefined;
  if (!config || !((account["allowedCfgIds"] as string[] | null) ?? []).includes(config.id))
    throw unknownEvent(String(body["cfgCode"] ?? ""));
  const key = String(body["idempotencyKey"] ?? ctx.requestId).slice(0, 60);
  const payload = (typeof body["payload"] === "object" && body["payload"] !== null ? body["payload"] : {}) as Row;
  const biz = (typeof body["bizRef"] === "object" && body["bizRef"] !== null ? body["bizRef"] : {}) as Row;
  const { about, basis, bizNum } = await post.fanout.about({
    event: config.eventCode,
    entity: String(biz["bizEntity"] ?? ""),
    docId: String(biz["bizId"] ?? ""),
    data: payload,
  });
  const userIds = await post.fanout.receivers.resolve(config.receivers, basis);
  await takeQuota(post, account, userIds.length, ctx.now);
  const made = await post.fanout.dispatch({
    eventKey: `X${code}:${key}`,
    orderNo: newId(),
    config,
    cfgId: config.id,
    values: basis.values,
    about,
    bizNum,
    supplierId: about?.supplierId ?? null,
    senderUserId: null,
    manual: false,
    userIds,
    template: (channel) => post.settings.template(config.templateCodes[channel], channel),
  });
  if (made) return { instanceNum: made.instanceNum, repeated: false };
  const i = every(msgInstance);
  const known = await db.one<{ instanceNum: string }>(sql`select ${i.instanceNum} from ${i} where ${i.eventKey} = ${`X${code}:${key}`}`);
  if (!known) throw noReceiver();
  return { instanceNum: known.instanceNum, repeated: true };
}

async function takeQuota({ office }: PostOffice, account: Row, count: number, now: Date): Promise<void> {
  const day = houseDay(now);
  const used = sql`case when ${a.usedDay} = ${day}::date then ${a.usedToday} else 0 end + ${count}::int`;
  const row = await office.kernel.db.one(
    sql`update ${a} set ${changes(msgUser, { usedToday: used, usedDay: day })} where ${a.id} = ${account["id"]} and ${used} <= ${a.dailyQuota} returning ${a.id}`,
  );
  if (!row) throw quota(account["dailyQuota"]);
}

const reported = tolerant("providers send what they know beside what is read", {
  receipts: "list",
  replies: "list",
  providerMsgId: "any",
  id: "any",
  msgId: "any",
  state: "any",
  status: "any",
  code: "any",
});

/** The doors for providers and for other systems. */
export const outsideCalls = (post: PostOffice): readonly Call[] => [
  call("callback/:sourceCode", reported, (ctx, body) => callback(post, ctx, body), { guard: "public", perMinute: 6_000 }),
  call(
    "open/send",
    takes({ cfgCode: "text", idempotencyKey: "text", payload: "object", bizRef: "object" }),
    (ctx, body) => openSend(post, ctx, body),
    { guard: "public", perMinute: 600 },
  ),
];
