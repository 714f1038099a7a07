import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { TabbedLists } from "#kernel/web/part/TabbedLists.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { storageTransaction } from "#modules/order/index.ts";
import { postingChain, PostingSums } from "#modules/order/web.tsx";
import { storageInbox } from "./storage-inbox.entity.ts";

export const page = { route: "SrmPurStorageTransactionList", title: ["库存事务", "Storage transactions"] };

const ledger = listSlots<typeof storageTransaction>({
  head: (context) => <PostingSums context={context} stock />,
  rowActions: postingChain,
  hideNew: true,
});

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
