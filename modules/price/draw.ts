import { run, type Effect } from "#kernel/rule.ts";
import { agreement } from "./agreement.entity.ts";

/** What one order line moves on one agreement line, in the agreement's unit and currency, tax-exclusive. */
export interface Draw {
  readonly agreementLineId: string;
  readonly orderId: string;
  readonly orderLineId: string;
  readonly orgId: string;
  readonly occupiedQtyDelta: string;
  readonly releasedQtyDelta: string;
  readonly occupiedAmountDelta: string;
  readonly releasedAmountDelta: string;
  /** Whether limits, days and organisation are asked; giving back is never refused. */
  readonly check: boolean;
  readonly orderNum?: string | null;
  /** The day the order counts for; the day of the posting unless said. */
  readonly orderDate?: string | null;
  /** The order's currency; another one than the agreement's is refused. */
  readonly currency?: string | null;
  /** Whom and what the order is for: an agreement is drawn on for its own supplier and item only. */
  readonly supplierId?: string;
  readonly itemId?: string | null;
  /** The posting of the order that causes it, for the ledger. */
  readonly eventCode?: string | null;
}

/** Posts what orders hold, release and give back on an agreement, under its lock. */
export const drawAgreement = (agreementId: string, draws: readonly Draw[]): Effect => run(agreement, agreementId, "doDraw", { draws });
