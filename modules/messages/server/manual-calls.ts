import { user } from "#kernel/platform/user.entity.ts";
import { every, sql } from "#kernel/query.ts";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { newId } from "#kernel/server/act/id.ts";
import { asks, takes } from "#kernel/server/http/input.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { readTime } from "#kernel/time.ts";
import { changes } from "#kernel/server/act/write.ts";
import { msgBox } from "../box.entity.ts";
import { msgInstance } from "../instance.entity.ts";
import { isRetired, retiredKind } from "../receiver-query.ts";
import { smsParts } from "../template.ts";
import { noReceiver, smsTooLong } from "../texts.ts";
import { call, mustMay } from "./call-kit.ts";
import type { Config } from "./configs.ts";
import type { Channel } from "./office.ts";
import { wordsOf } from "./plain-words.ts";
import type { PostOffice } from "./post-office.ts";
import { receiverShapes } from "./receivers.ts";
import { tellCount } from "./site.ts";

const channels: readonly Channel[] = ["SITE", "EMAIL", "SMS", "DING", "WECOM", "WEBHOOK"];
const list = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : typeof value === "string" ? value.split(",") : []).filter(Boolean);

/** A configuration for what has none. */
export const plainConfig = (chosen: readonly Channel[], kind: string): Config => ({
  id: "",
  msgCfgCode: "MANUAL",
  eventCode: "",
  variables: [],
  msgKind: kind,
  conditionRule: null,
  conditionText: null,
  channels: chosen,
  fallbackChannels: [],
  receivers: [],
  templateCodes: {},
  delayMinutes: 0,
  digest: "NONE",
  digestTime: "18:00",
  quietRespect: "Y",
  mandatoryFlag: "N",
  cancelsEvents: [],
  dedupeKeyTpl: null,
  dedupeMinutes: 0,
  checkFlag: "N",
  priority: 8,
  expireMinutes: null,
});

/** Names, responsibilities, companies or receiver definitions, as whoever writes chose them; people are found by account, companies by code. */
async function receiversOf(post: PostOffice, body: Row): Promise<{ userIds: readonly string[]; unknown: readonly string[] }> {
  const { db, declared } = post.office.kernel;
  const chosen = (typeof body["receivers"] === "object" && body["receivers"] !== null ? body["receivers"] : {}) as Row;
  const found = new Set(list(chosen["userIds"]));
  const unknown: string[] = [];
  const names = list(chosen["userNames"]);
  const u = every(user);
  const byName = await db.query<{ id: string; name: string }>(
    sql`select ${u.id}, lower(${u.userName}) as name from ${u} where lower(${u.userName}) = any(${names.map((name) => name.toLowerCase())})`,
  );
  for (const row of byName) found.add(row.id);
  unknown.push(...names.filter((name) => !byName.some((row) => row.name === name.toLowerCase())));
  const suppliers = list(chosen["supplierIds"]);
  const supplier = declared.entities.get("SrmSupInfo");
  const codes = list(chosen["supplierCodes"]);
  if (codes.length && supplier) {
    const s = every(supplier);
    const code = s[supplier.title[0]!]!;
    const rows = await db.query<{ id: string; code: string }>(sql`select ${s.id}, ${code} as code from ${s} where ${code} = any(${codes})`);
    suppliers.push(...rows.map((row) => row.id));
    unknown.push(...codes.filter((code) => !rows.some((row) => row.code === code)));
  }
  if (suppliers.length)
    for (const row of await db.query<{ id: string }>(
      sql`select ${u.id} from ${u} where ${u.userType} = 'SUPPLIER' and ${u.supplierId} = any(${suppliers}) and ${u.userStatus} = 'ACTIVE'`,
    ))
      found.add(row.id);
  const ids = list(chosen["receiveIds"]);
  if (ids.length) {
    const shapes = await receiverShapes(db, ids);
    if (shapes.some(isRetired)) throw retiredKind();
    for (const id of await post.fanout.receivers.resolve(shapes, { values: {}, document: null })) found.add(id);
  }
  return { userIds: [...found], unknown };
}

