import { newId } from "#kernel/server/id.ts";
import { Numbers } from "#kernel/server/number.ts";
import type { Tx } from "#kernel/server/db.ts";
import type { Row } from "#kernel/server/visible.ts";
import { houseZone } from "#kernel/time.ts";
import { msgInstance } from "../instance.entity.ts";
import { digestOf, linkOf } from "./letter.ts";
import { insertMany, stamps, type Office } from "./office.ts";

interface Item extends Row {
  readonly id: string;
  readonly title: string | null;
  readonly linkRoute: string | null;
}

/** Sends the digests whose time has come: one mail for a person, without what was read or done meanwhile; an empty one is not sent. */
export class Digests {
  readonly #office: Office;
  readonly #numbers: Numbers;

  constructor(office: Office) {
    this.#office = office;
    this.#numbers = new Numbers(office.kernel.db, office.kernel.bus);
  }

  /** Answers how many mails were made. */
  async run(): Promise<number> {
    const { db } = this.#office.kernel;
    const now = this.#office.clock.now();
    const due = await db.query<{ digestKey: string }>(
      `select distinct d."digestKey" from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId"
       where d."digestKey" is not null and d.status = 'WAITING' and d."nextTryAt" <= $1 and i.status in ('READY', 'SENDING', 'DONE', 'PARTIAL') limit 2000`,
      [now],
    );
    let made = 0;
    for (const { digestKey } of due) {
      const [number] = await this.#numbers.take(msgInstance, 1, now.toISOString(), houseZone, {}, db);
      if (await db.tx((tx) => this.#one(tx, digestKey, number!, now))) made += 1;
    }
    return made;
  }

  async #one(tx: Tx, digestKey: string, instanceNum: string, now: Date): Promise<boolean> {
    const items = await tx.query<Item>(
      `select d.id, d.title, d."linkRoute", d."userId", d."supplierId", d.address, d."addressSealed", d."addressHash", d."userLanguage", u."userStatus",
         (b."readFlag" = 'Y' or (i."msgKind" = 'TASK' and ${done("SrmBaseInsidePending")}) or (i."msgKind" = 'TASK' and ${done("SrmBaseSupplierPending")})) as settled
       from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId" join "BaseUsers" u on u.id = d."userId"
         left join "BaseMsgBox" b on b."instanceId" = d."instanceId" and b."userId" = d."userId"
       where d."digestKey" = $1 and d.status = 'WAITING' and d."nextTryAt" <= $2 order by d.id for update of d skip locked`,
      [digestKey, now],
    );
    const dropped = items.filter((one) => one["settled"] === true || one["userStatus"] === "DISABLED");
    const kept = items.filter((one) => !dropped.includes(one));
    if (dropped.length)
      await tx.query(`update "BaseMsgDelivery" set status = 'SUPPRESSED', reason = 'OBSOLETE', "lastUpdateDate" = $2 where id = any($1)`, [
        dropped.map((one) => one.id),
        now,
      ]);
    const [first] = kept;
    if (!first) return false;
    const language = first["userLanguage"] === "EN" ? "EN" : "CN";
    const letters = { CN: this.#letter(kept, "CN"), EN: this.#letter(kept, "EN") };
    const [instanceId, deliveryId] = [newId(), newId()];
    const by = "system:messages";
    await insertMany(tx, "BaseMsgInstance", [
      {
        ...stamps(instanceId, by, now),
        ...{
          instanceNum,
          msgCfgId: null,
          eventKey: `D${digestKey}|${first.id}`,
          eventCode: null,
          msgKind: "SYSTEM",
          title: letters.CN.title,
          titleEn: letters.EN.title,
        },
        ...{
          manualFlag: "N",
          channels: ["EMAIL"],
          payload: { items: kept.map((one) => one.id) },
          plannedAt: now.toISOString(),
          status: "READY",
        },
        ...{ totalCount: 1, sentCount: 0, failedCount: 0, readCount: 0, suppressedCount: 0 },
      },
    ]);
    await insertMany(tx, "BaseMsgDelivery", [
      {
        ...stamps(deliveryId, by, now),
        ...{
          instanceId,
          userId: first["userId"],
          supplierId: first["supplierId"],
          channel: "EMAIL",
          address: first["address"],
          addressSealed: first["addressSealed"],
        },
        ...{
          addressHash: first["addressHash"],
          userLanguage: language,
          title: letters[language].title,
          content: letters[language].content,
          linkRoute: "receiveMessageList",
        },
        ...{ status: "WAITING", priority: 6, quietFlag: "N", mandatoryFlag: "N", tryCount: 0, nextTryAt: now.toISOString(), orderNo: "0" },
      },
    ]);
    await tx.query(`update "BaseMsgDelivery" set status = 'SENDING', "carriedBy" = $2, "lastUpdateDate" = $3 where id = any($1)`, [
      kept.map((one) => one.id),
      deliveryId,
      now,
    ]);
    return true;
  }

  #letter(items: readonly Item[], language: "CN" | "EN"): { title: string; content: string } {
    return digestOf(
      items.map((one) => ({ title: one.title ?? "", link: linkOf(this.#office, one.linkRoute) })),
      language,
    );
  }
}

/** A task is done once its document has to-dos for this person and none of them is open. */
const done = (table: string): string =>
  `(exists (select 1 from "${table}" t where t."bizType" = i."bizEntity" and t."bizId" = i."bizId" and (t."userId" is null or t."userId" = d."userId"))
    and not exists (select 1 from "${table}" t where t."bizType" = i."bizEntity" and t."bizId" = i."bizId" and t.status = 'OPEN' and (t."userId" is null or t."userId" = d."userId")))`;
