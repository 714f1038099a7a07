import { Random } from "../support/generate.ts";

/** What a step is for: daily work, somebody who tries what must not be, or the world falling apart. */
export type Kind = "normal" | "adversarial" | "nemesis";

/** One letter of the alphabet. It asks the real system and the model for the same thing and complains when they differ. */
export interface Step<W> {
  readonly name: string;
  readonly kind: Kind;
  readonly weight: number;
  /** Answers how many decisions it asked for; nothing when the world was not fit for it. */
  run(world: W, random: Random): Promise<number>;
}

/** The system under test, its model, and an auditor that reads the tables by itself. */
export interface World {
  /** What is wrong with what the last step touched. */
  audit(): Promise<readonly string[]>;
  /** What is wrong anywhere. */
  auditAll(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface Simulation<W extends World> {
  readonly name: string;
  readonly steps: readonly Step<W>[];
  open(seed: number): Promise<W>;
}

export interface RunReport {
  readonly seed: number;
  readonly decisions: number;
  readonly commands: number;
  readonly byStep: Readonly<Record<string, { readonly decisions: number; readonly commands: number; readonly ms: number }>>;
}

const shares: readonly (readonly [Kind, number])[] = [
  ["normal", 0.8],
  ["adversarial", 0.15],
  ["nemesis", 0.05],
];

/** A run that broke: the seed brings it back, the trace says how it came to it. */
export class Broken extends Error {
  readonly seed: number;
  readonly command: number;
  constructor(seed: number, command: number, step: string, what: readonly string[], trace: readonly string[]) {
    super(`seed ${seed}, command ${command}, ${step}:\n${what.join("\n")}\nbefore it: ${trace.join(", ")}`);
    this.seed = seed;
    this.command = command;
  }
}

function choose<W>(steps: readonly Step<W>[], random: Random): Step<W> {
  let at = random.next();
  const kind = shares.find(([, share]) => (at -= share) < 0)?.[0] ?? "normal";
  const fitting = steps.filter((step) => step.kind === kind);
  const list = fitting.length ? fitting : steps;
  let weight = random.next() * list.reduce((sum, step) => sum + step.weight, 0);
  return list.find((step) => (weight -= step.weight) < 0) ?? list[0]!;
}

/** Runs until so many decisions were taken: the same seed asks for the same things in the same order. */
export async function simulate<W extends World>(
  simulation: Simulation<W>,
  options: { readonly seed: number; readonly steps: number; readonly wholeEvery?: number },
): Promise<RunReport> {
  const { seed, steps, wholeEvery = 500 } = options;
  const random = new Random(seed);
  const byStep: Record<string, { decisions: number; commands: number; ms: number }> = {};
  const trace: string[] = [];
  const world = await simulation.open(seed);
  let decisions = 0;
  let commands = 0;
  try {
    while (decisions < steps) {
      const step = choose(simulation.steps, random);
      const fail = (what: readonly string[]): Broken => new Broken(seed, commands, step.name, what, trace);
      const begun = performance.now();
      const taken = await step.run(world, random).catch((error: unknown) => {
        throw fail([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
      });
      commands += 1;
      decisions += taken;
      trace.push(step.name);
      if (trace.length > 12) trace.shift();
      const wrong = commands % wholeEvery === 0 ? await world.auditAll() : await world.audit();
      if (wrong.length) throw fail(wrong);
      const known = (byStep[step.name] ??= { decisions: 0, commands: 0, ms: 0 });
      known.decisions += taken;
      known.commands += 1;
      known.ms += Math.round(performance.now() - begun);
      if (commands > steps * 3) throw fail(["the alphabet asks for nothing any more"]);
    }
    const wrong = await world.auditAll();
    if (wrong.length) throw new Broken(seed, commands, "the end", wrong, trace);
    return { seed, decisions, commands, byStep };
  } finally {
    await world.close();
  }
}
