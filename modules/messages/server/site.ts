import { newId } from "#kernel/server/id.ts";
import type { Row } from "#kernel/server/visible.ts";
import { insertMany, live, stamps, type Office } from "./office.ts";
import { splitRoute } from "./letter.ts";
import { sendable, settle } from "./settle.ts";

const batch = 500;

interface Due extends Row {
  readonly id: string;
  readonly instanceId: string;
  readonly userId: string;
}

/** Puts what is due into the inboxes: message, mark and count in one transaction, one row for a person whatever happens in between. Answers whether there was anything. */
export async function deliverToInboxes(office: Office): Promise<boolean> {
  const { kernel, clock } = office;
  const now = clock.now();
  const boxed = await kernel.db.tx(async (tx) => {
    const due = await tx.query<Due>(
      `select d.id, d."instanceId", d."userId", d.content, d."templateId", i.payload,
          case when d."userLanguage" = 'EN' then coalesce(nullif(i.title, ''), d.title) else d.title end as title,
          case when d."userLanguage" = 'EN' then d.title else i."titleEn" end as "titleEn", d."linkRoute", d."expiresAt", i."msgKind", i."bizEntity", i."bizId", i."bizNum", u."userStatus",
          case when u."userLanguage" = 'EN' then coalesce(nullif(s."displayNameEn", ''), s."displayName") else s."displayName" end as "senderName", d."orderKey", d."orderNo"
       from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId" join "BaseUsers" u on u.id = d."userId" left join "BaseUsers" s on s.id = i."senderUserId"
       where d.channel = 'SITE' and d.status in ${live} and d."nextTryAt" <= $1 and i.status in ${sendable}
       order by d.priority, d.id limit ${batch} for update of d skip locked`,
      [now],
    );
    if (due.length === 0) return null;
    const over = due.filter((one) => one["expiresAt"] !== null && one["expiresAt"] <= now.toISOString());
    const gone = due.filter((one) => one["userStatus"] === "DISABLED" && !over.includes(one));
    const good = due.filter((one) => !over.includes(one) && !gone.includes(one));
    const boxes = good.map((one) => boxRow(one, now));
    await insertMany(tx, "BaseMsgBox", boxes, "on conflict do nothing");
    const end = (ids: readonly Due[], status: string, reason: string | null) =>
      ids.length
        ? tx.query(
            `update "BaseMsgDelivery" set status = $2, reason = $4, "tryCount" = "tryCount" + 1, "sentAt" = case when $2 = 'SENT' then $3::timestamptz end, "dedupeKey" = case when $2 = 'SENT' then "dedupeKey" end, "lastUpdateDate" = $3 where id = any($1)`,
            [ids.map((one) => one.id), status, now, reason],
          )
        : null;
    await end(good, "SENT", null);
    await end(over, "EXPIRED", null);
    await end(gone, "SUPPRESSED", "DISABLED");
    const of = (list: readonly Due[]) => list.map((one) => one.instanceId);
    await settle(office, of(due), { sent: of(good) }, tx);
    return boxes;
  });
  if (!boxed) return false;
  await tellUnread(office, boxed);
  return true;
}

const boxRow = (one: Due, now: Date): Row => ({
  ...stamps(newId(), "system:messages", now),
  userId: one.userId,
  instanceId: one.instanceId,
  deliveryId: one.id,
  kind: one["msgKind"],
  templateId: one["templateId"],
  messageValues: one["payload"],
  title: one["title"] ?? "",
  titleEn: one["titleEn"],
  content: one["content"],
  senderName: one["senderName"],
  ...splitRoute(one["linkRoute"]),
  bizEntity: one["bizEntity"],
  bizId: one["bizId"],
  bizNum: one["bizNum"],
  readFlag: "N",
  starFlag: "N",
  archiveFlag: "N",
  expiresAt: one["expiresAt"],
});

/** How many messages wait unread for each of these people. */
export async function unreadOf({ kernel }: Pick<Office, "kernel">, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await kernel.db.query<{ userId: string; n: number }>(
    `select "userId", count(*)::int as n from "BaseMsgBox" where "userId" = any($1) and "readFlag" = 'N' and "archiveFlag" = 'N' group by "userId"`,
    [userIds],
  );
  const found = new Map(rows.map((row) => [row.userId, row.n]));
  return new Map(userIds.map((id) => [id, found.get(id) ?? 0]));
}

/** The bell rings with the new count, so that no page has to ask. */
async function tellUnread(office: Office, boxes: readonly Row[]): Promise<void> {
  const counts = await unreadOf(office, [...new Set(boxes.map((box) => box["userId"] as string))]);
  const frames = boxes.map((box) => ({
    userId: box["userId"] as string,
    frame: {
      type: "msg",
      data: { id: box["id"], kind: box["kind"], title: box["title"], titleEn: box["titleEn"], unreadCount: counts.get(box["userId"]) ?? 0 },
    },
  }));
  await office.push.tellAll(frames).catch(office.alarm);
}

/** Says only the number, after messages were read or taken back. */
export async function tellCount(office: Office, userIds: readonly string[]): Promise<void> {
  const counts = await unreadOf(office, [...new Set(userIds)]);
  const frames = [...counts].map(([userId, unreadCount]) => ({ userId, frame: { type: "msg", data: { unreadCount } } }));
  await office.push.tellAll(frames).catch(office.alarm);
}
