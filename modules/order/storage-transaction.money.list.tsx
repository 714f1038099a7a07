import type { Row } from "#kernel/page-document.ts";
import type { ListContext, ListSlots } from "#kernel/web/page/slots.ts";
import type { RowAction } from "#kernel/web/table/types.ts";
import { showChain } from "#modules/demand/web.tsx";
import { Waypoints } from "lucide-react";
import { order } from "./order.entity.ts";
import { PostingSums } from "./parts/PostingSums.tsx";

/** From a posting to every document before and after it. */
const chainAction = (row: Row, { viewer }: ListContext): readonly RowAction[] =>
  viewer.may("btnChain")
    ? [
        {
          label: ["单据链", "Chain"] as const,
          icon: Waypoints,
          handler: () => showChain({ docType: order.name, docId: String(row["orderId"]), orderLineId: String(row["orderLineId"]) }),
        },
      ]
    : [];

export const slots: ListSlots = { head: (context) => <PostingSums context={context} />, rowActions: chainAction, hideNew: true };
