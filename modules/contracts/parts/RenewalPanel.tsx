import { daysBetween } from "#kernel/days.ts";
import { div, mul, sub } from "#kernel/decimal.ts";
import { amountText, priceText, textOf } from "#kernel/page-format.ts";
import { FigureStrip } from "#kernel/web/block/FigureStrip.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Stack } from "#kernel/web/block/layout.tsx";
import { today } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { askCall } from "#kernel/web/page/askCall.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { SidePanel } from "#kernel/web/page/slots.ts";
import { session } from "#kernel/web/session.ts";
import type { contract } from "../contract.entity.ts";
import { getRenewalFacts, type RenewalFacts } from "../renewal/page-calls.ts";

const percentOf = (from: string, to: string): string => (Number(from) === 0 ? "–" : `${div(mul(sub(to, from), "100"), from, 1)} %`);

/** What is known for the next contract: what the goods have cost, and how the supplier delivers. */
function Renewal({ id }: { readonly id: string }) {
  const load = useLoad(`cct.renewal.${id}`, () => askCall(getRenewalFacts, { id }));
  return (
    <PanelState load={load} empty="" isEmpty={() => false}>
      {(facts) => <Known facts={facts} />}
    </PanelState>
  );
}

function Known({ facts }: { readonly facts: RenewalFacts }) {
  const say = useText();
  return (
    <Stack>
      <FigureStrip
        label={say(["供应商表现", "How the supplier does"])}
        figures={[
          {
            key: "onTime",
            label: say(["近12个月准时率", "On time, 12 months"]),
            value: facts.onTimeRate === null ? "–" : `${facts.onTimeRate} %`,
          },
          {
            key: "spend",
            label: say(["近12个月收货额", "Received, 12 months"]),
            value: facts.spend12m === null ? "–" : amountText(facts.spend12m, undefined),
          },
          { key: "warnings", label: say(["待处理预警", "Open warnings"]), value: facts.warnings },
        ]}
      />
      <PlainTable
        label={say(["价格历史", "Price history"])}
        rows={facts.prices}
        rowKey={(row) => row.itemId}
        columns={[
          { key: "item", title: say(["物料", "Item"]), cell: (row) => row.itemName },
          { key: "agreed", title: say(["合同价", "Contract"]), number: true, cell: (row) => (row.agreed ? priceText(row.agreed) : "–") },
          { key: "last", title: say(["最近价", "Latest"]), number: true, cell: (row) => priceText(row.last) },
          { key: "change", title: say(["涨跌", "Change"]), number: true, cell: (row) => percentOf(row.first, row.last) },
        ]}
      />
    </Stack>
  );
}

const within = 90;

/** Beside a contract in force; it opens by itself where the contract ends within three months. */
export const renewalPanel: SidePanel<typeof contract> = {
  key: "renewal",
  label: ["续签助手", "Renewal"],
  when: () => session()?.user.userType === "INTERNAL",
  speaks: (model) => {
    const { base } = model.state.getState();
    return base?.status === "EFFECTIVE" && daysBetween(today(), textOf(base.expiryDate)) <= within;
  },
  render: (model) => {
    const { base } = model.state.getState();
    return base?.id ? <Renewal id={String(base.id)} /> : null;
  },
};
