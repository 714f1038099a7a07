import type { Seen } from "#kernel/seen.ts";
import { amountText, dateText, numberText, priceText, qtyText, textOf } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import { rmbCapital } from "#kernel/rmb.ts";
import { fill, type Text } from "#kernel/text.ts";
import { Inline } from "#kernel/web/block/layout.tsx";
import {
  Both,
  PaperFacts,
  PaperMark,
  PaperParties,
  PaperParty,
  PaperRule,
  PaperSums,
  PaperTable,
  PaperTerms,
  type PaperFact,
} from "#kernel/web/block/Paper.tsx";
import { nowText, ownZone } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { PrintFrame } from "#kernel/web/page/document/PrintFrame.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { Paper } from "#kernel/web/page/slots.ts";
import { useSession } from "#kernel/web/session.ts";
import { QRCode } from "antd";
import { usePlaces } from "./places.tsx";
import { useOrder, type Line } from "./useOrder.tsx";
import type { order } from "../order.entity.ts";

const named = (row: Row, key: string): string => textOf(row[`${key}Name`]) || textOf(row[`${key}Code`]);

function Facts({ doc }: { readonly doc: Seen<typeof order> }) {
  const types = useLookup("PUR_ORDER_TYPE");
  const modes = useLookup("PUR_DELIVERY_MODE");
  const terms = useLookup("INCOTERM");
  return (
    <PaperFacts
      facts={[
        [["订单日期", "Order date"], doc.orderDate],
        [["订单类型", "Type"], types.meaning(textOf(doc.orderType))],
        [["币种", "Currency"], doc.currency],
        [["付款条件", "Payment"], named(doc, "paymentTerm")],
        [["贸易条款", "Incoterm"], doc.deliveryTerm ? terms.meaning(doc.deliveryTerm) : ""],
        [["采购员", "Buyer"], named(doc, "buyer")],
        [["采购组织", "Organisation"], named(doc, "org")],
        [["送货方式", "Delivery"], doc.deliveryMode ? modes.meaning(doc.deliveryMode) : ""],
        [["计价", "Prices"], doc.taxIncludedFlag === "Y" ? "含税 incl. tax" : "未税 excl. tax"],
        [["版次", "Revision"], `V${textOf(doc.revisionNum) || "0"}`],
      ]}
    />
  );
}

function Parties({ doc }: { readonly doc: Seen<typeof order> }) {
  const [terms] = doc.expand ?? [];
  const places = usePlaces(doc);
  return (
    <PaperParties>
      <PaperParty
        title={["采购方", "Buyer"]}
        facts={[
          [["公司", "Company"], named(doc, "org")],
          [["发票抬头", "Invoice to"], terms?.invoiceTitle],
          ...places.shipTo.map((place): PaperFact => [["收货地址", "Ship to"], place]),
          [["联系人", "Contact"], named(doc, "buyer")],
        ]}
      />
      <PaperParty
        title={["供应商", "Supplier"]}
        facts={[
          [["公司", "Company"], doc.supplierName],
          [["编码", "Code"], doc.supplierCode],
          [["地点", "Site"], named(doc, "supplierSite")],
          [["地址", "Address"], places.supplier],
          [["联系人", "Contact"], named(doc, "supplierContact")],
        ]}
      />
    </PaperParties>
  );
}

function Lines({ doc }: { readonly doc: Seen<typeof order> }) {
  const uoms = useLookup("UOM");
  const currency = textOf(doc.currency) || undefined;
  return (
    <PaperTable<Line>
      rows={doc.lines ?? []}
      columns={[
        { title: ["行", "#"], cell: (line) => line.lineNum },
        { title: ["物料编码", "Item"], cell: (line) => line.itemCode ?? "–" },
        {
          title: ["名称", "Description"],
          cell: (line) => (
            <>
              {line.itemDesc}
              {line.itemName !== line.itemDesc ? <small>{line.itemName}</small> : null}
              {line.supplierItemCode ? <small>{line.supplierItemCode}</small> : null}
            </>
          ),
        },
        { title: ["单位", "UOM"], cell: (line) => uoms.meaning(textOf(line.uom)) },
        { title: ["数量", "Quantity"], number: true, cell: (line) => qtyText(line.qty) },
        { title: ["单价", "Price"], number: true, cell: (line) => priceText(line.price) },
        { title: ["税率", "Tax"], number: true, cell: (line) => numberText({ kind: "percent" }, line.taxPercent) },
        { title: ["未税金额", "Net"], number: true, cell: (line) => amountText(line.amountExcl, currency, currency) },
        {
          title: ["交货日期", "Delivery"],
          number: true,
          cell: ({ deliveries = [] }) =>
            deliveries?.map((row) => (
              <span key={row.id}>
                {deliveries.length > 1 ? `${qtyText(row.qty)} · ` : ""}
                {dateText({ kind: "date" }, row.currentPromiseDate || row.needByDate)}
              </span>
            )),
        },
      ]}
    />
  );
}

