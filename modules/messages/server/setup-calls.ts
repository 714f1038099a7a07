import { createHash, randomBytes } from "node:crypto";
import { user } from "#kernel/platform/user.entity.ts";
import { every, sql } from "#kernel/query.ts";
import { Refusal, refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { notFound } from "#kernel/server/find/find.ts";
import { asks, like, takes } from "#kernel/server/http/input.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Language } from "#kernel/text.ts";
import { changes } from "#kernel/server/act/write.ts";
import { msgCfg, msgReceive, msgTemplate } from "../config.entity.ts";
import { isRetired, retiredKind } from "../receiver-query.ts";
import { msgAddress, msgSource, msgUser } from "../source.entity.ts";
import { namesIn, readTemplate, smsParts, storedForm } from "../template.ts";
import { noReceiver, sourceTest, wrongState } from "../texts.ts";
import { call, mustMay } from "./call-kit.ts";
import type { Template } from "./configs.ts";
import { eventBy } from "./events.ts";
import { linkOf, write } from "./letter.ts";
import type { Channel } from "./office.ts";
import { isReachable, mayOpen, readCrowd } from "./people.ts";
import type { PostOffice } from "./post-office.ts";
import { askQuery } from "./receiver-query.ts";
import { receiverShapes, type ReceiverShape } from "./receivers.ts";

const object = (value: unknown): Row => (value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Row) : {});
const languages: readonly Language[] = ["CN", "EN"];

/** Acts on the caller's own account with the reach of the system, after the call has asked for the right. */
const asSystem = (post: PostOffice, ctx: Context, entity: typeof msgSource | typeof msgUser, action: string, id: string, input: Row) =>
  post.office.kernel.actor.act(
    { entity: entity, action, targets: [{ id, input }] },
    { me: inOwnName(ctx.me), now: ctx.now, requestId: ctx.requestId, ip: ctx.ip },
  );

/** The people a definition means now, with those who would not be told and why. */
async function whoWould(post: PostOffice, ctx: Context, shapes: readonly ReceiverShape[], body: Row, most = 200): Promise<Row> {
  const { office, fanout } = post;
  const event = {
    event: String(body["eventCode"] ?? ""),
    entity: String(body["bizEntity"] ?? ""),
    docId: String(body["bizId"] ?? ""),
    data: object(body["payload"]),
  };
  const { about, basis } = await fanout.about(event);
  if (shapes.some(isRetired)) throw retiredKind();
  const ids = await fanout.receivers.resolve(shapes, basis, ctx.me);
  const crowd = await readCrowd(office, office.kernel.db, ids.slice(0, most));
  const people: Row[] = [];
  for (const person of crowd.people) {
    const stop = !isReachable(person, office.clock.now())
      ? "DISABLED"
      : about && !(await mayOpen(office, person, about))
        ? "NO_PERMISSION"
        : null;
    people.push({
      userId: person.userId,
      displayName: person.displayName,
      userType: person.userType,
      supplierId: person.supplierId,
      language: person.language,
      stop,
    });
  }
  return { count: ids.length, people };
}

async function testReceive(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  mustMay(ctx, "BaseMsgReceive", "btnTest");
  const { db, finder } = post.office.kernel;
  const shape = (await finder.byId(msgReceive, body["receiveId"] ?? body["id"], ctx.me)) as unknown as ReceiverShape;
  const row = await whoWould(post, ctx, [shape], body);
  const r = every(msgReceive);
  await db.query(sql`update ${r} set ${changes(msgReceive, { lastCount: row["count"], lastTestAt: ctx.now })} where ${r.id} = ${shape.id}`);
  return row;
}

/** Tries a declared query as it is being written, with the caller's own rights. */
async function checkQuery(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  mustMay(ctx, "BaseMsgReceive", "btnCheck");
  const { kernel } = post.office;
  const found = await askQuery(kernel, body["value"], object(body["payload"]), ctx.me);
  const ids = await post.fanout.receivers.people(found);
  const u = every(user);
  const sample = await kernel.db.query<Row>(
    sql`select ${u.id} as "userId", ${u.userName}, ${u.displayName} from ${u} where ${u.id} = any(${ids}) order by ${u.id} limit 20`,
  );
  return { ok: true, count: ids.length, sample };
}

