import { user } from "#kernel/platform/user.entity.ts";
import { columns, every, sql, type Column, type Sql } from "#kernel/query.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { asks } from "#kernel/server/http/input.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { houseZone, readTime, shift } from "#kernel/time.ts";
import { article, articleView } from "../article.entity.ts";
import { msgCfg } from "../config.entity.ts";
import { msgDelivery, msgInstance } from "../instance.entity.ts";
import { msgSource, msgUnsubscribe } from "../source.entity.ts";
import { call } from "./call-kit.ts";
import type { PostOffice } from "./post-office.ts";

/** The last thirty days unless said. */
function period(ctx: Context, body: Row): [Date, Date] {
  const at = (value: unknown, otherwise: Date): Date => {
    const read = typeof value === "string" && value ? readTime(value.length === 10 ? `${value} 00:00:00` : value, ctx.me.zone) : null;
    return read ? new Date(read) : otherwise;
  };
  return [at(body["from"], shift(ctx.now, { days: -30 })), at(body["to"], ctx.now)];
}

const [d, s, i, u] = [every(msgDelivery), every(msgSource), every(msgInstance), every(user)];
const [c, n, a, v] = [every(msgCfg), every(msgUnsubscribe), every(article), every(articleView)];
const isMeant = sql`${d.status} not in ('SUPPRESSED', 'CANCELLED')`;
const hasArrived = sql`${d.status} in ('SENT', 'DELIVERED', 'READ')`;
const isBetween = (at: Column, from: Date, to: Date): Sql => sql`${at} >= ${from} and ${at} < ${to}`;

const questions: Readonly<Record<string, (from: Date, to: Date) => Sql>> = {
  // What was meant to arrive and did, by channel, source and day.
  deliveryRate: (from, to) => sql`select ${d.channel}, ${s.sourceCode}, (${d.creationDate} at time zone ${houseZone})::date as day,
      count(*) filter (where ${isMeant})::int as total, count(*) filter (where ${hasArrived})::int as arrived,
      round(100.0 * count(*) filter (where ${hasArrived}) / nullif(count(*) filter (where ${isMeant}), 0), 2)::text as rate
    from ${d} left join ${s} on ${s.id} = ${d.sourceId} where ${isBetween(d.creationDate, from, to)} group by 1, 2, 3 order by 3 desc, 1, 2 limit 2000`,
  readRate: (from, to) => sql`select ${i.msgKind}, count(*)::int as sent, count(*) filter (where ${d.status} = 'READ')::int as read,
      round(100.0 * count(*) filter (where ${d.status} = 'READ') / nullif(count(*), 0), 2)::text as rate,
      round((percentile_cont(0.5) within group (order by extract(epoch from (${d.readAt} - ${d.sentAt})) / 60) filter (where ${d.readAt} is not null))::numeric, 1)::text as "medianMinutes"
    from ${d} join ${i} on ${i.id} = ${d.instanceId} where ${d.channel} = 'SITE' and ${hasArrived} and ${isBetween(d.creationDate, from, to)} group by 1 order by 1`,
  cost: (
    from,
    to,
  ) => sql`select ${d.channel}, to_char(${d.sentAt} at time zone ${houseZone}, 'YYYY-MM') as month, count(*)::int as sent, round(sum(coalesce(${s.unitPrice}, 0)), 2)::text as cost
    from ${d} join ${s} on ${s.id} = ${d.sourceId} where ${isBetween(d.sentAt, from, to)} group by 1, 2 order by 2 desc, 1`,
  failingAddresses: (
    from,
    to,
  ) => sql`select ${d.address}, ${d.channel}, ${u.displayName}, count(*)::int as failed, max(${d.errorText}) as error
    from ${d} left join ${u} on ${u.id} = ${d.userId} where ${d.status} = 'FAILED' and ${isBetween(d.creationDate, from, to)} group by 1, 2, 3 order by 4 desc limit 50`,
  unsubscribeRate: (
    from,
    to,
  ) => sql`select ${c.msgCfgCode}, ${c.msgKind}, (select count(*)::int from ${n} where ${n.status} = 'LIVE' and ${isBetween(n.since, from, to)}
        and (${n.scope} = 'CFG' and ${n.scopeValue} = ${c.msgCfgCode} or ${n.scope} = 'KIND' and ${n.scopeValue} = ${c.msgKind})) as stopped,
      (select count(distinct ${d.userId})::int from ${d} join ${i} on ${i.id} = ${d.instanceId} where ${i.msgCfgId} = ${c.id} and ${isBetween(d.creationDate, from, to)}) as readers
    from ${c} where ${c.enabledFlag} = 'Y' order by 3 desc, 1 limit 200`,
  articles: (
    from,
    to,
  ) => sql`select ${columns(a, "articleNum", "titleCn", "titleEn", "viewCount")}, count(${v.id})::int as readers, ${columns(a, "usefulCount", "uselessCount")}
    from ${a} left join ${v} on ${v.articleId} = ${a.id} and ${isBetween(v.at, from, to)} group by ${a.id} order by ${a.viewCount} desc limit 200`,
};

/** What arrives, what is read, what it costs. */
export const reportCalls = (post: PostOffice): readonly Call[] =>
  Object.entries(questions).map(([name, question]) =>
    call(`baseMsgReportService/${name}`, asks({ from: "text", to: "text" }), (ctx, body) => {
      const mayLook =
        post.office.kernel.finder.mayRead(msgDelivery, ctx.me) &&
        (ctx.me.may("BaseMsgInstance", "btnExport") || ctx.me.may("BaseMsgLog", "btnDetail"));
      if (!mayLook) throw permDenied();
      return post.office.kernel.db.query<Row>(question(...period(ctx, body)));
    }),
  );
