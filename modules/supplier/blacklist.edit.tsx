import { Alert } from "antd";
import { useStore } from "zustand";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import type { blacklist } from "./blacklist.entity.ts";

/** What the entry does, or did, in one sentence. */
function Meaning({ model }: { readonly model: EditModel<typeof blacklist> }) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const included = (doc.related ?? []).filter((row) => row.includeFlag === "Y").length;
  const status = String(doc.status ?? "DRAFT");
  const more = included > 0 ? say([`，连同 ${included} 家关联方`, `, with ${included} related parties`]) : "";
  const text =
    doc.direction === "OUT"
      ? say([
          "移出后供应商回到潜在状态，品类保持已退出，须重新引入才能交易。",
          "Off the list, the supplier is potential again. Its categories stay exited until it is onboarded again.",
        ])
      : status === "APPROVING"
        ? say(["审批期间已暂停寻源、定标与下单。", "While it is being decided, sourcing, award and orders are blocked."])
        : status === "EFFECTIVE"
          ? say([`已禁止业务往来${more}，账号已停用。`, `Business is blocked${more}; its accounts are closed.`])
          : say([
              `批准后禁止业务往来${more}：退出全部品类、停用账号、按付款策略处理付款；同一信用代码不能注册、邀请或导入。`,
              `Once approved, business is blocked${more}: categories exited, accounts closed, payment by the policy; the same code cannot be registered, invited or imported.`,
            ]);
  return <Alert type={doc.direction === "OUT" ? "info" : "warning"} showIcon style={{ marginBottom: 12 }} title={text} />;
}

/** An entry of the blacklist with what it means. */
export const slots: EditSlots<typeof blacklist> = {
  head: (model) => <Meaning model={model} />,
  cells: { related: { taxKey: { columnsDisplay: "N" }, nameKey: { columnsDisplay: "N" } } },
};
