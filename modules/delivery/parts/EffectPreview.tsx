import { cmp, isDecimal } from "#kernel/decimal.ts";
import { amountText } from "#kernel/page-format.ts";
import type { Row } from "#kernel/page-document.ts";
import { call, messageOf } from "#kernel/web/call.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { figureText } from "#modules/demand/web.tsx";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { rowsIn, textOf } from "./start.tsx";
import "./ship.css";

const asked = (doc: Row): string =>
  JSON.stringify({
    type: doc["writeOffType"],
    lines: rowsIn(doc, "lines")
      .filter((line) => line["receiveLineId"] || line["transactionId"])
      .map((line) => ({
        receiveLineId: line["receiveLineId"],
        transactionId: line["transactionId"],
        qty: textOf(line["qty"]),
        undoRejectedQty: textOf(line["undoRejectedQty"]),
      })),
  });

const isOver = (row: Row, qty: string): boolean => isDecimal(qty) && cmp(qty, textOf(row["reversible"])) > 0;

/** What the write-off will do once it is approved, worked out while it is typed: order, road, goods and money. */
export function EffectPreview({ model }: { readonly model: EditModel }) {
  const say = useText();
  const question = useStore(model.state, (state) => asked(state.doc));
  const isPosted = useStore(model.state, (state) => state.base?.["status"] === "POSTED");
  const [rows, setRows] = useState<readonly (Row | null)[]>([]);
  const [said, setSaid] = useState("");
  const language = useLanguage((state) => state.language);
  useEffect(() => {
    let isCurrent = true;
    const body = JSON.parse(question) as { type?: string; lines: Row[] };
    const timer = setTimeout(async () => {
      if (!body.type || body.lines.length === 0 || isPosted) {
        if (isCurrent) setRows([]);
        return;
      }
      try {
        const { data } = await call<{ rows: readonly (Row | null)[] }>("srmServer/v1/srmPurWriteOffRestful/doPreview", body);
        if (!isCurrent) return;
        setRows(data.rows.map((row, i) => (row ? { ...row, qty: body.lines[i]?.["qty"] } : null)));
        setSaid("");
      } catch (error) {
        if (isCurrent) setSaid(messageOf(error));
      }
    }, 350);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [question, isPosted, language]);
  if (isPosted) return null;
  const moved = (row: Row, before: string, after: string) => (
    <td className="sp-number pg-figure">
      {figureText(textOf(row[before]))} → <b>{figureText(textOf(row[after]))}</b>
    </td>
  );
  return (
    <section className="rv-panel" data-section="effect" aria-live="polite">
      <h3 className="pg-h3">{say(["过账影响预览", "Effect of approval"])}</h3>
      {said ? <p role="alert">{said}</p> : null}
      {rows.length === 0 ? (
        <p className="pg-faint">
          {say([
            "选择接收行并填写数量后，这里显示订单、在途、净收货与金额的变化。",
            "Choose receipt lines and quantities to see the effect on order, transit, stock and amounts.",
          ])}
        </p>
      ) : (
        <div className="sp-scroll">
          <table className="sp-rows">
            <thead>
              <tr>
                <th>{say(["订单行", "Order line"])}</th>
                <th className="sp-number">{say(["可冲销", "Reversible"])}</th>
                <th className="sp-number">{say(["订单未交", "Order open"])}</th>
                <th className="sp-number">{say(["在途", "In transit"])}</th>
                <th className="sp-number">{say(["净收货", "Net received"])}</th>
                <th className="sp-number">{say(["未税金额", "Net amount"])}</th>
                <th className="sp-number">{say(["税额", "Tax"])}</th>
                <th className="sp-number">{say(["价税合计", "Total"])}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, i) =>
                row === null ? null : (
                  <tr key={i}>
                    <td className="pg-figure">{textOf(row["orderRow"])}</td>
                    <td className="sp-number pg-figure" data-over={isOver(row, textOf(row["qty"])) ? "yes" : "no"}>
                      {figureText(textOf(row["reversible"]))}
                    </td>
                    {moved(row, "openBefore", "openAfter")}
                    {moved(row, "inTransitBefore", "inTransitAfter")}
                    {moved(row, "netBefore", "netAfter")}
                    {["amountExcl", "taxAmount", "amountIncl"].map((key) => (
                      <td key={key} className="sp-number pg-figure">
                        {amountText(textOf(row[key]), textOf(row["currency"]))}
                      </td>
                    ))}
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
