import type { Language } from "#kernel/text.ts";
import { escapeHtml, render, type Reading } from "../template.ts";
import type { Template } from "./configs.ts";
import type { Channel, Office } from "./office.ts";
import type { QuickLink } from "../quick.ts";

/** What one reader gets to see on one channel. */
export interface Letter {
  readonly title: string;
  readonly content: string;
  readonly route: string | null;
  readonly missing: readonly string[];
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
const looksLikeHtml = (text: string): boolean => /<(p|div|br|table|a|ul|ol|h\d|span)\b/i.test(text);

/** Writes a template out for a reader; readers of one language in one zone share the writing. */
export function write(
  template: Template,
  channel: Channel,
  values: Readonly<Record<string, unknown>>,
  reader: { language: Language; zone: string },
): Letter {
  const plain: Reading = { language: reader.language, zone: reader.zone };
  const title = render(template.title[reader.language], values, plain);
  const content = render(template.content[reader.language], values, { ...plain, html: channel === "EMAIL" });
  const route = template.linkRoute ? render(template.linkRoute, encoded(values), plain) : null;
  const body = channel === "EMAIL" && !looksLikeHtml(content.text) ? paragraphs(content.text) : content.text;
  return {
    title: oneLine(title.text).slice(0, 300),
    content: channel === "SMS" && template.smsSignName ? `【${template.smsSignName}】${body}` : body,
    route: route?.text ?? null,
    missing: [...title.missing, ...content.missing],
  };
}

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${part.replaceAll("\n", "<br>")}</p>`)
    .join("");

/** Values inside an address are written so that they stay values. */
const encoded = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      value === null || typeof value === "object" ? value : encodeURIComponent(String(value)),
    ]),
  );

/** The page a link opens, absolute and without any code of a session. */
export const linkOf = ({ publicUrl }: Pick<Office, "publicUrl">, route: string | null): string | null =>
  route ? `${publicUrl.replace(/\/$/, "")}/main/${route.replace(/^\//, "")}` : null;

/** A route as the inbox keeps it: the page, and what it is opened with. */
export function splitRoute(route: string | null): {
  readonly linkRoute: string | null;
  readonly linkParams: Record<string, string> | null;
} {
  if (!route) return { linkRoute: null, linkParams: null };
  const [page = "", query = ""] = route.split("?");
  return { linkRoute: page, linkParams: query ? Object.fromEntries(new URLSearchParams(query)) : null };
}

const words = {
  open: ["查看详情", "Open"],
  stop: ["退订此类邮件", "Unsubscribe"],
  must: ["本邮件为必要通知，无法退订", "This is a mandatory message; you cannot unsubscribe"],
  digest: ["消息汇总", "Your messages"],
} as const;
const word = (key: keyof typeof words, language: Language): string => words[key][language === "EN" ? 1 : 0];

interface Mail {
  readonly content: string;
  readonly link: string | null;
  readonly unsubscribe: string | null;
  readonly language: Language;
  /** whose clock the times in the content show */
  readonly zone: string;
  readonly quick?: readonly QuickLink[];
}

const hasClock = /\b\d{1,2}:\d{2}\b/;

/** Says once whose clock it is, where there is a time at all. */
const clockOf = (content: string, zone: string, language: Language): string =>
  hasClock.test(content) ? `${language === "EN" ? `Times in ${zone}` : `时间为 ${zone} 时区`} · ` : "";

/** An e-mail around its content: the link to the page, what can be done at once, and how to stop such mails or why one cannot. */
export function mailHtml({ content, link, unsubscribe, language, zone, quick = [] }: Mail): string {
  const at = language === "EN" ? 1 : 0;
  const fast = quick.map((quickLink) => `<p><a href="${escapeHtml(quickLink.url)}">${escapeHtml(quickLink.label[at])}</a></p>`).join("");
  const go = link ? `<p><a href="${escapeHtml(link)}">${word("open", language)}</a></p>` : "";
  const foot = unsubscribe ? `<a href="${escapeHtml(unsubscribe)}">${word("stop", language)}</a>` : word("must", language);
  return `<!doctype html><html><body>${content}${fast}${go}<hr><p><small>${clockOf(content, zone, language)}${foot}</small></p></body></html>`;
}

/** One mail that lists several messages, each with its link. */
export function digestOf(
  items: readonly { readonly title: string; readonly link: string | null }[],
  language: Language,
): { readonly title: string; readonly content: string } {
  const rows = items
    .map(({ title, link }) => (link ? `<li><a href="${escapeHtml(link)}">${escapeHtml(title)}</a></li>` : `<li>${escapeHtml(title)}</li>`))
    .join("");
  return { title: `${word("digest", language)} (${items.length})`, content: `<ul>${rows}</ul>` };
}
