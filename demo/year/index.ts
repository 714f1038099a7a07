import type { Gate } from "#kernel/server/gate/gate.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { houseDay, shift } from "#kernel/time.ts";
import { addDays, weekday } from "#kernel/days.ts";
import { Masters } from "./masters.ts";
import { planYear, turnDays, type Scale } from "./plan.ts";
import { Trade } from "./trade.ts";

/** What is older than this is history: nobody is written to about it. */
const newsDays = 3;

/** How many days ago the Monday of the last whole week was. */
function lastMonday(now: Date): number {
  const sinceMonday = (weekday(houseDay(now)) + 6) % 7;
  return sinceMonday >= 5 ? sinceMonday : sinceMonday + 7;
}

/** A year of the demonstration's company up to the end of last week: planned with a fixed seed, carried out by the people's own actions. */
export async function demoYear(kernel: Kernel, gate: Gate, password: string, now: () => Date, scale: Scale): Promise<void> {
  const monday = lastMonday(now());
  const back = (turn: number): number => monday + turnDays * (scale.turns - 1 - turn);
  const monthOf = (turn: number): number => Number(addDays(houseDay(now()), -back(turn)).slice(5, 7)) - 1;
  const year = planYear(scale, monthOf);
  const known = await new Masters(kernel, gate, year, now).found(password);
  await new Trade(kernel, year, known, back, now).run();
  await kernel.outbox.settle(shift(now(), { days: -newsDays }));
}
