import type { Call } from "#kernel/server/call.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { accountCalls } from "./account.calls.ts";
import { chainCalls } from "./chain.calls.ts";
import { explainCalls } from "./explain.calls.ts";
import { logCalls } from "./log.calls.ts";
import { nameCalls } from "./names.calls.ts";
import { permitCalls } from "./permit.calls.ts";
import { settingCalls } from "./setting.calls.ts";

export { AdminWork } from "./work.calls.ts";

/** The calls of administration that are not an entity's own. */
export const adminCalls = (kernel: Kernel, gate: Gate): Call[] => [
  ...nameCalls(kernel),
  ...permitCalls(kernel),
  ...accountCalls(kernel, gate),
  ...explainCalls(kernel, gate),
  ...settingCalls(kernel, gate),
  ...chainCalls(kernel),
  ...logCalls(kernel),
];
