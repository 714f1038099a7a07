import { all, columns, every, sql, worded } from "#kernel/query.ts";
import { refuse } from "#kernel/refusal.ts";
import { answer, type Call, type Context } from "#kernel/server/http/call.ts";
import { newId } from "#kernel/server/act/id.ts";
import { asks, inLink, like, takes, type InputNames } from "#kernel/server/http/input.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Language } from "#kernel/text.ts";
import { msgCfg } from "../config.entity.ts";
import { msgEvent } from "../event.entity.ts";
import { channels, choiceOf, defaultChoice, isLocked, kinds, type Choice, type Matrix } from "../preference.ts";
import { msgPreference, msgUnsubscribe } from "../source.entity.ts";
import { mandatory } from "../texts.ts";
import { call, idsIn } from "./call-kit.ts";
import { insertMany, stamps, unlessThere, type Office } from "./office.ts";
import type { PostOffice } from "./post-office.ts";
import { readStopToken, type StopToken } from "./token.ts";

const hours = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Stops something for somebody without a session: by a signed link or by the phone. What is stopped twice is stopped once. */
export async function stopFor(
  office: Office,
  what: Partial<StopToken> & { readonly addressHash?: string },
  source: "LINK" | "SMS_TD",
): Promise<boolean> {
  const now = office.clock.now();
  if (what.scope === "KIND" && what.scopeValue === "SYSTEM") throw mandatory();
  const rows = await insertMany(
    office.kernel.db,
    msgUnsubscribe,
    [
      {
        ...stamps(newId(), what.userId ?? "system:messages", now),
        userId: what.userId ?? null,
        addressHash: what.addressHash ?? null,
        scope: what.scope ?? "ALL_OPTIONAL",
        scopeValue: what.scopeValue ?? null,
        channel: what.channel ?? null,
        source,
        since: now.toISOString(),
        status: "LIVE",
      },
    ],
    unlessThere,
  );
  return rows.length > 0;
}

const words: Readonly<Record<"ask" | "done" | "bad" | "press", readonly [string, string]>> = {
  ask: ["确定不再接收此类邮件吗？", "Stop receiving such e-mails?"],
  done: ["已退订，可随时在消息偏好中恢复", "Unsubscribed. You can restore it in your message preferences"],
  bad: ["链接无效", "This link is not valid"],
  press: ["退订", "Unsubscribe"],
};

const html = (language: Language, key: keyof typeof words, token?: string): string => {
  const say = (value: keyof typeof words) => words[value][language === "EN" ? 1 : 0];
  const form = token
    ? `<form method="post" action="unsubscribe?token=${encodeURIComponent(token)}"><button type="submit">${say("press")}</button></form>`
    : "";
  return `<!doctype html><html lang="${language === "EN" ? "en" : "zh"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>BASE SRM</title></head><body><p>${say(key)}</p>${form}</body></html>`;
};

/** The link in a mail: looking at it asks, pressing (or the mail program's one click) stops. */
const byLink = (post: PostOffice, method: "GET" | "POST"): Call =>
  call(
    "baseMsgUnsubscribeService/unsubscribe",
    inLink(),
    async ({ request, reply, language }) => {
      const token = (request.query as Row)["token"];
      const what = readStopToken(post.office, token);
      const done = what && method === "POST" ? await stopFor(post.office, what, "LINK").then(() => true) : false;
      return reply
        .code(what ? 200 : 400)
        .type("text/html; charset=utf-8")
        .send(html(language, what ? (done ? "done" : "ask") : "bad", what && !done ? String(token) : undefined));
    },
    { method, guard: "public", perMinute: 60, raw: true },
  );

const ownCells = (matrix: Matrix | null, isSupplier: boolean): Row[] =>
  kinds.map((kind) => ({
    kind,
    cells: channels.map((channel) => ({
      channel,
      choice: choiceOf(matrix, kind, channel, isSupplier),
      initial: defaultChoice(kind, channel, isSupplier),
      locked: isLocked(kind, channel),
      // Only mail can be gathered.
      choices: channel === "EMAIL" ? ["ON", "DIGEST", "OFF"] : ["ON", "OFF"],
    })),
  }));

const lockedWhy = (language: Language): string =>
  language === "EN" ? "Messages about your account and tasks in your inbox cannot be switched off" : "账号安全消息和站内待办不能关闭";

/** What somebody chose, as it is stored; null for whoever never chose. */
function storedPreference({ kernel }: Office, userId: string): Promise<Row | null> {
  const p = every(msgPreference);
  return kernel.db.one<Row>(
    sql`select ${columns(p, "id", "matrix", "quietFrom", "quietTo", "preferredLanguage", "digestTime", "versionNum")} from ${p} where ${p.userId} = ${userId}`,
  );
}

