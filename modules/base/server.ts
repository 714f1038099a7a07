import type { Side } from "#kernel/server/side.ts";
import { masterCalls } from "./master.calls.ts";
import { readerCalls } from "./reader.calls.ts";
import { readyAlike } from "./server/alike.ts";
import { reference } from "./server/reference.ts";
import { BaseWork } from "./work.calls.ts";

/** What base data brings along, answers and does by itself. */
export const baseSide: Side = {
  code: "base",
  ships: reference,
  calls: ({ kernel }) => [...masterCalls(kernel), ...readerCalls(kernel)],
  programs: ({ kernel, clock }) => new BaseWork(kernel, clock).programs(),
  start: ({ kernel, gate }) => {
    readyAlike(kernel.db).catch((error: unknown) => gate.alarm("BACKGROUND", { error: String(error) }));
  },
};
