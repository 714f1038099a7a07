import { Notice } from "#kernel/web/block/Notice.tsx";
import { Inline, Stack } from "#kernel/web/block/layout.tsx";
import { Button, Input, Select } from "antd";
import { ref } from "#kernel/field.ts";
import { useState } from "react";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { RefInput } from "#kernel/web/page/field/RefInput.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { useNodes } from "./nodes.tsx";
import { tellMoved } from "./sheetStore.tsx";
import { instances, type Sheet, type SheetPerson } from "./wire.tsx";
import type { MatterRow } from "./rows.ts";

type Kind = "doReassign" | "doJump" | "doSuspend" | "doResume" | "doRetry" | "doStop";

const kinds: readonly {
  readonly kind: Kind;
  readonly label: Text;
  readonly button: string;
  readonly from: readonly string[];
  readonly danger?: true;
}[] = [
  { kind: "doReassign", label: ["改派", "Reassign"], button: "btnReassign", from: ["RUNNING", "ERROR"] },
  { kind: "doJump", label: ["跳转", "Jump"], button: "btnJump", from: ["RUNNING", "ERROR"] },
  { kind: "doSuspend", label: ["挂起", "Suspend"], button: "btnSuspend", from: ["RUNNING", "ERROR"] },
  { kind: "doResume", label: ["恢复", "Resume"], button: "btnResume", from: ["SUSPENDED"] },
  { kind: "doRetry", label: ["重试", "Retry"], button: "btnRetry", from: ["ERROR"] },
  { kind: "doStop", label: ["终止", "Stop"], button: "btnStop", from: ["RUNNING", "SUSPENDED", "ERROR"], danger: true },
];

const toWhom = ref("BaseUsers", "改派给", "Reassign to", { pick: { userType: "INTERNAL", userStatus: "ACTIVE" } });

interface Props {
  readonly sheet: Sheet;
  readonly row: MatterRow;
  /** The node chosen on the diagram. */
  readonly node: string | null;
  again(): void;
}

const openPeople = (sheet: Sheet): readonly (SheetPerson & { readonly nodeName: string })[] =>
  sheet.steps
    .filter((step) => step.state === "CURRENT")
    .flatMap((step) =>
      step.people
        .filter((person) => person.taskId && ["TODO", "CLAIMED", "WAITING_SIGN"].includes(person.status ?? ""))
        .map((person) => ({ ...person, nodeName: step.nodeName })),
    );

/** What an administrator may do from outside: always with a reason, always after saying what will happen. */
export function Intervene({ sheet, row, node, again }: Props) {
  const say = useText();
  const viewer = useViewer();
  const [kind, setKind] = useState<Kind | null>(null);
  const offered = kinds.filter((candidate) => candidate.from.includes(sheet.status) && viewer.may(candidate.button));
  if (offered.length === 0) return null;
  return (
    <section aria-label={say(["人工干预", "Intervene"])}>
      <h3 className="pg-h3">{say(["人工干预", "Intervene"])}</h3>
      <p className="pg-faint">
        {say([
          "干预永久记在单据的审批记录里；超过限额须另一名管理员确认。",
          "Recorded with the document. Above the limit a second administrator must confirm.",
        ])}
      </p>
      <Inline>
        {offered.map((entry) => (
          <Button
            key={entry.kind}
            size="small"
            danger={entry.danger === true}
            {...(kind === entry.kind ? { type: "primary" as const } : {})}
            onClick={() => setKind(kind === entry.kind ? null : entry.kind)}
          >
            {say(entry.label)}
          </Button>
        ))}
      </Inline>
      {kind ? <Form key={kind} kind={kind} sheet={sheet} row={row} node={node} done={() => (setKind(null), again())} /> : null}
    </section>
  );
}

interface FormProps extends Omit<Props, "again"> {
  readonly kind: Kind;
  done(): void;
}

