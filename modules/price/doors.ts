import type { Doc, Me } from "#kernel/entity.ts";
import type { Moment } from "#kernel/rule.ts";
import { Question } from "#kernel/question.ts";
import type { TargetMade, TargetRel } from "#modules/demand/index.ts";
import type { agreement } from "./agreement.entity.ts";

export type Agreement = Doc<typeof agreement>;
export type AgreementLine = Agreement["lines"][number];

/** Lines of an agreement that are to become order drafts; a relation is given where they carry on demand the agreement held. */
export interface OrdersAsked {
  readonly agreement: Agreement;
  readonly lines: readonly {
    readonly line: AgreementLine;
    readonly qty: string;
    readonly orgId: string;
    readonly rel?: TargetRel | null;
  }[];
  readonly billTypeId: string | null;
  readonly me: Me;
  readonly at: Moment;
}

/** Who makes order drafts out of an agreement: the drafts, their ids, and the moves that carry the demand. While nobody does, no button offers it. */
export const agreementOrders = new Question<OrdersAsked, TargetMade>();
