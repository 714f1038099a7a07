import { EditPage } from "#kernel/web/page/edit/EditPage.tsx";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import type { EditSlots } from "#kernel/web/page/slots.ts";
import { useText } from "#kernel/web/language.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { Dialog } from "#kernel/web/shell/Dialog.tsx";
import type { RowStore } from "#kernel/web/table/rowStore.ts";
import type { Button as ToolButton } from "#kernel/web/table/types.ts";
import { openWindow } from "#modules/demand/web.tsx";
import { Button } from "antd";
import { ListPlus, Truck } from "lucide-react";
import { useStore } from "zustand";
import { notice } from "./notice.entity.ts";
import { ChooseRows } from "./parts/ChooseRows.tsx";
import { DockDay } from "./parts/DockDay.tsx";
import { FromRows } from "./parts/FromRows.tsx";
import { NoticeAnswer } from "./parts/NoticeAnswer.tsx";
import { Papers, type PaperOf } from "./parts/Papers.tsx";
import { asNoticeLine, rowsIn, startNote, startNotice, textOf } from "./parts/start.tsx";
import "./parts/ship.css";

export const page = { route: "purDeliveryManage/purDeliveryNoticeEdit", title: ["送货通知", "Delivery notice"] };

function ChooseWindow({ rows, close }: { readonly rows: RowStore; close(): void }) {
  const say = useText();
  return (
    <Dialog title={say(["选择订单交货行", "Choose schedule lines"])} onClose={close} className="sp-wide">
      <ChooseRows
        path="srmPurDeliveryNoticeRestful/listNoticeable"
        most="canNotice"
        press={["加入通知", "Add to notice"]}
        empty={["没有可通知的交货行。", "Nothing can be called off."]}
        take={(chosen) => {
          rows.insert(chosen.map(({ row, qty }) => asNoticeLine(row, qty)));
          close();
        }}
      />
    </Dialog>
  );
}

/** Rows come from orders: chosen from what may still be called off. */
const tools = (model: EditModel, rows: RowStore): readonly ToolButton[] =>
  model.editable() && model.viewer.may("btnSelectOrder")
    ? [
        {
          label: ["选择订单行", "Choose order lines"],
          icon: ListPlus,
          handler: () => openWindow((close) => <ChooseWindow rows={rows} close={close} />),
        },
      ]
    : [];

/** A supplier makes the shipment right from the call. */
function ShipNow({ model }: { readonly model: EditModel }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  const isLive = base !== null && ["CONFIRMED", "PARTIAL"].includes(textOf(base["status"]));
  if (!isLive || model.viewer.audience !== "supplier" || !model.viewer.may("btnToDeliveryNote")) return null;
  const open = rowsIn(base, "lines").filter((line) => Number(line["openQty"] ?? 0) > 0);
  const chosen = open.map((line) => ({
    row: { ...line, noticeLineId: line["id"], supplierId: base["supplierId"], orgId: base["orgId"] },
    qty: textOf(line["openQty"]),
  }));
  return (
    <div className="sp-tools">
      <Button type="primary" icon={<Truck size={15} />} disabled={open.length === 0} onClick={() => void startNote(chosen)}>
        {say(["生成送货单", "Create delivery note"])}
      </Button>
    </div>
  );
}

const papers: readonly PaperOf[] = [
  { label: ["送货通知 PDF", "Notice as PDF"], path: "srmPurDeliveryNoticeRestful/printPdf", button: "btnPrint" },
];

const slots: EditSlots = {
  head: (model) => (
    <>
      <ShipNow model={model} />
      <Papers model={model} papers={papers} />
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
      <FromRows path="srmPurDeliveryNoticeRestful/listNoticeable" most="canNotice" begin={startNotice}>
        <EditPage entity={notice} slots={slots} />
      </FromRows>
    </Ground>
  );
}
