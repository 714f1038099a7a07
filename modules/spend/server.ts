import type { Side } from "#kernel/server/install/side.ts";
import { supplierAnswers } from "./server/supplier-answers.ts";
import { spendCalls } from "./spend.calls.ts";

/** What the area answers by itself. */
export const spendSide: Side = { code: "spend", answers: supplierAnswers, calls: ({ kernel }) => spendCalls(kernel) };
