import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { openPage } from "#kernel/web/router.ts";
import type { Button } from "#kernel/web/table/types.ts";
import { daysBetween } from "#kernel/days.ts";
import { nowText } from "#kernel/web/clock.ts";
import { Combine, Handshake, ShoppingCart } from "lucide-react";
import { useMemo, useState } from "react";
import { requisition } from "../requisition.entity.ts";
import { requisitionLine } from "../requisition-line.entity.ts";
import { findTargets, targets, ToTarget, type TargetType } from "./ToTarget.tsx";
import { LedgerFigure } from "./Postings.tsx";
import "./requisition.css";

interface BuyerLoad {
  readonly buyerId: string | null;
  readonly buyerName: string | null;
  readonly lines: number;
  readonly oldest: number;
}

const icons = { ORDER: ShoppingCart, AGREEMENT: Handshake, DEMAND_SUMMARY: Combine };

/** How much waits for each buyer and for how long; a press shows only that. */
function Buyers({ context }: { readonly context: ListContext }) {
  const say = useText();
  const load = useLoad(
    "requisition:buyers",
    async () => (await call<readonly BuyerLoad[]>("srmServer/v1/srmPurRequisitionLineRestful/listOpenBuyers", {})).data,
  );
  useChanged(requisition.name, load.again);
  const now = context.filter["buyerId"];
  const isOn = (one: BuyerLoad): boolean => (Array.isArray(now) ? now.includes(one.buyerId) : now === one.buyerId);
  if (!load.data || load.data.length < 2) return null;
  return (
    <div className="rq-buyers" role="group" aria-label={say(["按采购员", "By buyer"])}>
      {load.data.map((one) => (
        <button
          key={one.buyerId ?? "-"}
          type="button"
          className="rq-buyer"
          aria-pressed={one.buyerId !== null && isOn(one)}
          onClick={() => {
            if (one.buyerId === null) return context.choose("nobody");
            const { buyerId: _, ...rest } = context.filter;
            context.setFilter(isOn(one) ? rest : { ...rest, buyerId: [one.buyerId] });
          }}
        >
          {one.buyerName ?? say(["未分配", "Nobody"])} <b className="pg-figure">{one.lines}</b>
          <span className={one.oldest > 7 ? "rq-late" : "pg-faint"}>{say([`最久 ${one.oldest} 天`, `oldest ${one.oldest} d`])}</span>
        </button>
      ))}
    </div>
  );
}

/** Calendar days, as the report counts them. */
const ageOf = (row: Row): number => {
  const from = String(row["approvedAt"] ?? row["creationDate"] ?? "").slice(0, 10);
  return from ? Math.max(0, daysBetween(from, nowText().slice(0, 10))) : 0;
};

const figure = (key: string, cn: string, en: string, buckets: Readonly<Record<string, 1 | -1>>) => ({
  [key]: {
    width: 92,
    render: (row: Row) => (
      <LedgerFigure
        asked={{
          ...{ docType: requisition.name, docId: String(row["parentId"]), ownerIds: [String(row["id"])], buckets },
          ...{ label: [cn, en], value: String(row[key] ?? "0"), of: `${String(row["requisitionNum"] ?? "")}-${String(row["lineNum"])}` },
        }}
      />
    ),
  },
});

const cells = {
  requisitionNum: {
    onClick: (row: Row) => void openPage({ path: requisition.pages!.edit!, query: { id: String(row["parentId"]) } }),
    linkTag: true,
  },
  ...figure("openQty", "未清数量", "Open", { REQ: 1, CAN: -1, OCC: -1, ORD: -1 }),
  ...figure("occupiedQty", "占用数量", "Reserved", { OCC: 1 }),
  ...figure("orderedQty", "已下单", "Ordered", { ORD: 1 }),
  ...figure("receivedQty", "已收数量", "Received", { RCV: 1 }),
};

/** Every line of which something is open, by buyer and age, and what can be made out of the chosen ones. */
export function PoolList() {
  const [asked, setAsked] = useState<{ readonly type: TargetType; readonly lines: readonly Row[]; again(): void } | null>(null);
  const offered = useLoad("requisition:targets", findTargets);
  const slots = useMemo(
    () =>
      listSlots({
        hideNew: true,
        head: (context) => <Buyers context={context} />,
        cells,
        columns: [
          {
            ...{ key: "age", after: "needByDate", title: ["等待天数", "Age (days)"], width: 96, align: "right" as const, sortable: false },
            render: (row) => <span className={`pg-figure${ageOf(row) > 7 ? " rq-late" : ""}`}>{ageOf(row)}</span>,
          },
        ],
        rowTone: (row) => (row["urgency"] === "CRITICAL" ? "late" : row["urgency"] === "URGENT" ? "soon" : null),
        toolbar: ({ reload }) =>
          (offered.data ?? []).map((type): Button => ({
            ...{ label: targets[type].label, icon: icons[type], needSelection: "many", primary: type === "ORDER" },
            handler: ({ rows }) => setAsked({ type, lines: rows, again: reload }),
          })),
      }),
    [offered.data],
  );
  return (
    <>
      <ListPage entity={requisitionLine} list="pool" slots={slots} />
      {asked ? (
        <ToTarget
          type={asked.type}
          lines={asked.lines}
          close={(isDone) => {
            setAsked(null);
            if (isDone) asked.again();
          }}
        />
      ) : null}
    </>
  );
}
