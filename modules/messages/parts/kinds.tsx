import { Mark } from "#kernel/web/block/Mark.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import { RichText } from "#kernel/web/page/field/RichText.tsx";
import { messageKinds } from "#kernel/web/shell/Bell.tsx";

/** The kind of a message: an icon and a grey word. */
export function KindMark({ kind, bare }: { readonly kind: unknown; readonly bare?: boolean }) {
  const say = useText();
  const { icon, name } = messageKinds[String(kind)] ?? messageKinds["BUSINESS"]!;
  if (!bare)
    return (
      <Mark tone="neutral" icon={icon}>
        {say(name)}
      </Mark>
    );
  return (
    <Mark tone={kind === "WARNING" ? "warning" : kind === "TASK" ? "info" : "neutral"} icon={icon} label={say(name)} tip={say(name)} />
  );
}

/** How the language of a text is told to those who hear it. */
export const langOf = (language: "CN" | "EN"): string => (language === "CN" ? "zh-CN" : "en");

/** What a message says: formatted where it was written so, else its lines as they are. */
export function MessageBody({ content }: { readonly content: unknown }) {
  const text = typeof content === "string" ? content : "";
  if (text === "") return null;
  return /<(p|div|br|ul|ol|h\d|table|strong|b|a)\b/i.test(text) ? (
    <RichText html={text} />
  ) : (
    <Words as="p" typed>
      {text}
    </Words>
  );
}
