import type { Side } from "#kernel/server/install/side.ts";
import { accessSide } from "./access/server.ts";
import { adminSide } from "./admin/server.ts";
import { baseSide } from "./base/server.ts";
import { contractsSide } from "./contracts/server.ts";
import { deliverySide } from "./delivery/server.ts";
import { demandSide } from "./demand/server.ts";
import { devtoolsSide } from "./devtools/server.ts";
import { financeSide } from "./finance/server.ts";
import { lifecycleSide } from "./lifecycle/server.ts";
import { messagesSide } from "./messages/server.ts";
import { orderSide } from "./order/server.ts";
import { priceSide } from "./price/server.ts";
import { registerSide } from "./register/server.ts";
import { rulesSide } from "./rules/server.ts";
import { scheduleSide } from "./schedule/server.ts";
import { setupSide } from "./setup/server.ts";
import { spendSide } from "./spend/server.ts";
import { supplierSide } from "./supplier/server.ts";
import { workflowSide } from "./workflow/server.ts";

/** The server halves of all modules, in the order of the modules. */
export const sides: readonly Side[] = [
  ...[adminSide, accessSide, rulesSide, devtoolsSide, baseSide, messagesSide, scheduleSide, workflowSide],
  ...[supplierSide, registerSide, lifecycleSide],
  ...[demandSide, priceSide, contractsSide, orderSide, deliverySide, spendSide, financeSide],
  setupSide,
];
