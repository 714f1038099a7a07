import { newId } from "#kernel/server/act/id.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { houseZone } from "#kernel/time.ts";
import { choiceOf } from "../preference.ts";
import { afterQuiet, digestAt, maskAddress, type Hours } from "../schedule.ts";
import type { Config, Template } from "./configs.ts";
import { write, type Letter } from "./letter.ts";
import { addressHash, sealAddress, stamps, type Channel, type Office } from "./office.ts";
import { addressOf, saidNo, type Crowd, type Person } from "./people.ts";

type Reason =
  | "NO_PERMISSION"
  | "DISABLED"
  | "UNSUBSCRIBED"
  | "PREFERENCE"
  | "MUTED"
  | "BOUNCED"
  | "NO_ADDRESS"
  | "NO_TEMPLATE"
  | "DUPLICATE";

/** What an instance says about each of its deliveries. */
export interface Order {
  readonly instanceId: string;
  readonly config: Config;
  readonly values: Readonly<Record<string, unknown>>;
  readonly bizId: string | null;
  readonly supplierId: string | null;
  readonly orderNo: string;
  readonly by: string;
  readonly now: Date;
  readonly plannedAt: Date;
  readonly quiet: Hours | null;
  /** Channels that have somewhere to go. */
  readonly open: ReadonlySet<string>;
  readonly templates: ReadonlyMap<string, Template | null>;
}

const waits = new Set<Channel>(["SMS", "DING", "WECOM", "WEBHOOK"]);
const isLost = (reason: Reason | null): boolean => reason === "NO_ADDRESS" || reason === "BOUNCED" || reason === "MUTED";

/** Decides for each person and channel: at once, later, in the digest, or not at all and why. */
export class Planner {
  readonly #office: Office;
  readonly #order: Order;
  readonly #crowd: Crowd;
  readonly #letters = new Map<string, Letter>();
  readonly missing = new Set<string>();

  constructor(office: Office, order: Order, crowd: Crowd) {
    this.#office = office;
    this.#order = order;
    this.#crowd = crowd;
  }

