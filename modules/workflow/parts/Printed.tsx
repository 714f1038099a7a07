import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import type { ApprovalProps } from "#kernel/web/page/document/approvals.tsx";
import { useText } from "#kernel/web/language.ts";
import { useSheet } from "./sheetStore.tsx";
import { verbWords } from "./wire.tsx";

/** Who decided what and when, all rounds, as a printed document carries it. */
export function Printed({ entity, row }: ApprovalProps) {
  const say = useText();
  const { sheet } = useSheet(entity.name, String(row.id), row.versionNum);
  const entries = (sheet?.steps ?? []).flatMap((step) =>
    step.people.filter((person) => person.action !== null).map((person) => ({ step, one: person })),
  );
  if (!sheet || entries.length === 0) return null;
  return (
    <section>
      <h2>{say(["审批记录", "Approval"])}</h2>
      <PlainTable
        label={say(["审批记录", "Approval"])}
        rows={entries}
        rowKey={({ one }, at) => one.taskId ?? String(at)}
        columns={[
          { key: "round", title: say(["轮次", "Round"]), cell: ({ step }) => step.round },
          { key: "step", title: say(["节点", "Step"]), cell: ({ step }) => step.nodeName },
          {
            key: "by",
            title: say(["审批人", "By"]),
            cell: ({ one }) => `${one.userName}${one.forUserName ? say([`（代${one.forUserName}）`, ` (for ${one.forUserName})`]) : ""}`,
          },
          {
            key: "decision",
            title: say(["结果", "Decision"]),
            cell: ({ one }) => say(verbWords[one.action!] ?? [one.action!, one.action!]),
          },
          { key: "comment", title: say(["意见", "Comment"]), cell: ({ one }) => one.comment },
          { key: "at", title: say(["时间", "At"]), cell: ({ one }) => one.doneAt?.slice(0, 16) },
        ]}
      />
    </section>
  );
}
