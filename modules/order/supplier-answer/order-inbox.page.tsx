import { OwnPage } from "#kernel/web/part/OwnPage.tsx";
import { Inbox } from "../parts/Inbox.tsx";

export const page = { route: "purchaseOrderList3", title: ["订单协同", "My orders"], kind: "list" };

/** The supplier's inbox of orders: what is asked of me, by when, and one obvious button. */
export default function OrderInboxPage() {
  return (
    <OwnPage>
      <Inbox />
    </OwnPage>
  );
}
