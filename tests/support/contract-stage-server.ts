import { createInterface } from "node:readline";
import { Refusal } from "#kernel/refusal.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { newId } from "#kernel/server/act/id.ts";
import { openKernel } from "#kernel/server/kernel.ts";
import { modules } from "#modules/index.ts";

/** A process of its own that asks for money of payment stages, one line at a time, and answers what became of it. */
const kernel = await openKernel(modules, process.argv[2]!, { now: () => new Date() }, { pool: 2 });
const say = (text: string): void => void process.stdout.write(`${text}\n`);
say("ready");
for await (const line of createInterface({ input: process.stdin })) {
  const { id, uses } = JSON.parse(line) as { readonly id: string; readonly uses: readonly object[] };
  await kernel.actor
    .act(
      { entity: kernel.declared.entity("SrmCctContract"), action: "doUseStages", targets: [{ id, input: { uses } }] },
      { me: systemMe("test"), now: new Date(), requestId: newId(), ip: null },
    )
    .then(
      () => say("done"),
      (error: unknown) => say(error instanceof Refusal ? error.code : String(error)),
    );
}
await kernel.close();
