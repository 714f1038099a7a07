import { textOf } from "#kernel/page-format.ts";
import type { Form } from "#kernel/seen.ts";
import { toast } from "#kernel/web/message.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import type { Button as ToolButton } from "#kernel/web/table/types.ts";
import { openWindow } from "#modules/demand/web.tsx";
import { ListPlus } from "lucide-react";
import { EffectPreview } from "./parts/EffectPreview.tsx";
import { Papers, writeOffPapers } from "./parts/Papers.tsx";
import { ChooseWindow } from "./parts/ReceiptRows.tsx";
import { asWriteOffLine, type Reversible } from "./parts/start.tsx";
import type { writeOff, writeOffLine } from "./write-off.entity.ts";

type Line = Form<typeof writeOffLine>;

function choose(model: EditModel<typeof writeOff>, rows: RowStore<Line>): void {
  const type = textOf(model.state.getState().header.writeOffType);
  if (!type) {
    toast.info(["请先选择冲销类型", "Choose the type first"]);
    return;
  }
  openWindow((close) => (
    <ChooseWindow<Reversible>
      title={type === "RETURN_REV" ? ["选择要冲销的退货", "Choose returns to reverse"] : ["选择接收行", "Choose receipt lines"]}
      path="srmPurWriteOffRestful/listReversible"
      body={{ type }}
      empty={["没有可冲销的接收行。", "Nothing to reverse."]}
      searches
      keyOf={(row) => textOf(type === "RETURN_REV" ? row.transactionId : row.receiveLineId)}
      figures={[
        [["接收日期", "Received"], "receiveDate"],
        [["合格", "Accepted"], "acceptedQty"],
        [["可冲销", "Reversible"], "reversibleQty"],
        [["可撤销拒收", "Rejection reversible"], "reversibleRejectedQty"],
      ]}
      take={(chosen) => rows.insert(chosen.map(asWriteOffLine(type)))}
      close={close}
    />
  ));
}

const tools = (model: EditModel<typeof writeOff>, rows: RowStore<Line>): readonly ToolButton<Line>[] =>
  model.editable() && model.viewer.may("btnSelectReceive")
    ? [{ label: ["选择接收行", "Choose receipt lines"], icon: ListPlus, handler: () => choose(model, rows) }]
    : [];

export const slots: EditSlots<typeof writeOff> = {
  head: (model) => <Papers model={model} papers={writeOffPapers} />,
  lineToolbar: { lines: tools },
  cells: { lines: { orderRow: { width: 192 } } },
  afterLines: (model) => (model.viewer.audience === "supplier" ? null : <EffectPreview model={model} />),
  links: [
    {
      key: "effect",
      label: ["影响预览", "Effect"],
      when: (model) => model.viewer.audience !== "supplier" && model.state.getState().base?.status !== "POSTED",
    },
  ],
};
