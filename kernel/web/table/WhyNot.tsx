import { Check, X } from "lucide-react";
import type { Text } from "#kernel/text.ts";
import { Popup } from "../part/Popup.tsx";
import { words } from "./words.ts";

export interface WhyShape {
  readonly met: boolean;
  readonly text: Text;
}

/** Why a button is grey: every condition with its state, the unmet first. */
export function WhyNot({
  anchor,
  onClose,
  title,
  reasons,
  say,
}: {
  anchor: HTMLElement;
  onClose: () => void;
  title: string;
  reasons: readonly WhyShape[];
  say: (text: Text) => string;
}) {
  return (
    <Popup anchor={anchor} onClose={onClose} label={`${title} ${say(words.whyNot)}`} focus className="dt-why">
      <strong>
        {title} · {say(words.whyNot)}
      </strong>
      <ul>
        {reasons.map((reason) => (
          <li key={reason.text[1]} className={reason.met ? "dt-met" : "dt-unmet"}>
            {reason.met ? <Check size={14} /> : <X size={14} />}
            <span>{say(reason.text)}</span>
          </li>
        ))}
      </ul>
    </Popup>
  );
}
