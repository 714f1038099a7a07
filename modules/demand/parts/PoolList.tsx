import type { Seen } from "#kernel/seen.ts";
import { Inline, Words } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { openPage } from "#kernel/web/router.ts";
import type { Button as ToolButton } from "#kernel/web/table/types.ts";
import { daysBetween } from "#kernel/days.ts";
import { nowText } from "#kernel/web/clock.ts";
import { Button } from "antd";
import { Combine, Handshake, ShoppingCart } from "lucide-react";
import { useMemo, useState } from "react";
import { requisition } from "../requisition.entity.ts";
import { requisitionLine } from "../requisition-line.entity.ts";
import { findTargets, targets, ToTarget, type TargetType } from "./ToTarget.tsx";
import { LedgerFigure } from "./Postings.tsx";

interface BuyerLoad {
  readonly buyerId: string | null;
  readonly buyerName: string | null;
  readonly lines: number;
  readonly oldest: number;
}

const icons = { ORDER: ShoppingCart, AGREEMENT: Handshake, DEMAND_SUMMARY: Combine };

/** How much waits for each buyer and for how long; a press shows only that. */
function Buyers({ context }: { readonly context: ListContext<typeof requisitionLine> }) {
  const say = useText();
  const load = useLoad(
    "requisition:buyers",
    async () => (await call<readonly BuyerLoad[]>("srmServer/v1/srmPurRequisitionLineRestful/listOpenBuyers", {})).data,
  );
  useChanged(requisition.name, load.again);
  const { buyerId: now } = context.filter;
  const isOn = (buyerLoad: BuyerLoad): boolean => (Array.isArray(now) ? now.includes(buyerLoad.buyerId) : now === buyerLoad.buyerId);
  if (!load.data || load.data.length < 2) return null;
  return (
    <Inline role="group" label={say(["按采购员", "By buyer"])}>
      {load.data.map((buyerLoad) => (
        <Button
          key={buyerLoad.buyerId ?? "-"}
          size="small"
          type={buyerLoad.buyerId !== null && isOn(buyerLoad) ? "primary" : "default"}
          ghost={buyerLoad.buyerId !== null && isOn(buyerLoad)}
          aria-pressed={buyerLoad.buyerId !== null && isOn(buyerLoad)}
          onClick={() => {
            if (buyerLoad.buyerId === null) return context.choose("nobody");
            const { buyerId: _, ...rest } = context.filter;
            context.setFilter(isOn(buyerLoad) ? rest : { ...rest, buyerId: [buyerLoad.buyerId] });
          }}
        >
          {buyerLoad.buyerName ?? say(["未分配", "Nobody"])} <b className="pg-figure">{buyerLoad.lines}</b>{" "}
          <Words tone={buyerLoad.oldest > 7 ? "error" : "neutral"}>
            {say([`最久 ${buyerLoad.oldest} 天`, `oldest ${buyerLoad.oldest} d`])}
          </Words>
        </Button>
      ))}
    </Inline>
  );
}

/** Calendar days, as the report counts them. */
const ageOf = (row: Seen<typeof requisitionLine>): number => {
  const from = String(row.approvedAt ?? row.creationDate ?? "").slice(0, 10);
  return from ? Math.max(0, daysBetween(from, nowText().slice(0, 10))) : 0;
};

const figure = (
  key: "openQty" | "occupiedQty" | "orderedQty" | "receivedQty",
  cn: string,
  en: string,
  buckets: Readonly<Record<string, 1 | -1>>,
) => ({
  [key]: {
    width: 92,
    render: (row: Seen<typeof requisitionLine>) => (
      <LedgerFigure
        asked={{
          docType: requisition.name,
          docId: String(row.parentId),
          ownerIds: [String(row.id)],
          buckets,
          label: [cn, en],
          value: String(row[key] ?? "0"),
          of: `${String(row.requisitionNum ?? "")}-${String(row.lineNum)}`,
        }}
      />
    ),
  },
});

const cells = {
  requisitionNum: {
    onClick: (row: Seen<typeof requisitionLine>) => void openPage({ path: requisition.pages!.edit!, query: { id: String(row.parentId) } }),
    linkTag: true,
  },
  ...figure("openQty", "未清数量", "Open", { REQ: 1, CAN: -1, OCC: -1, ORD: -1 }),
  ...figure("occupiedQty", "占用数量", "Reserved", { OCC: 1 }),
  ...figure("orderedQty", "已下单", "Ordered", { ORD: 1 }),
  ...figure("receivedQty", "已收数量", "Received", { RCV: 1 }),
};

/** Every line of which something is open, by buyer and age, and what can be made out of the chosen ones. */
export function PoolList() {
  const [asked, setAsked] = useState<{
    readonly type: TargetType;
    readonly lines: readonly Seen<typeof requisitionLine>[];
    again(): void;
  } | null>(null);
  const offered = useLoad("requisition:targets", findTargets);
  const slots = useMemo(
    () =>
      listSlots<typeof requisitionLine>({
        hideNew: true,
        head: (context) => <Buyers context={context} />,
        cells,
        columns: [
          {
            key: "age",
            after: "needByDate",
            title: ["等待天数", "Age (days)"],
            width: 96,
            align: "right" as const,
            sortable: false,
            render: (row) => <Words tone={ageOf(row) > 7 ? "error" : undefined}>{ageOf(row)}</Words>,
          },
        ],
        rowTone: (row) => (row.urgency === "CRITICAL" ? "late" : row.urgency === "URGENT" ? "soon" : null),
        toolbar: ({ reload }) =>
          (offered.data ?? []).map((type): ToolButton<Seen<typeof requisitionLine>> => ({
            label: targets[type].label,
            icon: icons[type],
            needSelection: "many",
            primary: type === "ORDER",
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
