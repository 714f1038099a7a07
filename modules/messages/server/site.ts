import { user } from "#kernel/platform/user.entity.ts";
import { alias, columns, every, sql, worded } from "#kernel/query.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { changes } from "#kernel/server/act/write.ts";
import { msgBox } from "../box.entity.ts";
import { msgDelivery, msgInstance } from "../instance.entity.ts";
import { insertMany, live, stamps, unlessThere, type Office } from "./office.ts";
import { splitRoute } from "./letter.ts";
import { sendable, settle } from "./settle.ts";

const batch = 500;
const [d, i, u, s, b] = [every(msgDelivery), every(msgInstance), every(user), every(user), every(msgBox)];

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
      sql`select ${columns(d, "id", "instanceId", "userId", "content", "templateId", "linkRoute", "expiresAt")}, ${columns(i, "payload", "msgKind", "bizEntity", "bizId", "bizNum")},
          case when ${d.userLanguage} = 'EN' then coalesce(nullif(${i.title}, ''), ${d.title}) else ${d.title} end as title,
          case when ${d.userLanguage} = 'EN' then ${d.title} else ${i.titleEn} end as "titleEn", ${u.userStatus},
          case when ${u.userLanguage} = 'EN' then ${worded({ language: "EN" }, s.displayName)} else ${s.displayName} end as "senderName"
       from ${d} join ${i} on ${i.id} = ${d.instanceId} join ${u} on ${u.id} = ${d.userId} left join ${s} on ${s.id} = ${i.senderUserId}
       where ${d.channel} = 'SITE' and ${d.status} in ${live} and ${d.nextTryAt} <= ${now} and ${i.status} in ${sendable}
       order by ${d.priority}, ${d.id} limit ${batch} for update of ${alias(d)} skip locked`,
    );
    if (due.length === 0) return null;
    const over = due.filter((row) => row["expiresAt"] !== null && row["expiresAt"] <= now.toISOString());
    const gone = due.filter((row) => row["userStatus"] === "DISABLED" && !over.includes(row));
    const good = due.filter((row) => !over.includes(row) && !gone.includes(row));
    const boxes = good.map((row) => boxRow(row, now));
    await insertMany(tx, msgBox, boxes, unlessThere);
    const end = (ended: readonly Due[], status: string, reason: string | null) => {
      const isSent = status === "SENT";
      const done = { status, reason, tryCount: sql`${d.tryCount} + 1`, sentAt: isSent ? now : null, lastUpdateDate: now };
      const set = changes(msgDelivery, isSent ? done : { ...done, dedupeKey: null });
      return ended.length ? tx.query(sql`update ${d} set ${set} where ${d.id} = any(${ended.map((row) => row.id)})`) : null;
    };
    await end(good, "SENT", null);
    await end(over, "EXPIRED", null);
    await end(gone, "SUPPRESSED", "DISABLED");
    const of = (list: readonly Due[]) => list.map((row) => row.instanceId);
    await settle(office, of(due), { sent: of(good) }, tx);
    return boxes;
  });
  if (!boxed) return false;
  await tellUnread(office, boxed);
  return true;
}

const boxRow = (due: Due, now: Date): Row => ({
  ...stamps(newId(), "system:messages", now),
  userId: due.userId,
  instanceId: due.instanceId,
  deliveryId: due.id,
  kind: due["msgKind"],
  templateId: due["templateId"],
  messageValues: due["payload"],
  title: due["title"] ?? "",
  titleEn: due["titleEn"],
  content: due["content"],
  senderName: due["senderName"],
  ...splitRoute(due["linkRoute"]),
  bizEntity: due["bizEntity"],
  bizId: due["bizId"],
  bizNum: due["bizNum"],
  readFlag: "N",
  starFlag: "N",
  archiveFlag: "N",
  expiresAt: due["expiresAt"],
});

/** How many messages wait unread for each of these people. */
export async function unreadOf({ kernel }: Pick<Office, "kernel">, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await kernel.db.query<{ userId: string; n: number }>(
    sql`select ${b.userId}, count(*)::int as n from ${b} where ${b.userId} = any(${userIds}) and ${b.readFlag} = 'N' and ${b.archiveFlag} = 'N' group by ${b.userId}`,
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
