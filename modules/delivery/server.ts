import type { Side } from "#kernel/server/install/side.ts";
import { StorageInbox } from "./server/inbox-calls.ts";
import { Docks } from "./docks.calls.ts";
import { offersInMail } from "#modules/messages/index.ts";
import { Labels } from "./labels.calls.ts";
import { noticeLinks } from "./notice-mail.calls.ts";
import { Receipts } from "./receiving.calls.ts";
import { Shipments } from "./shipping.calls.ts";
import { Slips } from "./slips.calls.ts";
import { WriteOffs } from "./write-off.calls.ts";
import { deliveryNeeds } from "./needs.calls.ts";

/** What the area answers and does by itself. */
export const deliverySide: Side = {
  code: "delivery",
  needs: deliveryNeeds,
  calls: ({ kernel, clock, files, gate, publicUrl }) => {
    const links = noticeLinks(kernel, gate.keys, clock, publicUrl);
    offersInMail(kernel, ({ userId, route }) => links.offer(userId, route));
    return [
      ...links.calls(),
      ...new Shipments(kernel).calls(),
      ...new Docks(kernel).calls(),
      ...new Labels(kernel, files).calls(),
      ...new Receipts(kernel).calls(),
      ...new WriteOffs(kernel).calls(),
      ...new Slips(kernel, files).calls(),
      ...new StorageInbox(kernel, clock).calls(),
    ];
  },
  programs: ({ kernel, clock }) => new StorageInbox(kernel, clock).programs(),
};
