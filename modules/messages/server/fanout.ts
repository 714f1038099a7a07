import { every, sql } from "#kernel/query.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { newId } from "#kernel/server/act/id.ts";
import { Numbers } from "#kernel/server/act/number.ts";
import type { Happening } from "#kernel/server/journal/outbox.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { add, mul, round } from "#kernel/decimal.ts";
import { houseZone } from "#kernel/time.ts";
import { changes } from "#kernel/server/act/write.ts";
import { askRule } from "#modules/rules/index.ts";
import { conditionHolds } from "../condition.ts";
import { msgDelivery, msgInstance } from "../instance.entity.ts";
import { readHours } from "../schedule.ts";
import { smsParts } from "../template.ts";
import { documentBy } from "./events.ts";
import { goingBy, type Config, type MessageSettings, type Template } from "./configs.ts";
import { insertMany, live, stamps, unlessThere, unsent, type Channel, type Office } from "./office.ts";
import { isReachable, mayOpen, readCrowd, toldBy, type About } from "./people.ts";
import { Planner, type Order } from "./plan.ts";
import { Receivers, type Basis } from "./receivers.ts";
import type { Sources } from "./sources.ts";
import { write } from "./letter.ts";

/** A message on its way out: an event under a configuration, or what somebody wrote. */
export interface Dispatch {
  readonly eventKey: string;
  readonly orderNo: string;
  readonly config: Config;
  readonly cfgId: string | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly about: About | null;
  readonly bizNum: string | null;
  readonly supplierId: string | null;
  readonly senderUserId: string | null;
  readonly manual: boolean;
  readonly userIds: readonly string[];
  readonly plannedAt?: Date;
  /** Looked at by a second person whatever its size. */
  readonly mustCheck?: boolean;
  template(channel: Channel): Promise<Template | null>;
}

const padded = (no: number): string => String(no).padStart(16, "0");

/** Turns what happened into instances and deliveries, once for each event and configuration, however often it is told. */
export class Fanout {
  readonly #office: Office;
  readonly #settings: MessageSettings;
  readonly #sources: Sources;
  readonly #numbers: Numbers;
  readonly receivers: Receivers;
  readonly #kick: () => void;

  constructor(office: Office, settings: MessageSettings, sources: Sources, kick: () => void) {
    this.#office = office;
    this.#settings = settings;
    this.#sources = sources;
    this.#numbers = new Numbers(office.kernel.db, office.kernel.bus);
    this.receivers = new Receivers(office);
    this.#kick = kick;
  }

