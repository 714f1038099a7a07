import { answer, type Call, type Context } from "#kernel/server/call.ts";
import { notFound } from "#kernel/server/find.ts";
import { asks, like, someIds, takes } from "#kernel/server/input.ts";
import type { Row } from "#kernel/server/visible.ts";
import { msgBox } from "../box.entity.ts";
import { call, idsIn } from "./call-kit.ts";
import type { Office } from "./office.ts";
import type { PostOffice } from "./post-office.ts";
import { tellCount, unreadOf } from "./site.ts";

const path = (name: string) => `baseMsgBoxService/${name}`;

/** Marks rows of the own inbox as read; deliveries and counts follow, and the bell in every window. */
export async function markRead(office: Office, userId: string, ids: readonly string[] | "all"): Promise<number> {
  const { kernel, clock } = office;
  const now = clock.now();
  const rows = await kernel.db.query<{ instanceId: string; deliveryId: string | null }>(
    `update "BaseMsgBox" set "readFlag" = 'Y', "readAt" = $2, "lastUpdateDate" = $2, "lastUpdatedBy" = $1, "versionNum" = "versionNum" + 1
     where "userId" = $1 and "readFlag" = 'N' and ($3::text[] is null or id = any($3)) returning "instanceId", "deliveryId"`,
    [userId, now, ids === "all" ? null : ids],
  );
  if (rows.length === 0) return 0;
  const changed = await kernel.db.query<{ instanceId: string }>(
    `update "BaseMsgDelivery" set status = 'READ', "readAt" = $2, "lastUpdateDate" = $2 where id = any($1) and status in ('SENT', 'DELIVERED') returning "instanceId"`,
    [rows.flatMap((row) => row.deliveryId ?? []), now],
  );
  await kernel.db.query(
    `update "BaseMsgInstance" i set "readCount" = i."readCount" + x.n from (select id, count(*)::int as n from unnest($1::text[]) as id group by id) x where i.id = x.id`,
    [changed.map((row) => row.instanceId)],
  );
  await tellCount(office, [userId]);
  return rows.length;
}

async function flag(office: Office, { me, now }: Context, body: Row, field: "starFlag" | "archiveFlag", value: "Y" | "N"): Promise<Row> {
  const rows = await office.kernel.db.query(
    `update "BaseMsgBox" set "${field}" = $3, "lastUpdateDate" = $4, "versionNum" = "versionNum" + 1 where "userId" = $1 and id = any($2) and "${field}" <> $3 returning id`,
    [me.userId, idsIn(body), value, now],
  );
  if (field === "archiveFlag" && rows.length) await tellCount(office, [me.userId]);
  return { changed: rows.length };
}

/** Opens a message: it counts as read, and says whether its document may still be opened. */
async function open({ office }: PostOffice, { me }: Context, id: unknown): Promise<Row> {
  const row = await office.kernel.finder.byId(msgBox, id, me);
  await markRead(office, me.userId, [String(row["id"])]);
  const entity = office.kernel.declared.entities.get(row["bizEntity"] ?? "");
  const isThere =
    !entity ||
    entity.internal ||
    (entity.name === "BaseUsers" && row["bizId"] === me.userId) ||
    (await office.kernel.finder.sees(entity, row["bizId"], me));
  return { ...row, readFlag: "Y", linkState: row["linkRoute"] === null ? "NONE" : isThere ? "OPEN" : "GONE" };
}

/** One's own messages. */
export const inboxCalls = (post: PostOffice): readonly Call[] => {
  const { office } = post;
  return [
    call(path("findMine"), like(msgBox.name, "listByPage"), async (ctx, body) => {
      const { rows, page } = await office.kernel.finder.list(msgBox, { archiveFlag: "N", ...body }, ctx.me);
      return answer(rows, { page, beside: { unreadCount: (await unreadOf(office, [ctx.me.userId])).get(ctx.me.userId) } });
    }),
    call(path("unreadCount"), asks(), async ({ me }) => ({ unreadCount: (await unreadOf(office, [me.userId])).get(me.userId) ?? 0 })),
    call(path("findById"), takes({ id: "id" }), (ctx, body) => open(post, ctx, body["id"])),
    call(path("doRead"), takes({ ...someIds, all: "yn" }), async ({ me }, body) => {
      const ids = idsIn(body);
      if (body["all"] !== true && body["all"] !== "Y" && ids.length === 0) throw notFound(msgBox);
      return { changed: await markRead(office, me.userId, ids.length ? ids : "all") };
    }),
    call(path("doStar"), takes({ ...someIds, starFlag: "yn" }), (ctx, body) =>
      flag(office, ctx, body, "starFlag", body["starFlag"] === "N" ? "N" : "Y"),
    ),
    call(path("doArchive"), takes({ ...someIds, archiveFlag: "yn" }), (ctx, body) =>
      flag(office, ctx, body, "archiveFlag", body["archiveFlag"] === "N" ? "N" : "Y"),
    ),
  ];
};
