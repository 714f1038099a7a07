import { format, trim } from "#kernel/decimal.ts";
import type { Text } from "#kernel/text.ts";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useStore } from "zustand";
import { agreement } from "../agreement.entity.ts";
import { UseBar } from "./UseBar.tsx";

const path = "srmServer/v1/srmPurAgreementHeaderRestful";

/** What one line of an order holds or has released of the agreement. */
interface Drawing {
  readonly orderId: string;
  readonly orderLineId: string | null;
  readonly orderNum: string | null;
  readonly lineNum: number | null;
  readonly occupiedQty: string;
  readonly releasedQty: string;
  readonly occupiedAmount: string;
  readonly releasedAmount: string;
}

/** How much of the agreement is used. */
export function Standing({ model }: { readonly model: EditModel<typeof agreement> }) {
  const base = useStore(model.state, (state) => state.base);
  const isUsed = base && ["EFFECTIVE", "CHANGING"].includes(String(base.status)) && base.agreementType !== "PRICE";
  return isUsed && base.usedPct !== undefined ? <UseBar row={base} /> : null;
}

const figure = (value: unknown, scale?: number): string =>
  scale === undefined ? trim(String(value ?? "0")) : format(String(value ?? "0"), { scale });

/** The orders that hold the agreement or were released on it. */
export function Drawn({ model }: { readonly model: EditModel<typeof agreement> }) {
  const say = useText();
  const id = useStore(model.state, (state) => state.base?.id);
  const load = useLoad(`drawn:${String(id)}`, async () => (id ? (await call<readonly Drawing[]>(`${path}/listDrawn`, { id })).data : []));
  useChanged(agreement.name, load.again);
  if (!id) return null;
  const number = (key: keyof Drawing, label: Text, scale?: number) => ({
    key,
    title: say(label),
    number: true,
    cell: (row: Drawing) => figure(row[key], scale),
  });
  return (
    <Section name="drawn" title={say(["下达记录", "Releases"])}>
      <PanelState load={load} empty={say(["还没有订单使用本协议", "No releases yet"])} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <PlainTable
            label={say(["下达记录", "Releases"])}
            rows={rows}
            rowKey={(row) => `${row.orderId}|${String(row.orderLineId)}`}
            columns={[
              {
                key: "order",
                title: say(["订单", "Order"]),
                cell: (row) => (
                  <PageLink href={`/main/purOrderManage/purchaseOrderEdit?id=${row.orderId}`}>{row.orderNum ?? row.orderId}</PageLink>
                ),
              },
              { key: "line", title: say(["协议行", "Line"]), number: true, cell: (row) => row.lineNum },
              number("occupiedQty", ["占用数量", "Reserved"]),
              number("releasedQty", ["已下达数量", "Committed"]),
              number("occupiedAmount", ["占用金额", "Reserved amount"], 2),
              number("releasedAmount", ["已下达金额", "Committed amount"], 2),
            ]}
          />
        )}
      </PanelState>
    </Section>
  );
}
