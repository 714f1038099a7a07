import { pathOf } from "#kernel/declared.ts";
import type { Entity, Me } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import { answer, type Call, type Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import { asks, like, takes, type CallInput } from "#kernel/server/http/input.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { inOwnName, systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { insidePending, supplierPending } from "#kernel/platform/todo.entity.ts";
import { div } from "#kernel/decimal.ts";
import { letter, letterReceiver } from "./letter.entity.ts";
import { notice, noticeViewer } from "./notice.entity.ts";
import { commonFile } from "./reader.entity.ts";
import { readBy, readingFigures, readingsOf, waitingAtSupplier, waitingInside } from "./server/readings.ts";

type Body = Record<string, unknown>;

const call = (path: string, input: CallInput, handle: Call["handle"], guard: Call["guard"] = "session"): Call => ({
  service: "srmServer",
  path: `v1/${path}`,
  guard,
  input,
  handle,
});
const byId = takes({ id: "id" });
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

/** Remembers that somebody read a notice; of a supplier only the first reader counts as its reading. */
async function remember(kernel: Kernel, ctx: Context, noticeId: string): Promise<void> {
  const { me } = ctx;
  const now = ctx.now.toISOString();
  const known = await readingsOf(kernel.db, noticeId, me);
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
  call("srmBaseNoticeRestful/listForReader", like(notice.name, "listByPage", { unreadOnly: "flag" }), async (ctx, body) => {
    const { unreadOnly, ...filters } = body;
    const { rows, page } = await kernel.finder.list(notice, { pageRows: 20, ...filters, status: ["PUBLISHED"] }, ctx.me);
    const seen = await readBy(
      kernel.db,
      ctx.me.userId,
      rows.map((row) => String(row["id"])),
    );
    const entries = rows.map((row) => ({ ...row, readFlag: seen.has(String(row["id"])) ? "Y" : "N" }));
    return answer(unreadOnly === true ? entries.filter((row) => row.readFlag === "N") : entries, { page });
  }),
  call("srmBaseNoticeRestful/readNotice", byId, async (ctx, body) => {
    const found = await kernel.finder.byId(notice, idOf(body), ctx.me);
    if (found["status"] === "PUBLISHED") await remember(kernel, ctx, idOf(body));
    return found;
  }),
  call("srmBaseNoticeRestful/readAll", takes(), async (ctx) => {
    const { rows } = await kernel.finder.list(notice, { pageRows: 200, status: ["PUBLISHED"] }, ctx.me);
    const seen = await readBy(
      kernel.db,
      ctx.me.userId,
      rows.map((row) => String(row["id"])),
    );
    const unread = rows.filter((row) => !seen.has(String(row["id"])));
    for (const row of unread) await remember(kernel, ctx, String(row["id"]));
    return { read: unread.length };
  }),
  call("srmBaseNoticeRestful/statistics", asks({ id: "id" }), async (ctx, body) => {
    if (!ctx.me.may(notice.name, "btnViewStat")) throw permDenied();
    const found = await kernel.finder.byId(notice, idOf(body), ctx.me);
    const figures = await readingFigures(kernel.db, idOf(body));
    const receivers = Number(found["receiverCount"] ?? 0);
    return { receivers, ...figures, rate: receivers === 0 ? null : div(String(figures.readers * 100), String(receivers), 1) };
  }),
  call(
    "srmBaseNoticeRestful/listPublic",
    asks({ pageRows: "int" }),
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
  call("srmBaseNotificationReceiverRestful/readLetter", asks({ id: "id" }), async (ctx, body) => {
    const row = await kernel.finder.byId(letterReceiver, idOf(body), ctx.me);
    const of = await kernel.finder.byId(letter, row["notificationId"], ctx.me);
    return { receiver: row, letter: of };
  }),
  call("srmBaseNotificationRestful/findByIdForPrint", asks({ id: "id" }), async (ctx, body) =>
    kernel.finder.byId(letter, idOf(body), ctx.me),
  ),
];

const pendingCalls = (kernel: Kernel): Call[] => {
  const count = (e: Entity, of: Me["audience"], waiting: typeof waitingInside | typeof waitingAtSupplier): Call =>
    call(`${pathOf(e)}/countByType`, asks(), async ({ me, now }) => {
      if (me.audience !== of) throw permDenied();
      const types = Map.groupBy(await waiting(kernel.db, me, now), (row) => row.pendingType);
      return [...types].map(([pendingType, list]) => ({
        pendingType,
        count: list.reduce((sum, row) => sum + row.count, 0),
        overdue: list.reduce((sum, row) => sum + row.overdue, 0),
        ages: Object.fromEntries(list.map((row) => [row.age, row.count])),
      }));
    });
  const handled = (e: Entity): Call =>
    call(`${pathOf(e)}/listHandled`, like(e.name, "listByPage"), async (ctx, { requestId: _, ...body }) => {
      const { rows, page } = await kernel.finder.list(e, { ...body, list: "handled" }, ctx.me);
      return answer(rows, { page });
    });
  return [
    count(insidePending, "internal", waitingInside),
    count(supplierPending, "supplier", waitingAtSupplier),
    handled(insidePending),
    handled(supplierPending),
  ];
};

/** Calls of readers: notices, letters, files, to-dos. */
export const readerCalls = (kernel: Kernel): Call[] => [
  ...noticeCalls(kernel),
  ...letterCalls(kernel),
  ...pendingCalls(kernel),
  call("srmBaseCommonFileRestful/download", byId, async (ctx, body) => {
    const found = await kernel.finder.byId(commonFile, idOf(body), ctx.me);
    await act(kernel, ctx, commonFile, "doCountDownload", idOf(body), {});
    return { fileIds: found["fileIds"] };
  }),
];
