import { refuse, Refusal } from "#kernel/refusal.ts";
import { answer, type Call, type Context } from "#kernel/server/call.ts";
import { permDenied } from "#kernel/server/find.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName, systemMe } from "#kernel/server/permit.ts";
import type { Row } from "#kernel/server/visible.ts";
import { insidePending, supplierPending } from "#kernel/platform/todo.entity.ts";
import { div } from "#kernel/decimal.ts";
import { letter, letterReceiver } from "./letter.entity.ts";
import { notice, noticeViewer } from "./notice.entity.ts";
import { commonFile } from "./reader.entity.ts";

type Body = Record<string, unknown>;

const call = (path: string, handle: Call["handle"], guard: Call["guard"] = "session"): Call => ({
  service: "srmServer",
  path: `v1/${path}`,
  guard,
  handle,
});
const idOf = (body: Body): string => (typeof body["id"] === "string" ? body["id"] : "");

const act = (
  kernel: Kernel,
  ctx: Context,
  entity: typeof notice | typeof noticeViewer | typeof commonFile,
  action: string,
  id: string | undefined,
  input: Row,
) =>
  kernel.actor.act(
    { entity, action, targets: [{ id, input }] },
    { me: inOwnName(ctx.me), now: ctx.now, requestId: ctx.requestId, ip: ctx.ip },
  );

/** Which of these notices this person has read. */
const readBy = async (kernel: Kernel, userId: string, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    ids.length === 0
      ? []
      : (
          await kernel.db.query<{ id: string }>(
            `select "noticeId" as id from "SrmBaseNoticeViewer" where "userId" = $1 and "noticeId" = any($2)`,
            [userId, ids],
          )
        ).map((row) => row.id),
  );

/** Remembers that somebody read a notice; of a supplier only the first reader counts as its reading. */
async function remember(kernel: Kernel, ctx: Context, noticeId: string): Promise<void> {
  const { me } = ctx;
  const now = ctx.now.toISOString();
  const known = await kernel.db.query<{ id: string; userId: string; supplierId: string | null; viewTimes: number }>(
    `select id, "userId", "supplierId", "viewTimes" from "SrmBaseNoticeViewer" where "noticeId" = $1 and ("userId" = $2 or "supplierId" = $3)`,
    [noticeId, me.userId, me.supplierId],
  );
  const own = known.find((row) => row.userId === me.userId);
  try {
    if (own) await act(kernel, ctx, noticeViewer, "saveOrUpdate", own.id, { lastViewDate: now, viewTimes: own.viewTimes + 1 });
    else
      await act(kernel, ctx, noticeViewer, "saveOrUpdate", undefined, {
        noticeId,
        userId: me.userId,
        supplierId: me.supplierId,
        firstViewDate: now,
        lastViewDate: now,
        viewTimes: 1,
      });
    if (!own && me.supplierId && !known.some((row) => row.supplierId === me.supplierId))
      await act(kernel, ctx, notice, "doCountView", noticeId, {});
  } catch (error) {
    // Two windows opened at once: one record is enough.
    if (!(error instanceof Refusal)) throw error;
  }
}

const noticeCalls = (kernel: Kernel): Call[] => [
  call("srmBaseNoticeRestful/listForReader", async (ctx, body) => {
    const { unreadOnly, ...filters } = body;
    const { rows, page } = await kernel.finder.list(notice, { pageRows: 20, ...filters, status: ["PUBLISHED"] }, ctx.me);
    const seen = await readBy(
      kernel,
      ctx.me.userId,
      rows.map((row) => String(row["id"])),
    );
    const told = rows.map((row) => ({ ...row, readFlag: seen.has(String(row["id"])) ? "Y" : "N" }));
    return answer(unreadOnly === true ? told.filter((row) => row.readFlag === "N") : told, { page });
  }),
  call("srmBaseNoticeRestful/readNotice", async (ctx, body) => {
    const found = await kernel.finder.byId(notice, idOf(body), ctx.me);
    if (found["status"] === "PUBLISHED") await remember(kernel, ctx, idOf(body));
    return found;
  }),
  call("srmBaseNoticeRestful/readAll", async (ctx) => {
    const { rows } = await kernel.finder.list(notice, { pageRows: 200, status: ["PUBLISHED"] }, ctx.me);
    const seen = await readBy(
      kernel,
      ctx.me.userId,
      rows.map((row) => String(row["id"])),
    );
    const unread = rows.filter((row) => !seen.has(String(row["id"])));
    for (const row of unread) await remember(kernel, ctx, String(row["id"]));
    return { read: unread.length };
  }),
  call("srmBaseNoticeRestful/statistics", async (ctx, body) => {
    if (!ctx.me.may(notice.name, "btnViewStat")) throw permDenied();
    const found = await kernel.finder.byId(notice, idOf(body), ctx.me);
    const one = await kernel.db.one<{ readers: number; replies: number; onTime: number }>(
      `select (select count(distinct "supplierId")::int from "SrmBaseNoticeViewer" where "noticeId" = $1 and "supplierId" is not null) as readers,
              (select count(distinct "supplierId")::int from "SrmBaseNoticeReply" where "noticeId" = $1) as replies,
              (select count(distinct "supplierId")::int from "SrmBaseNoticeReply" r join "SrmBaseNotice" n on n.id = r."noticeId"
                where r."noticeId" = $1 and r."replyDate" <= coalesce(n."replyDueDate", r."replyDate")) as "onTime"`,
      [idOf(body)],
    );
    const receivers = Number(found["receiverCount"] ?? 0);
    return { receivers, ...one, rate: receivers === 0 ? null : div(String(one!.readers * 100), String(receivers), 1) };
  }),
  call(
    "srmBaseNoticeRestful/listPublic",
    async (_, body) => {
      const pageRows = Math.min(10, Math.max(1, Number(body["pageRows"] ?? 5) || 5));
      const { rows } = await kernel.finder.list(
        notice,
        { status: ["PUBLISHED"], audience: ["PUBLIC"], pageRows, count: "none" },
        systemMe("public"),
      );
      return rows.map(({ id, noticeNo, title, titleEn, noticeType, publishDate }) => ({
        id,
        noticeNo,
        title,
        titleEn,
        noticeType,
        publishDate,
      }));
    },
    "anonymous",
  ),
];

