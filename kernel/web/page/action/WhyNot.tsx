import { Popover } from "antd";
import { Check, CircleHelp, X } from "lucide-react";
import { useState } from "react";
import type { Entity } from "../../../entity.ts";
import type { Offer } from "../../../page-action.ts";
import { stateReason } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import { messageOf } from "../../call.ts";
import { FixLink } from "../../FixLink.tsx";
import { useText } from "../../language.ts";
import { entityCall } from "../entityCall.ts";
import type { Condition } from "../entityCall.ts";
import { midSentence } from "../../../page-format.ts";

interface Props {
  readonly entity: Entity;
  readonly row: Row;
  readonly offer: Offer;
  readonly className?: string;
}

/** A grey button that can be reached and asked: every condition with ✓ or ✗, the unmet first. */
export function WhyNot({ entity, row, offer, className }: Props) {
  const say = useText();
  const [open, setOpen] = useState(false);
  const label = say(offer.action.label);
  return (
    <Popover
      open={open}
      trigger="click"
      placement="bottomRight"
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Reasons entity={entity} row={row} offer={offer} />}
    >
      <button type="button" aria-disabled aria-haspopup="dialog" aria-expanded={open} className={className ?? "pg-btn pg-btn-grey"}>
        <CircleHelp size={14} aria-hidden />
        {label}
        <span className="pg-sr">{say(["为什么不能？", "Why not?"])}</span>
      </button>
    </Popover>
  );
}

interface Asked {
  readonly reasons: readonly Condition[] | null;
  readonly error: string;
}

/** The conditions of one action, asked when somebody looks; as a check they stand without the question. */
export function Reasons({ entity, row, offer, asCheck }: Omit<Props, "className"> & { readonly asCheck?: boolean }) {
  const say = useText();
  const [asked, setAsked] = useState<Asked | "waiting">(() => {
    entityCall.whyNot(entity, String(row["id"]), offer.name).then(
      ({ reasons }) => setAsked({ reasons, error: "" }),
      (cause: unknown) => setAsked({ reasons: null, error: messageOf(cause) }),
    );
    return "waiting";
  });
  const label = say(offer.action.label);
  const own = stateReason(entity, offer.action, row);
  const reasons = asked === "waiting" ? null : asked.reasons;
  const sorted = [...(reasons ?? [])].sort((a, b) => Number(a.ok) - Number(b.ok));
  const heading = say(
    asCheck ? [`${label}的条件`, `Conditions to ${midSentence(label)}`] : [`为什么还不能${label}？`, `Why not ${midSentence(label)}?`],
  );
  if (asCheck && sorted.length === 0) return null;
  return (
    <div className="pg-why" role={asCheck ? "group" : "dialog"} aria-label={heading}>
      <h3>{heading}</h3>
      {sorted.length > 0 ? (
        <ul>
          {sorted.map((reason) => (
            <li key={reason.code + reason.msg} className={reason.ok ? "pg-ok" : "pg-bad"}>
              {reason.ok ? <Check size={14} aria-label={say(["满足", "met"])} /> : <X size={14} aria-label={say(["未满足", "not met"])} />}
              <span>
                {reason.msg} <FixLink fix={reason.fix} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <ul>
          <li className="pg-bad">
            <X size={14} aria-hidden />
            <span>
              {own
                ? say(own)
                : asked === "waiting"
                  ? say(["正在查看条件…", "Searching…"])
                  : asked.error || say(["条件已满足，请刷新页面后再试", "The conditions are met now. Refresh and try again"])}
            </span>
          </li>
        </ul>
      )}
    </div>
  );
}
