import { format, sum } from "#kernel/decimal.ts";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { Section } from "#kernel/web/block/Section.tsx";
import { call } from "#kernel/web/call.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { useStore } from "zustand";
import type { aslAlteration } from "../asl-alteration.entity.ts";
import type { SourceUse } from "../asl.questions.ts";

const kinds = [
  ["ORDER", ["未完订单", "Open orders"]],
  ["INQUIRY", ["进行中询价", "Open enquiries"]],
] as const;

/** What is under way with the sources of the page: open orders and enquiries, counted. */
export function AlterImpact({ model }: { readonly model: EditModel<typeof aslAlteration> }) {
  const say = useText();
  const lines = useStore(model.state, (state) => state.doc.lines) ?? [];
  const ids = [...new Set(lines.flatMap((line) => (line.aslLineId ? [String(line.aslLineId)] : [])))].sort();
  const load = useLoad(
    `asl.impact:${ids.join()}`,
    async () =>
      (await call<{ rows: readonly SourceUse[] | null }>("srmServer/v1/srmPurAslAlterationRestful/previewImpact", { aslLineIds: ids })).data
        .rows,
  );
  if (ids.length === 0) return null;
  return (
    <Section name="impact" title={say(["影响", "Impact"])}>
      {load.error ? <p className="pc-bad">{load.error}</p> : null}
      <PlainTable
        label={say(["影响", "Impact"])}
        rows={kinds.map(([kind, label]) => ({ kind, label, uses: (load.data ?? []).filter((use) => use.kind === kind) }))}
        rowKey={(row) => row.kind}
        columns={[
          {
            key: "kind",
            title: say(["事项", "What"]),
            cell: ({ uses, label }) => (uses[0]?.route ? <PageLink href={`/main/${uses[0].route}`}>{say(label)}</PageLink> : say(label)),
          },
          {
            key: "count",
            title: say(["单据数", "Documents"]),
            number: true,
            cell: ({ uses }) =>
              uses.length > 0 ? (
                uses.reduce((all, use) => all + use.count, 0)
              ) : (
                <span className="pg-none">{say(["系统内暂无此类单据", "Not available yet"])}</span>
              ),
          },
          {
            key: "qty",
            title: say(["未交数量", "Open quantity"]),
            number: true,
            cell: ({ kind, uses }) =>
              kind === "ORDER" && uses.length > 0 ? format(sum(uses.map((use) => use.qty ?? "0")), { thousands: true }) : "–",
          },
        ]}
      />
    </Section>
  );
}
