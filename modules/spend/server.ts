import type { Side } from "#kernel/server/side.ts";
import "./server/supplier-answers.ts";
import { spendCalls } from "./spend.calls.ts";

/** What the area answers by itself. */
export const spendSide: Side = { code: "spend", calls: ({ kernel }) => spendCalls(kernel) };
