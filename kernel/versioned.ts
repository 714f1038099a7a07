import type { Entity, Lines } from "./entity.ts";
import { revisesOf, type RevisedRow } from "./revision.ts";

/** Numbered versions of a definition: one that is published is never changed, the next one takes its place. */
export interface Versioned<K extends string = string, L extends Lines = Lines, S extends string = string> extends Pick<
  RevisedRow<K, L>,
  "changes" | "leaves" | "lines"
> {
  /** What the rows are versions of: the fields they have in common. */
  readonly of: readonly K[];
  readonly number: K;
  /** The action that writes the next version. */
  readonly next: string;
  /** The states of a version that is being written, where there is one at a time. */
  readonly open?: readonly S[];
  /** The state of the version in force and what it becomes when another one takes its place, where one is in force at a time. */
  readonly inForce?: S;
  readonly ended?: S;
  /** The code of the refusal of a second draft, where an area has its own. */
  readonly code?: string;
}

/** What versions are made of in a declaration. */
interface Declaring {
  readonly unique?: Entity["unique"];
  readonly stateField?: string | undefined;
  readonly versioned?: unknown;
}

export const versionedOf = (e: Pick<Entity, "versioned">): Versioned | undefined => e.versioned as Versioned | undefined;

/** Whether there is more than one version to compare. */
export const hasVersions = (e: Entity): boolean => revisesOf(e) !== undefined || versionedOf(e) !== undefined;

/** What is said of a second draft. */
export const secondDraft = ["已有草稿", "A draft already exists"] as const;

/** The declaration with the indexes that follow: each number once, and one draft. One version in force is kept by the lock of versionsOf: both rows change in one statement. */
export function withVersions<T extends Declaring>(shape: T): T {
  const versioned = versionedOf(shape as never);
  if (!versioned) return shape;
  const { of, number, open, code } = versioned;
  const stateField = shape.stateField ?? "status";
  return {
    ...shape,
    unique: [
      ...(shape.unique ?? []),
      { fields: [...of, number] },
      ...(open ? [{ fields: of, while: { [stateField]: open }, code: code ?? "VERSION_DRAFT", text: secondDraft }] : []),
    ],
  };
}
