import { every, sql } from "#kernel/query.ts";
import { changes } from "#kernel/server/act/write.ts";
import type { Receipt } from "../channel.ts";
import { readInbound, type Inbound } from "../inbound.ts";
import { msgDelivery, msgInstance } from "../instance.entity.ts";
import { msgSource } from "../source.entity.ts";
import type { Detours } from "./detour.ts";
import type { Office } from "./office.ts";
import { noteReceipt } from "./receipt.ts";
import { stopFor } from "./stop-calls.ts";
import type { Source, Sources } from "./sources.ts";

const [s, d, i] = [every(msgSource), every(msgDelivery), every(msgInstance)];

interface Parts {
  readonly office: Office;
  readonly sources: Sources;
  readonly detours: Detours;
}

/** Reads the mailboxes that letters come back to: what did not arrive is marked, whoever wants no more is left alone. */
export class Inboxes {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Every mailbox that is named; one that does not answer says so on its source and keeps nobody else waiting. */
  async read(): Promise<number> {
    const { office, sources } = this.#parts;
    let handled = 0;
    for (const source of (await sources.all()).filter((row) => row.channel === "EMAIL" && row.inboxEndpoint)) {
      const box = office.openMailbox(source);
      let error: string | null = null;
      try {
        handled += (await box?.poll((letter) => this.#take(source, letter))) ?? 0;
      } catch (cause) {
        error = String(cause instanceof Error ? cause.message : cause).slice(0, 500);
      }
      const given = sql`${error}::text`;
      await office.kernel.db.query(
        sql`update ${s} set ${changes(msgSource, { inboxError: given })} where ${s.id} = ${source.id} and ${s.inboxError} is distinct from ${given}`,
      );
    }
    return handled;
  }

  async #take(source: Source, letter: string): Promise<void> {
    const found = readInbound(letter);
    if (found === null || found.deliveryId === null) return;
    if (found.kind === "BOUNCE") await this.#bounced(source, found, found.deliveryId);
    else if (found.kind === "UNSUBSCRIBE") await this.#stopped(found.deliveryId);
  }

  async #bounced(source: Source, { code, isAddress }: Inbound, deliveryId: string): Promise<void> {
    const { office } = this.#parts;
    const receipt: Receipt = { providerMsgId: deliveryId, state: isAddress ? "BOUNCED" : "FAILED", code };
    await noteReceipt(this.#parts, source.id, receipt, office.clock.now());
  }

  /** Only whoever got the letter can stop such letters, and only those that may be stopped. */
  async #stopped(deliveryId: string): Promise<void> {
    const { office } = this.#parts;
    const row = await office.kernel.db.one<{ userId: string | null; kind: string; mandatory: string }>(
      sql`select ${d.userId}, ${i.msgKind} as kind, ${d.mandatoryFlag} as mandatory from ${d} join ${i} on ${i.id} = ${d.instanceId} where ${d.id} = ${deliveryId}`,
    );
    if (!row?.userId || row.mandatory === "Y" || row.kind === "SYSTEM") return;
    await stopFor(office, { userId: row.userId, scope: "KIND", scopeValue: row.kind, channel: "EMAIL" }, "LINK");
  }
}
