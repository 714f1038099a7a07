import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Button } from "antd";
import { useStore } from "zustand";
import { inspection } from "../inspect.entity.ts";
import { useAsk } from "./useAsk.tsx";

/** Where the leader gives a sheet back to its member while the scores are summed up. */
export function SheetsBack({ model }: { readonly model: EditModel<typeof inspection> }) {
  const say = useText();
  const viewer = useViewer();
  const base = useStore(model.state, (state) => state.base);
  const asking = useAsk(inspection, base, (document) => model.take(document));
  const isLeader = base?.leaderId === viewer.userId && viewer.may("btnSummary");
  if (!base || base.status !== "SUMMARIZING" || !isLeader) return null;
  const members = new Map(base.members?.map(({ userId, userName }) => [userId ?? "", userName ?? ""]));
  return (
    <section className="pg-section" aria-label={say(["退回评分表", "Return a sheet"])}>
      <h2 className="pg-h2">{say(["退回评分表", "Return a sheet"])}</h2>
      <Words as="p" size="small">
        {say(["退回后总分清空，成员重新提交后再次汇总", "The totals are cleared until the member sends the sheet again"])}
      </Words>
      <Inline>
        {[...members].map(([memberId, name]) => (
          <Button key={memberId} onClick={() => asking.ask("doReturnScore", { memberId }, name)}>
            {say([`退回 ${name}`, `Return ${name}`])}
          </Button>
        ))}
      </Inline>
      {asking.dialog}
    </section>
  );
}
