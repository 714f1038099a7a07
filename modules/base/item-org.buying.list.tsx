import { trim } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { openPage } from "#kernel/web/router.ts";
import { item, itemOrg } from "./item.entity.ts";
import type { ItemFact } from "./panorama.ts";
import { beside } from "./parts/beside.tsx";
import "./parts/base.css";

interface Panorama {
  readonly item: Row;
  readonly facts: readonly (Omit<ItemFact, "title"> & { readonly title: string })[];
  readonly answered: boolean;
}

const kinds: readonly (readonly [ItemFact["kind"], Text])[] = [
  ["PRICE", ["最近价格", "Last prices"]],
  ["ORDER", ["未完订单", "Open orders"]],
  ["STOCK", ["库存", "Stock"]],
  ["ASL", ["合格货源", "Approved sources"]],
  ["QUALITY", ["质量", "Quality"]],
];

/** An item as its buyer looks at it: how it is bought here, what it is, and what prices, orders, stock and quality say. */
function Panorama({ row }: { readonly row: Row }) {
  const say = useText();
  const viewer = useViewer();
  const { audience } = viewer;
  const mayLook = viewer.may("btnView360");
  const load = useLoad(`360:${String(row["id"])}:${String(row["versionNum"])}`, async () =>
    mayLook ? (await call<Panorama>("srmServer/v1/srmBaseItemRestful/find360", { itemId: row["itemId"], orgId: row["orgId"] })).data : null,
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
                kinds.map(([kind, label]) => <Part key={kind} label={label} rows={found.facts.filter((one) => one.kind === kind)} />)
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
        <table className="bd-table">
          <tbody>
            {rows.map((one, at) => (
              <tr key={at}>
                <td>
                  {one.route ? (
                    <a
                      href={`/main/${one.route}`}
                      onClick={(event) => (event.preventDefault(), void openPage({ path: one.route!, title: one.title }))}
                    >
                      {one.title}
                    </a>
                  ) : (
                    one.title
                  )}
                  {one.note ? <div className="pc-note">{one.note}</div> : null}
                </td>
                <td className="bd-num">
                  {one.value}
                  {one.at ? <div className="pc-note">{one.at}</div> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
function LastPaid({ row, part }: { readonly row: Row; readonly part: "price" | "supplier" }) {
  const uom = useLookup("UOM");
  const paid = usePaid(String(row["id"]));
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
export const slots = listSlots({
  hideNew: true,
  inline: [
    ...["buyerId", "leadTimeDays", "moq", "mpq", "overReceiveTolerance", "underReceiveTolerance", "inspectMode", "aslRequired"],
    ...["sourcingMode", "purchasableFlag"],
  ],
  sidePanel: (row) => <Panorama key={String(row["id"])} row={row} />,
  cells: { itemId: { width: 240 } },
  columns: [
    {
      ...{ key: "lastPrice", title: ["最近价格", "Last price"], width: 150, align: "right", after: "buyerId" },
      render: (row: Row) => <LastPaid row={row} part="price" />,
    },
    {
      ...{ key: "lastSupplier", title: ["最近供应商", "Last supplier"], width: 160, after: "buyerId" },
      render: (row: Row) => <LastPaid row={row} part="supplier" />,
    },
  ],
  rowTone: (row) => (row["status"] === "FROZEN" ? "held" : row["status"] === "INVALID" ? "muted" : null),
});
