import { randomBytes } from "node:crypto";
import type { Premises, Side } from "#kernel/server/install/side.ts";
import { LocalESign } from "#bridges/esign.ts";
import { inspectCalls } from "./inspect.calls.ts";
import { managingCalls } from "./managing.calls.ts";
import { requalifyCalls, requalifyPrograms } from "./requalify.calls.ts";
import { reportCalls } from "./reports.calls.ts";
import { endingAnswers } from "./server/warnings.ts";
import { SigningDesk } from "./signing.calls.ts";
import { lifecycleNeeds } from "./needs.calls.ts";

// The built-in signing house answers only itself: its secret lives as long as the process unless one is configured.
const secret = randomBytes(32).toString("hex");
const signing = ({ kernel, clock, env }: Premises): SigningDesk =>
  new SigningDesk(kernel, clock, new LocalESign(env["ESIGN_SECRET"] || secret));

/** What the lifecycle answers and does by itself. */
export const lifecycleSide: Side = {
  code: "lifecycle",
  needs: lifecycleNeeds,
  answers: endingAnswers,
  calls: (at) => [
    ...signing(at).calls(),
    ...managingCalls(at.kernel),
    ...reportCalls(at.kernel),
    ...inspectCalls(at.kernel),
    ...requalifyCalls(at.kernel),
  ],
  programs: (at) => requalifyPrograms(at.kernel, at.clock),
  start: (at) => signing(at).listen(),
};
