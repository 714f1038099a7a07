import type { CheckContext } from "../../check.ts";
import type { Declared } from "../../declared.ts";
import type { Action, Entity, Me } from "../../entity.ts";
import { PROOF_NEEDED, type Proof } from "../../proof.ts";
import { Refusal, refuse, type FieldError } from "../../refusal.ts";
import { reasonsOf } from "../../remedy.ts";
import type { Decision, Effect, Moment } from "../../rule.ts";
import { say, type Text } from "../../text.ts";
import type { Tx } from "../database/db.ts";
import type { Facts } from "./facts.ts";
import type { Wanted } from "./wanted.ts";
import type { Told } from "./flush.ts";
import type { Homes } from "./home.ts";
import type { Todos } from "../home/todo.ts";
import type { FieldChange, Tracked, WorkingSet } from "./working.ts";
import type { Row } from "../find/visible.ts";

/** Who acts, when, and for which request. */
export interface Doer {
  readonly me: Me;
  readonly now: Date;
  readonly requestId: string;
  readonly ip: string | null;
  /** The last proof of identity in the session behind the request; without one, what asks for it is refused. */
  readonly proof?: Proof | null;
  /** Asked before anything is committed: a run that belongs to another worker by now may write nothing more. */
  readonly still?: (tx: Pick<Tx, "one" | "query">) => Promise<void>;
}

export interface Target {
  readonly id?: string | undefined;
  /** The id a new row is to have, where other rows of the same import name it. */
  readonly make?: string | undefined;
  readonly versionNum?: number | undefined;
  /** A caller's save: an existing document is changed only by whoever names the version that was read. The server's own steps read it under their lock. */
  readonly mustNameVersion?: true | undefined;
  /** Codes of questions answered for this document alone, beside those answered for the whole command. */
  readonly confirmed?: readonly string[] | undefined;
  readonly input: Row;
}

/** One request to change something. Several targets succeed or fail together. */
export interface Command {
  readonly entity: Entity;
  readonly action: string;
  readonly targets: readonly Target[];
  readonly reason?: string | undefined;
  readonly confirmed?: readonly string[] | undefined;
  readonly key?: { readonly key: string; readonly bodyHash: string } | undefined;
  /** An import or a job: more documents than a person may handle at once, and no reply to keep but its numbers. */
  readonly bulk?: true | undefined;
  /** So many targets at a time are decided and written, all in one transaction: others get a word in between. */
  readonly inParts?: number | undefined;
  /** Which piece of such a command this is. */
  readonly part?: { readonly from: number; readonly of: number } | undefined;
  /** Ids of rows the same import makes: they may be named before anybody can see them. */
  readonly fresh?: ReadonlySet<string> | undefined;
  /** The reply brings the named documents, and the page puts them into its lists itself. */
  readonly brings?: true | undefined;
  /** The caller sent a list and gets one back, however short. */
  readonly asList?: true | undefined;
  /** Rows of the same entity that go in the same transaction. */
  readonly removes?: readonly string[] | undefined;
}

export interface Note {
  readonly code: string;
  readonly text: Text;
  /** Which of several documents it is about: "rows[3].". */
  readonly path?: string;
}

export interface ChangedDocument {
  readonly entity: Entity;
  readonly id: string;
  readonly number: string | null;
  readonly made: boolean;
  readonly removed: boolean;
  readonly changes: readonly FieldChange[];
}

export interface Outcome {
  readonly documents: readonly Row[];
  readonly notes: readonly Note[];
  readonly foreseen?: readonly Note[];
  readonly revealed: Row | null;
  readonly changed: readonly ChangedDocument[];
  readonly told: readonly string[];
  /** The whole reply as it is stored under the request key. */
  readonly stored?: string;
}

/** One decision to take: a document, a verb, its input, and how many actions deep it stands. */
export interface Step {
  readonly tracked: Tracked;
  readonly action: string;
  readonly input: Row;
  readonly depth: number;
  readonly path: string;
  /** The path of the document the caller named, from which this step follows. */
  readonly of: string;
}

