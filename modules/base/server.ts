import { join } from "node:path";
import { folderRates, serviceRates } from "#bridges/rates.ts";
import type { Premises, Side } from "#kernel/server/install/side.ts";
import { masterCalls } from "./master.calls.ts";
import { readerCalls } from "./reader.calls.ts";
import { readyAlike } from "./server/alike.ts";
import { RatePull } from "./server/pull.ts";
import { mendReceiverIds } from "./server/receiver-ids.ts";
import { reference } from "./server/reference.ts";
import { BaseWork } from "./work.calls.ts";
import { baseNeeds } from "./needs.calls.ts";

const pullOf = ({ kernel, clock, dataDir, outside }: Premises): RatePull =>
  new RatePull(kernel, clock, { local: folderRates(join(dataDir, "rates")), at: (address) => serviceRates(outside, address) });

/** What base data brings along, answers and does by itself. */
export const baseSide: Side = {
  code: "base",
  needs: baseNeeds,
  ships: reference,
  calls: (at) => [...masterCalls(at.kernel, pullOf(at)), ...readerCalls(at.kernel)],
  programs: (at) => new BaseWork(at.kernel, at.clock, pullOf(at)).programs(),
  start: ({ kernel, gate }) => {
    const alarm = (error: unknown) => gate.alarm("BACKGROUND", { error: String(error) });
    readyAlike(kernel.db).catch(alarm);
    mendReceiverIds(kernel.db).catch(alarm);
  },
};
