import type { Doc, Entity } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, set, type Decision, type Find } from "#kernel/rule.ts";
import { houseZone } from "#kernel/time.ts";
import { nextVersionRule, succeeded, versionsOf } from "#kernel/versioned-rule.ts";
import { conditionFault } from "./condition.ts";
import { msgCfg, msgReceive, msgTemplate } from "./config.entity.ts";
import { msgEvent } from "./event.entity.ts";
import { isRetired, queryFault, queryRefused, readQuery, retiredKind } from "./receiver-query.ts";
import { namesIn, readTemplate, render, smsParts, storedForm } from "./template.ts";
import { noPermission, smsTooLong, tplLang, tplVar } from "./texts.ts";

type Template = Doc<typeof msgTemplate>;
type Event = Doc<typeof msgEvent>;

/** What every event has besides what it declares. */
export const commonNames: readonly string[] = [
  "bizId",
  "bizNo",
  "bizNum",
  "id",
  "orgId",
  "supplierId",
  "actorName",
  "link",
  "eventCode",
  "receiverName",
];

/** What an event carries by name; variables that are not a list name nothing. */
export const namesOf = (event: Event | null): readonly string[] =>
  Array.isArray(event?.variables) ? [...commonNames, ...(event.variables as readonly { key: string }[]).map((v) => v.key)] : commonNames;

const isOfNotice = (cfg: { readonly source: string } | null): boolean => cfg?.source === "NOTICE_CONFIG";

/** What a business rule wrote is changed there, not here; a condition names only what its event carries. */
const saveCfg = rule(msgCfg, "saveOrUpdate", {
  reads: async (doc, find) => ({ event: await find.one(msgEvent, doc.eventId) }),
  decide(doc, { event }, { before }, me) {
    const fault = doc.conditionText ? conditionFault(doc.conditionText, namesOf(event)) : null;
    return [
      me.audience !== "system" &&
        isOfNotice(before) &&
        refuse(
          "MSG_NOTICE_CONFIG",
          "该配置由业务规则维护，请在通知配置中修改",
          "This configuration is managed by its notice rule; change it there",
        ),
      doc.channels?.length === 0 && refuse("FIELD_REQUIRED", "请选择渠道", "Choose the channels"),
      fault,
      set(doc, { moduleCode: event.moduleCode }),
    ];
  },
});

const switched = (action: "doEnabled" | "doInvalid", enabledFlag: "Y" | "N") =>
  rule(msgCfg, action, {
    decide: (doc, _, __, me) => [me.audience !== "system" && isOfNotice(doc) && noPermission(), set(doc, { enabledFlag })],
  });

const texts = (doc: Template): readonly string[] => [
  doc.titleCn,
  doc.titleEn ?? "",
  doc.contentCn ?? "",
  doc.contentEn ?? "",
  doc.linkRoute ?? "",
];

/** The short form of the editor is written out, and a text that could never be filled is refused at once. */
const saveTemplate = rule(msgTemplate, "saveOrUpdate", {
  reads: async (doc, find) => ({
    others: await find.where(msgTemplate, { templateCode: doc.templateCode, channel: doc.channel }),
  }),
  decide(doc, { others }, { before }) {
    const written = {
      titleCn: storedForm(doc.titleCn ?? ""),
      titleEn: doc.titleEn === null ? null : storedForm(doc.titleEn ?? ""),
      contentCn: doc.contentCn === null ? null : storedForm(doc.contentCn ?? ""),
      contentEn: doc.contentEn === null ? null : storedForm(doc.contentEn ?? ""),
      linkRoute: doc.linkRoute === null ? null : storedForm(doc.linkRoute ?? ""),
    };
    const read = Object.values(written).map((text) => readTemplate(text ?? ""));
    const fault = read.flatMap((entry) => entry.faults)[0];
    const lists = read.flatMap((entry) => namesIn(entry.parts).lists);
    return [
      fault && refuse("MSG_TPL_FORM", `模板中的${fault.name}写法有误`, `${fault.name} is not valid in a template`),
      doc.channel === "SMS" && lists.length > 0 && refuse("MSG_TPL_LIST", "短信模板不能使用列表", "An SMS template cannot contain a list"),
      set(doc, {
        ...written,
        variables: [...new Set(read.flatMap((entry) => namesIn(entry.parts).values))],
        ...(before ? {} : { version: Math.max(0, ...others.map((row) => row.version)) + 1 }),
      }),
    ];
  },
});

