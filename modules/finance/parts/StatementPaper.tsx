import { add } from "#kernel/decimal.ts";
import { amountText, numberText, priceText, qtyText, textOf } from "#kernel/page-format.ts";
import { rmbCapital } from "#kernel/rmb.ts";
import type { Seen } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { Inline } from "#kernel/web/block/layout.tsx";
import { Both, PaperFacts, PaperMark, PaperParties, PaperParty, PaperRule, PaperSums, PaperTable } from "#kernel/web/block/Paper.tsx";
import { nowText, ownZone } from "#kernel/web/clock.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { PrintFrame } from "#kernel/web/page/document/PrintFrame.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { useLookup } from "#kernel/web/page/lookup.ts";
import type { Paper } from "#kernel/web/page/slots.ts";
import { useSession } from "#kernel/web/session.ts";
import { QRCode } from "antd";
import { accountStmt } from "../statement/stmt.entity.ts";

type Stmt = Seen<typeof accountStmt>;
type Line = NonNullable<Stmt["lines"]>[number];

interface Taxed {
  readonly percent: string;
  readonly net: string;
  readonly tax: string;
}

/** Net and tax of each rate. */
function taxesOf(lines: readonly Line[]): Taxed[] {
  return [...Map.groupBy(lines, (line) => textOf(line.taxPercent))].map(([percent, own]) => ({
    percent,
    net: own.reduce((all, line) => add(all, textOf(line.amountExcl) || "0"), "0"),
    tax: own.reduce((all, line) => add(all, textOf(line.taxAmount) || "0"), "0"),
  }));
}

function Lines({ doc }: { readonly doc: Stmt }) {
  const uoms = useLookup("UOM");
  const kinds = useLookup("RCN_LINE_KIND");
  const currency = textOf(doc.currency);
  const amount = (value: unknown): string => amountText(value as string, currency, currency);
  return (
    <PaperTable<Line>
      rows={doc.lines ?? []}
      columns={[
        { title: ["行", "#"], cell: (line) => line.lineNum },
        {
          title: ["订单", "Order"],
          cell: (line) => textOf(line.poHeaderName) || textOf(line.poHeaderCode) || kinds.meaning(textOf(line.lineKind)),
        },
        { title: ["名称", "Description"], cell: (line) => `${textOf(line.itemCode)} ${textOf(line.itemDesc)}` },
        { title: ["单位", "UOM"], cell: (line) => (line.uom ? uoms.meaning(textOf(line.uom)) : "") },
        { title: ["数量", "Quantity"], number: true, cell: (line) => qtyText(textOf(line.qty)) },
        {
          title: ["单价", "Price"],
          number: true,
          cell: (line) =>
            line.price ? `${priceText(line.price)}${line.priceUnit === "1" ? "" : ` / ${qtyText(textOf(line.priceUnit))}`}` : "",
        },
        { title: ["税率", "Tax"], number: true, cell: (line) => numberText({ kind: "percent" }, line.taxPercent) },
        { title: ["未税金额", "Net"], number: true, cell: (line) => amount(line.amountExcl) },
        { title: ["税额", "Tax amount"], number: true, cell: (line) => amount(line.taxAmount) },
        { title: ["价税合计", "Gross"], number: true, cell: (line) => amount(line.amountIncl) },
      ]}
    />
  );
}

function Totals({ doc }: { readonly doc: Stmt }) {
  const currency = textOf(doc.currency);
  const amount = (value: unknown): string => amountText(value as string, currency, currency);
  return (
    <div className="pg-paper-total">
      {currency === "CNY" ? (
        <div className="pg-paper-words">
          <small>
            <Both of={["应开票（大写）", "To be invoiced, in words"]} />
          </small>
          <b>{rmbCapital(textOf(doc.invoiceableInc) || "0")}</b>
        </div>
      ) : null}
      <PaperSums
        facts={[
          ...taxesOf(doc.lines ?? []).map(({ percent, net, tax }): [Text, string] => [
            [`税率 ${percent}%`, `Tax ${percent} %`],
            `${amount(net)} + ${amount(tax)}`,
          ]),
          [["货款", "Goods"], amount(doc.goodsInc)],
          [["调整", "Adjustments"], amount(doc.adjustInc)],
          [[`应开票 (${currency})`, "To be invoiced"], amount(doc.invoiceableInc)],
        ]}
      />
    </div>
  );
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

function Sheet({ doc }: { readonly doc: Stmt }) {
  const user = useSession((state) => state.record?.user.personName ?? "");
  const num = textOf(doc.stmtNo);
  const isDraft = ["DRAFT", "REJECTED"].includes(textOf(doc.status));
  return (
    <article className="pg-paper">
      {isDraft ? <PaperMark>草稿 DRAFT</PaperMark> : null}
      <header className="pg-paper-brand">
        <b>BASE</b> BASE SRM
        <span>对账单 Statement {num}</span>
      </header>
      <div className="pg-paper-title">
        <h1>
          对账单<small>STATEMENT</small>
        </h1>
        <Inline>
          <b>{num}</b>
          <QRCode type="svg" size={72} bordered={false} value={num || "-"} />
        </Inline>
      </div>
      <PaperFacts
        facts={[
          [["采购方", "Buyer"], textOf(doc.orgName)],
          [["供应商", "Supplier"], textOf(doc.supplierName)],
          [["期间", "Period"], textOf(doc.periodId)],
          [["起止", "From, to"], `${textOf(doc.dateFrom)} – ${textOf(doc.dateTo)}`],
          [["币种", "Currency"], textOf(doc.currency)],
          [["付款条款", "Payment term"], textOf(doc.paymentTermName)],
        ]}
      />
      <Lines doc={doc} />
      <Totals doc={doc} />
      <PaperParties>
        <Signature title={["采购方确认", "For the buyer"]} company={textOf(doc.orgName)} />
        <Signature title={["供应商确认", "For the supplier"]} company={textOf(doc.supplierName)} />
      </PaperParties>
      <footer>
        <span>打印人 Printed by {user}</span>
        <span>
          打印时间 Printed at {nowText().slice(0, 16)} ({ownZone()})
        </span>
        <span>{num}</span>
      </footer>
    </article>
  );
}

/** A statement on paper in both languages, with the tax of each rate and the amount in words. */
export function StatementPaper({ row, unsaved, close }: Paper<typeof accountStmt>) {
  const say = useText();
  const load = useLoad(`${accountStmt.name}:${textOf(row.id)}:${textOf(row.versionNum)}`, () =>
    entityCall.find(accountStmt, textOf(row.id)),
  );
  return (
    <PrintFrame label={say(["打印对账单", "Print the statement"])} unsaved={unsaved} close={close}>
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(doc) => <Sheet doc={doc} />}
      </PanelState>
    </PrintFrame>
  );
}
