import type { Doc, Me } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find, Moment } from "#kernel/rule.ts";
import { textLock } from "./mark.entity.ts";

type Lock = Doc<typeof textLock>;

export const lockOf = async (find: Find, contractId: string): Promise<Lock | null> =>
  (await find.where(textLock, { contractId }, 1))[0] ?? null;

/** Somebody else edits the text at this moment. */
export const lockedFault = (lock: Lock | null, me: Me, at: Moment): Refusal | false =>
  lock !== null &&
  lock.userId !== null &&
  lock.userId !== me.userId &&
  (lock.lockedUntil ?? "") > at.now &&
  refuse("CCT-033", `文档正被${lock.userName ?? ""}编辑`, `The text is being edited by ${lock.userName ?? ""}`);
