import { FactGrid } from "#kernel/web/block/FactGrid.tsx";
import { Inline, Stack, Words } from "#kernel/web/block/layout.tsx";
import { Badge, Notice } from "#kernel/web/block/Notice.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { askCall } from "#kernel/web/page/askCall.ts";
import { tellChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { WorkError } from "#kernel/web/part/WorkError.tsx";
import { timeText } from "#kernel/web/clock.ts";
import { Button, Input } from "antd";
import { useState } from "react";
import { signState, type SignState } from "../signing/ask.ts";
import { contract } from "../contract.entity.ts";

const timeOf = (at: string): string => timeText(Date.parse(at)).slice(0, 16);
const room = "srmServer/v1/esignSignRestful";
type Task = SignState["tasks"][number];

/** How far signing is: who has signed, whose turn it is, the caller's own signature, and what the signed file proves. */
export function SigningSection({ id }: { readonly id: string }) {
  const say = useText();
  const { data, again } = useLoad(id, () => askCall(signState, { contractId: id }));
  if (!data || (data.tasks.length === 0 && !data.verdict)) return null;
  const mine = data.tasks.find((task) => task.mine);
  const isLinked = data.linkFlag ? data.tasks.find((task) => task.turn && task.side === "SUPPLIER") : undefined;
  const done = () => {
    again();
    tellChanged({ entity: contract.name, id });
  };
  return (
    <Section name="signing" title={say(["签署", "Signing"])}>
      <Stack>
        {data.tasks.length > 0 ? <Tasks tasks={data.tasks} /> : null}
        {mine && data.flowId ? <SignNow task={mine} flowId={data.flowId} isClick={data.isClick} done={done} /> : null}
        {isLinked && data.flowId ? <SendLink task={isLinked} flowId={data.flowId} /> : null}
        {data.verdict ? <Proof verdict={data.verdict} /> : null}
      </Stack>
    </Section>
  );
}

function Tasks({ tasks }: { readonly tasks: readonly Task[] }) {
  const say = useText();
  const sides = { BUYER: say(["采购方", "Buyer"]), SUPPLIER: say(["供应商", "Supplier"]), OTHER: say(["其他", "Other"]) };
  const stateOf = (task: Task) => {
    if (task.state === "SIGNED") return <Badge tone="success">{say(["已签", "Signed"])}</Badge>;
    if (task.state === "REFUSED") return <Badge tone="error">{say(["已拒签", "Refused"])}</Badge>;
    return task.turn ? (
      <Badge tone="warning">{say(["轮到签署", "To sign now"])}</Badge>
    ) : (
      <Badge>{say(["等待前一方", "Waits for the other side"])}</Badge>
    );
  };
  return (
    <PlainTable
      label={say(["签署人", "Signers"])}
      rows={tasks}
      rowKey={(task) => task.id}
      columns={[
        { key: "side", title: say(["签署方", "Side"]), cell: (task) => sides[task.side as keyof typeof sides] ?? task.side },
        { key: "name", title: say(["签署人", "Signer"]), cell: (task) => task.name || "–" },
        { key: "state", title: say(["状态", "State"]), cell: stateOf },
        { key: "at", title: say(["时间", "Time"]), cell: (task) => (task.signedAt ? timeOf(task.signedAt) : (task.reason ?? "")) },
      ]}
    />
  );
}

interface Turn {
  readonly task: Task;
  readonly flowId: string;
  readonly isClick: boolean;
  done(): void;
}

/** The caller's own turn: identity is asked for as he signs; a click needs a code besides. */
function SignNow({ task, flowId, isClick, done }: Turn) {
  const say = useText();
  const work = useWork();
  const [code, setCode] = useState("");
  const [reason, setReason] = useState<string | null>(null);
  const about = { flowId, taskId: task.id };
  const press = (name: string, more: object) =>
    work.run(async () => {
      await call(`${room}/${name}`, { ...about, ...more });
      done();
    });
  const sendCode = () =>
    work.run(async () => {
      const { data } = await call<{ readonly target: string }>(`${room}/sendSignCode`, about);
      toast.success(say([`验证码已发送至 ${data.target}`, `A code was sent to ${data.target}`]));
    });
  return (
    <Stack gap="s">
      <Words>{say(["请先阅读正式合同，再签署。", "Read the official copy before you sign."])}</Words>
      {isClick ? (
        <Inline>
          <Input
            value={code}
            maxLength={6}
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-label={say(["验证码", "Code"])}
            placeholder={say(["验证码", "Code"])}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button onClick={() => void sendCode()}>{say(["发送验证码", "Send code"])}</Button>
        </Inline>
      ) : null}
      {reason === null ? null : (
        <Input.TextArea
          rows={2}
          maxLength={300}
          value={reason}
          aria-label={say(["拒签原因", "Why you refuse"])}
          placeholder={say(["拒签原因，至少5个字", "Why you refuse, at least 5 characters"])}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <WorkError of={work} />
      <Inline>
        {reason === null ? (
          <>
            <Button type="primary" loading={work.busy} onClick={() => void press("sign", { code })}>
              {say(["签署合同", "Sign contract"])}
            </Button>
            <Button onClick={() => setReason("")}>{say(["拒签", "Refuse"])}</Button>
          </>
        ) : (
          <>
            <Button danger loading={work.busy} onClick={() => void press("refuse", { reason })}>
              {say(["确认拒签", "Refuse to sign"])}
            </Button>
            <Button onClick={() => setReason(null)}>{say(["取消", "Cancel"])}</Button>
          </>
        )}
      </Inline>
    </Stack>
  );
}

/** A signer without an account gets a link of half an hour. */
function SendLink({ task, flowId }: Pick<Turn, "task" | "flowId">) {
  const say = useText();
  const work = useWork();
  const send = () =>
    work.run(async () => {
      const { data } = await call<{ readonly target: string }>(`${room}/querySignUrl`, { flowId, taskId: task.id, send: true });
      toast.success(
        say([`签署链接已发送至 ${data.target}，30 分钟内有效`, `The link was sent to ${data.target} and is valid for 30 minutes`]),
      );
    });
  return (
    <Inline>
      <Button loading={work.busy} onClick={() => void send()}>
        {say(["向供应商发送签署链接", "Send the link to the supplier"])}
      </Button>
      <WorkError of={work} />
    </Inline>
  );
}

/** What the signed file proves by itself, in words. */
function Proof({ verdict }: { readonly verdict: NonNullable<SignState["verdict"]> }) {
  const say = useText();
  const isGood = verdict.ok && verdict.stored;
  return (
    <Stack gap="s">
      <Notice tone={isGood ? "success" : "error"}>
        {isGood
          ? say([
              "签名有效：内容未被改动，签名覆盖全文，证书有效。",
              "The signatures are valid: nothing was changed, the whole file is covered, the certificates count.",
            ])
          : say(["签名未通过验证，请勿使用此文件。", "The signatures could not be verified. Do not rely on this file."])}
      </Notice>
      <FactGrid
        lines
        facts={verdict.signatures.map((entry, at) => ({
          key: String(at),
          label: [entry.signer, entry.company].filter(Boolean).join(" · "),
          value: entry.faults.length > 0 ? entry.faults.map((fault) => say(fault)).join(say(["；", "; "])) : say(["有效", "Valid"]),
          ...(entry.at ? { note: `${timeOf(entry.at)} ${entry.stamped ? say(["（可信时间戳）", "(trusted time)"]) : ""}` } : {}),
        }))}
      />
    </Stack>
  );
}
