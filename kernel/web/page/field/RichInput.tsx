import { Button } from "antd";
import { Bold, Italic, Link2, List, ListOrdered, Underline } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ComponentType } from "react";
import type { Text } from "../../../text.ts";
import { useText } from "../../language.ts";
import { cleanHtml } from "./cleanHtml.ts";

interface Props {
  readonly id?: string | undefined;
  readonly value: unknown;
  readonly label?: string | undefined;
  change(html: string | null): void;
}

const tools: readonly (readonly [command: string, name: Text, icon: ComponentType<{ size?: number }>])[] = [
  ["bold", ["加粗", "Bold"], Bold],
  ["italic", ["斜体", "Italic"], Italic],
  ["underline", ["下划线", "Underline"], Underline],
  ["insertUnorderedList", ["项目列表", "Bullets"], List],
  ["insertOrderedList", ["编号列表", "Numbers"], ListOrdered],
];

/** Formatted text of the plain kind: what is typed or pasted is cleaned before it is kept. */
export function RichInput({ id, value, label, change }: Props) {
  const say = useText();
  const box = useRef<HTMLDivElement>(null);
  const html = typeof value === "string" ? value : "";
  useEffect(() => {
    const now = box.current;
    if (now && document.activeElement !== now && now.innerHTML !== html) now.innerHTML = cleanHtml(html);
  }, [html]);
  const keep = (): void => {
    const clean = cleanHtml(box.current?.innerHTML ?? "");
    change(clean === "" ? null : clean);
  };
  const press = (command: string, argument?: string): void => {
    box.current?.focus();
    document.execCommand(command, false, argument);
    keep();
  };
  const link = (): void => {
    const address = window.prompt(say(["链接地址", "Address of the link"]), "https://");
    if (address && /^https?:\/\//.test(address)) press("createLink", address);
  };
  return (
    <div className="pg-rich">
      <div className="pg-rich-tools" role="toolbar" aria-label={say(["文字格式", "Formatting"])}>
        {tools.map(([command, name, Icon]) => (
          <Button
            key={command}
            type="text"
            size="small"
            aria-label={say(name)}
            title={say(name)}
            icon={<Icon size={14} />}
            onMouseDown={(e) => e.preventDefault()}
            onClick={() => press(command)}
          />
        ))}
        <Button
          type="text"
          size="small"
          aria-label={say(["链接", "Link"])}
          title={say(["链接", "Link"])}
          icon={<Link2 size={14} />}
          onMouseDown={(e) => e.preventDefault()}
          onClick={link}
        />
      </div>
      <div
        id={id}
        ref={box}
        className="pg-rich-text"
        contentEditable
        suppressContentEditableWarning
        role="textbox"
        aria-multiline
        aria-label={label}
        onBlur={keep}
        onInput={keep}
        onPaste={(event) => {
          event.preventDefault();
          const pasted = event.clipboardData.getData("text/html");
          document.execCommand("insertHTML", false, pasted ? cleanHtml(pasted) : escapeText(event.clipboardData.getData("text/plain")));
        }}
      />
    </div>
  );
}

const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]!).replace(/\n/g, "<br>");
