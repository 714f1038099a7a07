import { qtyText, textOf } from "#kernel/page-format.ts";
import { Stack } from "#kernel/web/block/layout.tsx";
import { PlainTable } from "#kernel/web/block/PlainTable.tsx";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import type { ListSlots } from "#kernel/web/page/slots.ts";
import { demandSummary } from "./demand-summary.entity.ts";

/** The requisition lines a summary holds, and the suppliers it is split among. */
function Sources({ id }: { readonly id: string }) {
  const say = useText();
  const load = useLoad(`summary:${id}`, () => entityCall.find(demandSummary, id));
  if (load.error) return <p className="pc-bad">{load.error}</p>;
  const rels = load.data?.rels ?? [];
  const splits = load.data?.splits ?? [];
  return (
    <Stack gap="s">
      <PlainTable
        dense
        label={say(["来源申请", "Requisition"])}
        rows={rels}
        rowKey={(rel) => rel.id}
        columns={[
          {
            key: "requisition",
            title: say(["来源申请", "Requisition"]),
            cell: (rel) => `${textOf(rel.requisitionCode ?? rel.requisitionName)} / ${textOf(rel.reqLineNum)}`,
          },
          { key: "needByDate", title: say(["需求日期", "Need-by date"]), cell: (rel) => rel.needByDate },
          { key: "qty", title: say(["占用", "Reserved"]), number: true, cell: (rel) => qtyText(rel.qty ?? "0") },
          { key: "moved", title: say(["已转", "Moved on"]), number: true, cell: (rel) => qtyText(rel.movedQty ?? "0") },
          { key: "released", title: say(["释放", "Released"]), number: true, cell: (rel) => qtyText(rel.releasedQty ?? "0") },
          { key: "open", title: say(["剩余", "Open"]), number: true, cell: (rel) => qtyText(rel.openQty ?? "0") },
        ]}
      />
      {splits.length > 0 ? (
        <p className="pc-note">
          {say(["拆分：", "Split: "])}
          {splits.map((split) => `${String(split.supplierName ?? "")} ${qtyText(split.qty ?? "0")}`).join(say(["；", "; "]))}
        </p>
      ) : null}
    </Stack>
  );
}

/** The merge desk: each summary opens to the lines it holds. */
export const slots: ListSlots<typeof demandSummary> = {
  hideNew: true,
  expand: (row) => <Sources id={String(row.id)} />,
  rowTone: (row) => (row.status === "DISSOLVED" ? "muted" : row.status === "DONE" ? "done" : null),
};
