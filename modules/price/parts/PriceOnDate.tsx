import { useLookup } from "#kernel/web/page/lookup.ts";
import type { Row } from "#kernel/page-document.ts";
import { trim } from "#kernel/decimal.ts";
import type { Field } from "#kernel/field.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { FieldInput } from "#kernel/web/page/field/FieldInput.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useWork } from "#kernel/web/part/useWork.ts";
import { Button } from "antd";
import { useState } from "react";
import { date, pick, qty, ref } from "#kernel/field.ts";
import "./agreement.css";

const fields: Readonly<Record<string, Field>> = {
  orgId: ref("BaseOrganization", "采购组织", "Organisation"),
  itemId: ref("SrmBaseItem", "物料", "Item"),
  qty: qty("数量", "Quantity"),
  uom: pick("单位", "UOM", "UOM"),
  currency: pick("币种", "Currency", "CURRENCY"),
  priceType: pick("价格类型", "Price type", "PUR_PRICE_TYPE"),
  onDate: date("日期", "On date"),
};

interface Answer {
  readonly rows: readonly Row[];
  readonly leftOut: readonly Row[];
}

const source = (row: Row, say: ReturnType<typeof useText>) =>
  row["agreementId"] ? (
    <PageLink href={`/main/purAgreementManage/purAgreementEdit?id=${String(row["agreementId"])}`}>{String(row["agreementNum"])}</PageLink>
  ) : (
    say(["价格库", "Price list"])
  );

/** The prices in the order in which an order would take them. */
function Prices({ rows }: { readonly rows: readonly Row[] }) {
  const say = useText();
  const uoms = useLookup("UOM");
  if (rows.length === 0) return <p className="pg-none">{say(["没有可用价格", "No price can be used"])}</p>;
  return (
    <div className="ag-scroll">
      <table className="ag-table">
        <thead>
          <tr>
            <th>{say(["供应商", "Supplier"])}</th>
            <th>{say(["来源", "Source"])}</th>
            <th className="ag-num">{say(["单价", "Price"])}</th>
            <th className="ag-num">{say(["未税单价", "Without tax"])}</th>
            <th>{say(["有效期", "Valid"])}</th>
            <th className="ag-num">{say(["最小订购量", "MOQ"])}</th>
            <th className="ag-num">{say(["交期（天）", "Lead days"])}</th>
            <th>{say(["为何排在此处", "Why it is listed"])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={String(row["priceListId"])} {...(i === 0 ? { "data-first": "" } : {})}>
              <td>
                {String(row["supplierName"])} <span className="pg-code">{String(row["supplierCode"])}</span>
              </td>
              <td>{source(row, say)}</td>
              <td className="ag-num">
                {trim(String(row["price"]))} / {trim(String(row["priceUnit"]))} {uoms.meaning(String(row["uom"]))}
              </td>
              <td className="ag-num">{trim(String(row["priceExcl"]))}</td>
              <td>
                {String(row["validFrom"])} – {String(row["validTo"] ?? "")}
              </td>
              <td className="ag-num">{row["moq"] ? trim(String(row["moq"])) : "–"}</td>
              <td className="ag-num">{String(row["leadTimeDays"] ?? "–")}</td>
              <td>{String(row["why"])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What would be paid for an item on a day, supplier by supplier, which rule decides, and which prices do not count and why. */
export function PriceOnDate() {
  const say = useText();
  const work = useWork();
  const [row, setRow] = useState<Row>({ qty: "1", uom: "PCS", currency: "CNY", priceType: "STANDARD" });
  const [answer, setAnswer] = useState<Answer | null>(null);
  const ask = () =>
    work.run(async () => {
      setAnswer(null);
      const body = Object.fromEntries(Object.keys(fields).flatMap((key) => (row[key] ? [[key, row[key]]] : [])));
      setAnswer((await call<Answer>("srmServer/v1/srmPurSupplierPriceListRestful/findPrice", body)).data);
    });
  return (
    <section className="ag-sheet" aria-label={say(["按日查价", "Price on a date"])}>
      <div className="ag-ask">
        {Object.entries(fields).map(([key, field]) => (
          <label key={key} htmlFor={`ag-${key}`}>
            <span className="pg-faint">{say(field.label)}</span>
            <FieldInput
              id={`ag-${key}`}
              field={field}
              fieldKey={key}
              row={row}
              label={say(field.label)}
              narrow
              patch={(patch) => setRow((now) => ({ ...now, ...patch }))}
            />
          </label>
        ))}
        <Button type="primary" loading={work.busy} disabled={!row["orgId"] || !row["itemId"]} onClick={() => void ask()}>
          {say(["查价", "Find"])}
        </Button>
      </div>
      {work.error ? <p className="pc-bad">{work.error}</p> : null}
      {answer ? (
        <>
          <Prices rows={answer.rows} />
          {answer.leftOut.length ? (
            <>
              <h3 className="pg-h3">{say(["未采用的价格", "Prices that do not apply"])}</h3>
              <ul>
                {answer.leftOut.map((one) => (
                  <li key={String(one["priceListId"])}>
                    {String(one["supplierName"])} {trim(String(one["price"]))}：{String(one["why"])}
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </>
      ) : (
        <p className="pg-none">
          {say([
            "选择组织和物料，查看当日可用的价格、采用哪一个及原因；不填日期按今天。",
            "Choose an organisation and an item to see which price applies on that day and why. Empty date: today.",
          ])}
        </p>
      )}
    </section>
  );
}
