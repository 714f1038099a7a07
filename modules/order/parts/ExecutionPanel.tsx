import { cmp } from "#kernel/decimal.ts";
import { amountText, numberText } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import type { Text } from "#kernel/text.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import { ChainButton, figureOf, figures, LedgerFigure, Uom, type FigureCode } from "#modules/demand/web.tsx";
import type { ReactNode } from "react";
import { orderHistory } from "../history.entity.ts";
import { order } from "../order.entity.ts";
import { ProposalText, qtyText } from "./Ask.tsx";
import { today } from "./Cards.tsx";
import { delayDays, dueTone } from "./deadline.tsx";
import { scheduledIn, textOf } from "./useOrder.tsx";

const edit = "/main/purOrderManage/purchaseOrderEdit?id=";
const strip: readonly FigureCode[] = ["ORD", "CFM", "NTC", "TRN", "INS", "RCV", "REJ", "RTR", "OPEN", "TOSHIP"];

function Fact({ label, children }: { readonly label: Text; readonly children: ReactNode }) {
  const say = useText();
  return (
    <div>
      <dt>{say(label)}</dt>
      <dd className="pg-figure">{children}</dd>
    </div>
  );
}

/** What was asked for beside what was promised, and how late it is. */
function Asked({ row }: { readonly row: Row }) {
  const say = useText();
  const statuses = useLookup("PUR_DELIVERY_CONFIRM");
  const due = textOf(row["currentPromiseDate"]) || textOf(row["needByDate"]);
  const isOpen = cmp(textOf(row["openQty"]) || "0", "0") > 0;
  const tone = isOpen ? dueTone(due, today()) : null;
  const late = isOpen ? delayDays(due, today()) : 0;
  return (
    <section className="pg-block">
      <h3 className="pg-h3">
        {say(["要求与承诺", "Requested and promised"])}
        <span className="pg-faint">{statuses.meaning(textOf(row["confirmStatus"]))}</span>
        {late > 0 ? <span className="dp-late">{say([`已逾期 ${late} 天`, `${late} days late`])}</span> : null}
        {tone === "soon" ? <span className="dp-soon">{say(["三天内应交", "due within three days"])}</span> : null}
      </h3>
      <dl className="pg-facts">
        <Fact label={["要求数量", "Asked"]}>
          {qtyText(row["qty"])} <Uom code={row["uom"]} />
        </Fact>
        <Fact label={["要求日期", "Requested"]}>{textOf(row["needByDate"])}</Fact>
        <Fact label={["催交", "Reminded"]}>
          {Number(row["urgeCount"] ?? 0) > 0
            ? say([
                `${textOf(row["urgeCount"])} 次，${textOf(row["urgedAt"])}`,
                `${textOf(row["urgeCount"])} times, ${textOf(row["urgedAt"])}`,
              ])
            : "–"}
        </Fact>
        <Fact label={["承诺数量", "Promised"]}>{row["promiseQty"] ? qtyText(row["promiseQty"]) : "–"}</Fact>
        <Fact label={["当前承诺", "Promise now"]}>{textOf(row["currentPromiseDate"]) || "–"}</Fact>
        <Fact label={["首次承诺", "First promise"]}>{textOf(row["firstPromiseDate"]) || "–"}</Fact>
      </dl>
      {row["confirmStatus"] === "PROPOSED" ? (
        <p className="or-panel-said">
          <b>{say(["供应商提议", "Proposal"])}</b> <ProposalText row={row} />
        </p>
      ) : null}
      {row["supplierReason"] ? (
        <p className="or-panel-said">
          <b>{say(["供应商", "Supplier"])}</b> {textOf(row["supplierReason"])}
        </p>
      ) : null}
      {row["buyerReason"] ? (
        <p className="or-panel-said">
          <b>{say(["采购方", "Buyer"])}</b> {textOf(row["buyerReason"])}
        </p>
      ) : null}
    </section>
  );
}