/** Everything one attempt gathers before anything is written. */
export interface Attempt {
  readonly doer: Doer;
  readonly command: Command;
  readonly declared: Declared;
  readonly ws: WorkingSet;
  readonly facts: Facts;
  /** What is locked; null while an action is only tried. */
  readonly locked: Wanted | null;
  readonly at: Moment;
  /** Does this code of a lookup count today? Undefined for a type nobody has filled. */
  readonly isOffered: CheckContext["lookup"];
  /** Where the named rows live, when they are lines. */
  readonly homes: Homes | null;
  readonly refusals: Refusal[];
  /** Documents whose action asks for a proof of identity. */
  readonly proofs: Set<Tracked>;
  readonly errors: FieldError[];
  readonly notes: Note[];
  /** What only whoever tries the action is told. */
  readonly foreseen: Note[];
  readonly asks: Note[];
  readonly told: Told[];
  readonly todos: Todos;
  readonly revealed: Row;
  /** Which verb touched which document; what the journal says about it. */
  readonly verbs: Map<Tracked, string>;
  /** Documents somebody saved or made: these must be complete at the end. */
  readonly saved: Map<Tracked, string>;
  /** Documents that begin an approval: what they name is asked about again. */
  readonly submitted: Set<Tracked>;
  /** Code and name of referenced rows, by entity and id. */
  readonly titles: Map<string, { readonly code: unknown; readonly name: unknown }>;
  /** What decides whether a referenced row may be chosen, by entity and id. */
  readonly chosen: Map<string, Row>;
}

export const titleKey = (e: Entity, id: unknown): string => `${e.name}|${String(id)}`;

/** The documents the caller named, in the caller's order. */
export function acted(attempt: Attempt): Tracked[] {
  const { command, ws, verbs } = attempt;
  const made = [...verbs.keys()].filter((t) => t.entity.name === command.entity.name && t.before === null);
  // One choice of rows may create several documents.
  const { chooses, creates } = (command.entity.actions as Record<string, Action>)[command.action] ?? {};
  if (chooses && creates) return made.filter((t) => !t.removed);
  return command.targets
    .flatMap((target) => (target.id ? ws.get(command.entity, target.id) : made.shift()) ?? [])
    .filter((t) => !t.removed);
}

/** Splits a decision into what it refuses and what it wants. */
export function effectsOf(decision: Decision, refusals: Refusal[]): Effect[] {
  const effects: Effect[] = [];
  const parts = Array.isArray(decision)
    ? (decision as readonly (Effect | Refusal | false | null | undefined)[])
    : [decision as Effect | Refusal | undefined];
  for (const part of parts) {
    if (part instanceof Refusal) refusals.push(part);
    else if (part) effects.push(part);
  }
  return effects;
}

/** Several refusals of one attempt become one reply that names them all. */
export function together(all: readonly Refusal[], placeOf: (refusal: Refusal) => string = () => ""): Refusal {
  // Nobody is asked for a password in vain: what stands in the way anyhow is told first.
  const others = all.filter((refusal) => refusal.code !== PROOF_NEEDED);
  if (others.length === 0) return all[0]!;
  return gathered(others, placeOf);
}

function gathered(refusals: readonly Refusal[], placeOf: (refusal: Refusal) => string): Refusal {
  const [first] = refusals;
  if (refusals.length === 1 && placeOf(first!) === "") return first!;
  const fieldErrors = refusals.flatMap((r): readonly FieldError[] => {
    const place = placeOf(r);
    return reasonsOf(r).map((reason): FieldError => ({
      ...reason,
      path: reason.path === undefined ? place.replace(/\.$/, "") : place + reason.path,
    }));
  });
  const all = (language: 0 | 1): string[] => [...new Set(refusals.map((r) => r.text[language]))].slice(0, 20);
  return new Refusal(first!.code, [all(0).join("；"), all(1).join("; ")], {
    http: first!.http,
    fieldErrors,
  });
}

/** The questions nobody has answered, neither for the command nor for the document they are about. */
export function unanswered({ confirmed, targets, part }: Command, asked: readonly Note[]): readonly Note[] {
  const from = part?.from ?? 0;
  const targetOf = ({ path }: Note): Target | undefined => targets[path ? Number(/^rows\[(\d+)\]/.exec(path)?.[1] ?? -1) - from : 0];
  return asked.filter((note) => !confirmed?.includes(note.code) && !targetOf(note)?.confirmed?.includes(note.code));
}

export function confirmNeeded(asked: readonly Note[], me: Me): Refusal {
  return refuse("CONFIRM_NEEDED", asked.map((a) => a.text[0]).join("；"), asked.map((a) => a.text[1]).join("; "), {
    data: { asks: asked.map((a) => ({ code: a.code, msg: say(a.text, me.language) })) },
  });
}
