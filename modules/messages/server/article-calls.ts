import { all, columns, every, raw, sql, type Sql } from "#kernel/query.ts";
import { answer, type Call, type Context } from "#kernel/server/http/call.ts";
import { notFound } from "#kernel/server/find/find.ts";
import { newId } from "#kernel/server/act/id.ts";
import { asks, like, takes } from "#kernel/server/http/input.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { inZone } from "#kernel/time.ts";
import { changes, conflicting, stored } from "#kernel/server/act/write.ts";
import { article, articleView } from "../article.entity.ts";
import { call } from "./call-kit.ts";
import { insertMany, stamps } from "./office.ts";
import type { PostOffice } from "./post-office.ts";

const a = every(article);
const isShown = (now: Date): Sql =>
  sql`${a.status} = 'PUBLISHED' and (${a.publishAt} is null or ${a.publishAt} <= ${now}) and (${a.expireAt} is null or ${a.expireAt} > ${now})`;
const listedColumns = [
  ...(["id", "articleNum", "categoryCode", "titleCn", "titleEn", "summary", "summaryEn"] as const),
  ...(["coverFileId", "topFlag", "publishAt", "version", "viewCount", "menuCodes"] as const),
];

/** In the reader's language, or in the only one there is. */
const inWords = (row: Row, language: string, zone: string): Row => {
  const half = (cn: string, en: string) => (language === "EN" ? row[en] || row[cn] : row[cn] || row[en]) ?? null;
  return {
    ...row,
    title: half("titleCn", "titleEn"),
    summary: half("summary", "summaryEn"),
    ...("contentCn" in row ? { content: half("contentCn", "contentEn") } : {}),
    publishAt: row["publishAt"] ? inZone(row["publishAt"], zone) : null,
  };
};

const audiencesOf = ({ me }: Context): readonly string[] =>
  me.audience === "supplier" ? ["SUPPLIER", "BOTH", "PUBLIC"] : me.audience === "internal" ? ["INTERNAL", "BOTH", "PUBLIC"] : ["PUBLIC"];

/** Only those who are meant see it: the audience, the organisations, and the time. */
async function list(post: PostOffice, ctx: Context, body: Row): Promise<Row[]> {
  const orgs = ctx.me.audience !== "internal" || ctx.me.orgs === "all" || "not" in ctx.me.orgs ? null : ctx.me.orgs;
  const [categoryCode, menuCode] = [body["categoryCode"] ?? null, body["menuCode"] ?? null];
  const asked = all(
    isShown(ctx.now),
    sql`${a.audience} = any(${audiencesOf(ctx)})`,
    categoryCode !== null && sql`${a.categoryCode} = ${categoryCode}`,
    menuCode !== null && sql`${a.menuCodes} ? ${menuCode}::text`,
    orgs !== null && sql`(${a.orgIds} is null or jsonb_array_length(${a.orgIds}) = 0 or ${a.orgIds} ?| ${orgs}::text[])`,
  );
  const rows = await post.office.kernel.db.query<Row>(
    sql`select ${columns(a, ...listedColumns)} from ${a} where ${asked} order by ${a.topFlag} desc, ${a.publishAt} desc, ${a.id} desc limit 200`,
  );
  return rows.map((row) => inWords(row, ctx.language, ctx.me.zone));
}

async function read(post: PostOffice, ctx: Context, id: unknown): Promise<Row> {
  const { db } = post.office.kernel;
  const row = await db.one<Row>(
    sql`select ${columns(a, ...listedColumns, "contentCn", "contentEn", "fileIds", "audience")} from ${a}
      where ${isShown(ctx.now)} and ${a.id} = ${String(id ?? "")} and ${a.audience} = any(${audiencesOf(ctx)})`,
  );
  if (!row) throw notFound(article);
  if (ctx.me.userId) {
    const { userId } = ctx.me;
    const view = { ...stamps(newId(), userId, ctx.now), articleId: row["id"], userId, at: ctx.now.toISOString(), times: 1 };
    const again = changes(articleView, { at: ctx.now, times: sql`${stored(articleView, "times")} + 1` });
    await insertMany(db, articleView, [view], sql`on conflict ${conflicting(articleView, "articleId", "userId")} do update set ${again}`);
  }
  await db.query(sql`update ${a} set ${changes(article, { viewCount: sql`${a.viewCount} + 1` })} where ${a.id} = ${row["id"]}`);
  return inWords(row, ctx.language, ctx.me.zone);
}

/** "Was this useful": the last word of each reader counts. */
async function feedback(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  const { db } = post.office.kernel;
  const row = await read(post, ctx, body["id"]);
  const useful = body["useful"] === true || body["useful"] === "Y" ? "Y" : "N";
  const v = every(articleView);
  const words = body["feedback"] ? String(body["feedback"]).slice(0, 500) : null;
  await db.query(
    sql`update ${v} set ${changes(articleView, { useful, feedback: words, at: ctx.now })} where ${v.articleId} = ${row["id"]} and ${v.userId} = ${ctx.me.userId}`,
  );
  const counts = { usefulCount: raw("x.useful"), uselessCount: raw("x.useless"), viewCount: sql`greatest(0, ${a.viewCount} - 1)` };
  const sums = await db.one<{ useful: number; useless: number }>(
    sql`update ${a} set ${changes(article, counts)}
     from (select count(*) filter (where ${v.useful} = 'Y')::int as useful, count(*) filter (where ${v.useful} = 'N')::int as useless from ${v} where ${v.articleId} = ${row["id"]}) x
     where ${a.id} = ${row["id"]} returning x.useful, x.useless`,
  );
  return sums!;
}

const listed = asks({ categoryCode: "text", menuCode: "text" });

/** Articles for their readers, signed in or not. */
export const articleCalls = (post: PostOffice): readonly Call[] => {
  const { kernel } = post.office;
  const act = (name: string, action: string) =>
    call(`baseArticleService/${name}`, like(article.name, action), (ctx, body) =>
      kernel.calls.handle(ctx, "messageServer", "baseArticleRestful", action, body),
    );
  return [
    act("publish", "doPublish"),
    act("withdraw", "doWithdraw"),
    call("baseArticleService/listForReader", listed, async (ctx, body) => answer(await list(post, ctx, body))),
    call("baseArticleService/findForReader", takes({ id: "id" }), (ctx, body) => read(post, ctx, body["id"])),
    call("baseArticleService/feedback", takes({ id: "id", useful: "yn", feedback: "text" }), (ctx, body) => feedback(post, ctx, body)),
    // Before sign-in: what is meant for everybody, and nothing else whatever id is asked for.
    call("baseArticleService/listPublic", listed, async (ctx, body) => answer(await list(post, ctx, body)), {
      guard: "public",
      perMinute: 120,
    }),
    call("baseArticleService/findPublic", takes({ id: "id" }), (ctx, body) => read(post, ctx, body["id"]), {
      guard: "public",
      perMinute: 120,
    }),
  ];
};