async function ownPreferences({ office }: PostOffice, { me, language }: Context): Promise<Row> {
  const row = await storedPreference(office, me.userId);
  const [c, e] = [every(msgCfg), every(msgEvent)];
  const isMeant = all(
    sql`${c.mandatoryFlag} = 'Y' and ${c.enabledFlag} = 'Y'`,
    me.audience !== "supplier" && sql`${e.audienceHint} is distinct from 'SUPPLIER'`,
  );
  const mustHave = await office.kernel.db.query<Row>(
    sql`select ${c.msgCfgCode}, ${worded({ language }, e.nameCn)} as name, ${worded({ language }, c.mandatoryReason)} as reason
     from ${c} join ${e} on ${e.id} = ${c.eventId} where ${isMeant} order by 1`,
  );
  const account = await office.kernel.directory.byId(me.userId);
  return {
    matrix: ownCells(row?.["matrix"] ?? null, me.audience === "supplier"),
    lockedReason: lockedWhy(language),
    quietFrom: row?.["quietFrom"] ?? null,
    quietTo: row?.["quietTo"] ?? null,
    quietDefault: await office.kernel.settings.value("QUIET_HOURS"),
    preferredLanguage: row?.["preferredLanguage"] ?? account?.language ?? "CN",
    digestTime: row?.["digestTime"] ?? "18:00",
    mandatory: mustHave,
    versionNum: row?.["versionNum"] ?? null,
  };
}

/** Takes { KIND: { CHANNEL: choice } }; cells nobody can change are left as they are, and what equals the house's choice is not kept. */
function readMatrix(value: unknown, isSupplier: boolean): Matrix {
  const given = (value ?? {}) as Record<string, Record<string, Choice> | undefined>;
  const stored: Record<string, Record<string, Choice>> = {};
  for (const kind of kinds)
    for (const channel of channels) {
      const choice = given[kind]?.[channel];
      if (choice === undefined) continue;
      if (!["ON", "DIGEST", "OFF"].includes(choice) || (choice === "DIGEST" && channel !== "EMAIL"))
        throw refuse("FIELD_INVALID", "选项不正确", "No such option");
      if (isLocked(kind, channel)) {
        if (choice !== defaultChoice(kind, channel, isSupplier)) throw mandatory();
      } else if (choice !== defaultChoice(kind, channel, isSupplier)) (stored[kind] ??= {})[channel] = choice;
    }
  return stored;
}

async function savePreferences(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  const { kernel } = post.office;
  const time = (key: string): string | null => {
    const value = body[key];
    if (value === null || value === undefined || value === "") return null;
    if (!hours.test(String(value))) throw refuse("FIELD_INVALID", "时间格式应为 HH:mm", "Write times as HH:mm");
    return String(value);
  };
  const row = await storedPreference(post.office, ctx.me.userId);
  const input = {
    ...(row ? {} : { userId: ctx.me.userId }),
    matrix: readMatrix(body["matrix"], ctx.me.audience === "supplier"),
    quietFrom: time("quietFrom"),
    quietTo: time("quietTo"),
    digestTime: time("digestTime"),
    preferredLanguage: body["preferredLanguage"] === "EN" || body["preferredLanguage"] === "CN" ? body["preferredLanguage"] : null,
  };
  await kernel.actor.act(
    { entity: msgPreference, action: "saveOrUpdate", targets: [{ id: row?.["id"], input }] },
    { me: inOwnName(ctx.me), now: ctx.now, requestId: ctx.requestId, ip: ctx.ip },
  );
  return ownPreferences(post, ctx);
}

/** A message to oneself over every channel one can be reached by, to see how it arrives. */
async function testOwn(post: PostOffice, ctx: Context): Promise<Row> {
  const { kernel } = post.office;
  await kernel.outbox.add("MSG_PREFERENCE_TEST", { userId: ctx.me.userId, name: ctx.me.displayName }, ctx.now, {
    requestId: ctx.requestId,
  });
  return { sent: true };
}

const preferences: InputNames = {
  matrix: "any",
  quietFrom: "text",
  quietTo: "text",
  digestTime: "text",
  preferredLanguage: "text",
};

/** Saying no, saying yes again, and choosing how one hears. */
export const stopCalls = (post: PostOffice): readonly Call[] => {
  const { kernel } = post.office;
  return [
    call("baseMsgUnsubscribeService/listMine", like(msgUnsubscribe.name, "listByPage"), async (ctx, body) => {
      const { rows, page } = await kernel.finder.list(
        msgUnsubscribe,
        { ...body, userId: [ctx.me.userId] },
        { ...inOwnName(ctx.me), zone: ctx.me.zone },
      );
      return answer(rows, { page });
    }),
    call("baseMsgUnsubscribeService/save", like(msgUnsubscribe.name, "doUnsubscribe"), (ctx, body) =>
      kernel.calls.handle(ctx, "messageServer", "baseMsgUnsubscribeRestful", "doUnsubscribe", body),
    ),
    call("baseMsgUnsubscribeService/restore", like(msgUnsubscribe.name, "doRestore"), (ctx, body) =>
      kernel.calls.handle(
        ctx,
        "messageServer",
        "baseMsgUnsubscribeRestful",
        "doRestore",
        idsIn(body).length === 1 ? { id: idsIn(body)[0] } : body,
      ),
    ),
    byLink(post, "GET"),
    byLink(post, "POST"),
    call("baseMsgPreferenceService/findMine", asks(), (ctx) => ownPreferences(post, ctx)),
    call("baseMsgPreferenceService/save", takes(preferences), (ctx, body) => savePreferences(post, ctx, body)),
    call("baseMsgPreferenceService/test", takes(), (ctx) => testOwn(post, ctx), { perMinute: 5 }),
  ];
};
