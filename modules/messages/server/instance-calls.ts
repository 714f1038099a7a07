import type { Me } from "#kernel/entity.ts";
import { answer, type Call, type Context } from "#kernel/server/call.ts";
import { notFound, permDenied } from "#kernel/server/find.ts";
import { asks, like, takes } from "#kernel/server/input.ts";
import { named } from "#kernel/server/statement.ts";
import type { Row } from "#kernel/server/visible.ts";
import { inZone, shift } from "#kernel/time.ts";
import { msgHistory } from "../box.entity.ts";
import { msgDelivery, msgInstance, msgLog } from "../instance.entity.ts";
import { wrongState } from "../texts.ts";
import { call, idsIn, mustMay } from "./call-kit.ts";
import type { PostOffice } from "./post-office.ts";
import { settle } from "./settle.ts";

const path = (name: string) => `baseMsgInstanceService/${name}`;

/** How many stand where on each channel: total, suppressed with reasons, sent, delivered, read, failed. */
async function funnelOf({ office }: PostOffice, instanceId: string): Promise<Row[]> {
  return office.kernel.db.query<Row>(
    `select channel, count(*)::int as total, count(*) filter (where status = 'SUPPRESSED')::int as suppressed,
       count(*) filter (where status in ('SENT', 'DELIVERED', 'READ'))::int as sent, count(*) filter (where status in ('DELIVERED', 'READ'))::int as delivered,
       count(*) filter (where status = 'READ')::int as read, count(*) filter (where status = 'FAILED')::int as failed,
       count(*) filter (where status in ('WAITING', 'RETRY', 'SENDING'))::int as waiting, count(*) filter (where status in ('CANCELLED', 'EXPIRED'))::int as stopped
     from "BaseMsgDelivery" where "instanceId" = $1 group by channel order by channel`,
    [instanceId],
  );
}

/** One message: what it says in each language, how far it came, and for the checker a sample of its readers. */
async function detail(post: PostOffice, ctx: Context, id: unknown): Promise<Row> {
  const { finder, db } = post.office.kernel;
  const instance = await finder.byId(msgInstance, id, ctx.me);
  const instanceId = String(instance["id"]);
  const [funnel, reasons, texts, sample] = await Promise.all([
    funnelOf(post, instanceId),
    db.query<Row>(
      `select channel, reason, count(*)::int as count from "BaseMsgDelivery" where "instanceId" = $1 and status = 'SUPPRESSED' group by 1, 2 order by 3 desc`,
      [instanceId],
    ),
    // What concerns somebody's account is nobody else's to read.
    instance["msgKind"] === "SYSTEM"
      ? []
      : db.query<Row>(
          `select distinct on (channel, "userLanguage") channel, "userLanguage", title, content from "BaseMsgDelivery" where "instanceId" = $1 and content is not null order by channel, "userLanguage", id`,
          [instanceId],
        ),
    instance["status"] === "CHECKING"
      ? db.query<Row>(
          `with chosen as (select distinct "userId" from "BaseMsgDelivery" where "instanceId" = $1 and status = 'WAITING' and "userId" is not null),
             sampled as (select "userId" from chosen order by md5("userId" || $1) limit 20)
           select u.id as "userId", u."userName", ${named(ctx.me, "u", "displayName")} as "displayName", (select count(*)::int from "BaseMsgBox" b where b."userId" = u.id and b."creationDate" > $2) as "lastWeek"
           from sampled s join "BaseUsers" u on u.id = s."userId" order by 4 desc`,
          [instanceId, shift(ctx.now, { days: -7 })],
        )
      : [],
  ]);
  return { ...instance, funnel, reasons, texts, sample };
}

const stepOf: Readonly<Record<string, string>> = {
  doCancel: "doCancel",
  doPause: "doPause",
  doResume: "doResume",
  doRelease: "doRelease",
  doRefuse: "doRefuse",
};

/** Goes through the entity's own action, so that rights, states and history are one thing; the deliveries follow at once. */
const step = (post: PostOffice, name: string, action: string): Call =>
  call(path(name), like(msgInstance.name, action), async (ctx, body) => {
    const said = await post.office.kernel.calls.handle(ctx, "messageServer", "baseMsgInstanceRestful", action, body);
    await post.followInstances(idsIn(body));
    return said;
  });

/** Sends again what failed, or the deliveries named. */
async function again(post: PostOffice, instanceId: string, deliveryIds: readonly string[] | null): Promise<number> {
  const { kernel, clock } = post.office;
  const now = clock.now();
  const rows = await kernel.db.query<{ id: string }>(
    `update "BaseMsgDelivery" set status = 'RETRY', "tryCount" = 0, "nextTryAt" = $2, "errorClass" = null, "errorText" = null, "expiresAt" = null, "lastUpdateDate" = $2
     where "instanceId" = $1 and status = 'FAILED' and ($3::text[] is null or id = any($3)) returning id`,
    [instanceId, now, deliveryIds],
  );
  await kernel.db.query(
    `update "BaseMsgInstance" set "failedCount" = greatest(0, "failedCount" - $2), status = case when $2 > 0 and status in ('DONE', 'PARTIAL') then 'SENDING' else status end where id = $1`,
    [instanceId, rows.length],
  );
  post.sender.soon();
  return rows.length;
}

