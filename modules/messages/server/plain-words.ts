import { escapeHtml } from "../template.ts";
import type { Template } from "./configs.ts";
import type { Channel } from "./office.ts";

export type WrittenTexts = Readonly<Record<"titleCn" | "titleEn" | "contentCn" | "contentEn", string>>;

/** Words somebody wrote are words: nothing in them is filled in, and nothing in them is markup. */
export function wordsOf(texts: WrittenTexts, channel: Channel): Template {
  const plain = (text: string) => [{ kind: "text" as const, text: text.replaceAll("${", "$ {") }];
  const body = (text: string) => (channel === "EMAIL" ? plain(escapeHtml(text)) : plain(text));
  return {
    id: null,
    templateCode: "MANUAL",
    channel,
    linkRoute: null,
    smsSignName: null,
    smsProviderTemplateId: null,
    title: { CN: plain(texts.titleCn), EN: plain(texts.titleEn) },
    content: { CN: body(texts.contentCn), EN: body(texts.contentEn) },
  };
}
