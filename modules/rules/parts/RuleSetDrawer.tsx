import { useText } from "#kernel/web/language.ts";
import { discardChanges } from "#kernel/web/message.ts";
import { useShown } from "#kernel/web/page/shown.ts";
import { Drawer } from "antd";
import { useRef } from "react";
import { RuleEditor, type RuleStart } from "./RuleEditor.tsx";

interface Props {
  readonly ruleCode: string;
  /** What the page knows of the rule while it does not exist yet. */
  readonly start?: RuleStart;
  close(): void;
}

/** The rule editor over any page that has a rule to set up. */
export function RuleSetDrawer({ ruleCode, start, close }: Props) {
  const say = useText();
  const shown = useShown();
  const unsaved = useRef(0);
  const leave = async (): Promise<void> => {
    if (await discardChanges(unsaved.current)) close();
  };
  if (!shown) return null;
  return (
    <Drawer open size={1180} className="pg-drawer" title={say(["规则", "Rules"])} onClose={() => void leave()}>
      <RuleEditor ruleCode={ruleCode} start={start} unsaved={(count) => void (unsaved.current = count)} />
    </Drawer>
  );
}
