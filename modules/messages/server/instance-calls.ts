import type { Me } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { all, columns, every, sql, worded, type Sql } from "#kernel/query.ts";
import { answer, type Call, type Context } from "#kernel/server/http/call.ts";
import { notFound, permDenied } from "#kernel/server/find/find.ts";
import { asks, like, takes } from "#kernel/server/http/input.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { inZone, shift } from "#kernel/time.ts";
import { changes } from "#kernel/server/act/write.ts";
import { msgBox, msgHistory } from "../box.entity.ts";
import { msgEvent } from "../event.entity.ts";
import { msgDelivery, msgInstance, msgLog } from "../instance.entity.ts";
import { wrongState } from "../texts.ts";
import { call, idsIn, mustMay } from "./call-kit.ts";
import type { PostOffice } from "./post-office.ts";
import { settle } from "./settle.ts";

const [d, i] = [every(msgDelivery), every(msgInstance)];
const path = (name: string) => `baseMsgInstanceService/${name}`;

/** How many stand where on each channel: total, suppressed with reasons, sent, delivered, read, failed. */
async function funnelOf({ office }: PostOffice, instanceId: string): Promise<Row[]> {
  return office.kernel.db.query<Row>(
    sql`select ${d.channel}, count(*)::int as total, ${countIf("SUPPRESSED")} as suppressed, ${countIf("SENT", "DELIVERED", "READ")} as sent,
       ${countIf("DELIVERED", "READ")} as delivered, ${countIf("READ")} as read, ${countIf("FAILED")} as failed,
       ${countIf("WAITING", "RETRY", "SENDING")} as waiting, ${countIf("CANCELLED", "EXPIRED")} as stopped
     from ${d} where ${d.instanceId} = ${instanceId} group by ${d.channel} order by ${d.channel}`,
  );
}

const countIf = (...states: readonly string[]): Sql => sql`count(*) filter (where ${d.status} = any(${states}))::int`;

/** Who checks a message is shown twenty of its readers, and how many messages each of them got last week. */
function sampleOf({ office }: PostOffice, { me, now }: Context, instanceId: string): Promise<Row[]> {
  const [u, b] = [every(user), every(msgBox)];
  return office.kernel.db.query<Row>(
    sql`with chosen as (select distinct ${d.userId} from ${d} where ${d.instanceId} = ${instanceId} and ${d.status} = 'WAITING' and ${d.userId} is not null),
       sampled as (select "userId" from chosen order by md5("userId" || ${instanceId}::text) limit 20)
     select ${u.id} as "userId", ${u.userName}, ${worded(me, u.displayName)} as "displayName",
       (select count(*)::int from ${b} where ${b.userId} = ${u.id} and ${b.creationDate} > ${shift(now, { days: -7 })}) as "lastWeek"
     from sampled join ${u} on ${u.id} = sampled."userId" order by 4 desc`,
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
      sql`select ${columns(d, "channel", "reason")}, count(*)::int as count from ${d} where ${d.instanceId} = ${instanceId} and ${d.status} = 'SUPPRESSED' group by 1, 2 order by 3 desc`,
    ),
    // What concerns somebody's account is nobody else's to read.
    instance["msgKind"] === "SYSTEM"
      ? []
      : db.query<Row>(
          sql`select distinct on (${d.channel}, ${d.userLanguage}) ${columns(d, "channel", "userLanguage", "title", "content")} from ${d}
            where ${d.instanceId} = ${instanceId} and ${d.content} is not null order by ${d.channel}, ${d.userLanguage}, ${d.id}`,
        ),
    instance["status"] === "CHECKING" ? sampleOf(post, ctx, instanceId) : [],
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
    const given = await post.office.kernel.calls.handle(ctx, "messageServer", "baseMsgInstanceRestful", action, body);
    await post.followInstances(idsIn(body));
    return given;
  });

/** A delivery that is tried as if it had never been tried before. */
const asNew = (now: Date) => ({ status: "RETRY", tryCount: 0, nextTryAt: now, expiresAt: null, errorClass: null, lastUpdateDate: now });

