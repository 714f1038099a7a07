import { amountText, dateText, numberText } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import { rmbCapital } from "#kernel/rmb.ts";
import { fill, type Text } from "#kernel/text.ts";
import { nowText, ownZone } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import type { Paper } from "#kernel/web/page/slots.ts";
import { useSession } from "#kernel/web/session.ts";
import "#kernel/web/page/document/print.css";
import { Button, QRCode } from "antd";
import { Printer, X } from "lucide-react";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { qtyText } from "./Ask.tsx";
import { priceText } from "./Basis.tsx";
import { usePlaces } from "./places.tsx";
import { rowsIn, textOf, useOrder } from "./useOrder.tsx";
import "./paper.css";

/** Both languages on one line of paper, whoever prints it. */
function Both({ of }: { readonly of: Text }) {
  return (
    <>
      {of[0]} <small>{of[1]}</small>
    </>
  );
}

const named = (row: Row, key: string): string => textOf(row[`${key}Name`]) || textOf(row[`${key}Code`]);

function Facts({ doc }: { readonly doc: Row }) {
  const types = useLookup("PUR_ORDER_TYPE");
  const modes = useLookup("PUR_DELIVERY_MODE");
  const terms = useLookup("INCOTERM");
  const facts: readonly (readonly [Text, string])[] = [
    [["订单日期", "Order date"], textOf(doc["orderDate"])],
    [["订单类型", "Type"], types.meaning(textOf(doc["orderType"]))],
    [["币种", "Currency"], textOf(doc["currency"])],
    [["付款条件", "Payment"], named(doc, "paymentTerm")],
    [["贸易条款", "Incoterm"], doc["deliveryTerm"] ? terms.meaning(textOf(doc["deliveryTerm"])) : "–"],
    [["采购员", "Buyer"], named(doc, "buyer")],
    [["采购组织", "Organisation"], named(doc, "org")],
    [["送货方式", "Delivery"], doc["deliveryMode"] ? modes.meaning(textOf(doc["deliveryMode"])) : "–"],
    [["计价", "Prices"], doc["taxIncludedFlag"] === "Y" ? "含税 incl. tax" : "未税 excl. tax"],
    [["版次", "Revision"], `V${textOf(doc["revisionNum"]) || "0"}`],
  ];
  return (
    <dl className="op-facts">
      {facts.map(([label, value]) => (
        <div key={label[1]}>
          <dt>
            <Both of={label} />
          </dt>
          <dd>{value || "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

function Parties({ doc }: { readonly doc: Row }) {
  const [terms] = rowsIn(doc, "expand");
  const places = usePlaces(doc);
  const party = (title: Text, rows: readonly (readonly [Text, string])[]) => (
    <section>
      <h2>
        <Both of={title} />
      </h2>
      <dl>
        {rows
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label[1] + value}>
              <dt>
                <Both of={label} />
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
  return (
    <div className="op-parties">
      {party(
        ["采购方", "Buyer"],
        [
          [["公司", "Company"], named(doc, "org")],
          [["发票抬头", "Invoice to"], textOf(terms?.["invoiceTitle"])],
          ...places.shipTo.map((place): readonly [Text, string] => [["收货地址", "Ship to"], place]),
          [["联系人", "Contact"], named(doc, "buyer")],
        ],
      )}
      {party(
        ["供应商", "Supplier"],
        [
          [["公司", "Company"], textOf(doc["supplierName"])],
          [["编码", "Code"], textOf(doc["supplierCode"])],
          [["地点", "Site"], named(doc, "supplierSite")],
          [["地址", "Address"], places.supplier],
          [["联系人", "Contact"], named(doc, "supplierContact")],
        ],
      )}
    </div>
  );
}

const heads: readonly (readonly [Text, string])[] = [
  [["行", "#"], "pg-left"],
  [["物料编码", "Item"], "pg-left"],
  [["名称", "Description"], "pg-left"],
  [["单位", "UOM"], "pg-left"],
  [["数量", "Quantity"], "pg-right"],
  [["单价", "Price"], "pg-right"],
  [["税率", "Tax"], "pg-right"],
  [["未税金额", "Net"], "pg-right"],
  [["交货日期", "Delivery"], "pg-right"],
];

function Lines({ doc }: { readonly doc: Row }) {
  const uoms = useLookup("UOM");
  const currency = textOf(doc["currency"]) || undefined;
  return (
    <table className="op-lines">
      <thead>
        <tr>
          {heads.map(([label, side]) => (
            <th key={label[1]} className={side}>
              {label[0]}
              <small>{label[1]}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsIn(doc, "lines").map((line) => (
          <tr key={textOf(line["id"])}>
            <td>{textOf(line["lineNum"])}</td>
            <td>{textOf(line["itemCode"]) || "–"}</td>
            <td>
              {textOf(line["itemDesc"])}
              {line["itemName"] && line["itemName"] !== line["itemDesc"] ? <small>{textOf(line["itemName"])}</small> : null}
              {line["supplierItemCode"] ? <small>{textOf(line["supplierItemCode"])}</small> : null}
            </td>
            <td>{uoms.meaning(textOf(line["uom"]))}</td>
            <td className="pg-right">{qtyText(line["qty"])}</td>
            <td className="pg-right">{priceText(line["price"])}</td>
            <td className="pg-right">{numberText({ kind: "percent" }, line["taxPercent"])}</td>
            <td className="pg-right">{amountText(line["amountExcl"], currency, currency)}</td>
            <td className="pg-right">
              {rowsIn(line, "deliveries").map((row) => (
                <span key={textOf(row["id"])} className="op-when">
                  {rowsIn(line, "deliveries").length > 1 ? `${qtyText(row["qty"])} · ` : ""}
                  {dateText({ kind: "date" }, row["currentPromiseDate"] || row["needByDate"])}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Totals({ doc }: { readonly doc: Row }) {
  const currency = textOf(doc["currency"]);
  const money = (key: string): string => amountText(doc[key], currency, currency);
  return (
    <div className="pg-paper-total">
      {currency === "CNY" ? (
        <div className="pg-paper-words">
          <small>
            <Both of={["价税合计（大写）", "Total in words"]} />
          </small>
          <b>{rmbCapital(textOf(doc["amountIncl"]) || "0")}</b>
        </div>
      ) : null}
      <dl className="op-sums">
        <div>
          <dt>
            <Both of={["未税金额", "Net"]} />
          </dt>
          <dd>{money("amountExcl")}</dd>
        </div>
        <div>
          <dt>
            <Both of={["税额", "Tax"]} />
          </dt>
          <dd>{money("taxAmount")}</dd>
        </div>
        <div className="op-grand">
          <dt>
            <Both of={[`价税合计 (${currency})`, "Total"]} />
          </dt>
          <dd>{money("amountIncl")}</dd>
        </div>
      </dl>
    </div>
  );
}

/** The terms that stand on every order, and those of this one. */
function termsOf(doc: Row): readonly Text[] {
  const [terms] = rowsIn(doc, "expand");
  const own = (key: string, label: Text): readonly Text[] => {
    const value = textOf(terms?.[key]);
    return value ? [[`${label[0]}：${value}`, `${label[1]}: ${value}`]] : [];
  };
  return [
    [
      "供应商须在收到本订单后于平台确认；逾期未确认且未提出异议的，按单据类型的约定处理。",
      "Please confirm this order on the platform by the deadline. Without an answer the rule of the document type applies.",
    ],
    ...own("packingRequirement", ["包装要求", "Packing"]),
    ...own("qualityRequirement", ["质量要求", "Quality"]),
    ...own("warrantyMonths", ["质保（月）", "Warranty (months)"]),
    ...own("penaltyClause", ["违约条款", "Penalty"]),
    ["发票须注明本订单号，税率与本订单一致。", "Invoices must state this order number and use its tax rate."],
    ...(textOf(doc["supplierRemark"]) ? [fill(["说明：{text}", "Note: {text}"], { text: textOf(doc["supplierRemark"]) })] : []),
  ];
}

function Signatures({ doc }: { readonly doc: Row }) {
  const box = (title: Text, company: string) => (
    <section>
      <h2>
        <Both of={title} />
      </h2>
      <p>
        <Both of={["单位（盖章）", "Company (stamp)"]} />: {company}
      </p>
      <p className="op-rule">
        <Both of={["授权代表", "Signed"]} />:
      </p>
      <p className="op-rule">
        <Both of={["日期", "Date"]} />:
      </p>
    </section>
  );
  return (
    <div className="op-parties op-signs">
      {box(["采购方确认", "For the buyer"], named(doc, "org"))}
      {box(["供应商确认", "For the supplier"], textOf(doc["supplierName"]))}
    </div>
  );
}

function Sheet({ doc, audience }: { readonly doc: Row; readonly audience: string }) {
  const user = useSession((state) => state.record?.user.personName ?? "");
  const draft = ["DRAFT", "APPROVING", "REJECTED"].includes(textOf(doc["status"]));
  return (
    <article className="pg-paper op-paper">
      {draft ? (
        <span className="op-mark" aria-hidden>
          草稿 DRAFT
        </span>
      ) : audience === "supplier" ? (
        <span className="op-mark" aria-hidden>
          供应商联
        </span>
      ) : null}
      <header className="pg-paper-brand">
        <b>BASE</b> BASE SRM
        <span>采购订单 Purchase order {textOf(doc["orderNum"])}</span>
      </header>
      <div className="pg-paper-title">
        <h1>
          采购订单<small>PURCHASE ORDER</small>
        </h1>
        <div className="op-code">
          <b>{textOf(doc["orderNum"])}</b>
          <QRCode type="svg" size={72} bordered={false} value={textOf(doc["orderNum"]) || "-"} />
        </div>
      </div>
      <Facts doc={doc} />
      <Parties doc={doc} />
      <Lines doc={doc} />
      <Totals doc={doc} />
      <section className="op-terms">
        <h2>
          <Both of={["条款与条件", "Terms and conditions"]} />
        </h2>
        <ol>
          {termsOf(doc).map((term) => (
            <li key={term[1]}>
              {term[0]}
              <small>{term[1]}</small>
            </li>
          ))}
        </ol>
      </section>
      <Signatures doc={doc} />
      <footer>
        <span>打印人 Printed by {user}</span>
        <span>
          打印时间 Printed at {nowText().slice(0, 16)} ({ownZone()})
        </span>
        <span>{textOf(doc["orderNum"])}</span>
      </footer>
    </article>
  );
}

/** An order on paper in both languages: what is sent to a supplier and signed. */
export function OrderPaper({ row, audience, unsaved, close }: Paper) {
  const say = useText();
  const load = useOrder(row);
  useEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset["theme"];
    dataset["theme"] = "light";
    const leave = (event: KeyboardEvent): void => void (event.key === "Escape" && close());
    window.addEventListener("keydown", leave);
    return () => {
      dataset["theme"] = before;
      window.removeEventListener("keydown", leave);
    };
  }, [close]);
  return createPortal(
    <div className="pg-print" role="dialog" aria-label={say(["打印采购订单", "Print the purchase order"])}>
      <div className="pg-print-bar">
        <Button type="primary" icon={<Printer size={14} />} onClick={() => window.print()}>
          {say(["打印", "Print"])}
        </Button>
        <Button icon={<X size={14} />} onClick={close}>
          {say(["关闭", "Close"])}
        </Button>
        {unsaved > 0 ? (
          <span role="note">
            {say([`${unsaved} 处改动未保存，打印的是已保存的版本`, `${unsaved} unsaved changes are not on this printout`])}
          </span>
        ) : null}
      </div>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(doc) => <Sheet doc={doc} audience={audience} />}
      </PanelState>
    </div>,
    document.body,
  );
}
