import { newId } from "#kernel/server/id.ts";
import type { Receipt } from "../channel.ts";
import type { Detours } from "./detour.ts";
import { insertMany, stamps, type Office } from "./office.ts";
import { tellBounced, type Bounced } from "./outcome.ts";
import { settle } from "./settle.ts";

/** What a receipt needs of the post office. */
interface Posting {
  readonly office: Office;
  readonly detours: Detours;
}

/** What became of a message that had left: it arrived, was refused, or its address is dead. False when nobody knows it. */
export async function noteReceipt(post: Posting, sourceId: string, { providerMsgId, state, code }: Receipt, now: Date): Promise<boolean> {
  const { kernel } = post.office;
  const isGood = state === "DELIVERED";
  const row = await kernel.db.tx(async (tx) => {
    const found = await tx.one<{
      id: string;
      instanceId: string;
      userId: string | null;
      channel: string;
      addressHash: string | null;
      tryCount: number;
    }>(
      `update "BaseMsgDelivery" set status = $3, "deliveredAt" = case when $3 = 'DELIVERED' then $4::timestamptz end, "errorClass" = case when $3 = 'FAILED' then $5 end, "errorText" = case when $3 = 'FAILED' then $6 end, "lastUpdateDate" = $4
       where "providerMsgId" = $1 and "sourceId" = $2 and status in ('SENT', 'DELIVERED') and status <> $3 returning id, "instanceId", "userId", channel, "addressHash", "tryCount"`,
      [
        providerMsgId,
        sourceId,
        isGood ? "DELIVERED" : "FAILED",
        now,
        state === "BOUNCED" ? "PERMANENT_ADDRESS" : "PERMANENT_SOURCE",
        `${state} ${code ?? ""}`.trim(),
      ],
    );
    if (!found) return null;
    await insertMany(tx, "BaseMsgLog", [
      {
        ...stamps(newId(), "system:messages", now),
        ...{
          deliveryId: found.id,
          tryNo: found.tryCount,
          at: now.toISOString(),
          channel: found.channel,
          sourceId: sourceId,
          providerCode: code,
          result: "RECEIPT",
          responseMasked: state,
        },
      },
    ]);
    if (found.userId && isGood)
      await tx.query(
        `update "BaseMsgAddress" set "bounceCount" = 0, state = case when state = 'BOUNCED' then 'OK' else state end, "lastError" = null, "lastOkAt" = $4 where "userId" = $1 and channel = $2 and "addressHash" = $3`,
        [found.userId, found.channel, found.addressHash, now],
      );
    if (found.userId && state === "BOUNCED") {
      const [address] = await tx.query<Bounced>(
        `update "BaseMsgAddress" set "bounceCount" = "bounceCount" + 1, state = case when "bounceCount" + 1 >= 2 then 'BOUNCED' else state end, "lastError" = $4 where "userId" = $1 and channel = $2 and "addressHash" = $3
         returning "userId", channel, address, state, "bounceCount"`,
        [found.userId, found.channel, found.addressHash, `${state} ${code ?? ""}`.trim()],
      );
      await tellBounced(post.office, tx, address, now);
    }
    return found;
  });
  if (!row) return false;
  if (!isGood) {
    await kernel.db.query(`update "BaseMsgInstance" set "sentCount" = greatest(0, "sentCount" - 1) where id = $1`, [row.instanceId]);
    await settle(post.office, [row.instanceId], { failed: [row.instanceId] });
    await post.detours.afterFailure([row.id]);
  }
  return true;
}
