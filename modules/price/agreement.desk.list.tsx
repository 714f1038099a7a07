import type { Seen } from "#kernel/seen.ts";
import { Inline } from "#kernel/web/block/layout.tsx";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { DateInput } from "#kernel/web/page/field/DateInput.tsx";
import type { ListContext } from "#kernel/web/page/slots.ts";
import { useText } from "#kernel/web/language.ts";
import type { RowTone } from "#kernel/web/table/types.ts";
import { agreement } from "./agreement.entity.ts";
import { PriceOnDate } from "./parts/PriceOnDate.tsx";
import { UseBar } from "./parts/UseBar.tsx";
import { priceList } from "./price-list.entity.ts";

/** Amber where the end is near, grey where nothing can be drawn any more. */
const toneOf = (row: Seen<typeof agreement>): RowTone | null =>
  ["CLOSED", "ABOLISHED", "EXPIRED"].includes(String(row.status)) ? "muted" : row.warnedDays ? "soon" : null;

/** What is in force on a day: begun by then, and not ended before. */
function ValidOn({ context }: { readonly context: ListContext<typeof agreement> }) {
  const say = useText();
  const { startDateTo: begun = null, endDateFrom: kept, view: _, ...others } = context.filter;
  return (
    <Inline as="label" noWrap>
      <span className="pg-faint">{say(["有效于", "Valid on"])}</span>
      <DateInput
        kind="date"
        value={begun === kept ? begun : null}
        change={(on) => context.setFilter(on ? { ...others, startDateTo: on, endDateFrom: on } : others)}
      />
    </Inline>
  );
}

const agreements = listSlots<typeof agreement>({
  head: (context) => <ValidOn context={context} />,
  cells: { usedPct: { render: (row) => <UseBar row={row} />, width: 140 }, supplierId: { width: 200 }, agreementNum: { width: 130 } },
  rowTone: toneOf,
});
const priceSlots = {
  cells: { supplierId: { width: 200 }, itemId: { width: 200 }, price: { width: 110 }, changePercent: { width: 90 } },
  rowTone: (row: Seen<typeof priceList>): RowTone | null => (["EXPIRED", "INVALID"].includes(String(row.status)) ? "muted" : null),
};
const maintained = listSlots<typeof priceList>(priceSlots);
/** Whoever may not maintain prices is offered no new one. */
const readPrices = listSlots<typeof priceList>({ ...priceSlots, hideNew: true });

/** Agreements, the prices they and people put into the library, and what would be paid on a day. Suppliers see their own agreements. */
export default function Agreements() {
  const { audience, may } = useViewer();
  const list = <ListPage entity={agreement} list="desk" slots={agreements} />;
  if (audience === "supplier") return <Ground>{list}</Ground>;
  return (
    <Ground>
      <TabbedLists
        label={["采购协议与价格", "Agreements & prices"]}
        lists={[
          { key: "agreements", label: ["协议", "Agreements"], draw: () => list },
          {
            key: "prices",
            label: ["有效价格", "Effective prices"],
            draw: () => <ListPage entity={priceList} slots={may("btnPriceMaintain") ? maintained : readPrices} />,
          },
          { key: "onDate", label: ["按日查价", "Price on a date"], draw: () => <PriceOnDate /> },
        ]}
      />
    </Ground>
  );
}
