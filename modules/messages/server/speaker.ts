import { columns, every, sql } from "#kernel/query.ts";
import type { Speaker } from "#kernel/server/find/spoken.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { changes } from "#kernel/server/act/write.ts";
import { msgBox } from "../box.entity.ts";
import { msgCfg, msgTemplate } from "../config.entity.ts";
import { msgInstance } from "../instance.entity.ts";
import type { MessageSettings, Template } from "./configs.ts";
import { write } from "./letter.ts";
import type { Office } from "./office.ts";
import { wordsOf, type WrittenTexts } from "./plain-words.ts";

const b = every(msgBox);

interface Keyed {
  readonly id: string;
  readonly templateId: string | null;
  readonly messageValues: Row;
}

const isWritten = (values: Row): boolean => typeof values["titleCn"] === "string" && typeof values["titleEn"] === "string";

/** Writes messages of the inbox in the language and zone of their reader: stored are the template and the values it names. */
export const boxSpeaker =
  ({ kernel }: Pick<Office, "kernel">, settings: MessageSettings): Speaker =>
  async (rows, me) => {
    const keyed = await kernel.db.query<Keyed>(
      sql`select ${columns(b, "id", "templateId", "messageValues")} from ${b} where ${b.id} = any(${rows.map((row) => row["id"] as string)}) and ${b.messageValues} is not null`,
    );
    const templates = await settings.templatesById(keyed.flatMap(({ templateId }) => templateId ?? []));
    const templateOf = ({ templateId, messageValues }: Keyed): Template | undefined =>
      templateId !== null
        ? templates.get(templateId)
        : isWritten(messageValues)
          ? wordsOf(messageValues as WrittenTexts, "SITE")
          : undefined;
    const texts = keyed.flatMap((message) => {
      const template = templateOf(message);
      if (!template) return [];
      const say = (language: "CN" | "EN") => write(template, "SITE", message.messageValues, { language, zone: me.zone });
      const { title, content } = say(me.language);
      return [[message.id, { title, content, titleEn: say("EN").title }] as const];
    });
    return new Map(texts);
  };

/** Messages from before keys were stored: where their event and template are still there, they get them; the others keep their sentence. */
export async function keyOlderMessages({ kernel }: Pick<Office, "kernel">): Promise<void> {
  const [i, c, t] = [every(msgInstance), every(msgCfg), every(msgTemplate)];
  const title = sql`coalesce(nullif(${i.title}, ''), ${b.title})`;
  await kernel.db.query(
    sql`update ${b} set ${changes(msgBox, { templateId: t.id, messageValues: i.payload, title, titleEn: i.titleEn })}
     from ${i} left join ${c} on ${c.id} = ${i.msgCfgId}
       left join ${t} on ${t.templateCode} = ${c.templateCodes}->>'SITE' and ${t.channel} = 'SITE' and ${t.status} = 'PUBLISHED'
     where ${i.id} = ${b.instanceId} and ${b.messageValues} is null and ${i.payload} is not null and (${t.id} is not null or ${i.manualFlag} = 'Y')`,
  );
}
