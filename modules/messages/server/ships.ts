import { createHash } from "node:crypto";
import type { Fields } from "#kernel/field.ts";
import type { EventShape, Hearer, Module } from "#kernel/module.ts";
import { idsBy } from "#kernel/server/find/ids-by.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Shipped } from "#kernel/server/install/side.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Text } from "#kernel/text.ts";
import { msgCfg, msgReceive, msgTemplate } from "../config.entity.ts";
import { msgEvent } from "../event.entity.ts";
import { msgSource } from "../source.entity.ts";
import { namesIn, readTemplate } from "../template.ts";

type Declared = { readonly code: string; readonly event: EventShape; readonly module: Module };

const eventsOf = (modules: readonly Module[]): readonly Declared[] =>
  modules.flatMap((module) => Object.entries(module.events ?? {}).map(([code, event]) => ({ code, event, module })));

/** A value to preview with, guessed from what it is called. */
function sampleOf(key: string): unknown {
  if (/(date|time|deadline|due|from|to|at)$/i.test(key)) return "2026-11-15";
  if (/(amount|total|price|qty|rate|percent|days|hours|count|^n$)/i.test(key)) return "12";
  if (/list|lines|items/i.test(key)) return [];
  return key;
}

const hearerCode = (to: Hearer): string => hearerName(to).toUpperCase();

const hearerName = (to: Hearer): string => {
  if (to === "CREATOR") return "CREATOR";
  if ("value" in to) return `VALUE_${to.value}`;
  if ("field" in to) return `FIELD_${to.field}`;
  if ("resp" in to) return `RESP_${to.resp}`;
  return `SUP_${to.supplier}${to.of ? `_OF_${to.of}` : ""}`;
};

const roles: Readonly<Record<string, readonly [string, string]>> = {
  ADMINS: ["供应商管理员", "Supplier administrators"],
  SALES: ["供应商销售", "Supplier sales"],
  QUALITY: ["供应商质量", "Supplier quality"],
  FINANCE: ["供应商财务", "Supplier finance"],
  LEGAL: ["供应商法务", "Supplier legal"],
};

/** What people call a responsibility, a field or a value of an event: the words of the declarations, else the code. */
function wordsOf(modules: readonly Module[], to: Exclude<Hearer, "CREATOR">, event: EventShape): Text {
  if ("value" in to) return event.carries[to.value] ?? [to.value, to.value];
  if ("resp" in to) return modules.find((module) => module.roles?.[to.resp])?.roles?.[to.resp]?.label ?? [to.resp, to.resp];
  if ("supplier" in to) {
    const [[cn, en], of] = [roles[to.supplier]!, to.of ? event.carries[to.of] : undefined];
    return of ? [`${cn}（${of[0]}）`, `${en} (${of[1]})`] : [cn, en];
  }
  const named = modules.flatMap((module) => module.entities).find((entity) => to.field in entity.fields);
  return (named?.fields as Fields | undefined)?.[to.field]?.label ?? [to.field, to.field];
}

function receiverRow(modules: readonly Module[], to: Hearer, event: EventShape): Row {
  const receiveCode = hearerCode(to);
  const row = (nameCn: string, nameEn: string, kind: string, value: Row): Row => ({
    receiveCode,
    nameCn,
    nameEn,
    kind,
    value,
    includeDelegates: "N",
  });
  if (to === "CREATOR") return row("单据创建人", "Document creator", "DOC_FIELD", { field: "createdBy" });
  const [cn, en] = wordsOf(modules, to, event);
  if ("value" in to) return row(`事件中的${cn}`, `${en} from the event`, "DOC_FIELD", { value: to.value });
  if ("field" in to) return row(`单据上的${cn}`, `${en} of the document`, "DOC_FIELD", { field: to.field });
  if ("resp" in to) return row(`职责：${cn}`, `Responsibility: ${en}`, "RESPONSIBILITY", { respCode: to.resp });
  const of = to.of ? { of: to.of } : {};
  return to.supplier === "ADMINS" ? row(cn, en, "SUPPLIER_ADMINS", of) : row(cn, en, "SUPPLIER_CONTACT", { role: to.supplier, ...of });
}

const eventRow = ({ code, event, module }: Declared): Row => ({
  eventCode: code,
  nameCn: event.label[0],
  nameEn: event.label[1],
  moduleCode: module.code,
  msgKind: event.kind,
  variables: Object.entries(event.carries).map(([key, [cn, en]]) => ({ key, cn, en })),
  sample: Object.fromEntries(Object.keys(event.carries).map((key) => [key, sampleOf(key)])),
  audienceHint: event.tells?.to.some((to) => to !== "CREATOR" && "supplier" in to) ? "SUPPLIER" : "INTERNAL",
});