/** Sends again what failed, or the deliveries named. */
async function again(post: PostOffice, instanceId: string, deliveryIds: readonly string[] | null): Promise<number> {
  const { kernel, clock } = post.office;
  const now = clock.now();
  const named = all(sql`${d.instanceId} = ${instanceId} and ${d.status} = 'FAILED'`, deliveryIds && sql`${d.id} = any(${deliveryIds})`);
  const rows = await kernel.db.query<{ id: string }>(
    sql`update ${d} set ${changes(msgDelivery, { ...asNew(now), errorText: null })} where ${named} returning ${d.id}`,
  );
  const more = sql`${rows.length}::int`;
  const followed = changes(msgInstance, {
    failedCount: sql`greatest(0, ${i.failedCount} - ${more})`,
    status: sql`case when ${more} > 0 and ${i.status} in ('DONE', 'PARTIAL') then 'SENDING' else ${i.status} end`,
  });
  await kernel.db.query(sql`update ${i} set ${followed} where ${i.id} = ${instanceId}`);
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
  const [u, e] = [every(user), every(msgEvent)];
  const shown = all(
    sql`${i.bizEntity} = ${entity.name} and ${i.bizId} = ${id} and ${i.msgKind} <> 'SYSTEM' and ${d.reason} is distinct from 'NO_PERMISSION'`,
    me.audience === "supplier" && sql`${d.supplierId} = ${me.supplierId ?? "-"}`,
  );
  // Readers are told what was said in their own language; what was written in one only stays as it went out.
  const title = sql`case when ${i.titleEn} is distinct from ${i.title} then ${worded(me, i.title)} else ${d.title} end`;
  const rows = await db.query<Row>(
    sql`select ${title} as title, ${columns(d, "id", "instanceId", "channel", "userId", "supplierId", "address", "status", "reason", "errorText", ...times)},
       ${columns(i, "instanceNum", "eventCode", "msgKind")}, ${worded(me, e.nameCn)} as "eventName", ${worded(me, u.displayName)} as "userName", ${u.userType}
     from ${i} join ${d} on ${d.instanceId} = ${i.id} left join ${u} on ${u.id} = ${d.userId} left join ${e} on ${e.eventCode} = ${i.eventCode}
     where ${shown} order by ${d.id} desc limit 500`,
  );
  return rows.map((row) => presentTimes(row, me));
}

const times = ["creationDate", "sentAt", "deliveredAt", "readAt"] as const;
const presentTimes = (row: Row, me: Me): Row => {
  for (const key of times) if (typeof row[key] === "string") row[key] = inZone(row[key], me.zone);
  return row;
};

/** Says the same again to somebody, with a reason that stays. */
async function resend(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  const { finder, db, declared } = post.office.kernel;
  const row = await db.one<Row>(
    sql`select ${columns(d, "id", "status", "instanceId")}, ${columns(i, "bizEntity", "bizId")} from ${d} join ${i} on ${i.id} = ${d.instanceId} where ${d.id} = ${String(body["deliveryId"] ?? "")}`,
  );
  const entity = declared.entities.get(row?.["bizEntity"] ?? "");
  const sees =
    row && ((await finder.sees(msgDelivery, row["id"], ctx.me)) || (entity && (await finder.sees(entity, row["bizId"], ctx.me))));
  if (!row || !sees) throw notFound(msgDelivery);
  if (!ctx.me.holds("btnResend")) throw permDenied();
  if (!["SENT", "DELIVERED", "FAILED", "EXPIRED", "CANCELLED"].includes(row["status"])) throw wrongState();
  const note = String(body["reason"] ?? "").slice(0, 200);
  const resent = { ...asNew(ctx.now), errorText: note ? `resend: ${note}` : null, lastUpdatedBy: ctx.me.userId };
  await db.query(sql`update ${d} set ${changes(msgDelivery, resent)} where ${d.id} = ${row["id"]}`);
  await settle(post.office, [row["instanceId"]], {});
  post.sender.soon();
  return { resent: 1 };
}

/** What was sent: looking, stopping, releasing, trying again, and the panel on every document. */
export const instanceCalls = (post: PostOffice): readonly Call[] => {
  const { kernel } = post.office;
  const listed = (name: string, entity: typeof msgInstance | typeof msgHistory | typeof msgLog): Call =>
    call(name, like(entity.name, "listByPage"), async (ctx, body) => {
      const { rows, page } = await kernel.finder.list(entity, body, ctx.me);
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
      const result = Number.isSafeInteger(no) ? await kernel.outbox.again(no) : null;
      if (!result) throw wrongState();
      return result;
    }),
    call("baseMsgLogService/retry", takes({ deliveryId: "id" }), async (ctx, body) => {
      mustMay(ctx, "BaseMsgLog", "btnRetry");
      const row = await kernel.db.one<{ instanceId: string }>(
        sql`select ${d.instanceId} from ${d} where ${d.id} = ${String(body["deliveryId"] ?? "")} and ${d.status} = 'FAILED'`,
      );
      if (!row) throw wrongState();
      return { retried: await again(post, row.instanceId, [String(body["deliveryId"])]) };
    }),
  ];
};
