import type { Entity } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { anyOwn, mayAct, type Offer } from "./acting.ts";
import { signersOf } from "./engine/people.ts";
import type { State } from "./engine/state.ts";
import type { People } from "./people.ts";

interface About {
  readonly entity: Entity;
  readonly billTypeId: string | null;
  readonly state: State;
  readonly taskId: string;
  /** Whoever may take the task, where nobody holds it. */
  readonly candidates: readonly string[];
}

/**
 * Whoever is offered a task because he stands in for its holder, or for somebody who may take it: under the conditions of the list of
 * to-dos, of claims and of decisions. They hear what the holders hear.
 */
export async function standInsFor(find: Find, people: People, about: About): Promise<readonly string[]> {
  const { entity, billTypeId, state, taskId, candidates } = about;
  const task = state.tasks.find((t) => t.id === taskId);
  const token = state.tokens.find((t) => t.id === task?.tokenId);
  // A lent task goes no further.
  if (!task || !token || task.ownerUserId !== null) return [];
  const { bizId, starterUserId } = state.instance;
  const { taskKind, candidateKey, assigneeUserId } = task;
  const signers = signersOf(token, state.tasks);
  const absent = assigneeUserId === null ? candidates.filter((id) => id !== starterUserId && !signers.has(id)) : [assigneeUserId];
  const pairs = (await people.delegatedBy(absent, billTypeId, starterUserId)).filter(({ to }) => !signers.has(to));
  if (pairs.length === 0) return [];
  const principals = [...new Set(pairs.map(({ from }) => from))];
  const [inPlace, standings] = await Promise.all([
    people.inPlaceOf(
      starterUserId,
      pairs.flatMap(({ from, to }) => [from, to]),
    ),
    find.standings(entity, [bizId], principals),
  ]);
  const isOffered = ({ from, to }: (typeof pairs)[number]): boolean => {
    const kind = assigneeUserId === null ? "GROUP" : "DELEGATED";
    const offer: Offer = { kind, fromUserId: from, taskKind, candidateKey, bizId, starterUserId };
    if (kind === "GROUP" && inPlace.has(from)) return false;
    return mayAct(offer, standings, { userId: to, responsibilityId: anyOwn, actsFor: inPlace.has(to) ? [starterUserId] : [] });
  };
  return [...new Set(pairs.filter(isOffered).map(({ to }) => to))];
}
