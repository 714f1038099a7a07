import { joined, module } from "#kernel/module.ts";
import { orders } from "./orders.ts";
import { production } from "./production.ts";

/** What suppliers are asked to deliver, and the ledger of every piece. */
export const order = module("order", "采购订单", "Purchase orders", joined(orders, production));
