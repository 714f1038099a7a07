import type { Me } from "#kernel/entity.ts";
import { isSelf, type Standing } from "#kernel/rule.ts";

type Actor = Pick<Me, "userId" | "responsibilityId" | "actsFor" | "lentBy">;

/** A task as somebody would act on it: held, taken from its group by himself or for a candidate he stands in for, or held by the person he stands in for. */
export interface Offer {
  readonly kind: "ASSIGNED" | "GROUP" | "DELEGATED";
  /** Who lent it, or who is stood in for. */
  readonly fromUserId: string | null;
  readonly taskKind: string;
  readonly candidateKey: string | null;
  readonly bizId: string;
  readonly starterUserId: string | null;
}

/** Whose permits decide: those of the person who is stood in for, else the own. */
export const judgedBy = ({ kind, fromUserId }: Offer, me: Pick<Me, "userId">): string =>
  kind === "ASSIGNED" ? me.userId : (fromUserId ?? me.userId);

/** Of several ways to one task one counts: the own before another's, then always the same. */
export const firstWay = <O extends Pick<Offer, "fromUserId">>(offers: readonly O[]): O | undefined =>
  offers.toSorted((a, b) => ((a.fromUserId ?? "") < (b.fromUserId ?? "") ? -1 : 1))[0];

/** A group by what it is and which one: a responsibility unless said. */
export const groupParts = (group: string): readonly [kind: string, rest: string] => {
  const at = group.indexOf(":");
  return at < 0 ? ["RESP", group] : [group.slice(0, at), group.slice(at + 1)];
};

/** Where a decision comes from outside of any session, by an answer to a message, all the person's own responsibilities count. */
export const anyOwn = "*";

/**
 * The one answer to who may act on a task, for lists, counts, claims and decisions.
 * What is open to a responsibility is decided under that responsibility; whoever was named in person needs no page for the
 * document, but if his responsibilities show him such documents, one of them must show him this one.
 */
export function mayAct(offer: Offer, standings: readonly Standing[], me: Actor): boolean {
  const { userId, responsibilityId } = me;
  const { kind, taskKind, candidateKey, bizId, starterUserId } = offer;
  const isAdvice = taskKind !== "APPROVE" || (kind === "ASSIGNED" && offer.fromUserId !== null);
  if (isAdvice) return true;
  // Whoever stands in the starter's place decides no more than the starter himself: what is the starter's own to decide, and nothing else.
  const isForStarter = kind === "DELEGATED" && offer.fromUserId === starterUserId;
  if (starterUserId !== userId && !isForStarter && isSelf(me, starterUserId)) return false;
  const judge = judgedBy(offer, me);
  const own = standings.filter((standing) => standing.userId === judge);
  const inForce =
    judge !== userId || responsibilityId === anyOwn ? own : own.filter((standing) => standing.responsibilityId === responsibilityId);
  const [group, rest] = candidateKey === null ? ["", ""] : groupParts(candidateKey);
  if (group === "HOLDS") return inForce.some((standing) => standing.sees(bizId) && standing.may(rest.split("@")[0]!));
  if (group === "RESP") return inForce.some((standing) => standing.respCode === rest && (standing.sees(bizId) || !standing.opens(bizId)));
  const opening = own.filter((standing) => standing.opens(bizId));
  return opening.length === 0 || opening.some((standing) => standing.sees(bizId));
}
