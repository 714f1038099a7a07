import { createHash, createHmac } from "node:crypto";
import { appendFileSync } from "node:fs";
import pg from "pg";
import { capturing } from "#bridges/mail.ts";
import { Refusal } from "#kernel/refusal.ts";
import { newId } from "#kernel/server/act/id.ts";
import { openKernel } from "#kernel/server/kernel.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import { listen } from "#modules/workflow/server.ts";
import type { ChannelSender } from "#modules/messages/index.ts";
import { PostOffice } from "#modules/messages/server/post-office.ts";
import { firmModules } from "./firm-module.ts";
import { runDue } from "./due.ts";

/** Where a process dies: at the so-manieth step whose text fits, before it is sent or with its answer still under way. */
export interface Fate {
  readonly match: string;
  readonly count: number;
  readonly after: boolean;
}

/** What a person asks of a process. */
export interface Asked {
  readonly key: string;
  readonly entity: string;
  readonly id?: string;
  readonly action: string;
  readonly input: Record<string, unknown>;
  readonly userId: string;
  readonly responsibilityId: string | null;
}

export interface Beginning {
  readonly url: string;
  readonly shift: number;
  /** The file that remembers what the outside world was handed. */
  readonly calls: string;
}

export type Order =
  | { readonly do: "act"; readonly no: number; readonly asked: Asked }
  | { readonly do: "turn"; readonly no: number }
  | { readonly do: "die"; readonly fate: Fate }
  | { readonly do: "shift"; readonly ms: number };

export interface Answer {
  readonly no: number;
  readonly code: string;
  readonly id?: string;
}

// What takes long is read before; a process begins only when it is needed.
const beginning = await new Promise<Beginning>((begin) => process.once("message", begin));
let shift = beginning.shift;
const clock = { now: () => new Date(Date.now() + shift) };

let fate: (Fate & { readonly is: RegExp; left: number }) | null = null;
const die = (): boolean => process.kill(process.pid, "SIGKILL");

/** Everything the process does to the world outside itself passes here. */
function step(text: string): void {
  if (!fate?.is.test(text) || --fate.left > 0) return;
  if (fate.after) setImmediate(die);
  else die();
}

const { query } = pg.Client.prototype as unknown as {
  query: (this: pg.Client, asked: string | { text?: string }, ...more: unknown[]) => unknown;
};
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, asked: string | { text?: string }, ...more: unknown[]) {
    step(typeof asked === "string" ? asked : (asked.text ?? ""));
    return query.call(this, asked, ...more);
  },
});

const alarm = (error: unknown): void => void process.send?.({ alarm: String((error as Error).stack ?? error) });
const kernel = await openKernel(firmModules, beginning.url, clock, { pool: 6, alarm });
listen(kernel, clock);

/** The local channel, with a door between taking a message and saying so. */
function slow(channel: string): ChannelSender {
  const local = capturing(kernel.db, channel);
  return {
    probe: () => local.probe(),
    async send(message, now) {
      const reply = await local.send(message, now);
      appendFileSync(beginning.calls, `${JSON.stringify([message.deliveryId, channel, message.userId, message.title])}\n`);
      step("provider took it");
      await new Promise((next) => setImmediate(next));
      return reply;
    },
  };
}

const post = new PostOffice({
  kernel,
  clock,
  alarm,
  keys: {
    seal: (plain, binding) => `${binding}.${Buffer.from(plain).toString("base64url")}`,
    unseal: (sealed) => Buffer.from(sealed.split(".")[1]!, "base64url"),
    mac: (purpose, words) => createHmac("sha256", "test").update(`${purpose}|${words}`).digest("hex"),
  },
  publicUrl: "https://srm.example.com",
  env: {},
  push: { tellAll: () => Promise.resolve() },
  openSender: (account) => slow(account.channel),
  openMailbox: () => null,
  chance: () => 0.5,
});
post.start();
kernel.outbox.start();

/** What the clock brings, and all that waits. */
async function turn(): Promise<void> {
  await runDue(kernel, "BPM_TIMEOUT", clock.now());
  await kernel.outbox.drain();
  await post.upkeep.sweep();
  await post.sender.drain();
}

let turning: Promise<void> | null = null;
const turnOnce = (): Promise<void> => (turning ??= turn().finally(() => (turning = null)));
setInterval(() => void turnOnce().catch(alarm), 250);

async function act({ key, entity, id, action, input, userId, responsibilityId }: Asked): Promise<Omit<Answer, "no">> {
  const person = await kernel.permits.me({ userId, responsibilityId, supplierId: null, language: "EN" });
  const bodyHash = createHash("sha256")
    .update(JSON.stringify([entity, id, action, input]))
    .digest("hex");
  try {
    const outcome = await kernel.actor.act(
      { entity: kernel.declared.entity(entity), action, targets: [{ id, input }], key: { key, bodyHash } },
      { me: entity === "BpmInstance" ? inOwnName(person) : person, now: clock.now(), requestId: newId(), ip: null },
    );
    const stored = outcome.stored ? (JSON.parse(outcome.stored) as { data: { id: string } }).data : outcome.documents[0];
    return { code: "S", id: stored?.["id"] };
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code };
    throw error;
  }
}

process.on("message", (order: Order) => {
  if (order.do === "shift") shift = order.ms;
  else if (order.do === "die") fate = { ...order.fate, is: new RegExp(order.fate.match, "i"), left: order.fate.count };
  else
    void (order.do === "act" ? act(order.asked) : turnOnce().then(() => ({ code: "S" })))
      .catch((error: unknown) => (alarm(error), { code: "FAULT" }))
      .then((entry) => process.send?.({ no: order.no, ...entry }));
});
process.on("disconnect", () => process.exit(0));
process.send?.({ ready: true });
