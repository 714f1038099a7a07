import { amountText } from "#kernel/page-format.ts";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { useText } from "#kernel/web/language.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { StatusTag } from "#kernel/web/page/StatusTag.tsx";
import { paymentDetail } from "../payment-detail/payment-detail.entity.ts";
import { carryOver } from "./carry-over.entity.ts";
import { collection } from "./collection.entity.ts";

interface Of {
  readonly id: string;
  readonly applyNo: string;
  readonly currency: string | undefined;
}

const most = { pageIndex: 1, pageRows: 200, count: "none" };

/** The bank entries of an advance, reversed ones included. */
export function PaymentRecord({ applyNo, currency }: Of) {
  const say = useText();
  const load = useLoad(`rcn.paid.${applyNo}`, async () => (await entityCall.page(paymentDetail, { ...most, ownerNum: applyNo })).data);
  useChanged(paymentDetail.name, load.again);
  return (
    <Section name="paid" title={say(["付款记录", "Payment record"])}>
      <PanelState load={load} empty={say(["还没有付款。", "Nothing was paid yet."])} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <PlainTable
            stacked
            label={say(["付款记录", "Payment record"])}
            rows={rows}
            rowKey={(row) => String(row.id)}
            columns={[
              {
                key: "no",
                title: say(["付款流水号", "Entry no."]),
                cell: (row) => <PageLink href={`rcnPaymentDetailList?id=${String(row.id)}`}>{row.detailNo}</PageLink>,
              },
              { key: "day", title: say(["付款日", "Paid on"]), cell: (row) => row.payDate },
              { key: "flow", title: say(["银行流水号", "Bank entry no."]), cell: (row) => row.bankFlowNo },
              {
                key: "amount",
                title: say(["金额", "Amount"]),
                number: true,
                cell: (row) => amountText(String(row.amount ?? "0"), currency),
              },
              { key: "status", title: say(["状态", "Status"]), cell: (row) => <StatusTag entity={paymentDetail} code={row.status} /> },
            ]}
          />
        )}
      </PanelState>
    </Section>
  );
}

/** What of an advance goes to another one or is paid back, with the state of each. */
export function MovesRecord({ id, currency }: Of) {
  const say = useText();
  const load = useLoad(`rcn.moves.${id}`, async () => {
    const [carried, collected] = await Promise.all([
      entityCall.page(carryOver, { ...most, fromAdvanceId: id }),
      entityCall.page(collection, { ...most, advanceId: id }),
    ]);
    return [
      ...carried.data.map((row) => ({
        ...{ key: String(row.id), kind: carryOver.label, num: row.carryNo, amount: row.amount, note: row.toAdvanceCode },
        ...{ href: `advanceCarryOverEdit?id=${String(row.id)}`, status: <StatusTag entity={carryOver} code={row.status} /> },
      })),
      ...collected.data.map((row) => ({
        ...{ key: String(row.id), kind: collection.label, num: row.collectNo, amount: row.amount, note: row.expectDate },
        ...{ href: `collectAdvanceEdit?id=${String(row.id)}`, status: <StatusTag entity={collection} code={row.status} /> },
      })),
    ];
  });
  useChanged(carryOver.name, load.again);
  useChanged(collection.name, load.again);
  return (
    <Section name="moves" title={say(["结转与收回", "Carried over and collected"])}>
      <PanelState
        load={load}
        empty={say(["没有结转或收回。", "Nothing was carried over or collected."])}
        isEmpty={(rows) => rows.length === 0}
      >
        {(rows) => (
          <PlainTable
            stacked
            label={say(["结转与收回", "Carried over and collected"])}
            rows={rows}
            rowKey={(row) => row.key}
            columns={[
              { key: "kind", title: say(["单据", "Document"]), cell: (row) => say(row.kind) },
              { key: "num", title: say(["编号", "Number"]), cell: (row) => <PageLink href={row.href}>{row.num}</PageLink> },
              { key: "note", title: say(["转入预付/预计日", "To advance, or expected on"]), cell: (row) => row.note ?? "" },
              {
                key: "amount",
                title: say(["金额", "Amount"]),
                number: true,
                cell: (row) => amountText(String(row.amount ?? "0"), currency),
              },
              { key: "status", title: say(["状态", "Status"]), cell: (row) => row.status },
            ]}
          />
        )}
      </PanelState>
    </Section>
  );
}
