import type { ReactNode } from "react";
import type { Entity } from "../../../entity.ts";
import type { Press } from "../../../seen.ts";
import type { Text } from "../../../text.ts";
import { AskDialog } from "../../block/AskDialog.tsx";
import { useText } from "../../language.ts";
import type { OwnAsk } from "../slots.ts";

interface Props<E extends Entity, A extends string> {
  readonly ask: OwnAsk<E, A>;
  /** What the document is called, behind the name of the action. */
  readonly of: string;
  readonly width?: number;
  readonly ready: boolean;
  readonly press?: Text;
  readonly children: ReactNode;
  input(): Press<E, A>;
}

/** Asks for what an action needs, in words of its own: an entry of a page's `asks`. */
export function ActionDialog<E extends Entity, A extends string>({ ask, of, press, input, ...dialog }: Props<E, A>) {
  const say = useText();
  return (
    <AskDialog
      {...dialog}
      title={`${say(ask.action.label)} ${of}`}
      press={press ?? ask.action.label}
      cancel={["返回", "Back"]}
      danger={ask.action.tone === "danger"}
      busy={ask.busy}
      errors={ask.errors.map((error) => error.msg)}
      send={() => ask.send(input())}
      close={ask.cancel}
    />
  );
}
