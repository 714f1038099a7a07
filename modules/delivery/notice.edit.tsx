import { textOf } from "#kernel/page-format.ts";
import type { Form } from "#kernel/seen.ts";
import { Inline } from "#kernel/web/block/layout.tsx";
import { BeginFrom } from "#kernel/web/from/BeginFrom.tsx";
import { ChooseDialog } from "#kernel/web/from/ChooseDialog.tsx";
import { startFrom } from "#kernel/web/from/fromCalls.ts";
import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useText } from "#kernel/web/language.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import type { Button as ToolButton } from "#kernel/web/table/types.ts";
import { openWindow } from "#modules/demand/web.tsx";
import { Button } from "antd";
import { ListPlus, Truck } from "lucide-react";
import { useStore } from "zustand";
import { notice, type noticeLine } from "./notice.entity.ts";
import { DockDay } from "./parts/DockDay.tsx";
import { NoticeAnswer } from "./parts/NoticeAnswer.tsx";
import { noticePapers, Papers } from "./parts/Papers.tsx";
import { callOffsFrom, shipmentsFrom } from "./parts/start.tsx";

export const page = { route: "purDeliveryManage/purDeliveryNoticeEdit", title: ["送货通知", "Delivery notice"] };

type Line = Form<typeof noticeLine>;

/** Rows come from orders: chosen from what may still be called off. */
const tools = (model: EditModel<typeof notice>, rows: RowStore<Line>): readonly ToolButton<Line>[] =>
  model.editable() && model.viewer.may("btnSelectOrder")
    ? [
        {
          label: ["选择订单行", "Choose order lines"],
          icon: ListPlus,
          handler: () =>
            openWindow((close) => (
              <ChooseDialog
                title={["选择订单交货行", "Choose schedule lines"]}
                of={callOffsFrom}
                press={["加入通知", "Add to notice"]}
                take={(lines) => rows.insert(lines)}
                close={close}
              />
            )),
        },
      ]
    : [];

/** A supplier makes the shipment right from the call. */
function ShipNow({ model }: { readonly model: EditModel<typeof notice> }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const isLive = base !== null && ["CONFIRMED", "PARTIAL"].includes(textOf(base.status));
  if (!isLive || model.viewer.audience !== "supplier" || !model.viewer.may("btnToDeliveryNote")) return null;
  const open = (base.lines ?? []).filter((line) => Number(line.openQty ?? 0) > 0);
  const chosen = open.map((line) => ({ source: "NOTICE", id: line.id }));
  return (
    <Inline>
      <Button type="primary" icon={<Truck size={15} />} disabled={open.length === 0} onClick={() => void startFrom(shipmentsFrom, chosen)}>
        {say(["生成送货单", "Create delivery note"])}
      </Button>
    </Inline>
  );
}

const slots: EditSlots<typeof notice> = {
  head: (model) => (
    <>
      <ShipNow model={model} />
      <Papers model={model} papers={noticePapers} />
    </>
  ),
  lineToolbar: { lines: tools },
  afterLines: (model) => (model.viewer.audience === "supplier" ? null : <DockDay model={model} />),
  links: [{ key: "docks", label: ["卸货口日历", "Dock calendar"], when: (model) => model.viewer.audience !== "supplier" }],
  asks: { doSupplierConfirm: (ask) => <NoticeAnswer ask={ask} /> },
};

/** A call-off being drawn up, answered and followed. */
export default function NoticeEdit() {
  return (
    <Ground>
      <BeginFrom of={callOffsFrom}>
        <EditPage entity={notice} slots={slots} />
      </BeginFrom>
    </Ground>
  );
}
