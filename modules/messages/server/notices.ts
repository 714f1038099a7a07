import { alias, columns, every, sql } from "#kernel/query.ts";
import { newId } from "#kernel/server/act/id.ts";
import type { Happening } from "#kernel/server/journal/outbox.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { msgCfg, msgReceive, msgTemplate } from "../config.entity.ts";
import { msgEvent } from "../event.entity.ts";
import { documentBy, eventBy } from "./events.ts";
import type { Office } from "./office.ts";

const [c, e] = [every(msgCfg), every(msgEvent)];
const writer = systemMe("notice-config");

/** A receiver line of a business rule as a definition of ours. */
function receiverOf(line: Row): { readonly kind: string; readonly value: Row } {
  const value = String(line["ruleValue"] ?? "");
  switch (line["receiverRule"]) {
    case "DOC_CREATOR":
      return { kind: "DOC_FIELD", value: { field: "createdBy" } };
    case "DOC_OWNER":
      return { kind: "DOC_FIELD", value: { field: "ownerId,ownerUserId,buyerId,createdBy" } };
    case "CATEGORY_BUYER":
      return { kind: "DOC_FIELD", value: { field: "buyerId,buyerUserId" } };
    case "SUPPLIER_ADMIN":
      return { kind: "SUPPLIER_ADMINS", value: {} };
    case "SUPPLIER_CONTACT_ROLE":
      return { kind: "SUPPLIER_CONTACT", value: { role: value } };
    case "RESP":
      return { kind: "RESPONSIBILITY", value: { respCode: value } };
    case "ORG_MANAGER":
      return { kind: "DOC_FIELD", value: { field: "orgManagerId,orgId" } };
    default:
      return { kind: "USERS", value: { userIds: value } };
  }
}

const quoted = (value: unknown): string =>
  typeof value === "number" || /^-?\d+(\.\d+)?$/.test(String(value)) ? String(value) : JSON.stringify(String(value));

/** A condition as rules keep it: an expression, a list of comparisons, or values that must be met. */
export function conditionOf(json: unknown): string | null {
  if (json === null || json === undefined || json === "") return null;
  if (typeof json === "string") return json;
  const list = Array.isArray(json) ? json : Array.isArray((json as Row)["all"]) ? ((json as Row)["all"] as unknown[]) : null;
  const parts = list
    ? (list as Row[]).map((row) => `${row["field"]} ${row["op"] ?? "="} ${quoted(row["value"])}`)
    : typeof (json as Row)["expression"] === "string"
      ? [(json as Row)["expression"] as string]
      : Object.entries(json as Row).map(([field, value]) => `${field} = ${quoted(value)}`);
  return parts.length ? parts.join(" and ") : null;
}

/** Carries out the business rules of base data: a rule that is switched on becomes the configuration of its event, read-only here. */
export class NoticeRules {
  readonly #office: Office;

  constructor(office: Office) {
    this.#office = office;
  }

