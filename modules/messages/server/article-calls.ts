import { answer, type Call, type Context } from "#kernel/server/call.ts";
import { notFound } from "#kernel/server/find.ts";
import { newId } from "#kernel/server/id.ts";
import { asks, like, takes } from "#kernel/server/input.ts";
import type { Row } from "#kernel/server/visible.ts";
import { inZone } from "#kernel/time.ts";
import { article } from "../article.entity.ts";
import { call } from "./call-kit.ts";
import type { PostOffice } from "./post-office.ts";

const shown = `a.status = 'PUBLISHED' and (a."publishAt" is null or a."publishAt" <= $1) and (a."expireAt" is null or a."expireAt" > $1)`;
const columns = `a.id, a."articleNum", a."categoryCode", a."titleCn", a."titleEn", a.summary, a."summaryEn", a."coverFileId", a."topFlag", a."publishAt", a.version, a."viewCount", a."menuCodes"`;

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
  const orgs = ctx.me.orgs === "all" || "not" in ctx.me.orgs ? null : ctx.me.orgs;
  const rows = await post.office.kernel.db.query<Row>(
    `select ${columns} from "BaseArticle" a where ${shown} and a.audience = any($2) and ($3::text is null or a."categoryCode" = $3)
       and ($4::text is null or a."menuCodes" ? $4) and ($5::text[] is null or $6 <> 'internal' or a."orgIds" is null or jsonb_array_length(a."orgIds") = 0 or a."orgIds" ?| $5)
     order by a."topFlag" desc, a."publishAt" desc, a.id desc limit 200`,
    [ctx.now, audiencesOf(ctx), body["categoryCode"] ?? null, body["menuCode"] ?? null, orgs, ctx.me.audience],
  );
  return rows.map((row) => inWords(row, ctx.language, ctx.me.zone));
}

async function read(post: PostOffice, ctx: Context, id: unknown): Promise<Row> {
  const { db } = post.office.kernel;
  const row = await db.one<Row>(
    `select ${columns}, a."contentCn", a."contentEn", a."fileIds", a.audience from "BaseArticle" a where ${shown} and a.id = $2 and a.audience = any($3)`,
    [ctx.now, String(id ?? ""), audiencesOf(ctx)],
  );
  if (!row) throw notFound(article);
  if (ctx.me.userId) {
    await db.query(
      `insert into "BaseArticleView" (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "articleId", "userId", at, times) values ($1, $3, $4, $3, $4, 1, $2, $3, $4, 1)
       on conflict ("articleId", "userId") do update set at = $4, times = "BaseArticleView".times + 1`,
      [newId(), row["id"], ctx.me.userId, ctx.now],
    );
  }
  await db.query(`update "BaseArticle" set "viewCount" = "viewCount" + 1 where id = $1`, [row["id"]]);
  return inWords(row, ctx.language, ctx.me.zone);
}

/** "Was this useful": the last word of each reader counts. */
async function feedback(post: PostOffice, ctx: Context, body: Row): Promise<Row> {
  const { db } = post.office.kernel;
  const row = await read(post, ctx, body["id"]);
  const useful = body["useful"] === true || body["useful"] === "Y" ? "Y" : "N";
  await db.query(`update "BaseArticleView" set useful = $3, feedback = $4, at = $5 where "articleId" = $1 and "userId" = $2`, [
    row["id"],
    ctx.me.userId,
    useful,
    body["feedback"] ? String(body["feedback"]).slice(0, 500) : null,
    ctx.now,
  ]);
  const sums = (await db.one<{ useful: number; useless: number }>(
    `update "BaseArticle" a set "usefulCount" = x.useful, "uselessCount" = x.useless, "viewCount" = greatest(0, a."viewCount" - 1)
     from (select count(*) filter (where useful = 'Y')::int as useful, count(*) filter (where useful = 'N')::int as useless from "BaseArticleView" where "articleId" = $1) x where a.id = $1 returning x.useful, x.useless`,
    [row["id"]],
  ))!;
  return sums;
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
