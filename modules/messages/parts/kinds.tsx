import { useText } from "#kernel/web/language.ts";
import { RichText } from "#kernel/web/page/field/RichText.tsx";
import { messageKinds } from "#kernel/web/shell/Bell.tsx";

/** The kind of a message: an icon and a grey word. */
export function KindMark({ kind, bare }: { readonly kind: unknown; readonly bare?: boolean }) {
  const say = useText();
  const { icon: Icon, name } = messageKinds[String(kind)] ?? messageKinds["BUSINESS"]!;
  return (
    <span className="ms-kind" data-kind={String(kind)} title={bare ? say(name) : undefined}>
      <Icon size={14} {...(bare ? { role: "img", "aria-label": say(name) } : { "aria-hidden": true })} />
      {bare ? null : say(name)}
    </span>
  );
}

/** How the language of a text is told to those who hear it. */
export const langOf = (language: "CN" | "EN"): string => (language === "CN" ? "zh-CN" : "en");

/** What a message says: formatted where it was written so, else its lines as they are. */
export function MessageBody({ content }: { readonly content: unknown }) {
  const text = typeof content === "string" ? content : "";
  if (text === "") return null;
  return /<(p|div|br|ul|ol|h\d|table|strong|b|a)\b/i.test(text) ? <RichText html={text} /> : <p className="ms-words">{text}</p>;
}