function Totals({ doc }: { readonly doc: Seen<typeof order> }) {
  const currency = textOf(doc.currency);
  return (
    <div className="pg-paper-total">
      {currency === "CNY" ? (
        <div className="pg-paper-words">
          <small>
            <Both of={["价税合计（大写）", "Total in words"]} />
          </small>
          <b>{rmbCapital(textOf(doc.amountIncl) || "0")}</b>
        </div>
      ) : null}
      <PaperSums
        facts={[
          [["未税金额", "Net"], amountText(doc.amountExcl, currency, currency)],
          [["税额", "Tax"], amountText(doc.taxAmount, currency, currency)],
          [[`价税合计 (${currency})`, "Total"], amountText(doc.amountIncl, currency, currency)],
        ]}
      />
    </div>
  );
}

/** The terms that stand on every order, and those of this one. */
function termsOf(doc: Seen<typeof order>): readonly Text[] {
  const [terms] = doc.expand ?? [];
  const own = (key: "packingRequirement" | "qualityRequirement" | "warrantyMonths" | "penaltyClause", label: Text): readonly Text[] => {
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
    ...(textOf(doc.supplierRemark) ? [fill(["说明：{text}", "Note: {text}"], { text: textOf(doc.supplierRemark) })] : []),
  ];
}

/** Where one side stamps and signs. */
const Signature = ({ title, company }: { readonly title: Text; readonly company: string }) => (
  <PaperParty title={title}>
    <p>
      <Both of={["单位（盖章）", "Company (stamp)"]} />: {company}
    </p>
    <PaperRule label={["授权代表", "Signed"]} />
    <PaperRule label={["日期", "Date"]} />
  </PaperParty>
);

function Sheet({ doc, audience }: { readonly doc: Seen<typeof order>; readonly audience: string }) {
  const user = useSession((state) => state.record?.user.personName ?? "");
  const isDraft = ["DRAFT", "APPROVING", "REJECTED"].includes(textOf(doc.status));
  return (
    <article className="pg-paper">
      {isDraft ? <PaperMark>草稿 DRAFT</PaperMark> : audience === "supplier" ? <PaperMark>供应商联</PaperMark> : null}
      <header className="pg-paper-brand">
        <b>BASE</b> BASE SRM
        <span>采购订单 Purchase order {textOf(doc.orderNum)}</span>
      </header>
      <div className="pg-paper-title">
        <h1>
          采购订单<small>PURCHASE ORDER</small>
        </h1>
        <Inline>
          <b>{textOf(doc.orderNum)}</b>
          <QRCode type="svg" size={72} bordered={false} value={textOf(doc.orderNum) || "-"} />
        </Inline>
      </div>
      <Facts doc={doc} />
      <Parties doc={doc} />
      <Lines doc={doc} />
      <Totals doc={doc} />
      <PaperTerms title={["条款与条件", "Terms and conditions"]} terms={termsOf(doc)} />
      <PaperParties>
        <Signature title={["采购方确认", "For the buyer"]} company={named(doc, "org")} />
        <Signature title={["供应商确认", "For the supplier"]} company={textOf(doc.supplierName)} />
      </PaperParties>
      <footer>
        <span>打印人 Printed by {user}</span>
        <span>
          打印时间 Printed at {nowText().slice(0, 16)} ({ownZone()})
        </span>
        <span>{textOf(doc.orderNum)}</span>
      </footer>
    </article>
  );
}

/** An order on paper in both languages: what is sent to a supplier and signed. */
export function OrderPaper({ row, audience, unsaved, close }: Paper<typeof order>) {
  const say = useText();
  const load = useOrder(row);
  return (
    <PrintFrame label={say(["打印采购订单", "Print the purchase order"])} unsaved={unsaved} close={close}>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(doc) => <Sheet doc={doc} audience={audience} />}
      </PanelState>
    </PrintFrame>
  );
}
