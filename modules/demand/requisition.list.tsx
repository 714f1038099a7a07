import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { requisitionAsks } from "./parts/AskLines.tsx";
import { copyTools } from "./parts/copyTool.tsx";
import { PoolList } from "./parts/PoolList.tsx";
import { requisition } from "./requisition.entity.ts";

export const page = { route: "purchaseRequisitionList", title: ["采购申请", "Requisitions"] };

const slots = listSlots<typeof requisition>({
  asks: requisitionAsks,
  rowActions: (row, context) => copyTools(requisition, "purRequisitionManage/purRequisitionEdit", row, context),
  rowTone: (row) => (row.urgency === "CRITICAL" && ["APPROVED", "PARTIAL"].includes(String(row.status)) ? "late" : null),
});

/** Requisitions as documents, and the buyers' intake desk: every line of which something is still open. */
export default function RequisitionsPage() {
  return (
    <Ground>
      <TabbedLists
        label={["查看方式", "View by"]}
        lists={[
          { key: "documents", label: ["申请单", "Requisitions"], draw: () => <ListPage entity={requisition} slots={slots} /> },
          { key: "pool", label: ["待转采购", "To source"], draw: () => <PoolList /> },
        ]}
      />
    </Ground>
  );
}
