import { all, columns, every, sql } from "#kernel/query.ts";
import { answer, type Call, type Context } from "#kernel/server/http/call.ts";
import { notFound } from "#kernel/server/find/find.ts";
import { asks, like, someIds, takes } from "#kernel/server/http/input.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { changes } from "#kernel/server/act/write.ts";
import { msgBox } from "../box.entity.ts";
import { msgDelivery, msgInstance } from "../instance.entity.ts";
import { call, idsIn } from "./call-kit.ts";
import type { Office } from "./office.ts";
import type { PostOffice } from "./post-office.ts";
import { tellCount, unreadOf } from "./site.ts";

const [b, d, i] = [every(msgBox), every(msgDelivery), every(msgInstance)];
const path = (name: string) => `baseMsgBoxService/${name}`;

/** Marks rows of the own inbox as read; deliveries and counts follow, and the bell in every window. */
export async function markRead(office: Office, userId: string, ids: readonly string[] | "all"): Promise<number> {
  const { kernel, clock } = office;
  const now = clock.now();
  const rows = await kernel.db.query<{ instanceId: string; deliveryId: string | null }>(
    sql`update ${b} set ${changes(msgBox, { readFlag: "Y", readAt: now, lastUpdateDate: now, lastUpdatedBy: userId, versionNum: sql`${b.versionNum} + 1` })}
     where ${all(sql`${b.userId} = ${userId} and ${b.readFlag} = 'N'`, ids !== "all" && sql`${b.id} = any(${ids})`)} returning ${columns(b, "instanceId", "deliveryId")}`,
  );
  if (rows.length === 0) return 0;
  const changed = await kernel.db.query<{ instanceId: string }>(
    sql`update ${d} set ${changes(msgDelivery, { status: "READ", readAt: now, lastUpdateDate: now })}
     where ${d.id} = any(${rows.flatMap((row) => row.deliveryId ?? [])}) and ${d.status} in ('SENT', 'DELIVERED') returning ${d.instanceId}`,
  );
  await kernel.db.query(
    sql`update ${i} set ${changes(msgInstance, { readCount: sql`${i.readCount} + x.n` })}
     from (select id, count(*)::int as n from unnest(${changed.map((row) => row.instanceId)}::text[]) as id group by id) x where ${i.id} = x.id`,
  );
  await tellCount(office, [userId]);
  return rows.length;
}

async function flag(office: Office, { me, now }: Context, body: Row, field: "starFlag" | "archiveFlag", value: "Y" | "N"): Promise<Row> {
  const rows = await office.kernel.db.query(
    sql`update ${b} set ${changes(msgBox, { [field]: value, lastUpdateDate: now, versionNum: sql`${b.versionNum} + 1` })}
     where ${b.userId} = ${me.userId} and ${b.id} = any(${idsIn(body)}) and ${b[field]} <> ${value} returning ${b.id}`,
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
