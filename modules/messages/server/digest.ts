import { insidePending, supplierPending } from "#kernel/platform/todo.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { alias, columns, every, sql, type Sql, type Table } from "#kernel/query.ts";
import { newId } from "#kernel/server/act/id.ts";
import { Numbers } from "#kernel/server/act/number.ts";
import type { Tx } from "#kernel/server/database/db.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { houseZone } from "#kernel/time.ts";
import { changes } from "#kernel/server/act/write.ts";
import { msgBox } from "../box.entity.ts";
import { msgDelivery, msgInstance } from "../instance.entity.ts";
import { digestOf, linkOf } from "./letter.ts";
import { insertMany, stamps, type Office } from "./office.ts";
import { sendable } from "./settle.ts";

const [d, i, u, b] = [every(msgDelivery), every(msgInstance), every(user), every(msgBox)];

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
      sql`select distinct ${d.digestKey} from ${d} join ${i} on ${i.id} = ${d.instanceId}
       where ${d.digestKey} is not null and ${d.status} = 'WAITING' and ${d.nextTryAt} <= ${now} and ${i.status} in ${sendable} limit 2000`,
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
      sql`select ${columns(d, "id", "title", "linkRoute", "userId", "supplierId", "address", "addressSealed", "addressHash", "userLanguage")}, ${u.userStatus},
         (${b.readFlag} = 'Y' or (${i.msgKind} = 'TASK' and ${isDone(every(insidePending))}) or (${i.msgKind} = 'TASK' and ${isDone(every(supplierPending))})) as settled
       from ${d} join ${i} on ${i.id} = ${d.instanceId} join ${u} on ${u.id} = ${d.userId}
         left join ${b} on ${b.instanceId} = ${d.instanceId} and ${b.userId} = ${d.userId}
       where ${d.digestKey} = ${digestKey} and ${d.status} = 'WAITING' and ${d.nextTryAt} <= ${now} order by ${d.id} for update of ${alias(d)} skip locked`,
    );
    const dropped = items.filter((item) => item["settled"] === true || item["userStatus"] === "DISABLED");
    const entries = items.filter((item) => !dropped.includes(item));
    if (dropped.length)
      await tx.query(
        sql`update ${d} set ${changes(msgDelivery, { status: "SUPPRESSED", reason: "OBSOLETE", lastUpdateDate: now })} where ${d.id} = any(${dropped.map((item) => item.id)})`,
      );
    const [first] = entries;
    if (!first) return false;
    const language = first["userLanguage"] === "EN" ? "EN" : "CN";
    const letters = { CN: this.#letter(entries, "CN"), EN: this.#letter(entries, "EN") };
    const [instanceId, deliveryId] = [newId(), newId()];
    const by = "system:messages";
    await insertMany(tx, msgInstance, [
      {
        ...stamps(instanceId, by, now),
        instanceNum,
        msgCfgId: null,
        eventKey: `D${digestKey}|${first.id}`,
        eventCode: null,
        msgKind: "SYSTEM",
        title: letters.CN.title,
        titleEn: letters.EN.title,
        manualFlag: "N",
        channels: ["EMAIL"],
        payload: { items: entries.map((item) => item.id) },
        plannedAt: now.toISOString(),
        status: "READY",
        totalCount: 1,
        sentCount: 0,
        failedCount: 0,
        readCount: 0,
        suppressedCount: 0,
      },
    ]);
    await insertMany(tx, msgDelivery, [
      {
        ...stamps(deliveryId, by, now),
        instanceId,
        userId: first["userId"],
        supplierId: first["supplierId"],
        channel: "EMAIL",
        address: first["address"],
        addressSealed: first["addressSealed"],
        addressHash: first["addressHash"],
        userLanguage: language,
        title: letters[language].title,
        content: letters[language].content,
        linkRoute: "receiveMessageList",
        status: "WAITING",
        priority: 6,
        quietFlag: "N",
        mandatoryFlag: "N",
        tryCount: 0,
        nextTryAt: now.toISOString(),
        orderNo: "0",
      },
    ]);
    await tx.query(
      sql`update ${d} set ${changes(msgDelivery, { status: "SENDING", carriedBy: deliveryId, lastUpdateDate: now })} where ${d.id} = any(${entries.map((item) => item.id)})`,
    );
    return true;
  }

  #letter(items: readonly Item[], language: "CN" | "EN"): { title: string; content: string } {
    return digestOf(
      items.map((item) => ({ title: item.title ?? "", link: linkOf(this.#office, item.linkRoute) })),
      language,
    );
  }
}

/** A task is done once its document has to-dos for this person and none of them is open. */
function isDone(t: Table<typeof insidePending> | Table<typeof supplierPending>): Sql {
  const isTheirs = sql`${t.bizType} = ${i.bizEntity} and ${t.bizId} = ${i.bizId} and (${t.userId} is null or ${t.userId} = ${d.userId})`;
  return sql`(exists (select 1 from ${t} where ${isTheirs}) and not exists (select 1 from ${t} where ${isTheirs} and ${t.status} = 'OPEN'))`;
}
