import { newId } from "#kernel/server/id.ts";
import type { Tx } from "#kernel/server/db.ts";
import type { Sent } from "../channel.ts";
import { maskAddress, type ErrorClass } from "../schedule.ts";
import { openAddress, type Office } from "./office.ts";

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
      `update "BaseMsgAddress" a set "bounceCount" = 0, state = case when a.state = 'BOUNCED' then 'OK' else a.state end, "lastOkAt" = $2, "lastError" = null
       from jsonb_to_recordset($1::jsonb) as x("userId" text, channel text, hash text)
       where a."userId" = x."userId" and a.channel = x.channel and a."addressHash" = x.hash and (a."lastError" is null or a."lastError" not like 'BOUNCED%')
         and (a."bounceCount" > 0 or a."lastOkAt" is null or a."lastOkAt" < $2::timestamptz - interval '1 day')`,
      [JSON.stringify(good), now],
    );
  for (const { one, kind } of known.filter((end) => end.kind === "PERMANENT_ADDRESS")) {
    const [row] = await tx.query<Bounced>(
      `insert into "BaseMsgAddress" as a (id, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum", "userId", channel, address, "addressSealed", "addressHash", "verifiedFlag", state, "bounceCount", "lastError")
       values ($1, 'system:messages', $2, 'system:messages', $2, 1, $3, $4, $5, $6, $7, 'N', 'OK', 1, $8)
       on conflict ("userId", channel) do update set address = excluded.address, "addressSealed" = excluded."addressSealed", "addressHash" = excluded."addressHash",
         "bounceCount" = case when a."addressHash" = excluded."addressHash" then a."bounceCount" + 1 else 1 end,
         state = case when a."addressHash" = excluded."addressHash" and a."bounceCount" + 1 >= 2 then 'BOUNCED' when a."addressHash" = excluded."addressHash" then a.state else 'OK' end,
         "lastError" = excluded."lastError", "lastUpdateDate" = $2
       returning "userId", channel, address, state, "bounceCount"`,
      [
        newId(),
        now,
        one.userId,
        one.channel,
        maskAddress(openAddress(office, one.addressSealed)),
        one.addressSealed,
        one.addressHash,
        kind,
      ],
    );
    await tellBounced(office, tx, row, now);
  }
}

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
export function classOf(sent: Sent, one: Claimed): ErrorClass | null {
  if (sent.accepted) return null;
  if (sent.code === "552" && one.tryCount >= 3) return "PERMANENT_ADDRESS";
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
