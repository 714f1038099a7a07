import { Stack } from "#kernel/web/block/layout.tsx";
import type { ReactNode } from "react";
import { amountText } from "#kernel/page-format.ts";
import { withoutNumber } from "#kernel/home.ts";
import { useText } from "#kernel/web/language.ts";
import { Limit, Marks, type TaskGroup } from "./TaskTable.tsx";
import type { TodoRow } from "./rows.ts";

/** Tasks on a phone: a card for each, with the one thing to do. */
export function TaskCards({
  groups,
  open,
  act,
}: {
  readonly groups: readonly TaskGroup[];
  open(row: TodoRow): void;
  act(row: TodoRow): ReactNode;
}) {
  const say = useText();
  return (
    <Stack>
      {groups.map((group) => (
        <section key={group.key} aria-label={group.name}>
          <h2 className="pg-h3">
            {group.name} <span className="pg-count">{group.rows.length}</span>
          </h2>
          <div className="pg-cards">
            {group.rows.map((row) => (
              <article key={String(row.taskId)} className="pg-card">
                <button type="button" className="pg-card-open" onClick={() => open(row)}>
                  <span className="pg-card-title">
                    <b>{String(row.billNum)}</b> <Limit row={row} />
                  </span>
                  {row.amount ? (
                    <span className="pg-key">
                      <b>{amountText(row.amount, String(row.currency ?? "CNY"))}</b>
                    </span>
                  ) : null}
                  <span className="pg-card-rest">
                    <Marks row={row} />
                    {withoutNumber(String(row.subject), String(row.billNum ?? ""))}
                  </span>
                  <span className="pg-card-facts">
                    <span>
                      <i>{say(["节点", "Step"])}</i> {String(row.nodeName)}
                    </span>
                    <span>
                      <i>{say(["发起", "From"])}</i> {String(row.starterUserName ?? "")}
                    </span>
                  </span>
                </button>
                <div className="pg-card-buttons">{act(row)}</div>
              </article>
            ))}
          </div>
        </section>
      ))}
    </Stack>
  );
}