/** Receivers of a letter are asked by id; the letter's text comes with them. */
const letterCalls = (kernel: Kernel): Call[] => [
  call("srmBaseNotificationReceiverRestful/readLetter", async (ctx, body) => {
    const row = await kernel.finder.byId(letterReceiver, idOf(body), ctx.me);
    const of = await kernel.finder.byId(letter, row["notificationId"], ctx.me);
    return { receiver: row, letter: of };
  }),
  call("srmBaseNotificationRestful/findByIdForPrint", async (ctx, body) => kernel.finder.byId(letter, idOf(body), ctx.me)),
];

const ages = `case when now() - "arrivalDate" < interval '1 day' then 'D1' when now() - "arrivalDate" < interval '3 days' then 'D3'
  when now() - "arrivalDate" < interval '7 days' then 'D7' else 'MORE' end`;

const pendingCalls = (kernel: Kernel): Call[] => {
  const count = (
    e: typeof insidePending | typeof supplierPending,
    own: (ctx: Context) => readonly [where: string, ...values: unknown[]],
  ): Call =>
    call(`${e.name[0]!.toLowerCase()}${e.name.slice(1)}Restful/countByType`, async (ctx) => {
      const [where, ...values] = own(ctx);
      const rows = await kernel.db.query<Row>(
        `select "pendingType", ${ages} as age, count(*)::int as count, count(*) filter (where "dueDate" < $1)::int as overdue
         from "${e.name}" where status = 'OPEN' and ${where} group by 1, 2`,
        [ctx.now, ...values],
      );
      const types = Map.groupBy(rows, (row) => row["pendingType"] as string);
      return [...types].map(([pendingType, list]) => ({
        pendingType,
        count: list.reduce((sum, row) => sum + Number(row["count"]), 0),
        overdue: list.reduce((sum, row) => sum + Number(row["overdue"]), 0),
        ages: Object.fromEntries(list.map((row) => [row["age"], row["count"]])),
      }));
    });
  return [
    count(insidePending, ({ me }) => {
      if (me.audience !== "internal") throw permDenied();
      return [`("userId" = $2 or ("userId" is null and "respId" = $3))`, me.userId, me.responsibilityId];
    }),
    count(supplierPending, ({ me }) => {
      if (me.audience !== "supplier") throw permDenied();
      return [`"supplierId" = $2`, me.supplierId];
    }),
  ];
};

/** Calls of readers: notices, letters, files, to-dos. */
export const readerCalls = (kernel: Kernel): Call[] => [
  ...noticeCalls(kernel),
  ...letterCalls(kernel),
  ...pendingCalls(kernel),
  call("srmBaseCommonFileRestful/download", async (ctx, body) => {
    const found = await kernel.finder.byId(commonFile, idOf(body), ctx.me);
    await act(kernel, ctx, commonFile, "doCountDownload", idOf(body), {});
    return { fileIds: found["fileIds"] };
  }),
  call("srmBaseNoticeConfigRestful/testSend", async (ctx) => {
    if (!ctx.me.may("SrmBaseNoticeConfig", "btnTestSend")) throw permDenied();
    throw refuse("BASE_CFG_002", "消息模块尚未接管试发", "Messaging does not carry out test sendings yet");
  }),
];
