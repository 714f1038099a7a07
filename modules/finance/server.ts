import type { Side } from "#kernel/server/install/side.ts";
import { advanceSide } from "./advance/side.calls.ts";
import { reportSide } from "./reports.calls.ts";
import { statementSide } from "./statement/side.calls.ts";
import { transactionSide } from "./transaction/side.calls.ts";

// One line for each part that has a server half.
const parts: readonly Omit<Side, "code">[] = [transactionSide, statementSide, advanceSide, reportSide];

/** What finance answers and does by itself: the server halves of its parts. */
export const financeSide: Side = {
  code: "finance",
  ships: parts.flatMap((part) => part.ships ?? []),
  answers: parts.flatMap((part) => part.answers ?? []),
  needs: Object.assign({}, ...parts.map((part) => part.needs)),
  calls: (at) => parts.flatMap((part) => part.calls?.(at) ?? []),
  programs: (at) => Object.assign({}, ...parts.map((part) => part.programs?.(at))),
  start: (at) => {
    const stops = parts.flatMap((part) => part.start?.(at) ?? []);
    return async () => void (await Promise.all(stops.map((stop) => stop())));
  },
};
