import { Check, CornerUpLeft, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { OpinionFiles } from "./OpinionFiles.tsx";
import { minutesUntil, shortTime, span } from "./time.tsx";
import { verbWords, type SheetPerson, type SheetStep } from "./wire.tsx";

const marks: Readonly<Record<SheetStep["state"], ReactNode>> = {
  DONE: <Check size={12} />,
  CURRENT: null,
  RETURNED: <CornerUpLeft size={11} />,
  CANCELLED: <Minus size={12} />,
  AHEAD: null,
};
const states: Readonly<Record<SheetStep["state"], Text>> = {
  DONE: ["已完成", "Completed"],
  CURRENT: ["当前", "Current"],
  RETURNED: ["已退回", "Returned"],
  CANCELLED: ["已取消", "Cancelled"],
  AHEAD: ["预计", "Ahead"],
};

const kindWords: Readonly<Record<string, Text>> = {
  ADD_SIGN_BEFORE: ["加签意见", "advises"],
  ADD_SIGN_AFTER: ["后加签", "decides after"],
  LENT: ["委派意见", "advises"],
};
const advice = (person: SheetPerson): boolean => person.taskKind === "ADD_SIGN_BEFORE" || person.taskKind === "LENT";

interface Props {
  readonly start: { readonly name: string; readonly at: string } | null;
  readonly steps: readonly SheetStep[];
  readonly userId: string;
}

/** The way of an approval from top to bottom: done green, current blue, ahead grey, returned orange. */
export function Path({ start, steps, userId }: Props) {
  const say = useText();
  return (
    <ol className="wf-path">
      {start ? (
        <li className="wf-step" data-state="DONE">
          <i role="img" aria-label={say(states.DONE)}>
            <Check size={12} />
          </i>
          <div className="wf-step-head">
            <b>{start.name}</b> <span>{say(["提交", "submitted"])}</span>
            <time className="pg-figure">{shortTime(start.at)}</time>
          </div>
        </li>
      ) : null}
      {steps.map((step, at) => (
        <Step
          key={`${step.nodeId}-${step.round}-${at}`}
          step={step}
          userId={userId}
          round={step.round !== steps[at - 1]?.round && step.round > 1}
        />
      ))}
    </ol>
  );
}

function Step({ step, userId, round }: { readonly step: SheetStep; readonly userId: string; readonly round: boolean }) {
  const say = useText();
  return (
    <li className="wf-step" data-state={step.state}>
      <i role="img" aria-label={say(states[step.state])}>
        {marks[step.state] ?? (step.people.some((one) => one.action === "REJECT" && !advice(one)) ? <X size={12} /> : null)}
      </i>
      <div className="wf-step-head">
        <b>{step.nodeName}</b>
        {step.state === "AHEAD" || step.state === "RETURNED" || step.state === "CANCELLED" ? <span>{say(states[step.state])}</span> : null}
        {round ? <span>{say([`第 ${step.round} 轮`, `round ${step.round}`])}</span> : null}
      </div>
      {step.people.length === 0 ? <p className="wf-person-note">{say(["无人，按规则处理", "No approver; its policy applies"])}</p> : null}
      {step.people.map((person, at) => (
        <Person
          key={person.taskId ?? `${person.userName}-${at}`}
          person={person}
          mine={person.userId === userId}
          ahead={step.state === "AHEAD"}
        />
      ))}
      {step.note ? <p className="wf-person-note">{step.note}</p> : null}
    </li>
  );
}

function Person({ person, mine, ahead }: { readonly person: SheetPerson; readonly mine: boolean; readonly ahead: boolean }) {
  const say = useText();
  const open = person.status === "TODO" || person.status === "CLAIMED" || person.status === "WAITING_SIGN";
  const left = open ? minutesUntil(person.dueDate) : null;
  const paused = person.status === "WAITING_SIGN" && person.taskKind === "APPROVE";
  return (
    <div className="wf-person">
      <p>
        <span className="wf-person-name">{person.userName}</span>
        {person.forUserName ? <span>{say([`（代${person.forUserName}）`, `(for ${person.forUserName})`])}</span> : null}
        {kindWords[person.taskKind ?? ""] ? <span className="wf-added-mark">{say(kindWords[person.taskKind ?? ""]!)}</span> : null}
        {ahead ? null : <Did person={person} mine={mine} open={open} />}
        {open && person.minutes !== null ? (
          <time className="wf-waits">{say([`已停留 ${span(person.minutes)[0]}`, `waiting ${span(person.minutes)[1]}`])}</time>
        ) : (
          <time className="pg-figure">{shortTime(person.doneAt)}</time>
        )}
      </p>
      {left === null ? null : (
        <p className="wf-person-note" data-late={(left < 0 && !paused) || undefined}>
          {paused
            ? say(["时限暂停", "The time limit pauses"])
            : left < 0
              ? say([`已超时限 ${span(-left)[0]}`, `${span(-left)[1]} past the limit`])
              : say([
                  `时限 ${shortTime(person.dueDate)}，还剩 ${span(left)[0]}`,
                  `Due ${shortTime(person.dueDate)}, ${span(left)[1]} left`,
                ])}
        </p>
      )}
      {person.comment ? <p className="pg-quote">{person.comment}</p> : null}
      {person.fileIds ? <OpinionFiles to="opinion" value={person.fileIds} /> : null}
      {person.note ? <p className="wf-person-note">{person.note}</p> : null}
    </div>
  );
}

function Did({ person, mine, open }: { readonly person: SheetPerson; readonly mine: boolean; readonly open: boolean }) {
  const say = useText();
  const words: Text | undefined =
    person.action === "REJECT" && advice(person)
      ? ["反对", "objects"]
      : person.action !== null
        ? verbWords[person.action]
        : person.status === "WAITING_SIGN"
          ? person.taskKind === "ADD_SIGN_AFTER"
            ? ["在其后", "comes next"]
            : ["等待加签意见", "waiting for added approvers"]
          : person.status === "TRANSFERRED"
            ? ["已转办", "transferred"]
            : person.status === "CANCELLED"
              ? ["已取消", "cancelled"]
              : open && mine
                ? ["轮到您", "your turn"]
                : undefined;
  return words ? <span data-verb={person.action ?? undefined}>{say(words)}</span> : null;
}
