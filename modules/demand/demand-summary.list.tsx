import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { demandSummary } from "./demand-summary.entity.ts";
import { figureText } from "./parts/Postings.tsx";
import "./parts/planning.css";

/** The requisition lines a summary holds, and the suppliers it is split among. */
function Sources({ id }: { readonly id: string }) {
  const say = useText();
  const load = useLoad(`summary:${id}`, () => entityCall.find(demandSummary, id));
  if (load.error) return <p className="pc-bad">{load.error}</p>;
  const rels = (load.data?.["rels"] ?? []) as readonly Row[];
  const splits = (load.data?.["splits"] ?? []) as readonly Row[];
  return (
    <div>
      <table className="ds-sources">
        <thead>
          <tr>
            <th>{say(["来源申请", "Requisition"])}</th>
            <th>{say(["需求日期", "Need-by date"])}</th>
            <th>{say(["占用", "Reserved"])}</th>
            <th>{say(["已转", "Moved on"])}</th>
            <th>{say(["释放", "Released"])}</th>
            <th>{say(["剩余", "Open"])}</th>
          </tr>
        </thead>
        <tbody>
          {rels.map((rel) => (
            <tr key={String(rel["id"])}>
              <td>
                {String(rel["requisitionCode"] ?? rel["requisitionName"] ?? "")} / {String(rel["reqLineNum"])}
              </td>
              <td>{String(rel["needByDate"])}</td>
              {(["qty", "movedQty", "releasedQty", "openQty"] as const).map((key) => (
                <td key={key}>{figureText(String(rel[key] ?? "0"))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {splits.length > 0 ? (
        <p className="pc-note">
          {say(["拆分：", "Split: "])}
          {splits.map((one) => `${String(one["supplierName"] ?? "")} ${figureText(String(one["qty"] ?? "0"))}`).join(say(["；", "; "]))}
        </p>
      ) : null}
    </div>
  );
}

/** The merge desk: each summary opens to the lines it holds. */
export const slots: ListSlots = {
  hideNew: true,
  expand: (row) => <Sources id={String(row["id"])} />,
  rowTone: (row) => (row["status"] === "DISSOLVED" ? "muted" : row["status"] === "DONE" ? "done" : null),
};