async function sendManual(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  mustMay(ctx, "BaseMsgInstance", "btnCompose");
  const chosen = channels.filter((channel) => list(body["channels"]).includes(channel));
  const text = (key: string) => String(body[key] ?? "").trim();
  const texts = {
    titleCn: text("titleCn") || text("titleEn"),
    titleEn: text("titleEn") || text("titleCn"),
    contentCn: text("contentCn") || text("contentEn") || text("titleCn"),
    contentEn: text("contentEn") || text("contentCn") || text("titleEn"),
  };
  if (chosen.length === 0) throw refuse("FIELD_REQUIRED", "请选择渠道", "Choose the channels");
  if (!texts.titleCn) throw refuse("FIELD_REQUIRED", "请填写标题", "Fill in the title");
  if (texts.titleCn.length > 300 || texts.contentCn.length > 20_000 || texts.contentEn.length > 20_000)
    throw refuse("FIELD_LENGTH", "内容过长", "The text is too long");
  const most = Number(await post.office.kernel.settings.value("MSG_SMS_MAX_PARTS"));
  if (chosen.includes("SMS") && Math.max(smsParts(texts.contentCn).parts, smsParts(texts.contentEn).parts) > most) throw smsTooLong(most);
  const { userIds, unknown } = await receiversOf(post, body);
  if (unknown.length)
    throw refuse(
      "MSG_NO_RECEIVER",
      `未找到接收人：${unknown.slice(0, 10).join("、")}`,
      `No such receiver: ${unknown.slice(0, 10).join(", ")}`,
    );
  const kind = ["BUSINESS", "SYSTEM", "MARKETING", "WARNING"].includes(text("msgKind")) ? text("msgKind") : "BUSINESS";
  const planned = text("plannedAt") ? readTime(text("plannedAt"), ctx.me.zone) : null;
  const made = await post.fanout.dispatch({
    eventKey: `M${ctx.requestId}`,
    orderNo: newId(),
    config: plainConfig(chosen, kind === "SYSTEM" ? "BUSINESS" : kind),
    cfgId: null,
    values: texts,
    about: null,
    bizNum: null,
    supplierId: null,
    senderUserId: ctx.me.userId,
    manual: true,
    userIds,
    ...(planned ? { plannedAt: new Date(planned) } : {}),
    template: (channel) => Promise.resolve(wordsOf(texts, channel)),
  });
  if (!made) throw noReceiver();
  return made;
}

/** Tells those who have not opened it yet once more, in their inbox. */
async function remindUnread(post: PostOffice, ctx: Context, id: unknown): Promise<Row> {
  mustMay(ctx, "BaseMsgInstance", "btnRemindUnread");
  const { finder, db } = post.office.kernel;
  const instance = await finder.byId(msgInstance, id, ctx.me);
  const b = every(msgBox);
  const rows = await db.query<{ userId: string }>(
    sql`update ${b} set ${changes(msgBox, { archiveFlag: "N", creationDate: ctx.now })} where ${b.instanceId} = ${instance["id"]} and ${b.readFlag} = 'N' returning ${b.userId}`,
  );
  await tellCount(
    post.office,
    rows.map((row) => row.userId),
  );
  return { reminded: rows.length };
}

/** Who a message of these receivers would reach, before it is written. */
async function countReceivers(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  mustMay(ctx, "BaseMsgInstance", "btnCompose");
  const { userIds, unknown } = await receiversOf(post, body);
  return { count: userIds.length, unknown, needsCheck: userIds.length > Number(await post.office.kernel.settings.value("MSG_MASS_CHECK")) };
}

const words = { titleCn: "text", titleEn: "text", contentCn: "text", contentEn: "text" } as const;
const manual = { receivers: "object", channels: "any", msgKind: "text", plannedAt: "text", ...words } as const;

/** Messages people write themselves. */
export const manualCalls = (post: PostOffice): readonly Call[] => [
  call("baseMsgInstanceService/sendManual", takes(manual), (ctx, body) => sendManual(post, ctx, body), { perMinute: 30 }),
  call("baseMsgInstanceService/countReceivers", asks({ receivers: "object" }), (ctx, body) => countReceivers(post, ctx, body)),
  call("baseMsgInstanceService/remindUnread", takes({ id: "id" }), (ctx, body) => remindUnread(post, ctx, body["id"])),
];
