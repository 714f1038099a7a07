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
  readonly row: Row;
  /** The node chosen on the diagram. */
  readonly node: string | null;
  again(): void;
}

const openPeople = (sheet: Sheet): readonly (SheetPerson & { readonly nodeName: string })[] =>
  sheet.steps
    .filter((step) => step.state === "CURRENT")
    .flatMap((step) =>
      step.people
        .filter((one) => one.taskId && ["TODO", "CLAIMED", "WAITING_SIGN"].includes(one.status ?? ""))
        .map((one) => ({ ...one, nodeName: step.nodeName })),
    );

/** What an administrator may do from outside: always with a reason, always after saying what will happen. */
export function Intervene({ sheet, row, node, again }: Props) {
  const say = useText();
  const viewer = useViewer();
  const [kind, setKind] = useState<Kind | null>(null);
  const offered = kinds.filter((one) => one.from.includes(sheet.status) && viewer.may(one.button));
  if (offered.length === 0) return null;
  return (
    <section className="wf-intervene" aria-label={say(["人工干预", "Intervene"])}>
      <h3 className="pg-h3">{say(["人工干预", "Intervene"])}</h3>
      <p className="pg-faint">
        {say([
          "干预永久记在单据的审批记录里；超过限额须另一名管理员确认。",
          "Recorded with the document. Above the limit a second administrator must confirm.",
        ])}
      </p>
      <div className="wf-intervene-kinds">
        {offered.map((one) => (
          <Button
            key={one.kind}
            size="small"
            danger={one.danger === true}
            {...(kind === one.kind ? { type: "primary" as const } : {})}
            onClick={() => setKind(kind === one.kind ? null : one.kind)}
          >
            {say(one.label)}
          </Button>
        ))}
      </div>
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
  const nodeId = target ?? (node && nodes.some((one) => one.id === node) ? node : null);
  const lacks =
    (!reason.trim() && kind !== "doRetry" && kind !== "doResume") ||
    (kind === "doJump" && !nodeId) ||
    (kind === "doReassign" && (!taskId || !person["toUserId"]));
  const run = (): Promise<void> =>
    work.run(async () => {
      const answer = await instances.act(kind, {
        instanceId: sheet.instanceId,
        comment: reason,
        ...(kind === "doJump" ? { nodeId } : {}),
        ...(kind === "doReassign" ? { taskId, toUserId: person["toUserId"] } : {}),
      });
      const pending = (answer as { pending?: unknown } | null)?.pending;
      toast.success(pending ? ["已提交，等另一名管理员确认", "Sent; a second administrator must confirm"] : ["已处理", "Done"]);
      tellMoved(String(row["bizEntity"]), String(row["bizId"]));
      done();
    });
  return (
    <div className="wf-intervene-form">
      {kind === "doJump" ? (
        <Select
          className="pg-fill"
          aria-label={say(["跳到哪个节点", "Jump to"])}
          placeholder={say(["跳到哪个节点（也可在图上点）", "Jump to (or click it in the diagram)"])}
          value={nodeId}
          options={nodes.map((one) => ({ value: one.id, label: one.name }))}
          onChange={setTarget}
        />
      ) : null}
      {kind === "doReassign" ? (
        <>
          <Select
            className="pg-fill"
            aria-label={say(["哪个任务", "Which task"])}
            value={taskId}
            options={people.map((one) => ({ value: one.taskId!, label: `${one.nodeName} · ${one.userName}` }))}
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
      <Effects kind={kind} people={people} target={nodes.find((one) => one.id === nodeId)?.name ?? null} starter={sheet.starterName} />
      {work.error ? (
        <p className="pg-error" role="alert">
          {work.error}
        </p>
      ) : null}
      <Button
        type="primary"
        danger={kind === "doStop" || kind === "doJump"}
        loading={work.busy}
        disabled={lacks}
        onClick={() => void run()}
      >
        {say([`确认${say(kinds.find((one) => one.kind === kind)!.label)}`, kinds.find((one) => one.kind === kind)!.label[1]])}
      </Button>
    </div>
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
  const who = people.map((one) => one.userName).join(say(["、", ", "])) || "–";
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
    <ul className="wf-effects" aria-label={say(["会发生什么", "What happens"])}>
      {lines[kind].map((text) => (
        <li key={text[0]}>{say(text)}</li>
      ))}
    </ul>
  );
}