/** Every quantity of the row; each opens the postings behind it. */
function Quantities({ row, of }: { readonly row: Row; readonly of: string }) {
  const say = useText();
  return (
    <section className="pg-block">
      <h3 className="pg-h3">{say(["数量", "Quantities"])}</h3>
      <dl className="or-panel-strip">
        {strip.map((code) => (
          <div key={code}>
            <dt>{say(figures[code].label)}</dt>
            <dd>
              <LedgerFigure
                asked={{
                  ...{ docType: order.name, docId: textOf(row["orderId"]), ownerIds: [textOf(row["id"])], of },
                  ...{ label: figures[code].label, buckets: figures[code].of, value: figureOf(code, row) },
                }}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** At which price, under which terms, and whom to call. */
function Terms({ doc, line, row }: { readonly doc: Row; readonly line: Row | undefined; readonly row: Row }) {
  const say = useText();
  const sources = useLookup("PUR_PRICE_SOURCE");
  const currency = textOf(doc["currency"]) || undefined;
  return (
    <section className="pg-block">
      <h3 className="pg-h3">{say(["价格与联系", "Price and contact"])}</h3>
      <dl className="pg-facts">
        <Fact label={["单价", "Price"]}>
          {numberText({ kind: "price" }, line?.["price"])} {currency}
          {cmp(textOf(line?.["priceUnit"]) || "1", "1") === 0 ? null : ` / ${qtyText(line?.["priceUnit"])}`}
        </Fact>
        <Fact label={["价格来源", "Price source"]}>{line?.["priceSource"] ? sources.meaning(textOf(line["priceSource"])) : "–"}</Fact>
        <Fact label={["行金额", "Line amount"]}>{amountText(line?.["amountIncl"], currency)}</Fact>
        <Fact label={["联系人", "Contact"]}>{textOf(doc["supplierContactName"]) || "–"}</Fact>
        <Fact label={["采购员", "Buyer"]}>{textOf(doc["buyerName"]) || "–"}</Fact>
        <Fact label={["收货", "Ship to"]}>{textOf(row["deliveryInfoName"]) || textOf(row["invOrgName"]) || "–"}</Fact>
      </dl>
    </section>
  );
}

/** What was agreed and changed about the row, newest first. */
function RowHistory({ row }: { readonly row: Row }) {
  const say = useText();
  const kinds = useLookup("PUR_CHANGE_TYPE");
  const sides = useLookup("PUR_SIDE");
  const load = useRows(orderHistory, { orderId: [textOf(row["orderId"])], orderDeliveryId: [textOf(row["id"])], pageRows: 50 });
  return (
    <section className="pg-block">
      <h3 className="pg-h3">{say(["这一行的变更", "Changes of this row"])}</h3>
      <PanelState load={load} empty={say(["没有变更过。", "Never changed."])} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <ul className="or-panel-history">
            {rows.map((one) => (
              <li key={textOf(one["id"])}>
                <span>
                  {kinds.meaning(textOf(one["changeType"]))} {one["oldValue"] ? <del>{textOf(one["oldValue"])}</del> : null}{" "}
                  <ins>{textOf(one["newValue"])}</ins>
                </span>
                <small className="pg-faint">
                  {textOf(one["approvedDate"])} · {sides.meaning(textOf(one["askedBy"]))}
                  {one["changeReason"] ? ` · ${textOf(one["changeReason"])}` : ""}
                </small>
              </li>
            ))}
          </ul>
        )}
      </PanelState>
    </section>
  );
}

/** What somebody must know to decide on one delivery row without opening its order. */
export function ExecutionPanel({ row, name }: { readonly row: Row; readonly name: string }) {
  const orderId = textOf(row["orderId"]);
  const load = useLoad(`execution:${orderId}:${textOf(row["versionNum"])}`, () => entityCall.find(order, orderId));
  return (
    <div className="or-panel">
      <p className="or-panel-name">
        <PageLink href={edit + encodeURIComponent(orderId)}>{name}</PageLink>
        <ChainButton of={{ docType: order.name, docId: orderId }} word />
      </p>
      <p className="or-panel-item">
        <b>{textOf(row["itemName"]) || textOf(row["itemDesc"])}</b> <span className="pg-code">{textOf(row["itemCode"])}</span>
        <span className="pg-faint">{textOf(row["supplierName"])}</span>
      </p>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(doc) => {
          const found = scheduledIn(doc).find((one) => one.row["id"] === row["id"]);
          // a list knows the columns it shows: figures are told from the whole row
          const whole = { ...row, ...found?.row };
          return (
            <>
              <Asked row={whole} />
              <Quantities row={whole} of={name} />
              <Terms doc={doc} line={found?.line} row={whole} />
              <RowHistory row={whole} />
            </>
          );
        }}
      </PanelState>
    </div>
  );
}
