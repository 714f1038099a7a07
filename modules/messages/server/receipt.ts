import { columns, every, sql } from "#kernel/query.ts";
import { newId } from "#kernel/server/act/id.ts";
import { changes } from "#kernel/server/act/write.ts";
import type { Receipt } from "../channel.ts";
import { msgDelivery, msgInstance, msgLog } from "../instance.entity.ts";
import { msgAddress } from "../source.entity.ts";
import type { Detours } from "./detour.ts";
import { insertMany, stamps, type Office } from "./office.ts";
import { bounced, reachedAgain, tellBounced, type Bounced } from "./outcome.ts";
import { settle } from "./settle.ts";

const [d, i, a] = [every(msgDelivery), every(msgInstance), every(msgAddress)];

/** What a receipt needs of the post office. */
interface Posting {
  readonly office: Office;
  readonly detours: Detours;
}

/** What became of a message that had left: it arrived, was refused, or its address is dead. False when nobody knows it. */
export async function noteReceipt(post: Posting, sourceId: string, { providerMsgId, state, code }: Receipt, now: Date): Promise<boolean> {
  const { kernel } = post.office;
  const isGood = state === "DELIVERED";
  const words = `${state} ${code ?? ""}`.trim();
  const reported = {
    status: isGood ? "DELIVERED" : "FAILED",
    deliveredAt: isGood ? now : null,
    lastUpdateDate: now,
    errorClass: isGood ? null : state === "BOUNCED" ? "PERMANENT_ADDRESS" : "PERMANENT_SOURCE",
    errorText: isGood ? null : words,
  };
  const row = await kernel.db.tx(async (tx) => {
    const found = await tx.one<{
      id: string;
      instanceId: string;
      userId: string | null;
      channel: string;
      addressHash: string | null;
      tryCount: number;
    }>(
      sql`update ${d} set ${changes(msgDelivery, reported)}
       where ${d.providerMsgId} = ${providerMsgId} and ${d.sourceId} = ${sourceId} and ${d.status} in ('SENT', 'DELIVERED') and ${d.status} <> ${reported.status}
       returning ${columns(d, "id", "instanceId", "userId", "channel", "addressHash", "tryCount")}`,
    );
    if (!found) return null;
    await insertMany(tx, msgLog, [
      {
        ...stamps(newId(), "system:messages", now),
        deliveryId: found.id,
        tryNo: found.tryCount,
        at: now.toISOString(),
        channel: found.channel,
        sourceId: sourceId,
        providerCode: code,
        result: "RECEIPT",
        responseMasked: state,
      },
    ]);
    const isIts = sql`${a.userId} = ${found.userId} and ${a.channel} = ${found.channel} and ${a.addressHash} = ${found.addressHash}`;
    if (found.userId && isGood) await tx.query(sql`update ${a} set ${changes(msgAddress, reachedAgain(a, now))} where ${isIts}`);
    if (found.userId && state === "BOUNCED") {
      const failed = changes(msgAddress, {
        bounceCount: sql`${a.bounceCount} + 1`,
        lastError: words,
        state: sql`case when ${a.bounceCount} + 1 >= 2 then 'BOUNCED' else ${a.state} end`,
      });
      const [address] = await tx.query<Bounced>(sql`update ${a} set ${failed} where ${isIts} returning ${columns(a, ...bounced)}`);
      await tellBounced(post.office, tx, address, now);
    }
    return found;
  });
  if (!row) return false;
  if (!isGood) {
    const fewer = changes(msgInstance, { sentCount: sql`greatest(0, ${i.sentCount} - 1)` });
    await kernel.db.query(sql`update ${i} set ${fewer} where ${i.id} = ${row.instanceId}`);
    await settle(post.office, [row.instanceId], { failed: [row.instanceId] });
    await post.detours.afterFailure([row.id]);
  }
  return true;
}
