import { alias, columns, every, sql } from "#kernel/query.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Language } from "#kernel/text.ts";
import { msgCfg, msgTemplate } from "../config.entity.ts";
import { msgEvent } from "../event.entity.ts";
import { channels } from "../preference.ts";
import { readTemplate, type Part } from "../template.ts";
import type { Channel, Office } from "./office.ts";
import { receiverShapes, type ReceiverShape } from "./receivers.ts";

/** A configuration with everything it points to. */
export interface Config {
  readonly id: string;
  readonly msgCfgCode: string;
  readonly eventCode: string;
  readonly variables: readonly string[];
  readonly msgKind: string;
  readonly conditionRule: string | null;
  readonly conditionText: string | null;
  readonly channels: readonly Channel[];
  readonly fallbackChannels: readonly { readonly channel: Channel; readonly unreadHours?: number }[];
  readonly receivers: readonly ReceiverShape[];
  readonly templateCodes: Readonly<Record<string, string>>;
  readonly delayMinutes: number;
  readonly digest: "NONE" | "HOURLY" | "DAILY_DIGEST";
  readonly digestTime: string;
  readonly quietRespect: string;
  readonly mandatoryFlag: string;
  readonly cancelsEvents: readonly string[];
  readonly dedupeKeyTpl: string | null;
  readonly dedupeMinutes: number;
  readonly checkFlag: string;
  readonly priority: number;
  readonly expireMinutes: number | null;
}

/** A published template, read once. */
export interface Template {
  /** The stored version it is; null for words that somebody wrote for one message. */
  readonly id: string | null;
  readonly templateCode: string;
  readonly channel: string;
  readonly linkRoute: string | null;
  readonly smsSignName: string | null;
  readonly smsProviderTemplateId: string | null;
  readonly title: Readonly<Record<Language, readonly Part[]>>;
  readonly content: Readonly<Record<Language, readonly Part[]>>;
}

const t = every(msgTemplate);
const templateColumns = columns(
  t,
  ...(["id", "templateCode", "channel", "linkRoute", "smsSignName", "smsProviderTemplateId"] as const),
  ...(["titleCn", "titleEn", "contentCn", "contentEn"] as const),
);

const partsOf = (text: unknown): readonly Part[] => readTemplate(String(text ?? "")).parts;

const templateOf = (row: Row): Template => ({
  id: row["id"],
  templateCode: row["templateCode"],
  channel: row["channel"],
  linkRoute: row["linkRoute"],
  smsSignName: row["smsSignName"],
  smsProviderTemplateId: row["smsProviderTemplateId"],
  title: { CN: partsOf(row["titleCn"]), EN: partsOf(row["titleEn"] || row["titleCn"]) },
  content: {
    CN: partsOf(row["contentCn"] || row["titleCn"]),
    EN: partsOf(row["contentEn"] || row["titleEn"] || row["contentCn"] || row["titleCn"]),
  },
});

/** A fallback is written as a bare channel or with the hours it waits. */
const fallbacks = (value: unknown): Config["fallbackChannels"] =>
  Array.isArray(value)
    ? value.map((entry) =>
        typeof entry === "string" ? { channel: entry as Channel } : (entry as { channel: Channel; unreadHours?: number }),
      )
    : [];

/** The switched-on configurations and published templates, kept in memory until somebody changes one. */
export class MessageSettings {
  readonly #office: Office;
  #configs: Promise<ReadonlyMap<string, readonly Config[]>> | null = null;
  #templates: Promise<ReadonlyMap<string, Template>> | null = null;
  readonly #byId = new Map<string, Template>();

  constructor(office: Office) {
    this.#office = office;
    office.kernel.bus.watch(["BaseMsgCfg", "BaseMsgReceive", "BaseMsgEvent"], () => (this.#configs = null));
    office.kernel.bus.watch(["BaseMsgTemplate"], () => {
      this.#templates = null;
      this.#byId.clear();
    });
  }

  async of(eventCode: string): Promise<readonly Config[]> {
    this.#configs ??= this.#load();
    this.#configs.catch(() => (this.#configs = null));
    return (await this.#configs).get(eventCode) ?? [];
  }

  async template(code: string | undefined, channel: string): Promise<Template | null> {
    this.#templates ??= this.#office.kernel.db
      .query<Row>(sql`select ${templateColumns} from ${t} where ${t.status} = 'PUBLISHED'`)
      .then((rows) => new Map(rows.map((row) => [`${row["templateCode"]}|${row["channel"]}`, templateOf(row)])));
    this.#templates.catch(() => (this.#templates = null));
    return code ? ((await this.#templates).get(`${code}|${channel}`) ?? null) : null;
  }

  /** Templates by the ids of their versions, also of those that newer ones have replaced: a message keeps the words it was sent with. */
  async templatesById(ids: readonly string[]): Promise<ReadonlyMap<string, Template>> {
    const missing = [...new Set(ids)].filter((id) => !this.#byId.has(id));
    if (missing.length) {
      const rows = await this.#office.kernel.db.query<Row>(sql`select ${templateColumns} from ${t} where ${t.id} = any(${missing})`);
      for (const row of rows) this.#byId.set(row["id"], templateOf(row));
    }
    return new Map(ids.flatMap((id) => (this.#byId.has(id) ? [[id, this.#byId.get(id)!] as const] : [])));
  }

  async #load(): Promise<ReadonlyMap<string, readonly Config[]>> {
    const { db } = this.#office.kernel;
    const [c, e] = [every(msgCfg), every(msgEvent)];
    const [rows, receivers] = await Promise.all([
      db.query<Row>(
        sql`select ${alias(c)}.*, ${e.eventCode}, ${e.variables} as "eventVariables" from ${c} join ${e} on ${e.id} = ${c.eventId} where ${c.enabledFlag} = 'Y' order by ${c.priority}, ${c.msgCfgCode}`,
      ),
      receiverShapes(db),
    ]);
    const byId = new Map(receivers.map((receiver) => [receiver.id, receiver]));
    const found = new Map<string, Config[]>();
    for (const row of rows) {
      const config: Config = {
        ...(row as unknown as Config),
        variables: ((row["eventVariables"] as { key: string }[] | null) ?? []).map((v) => v.key),
        channels: row["channels"] ?? [],
        fallbackChannels: fallbacks(row["fallbackChannels"]),
        receivers: ((row["receiveIds"] as string[] | null) ?? []).flatMap((id) => byId.get(id) ?? []),
        templateCodes: row["templateCodes"] ?? {},
        cancelsEvents: Array.isArray(row["cancelsEvents"]) ? row["cancelsEvents"] : [],
      };
      found.set(config.eventCode, [...(found.get(config.eventCode) ?? []), config]);
    }
    return found;
  }
}

/** An event may say itself by which channels it goes; what people must hear goes as it was set. */
export function goingBy(config: Config, wanted: unknown): Config {
  const named = Array.isArray(wanted) ? channels.filter((channel) => wanted.includes(channel)) : [];
  return named.length > 0 && config.mandatoryFlag !== "Y" ? { ...config, channels: named } : config;
}
