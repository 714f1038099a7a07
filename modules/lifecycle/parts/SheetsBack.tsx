import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Button } from "antd";
import { useStore } from "zustand";
import { inspection } from "../inspect.entity.ts";
import { useAsk } from "./useAsk.tsx";

/** Where the leader gives a sheet back to its member while the scores are summed up. */
export function SheetsBack({ model }: { readonly model: EditModel }) {
  const say = useText();
  const viewer = useViewer();
  const base = useStore(model.state, (state) => state.base);
  const asking = useAsk(inspection, base ?? {}, (document) => model.take(document));
  const isLeader = base?.["leaderId"] === viewer.userId && viewer.may("btnSummary");
  if (!base || base["status"] !== "SUMMARIZING" || !isLeader) return null;
  const members = new Map(
    ((base["members"] as Row[] | undefined) ?? []).map((one) => [String(one["userId"]), String(one["userName"] ?? "")]),
  );
  return (
    <section className="pg-section" aria-label={say(["退回评分表", "Return a sheet"])}>
      <h2 className="pg-h2">{say(["退回评分表", "Return a sheet"])}</h2>
      <p className="li-empty">
        {say(["退回后总分清空，成员重新提交后再次汇总", "The totals are cleared until the member sends the sheet again"])}
      </p>
      <div className="li-row">
        {[...members].map(([memberId, name]) => (
          <Button key={memberId} onClick={() => asking.ask("doReturnScore", { memberId }, name)}>
            {say([`退回 ${name}`, `Return ${name}`])}
          </Button>
        ))}
      </div>
      {asking.dialog}
    </section>
  );
}
