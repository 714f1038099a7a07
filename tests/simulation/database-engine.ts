import pg from "pg";
import type { Where } from "#kernel/entity.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Command, Doer } from "#kernel/server/act/attempt.ts";
import { findFor } from "#kernel/server/find/find-for.ts";
import { newId } from "#kernel/server/act/id.ts";
import { openKernel, type Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { Random } from "../support/generate.ts";
import type { Row } from "../support/ordering.ts";
import type { Came } from "./memory.ts";
import { here, type Call, type Engine, type Fate, type Ground } from "./purchase-world.ts";

const mostSent = 8;
const killer = "base-srm simulation";

/** The product's kernel on a real database, whose connections break in the middle of a statement; a request is sent again under its own key until it is answered. */
export class DatabaseEngine implements Engine {
  readonly #url: string;
  readonly #random: Random;
  readonly #run = newId();
  #kernel: Kernel | null = null;
  #aside: pg.Client | null = null;
  #requests = 0;
  kills = 0;

  constructor(ground: Ground, seed: number) {
    this.#url = ground.databaseUrl;
    this.#random = new Random(seed);
  }

  async #open(): Promise<Kernel> {
    if (this.#kernel) return this.#kernel;
    this.#aside = new pg.Client({ connectionString: this.#url, application_name: killer });
    await this.#aside.connect();
    return (this.#kernel = await openKernel(here, this.#url, { now: () => new Date() }, { pool: 4 }));
  }

  /** Here the world falls apart oftener than the alphabet asks for. */
  #fate(): Fate | undefined {
    const at = this.#random.next();
    return at < 0.06 ? "killed" : at < 0.12 ? "doubled" : undefined;
  }

  async act({ entity, action, id, versionNum, input, me }: Call, fate = this.#fate()): Promise<Came> {
    const { declared } = await this.#open();
    const key = `${this.#run}-${(this.#requests += 1)}`;
    const command: Command = {
      entity: declared.entity(entity),
      action,
      key: { key, bodyHash: key },
      targets: [{ id, versionNum, input }],
    };
    const now = new Date();
    const doer: Doer = { me, now, requestId: key, ip: null, proof: { at: now.toISOString(), way: "PASSWORD" } };
    if (fate === "killed") await this.#cutOff(command, doer);
    if (fate !== "doubled") return this.#answered(command, doer);
    const [came, other] = await Promise.all([this.#answered(command, doer), this.#answered(command, doer)]);
    if (came.code !== other.code) throw new Error(`one request, two answers: ${came.code} and ${other.code}`);
    return came;
  }

  /** Sends it once and breaks every connection of the kernel at a statement of chance: before, at or after the commit. */
  async #cutOff(command: Command, doer: Doer): Promise<void> {
    let left = this.#random.int(1, 14);
    let kill: Promise<unknown> = Promise.resolve();
    const stop = this.#kernel!.db.onStatement(() => {
      if ((left -= 1) === 0) kill = this.#killAll();
    });
    // Answered, refused or cut off: nobody hears it, and what counts is what the next one is told.
    await this.#send(command, doer).catch(() => undefined);
    stop();
    await kill;
  }

  async #killAll(): Promise<void> {
    const { rows } = await this.#aside!.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> $1 and pid <> pg_backend_pid()`,
      [killer],
    );
    this.kills += rows.length;
  }

  /** As a browser does it: no answer is no answer, so the same request goes out again. */
  async #answered(command: Command, doer: Doer): Promise<Came> {
    for (let sent = 1; ; sent++)
      try {
        return { code: null, documents: await this.#send(command, doer) };
      } catch (error) {
        if (error instanceof Refusal && error.code !== "SYS_BUSY") return { code: error.code, documents: [] };
        if (sent === mostSent) throw error;
      }
  }

  async #send(command: Command, doer: Doer): Promise<readonly Row[]> {
    try {
      const { documents, stored } = await this.#kernel!.actor.act(command, doer);
      return stored === undefined ? documents : [(JSON.parse(stored) as { data: Row }).data];
    } catch (error) {
      // A person reads what is asked and says yes.
      if (!(error instanceof Refusal) || error.code !== "CONFIRM_NEEDED" || command.confirmed) throw error;
      const { asks } = error.data as { asks: readonly { code: string }[] };
      return this.#send({ ...command, confirmed: asks.map((entry) => entry.code) }, doer);
    }
  }

  async rows(name: string, where: Where): Promise<readonly Row[]> {
    const kernel = await this.#open();
    const find = findFor(kernel, systemMe("simulation"));
    return (await find.where(kernel.declared.entity(name), where, 5_000)) as readonly Row[];
  }

  async close(): Promise<void> {
    await this.#kernel?.close();
    await this.#aside?.end();
  }
}