async function configRows(kernel: Kernel): Promise<Row[]> {
  const [events, receivers] = await Promise.all([idsBy(kernel, msgEvent, "eventCode"), idsBy(kernel, msgReceive, "receiveCode")]);
  return eventsOf(kernel.declared.modules).flatMap(({ code, event }) =>
    event.tells
      ? [
          {
            msgCfgCode: code,
            eventId: events.get(code),
            msgKind: event.kind,
            channels: event.tells.channels,
            receiveIds: event.tells.to.map((to) => receivers.get(hearerCode(to))),
            templateCodes: Object.fromEntries(event.tells.channels.map((channel) => [channel, code])),
            quietRespect: event.tells.loud ? "N" : "Y",
            mandatoryFlag: event.tells.mandatory ? "Y" : "N",
            priority: event.tells.priority ?? (event.kind === "TASK" ? 3 : event.kind === "MARKETING" ? 8 : 5),
            expireMinutes: event.tells.expireMinutes ?? null,
            dedupeMinutes: code === "MSG_SOURCE_DOWN" || code === "MSG_CHECK_WAITING" ? 60 : 0,
            dedupeKeyTpl: code === "MSG_SOURCE_DOWN" ? "{eventCode}:{source}:{state}:{userId}" : "{eventCode}:{bizId}:{userId}",
            enabledFlag: "Y",
          },
        ]
      : [],
  );
}

async function templateRows(kernel: Kernel): Promise<Row[]> {
  const events = await idsBy(kernel, msgEvent, "eventCode");
  return eventsOf(kernel.declared.modules).flatMap(({ code, event: { tells } }) =>
    (tells?.channels ?? []).map((channel) => {
      const [titleCn, titleEn] = tells!.title;
      const [contentCn, contentEn] = tells!.content ?? tells!.title;
      const texts = [titleCn, titleEn, contentCn, contentEn, tells!.route ?? ""];
      return {
        templateCode: code,
        channel,
        version: 1,
        eventId: events.get(code),
        titleCn,
        titleEn,
        contentCn,
        contentEn,
        linkRoute: tells!.route ?? null,
        variables: [...new Set(texts.flatMap((text) => namesIn(readTemplate(text).parts).values))],
        status: "PUBLISHED",
      };
    }),
  );
}

const captured: readonly (readonly [channel: string, cn: string, en: string])[] = [
  ["EMAIL", "邮件（本地留存）", "E-mail (local only)"],
  ["SMS", "短信（本地留存）", "SMS (local only)"],
  ["DING", "钉钉（本地留存）", "DingTalk (local only)"],
  ["WECOM", "企业微信（本地留存）", "WeCom (local only)"],
  ["WEBHOOK", "群机器人（本地留存）", "Group bot (local only)"],
];

const sourceRows: readonly Row[] = [
  { sourceCode: "SITE", nameCn: "站内", nameEn: "Site", channel: "SITE", provider: "SITE", ratePerSecond: 10000, enabledFlag: "Y" },
  ...captured.map(([channel, nameCn, nameEn]) => ({
    sourceCode: `LOCAL_${channel}`,
    nameCn,
    nameEn,
    channel,
    provider: "CAPTURE",
    ratePerSecond: 1000,
    enabledFlag: "Y",
  })),
];

/** What the modules declare, as one short name. */
const version = ({ declared }: Kernel): string =>
  createHash("sha256")
    .update(JSON.stringify(eventsOf(declared.modules).map(({ code, event, module }) => [code, event, module.code])))
    .digest("hex");

/** Every declared event with its default message: receivers, templates and configuration, added where they are missing and never changed again. */
export const messageShips: readonly Shipped[] = [
  { entity: msgEvent, key: ["eventCode"], version, rows: (kernel) => eventsOf(kernel.declared.modules).map(eventRow) },
  { entity: msgSource, key: ["sourceCode"], version: "1", rows: () => sourceRows },
  {
    entity: msgReceive,
    key: ["receiveCode"],
    version,
    rows: (kernel) => {
      const { modules } = kernel.declared;
      const all = eventsOf(modules).flatMap(({ event }) => (event.tells?.to ?? []).map((to) => ({ to, event })));
      return [...new Map(all.map(({ to, event }) => [hearerCode(to), receiverRow(modules, to, event)])).values()];
    },
  },
  { entity: msgTemplate, key: ["templateCode", "channel"], version, rows: templateRows },
  { entity: msgCfg, key: ["msgCfgCode"], version, rows: configRows },
];