  async #save(entity: string, input: Row, action = "saveOrUpdate"): Promise<string> {
    const { kernel, clock } = this.#office;
    const { id, ...rest } = input;
    const { documents } = await kernel.actor.act(
      { entity: kernel.declared.entity(entity), action, targets: [{ id, input: rest }] },
      { me: writer, now: clock.now(), requestId: newId(), ip: null },
    );
    return String(documents[0]?.["id"] ?? id);
  }

  async enabled({ data }: Pick<Happening, "data">): Promise<void> {
    const { db, declared } = this.#office.kernel;
    if (!declared.entities.has("SrmBaseNoticeConfig")) return;
    const rule = await documentBy(db, declared.entity("SrmBaseNoticeConfig"), String(data["id"]));
    const event = rule?.["status"] === "EFFECTIVE" ? await eventBy(db, "eventCode", rule["eventCode"]) : null;
    if (!rule || !event) return;
    const l = every(declared.entity("SrmBaseNoticeConfigReceiver"));
    const lines = await db.query<Row>(sql`select ${alias(l)}.* from ${l} where ${l.parentId} = ${rule["id"]} order by ${l.id}`);
    const receiveIds: string[] = [];
    for (const [i, line] of lines.entries()) receiveIds.push(await this.#receiver(rule, line, i));
    const cfg = await this.#place(rule);
    const channels = rule["channels"] as string[];
    for (const channel of channels) await this.#template(cfg.code, channel, rule, event["id"]);
    await this.#save("BaseMsgCfg", {
      ...(cfg.id ? { id: cfg.id } : { msgCfgCode: cfg.code }),
      eventId: event["id"],
      msgKind: event["msgKind"],
      channels,
      receiveIds,
      conditionText: conditionOf(rule["conditionJson"]),
      templateCodes: Object.fromEntries(channels.map((channel) => [channel, cfg.code])),
      digest: rule["mergeMode"] ?? "NONE",
      quietRespect: rule["quietFlag"] ?? "Y",
      source: "NOTICE_CONFIG",
      noticeConfigId: rule["id"],
      enabledFlag: "Y",
    });
  }

  async invalid({ data }: Pick<Happening, "data">): Promise<void> {
    const rows = await this.#office.kernel.db.query<Row>(sql`select ${c.id} from ${c} where ${c.noticeConfigId} = ${String(data["id"])}`);
    for (const row of rows) await this.#save("BaseMsgCfg", { id: row["id"], enabledFlag: "N" });
  }

  /** The event's own configuration, unless another rule has it already. */
  async #place(rule: Row): Promise<{ readonly id: string | null; readonly code: string }> {
    const { db } = this.#office.kernel;
    const rows = await db.query<{ id: string; code: string; of: string | null }>(
      sql`select ${c.id}, ${c.msgCfgCode} as code, ${c.noticeConfigId} as of from ${c} join ${e} on ${e.id} = ${c.eventId} where ${e.eventCode} = ${rule["eventCode"]} order by ${c.msgCfgCode}`,
    );
    const own = rows.find((row) => row.of === rule["id"]) ?? rows.find((row) => row.code === rule["eventCode"] && row.of === null);
    const taken = new Set(rows.map((row) => row.code));
    let code = String(rule["eventCode"]);
    for (let n = 2; taken.has(code); n++) code = `${rule["eventCode"]}_${n}`;
    return own ? { id: own.id, code: own.code } : { id: null, code };
  }

  async #receiver(rule: Row, line: Row, i: number): Promise<string> {
    const { kind, value } = receiverOf(line);
    const receiveCode = `NC_${String(rule["id"]).toUpperCase()}_${i + 1}`;
    const r = every(msgReceive);
    const known = await this.#office.kernel.db.one<{ id: string }>(sql`select ${r.id} from ${r} where ${r.receiveCode} = ${receiveCode}`);
    const name = (words: unknown): string => `${String(words)} ${i + 1}`.slice(0, 100);
    const names = { nameCn: name(rule["configName"]), nameEn: name(rule["configNameEn"] || rule["configName"]) };
    return this.#save("BaseMsgReceive", { ...(known ? { id: known.id } : { receiveCode }), ...names, kind, value });
  }

  async #template(templateCode: string, channel: string, rule: Row, eventId: string): Promise<void> {
    const { db } = this.#office.kernel;
    const t = every(msgTemplate);
    const now = await db.one<Row>(
      sql`select ${columns(t, "id", "linkRoute", "titleCn", "titleEn", "contentCn", "contentEn")} from ${t}
        where ${t.templateCode} = ${templateCode} and ${t.channel} = ${channel} and ${t.status} = 'PUBLISHED'`,
    );
    const plain = (html: unknown) => (channel === "EMAIL" ? String(html ?? "") : String(html ?? "").replace(/<[^>]+>/g, ""));
    const words = {
      titleCn: rule["titleCn"],
      titleEn: rule["titleEn"],
      contentCn: plain(rule["bodyCn"]),
      contentEn: plain(rule["bodyEn"]),
    };
    if (now && Object.entries(words).every(([key, value]) => now[key] === value)) return;
    if (now) await this.#save("BaseMsgTemplate", { id: now["id"] }, "doInvalid");
    await this.#save("BaseMsgTemplate", {
      templateCode,
      channel,
      eventId,
      linkRoute: now?.["linkRoute"] ?? null,
      ...words,
      status: "PUBLISHED",
      publishedAt: this.#office.clock.now().toISOString(),
    });
  }
}