/** Who was told what about a document, for whoever may open it; a supplier's people see what went to their own company. */
async function panel(post: PostOffice, { me }: Context, body: Row): Promise<Row[]> {
  const { declared, finder, db } = post.office.kernel;
  const entity = declared.entities.get(String(body["bizEntity"] ?? ""));
  const id = String(body["bizId"] ?? "");
  if (!entity) throw notFound(msgInstance);
  if (!(await finder.sees(entity, id, me))) throw notFound(entity);
  const rows = await db.query<Row>(
    `select d.id, d."instanceId", i."instanceNum", i."eventCode", coalesce(case when $4 = 'EN' then e."nameEn" end, e."nameCn") as "eventName", i."msgKind", d.title, d.channel, d."userId", ${named(me, "u", "displayName")} as "userName", u."userType", d."supplierId",
       d.address, d.status, d.reason, d."errorText", d."creationDate", d."sentAt", d."deliveredAt", d."readAt"
     from "BaseMsgInstance" i join "BaseMsgDelivery" d on d."instanceId" = i.id left join "BaseUsers" u on u.id = d."userId" left join "BaseMsgEvent" e on e."eventCode" = i."eventCode"
     where i."bizEntity" = $1 and i."bizId" = $2 and i."msgKind" <> 'SYSTEM' and ($3::text is null or d."supplierId" = $3) and d.reason is distinct from 'NO_PERMISSION' order by d.id desc limit 500`,
    [entity.name, id, me.audience === "supplier" ? (me.supplierId ?? "-") : null, me.language],
  );
  return rows.map((row) => presentTimes(row, me));
}

const times = ["creationDate", "sentAt", "deliveredAt", "readAt"];
const presentTimes = (row: Row, me: Me): Row => {
  for (const key of times) if (typeof row[key] === "string") row[key] = inZone(row[key], me.zone);
  return row;
};

/** Says the same again to somebody, with a reason that stays. */
async function resend(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  const { finder, db, declared } = post.office.kernel;
  const row = await db.one<Row>(
    `select d.id, d.status, d."instanceId", i."bizEntity", i."bizId" from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId" where d.id = $1`,
    [String(body["deliveryId"] ?? "")],
  );
  const entity = declared.entities.get(row?.["bizEntity"] ?? "");
  const sees =
    row && ((await finder.sees(msgDelivery, row["id"], ctx.me)) || (entity && (await finder.sees(entity, row["bizId"], ctx.me))));
  if (!row || !sees) throw notFound(msgDelivery);
  if (!ctx.me.holds("btnResend")) throw permDenied();
  if (!["SENT", "DELIVERED", "FAILED", "EXPIRED", "CANCELLED"].includes(row["status"])) throw wrongState();
  const note = String(body["reason"] ?? "").slice(0, 200);
  await db.query(
    `update "BaseMsgDelivery" set status = 'RETRY', "tryCount" = 0, "nextTryAt" = $2, "expiresAt" = null, "errorClass" = null, "errorText" = $3, "lastUpdatedBy" = $4, "lastUpdateDate" = $2 where id = $1`,
    [row["id"], ctx.now, note ? `resend: ${note}` : null, ctx.me.userId],
  );
  await settle(post.office, [row["instanceId"]], {});
  post.sender.soon();
  return { resent: 1 };
}

/** What was sent: looking, stopping, releasing, trying again, and the panel on every document. */
export const instanceCalls = (post: PostOffice): readonly Call[] => {
  const { kernel } = post.office;
  const listed = (name: string, entity: typeof msgInstance | typeof msgHistory | typeof msgLog): Call =>
    call(name, like(entity.name, "listByPage"), async (ctx, body) => {
      const { rows, page } = await kernel.finder.list(entity as never, body, ctx.me);
      return answer(rows, { page });
    });
  return [
    listed(path("findPage"), msgInstance),
    listed("baseMsgHistoryService/findPage", msgHistory),
    listed("baseMsgLogService/findPage", msgLog),
    call(path("findById"), asks({ id: "id" }), (ctx, body) => detail(post, ctx, body["id"])),
    ...Object.entries(stepOf).map(([name, action]) => step(post, name, action)),
    call(path("retryFailed"), like(msgInstance.name, "doRetryFailed"), async (ctx, body) => {
      await kernel.calls.handle(ctx, "messageServer", "baseMsgInstanceRestful", "doRetryFailed", body);
      let count = 0;
      for (const id of idsIn(body)) count += await again(post, id, null);
      return { retried: count };
    }),
    call(path("doRecall"), like(msgInstance.name, "doRecall"), async (ctx, body) => {
      await kernel.calls.handle(ctx, "messageServer", "baseMsgInstanceRestful", "doRecall", body);
      return post.upkeep.recall(idsIn(body));
    }),
    call(path("findByBiz"), asks({ bizEntity: "text", bizId: "id" }), (ctx, body) => panel(post, ctx, body)),
    call(path("resend"), takes({ deliveryId: "id", reason: "text" }), (ctx, body) => resend(post, ctx, body)),
    call("baseMsgOutboxService/retry", takes({ id: "int" }), async (ctx, body) => {
      mustMay(ctx, "BaseMsgOutbox", "btnRetry");
      const no = Number(body["id"]);
      const told = Number.isSafeInteger(no) ? await kernel.outbox.again(no) : null;
      if (!told) throw wrongState();
      return told;
    }),
    call("baseMsgLogService/retry", takes({ deliveryId: "id" }), async (ctx, body) => {
      mustMay(ctx, "BaseMsgLog", "btnRetry");
      const row = await kernel.db.one<{ instanceId: string }>(
        `select "instanceId" from "BaseMsgDelivery" where id = $1 and status = 'FAILED'`,
        [String(body["deliveryId"] ?? "")],
      );
      if (!row) throw wrongState();
      return { retried: await again(post, row.instanceId, [String(body["deliveryId"])]) };
    }),
  ];
};