/** A stored template, or one still being written, as both languages would read it. */
async function preview(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  mustMay(ctx, "BaseMsgTemplate", "btnPreview");
  const { kernel } = post.office;
  const stored = body["id"] ? await kernel.finder.byId(msgTemplate, body["id"], ctx.me) : {};
  const row: Row = { ...stored, ...object(body["draft"]) };
  const channel = String(row["channel"] ?? "SITE") as Channel;
  const event = row["eventId"] ? await eventBy(kernel.db, "id", String(row["eventId"])) : null;
  const { basis } = await post.fanout.about({
    event: event?.["eventCode"] ?? "",
    entity: String(body["bizEntity"] ?? ""),
    docId: String(body["bizId"] ?? ""),
    data: {},
  });
  const values: Row = {
    ...basis.document,
    ...basis.values,
    ...object(event?.["sample"]),
    ...object(row["sampleJson"]),
    ...object(body["values"]),
  };
  const parts = (text: unknown) => readTemplate(storedForm(String(text ?? ""))).parts;
  const template: Template = {
    id: null,
    templateCode: "",
    channel,
    smsSignName: row["smsSignName"] ?? null,
    smsProviderTemplateId: null,
    linkRoute: row["linkRoute"] ? storedForm(String(row["linkRoute"])) : null,
    title: { CN: parts(row["titleCn"]), EN: parts(row["titleEn"]) },
    content: { CN: parts(row["contentCn"] || row["titleCn"]), EN: parts(row["contentEn"] || row["titleEn"]) },
  };
  const price = (await post.sources.of(channel))[0]?.unitPrice ?? null;
  return {
    variables: namesIn([...template.title.CN, ...template.title.EN, ...template.content.CN, ...template.content.EN]).values,
    languages: languages.map((language) => {
      const letter = write(template, channel, values, { language, zone: ctx.me.zone });
      return {
        language,
        ...letter,
        link: linkOf(post.office, letter.route),
        ...(channel === "SMS" ? { sms: { ...smsParts(letter.content), unitPrice: price } } : {}),
      };
    }),
  };
}

/** Sends a message of a source's own to one address, and says what the other side answered. */
async function testSource(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  mustMay(ctx, "BaseMsgSource", "btnTest");
  const { office, sources } = post;
  await office.kernel.finder.byId(msgSource, body["id"], ctx.me);
  sources.forget();
  const source = (await sources.all()).find((row) => row.id === body["id"]);
  if (!source) throw refuse("MSG_SOURCE_TEST", "测试发送失败：消息源已停用", "Test send failed: the source is disabled");
  if (source.provider === "SITE") return { accepted: true };
  const own = await office.kernel.directory.byId(ctx.me.userId);
  const address = String(body["address"] ?? (source.channel === "EMAIL" ? own?.email : source.channel === "SMS" ? own?.mobile : "") ?? "");
  const reply = await sources.senderOf(source).send(
    {
      deliveryId: `test-${ctx.requestId}`,
      kind: "SOURCE_TEST",
      address,
      userId: ctx.me.userId,
      link: null,
      unsubscribeUrl: null,
      title: ctx.language === "EN" ? "Test message" : "测试消息",
      content: ctx.language === "EN" ? "This is a test." : "这是一条测试消息。",
      meta: { language: ctx.language },
    },
    ctx.now,
  );
  if (!reply.accepted) throw sourceTest(reply.text ?? reply.code ?? "-");
  return { accepted: true, providerMsgId: reply.providerMsgId ?? null, code: reply.code ?? null };
}

/** What a configuration would send about a chosen document, and to whom; `toSelf` puts it into the caller's own inbox. */
async function testCfg(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  mustMay(ctx, "BaseMsgCfg", "btnTest");
  const { kernel } = post.office;
  const cfg = await kernel.finder.byId(msgCfg, body["cfgId"] ?? body["id"], ctx.me);
  const event = (await eventBy(kernel.db, "id", String(cfg["eventId"])))!;
  const shapes = await receiverShapes(kernel.db, (cfg["receiveIds"] ?? []) as string[]);
  const data = { ...object(event["sample"]), ...object(body["payload"]) };
  const about = { event: event["eventCode"], entity: String(body["bizEntity"] ?? ""), docId: String(body["bizId"] ?? ""), data };
  const { basis } = await post.fanout.about(about);
  const values = { ...basis.document, ...basis.values };
  const previews: Row[] = [];
  for (const channel of (cfg["channels"] ?? []) as Channel[]) {
    const template =
      (await post.settings.template(object(cfg["templateCodes"])[channel], channel)) ??
      (await post.settings.template(object(cfg["templateCodes"])["SITE"], "SITE"));
    const hasSource = (await post.sources.of(channel)).length > 0;
    for (const language of languages)
      previews.push({
        channel,
        language,
        hasSource,
        ...(template ? write(template, channel, values, { language, zone: ctx.me.zone }) : { title: null, content: null }),
      });
  }
  const who = await whoWould(post, ctx, shapes, { ...body, eventCode: event["eventCode"], payload: data });
  if (body["toSelf"] === true || body["toSelf"] === "Y") {
    const [config] = (await post.settings.of(event["eventCode"])).filter((row) => row.id === cfg["id"]);
    if (!config) throw wrongState();
    const made = await post.fanout.dispatch({
      eventKey: `T${ctx.requestId}`,
      orderNo: ctx.requestId,
      config: { ...config, dedupeMinutes: 0, checkFlag: "N" },
      cfgId: config.id,
      values,
      about: null,
      bizNum: null,
      supplierId: null,
      senderUserId: ctx.me.userId,
      manual: false,
      userIds: [ctx.me.userId],
      template: (channel) => post.settings.template(config.templateCodes[channel], channel),
    });
    if (!made) throw noReceiver();
  }
  return { ...who, previews };
}

