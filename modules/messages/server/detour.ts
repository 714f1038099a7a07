import type { Row } from "#kernel/server/visible.ts";
import { msOf, shift } from "#kernel/time.ts";
import { readHours } from "../schedule.ts";
import type { Config, MessageSettings, Template } from "./configs.ts";
import { insertMany, type Channel, type Office } from "./office.ts";
import { readCrowd } from "./people.ts";
import { Planner } from "./plan.ts";
import { settle } from "./settle.ts";
import type { Sources } from "./sources.ts";

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
    return this.#detour(await this.#read(`d.id = any($1)`, [ids]), (config) => config.fallbackChannels.map((one) => one.channel));
  }

  /** What failed in the hands of a process that died before it looked for another way. */
  async afterDeath(): Promise<number> {
    const now = this.#office.clock.now();
    const rows = await this.#read(
      `d.status in ('FAILED', 'BOUNCED') and d."lastUpdateDate" between $1 and $2 and jsonb_path_exists(c."fallbackChannels", '$[*]')
       and not exists (select 1 from "BaseMsgDelivery" f where f."fallbackOf" = d.id) order by d.id desc limit 500`,
      [shift(now, { days: -1 }), shift(now, { minutes: -1 })],
    );
    return this.#detour(rows, (config) => config.fallbackChannels.map((one) => one.channel));
  }

  /** What nobody opened within the hours its configuration gives. */
  async afterSilence(): Promise<number> {
    const { clock } = this.#office;
    const now = clock.now();
    const rows = await this.#read(
      `d.channel = 'SITE' and d.status in ('SENT', 'DELIVERED') and d."sentAt" > $1 and jsonb_path_exists(c."fallbackChannels", '$[*].unreadHours')
       and not exists (select 1 from "BaseMsgDelivery" f where f."fallbackOf" = d.id) limit 500`,
      [shift(now, { days: -14 })],
    );
    let made = 0;
    for (const row of rows) {
      const waited = (now.getTime() - Date.parse(row["sentAt"])) / msOf({ hours: 1 });
      made += await this.#detour([row], (config) =>
        config.fallbackChannels.filter((one) => one.unreadHours !== undefined && one.unreadHours <= waited).map((one) => one.channel),
      );
    }
    return made;
  }

  #read(where: string, values: readonly unknown[]): Promise<Lost[]> {
    return this.#office.kernel.db.query<Lost>(
      `select d.id, d."instanceId", d."userId", d."orderNo", d."sentAt", i."eventCode", i."msgCfgId", i.payload, i."bizId", i."supplierId", i."createdBy",
         (select array_agg(e.channel) from "BaseMsgDelivery" e where e."instanceId" = d."instanceId" and e."userId" = d."userId") as used
       from "BaseMsgDelivery" d join "BaseMsgInstance" i on i.id = d."instanceId" join "BaseMsgCfg" c on c.id = i."msgCfgId" where d."userId" is not null and ${where}`,
      values,
    );
  }

  async #detour(rows: readonly Lost[], ways: (config: Config) => readonly Channel[]): Promise<number> {
    let made = 0;
    for (const row of rows) {
      const config = (await this.#settings.of(row["eventCode"] ?? "")).find((one) => one.id === row["msgCfgId"]);
      const used = (row["used"] as string[] | null) ?? [];
      const channel = config && ways(config).find((one) => !used.includes(one) && one !== "WEBHOOK");
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
    const rows = crowd.people.flatMap((person) => planner.rows(person, null)).map((one) => ({ ...one, fallbackOf: row.id }));
    await kernel.db.tx(async (tx) => {
      await insertMany(tx, "BaseMsgDelivery", rows);
      await tx.query(`update "BaseMsgInstance" set "totalCount" = "totalCount" + $2 where id = $1`, [row.instanceId, rows.length]);
      await settle(this.#office, [row.instanceId], {}, tx);
    });
    return rows.length;
  }
}
