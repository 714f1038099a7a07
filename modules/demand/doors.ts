import type { Doc, Me } from "#kernel/entity.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { run, type Effect, type Find, type Moment } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import type { DemandMove } from "./moves.ts";
import { requisition } from "./requisition.entity.ts";
import { targetRel } from "./target-rel.entity.ts";

export type Requisition = Doc<typeof requisition>;
export type RequisitionLine = Requisition["lines"][number];
export type TargetRel = Doc<typeof targetRel>;

/** Moves demand of one requisition; all moves of one requisition in one action go together, in their order. */
export const moveDemand = (requisitionId: string, moves: readonly DemandMove[]): Effect =>
  run(requisition, requisitionId, "doPost", { moves });

/** Every relation of a document that holds or consumed demand; `parentId` is the requisition. */
export const relsOf = async (find: Find, targetType: string, targetHeaderId: string | readonly string[]): Promise<readonly TargetRel[]> =>
  find.where(targetRel, { targetType, targetHeaderId }, 5000);

/** What is asked of an area that makes documents out of demand. */
export interface TargetAsked {
  readonly targetType: string;
  readonly lines: readonly {
    readonly requisition: Requisition;
    readonly line: RequisitionLine;
    readonly qty: string;
    /** The hold of another document it is carried from; without one it is taken from what is open. */
    readonly parentRelId?: string | null;
  }[];
  /** The document whose holds are carried; null where all is taken from what is open. */
  readonly fromHeaderId: string | null;
  readonly supplierId: string | null;
  readonly billTypeId: string | null;
  /** Y: lines of one supplier become one document. */
  readonly mergeFlag: "Y" | "N";
  readonly me: Me;
  readonly at: Moment;
}

/** The drafts it makes (`make`, then what fills them), their ids, and the moves that take the demand. */
export interface TargetMade {
  readonly ids: readonly string[];
  readonly effects: readonly (Effect | Refusal)[];
  readonly moves: readonly { readonly requisitionId: string; readonly moves: readonly DemandMove[] }[];
}

/** Who makes documents of which type out of requisition lines: one answer for each type. An area that is not there offers no button. */
export const demandTargets: Readonly<Record<"ORDER" | "AGREEMENT" | "DEMAND_SUMMARY", Question<TargetAsked, TargetMade>>> = {
  ORDER: new Question(),
  AGREEMENT: new Question(),
  DEMAND_SUMMARY: new Question(),
};

/** Who could supply a line, at which price, best first. */
export interface Suggestion {
  readonly lineId: string;
  readonly supplierId: string;
  readonly priceListId: string | null;
  /** Tax excluded, per unit of the line, in the requisition's currency. */
  readonly price: string | null;
}

export interface SuggestAsked {
  readonly orgId: string;
  readonly currency: string;
  readonly onDate: string;
  readonly lines: readonly {
    readonly lineId: string;
    readonly invOrgId: string | null;
    readonly itemId: string | null;
    readonly categoryId: string | null;
    readonly qty: string;
    readonly uom: string;
    readonly supplierId: string | null;
  }[];
}

/** Prices and the list of approved suppliers answer; while nobody does, nothing is suggested. */
export const suggestions = new Question<SuggestAsked, Suggestion>();

/** The numbers of documents that hold demand, where a relation was made before its document had one. */
export const targetNumbers = new Question<
  { readonly targetType: string; readonly ids: readonly string[] },
  { readonly id: string; readonly num: string }
>();