/** A new key for a sender; it is shown once, the old one works one more day. */
async function rotate(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  mustMay(ctx, "BaseMsgUser", "btnRotate");
  const account = await post.office.kernel.finder.byId(msgUser, body["id"], ctx.me);
  const secret = randomBytes(24).toString("base64url");
  await asSystem(post, ctx, msgUser, "doSetKey", account["id"], { keyHash: createHash("sha256").update(secret).digest("hex") });
  return { key: `${account["accountCode"]}.${secret}` };
}

async function setSecret(post: PostOffice, ctx: Context, body: Row, { gate }: Premises): Promise<Row> {
  mustMay(ctx, "BaseMsgSource", "btnSave");
  const source = await post.office.kernel.finder.byId(msgSource, body["id"], ctx.me);
  const secret = String(body["secret"] ?? "");
  if (secret.length < 1 || secret.length > 1_000) throw refuse("FIELD_REQUIRED", "请填写密钥", "Fill in the secret");
  await asSystem(post, ctx, msgSource, "doSetSecret", source["id"], { sealed: gate.keys.seal(secret, "msg-source") });
  post.sources.forget();
  return { hasSecret: "Y" };
}

/** The full address of somebody in the reach book, for who may take it away. */
async function revealAddress(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  mustMay(ctx, "BaseMsgAddress", "btnExportFull");
  const a = every(msgAddress);
  const row = await post.office.kernel.db.one<Row>(sql`select ${a.addressSealed} from ${a} where ${a.id} = ${String(body["id"] ?? "")}`);
  if (!row) throw new Refusal("DATA_NOT_FOUND", notFound(msgUser).text);
  return { address: post.office.keys.unseal(row["addressSealed"], "msg-address")?.toString("utf8") ?? "" };
}

/** The document and the values something is tried out with. */
const about = { bizEntity: "text", bizId: "id", payload: "object" } as const;

/** Trying out what is configured, before anybody hears of it. */
export const setupCalls = (post: PostOffice, at: Premises): readonly Call[] => [
  call("baseMsgReceiveService/checkQuery", asks({ value: "any", payload: "object" }), (ctx, body) => checkQuery(post, ctx, body), {
    perMinute: 30,
  }),
  call("baseMsgReceiveService/test", takes({ id: "id", receiveId: "id", eventCode: "text", ...about }), (ctx, body) =>
    testReceive(post, ctx, body),
  ),
  call(
    "baseMsgTempleCfgService/preview",
    asks({ id: "id", draft: "object", values: "object", bizEntity: "text", bizId: "id" }),
    (ctx, body) => preview(post, ctx, body),
  ),
  call("baseMsgTempleCfgService/publish", like(msgTemplate.name, "doPublish"), (ctx, body) =>
    post.office.kernel.calls.handle(ctx, "messageServer", "baseMsgTemplateRestful", "doPublish", body),
  ),
  call("baseMsgSourceCfgService/test", takes({ id: "id", address: "text" }), (ctx, body) => testSource(post, ctx, body), { perMinute: 10 }),
  call("baseMsgSourceCfgService/setSecret", takes({ id: "id", secret: "text" }), (ctx, body) => setSecret(post, ctx, body, at), {
    proof: "recent",
  }),
  call("baseMsgCfgService/test", takes({ id: "id", cfgId: "id", toSelf: "yn", ...about }), (ctx, body) => testCfg(post, ctx, body)),
  call("baseMsgUserService/rotate", takes({ id: "id" }), (ctx, body) => rotate(post, ctx, body)),
  call("baseMsgUserService/revealAddress", takes({ id: "id" }), (ctx, body) => revealAddress(post, ctx, body), {
    perMinute: 60,
    proof: "recent",
  }),
];
