import { every, sql, type Sql, type Table } from "#kernel/query.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Tx } from "#kernel/server/database/db.ts";
import { changes, coming, conflicting, insertRows, stored } from "#kernel/server/act/write.ts";
import type { Sent } from "../channel.ts";
import { maskAddress, type ErrorClass } from "../schedule.ts";
import { msgAddress } from "../source.entity.ts";
import { openAddress, stamps, type Office } from "./office.ts";

const a = every(msgAddress);

/** A delivery in hand. */
export interface Claimed {
  readonly id: string;
  readonly instanceId: string;
  readonly userId: string | null;
  readonly channel: string;
  readonly addressSealed: string | null;
  readonly addressHash: string | null;
  readonly userLanguage: "CN" | "EN";
  readonly title: string | null;
  readonly content: string | null;
  readonly linkRoute: string | null;
  readonly tryCount: number;
  readonly expiresAt: string | null;
  readonly quietFlag: string;
  readonly mandatoryFlag: string;
  readonly errorClass: string | null;
  readonly msgKind: string;
  readonly cfgCode: string | null;
  readonly providerTemplateId: string | null;
  /** What goes along with a mail, and the document it is about. */
  readonly attachmentsRule: string | null;
  readonly bizEntity: string | null;
  readonly bizId: string | null;
  readonly userStatus: string | null;
  readonly zone: string | null;
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
}

export type Outcome = { readonly one: Claimed; readonly sent: Sent; readonly ms: number };

/** What follows from an answer. */
export interface Ending extends Outcome {
  readonly kind: ErrorClass | null;
  readonly status: "SENT" | "WAITING" | "RETRY" | "FAILED";
  readonly next: Date | null;
}

/** Two permanent refusals and an address counts as dead until somebody mends it; a good delivery clears its name, unless letters to it came back later: taking them is no proof then. */
export async function noteAddresses(office: Office, tx: Tx, ends: readonly Ending[], now: Date): Promise<void> {
  const known = ends.filter(({ one }) => one.userId !== null && one.addressHash !== null);
  const good = known
    .filter(({ sent }) => sent.accepted)
    .map(({ one }) => ({ userId: one.userId, channel: one.channel, hash: one.addressHash }));
  if (good.length)
    await tx.query(
      sql`update ${a} set ${changes(msgAddress, reachedAgain(a, now))}
       from jsonb_to_recordset(${JSON.stringify(good)}::jsonb) as x("userId" text, channel text, hash text)
       where ${a.userId} = x."userId" and ${a.channel} = x.channel and ${a.addressHash} = x.hash and (${a.lastError} is null or ${a.lastError} not like 'BOUNCED%')
         and (${a.bounceCount} > 0 or ${a.lastOkAt} is null or ${a.lastOkAt} < ${now}::timestamptz - interval '1 day')`,
    );
  for (const { one, kind } of known.filter((end) => end.kind === "PERMANENT_ADDRESS")) {
    const { userId, channel, addressSealed, addressHash } = one;
    const refused = {
      ...stamps(newId(), "system:messages", now),
      userId,
      channel,
      address: maskAddress(openAddress(office, addressSealed)),
      addressSealed,
      addressHash,
      verifiedFlag: "N",
      state: "OK",
      bounceCount: 1,
      lastError: kind,
    };
    const [row] = await tx.query<Bounced>(insertRows(msgAddress, [refused], { onConflict: countedAgain(now), returning: bounced }));
    await tellBounced(office, tx, row, now);
  }
}

/** Changes of an address that was reached: it counts no failures any more. */
export const reachedAgain = (a: Table<typeof msgAddress>, now: Date) => ({
  bounceCount: 0,
  lastOkAt: now,
  lastError: null,
  state: sql`case when ${a.state} = 'BOUNCED' then 'OK' else ${a.state} end`,
});

/** An address that is in the reach book already counts one failure more; another address of the same person begins anew. */
function countedAgain(now: Date): Sql {
  const isSame = sql`${stored(msgAddress, "addressHash")} = ${coming(msgAddress, "addressHash")}`;
  const count = sql`${stored(msgAddress, "bounceCount")} + 1`;
  const changed = changes(msgAddress, {
    address: coming(msgAddress, "address"),
    addressSealed: coming(msgAddress, "addressSealed"),
    addressHash: coming(msgAddress, "addressHash"),
    bounceCount: sql`case when ${isSame} then ${count} else 1 end`,
    state: sql`case when ${isSame} and ${count} >= 2 then 'BOUNCED' when ${isSame} then ${stored(msgAddress, "state")} else 'OK' end`,
    lastError: coming(msgAddress, "lastError"),
    lastUpdateDate: now,
  });
  return sql`on conflict ${conflicting(msgAddress, "userId", "channel")} do update set ${changed}`;
}

/** The columns that are read of an address after a failure. */
export const bounced = ["userId", "channel", "address", "state", "bounceCount"] as const;

/** A row of the reach book after a failure. */
export interface Bounced {
  readonly userId: string;
  readonly channel: string;
  readonly address: string;
  readonly state: string;
  readonly bounceCount: number;
}

/** Whoever's mailbox counts as dead from now on is told where it can still be read. */
export async function tellBounced({ kernel }: Office, tx: Tx, row: Bounced | undefined, now: Date): Promise<void> {
  if (row?.channel === "EMAIL" && row.state === "BOUNCED" && row.bounceCount === 2)
    await kernel.outbox.add("MSG_ADDRESS_BOUNCED", { userId: row.userId, address: row.address }, now, { inside: tx });
}

/** A full mailbox may be emptied; after three tries it counts as one nobody empties. */
export function classOf(sent: Sent, claimed: Claimed): ErrorClass | null {
  if (sent.accepted) return null;
  if (sent.code === "552" && claimed.tryCount >= 3) return "PERMANENT_ADDRESS";
  return sent.errorClass ?? "UNKNOWN";
}

/** An answer in time, or none. */
export async function within(ms: number, work: () => Promise<Sent>): Promise<Sent> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Sent>((resolve) => {
    timer = setTimeout(() => resolve({ accepted: false, code: "ETIMEDOUT", text: "no answer in time", errorClass: "TRANSIENT" }), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    return { accepted: false, code: null, text: String(error), errorClass: "UNKNOWN" };
  } finally {
    clearTimeout(timer);
  }
}
