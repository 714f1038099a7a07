import type { Call } from "../http/call.ts";
import type { Gate } from "../gate/gate.ts";
import type { Kernel } from "../kernel.ts";
import { accountCalls } from "./account.ts";
import { bundleCalls } from "./bundle.ts";
import { chainCalls } from "./chain.ts";
import { explainCalls } from "./explain.ts";
import { logCalls } from "./log.ts";
import { nameCalls } from "./names.ts";
import { permitCalls } from "./permit.ts";
import { reviewCalls } from "./review.ts";
import { settingCalls } from "./setting.ts";

/** The calls of administration that are not an entity's own. */
export const adminCalls = (kernel: Kernel, gate: Gate): Call[] => [
  ...nameCalls(kernel),
  ...permitCalls(kernel),
  ...accountCalls(kernel, gate),
  ...explainCalls(kernel, gate),
  ...settingCalls(kernel, gate),
  ...chainCalls(kernel),
  ...logCalls(kernel),
  ...bundleCalls(kernel),
  ...reviewCalls(kernel),
];
