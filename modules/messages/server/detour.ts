import { columns, every, sql, type Sql } from "#kernel/query.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { msOf, shift } from "#kernel/time.ts";
import { changes } from "#kernel/server/act/write.ts";
import { msgCfg } from "../config.entity.ts";
import { msgDelivery, msgInstance } from "../instance.entity.ts";
import { readHours } from "../schedule.ts";
import type { Config, MessageSettings, Template } from "./configs.ts";
import { insertMany, type Channel, type Office } from "./office.ts";
import { readCrowd } from "./people.ts";
import { Planner } from "./plan.ts";
import { settle } from "./settle.ts";
import type { Sources } from "./sources.ts";

const [d, i, c, other] = [every(msgDelivery), every(msgInstance), every(msgCfg), every(msgDelivery)];
/** Nothing was sent in its place yet. */
const isFirst = sql`not exists (select 1 from ${other} where ${other.fallbackOf} = ${d.id})`;

interface Lost extends Row {
  readonly id: string;
  readonly instanceId: string;
  readonly userId: string;
}

/** Finds another way for what failed for good or stays unread: the fallback channels of its configuration, each tried once. */
export class Detours {
  readonly #office: Office;
  readonly #settings: MessageSettings;
  readonly #sources: Sources;
  readonly #kick: () => void;

  constructor(office: Office, settings: MessageSettings, sources: Sources, kick: () => void) {
    this.#office = office;
    this.#settings = settings;
    this.#sources = sources;
    this.#kick = kick;
  }

  async afterFailure(ids: readonly string[]): Promise<number> {
    return this.#detour(await this.#read(sql`${d.id} = any(${ids})`), (config) =>
      config.fallbackChannels.map((fallbackChannel) => fallbackChannel.channel),
    );
  }

  /** What failed in the hands of a process that died before it looked for another way. */
  async afterDeath(): Promise<number> {
    const now = this.#office.clock.now();
    const rows = await this.#read(
      sql`${d.status} in ('FAILED', 'BOUNCED') and ${d.lastUpdateDate} between ${shift(now, { days: -1 })} and ${shift(now, { minutes: -1 })}
       and jsonb_path_exists(${c.fallbackChannels}, '$[*]') and ${isFirst} order by ${d.id} desc limit 500`,
    );
    return this.#detour(rows, (config) => config.fallbackChannels.map((fallbackChannel) => fallbackChannel.channel));
  }

  /** What nobody opened within the hours its configuration gives. */
  async afterSilence(): Promise<number> {
    const { clock } = this.#office;
    const now = clock.now();
    const rows = await this.#read(
      sql`${d.channel} = 'SITE' and ${d.status} in ('SENT', 'DELIVERED') and ${d.sentAt} > ${shift(now, { days: -14 })}
       and jsonb_path_exists(${c.fallbackChannels}, '$[*].unreadHours') and ${isFirst} limit 500`,
    );
    let made = 0;
    for (const row of rows) {
      const waited = (now.getTime() - Date.parse(row["sentAt"])) / msOf({ hours: 1 });
      made += await this.#detour([row], (config) =>
        config.fallbackChannels
          .filter((fallbackChannel) => fallbackChannel.unreadHours !== undefined && fallbackChannel.unreadHours <= waited)
          .map((fallbackChannel) => fallbackChannel.channel),
      );
    }
    return made;
  }

  #read(where: Sql): Promise<Lost[]> {
    return this.#office.kernel.db.query<Lost>(
      sql`select ${columns(d, "id", "instanceId", "userId", "orderNo", "sentAt")}, ${columns(i, "eventCode", "msgCfgId", "payload", "bizId", "supplierId", "createdBy")},
         (select array_agg(${other.channel}) from ${other} where ${other.instanceId} = ${d.instanceId} and ${other.userId} = ${d.userId}) as used
       from ${d} join ${i} on ${i.id} = ${d.instanceId} join ${c} on ${c.id} = ${i.msgCfgId} where ${d.userId} is not null and ${where}`,
    );
  }

  async #detour(rows: readonly Lost[], ways: (config: Config) => readonly Channel[]): Promise<number> {
    let made = 0;
    for (const row of rows) {
      const config = (await this.#settings.of(row["eventCode"] ?? "")).find((candidate) => candidate.id === row["msgCfgId"]);
      const used = (row["used"] as string[] | null) ?? [];
      const channel = config && ways(config).find((way) => !used.includes(way) && way !== "WEBHOOK");
      if (!config || !channel || (await this.#sources.of(channel)).length === 0) continue;
      made += await this.#send(row, config, channel);
    }
    if (made) this.#kick();
    return made;
  }

  async #send(row: Lost, config: Config, channel: Channel): Promise<number> {
    const { kernel, clock } = this.#office;
    const now = clock.now();
    const template: Template | null =
      (await this.#settings.template(config.templateCodes[channel], channel)) ??
      (await this.#settings.template(config.templateCodes["SITE"], "SITE"));
    const crowd = await readCrowd(this.#office, kernel.db, [row.userId]);
    const planner = new Planner(
      this.#office,
      {
        instanceId: row.instanceId,
        config: { ...config, channels: [channel], fallbackChannels: [], dedupeMinutes: 0 },
        values: row["payload"] ?? {},
        bizId: row["bizId"],
        supplierId: row["supplierId"],
        orderNo: row["orderNo"],
        by: row["createdBy"],
        now,
        plannedAt: now,
        quiet: readHours(await kernel.settings.value("QUIET_HOURS")),
        open: new Set([channel]),
        templates: new Map([[channel, template]]),
      },
      crowd,
    );
    const rows = crowd.people.flatMap((person) => planner.rows(person, null)).map((entry) => ({ ...entry, fallbackOf: row.id }));
    await kernel.db.tx(async (tx) => {
      await insertMany(tx, msgDelivery, rows);
      const more = changes(msgInstance, { totalCount: sql`${i.totalCount} + ${rows.length}` });
      await tx.query(sql`update ${i} set ${more} where ${i.id} = ${row.instanceId}`);
      await settle(this.#office, [row.instanceId], {}, tx);
    });
    return rows.length;
  }
}
