import type { Row } from "#kernel/page-document.ts";
import { amountText, dateText, numberText } from "#kernel/page-format.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { ChainButton } from "#modules/demand/web.tsx";
import { FilePen } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { textOf } from "./useOrder.tsx";

const edit = "/main/purOrderManage/purchaseOrderEdit?id=";

function Cell({
  label,
  value,
  bar,
  note,
}: {
  readonly label: Text;
  readonly value: ReactNode;
  readonly bar?: number;
  readonly note?: ReactNode;
}) {
  const say = useText();
  return (
    <div className="or-cell">
      <span>{say(label)}</span>
      <b className="pg-figure">{value}</b>
      {note ? <small className="pg-figure">{note}</small> : null}
      {bar === undefined ? null : (
        <i className="dc-bar">
          <i style={{ width: `${Math.min(100, Math.max(0, bar))}%` }} />
        </i>
      )}
    </div>
  );
}

const share = (value: unknown): number => Number(textOf(value) || 0);
const percent = (value: unknown): string => numberText({ kind: "percent" }, textOf(value) || "0");

/** How an order stands, over everything else: answered, received, invoiced, what is due next, and its chain. */
export function OrderStrip({ model }: { readonly model: EditModel }) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const base = useStore(model.state, (state) => state.base);
  const confirm = useLookup("PUR_CONFIRM_STATUS");
  const internal = model.viewer.audience === "internal";
  if (!base) return null;
  const currency = textOf(doc["currency"]) || "CNY";
  return (
    <div className="or-strip" role="group" aria-label={say(["订单进度", "Progress"])}>
      <Cell
        label={["未税 / 税额", "Net / tax"]}
        value={amountText(doc["amountExcl"], currency)}
        note={amountText(doc["taxAmount"], currency)}
      />
      <Cell
        label={["供应商确认", "Confirmation"]}
        value={confirm.meaning(textOf(doc["confirmStatus"]))}
        note={
          doc["confirmDeadline"] && doc["status"] === "PUBLISHED"
            ? say([
                `期限 ${dateText({ kind: "datetime" }, doc["confirmDeadline"])}`,
                `by ${dateText({ kind: "datetime" }, doc["confirmDeadline"])}`,
              ])
            : null
        }
      />
      <Cell
        label={["收货", "Received"]}
        value={percent(doc["receiptPercent"])}
        bar={share(doc["receiptPercent"])}
        note={amountText(doc["receivedAmount"], currency)}
      />
      {internal ? (
        <Cell
          label={["开票", "Invoiced"]}
          value={percent(doc["invoicePercent"])}
          bar={share(doc["invoicePercent"])}
          note={amountText(doc["invoicedAmount"], currency)}
        />
      ) : null}
      <Cell label={["最近应交", "Next due"]} value={textOf(doc["nextDueDate"]) || "–"} />
      <div className="or-cell or-cell-links">
        <ChainButton of={{ docType: "SrmPurOrderHeader", docId: textOf(base["id"]) }} word />
      </div>
    </div>
  );
}

/** What a buyer must know before working on an order that is being changed. */
export function ChangeBanner({ row }: { readonly row: Row }) {
  const say = useText();
  const [changeId, liveId] = [textOf(row["changeId"]), textOf(row["liveId"])];
  if (!changeId && !liveId) return null;
  return (
    <p className="or-banner">
      <FilePen size={15} aria-hidden />
      {liveId ? (
        <>
          {say([
            "这是变更稿，批准后才生效；现行版照常执行。",
            "Draft revision: effective once approved. The current order stays in force until then.",
          ])}{" "}
          <PageLink href={`${edit}${encodeURIComponent(liveId)}`}>{say(["看现行订单", "Current order"])}</PageLink>
        </>
      ) : (
        <>
          {say(["订单正在变更，现行版照常执行。", "A change is in progress. The current order stays in force."])}{" "}
          <PageLink href={`${edit}${encodeURIComponent(changeId)}`}>{say(["打开变更稿", "Open the draft"])}</PageLink>
        </>
      )}
    </p>
  );
}