  /** All deliveries of one person; where a channel has no good address, the first fallback that works takes its place. */
  rows(person: Person, stop: "NO_PERMISSION" | "DISABLED" | null): Row[] {
    const { config, open } = this.#order;
    const channels = config.channels.filter((channel) => open.has(channel) && channel !== "WEBHOOK");
    const made = channels.map((channel) => this.#row(person, channel, stop));
    if (stop || !made.some((row) => isLost(row["reason"]))) return made;
    const lost = made.find((row) => isLost(row["reason"]))!;
    for (const { channel } of config.fallbackChannels) {
      if (channels.includes(channel) || !open.has(channel) || channel === "WEBHOOK") continue;
      const row = this.#row(person, channel, null, lost["id"]);
      if (!isLost(row["reason"])) return [...made, row];
    }
    return made;
  }

  /** The group's robot hears once, whoever else is told. */
  groupRow(): Row | null {
    const { config, open } = this.#order;
    if (!config.channels.includes("WEBHOOK") || !open.has("WEBHOOK")) return null;
    const letter = this.#letter("WEBHOOK", { language: "CN", zone: houseZone });
    const base = this.#base("WEBHOOK", "CN", letter, letter ? null : "NO_TEMPLATE");
    return { ...base, address: null, nextTryAt: this.#when("WEBHOOK", houseZone, this.#order.quiet).toISOString() };
  }

  #row(person: Person, channel: Channel, stop: Reason | null, fallbackOf: string | null = null): Row {
    const { config, order } = { config: this.#order.config, order: this.#order };
    const letter = this.#letter(channel, person);
    const address = addressOf(person, channel);
    const choice = this.#choice(person, channel);
    const reason = stop ?? (letter ? this.#reason(person, channel, address, choice) : "NO_TEMPLATE");
    const quiet = person.quietFrom && person.quietTo ? { from: person.quietFrom, to: person.quietTo } : order.quiet;
    const isDigest = reason === null && channel === "EMAIL" && choice === "DIGEST";
    const at = isDigest ? this.#digestAt(person) : this.#when(channel, person.zone, quiet);
    const key = config.dedupeMinutes > 0 ? `${this.#dedupeKey(person)}:${channel}` : null;
    return {
      ...this.#base(channel, person.language, letter, reason),
      userId: person.userId,
      supplierId: person.userType === "SUPPLIER" ? person.supplierId : null,
      address: channel === "SITE" || !address ? null : maskAddress(address),
      addressSealed: channel === "SITE" || !address ? null : sealAddress(this.#office, address),
      addressHash: channel === "SITE" || !address ? null : addressHash(this.#office, address),
      dedupeKey: reason === null ? key : null,
      orderKey: order.bizId && !isDigest ? `${person.userId}|${order.bizId}|${channel}` : null,
      digestKey: isDigest ? `${person.userId}|${at.toISOString()}` : null,
      nextTryAt: at.toISOString(),
      fallbackOf,
    };
  }

  #base(channel: Channel, language: string, letter: Letter | null, reason: Reason | null): Row {
    const { instanceId, supplierId, orderNo, by, now, config, plannedAt } = this.#order;
    return {
      ...stamps(newId(), by, now),
      instanceId,
      userId: null,
      supplierId,
      channel,
      address: null,
      addressSealed: null,
      addressHash: null,
      userLanguage: language,
      templateId: this.#order.templates.get(channel)?.id ?? null,
      title: letter?.title ?? null,
      content: reason === "NO_PERMISSION" ? null : (letter?.content ?? null),
      linkRoute: letter?.route ?? null,
      status: reason ? "SUPPRESSED" : "WAITING",
      reason,
      dedupeKey: null,
      priority: config.priority,
      orderKey: null,
      orderNo,
      digestKey: null,
      quietFlag: config.quietRespect,
      mandatoryFlag: config.mandatoryFlag,
      tryCount: 0,
      nextTryAt: plannedAt.toISOString(),
      expiresAt: config.expireMinutes ? new Date(plannedAt.getTime() + config.expireMinutes * 60_000).toISOString() : null,
      fallbackOf: null,
    };
  }

  #choice(person: Person, channel: Channel): "ON" | "DIGEST" | "OFF" {
    const { config } = this.#order;
    if (config.mandatoryFlag === "Y") return "ON";
    const own = choiceOf(person.matrix, config.msgKind, channel, person.userType === "SUPPLIER");
    return own === "ON" && config.digest !== "NONE" && channel === "EMAIL" ? "DIGEST" : own;
  }

  #reason(person: Person, channel: Channel, address: string | null, choice: string): Reason | null {
    const { config } = this.#order;
    if (!address) return "NO_ADDRESS";
    if (channel !== "SITE") {
      const bad = this.#crowd.badAddresses.get(`${person.userId}|${channel}|${addressHash(this.#office, address)}`);
      if (bad) return bad === "MUTED" ? "MUTED" : "BOUNCED";
    }
    // What waits to be done always stands in the inbox; what is mandatory is stopped by nobody.
    if (config.mandatoryFlag === "Y" || config.msgKind === "SYSTEM" || (channel === "SITE" && config.msgKind === "TASK")) return null;
    if (saidNo(this.#office, this.#crowd, person, { kind: config.msgKind, cfgCode: config.msgCfgCode, channel })) return "UNSUBSCRIBED";
    return choice === "OFF" ? "PREFERENCE" : null;
  }

  #letter(channel: Channel, reader: Pick<Person, "language" | "zone">): Letter | null {
    const template = this.#order.templates.get(channel);
    if (!template) return null;
    const key = `${channel}|${reader.language}|${reader.zone}`;
    let letter = this.#letters.get(key);
    if (!letter) {
      letter = write(template, channel, this.#order.values, reader);
      this.#letters.set(key, letter);
      for (const name of letter.missing) this.missing.add(name);
    }
    return letter;
  }

  #digestAt(person: Person): Date {
    const { config, now } = this.#order;
    const mode = config.digest === "HOURLY" ? "HOURLY" : "DAILY_DIGEST";
    return digestAt(now, mode, person.digestTime ?? config.digestTime, person.zone);
  }

  /** SMS and chat wait for the morning; mail and inbox do not wake anybody. */
  #when(channel: Channel, zone: string, quiet: Hours | null): Date {
    const { config, plannedAt } = this.#order;
    return waits.has(channel) && config.quietRespect === "Y" ? afterQuiet(plannedAt, quiet, zone) : plannedAt;
  }

  #dedupeKey(person: Person): string {
    const { config, bizId } = this.#order;
    const values: Readonly<Record<string, unknown>> = {
      ...this.#order.values,
      eventCode: config.eventCode,
      bizId: bizId ?? "",
      userId: person.userId,
    };
    const pattern = config.dedupeKeyTpl ?? "{eventCode}:{bizId}:{userId}";
    const filled = pattern.replace(/\$?\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
    // Whatever the key says, one person's message never stands in for another's.
    return pattern.includes("{userId}") ? filled : `${filled}:${person.userId}`;
  }
}
