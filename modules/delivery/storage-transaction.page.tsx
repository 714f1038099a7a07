import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { storageTransaction } from "#modules/order/index.ts";
import { storageInbox } from "./storage-inbox.entity.ts";

export const page = { route: "SrmPurStorageTransactionList", title: ["库存事务", "Storage transactions"] };

/** The warehouse's view of the ledger, and beside it what other systems reported and nobody has booked yet. */
export default function StorageTransactionPage() {
  return (
    <Ground>
      <TabbedLists
        label={["查看方式", "Look at"]}
        lists={[
          { key: "ledger", label: ["库存事务", "Transactions"], draw: () => <ListPage entity={storageTransaction} list="storage" /> },
          { key: "inbox", label: ["待处理接口", "Inbox"], draw: () => <ListPage entity={storageInbox} list="inbox" /> },
        ]}
      />
    </Ground>
  );
}
