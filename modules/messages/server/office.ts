import type { Entity } from "#kernel/entity.ts";
import { raw, type Sql } from "#kernel/query.ts";
import { insertRows } from "#kernel/server/act/write.ts";
import type { Db, Tx } from "#kernel/server/database/db.ts";
import type { Keys } from "#kernel/server/gate/keys.ts";
import type { Block } from "#kernel/server/file/preview/office.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Push } from "#kernel/server/push/push.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { ChannelSender, SourceAccount } from "../channel.ts";
import type { InboundReader } from "../inbound.ts";

/** What everything in the post office stands on. */
export interface Office {
  readonly kernel: Kernel;
  readonly keys: Pick<Keys, "seal" | "unseal" | "mac">;
  readonly clock: { now(): Date };
  readonly publicUrl: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly push: Pick<Push, "tellAll">;
  openSender(account: SourceAccount): ChannelSender;
  /** The mailbox that letters of a source come back to; null where none is named. */
  openMailbox(account: SourceAccount): InboundReader | null;
  /** A document as the bytes of a PDF; absent where nothing can be printed. */
  pdf?(name: string, blocks: readonly Block[]): Promise<Buffer>;
  /** A number in 0..1; tests fix it. */
  chance(): number;
  alarm(error: unknown): void;
}

export type Channel = "SITE" | "EMAIL" | "SMS" | "DING" | "WECOM" | "WEBHOOK";

/** The stamps of a row the post office writes. */
export const stamps = (id: string, by: string, now: Date): Row => ({
  id,
  createdBy: by,
  creationDate: now.toISOString(),
  lastUpdatedBy: by,
  lastUpdateDate: now.toISOString(),
  versionNum: 1,
});

/** Many rows in one statement; `onConflict` says what becomes of those that are there already. */
export async function insertMany(
  db: Pick<Db | Tx, "query">,
  entity: Entity,
  rows: readonly Row[],
  onConflict?: Sql,
): Promise<readonly { readonly id: string }[]> {
  return rows.length === 0 ? [] : db.query<{ id: string }>(insertRows(entity, rows, onConflict ? { onConflict } : {}));
}

/** What is there already stays as it is. */
export const unlessThere = raw("on conflict do nothing");

/** An address can be compared by its digest and opened only by the server's own key. */
export const addressHash = ({ keys }: Pick<Office, "keys">, address: string): string =>
  keys.mac("msg-address", address.trim().toLowerCase());
export const sealAddress = ({ keys }: Pick<Office, "keys">, address: string): string => keys.seal(address, "msg-address");
export const openAddress = ({ keys }: Pick<Office, "keys">, sealed: string | null): string =>
  sealed ? (keys.unseal(sealed, "msg-address")?.toString("utf8") ?? "") : "";

/** Deliveries that may still leave. */
export const live = raw("('WAITING', 'RETRY')");
/** Deliveries that have not left: those that may still leave, and those being sent. */
export const unsent = raw("('WAITING', 'RETRY', 'SENDING')");

/** Indexes beyond the declared ones: what waits to be sent, and whose turn it is. */
export async function readyIndexes(db: Db): Promise<void> {
  const wanted = [
    `create index if not exists "BaseMsgDelivery_due" on "BaseMsgDelivery" (channel, priority, id) include ("nextTryAt") where status in ('WAITING', 'RETRY')`,
    `create index if not exists "BaseMsgDelivery_order" on "BaseMsgDelivery" ("orderKey", "orderNo") where status in ('WAITING', 'RETRY', 'SENDING') and "orderKey" is not null`,
    `create index if not exists "BaseMsgDelivery_dedupe" on "BaseMsgDelivery" ("dedupeKey", "creationDate") where "dedupeKey" is not null`,
    `create index if not exists "BaseMsgDelivery_provider" on "BaseMsgDelivery" ("providerMsgId") where "providerMsgId" is not null`,
    `create index if not exists "BaseMsgDelivery_digest" on "BaseMsgDelivery" ("nextTryAt") where "digestKey" is not null and status = 'WAITING'`,
    `create index if not exists "BaseMsgDelivery_phone" on "BaseMsgDelivery" ("addressHash", "sentAt") where channel = 'SMS' and "sentAt" is not null`,
    `create index if not exists "BaseMsgDelivery_open" on "BaseMsgDelivery" ("instanceId") where status in ('WAITING', 'RETRY', 'SENDING')`,
    `create index if not exists "BaseMsgDelivery_carried" on "BaseMsgDelivery" ("carriedBy") where "carriedBy" is not null`,
    `create index if not exists "BaseMsgBox_unread" on "BaseMsgBox" ("userId", "readFlag", "creationDate")`,
    `create index if not exists "BaseMsgBox_instance" on "BaseMsgBox" ("instanceId")`,
    `create index if not exists "BaseMsgInstance_biz" on "BaseMsgInstance" ("bizEntity", "bizId")`,
  ];
  // Several processes may start together; whoever comes second finds the index there.
  for (const statement of wanted) await db.query(statement).catch(() => undefined);
}
