import { Timeline, type Moment } from "#kernel/web/block/Timeline.tsx";
import { Badge } from "#kernel/web/block/Notice.tsx";
import { Inline, Words, type Tone } from "#kernel/web/block/layout.tsx";
import { Check, CornerUpLeft, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { OpinionFiles } from "./OpinionFiles.tsx";
import { minutesUntil, shortTime, span } from "./time.tsx";
import { verbWords, type SheetPerson, type SheetStep, type StepState } from "./wire.tsx";

const marks: Readonly<Record<StepState, ReactNode>> = {
  DONE: <Check size={12} />,
  CURRENT: null,
  RETURNED: <CornerUpLeft size={11} />,
  CANCELLED: <Minus size={12} />,
  AHEAD: null,
};
const states: Readonly<Record<StepState, Text>> = {
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
    <Timeline
      label={say(["审批路径", "Approval path"])}
      moments={[
        ...(start
          ? [
              {
                key: "start",
                tone: "success" as const,
                mark: <Check size={11} />,
                title: (
                  <>
                    {start.name} <StateWord state="DONE" text={["提交", "submitted"]} />
                  </>
                ),
                end: <time className="pg-faint">{shortTime(start.at)}</time>,
              },
            ]
          : []),
        ...steps.map((step, at) => momentOf(step, at, step.round !== steps[at - 1]?.round && step.round > 1, userId)),
      ]}
    />
  );
}

const tones: Readonly<Record<StepState, Tone>> = {
  DONE: "success",
  CURRENT: "info",
  RETURNED: "warning",
  CANCELLED: "neutral",
  AHEAD: "neutral",
};

/** The state of a step: written where the line does not say it by itself, heard everywhere. */
function StateWord({ state, text }: { readonly state: StepState; readonly text?: Text }) {
  const say = useText();
  if (text) return <Words size="small">{say(text)}</Words>;
  const isWritten = state === "AHEAD" || state === "RETURNED" || state === "CANCELLED";
  return isWritten ? <Words size="small">{say(states[state])}</Words> : <span className="pg-sr">{say(states[state])}</span>;
}

function momentOf(step: SheetStep, at: number, isNewRound: boolean, userId: string): Moment {
  const isObjected = step.people.some((person) => person.action === "REJECT" && !advice(person));
  return {
    key: `${step.nodeId}-${step.round}-${at}`,
    tone: tones[step.state],
    mark: marks[step.state] ?? (isObjected ? <X size={11} /> : null),
    now: step.state === "CURRENT",
    coming: step.state === "AHEAD",
    title: (
      <>
        {step.nodeName} <StateWord state={step.state} />
        {isNewRound ? <Round number={step.round} /> : null}
      </>
    ),
    note: <StepPeople step={step} userId={userId} />,
  };
}

function Round({ number }: { readonly number: number }) {
  const say = useText();
  return <Words size="small">{say([` 第 ${number} 轮`, ` round ${number}`])}</Words>;
}

function StepPeople({ step, userId }: { readonly step: SheetStep; readonly userId: string }) {
  const say = useText();
  return (
    <>
      {step.people.length === 0 ? <p>{say(["无人，按规则处理", "No approver; its policy applies"])}</p> : null}
      {step.people.map((person, at) => (
        <Person
          key={person.taskId ?? `${person.userName}-${at}`}
          person={person}
          mine={person.userId === userId}
          ahead={step.state === "AHEAD"}
        />
      ))}
      {step.note ? <p>{step.note}</p> : null}
    </>
  );
}

function Person({ person, mine, ahead }: { readonly person: SheetPerson; readonly mine: boolean; readonly ahead: boolean }) {
  const say = useText();
  const open = person.status === "TODO" || person.status === "CLAIMED" || person.status === "WAITING_SIGN";
  const left = open ? minutesUntil(person.dueDate) : null;
  const paused = person.status === "WAITING_SIGN" && person.taskKind === "APPROVE";
  return (
    <div>
      <Inline as="div" spread="between" gap="xs">
        <Inline as="span" gap="xs">
          <Words tone="neutral">{person.userName}</Words>
          {person.forUserName ? <span>{say([`（代${person.forUserName}）`, `(for ${person.forUserName})`])}</span> : null}
          {kindWords[person.taskKind ?? ""] ? <Badge tone="info">{say(kindWords[person.taskKind ?? ""]!)}</Badge> : null}
          {ahead ? null : <Did person={person} mine={mine} open={open} />}
        </Inline>
        {open && person.minutes !== null ? (
          <Words tone="warning" size="small">
            {say([`已停留 ${span(person.minutes)[0]}`, `waiting ${span(person.minutes)[1]}`])}
          </Words>
        ) : (
          <span className="pg-figure">{shortTime(person.doneAt)}</span>
        )}
      </Inline>
      {left === null ? null : (
        <Words as="p" size="small" {...(left < 0 && !paused ? { tone: "error" } : {})}>
          {paused
            ? say(["时限暂停", "The time limit pauses"])
            : left < 0
              ? say([`已超时限 ${span(-left)[0]}`, `${span(-left)[1]} past the limit`])
              : say([
                  `时限 ${shortTime(person.dueDate)}，还剩 ${span(left)[0]}`,
                  `Due ${shortTime(person.dueDate)}, ${span(left)[1]} left`,
                ])}
        </Words>
      )}
      {person.comment ? <p className="pg-quote">{person.comment}</p> : null}
      {person.fileIds ? <OpinionFiles to="opinion" value={person.fileIds} /> : null}
      {person.note ? <p>{person.note}</p> : null}
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
  return words ? <Words {...(person.action === "REJECT" ? { tone: "error" } : {})}>{say(words)}</Words> : null;
}
