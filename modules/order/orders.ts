import type { Part } from "#kernel/module.ts";
import { agreeRules } from "./agree.rules.ts";
import { approveRules } from "./approve.rules.ts";
import { changeRules } from "./change.rules.ts";
import { endRules } from "./end.rules.ts";
import { orderEvents, orderPrograms, orderTodos } from "./events.ts";
import { orderHistory, purchaseHistory } from "./history.entity.ts";
import { orderLookups } from "./lookups.ts";
import { order } from "./order.entity.ts";
import { postRules } from "./post.rules.ts";
import { publishRules } from "./publish.rules.ts";
import { reviseRules } from "./revise.rules.ts";
import { saveRules } from "./save.rules.ts";
import { storageTransaction } from "./transaction.entity.ts";

/** Orders with their ledger, their history and the postings of goods and money. */
export const orders: Part = {
  entities: [order, orderHistory, purchaseHistory, storageTransaction],
  rules: [...saveRules, ...approveRules, ...publishRules, ...agreeRules, ...changeRules, ...reviseRules, ...endRules, ...postRules],
  lookups: orderLookups,
  events: orderEvents,
  todos: orderTodos,
};
