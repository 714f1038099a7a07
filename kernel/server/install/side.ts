import type { Entity } from "../../entity.ts";
import type { Answer } from "../../question.ts";
import type { Call } from "../http/call.ts";
import type { FileParts } from "../file/parts.ts";
import type { Gate } from "../gate/gate.ts";
import type { Kernel } from "../kernel.ts";
import type { JobHandler } from "../jobs/job.ts";
import type { NeedsOf } from "../http/need.ts";
import type { Outside } from "../outside/outside.ts";
import type { Push } from "../push/push.ts";
import type { Row } from "../find/visible.ts";

/** Rows that every installation has. Only what is missing is added, told apart by its key: what people changed stays so. */
export interface Shipped {
  readonly entity: Entity;
  /** Which part of the entity's rows this is, where those of one part refer to those of another: parts come in their order. */
  readonly part?: string;
  readonly key: readonly string[];
  /** Asked only when the version is new, so that long lists cost nothing at an ordinary start. */
  readonly version: string | ((kernel: Kernel) => string);
  rows(kernel: Kernel): Promise<readonly Row[]> | readonly Row[];
}

/** Where the server half of a module works. */
export interface Premises {
  readonly kernel: Kernel;
  readonly gate: Gate;
  readonly files: FileParts;
  readonly push: Push;
  readonly clock: { now(): Date };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The way to every address that somebody typed in. */
  readonly outside: Outside;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly publicUrl: string;
  /** Everything the product answers, once all modules have brought theirs. */
  calls(): readonly Call[];
}

/** What a module does on the server beyond its declarations and rules: calls of its own, work upon events and by the clock, rows it brings. */
export interface Side {
  readonly code: string;
  readonly ships?: readonly Shipped[];
  /** What it answers to questions of other areas with means that only the server has. */
  readonly answers?: readonly Answer[];
  calls?(at: Premises): readonly Call[];
  /** Who needs its calls, by their paths. */
  readonly needs?: NeedsOf;
  /** What the programs that the module declares do. */
  programs?(at: Premises): Readonly<Record<string, JobHandler>>;
  /** Listens and registers its jobs; what it answers is called when the server stops. */
  start?(at: Premises): void | (() => Promise<void>);
}
