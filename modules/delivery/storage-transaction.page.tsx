import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { showChain } from "#modules/demand/web.tsx";
import { order, storageTransaction } from "#modules/order/index.ts";
import { PostingSums } from "#modules/order/web.tsx";
import type { Row } from "#kernel/page-document.ts";
import type { ListContext } from "#kernel/web/page/slots.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { Waypoints } from "lucide-react";
import { storageInbox } from "./storage-inbox.entity.ts";

export const page = { route: "SrmPurStorageTransactionList", title: ["库存事务", "Storage transactions"] };

const chainOf = (row: Row, { viewer }: ListContext): readonly RowAction[] =>
  viewer.may("btnChain")
    ? [
        {
          label: ["单据链", "Chain"],
          icon: Waypoints,
          handler: () => showChain({ docType: order.name, docId: String(row["orderId"]), orderLineId: String(row["orderLineId"]) }),
        },
      ]
    : [];

const ledger = listSlots({ head: (context) => <PostingSums context={context} stock />, rowActions: chainOf, hideNew: true });

/** The warehouse's view of the ledger, and beside it what other systems reported and nobody has booked yet. */
export default function StorageTransactionPage() {
  return (
    <Ground>
      <TabbedLists
        label={["查看方式", "View by"]}
        lists={[
          {
            key: "ledger",
            label: ["库存事务", "Transactions"],
            draw: () => <ListPage entity={storageTransaction} list="storage" slots={ledger} />,
          },
          { key: "inbox", label: ["待处理接口", "Inbox"], draw: () => <ListPage entity={storageInbox} list="inbox" /> },
        ]}
      />
    </Ground>
  );
}
