import type { Widget } from "#kernel/module.ts";
import { register } from "./register.entity.ts";

/** What waits at the door: accounts to look at, files to look at. */
export const registerWidgets: readonly Widget[] = [
  {
    code: "REG_PENDING_ACCOUNT",
    label: ["待审注册账号", "Accounts to review"],
    audience: "INTERNAL",
    type: "FIGURE",
    route: "supplierRegisterApproval",
    counts: { entity: register, view: "waiting", list: "account" },
    button: "btnApproval",
    seq: 210,
  },
  {
    code: "REG_PENDING_INFO",
    label: ["待审注册资料", "Registration files to review"],
    audience: "INTERNAL",
    type: "FIGURE",
    route: "supplierRegisterInfoApproval",
    counts: { entity: register, view: "waiting", list: "info" },
    button: "btnApproval",
    seq: 211,
  },
];
