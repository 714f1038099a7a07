import { amountText, dateText, numberText, textOf } from "#kernel/page-format.ts";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { ChainButton } from "#modules/demand/web.tsx";
import { useStore } from "zustand";
import { order } from "../order.entity.ts";

const share = (value: unknown): number => Number(textOf(value) || 0);
const percent = (value: unknown): string => numberText({ kind: "percent" }, textOf(value) || "0");

/** How an order stands, over everything else: answered, received, invoiced, what is due next, and its chain. */
export function OrderStrip({ model }: { readonly model: EditModel<typeof order> }) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const base = useStore(model.state, (state) => state.base);
  const confirm = useLookup("PUR_CONFIRM_STATUS");
  const internal = model.viewer.audience === "internal";
  if (!base) return null;
  const currency = textOf(doc.currency) || "CNY";
  const deadline = dateText({ kind: "datetime" }, doc.confirmDeadline);
  return (
    <FigureStrip
      label={say(["订单进度", "Progress"])}
      figures={[
        {
          key: "amount",
          label: say(["未税 / 税额", "Net / tax"]),
          value: amountText(doc.amountExcl, currency),
          note: amountText(doc.taxAmount, currency),
        },
        {
          key: "confirmed",
          label: say(["供应商确认", "Confirmation"]),
          value: confirm.meaning(textOf(doc.confirmStatus)),
          note: doc.confirmDeadline && doc.status === "PUBLISHED" ? say([`期限 ${deadline}`, `by ${deadline}`]) : null,
        },
        {
          key: "received",
          label: say(["收货", "Received"]),
          value: percent(doc.receiptPercent),
          percent: share(doc.receiptPercent),
          note: amountText(doc.receivedAmount, currency),
        },
        ...(internal
          ? [
              {
                key: "invoiced",
                label: say(["开票", "Invoiced"]),
                value: percent(doc.invoicePercent),
                percent: share(doc.invoicePercent),
                note: amountText(doc.invoicedAmount, currency),
              },
            ]
          : []),
        { key: "due", label: say(["最近应交", "Next due"]), value: textOf(doc.nextDueDate) || "–" },
      ]}
      end={<ChainButton of={{ docType: order.name, docId: base.id }} word />}
    />
  );
}
