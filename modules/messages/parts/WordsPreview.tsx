import { Box } from "#kernel/web/block/Box.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import type { ReactNode } from "react";
import { langOf, MessageBody } from "./kinds.tsx";

interface Props {
  readonly language: "CN" | "EN";
  /** What it is called; the name of the language otherwise. */
  readonly name?: string;
  /** The name for those who hear the page. */
  readonly label?: string;
  readonly title: string | null;
  readonly content: unknown;
  readonly children?: ReactNode;
}

/** A message as its reader gets it in one language. */
export function WordsPreview({ language, name, label, title, content, children }: Props) {
  const say = useText();
  const called = name ?? (language === "CN" ? say(["中文", "Chinese"]) : say(["英文", "English"]));
  return (
    <Box soft label={label ?? called}>
      <Words as="p" size="small">
        {called}
      </Words>
      <div lang={langOf(language)}>
        {title === null ? null : <b>{title || "–"}</b>}
        <MessageBody content={content} />
      </div>
      {children}
    </Box>
  );
}