  /** Hears of an event. */
  async hear(event: Happening): Promise<void> {
    const configs = await this.#settings.of(event.event);
    if (configs.length === 0) return;
    const { about, basis, bizNum } = await this.about(event);
    const taken = new Set<string>();
    for (const row of configs) {
      const config = goingBy(row, event.data["byChannels"]);
      await this.#cancelOlder(config, basis.values, about);
      if (!(await this.#applies(config, basis))) continue;
      const userIds = await this.receivers.resolve(config.receivers, basis);
      await this.dispatch(
        {
          eventKey: `E${event.no}`,
          orderNo: padded(event.no),
          config,
          cfgId: config.id,
          values: basis.values,
          about,
          bizNum,
          supplierId: about?.supplierId ?? null,
          senderUserId: null,
          manual: false,
          userIds,
          mustCheck: config.receivers.some((receiver) => receiver.kind === "ALL_SUPPLIERS"),
          template: (channel) => this.#settings.template(config.templateCodes[channel], channel),
        },
        taken,
      );
    }
  }

  /** The document an event is about and the values messages about it may name. */
  async about(
    event: Pick<Happening, "event" | "entity" | "docId" | "data">,
  ): Promise<{ about: About | null; basis: Basis; bizNum: string | null }> {
    const { declared, db } = this.#office.kernel;
    const entity = declared.entities.get(String(event.data["bizEntity"] ?? event.entity));
    const id = String(event.data["bizId"] ?? event.docId);
    const document = entity && !entity.view && id ? await documentBy(db, entity, id) : null;
    const number = entity && document ? document[entity.number?.[0] ?? entity.title[0] ?? "id"] : null;
    const bizNum = (event.data["bizNo"] ?? event.data["bizNum"] ?? number ?? null) as string | null;
    const supplier = event.data["supplierId"] ?? document?.["supplierId"] ?? null;
    const common = {
      id,
      bizId: id,
      bizNo: bizNum ?? "",
      bizNum: bizNum ?? "",
      supplierId: supplier,
      orgId: document?.["orgId"] ?? null,
      eventCode: event.event,
    };
    return {
      about:
        entity && id
          ? { entity, id, supplierId: supplier === null ? null : String(supplier), isGone: document === null && !entity.view }
          : null,
      basis: { values: { ...common, ...event.data }, document },
      bizNum: bizNum === null ? null : String(bizNum),
    };
  }

  async #applies(config: Config, { values, document }: Basis): Promise<boolean> {
    const { kernel, clock } = this.#office;
    const now = clock.now().toISOString();
    const all = { ...document, ...values };
    if (config.conditionText && !conditionHolds(config.conditionText, config.variables, all, now, houseZone)) return false;
    if (!config.conditionRule) return true;
    const { outputs } = await askRule(findFor(kernel, systemMe("messages")), config.conditionRule, all, { now, zone: houseZone });
    const matches = (outputs as Row)["matches"];
    return matches === true || matches === "Y";
  }

  /** An order that is cancelled makes the news of its publication pointless, as far as that has not left yet. */
  async #cancelOlder(config: Config, values: Readonly<Record<string, unknown>>, about: About | null): Promise<void> {
    const bizId = about?.id ?? values["bizId"];
    if (config.cancelsEvents.length === 0 || !bizId) return;
    const [d, i] = [every(msgDelivery), every(msgInstance)];
    await this.#office.kernel.db.query(
      sql`update ${d} set ${changes(msgDelivery, { status: "CANCELLED", lastUpdateDate: this.#office.clock.now() })} from ${i}
       where ${i.id} = ${d.instanceId} and ${i.eventCode} = any(${config.cancelsEvents}) and ${i.bizId} = ${bizId as string} and ${d.status} in ${live}`,
    );
  }

  /** Makes one instance with all its deliveries in one transaction; answers null when it was there before or nobody is meant. */
  async dispatch(
    what: Dispatch,
    taken: Set<string> = new Set(),
  ): Promise<{ readonly id: string; readonly instanceNum: string; readonly status: string } | null> {
    if (what.userIds.length === 0) return null;
    const { kernel, clock } = this.#office;
    const { db } = kernel;
    const i = every(msgInstance);
    const known = await db.one<{ id: string }>(
      sql`select ${i.id} from ${i} where ${i.eventKey} = ${what.eventKey} and ${i.msgCfgId} is not distinct from ${what.cfgId}`,
    );
    // Whoever hears an event again knows again whom its first configurations have told.
    if (known) {
      for (const key of await toldBy(db, known.id)) taken.add(key);
      return null;
    }
    const now = clock.now();
    const instanceId = newId();
    const order = await this.#order(what, instanceId, now);
    const { rows, missing } = await this.#plan(what, order, taken);
    if (rows.length === 0) return null;
    await this.#dropDuplicates(what.config, rows, now);
    if (missing.length) await this.#note(what, missing);
    const instance = await this.#instance(what, order, rows);
    const made = await db.tx(async (tx) => {
      const inserted = await insertMany(tx, msgInstance, [instance], unlessThere);
      if (inserted.length === 0) return false;
      await insertMany(tx, msgDelivery, rows);
      return true;
    });
    if (!made) return null;
    this.#kick();
    return { id: instanceId, instanceNum: instance["instanceNum"], status: instance["status"] };
  }

  async #order(what: Dispatch, instanceId: string, now: Date): Promise<Order> {
    const { config } = what;
    const channels = [...new Set([...config.channels, ...config.fallbackChannels.map((fallbackChannel) => fallbackChannel.channel)])];
    const open = new Set<string>();
    const templates = new Map<string, Template | null>();
    for (const channel of channels) {
      if ((await this.#sources.of(channel)).length) open.add(channel);
      // A channel without words of its own borrows those of the inbox.
      templates.set(channel, (await what.template(channel)) ?? (await what.template("SITE")));
    }
    return {
      instanceId,
      config,
      values: { ...what.values, link: "" },
      bizId: what.about?.id ?? null,
      supplierId: what.supplierId,
      orderNo: what.orderNo,
      by: what.senderUserId ?? systemMe("messages").userId,
      now,
      plannedAt: new Date(Math.max(what.plannedAt?.getTime() ?? 0, now.getTime() + config.delayMinutes * 60_000)),
      quiet: readHours(await this.#office.kernel.settings.value("QUIET_HOURS")),
      open,
      templates,
    };
  }

  async #plan(what: Dispatch, order: Order, taken: Set<string>): Promise<{ rows: Row[]; missing: readonly string[] }> {
    const crowd = await readCrowd(this.#office, this.#office.kernel.db, what.userIds);
    const planner = new Planner(this.#office, order, crowd);
    const rows: Row[] = [];
    let notifiedCount = 0;
    for (const person of crowd.people) {
      const stop = !isReachable(person, order.now)
        ? "DISABLED"
        : what.about && !(await mayOpen(this.#office, person, what.about))
          ? "NO_PERMISSION"
          : null;
      if (stop === null) notifiedCount += 1;
      for (const row of planner.rows(person, stop)) {
        const key = `${person.userId}|${row["channel"]}`;
        // Several configurations of one event tell one reader once on each channel.
        const isSecond = row["status"] === "WAITING" && taken.has(key);
        if (row["status"] === "WAITING") taken.add(key);
        rows.push(isSecond ? { ...row, status: "SUPPRESSED", reason: "DUPLICATE", dedupeKey: null, digestKey: null } : row);
      }
    }
    const group = notifiedCount > 0 && !taken.has("|WEBHOOK") ? planner.groupRow() : null;
    if (group) {
      taken.add("|WEBHOOK");
      rows.push(group);
    }
    return { rows, missing: [...planner.missing] };
  }

  /** The same event again within the time a configuration sets is no news. Changes the rows in place. */
  async #dropDuplicates(config: Config, rows: Row[], now: Date): Promise<void> {
    const keys = rows.flatMap((row) => (row["dedupeKey"] ? [row["dedupeKey"] as string] : []));
    if (keys.length === 0) return;
    const [d, since] = [every(msgDelivery), new Date(now.getTime() - config.dedupeMinutes * 60_000)];
    const known = await this.#office.kernel.db.query<{ dedupeKey: string }>(
      sql`select distinct ${d.dedupeKey} from ${d} where ${d.dedupeKey} = any(${keys}) and (${d.creationDate} > ${since} or ${d.status} in ${unsent})
       and ${d.status} not in ('SUPPRESSED', 'CANCELLED', 'FAILED', 'EXPIRED')`,
    );
    const seen = new Set(known.map((row) => row.dedupeKey));
    for (const row of rows)
      if (row["dedupeKey"] && seen.has(row["dedupeKey"]))
        Object.assign(row, { status: "SUPPRESSED", reason: "DUPLICATE", dedupeKey: null, digestKey: null });
  }

  async #instance(what: Dispatch, order: Order, rows: readonly Row[]): Promise<Row> {
    const { config } = what;
    const { now } = order;
    const going = rows.filter((row) => row["status"] === "WAITING");
    const people = new Set(going.map((row) => row["userId"])).size;
    const most = Number(await this.#office.kernel.settings.value("MSG_MASS_CHECK"));
    const bySms = what.manual && going.some((row) => row["channel"] === "SMS");
    const toOutside = what.manual && going.some((row) => row["supplierId"] !== null && row["channel"] !== "SITE");
    const isChecked = people > most || config.checkFlag === "Y" || what.mustCheck || bySms || toOutside;
    const [instanceNum] = await this.#numbers.take(msgInstance, 1, now.toISOString(), houseZone, {}, this.#office.kernel.db);
    const site = order.templates.get(config.channels[0] ?? "SITE");
    const title = (language: "CN" | "EN") =>
      site ? write(site, "SITE", what.values, { language, zone: houseZone }).title : config.msgCfgCode;
    return {
      ...stamps(order.instanceId, order.by, now),
      instanceNum,
      msgCfgId: what.cfgId,
      eventKey: what.eventKey,
      eventCode: config.eventCode || null,
      msgKind: config.msgKind,
      title: title("CN"),
      titleEn: title("EN"),
      bizEntity: what.about?.entity.name ?? null,
      bizId: what.about?.id ?? null,
      bizNum: what.bizNum,
      supplierId: what.supplierId,
      payload: what.values,
      channels: config.channels,
      senderUserId: what.senderUserId,
      manualFlag: what.manual ? "Y" : "N",
      totalCount: rows.length,
      sentCount: 0,
      failedCount: 0,
      readCount: 0,
      suppressedCount: rows.length - going.length,
      plannedAt: order.plannedAt.toISOString(),
      costEstimate: await this.#cost(going),
      status: going.length === 0 ? "DONE" : isChecked ? "CHECKING" : "READY",
    };
  }

  async #cost(rows: readonly Row[]): Promise<string> {
    let cost = "0";
    for (const channel of new Set(rows.map((row) => row["channel"] as string))) {
      const price = (await this.#sources.of(channel))[0]?.unitPrice;
      if (!price) continue;
      const pieces = rows
        .filter((row) => row["channel"] === channel)
        .reduce((sum, row) => sum + (channel === "SMS" ? Math.max(1, smsParts(row["content"] ?? "").parts) : 1), 0);
      cost = add(cost, mul(price, String(pieces)));
    }
    return round(cost, 2);
  }

  /** A value a template names and an event lacks is shown as nothing and written down for whoever looks after templates. */
  async #note(what: Dispatch, missing: readonly string[]): Promise<void> {
    const { kernel, clock } = this.#office;
    const now = clock.now();
    await kernel.actor
      .act(
        {
          entity: kernel.declared.entity("BaseSystemLog"),
          action: "saveOrUpdate",
          targets: [
            {
              input: {
                time: now.toISOString(),
                level: "WARN",
                logger: "messages",
                message: `${what.config.msgCfgCode}: ${missing.join(", ")} missing`,
                detail: { eventKey: what.eventKey, missing },
              },
            },
          ],
        },
        { me: systemMe("messages"), now, requestId: newId(), ip: null },
      )
      .catch(this.#office.alarm);
  }
}