const factsOf = async (doc: Template, find: Find) => ({
  event: doc.eventId ? await find.one(msgEvent, doc.eventId) : null,
  others: await versionsOf(find, msgTemplate, doc),
  mostParts: Number(await find.setting("MSG_SMS_MAX_PARTS")),
});

/** A published template can always be filled: both languages are there, and every value it names is carried by its event. */
const publishTemplate = rule(msgTemplate, "doPublish", {
  reads: factsOf,
  decide(doc, { event, others, mostParts }, _, __, at): Decision {
    const names = new Set(namesOf(event));
    const used = texts(doc).map((text) => namesIn(readTemplate(text).parts));
    const lists = new Set(used.flatMap((entry) => entry.lists));
    const unknown = [
      ...used.flatMap((entry) => entry.values).map((name) => (lists.has(name.split(".")[0]!) ? name.split(".")[0]! : name)),
      ...lists,
    ].filter((name) => !names.has(name));
    const sample = { ...(event?.sample as Record<string, unknown> | null), ...(doc.sampleJson as Record<string, unknown> | null) };
    const long =
      doc.channel === "SMS" &&
      (["CN", "EN"] as const).some((language) => {
        const body = language === "CN" ? (doc.contentCn ?? doc.titleCn) : (doc.contentEn ?? doc.titleEn ?? "");
        return smsParts(render(body, sample, { language, zone: houseZone }).text).parts > mostParts;
      });
    return [
      event !== null && unknown[0] !== undefined && tplVar(unknown[0], event.eventCode),
      !doc.titleCn && tplLang("CN"),
      !doc.titleEn && tplLang("EN"),
      Boolean(doc.contentCn) !== Boolean(doc.contentEn) && tplLang(doc.contentCn ? "EN" : "CN"),
      long && smsTooLong(mostParts),
      ...succeeded(msgTemplate, doc, others),
      set(doc, { publishedAt: at.now }),
    ];
  },
});

const needs: Readonly<Record<string, string>> = {
  USERS: "userIds",
  RESPONSIBILITY: "respCode",
  POSITION: "positionIds",
  SUPPLIER_CONTACT: "role",
  RULE: "ruleCode",
  BPM_ROLE: "roleCode",
};

const saveReceive = rule(msgReceive, "saveOrUpdate", {
  reads: async (doc, find) => ({ entity: doc.kind === "QUERY" ? entityOf(find, readQuery(doc.value)?.entity) : null }),
  decide(doc, { entity }, _, me) {
    const value = (doc.value ?? {}) as Record<string, unknown>;
    const missing = needs[doc.kind] !== undefined && !value[needs[doc.kind]!];
    const nowhere = doc.kind === "DOC_FIELD" && !value["field"] && !value["value"];
    const isQuery = doc.kind === "QUERY";
    const reader = isQuery && me.audience !== "system" ? me : null;
    return [
      isRetired(doc) && me.audience !== "system" && retiredKind(),
      isQuery && !entity && queryRefused("请选择对象和字段", "choose an entity and a field"),
      isQuery && entity && queryFault(readQuery(doc.value)!, entity),
      reader && entity && !entity.open && !reader.may(entity.name, "") && noPermission(),
      (missing || nowhere) && refuse("FIELD_REQUIRED", "请填写接收人取值", "Define who receives it"),
      set(doc, { readerId: reader?.userId ?? null, readerRespId: reader?.responsibilityId ?? null }),
    ];
  },
});

/** An entity by its name, if there is one. */
function entityOf(find: Find, name: string | undefined): Entity | null {
  try {
    return name ? find.entity(name) : null;
  } catch {
    return null;
  }
}

export const configRules = [
  saveCfg,
  switched("doEnabled", "Y"),
  switched("doInvalid", "N"),
  saveTemplate,
  publishTemplate,
  nextVersionRule(msgTemplate, { refuses: () => refuse("DATA_EXISTS", "已有草稿", "A draft already exists") }),
  saveReceive,
];
