import type { Kernel } from "#kernel/server/kernel.ts";
import { Ends } from "./ends.ts";
import type { Rooms } from "./stage.ts";

/** Contracts in every state of their life, on every desk, made by the actions of the people whose desks they are. */
export async function demoContracts(kernel: Kernel, now: () => Date, rooms: Rooms): Promise<void> {
  const story = new Ends(kernel, now, rooms);
  if (await story.look()) await story.run();
}
