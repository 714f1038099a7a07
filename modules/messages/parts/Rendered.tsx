import { Mark } from "#kernel/web/block/Mark.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { WordsPreview } from "./WordsPreview.tsx";
import { ownZone } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { render, smsParts } from "../template.ts";

interface Props {
  readonly channel: string;
  readonly language: "CN" | "EN";
  readonly title: string;
  readonly content: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A template as its reader gets it, filled with a sample; an SMS says how many parts it is charged as. */
export function Rendered({ channel, language, title, content, values }: Props) {
  const say = useText();
  const reading = { language, zone: ownZone(), html: channel === "EMAIL" };
  const [head, body] = [render(title, values, { ...reading, html: false }), render(content, values, reading)];
  const missing = [...new Set([...head.missing, ...body.missing])];
  const sms = channel === "SMS" ? smsParts(body.text || head.text) : null;
  return (
    <WordsPreview
      language={language}
      label={language === "CN" ? say(["中文效果", "In Chinese"]) : say(["英文效果", "In English"])}
      title={channel === "SMS" && body.text ? null : head.text}
      content={body.text}
    >
      {sms ? (
        <Words as="p" size="small" {...(sms.parts > 1 ? { tone: "warning" } : {})}>
          {say([
            `${sms.length} 字，计 ${sms.parts} 条`,
            `${sms.length} characters, charged as ${sms.parts} part${sms.parts === 1 ? "" : "s"}`,
          ])}
        </Words>
      ) : null}
      {missing.length > 0 ? (
        <Mark tone="error">{say([`事件里没有：${missing.join("、")}`, `Not in the event: ${missing.join(", ")}`])}</Mark>
      ) : null}
    </WordsPreview>
  );
}
