import type { Module } from "#kernel/module.ts";
import { access } from "./access/index.ts";
import { admin } from "./admin/index.ts";
import { devtools } from "./devtools/index.ts";
import { base } from "./base/index.ts";
import { contracts } from "./contracts/index.ts";
import { delivery } from "./delivery/index.ts";
import { demand } from "./demand/index.ts";
import { finance } from "./finance/index.ts";
import { lifecycle } from "./lifecycle/index.ts";
import { messages } from "./messages/index.ts";
import { ordering } from "./order/index.ts";
import { price } from "./price/index.ts";
import { register } from "./register/index.ts";
import { rules } from "./rules/index.ts";
import { schedule } from "./schedule/index.ts";
import { setup } from "./setup/index.ts";
import { spend } from "./spend/index.ts";
import { supplier } from "./supplier/index.ts";
import { workflow } from "./workflow/index.ts";

/** All business areas, lower layers first: a module knows only those above it in this list. */
export const modules: readonly Module[] = [
  ...[admin, access, rules, devtools, base, messages, schedule, workflow],
  ...[supplier, register, lifecycle],
  ...[demand, price, contracts, ordering, delivery, spend, finance],
  setup,
];
