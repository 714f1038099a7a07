import type { ApprovalProps } from "#kernel/web/page/document/approvals.tsx";
import { useText } from "#kernel/web/language.ts";
import { useSheet } from "./sheetStore.tsx";
import { verbWords } from "./wire.tsx";

/** Who decided what and when, all rounds, as a printed document carries it. */
export function Printed({ entity, row }: ApprovalProps) {
  const say = useText();
  const { sheet } = useSheet(entity.name, String(row["id"]), row["versionNum"]);
  const said = (sheet?.steps ?? []).flatMap((step) => step.people.filter((one) => one.action !== null).map((one) => ({ step, one })));
  if (!sheet || said.length === 0) return null;
  return (
    <section>
      <h2>{say(["审批记录", "Approval"])}</h2>
      <table>
        <thead>
          <tr>
            {(
              [
                ["轮次", "Round"],
                ["节点", "Step"],
                ["审批人", "By"],
                ["结果", "Decision"],
                ["意见", "Comment"],
                ["时间", "At"],
              ] as const
            ).map((head) => (
              <th key={head[1]}>{say(head)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {said.map(({ step, one }, at) => (
            <tr key={one.taskId ?? at}>
              <td>{step.round}</td>
              <td>{step.nodeName}</td>
              <td>
                {one.userName}
                {one.forUserName ? say([`（代${one.forUserName}）`, ` (for ${one.forUserName})`]) : null}
              </td>
              <td>{say(verbWords[one.action!] ?? [one.action!, one.action!])}</td>
              <td>{one.comment}</td>
              <td>{one.doneAt?.slice(0, 16)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
