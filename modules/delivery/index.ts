import { joined, module } from "#kernel/module.ts";
import { shipping } from "./shipping.ts";
import { receiving } from "./receiving.ts";

/** Call-offs, shipments, receipts and returns. */
export const delivery = module("delivery", "收发货", "Deliveries", joined(shipping, receiving));
