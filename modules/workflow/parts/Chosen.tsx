import { Inline } from "#kernel/web/block/layout.tsx";
import { Button, Input } from "antd";
import { CheckCheck, Hand } from "lucide-react";
import { useState } from "react";
import type { Text } from "#kernel/text.ts";
import { CallError } from "#kernel/web/call-error.ts";
import { useText } from "#kernel/web/language.ts";
import { toast } from "#kernel/web/message.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { useWork } from "#kernel/web/part/useWork.ts";
import { tellMoved } from "./sheetStore.tsx";
import { offeredFor } from "./selection.ts";
import { tasks } from "./wire.tsx";
import type { TodoRow } from "./rows.ts";

const taskOf = (row: TodoRow): string => String(row.taskId);

interface TaskAnswer {
  readonly taskId: string;
  readonly status: string;
  readonly msg?: string | undefined;
}

const claimed = (taskId: string): Promise<TaskAnswer> =>
  tasks.claim(taskId).then(
    () => ({ taskId, status: "S" }),
    (error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      return { taskId, status: "E", msg: error.msg };
    },
  );

interface ChosenProps {
  readonly rows: readonly TodoRow[];
  clear(): void;
  told(current: ReadonlyMap<string, string>): void;
  again(): void;
}

/** Claims or approves several tasks; each is answered by itself, and what was refused says why on its row. */
export function Chosen({ rows, clear, told, again }: ChosenProps) {
  const say = useText();
  const viewer = useViewer();
  const work = useWork();
  const [comment, setComment] = useState("");
  const { claims, individual } = offeredFor(rows);
  const finish = (answers: readonly TaskAnswer[], done: Text): void => {
    const bad = answers.filter((answer) => answer.status === "E");
    told(new Map(bad.map((taskAnswer) => [taskAnswer.taskId, taskAnswer.msg ?? ""])));
    const good = answers.length - bad.length;
    if (bad.length > 0)
      toast.warning([`${good} 件${done[0]}，${bad.length} 件没有，原因见行上`, `${good} ${done[1]}, ${bad.length} refused, see the rows`]);
    else toast.success([`${good} 件${done[0]}`, `${good} ${done[1]}`]);
    clear();
    for (const row of rows) tellMoved(String(row.bizEntity), String(row.bizId));
    again();
  };
  const pass = (): Promise<void> => work.run(async () => finish(await tasks.batchPass(rows.map(taskOf), comment), ["已同意", "approved"]));
  const claim = (): Promise<void> =>
    work.run(async () => {
      const answers: TaskAnswer[] = [];
      for (const row of claims) answers.push(await claimed(taskOf(row)));
      finish(answers, ["已认领", "claimed"]);
    });
  return (
    <Inline as="span">
      <b>{say([`已选 ${rows.length} 件`, `${rows.length} selected`])}</b>
      {claims.length > 0 && viewer.may("btnClaim") ? (
        <Button size="small" icon={<Hand size={14} />} loading={work.busy} onClick={() => void claim()}>
          {say([`认领 ${claims.length} 件`, `Claim ${claims.length}`])}
        </Button>
      ) : null}
      {individual === 0 && viewer.may("btnBatchPass") ? (
        <>
          <Input
            size="small"
            value={comment}
            placeholder={say(["共同的意见（可不填）", "A comment for all"])}
            aria-label={say(["意见", "Comment"])}
            onChange={(event) => setComment(event.target.value)}
          />
          <Button size="small" type="primary" icon={<CheckCheck size={14} />} loading={work.busy} onClick={() => void pass()}>
            {say(["批量同意", "Approve selected"])}
          </Button>
        </>
      ) : null}
      {individual > 0 && individual < rows.length ? (
        <span className="pg-code">{say([`其中 ${individual} 件须逐件审批`, `${individual} must be decided individually`])}</span>
      ) : null}
      <Button size="small" type="text" onClick={clear}>
        {say(["取消选择", "Clear"])}
      </Button>
      {work.error ? <span className="pc-bad">{work.error}</span> : null}
    </Inline>
  );
}
