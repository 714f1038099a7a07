import type { Side } from "#kernel/server/install/side.ts";
import { offersInMail } from "#modules/messages/index.ts";
import { Chains } from "./chain/chain.calls.ts";
import { confirmLinks } from "./publish/confirm-mail.calls.ts";
import { historyCalls } from "./history/history.calls.ts";
import { OrderClock } from "./server/order-calls.ts";
import { mailOrders } from "./server/order-mail.ts";
import { productionPrograms } from "./production/production.calls.ts";
import { Quotes } from "./price/quote.calls.ts";
import { transactionCalls } from "./ledger/transaction.calls.ts";
import { orderNeeds } from "./needs.calls.ts";

/** What the area answers and does by itself. */
export const orderSide: Side = {
  code: "order",
  needs: orderNeeds,
  calls: ({ kernel, gate, clock, publicUrl }) => {
    const links = confirmLinks(kernel, gate.keys, clock, publicUrl);
    offersInMail(kernel, ({ userId, route }) => links.offer(userId, route));
    return [
      ...new Chains(kernel).calls(),
      ...new Quotes(kernel).calls(),
      ...historyCalls(kernel),
      ...transactionCalls(kernel),
      ...links.calls(),
    ];
  },
  start: (at) => mailOrders(at),
  programs: ({ kernel, clock }) => ({ ...new OrderClock(kernel, clock).programs(), ...productionPrograms(kernel, clock) }),
};
