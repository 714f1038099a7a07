import type { Me } from "#kernel/entity.ts";
import { add, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import type { Contract } from "../contract-text-of.ts";
import type { Passage } from "../contract-text.ts";
import { textVersion } from "./mark.entity.ts";
import { snapshotOf } from "./versions.ts";

export const versionsOf = (find: Find, doc: Contract): Promise<number> => find.count(textVersion, { parentId: doc.id });

interface Version {
  /** How many there are. */
  readonly versions: number;
  readonly occasion: "SENT" | "FINAL" | "CHANGED" | "RENEWED";
  readonly hash: string;
  readonly shared: "Y" | "N";
  /** What the version holds: the contract itself, or the draft that changes it. */
  readonly of: Contract;
  readonly passages: readonly Passage[];
}

/** The next version of a contract. A draft change has none: it is stored with its alteration, and may be discarded. */
export const versionRow = (
  doc: Contract,
  { versions, occasion, hash, shared, of, passages }: Version,
  me: Me,
  at: Moment,
): Effect | false =>
  doc.liveId === null &&
  add(doc, "versions", {
    versionNo: versions + 1,
    occasion,
    madeAt: at.now,
    madeBy: me.displayName,
    hash,
    sharedFlag: shared,
    snapshot: snapshotOf(of, passages),
  });
