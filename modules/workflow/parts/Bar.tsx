import { Badge } from "#kernel/web/block/Notice.tsx";
import { FootBar, FootLine, FootWords } from "#kernel/web/block/FootBar.tsx";
import { Button, Input, type InputRef } from "antd";
import { BellRing, Check, CornerUpLeft, Ellipsis, Forward, Send, Undo2, UserRoundPlus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { useKey } from "#kernel/web/keys.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { MenuButton } from "#kernel/web/part/Popup.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { ActForm } from "./ActForm.tsx";
import { useNextTask } from "./nextTask.tsx";
import { OpinionFiles } from "./OpinionFiles.tsx";
import { tellMoved } from "./sheetStore.tsx";
import { advises, done, lacksComment, nothingFilled, send, verbLabels, type Filled, type Verb } from "./verbs.tsx";
import { tasks, type MyTask, type Sheet } from "./wire.tsx";

interface Props {
  readonly sheet: Sheet;
  readonly entity: Entity;
  readonly row: Row;
  /** Little room: the lesser actions stand under "more". */
  readonly tight: boolean;
  again(): Promise<void>;
}

const phrases = [
  ["同意。", "Approved."],
  ["请补充说明后再提交。", "Please add more details and resubmit."],
  ["价格与约定一致，同意。", "The price matches the agreement."],
] as const;

/** The actions of whoever holds the task, or of the starter, fixed at the foot; each is confirmed on a line that says what follows. */
export function Bar({ sheet, entity, row, tight, again }: Props) {
  const { mine, may } = sheet;
  const work = useWork();
  const [verb, setVerb] = useState<Verb | null>(null);
  const [filled, setFilled] = useState<Filled>(nothingFilled);
  const fill = (patch: Partial<Filled>): void => setFilled((now) => ({ ...now, ...patch }));
  const choose = (next: Verb): void => {
    work.clear();
    fill({ users: [], target: next === "reject" ? (sheet.mine?.targets.at(-1)?.target ?? "START") : "" });
    setVerb(next);
  };
  const moved = (): Promise<void> => {
    tellMoved(entity.name, String(row.id));
    return again();
  };
  const run = (): Promise<void> =>
    work.run(async () => {
      await send(verb!, filled, sheet, row.versionNum);
      toast.success(done(verb!, filled, mine));
      setVerb(null);
      setFilled(nothingFilled);
      await moved();
    });
  const remove = (taskId: string): void =>
    void work.run(async () => {
      await tasks.removeSign({ taskId });
      toast.success(["已取消加签", "Approver removed"]);
      await moved();
    });
  useRead(mine);
  if (!mine && !may.withdraw && !may.urge) return null;
  return (
    <FootBar>
      {verb ? (
        <ActForm
          verb={verb}
          filled={filled}
          mine={mine}
          entity={entity}
          row={row}
          busy={work.busy}
          error={work.error}
          fill={fill}
          send={() => void run()}
          cancel={() => setVerb(null)}
        />
      ) : null}
      {mine && mine.added.length > 0 ? <Added mine={mine} busy={work.busy} remove={remove} /> : null}
      {mine ? (
        <HolderBar sheet={sheet} filled={filled} verb={verb} tight={tight} fill={fill} choose={choose} />
      ) : (
        <StarterBar sheet={sheet} verb={verb} choose={choose} />
      )}
    </FootBar>
  );
}

/** Whoever has it in front of him has seen it: what came before can no longer be taken back unseen. */
function useRead(mine: MyTask | null): void {
  const taskId = mine?.status === "TODO" || mine?.status === "CLAIMED" ? mine.taskId : null;
  useEffect(() => {
    if (taskId) tasks.read({ taskId }).catch(() => undefined);
  }, [taskId]);
}

/** The signers I added who have not spoken yet; each may be let go again. */
function Added({ mine, busy, remove }: { readonly mine: MyTask; readonly busy: boolean; remove(taskId: string): void }) {
  const say = useText();
  return (
    <FootLine label={say(["加签人", "Added approvers"])}>
      <span className="pg-faint">
        {mine.status === "WAITING_SIGN"
          ? say(["您的决定等他们的意见：", "Your decision waits for:"])
          : say(["您加签、尚未处理的：", "Added by you, pending:"])}
      </span>
      {mine.added.map((entry) => (
        <Badge key={entry.taskId}>
          {entry.userName}
          <button
            type="button"
            className="s-icon-btn"
            disabled={busy}
            aria-label={say([`取消加签 ${entry.userName}`, `Remove ${entry.userName}`])}
            title={say(["取消加签", "Remove"])}
            onClick={() => remove(entry.taskId)}
          >
            <X size={13} />
          </button>
        </Badge>
      ))}
    </FootLine>
  );
}

interface PartProps {
  readonly sheet: Sheet;
  readonly verb: Verb | null;
  choose(verb: Verb): void;
}

interface HolderProps extends PartProps {
  readonly filled: Filled;
  readonly tight: boolean;
  fill(patch: Partial<Filled>): void;
}

function HolderBar({ sheet, filled, verb, tight, fill, choose }: HolderProps) {
  const say = useText();
  const mine = sheet.mine!;
  const waits = mine.status === "WAITING_SIGN";
  const next = useNextTask(mine.taskId);
  const may = (action: (typeof mine.allow)[number]): boolean => mine.allow.includes(action);
  const comment = useRef<InputRef>(null);
  // What only lacks a word is written on: the cursor stands where the word goes.
  useEffect(() => {
    if (verb !== null && lacksComment(verb, filled, mine)) comment.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- when the verb is chosen, not while the word is written
  }, [verb]);
  const mayReject = mine.targets.length > 0 || advises(mine);
  useKey("P", verbLabels.pass, () => choose("pass"), { off: waits || verb !== null });
  useKey("A", verbLabels.pass, () => choose("pass"), { off: waits || verb !== null });
  useKey("R", verbLabels.reject, () => choose("reject"), { off: waits || !mayReject || verb !== null });
  useKey("T", verbLabels.transfer, () => choose("transfer"), { off: waits || !may("TRANSFER") || verb !== null });
  const more: readonly Verb[] = [
    ...(may("ADD_SIGN") && tight ? (["addSign"] as const) : []),
    ...(may("DELEGATE") ? (["delegate"] as const) : []),
    ...(may("COPY") ? (["copy"] as const) : []),
  ];
  if (waits) return null;
  return (
    <FootLine>
      <FootWords
        tools={
          <>
            <MenuButton
              label={say(["常用语", "Phrases"])}
              items={phrases.map((text) => ({ key: text[0], label: say(text), run: () => fill({ comment: say(text) }) }))}
            >
              <button type="button" className="pg-link">
                {say(["常用语", "Phrases"])}
              </button>
            </MenuButton>
            <OpinionFiles to="opinion" value={filled.fileIds} change={(fileIds) => fill({ fileIds })} />
          </>
        }
      >
        <Input
          ref={comment}
          value={filled.comment}
          maxLength={4000}
          placeholder={say(
            mine.commentRequired === "ALWAYS"
              ? ["审批意见（必填）", "Comment (required)"]
              : advises(mine)
                ? ["您的意见（反对时必填）", "Your comment (required to object)"]
                : ["审批意见（驳回时必填）", "Comment (needed to reject)"],
          )}
          aria-label={say(["审批意见", "Comment"])}
          onChange={(event) => fill({ comment: event.target.value })}
        />
      </FootWords>
      <Button type={verb === null ? "primary" : "default"} icon={<Check size={14} />} onClick={() => choose("pass")}>
        {say(verbLabels.pass)} <kbd>A</kbd>
      </Button>
      {mayReject ? (
        <Button icon={<CornerUpLeft size={14} />} onClick={() => choose("reject")}>
          {say(advises(mine) ? ["反对", "Object"] : verbLabels.reject)} <kbd>R</kbd>
        </Button>
      ) : null}
      {may("TRANSFER") ? (
        <Button icon={<Forward size={14} />} onClick={() => choose("transfer")}>
          {say(verbLabels.transfer)} <kbd>T</kbd>
        </Button>
      ) : null}
      {may("ADD_SIGN") && !tight ? (
        <Button icon={<UserRoundPlus size={14} />} onClick={() => choose("addSign")}>
          {say(verbLabels.addSign)}
        </Button>
      ) : null}
      {more.length > 0 ? (
        <MenuButton
          label={say(["更多操作", "More actions"])}
          items={more.map((key) => ({ key, label: say(verbLabels[key]), run: () => choose(key) }))}
        >
          <Button type="text" icon={<Ellipsis size={16} />} aria-label={say(["更多操作", "More actions"])} />
        </MenuButton>
      ) : null}
      <span className="pg-grow" />
      {next.left > 0 && !tight ? (
        <button type="button" className="pg-link" onClick={next.go}>
          {say([`下一件 J，还有 ${next.left} 件`, `Next J, ${next.left} more`])}
        </button>
      ) : null}
    </FootLine>
  );
}

function StarterBar({ sheet, verb, choose }: PartProps) {
  const say = useText();
  const { may } = sheet;
  const current = sheet.steps.filter((step) => step.state === "CURRENT");
  const open = current.flatMap((step) => step.people.filter((person) => person.status === "TODO" || person.status === "CLAIMED"));
  const who = [...new Set(open.map((person) => person.userName))].join(say(["、", ", "]));
  return (
    <FootLine>
      <span className="pg-faint">{who ? say([`等 ${who} 处理`, `Waiting for ${who}`]) : null}</span>
      <span className="pg-grow" />
      {may.copy ? (
        <Button icon={<Send size={14} />} disabled={verb === "copy"} onClick={() => choose("copy")}>
          {say(verbLabels.copy)}
        </Button>
      ) : null}
      {may.urge ? (
        <Button icon={<BellRing size={14} />} disabled={verb === "urge"} onClick={() => choose("urge")}>
          {say(verbLabels.urge)}
        </Button>
      ) : null}
      {may.withdraw ? (
        <Button icon={<Undo2 size={14} />} disabled={verb === "withdraw"} onClick={() => choose("withdraw")}>
          {say(verbLabels.withdraw)}
        </Button>
      ) : null}
    </FootLine>
  );
}
