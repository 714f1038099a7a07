import { format, trim } from "#kernel/decimal.ts";
import type { Row } from "#kernel/page-document.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useChanged } from "#kernel/web/page/changes.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { Alert } from "antd";
import { useStore } from "zustand";
import { agreementLine } from "../agreement-line.entity.ts";
import { agreement } from "../agreement.entity.ts";
import { UseBar } from "./UseBar.tsx";
import "./agreement.css";

const path = "srmServer/v1/srmPurAgreementHeaderRestful";
const edit = (id: unknown): string => `/main/purAgreementManage/purAgreementEdit?id=${String(id)}`;

/** Where the agreement stands: its use, and the way between the version in force and its revision. */
export function Standing({ model }: { readonly model: EditModel }) {
  const say = useText();
  const base = useStore(model.state, (state) => state.base);
  if (!base) return null;
  return (
    <>
      {base["liveId"] && base["status"] !== "CLOSED" ? (
        <Alert
          type="info"
          showIcon
          title={
            <>
              {say([
                `这是第 ${String(base["revisionNum"])} 版变更草稿，批准前现行版本继续有效。`,
                `Draft revision ${String(base["revisionNum"])}. The active version applies until it is approved.`,
              ])}{" "}
              <PageLink href={edit(base["liveId"])}>{say(["查看现行版本", "Open active version"])}</PageLink>
            </>
          }
        />
      ) : null}
      {base["draftId"] ? (
        <Alert
          type="warning"
          showIcon
          title={
            <>
              {say(["本协议正在变更。", "A change of this agreement is in progress."])}{" "}
              <PageLink href={edit(base["draftId"])}>{say(["打开变更草稿", "Open the draft revision"])}</PageLink>
            </>
          }
        />
      ) : null}
      {["EFFECTIVE", "CHANGING"].includes(String(base["status"])) && base["agreementType"] !== "PRICE" && base["usedPct"] !== undefined ? (
        <div className="ag-used">
          <UseBar row={base} />
        </div>
      ) : null}
    </>
  );
}

const figure = (value: unknown, scale?: number): string =>
  scale === undefined ? trim(String(value ?? "0")) : format(String(value ?? "0"), { scale });

/** The orders that hold the agreement or were released on it. */
export function Drawn({ model }: { readonly model: EditModel }) {
  const say = useText();
  const id = useStore(model.state, (state) => state.base?.["id"]);
  const load = useLoad(`drawn:${String(id)}`, async () => (id ? (await call<readonly Row[]>(`${path}/listDrawn`, { id })).data : []));
  useChanged(agreement.name, load.again);
  if (!id) return null;
  return (
    <section className="pg-section" data-section="drawn" aria-label={say(["下达记录", "Releases"])}>
      <h2 className="pg-h2">{say(["下达记录", "Releases"])}</h2>
      <PanelState load={load} empty={say(["还没有订单使用本协议", "No releases yet"])} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <div className="ag-scroll">
            <table className="ag-table">
              <thead>
                <tr>
                  <th>{say(["订单", "Order"])}</th>
                  <th className="ag-num">{say(["协议行", "Line"])}</th>
                  <th className="ag-num">{say(["占用数量", "Reserved"])}</th>
                  <th className="ag-num">{say(["已下达数量", "Committed"])}</th>
                  <th className="ag-num">{say(["占用金额", "Reserved amount"])}</th>
                  <th className="ag-num">{say(["已下达金额", "Committed amount"])}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={`${String(row["orderId"])}|${String(row["orderLineId"])}`}>
                    <td>
                      <PageLink href={`/main/purOrderManage/purchaseOrderEdit?id=${String(row["orderId"])}`}>
                        {String(row["orderNum"] ?? row["orderId"])}
                      </PageLink>
                    </td>
                    <td className="ag-num">{String(row["lineNum"] ?? "")}</td>
                    <td className="ag-num">{figure(row["occupiedQty"])}</td>
                    <td className="ag-num">{figure(row["releasedQty"])}</td>
                    <td className="ag-num">{figure(row["occupiedAmount"], 2)}</td>
                    <td className="ag-num">{figure(row["releasedAmount"], 2)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PanelState>
    </section>
  );
}

interface Revision {
  readonly id: string;
  readonly revisionNum: number;
  readonly changeReason: string | null;
  readonly rows: readonly { readonly lineNum: number | null; readonly key: string; readonly before: unknown; readonly after: unknown }[];
}

/** What each revision changed, newest first; the one in the making against what is in force. */
export function Revisions({ model }: { readonly model: EditModel }) {
  const say = useText();
  const id = useStore(model.state, (state) => state.base?.["id"]);
  const load = useLoad(`revisions:${String(id)}`, async () =>
    id ? (await call<readonly Revision[]>(`${path}/compareRevision`, { id })).data : [],
  );
  useChanged(agreement.name, load.again);
  const nameOf = (lineNum: number | null, key: string): string => {
    const field = (lineNum === null ? agreement.fields : agreementLine.fields) as Readonly<
      Record<string, { label: readonly [string, string] }>
    >;
    const label = key === "steps" ? say(["阶梯价", "Step prices"]) : say(field[key]?.label ?? [key, key]);
    return lineNum === null ? label : `${say([`第${lineNum}行`, `Line ${lineNum}`])} · ${label}`;
  };
  const value = (one: unknown): string => (one === null || one === undefined || one === "" ? "–" : String(one));
  return (
    <PanelState load={load} empty={say(["还没有变更", "No changes yet"])} isEmpty={(rows) => rows.length === 0}>
      {(rows) => (
        <>
          {rows.map((one) => (
            <section key={one.id} className="pc-section">
              <h3 className="pg-h3">{say([`第 ${one.revisionNum} 版`, `Revision ${one.revisionNum}`])}</h3>
              {one.changeReason ? <p className="pg-faint">{one.changeReason}</p> : null}
              <table className="ag-table">
                <tbody>
                  {one.rows.map((row, i) => (
                    <tr key={i}>
                      <td>{nameOf(row.lineNum, row.key)}</td>
                      <td className="ag-num">
                        <s className="pg-faint">{value(row.before)}</s> → {value(row.after)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          ))}
        </>
      )}
    </PanelState>
  );
}
