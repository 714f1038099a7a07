import { ownZone } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { TriangleAlert } from "lucide-react";
import { render, smsParts } from "../template.ts";
import { langOf, MessageBody } from "./kinds.tsx";

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
    <div
      className="ms-preview"
      data-channel={channel}
      role="group"
      aria-label={language === "CN" ? say(["中文效果", "In Chinese"]) : say(["英文效果", "In English"])}
    >
      <small>{language === "CN" ? say(["中文", "Chinese"]) : say(["英文", "English"])}</small>
      <div lang={langOf(language)}>
        {channel === "SMS" && body.text ? null : <b>{head.text || "–"}</b>}
        <MessageBody content={body.text} />
      </div>
      {sms ? (
        <p className="ms-count" data-over={sms.parts > 1}>
          {say([
            `${sms.length} 字，计 ${sms.parts} 条`,
            `${sms.length} characters, charged as ${sms.parts} part${sms.parts === 1 ? "" : "s"}`,
          ])}
        </p>
      ) : null}
      {missing.length > 0 ? (
        <p className="pc-bad">
          <TriangleAlert size={13} aria-hidden /> {say([`事件里没有：${missing.join("、")}`, `Not in the event: ${missing.join(", ")}`])}
        </p>
      ) : null}
    </div>
  );
}
