import { openKernel } from "#kernel/server/kernel.ts";
import { ship } from "#kernel/server/install/ship.ts";
import { modules } from "#modules/index.ts";
import { prepareTemplate } from "./database.ts";

const clock = { now: () => new Date() };

/** The template with the product's own tables and all that its modules ship; whoever adds to them begins here instead of laying a thousand tables again. */
export async function shipped(): Promise<string> {
  await prepareTemplate("shipped", async (url) => {
    const first = await openKernel(modules, url, clock);
    await ship(first, clock.now);
    await first.close();
  });
  return "shipped";
}
