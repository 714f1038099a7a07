import type { Row } from "#kernel/page-document.ts";
import { dateText } from "#kernel/page-format.ts";
import { useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { OwnAsk } from "#kernel/web/page/slots.ts";
import { figureText, Uom } from "#modules/demand/web.tsx";
import { Button, Modal } from "antd";
import { note } from "../note.entity.ts";
import { goodsOf, rowsIn, textOf } from "./start.tsx";
import "./ship.css";

/** What is still missing on a line before it may leave. */
function missing(line: Row, say: (text: readonly [string, string]) => string): string[] {
  const batches = rowsIn(line, "batches");
  return [
    ...(line["reportFlag"] === "Y" && !line["inspectFileIds"] ? [say(["缺检验报告", "report missing"])] : []),
    ...(line["batchFlag"] === "Y" && batches.length === 0 ? [say(["缺批次", "batches missing"])] : []),
    ...(line["barcodeFlag"] === "Y" && !line["boxCount"] ? [say(["缺条码", "labels missing"])] : []),
  ];
}

/** One look at the whole shipment before it leaves: lines, boxes, weight, arrival, what is missing. */
export function ShipSummary({ ask }: { readonly ask: OwnAsk }) {
  const say = useText();
  const load = useLoad(`${note.name}:${textOf(ask.row["id"])}:${textOf(ask.row["versionNum"])}`, () =>
    entityCall.find(note, textOf(ask.row["id"])),
  );
  return (
    <Modal
      open
      width={680}
      title={say([`提交发货 ${textOf(ask.row["noteNum"])}`, `Ship ${textOf(ask.row["noteNum"])}`])}
      onCancel={ask.cancel}
      mask={{ closable: false }}
      footer={
        <div className="pg-dialog-foot">
          <span className="pg-grow" />
          <Button onClick={ask.cancel}>{say(["返回", "Back"])}</Button>
          <Button type="primary" loading={ask.busy} disabled={load.data === null} onClick={() => ask.send({})}>
            {say(["提交发货", "Ship"])}
          </Button>
        </div>
      }
    >
      <PanelState load={load} empty="" isEmpty={() => false}>
        {(doc) => (
          <>
            <dl className="sp-strip">
              <div>
                <dt>{say(["行数", "Lines"])}</dt>
                <dd className="pg-figure">{rowsIn(doc, "lines").length}</dd>
              </div>
              <div>
                <dt>{say(["箱数", "Boxes"])}</dt>
                <dd className="pg-figure">{textOf(doc["totalBoxes"]) || "–"}</dd>
              </div>
              <div>
                <dt>{say(["毛重(KG)", "Gross weight (kg)"])}</dt>
                <dd className="pg-figure">{textOf(doc["grossWeight"]) || "–"}</dd>
              </div>
              <div>
                <dt>{say(["预计到货", "ETA"])}</dt>
                <dd className="pg-figure">{dateText({ kind: "datetime" }, doc["eta"])}</dd>
              </div>
            </dl>
            <div className="sp-scroll">
              <table className="sp-rows">
                <tbody>
                  {rowsIn(doc, "lines").map((line) => (
                    <tr key={textOf(line["id"])}>
                      <td>
                        {goodsOf(line)}
                        {missing(line, say).map((word) => (
                          <span key={word} className="sp-error">
                            {" "}
                            {word}
                          </span>
                        ))}
                      </td>
                      <td className="sp-number pg-figure">
                        {figureText(textOf(line["noteQty"]))} <Uom code={line["uom"]} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </PanelState>
      {ask.errors.map((error) => (
        <p key={`${error.path}${error.msg}`} role="alert" className="sp-error">
          {error.msg}
        </p>
      ))}
    </Modal>
  );
}
