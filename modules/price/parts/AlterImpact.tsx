import type { Row } from "#kernel/page-document.ts";
import { format, sum } from "#kernel/decimal.ts";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useStore } from "zustand";
import type { SourceUse } from "../asl.questions.ts";
import "./asl.css";

const kinds = [
  ["ORDER", ["未完订单", "Open orders"]],
  ["INQUIRY", ["进行中询价", "Open enquiries"]],
] as const;

/** What is under way with the sources of the page: open orders and enquiries, counted. */
export function AlterImpact({ model }: { readonly model: EditModel }) {
  const say = useText();
  const lines = useStore(model.state, (state) => (state.doc["lines"] as readonly Row[] | undefined) ?? []);
  const ids = [...new Set(lines.flatMap((line) => (line["aslLineId"] ? [String(line["aslLineId"])] : [])))].sort();
  const load = useLoad(
    `asl.impact:${ids.join()}`,
    async () =>
      (await call<{ rows: readonly SourceUse[] | null }>("srmServer/v1/srmPurAslAlterationRestful/previewImpact", { aslLineIds: ids })).data
        .rows,
  );
  if (ids.length === 0) return null;
  const uses = load.data;
  return (
    <section className="pg-section" data-section="impact" aria-label={say(["影响", "Impact"])}>
      <h2 className="pg-h2">{say(["影响", "Impact"])}</h2>
      {load.error ? <p className="pc-bad">{load.error}</p> : null}
      <table className="as-table">
        <thead>
          <tr>
            <th>{say(["事项", "What"])}</th>
            <th className="as-num">{say(["单据数", "Documents"])}</th>
            <th className="as-num">{say(["未交数量", "Open quantity"])}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(([kind, label]) => {
            const found = (uses ?? []).filter((one) => one.kind === kind);
            const route = found[0]?.route;
            const total = sum(found.map((one) => one.qty ?? "0"));
            return (
              <tr key={kind}>
                <td>{route ? <PageLink href={`/main/${route}`}>{say(label)}</PageLink> : say(label)}</td>
                {found.length === 0 ? (
                  <td className="as-num" colSpan={2}>
                    <span className="pg-none">{say(["系统内暂无此类单据", "Not available yet"])}</span>
                  </td>
                ) : (
                  <>
                    <td className="as-num">{found.reduce((all, one) => all + one.count, 0)}</td>
                    <td className="as-num">{kind === "ORDER" ? format(total, { thousands: true }) : "–"}</td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