function Form({ kind, sheet, row, node, done }: FormProps) {
  const say = useText();
  const work = useWork();
  const nodes = useNodes(sheet);
  const people = openPeople(sheet);
  const [reason, setReason] = useState("");
  const [target, setTarget] = useState<string | null>(null);
  const [taskId, setTaskId] = useState<string | null>(people[0]?.taskId ?? null);
  const [person, setPerson] = useState<Row>({});
  const nodeId = target ?? (node && nodes.some((candidate) => candidate.id === node) ? node : null);
  const lacks =
    (!reason.trim() && kind !== "doRetry" && kind !== "doResume") ||
    (kind === "doJump" && !nodeId) ||
    (kind === "doReassign" && (!taskId || !person.toUserId));
  const run = (): Promise<void> =>
    work.run(async () => {
      const answer = await instances.act(kind, {
        instanceId: sheet.instanceId,
        comment: reason,
        ...(kind === "doJump" ? { nodeId } : {}),
        ...(kind === "doReassign" ? { taskId, toUserId: person.toUserId } : {}),
      });
      const pending = (answer as { pending?: unknown } | null)?.pending;
      toast.success(pending ? ["已提交，等另一名管理员确认", "Sent; a second administrator must confirm"] : ["已处理", "Done"]);
      tellMoved(String(row.bizEntity), String(row.bizId));
      done();
    });
  return (
    <Stack gap="s">
      {kind === "doJump" ? (
        <Select
          className="pg-fill"
          aria-label={say(["跳到哪个节点", "Jump to"])}
          placeholder={say(["跳到哪个节点（也可在图上点）", "Jump to (or click it in the diagram)"])}
          value={nodeId}
          options={nodes.map((entry) => ({ value: entry.id, label: entry.name }))}
          onChange={setTarget}
        />
      ) : null}
      {kind === "doReassign" ? (
        <>
          <Select
            className="pg-fill"
            aria-label={say(["哪个任务", "Which task"])}
            value={taskId}
            options={people.map((entry) => ({ value: entry.taskId!, label: `${entry.nodeName} · ${entry.userName}` }))}
            onChange={setTaskId}
          />
          <RefInput
            field={toWhom}
            fieldKey="toUserId"
            row={person}
            label={say(toWhom.label)}
            placeholder={say(toWhom.label)}
            patch={(patch) => setPerson((now) => ({ ...now, ...patch }))}
          />
        </>
      ) : null}
      <Input.TextArea
        rows={2}
        value={reason}
        maxLength={2000}
        aria-label={say(["原因", "Reason"])}
        placeholder={say(["原因（必填）", "Reason (required)"])}
        onChange={(event) => setReason(event.target.value)}
      />
      <Effects
        kind={kind}
        people={people}
        target={nodes.find((candidate) => candidate.id === nodeId)?.name ?? null}
        starter={sheet.starterName}
      />
      {work.error ? (
        <p className="pg-error" role="alert">
          {work.error}
        </p>
      ) : null}
      <Inline>
        <Button
          type="primary"
          danger={kind === "doStop" || kind === "doJump"}
          loading={work.busy}
          disabled={lacks}
          onClick={() => void run()}
        >
          {say([
            `确认${say(kinds.find((candidate) => candidate.kind === kind)!.label)}`,
            kinds.find((candidate) => candidate.kind === kind)!.label[1],
          ])}
        </Button>
      </Inline>
    </Stack>
  );
}

interface EffectsProps {
  readonly kind: Kind;
  readonly people: readonly SheetPerson[];
  readonly target: string | null;
  readonly starter: string;
}

/** What will happen, before it happens. */
function Effects({ kind, people, target, starter }: EffectsProps) {
  const say = useText();
  const who = people.map((person) => person.userName).join(say(["、", ", "])) || "–";
  const lines: Readonly<Record<Kind, readonly Text[]>> = {
    doReassign: [[`${who} 的任务交给新的人，两人都收到消息`, `The task moves from ${who}; both are notified`]],
    doJump: [
      [`取消 ${people.length} 个待办（${who}）`, `${people.length} open tasks are cancelled (${who})`],
      target ? [`「${target}」产生新的待办`, `New tasks open at ${target}`] : ["先选择目标节点", "Choose the target first"],
    ],
    doSuspend: [["待办保留，时限暂停，没人能处理，直到恢复", "Tasks stay, time limits pause, nobody can act until it is resumed"]],
    doResume: [["时限接着走，待办可以处理", "Time limits continue, tasks can be handled again"]],
    doRetry: [["失败的自动步骤再执行一次", "The failed step is run again"]],
    doStop: [
      [`取消 ${people.length} 个待办（${who}）`, `${people.length} open tasks are cancelled (${who})`],
      [`单据按自己的规则退回，${starter} 收到消息`, `The document is returned by its own rule; ${starter} is notified`],
    ],
  };
  return (
    <Notice tone="warning">
      <ul aria-label={say(["会发生什么", "What happens"])}>
        {lines[kind].map((text) => (
          <li key={text[0]}>{say(text)}</li>
        ))}
      </ul>
    </Notice>
  );
}
