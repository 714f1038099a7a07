import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { takes } from "#kernel/server/http/input.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { readTemplate, storedForm } from "../template.ts";
import { noReceiver, unknownEvent } from "../texts.ts";
import { call, mustMay } from "./call-kit.ts";
import type { Template } from "./configs.ts";
import { eventBy } from "./events.ts";
import { write } from "./letter.ts";
import { plainConfig } from "./manual-calls.ts";
import type { Channel } from "./office.ts";
import type { PostOffice } from "./post-office.ts";

const rule = "SrmBaseNoticeConfig";
const languages = ["CN", "EN"] as const;
const words = ["titleCn", "titleEn", "bodyCn", "bodyEn", "channels", "eventCode"] as const;
const object = (value: unknown): Row => (typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Row) : {});
const partsOf = (text: unknown) => readTemplate(storedForm(String(text ?? ""))).parts;
const plain = (html: unknown): string =>
  String(html ?? "")
    .replace(/<(br|\/p|\/li|\/div)[^>]*>/gi, "\n")
    .replace(/<[^>]+>/g, "")
    .trim();

/** The words of a rule on one channel; only a mail keeps its markup. */
function templateOf(row: Row, channel: Channel): Template {
  const body = (text: unknown) => partsOf(channel === "EMAIL" ? text : plain(text));
  return {
    id: null,
    templateCode: "TEST",
    channel,
    linkRoute: null,
    smsSignName: null,
    smsProviderTemplateId: null,
    title: { CN: partsOf(row["titleCn"]), EN: partsOf(row["titleEn"]) },
    content: { CN: body(row["bodyCn"] || row["titleCn"]), EN: body(row["bodyEn"] || row["titleEn"]) },
  };
}

/** A rule of base data as its readers would get it, stored or still being written; with a person named it is sent there and nowhere else. */
async function testSend(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  mustMay(ctx, rule, "btnTestSend");
  const { kernel } = post.office;
  const stored = body["id"] ? await kernel.finder.byId(kernel.declared.entity(rule), body["id"], ctx.me) : {};
  const draft = Object.fromEntries(Object.entries(object(body["draft"])).filter(([key]) => words.includes(key as never)));
  const row: Row = { ...stored, ...draft };
  const event = await eventBy(kernel.db, "eventCode", String(row["eventCode"] ?? ""));
  if (!event) throw unknownEvent(String(row["eventCode"] ?? ""));
  const about = { entity: String(body["bizEntity"] ?? ""), docId: String(body["bizId"] ?? "") };
  const { basis } = await post.fanout.about({ event: event["eventCode"], ...about, data: object(event["sample"]) });
  const values = { ...object(event["sample"]), ...basis.document, ...basis.values };
  const channels = ((row["channels"] ?? []) as Channel[]).filter((channel) => typeof channel === "string");
  const rendered = channels.flatMap((channel) =>
    languages.map((language) => ({
      channel,
      language,
      ...write(templateOf(row, channel), channel, values, { language, zone: ctx.me.zone }),
    })),
  );
  const to = typeof body["toUserId"] === "string" ? body["toUserId"] : null;
  return {
    variables: event["variables"] ?? [],
    rendered,
    sent: to === null ? [] : await send(post, ctx, { row, event, values, channels, to }),
  };
}

interface Sending {
  readonly row: Row;
  readonly event: Row;
  readonly values: Row;
  readonly channels: readonly Channel[];
  readonly to: string;
}

async function send(post: PostOffice, ctx: Context, { row, event, values, channels, to }: Sending): Promise<readonly string[]> {
  const person = await post.office.kernel.directory.byId(to);
  if (!person || person.userType !== "INTERNAL") throw refuse("DATA_NOT_FOUND", "数据不存在或无权查看", "Not found or not visible");
  const made = await post.fanout.dispatch({
    eventKey: `T${ctx.requestId}`,
    orderNo: ctx.requestId,
    cfgId: null,
    about: null,
    bizNum: null,
    supplierId: null,
    manual: false,
    config: plainConfig(channels, String(event["msgKind"])),
    values,
    senderUserId: ctx.me.userId,
    userIds: [to],
    template: (channel) => Promise.resolve(templateOf(row, channel)),
  });
  if (!made) throw noReceiver();
  return channels;
}

const trial = { id: "id", draft: "object", bizEntity: "text", bizId: "id", toUserId: "id" } as const;

export const noticeTestCalls = (post: PostOffice): readonly Call[] => [
  call(`v1/srmBaseNoticeConfigRestful/testSend`, takes(trial), (ctx, body) => testSend(post, ctx, body), {
    service: "srmServer",
    perMinute: 60,
  }),
];
