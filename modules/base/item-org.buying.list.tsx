import { trim } from "#kernel/decimal.ts";
import type { Seen } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { item, itemOrg } from "./item.entity.ts";
import type { FactKind, ItemFact } from "./panorama.ts";
import { beside } from "./parts/beside.tsx";

interface Panorama {
  readonly item: Seen<typeof item>;
  readonly facts: readonly (Omit<ItemFact, "title"> & { readonly title: string })[];
  readonly answered: boolean;
}

const kinds: readonly (readonly [FactKind, Text])[] = [
  ["PRICE", ["最近价格", "Last prices"]],
  ["ORDER", ["未完订单", "Open orders"]],
  ["STOCK", ["库存", "Stock"]],
  ["ASL", ["合格货源", "Approved sources"]],
  ["QUALITY", ["质量", "Quality"]],
];

/** An item as its buyer looks at it: how it is bought here, what it is, and what prices, orders, stock and quality say. */
function Panorama({ row }: { readonly row: Seen<typeof itemOrg> }) {
  const say = useText();
  const viewer = useViewer();
  const { audience } = viewer;
  const mayLook = viewer.may("btnView360");
  const load = useLoad(`360:${String(row.id)}:${String(row.versionNum)}`, async () =>
    mayLook ? (await call<Panorama>("srmServer/v1/srmBaseItemRestful/find360", { itemId: row.itemId, orgId: row.orgId })).data : null,
  );
  return (
    <>
      <Facts entity={itemOrg} row={row} audience={audience} />
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(found) =>
          found === null ? null : (
            <>
              <section className="pg-block" aria-label={say(["物料", "Item"])}>
                <h3 className="pg-h3">{say(["物料", "Item"])}</h3>
                <Facts entity={item} row={found.item} audience={audience} />
              </section>
              {found.answered ? (
                kinds.map(([kind, label]) => <Part key={kind} label={label} rows={found.facts.filter((fact) => fact.kind === kind)} />)
              ) : (
                <p className="pc-note pg-block">
                  {say([
                    "采购与质量模块启用后，这里显示最近价格、未完订单、库存、合格货源和质量。",
                    "Last prices, open orders, stock, approved sources and quality appear here once there is data.",
                  ])}
                </p>
              )}
            </>
          )
        }
      </PanelState>
    </>
  );
}

function Part({ label, rows }: { readonly label: Text; readonly rows: Panorama["facts"] }) {
  const say = useText();
  return (
    <section className="pg-block" aria-label={say(label)}>
      <h3 className="pg-h3">
        {say(label)} {rows.length > 0 ? <span className="pg-count">{rows.length}</span> : null}
      </h3>
      {rows.length === 0 ? (
        <p className="pc-note">{say(["没有。", "None."])}</p>
      ) : (
        <ItemList>
          {rows.map(({ route, title, note, value, at }, key) => (
            <Item
              key={key}
              title={route ? <PageLink href={`/main/${route}`}>{title}</PageLink> : title}
              note={note}
              end={
                <>
                  {value}
                  {at ? <Words size="small">{at}</Words> : null}
                </>
              }
            />
          ))}
        </ItemList>
      )}
    </section>
  );
}

interface Paid {
  readonly price: string;
  readonly currency: string;
  readonly uom: string;
  readonly supplier: string;
  readonly day: string;
}
const usePaid = beside<Paid>("srmServer/v1/srmBaseItemOrgRestful/lastPaid");

/** What was paid for it last, or to whom. */
function LastPaid({ row, part }: { readonly row: Seen<typeof itemOrg>; readonly part: "price" | "supplier" }) {
  const uom = useLookup("UOM");
  const paid = usePaid(String(row.id));
  if (paid === undefined) return null;
  if (paid === null) return <span className="pg-none">–</span>;
  if (part === "supplier") return <span title={paid.day}>{paid.supplier}</span>;
  return (
    <span className="pg-figure" title={paid.day}>
      {`${trim(paid.price)} ${paid.currency} / ${uom.meaning(paid.uom)}`}
    </span>
  );
}

/** What a buyer keeps of the permitted items, edited where it stands. */
export const slots = listSlots<typeof itemOrg>({
  hideNew: true,
  inline: [
    ...(["buyerId", "leadTimeDays", "moq", "mpq", "overReceiveTolerance", "underReceiveTolerance", "inspectMode"] as const),
    ...(["aslRequired", "sourcingMode", "purchasableFlag"] as const),
  ],
  sidePanel: (row) => <Panorama key={String(row.id)} row={row} />,
  cells: { itemId: { width: 240 } },
  columns: [
    {
      key: "lastPrice",
      title: ["最近价格", "Last price"],
      width: 150,
      align: "right",
      after: "buyerId",
      render: (row) => <LastPaid row={row} part="price" />,
    },
    {
      key: "lastSupplier",
      title: ["最近供应商", "Last supplier"],
      width: 160,
      after: "buyerId",
      render: (row) => <LastPaid row={row} part="supplier" />,
    },
  ],
  rowTone: (row) => (row.status === "FROZEN" ? "held" : row.status === "INVALID" ? "muted" : null),
});
