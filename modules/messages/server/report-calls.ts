import { permDenied } from "#kernel/server/find.ts";
import type { Call, Context } from "#kernel/server/call.ts";
import { asks } from "#kernel/server/input.ts";
import type { Row } from "#kernel/server/visible.ts";
import { houseZone, readTime, shift } from "#kernel/time.ts";
import { msgDelivery } from "../instance.entity.ts";
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

const questions: Readonly<Record<string, string>> = {
  // What was meant to arrive and did, by channel, source and day.
  deliveryRate: `select d.channel, s."sourceCode", (d."creationDate" at time zone '${houseZone}')::date as day,
      count(*) filter (where d.status not in ('SUPPRESSED', 'CANCELLED'))::int as total, count(*) filter (where d.status in ('SENT', 'DELIVERED', 'READ'))::int as arrived,
      round(100.0 * count(*) filter (where d.status in ('SENT', 'DELIVERED', 'READ')) / nullif(count(*) filter (where d.status not in ('SUPPRESSED', 'CANCELLED')), 0), 2)::text as rate
    from "BaseMsgDelivery" d left join "BaseMsgSource" s on s.id = d."sourceId" where d."creationDate" >= $1 and d."creationDate" < $2 group by 1, 2, 3 order by 3 desc, 1, 2 limit 2000`,
  readRate: `select i."msgKind", count(*)::int as sent, count(*) filter (where d.status = 'READ')::int as read,
      round(100.0 * count(*) filter (where d.status = 'READ') / nullif(count(*), 0), 2)::text as rate,
      round((percentile_cont(0.5) within group (order by extract(epoch from (d."readAt" - d."sentAt")) / 60) filter (where d."readAt" is not null))::numeric, 1)::text as "medianMinutes"
    from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId" where d.channel = 'SITE' and d.status in ('SENT', 'DELIVERED', 'READ') and d."creationDate" >= $1 and d."creationDate" < $2 group by 1 order by 1`,
  cost: `select d.channel, to_char(d."sentAt" at time zone '${houseZone}', 'YYYY-MM') as month, count(*)::int as sent, round(sum(coalesce(s."unitPrice", 0)), 2)::text as cost
    from "BaseMsgDelivery" d join "BaseMsgSource" s on s.id = d."sourceId" where d."sentAt" >= $1 and d."sentAt" < $2 group by 1, 2 order by 2 desc, 1`,
  failingAddresses: `select d.address, d.channel, u."displayName", count(*)::int as failed, max(d."errorText") as error
    from "BaseMsgDelivery" d left join "BaseUsers" u on u.id = d."userId" where d.status = 'FAILED' and d."creationDate" >= $1 and d."creationDate" < $2 group by 1, 2, 3 order by 4 desc limit 50`,
  unsubscribeRate: `select c."msgCfgCode", c."msgKind", (select count(*)::int from "BaseMsgUnsubscribe" n where n.status = 'LIVE' and n.since >= $1 and n.since < $2 and (n.scope = 'CFG' and n."scopeValue" = c."msgCfgCode" or n.scope = 'KIND' and n."scopeValue" = c."msgKind")) as stopped,
      (select count(distinct d."userId")::int from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId" where i."msgCfgId" = c.id and d."creationDate" >= $1 and d."creationDate" < $2) as readers
    from "BaseMsgCfg" c where c."enabledFlag" = 'Y' order by 3 desc, 1 limit 200`,
  articles: `select a."articleNum", a."titleCn", a."titleEn", a."viewCount", count(v.id)::int as readers, a."usefulCount", a."uselessCount"
    from "BaseArticle" a left join "BaseArticleView" v on v."articleId" = a.id and v.at >= $1 and v.at < $2 group by a.id order by a."viewCount" desc limit 200`,
};

/** What arrives, what is read, what it costs. */
export const reportCalls = (post: PostOffice): readonly Call[] =>
  Object.entries(questions).map(([name, sql]) =>
    call(`baseMsgReportService/${name}`, asks({ from: "text", to: "text" }), (ctx, body) => {
      const mayLook =
        post.office.kernel.finder.mayRead(msgDelivery, ctx.me) &&
        (ctx.me.may("BaseMsgInstance", "btnExport") || ctx.me.may("BaseMsgLog", "btnDetail"));
      if (!mayLook) throw permDenied();
      return post.office.kernel.db.query<Row>(sql, period(ctx, body));
    }),
  );
