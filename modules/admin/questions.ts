import { Question } from "#kernel/question.ts";
import type { Text } from "#kernel/text.ts";

/** Something another area holds: how many of what, and the page that lists them. */
export interface Held {
  readonly label: Text;
  readonly count: number;
  readonly route?: string;
}

/** One thing a leaving person holds and somebody has to take over. */
export interface Burden {
  readonly kind: "TASK" | "DOCUMENT" | "SUPPLIER" | "POSITION" | "DELEGATION";
  readonly title: string;
  readonly entity?: string;
  readonly docId?: string;
  readonly route?: string;
}

/** Which open documents does this organisation have? */
export const openInOrganization = new Question<{ readonly orgId: string }, Held>();
/** Has anything ever been posted for this organisation? Its currency is fixed from then on. */
export const postedInOrganization = new Question<{ readonly orgId: string }, Held>();
/** Where do these codes of a lookup type stand on records? All are asked about at once, each use names its code. */
export const usesOfLookup = new Question<{ readonly type: string; readonly codes: readonly string[] }, Held & { readonly code: string }>();
/** What does this person hold besides positions and delegations? */
export const heldByPerson = new Question<{ readonly personId: string; readonly userId: string | null }, Burden>();

export const total = (held: readonly Held[]): number => held.reduce((sum, entry) => sum + entry.count, 0);

/** "采购订单 3，合同 1" and "Purchase order 3, Contract 1". */
export const spoken = (held: readonly Held[]): Text => {
  const counted = held.filter((candidate) => candidate.count > 0);
  return [
    counted.map((entry) => `${entry.label[0]} ${entry.count}`).join("，"),
    counted.map((entry) => `${entry.label[1]} ${entry.count}`).join(", "),
  ];
};
