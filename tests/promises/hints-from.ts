import type { Me } from "#kernel/entity.ts";
import { officeDay } from "../support/day.ts";
import type { Generate, Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { shippingHints } from "./hints-shipping.ts";

/** What the promise about creating documents from rows needs of each kind of rows: one that is offered, who creates, and what is asked besides. */
export interface FromHint {
  row(g: Generate): Promise<string>;
  me(g: Generate): Me;
  readonly input?: Row;
  /** What makes the row one that is not offered; its document goes back to its first state unless said. */
  ends?(g: Generate, row: string): Promise<unknown>;
  /** Whether a draft holds what it takes: then a second one finds less. */
  readonly holds: boolean;
}

const supplier = (g: Generate): Me =>
  someone({ audience: "supplier", userId: "u4", supplierId: g.supplierId, orgs: [], categories: [], items: [] });
const schedule = async (g: Generate): Promise<string> => {
  const line = await (shippingHints["SrmPurDeliveryNoteLine"] as (g: Generate) => Promise<Row>)(g);
  return String(line["orderDeliveryId"]);
};
const at = (days: number, hour: number): string => `${officeDay(days)}T0${hour}:00:00.000Z`;

/** By entity, action and kind of rows. */
export const fromHints: Readonly<Record<string, FromHint>> = {
  "SrmPurDeliveryNote.doCreateFrom.ORDER": { row: schedule, me: supplier, holds: false },
  "SrmPurDeliveryNote.doCreateFrom.NOTICE": {
    async row(g) {
      const notice = await g.make(g.kernel.declared.entity("SrmPurDeliveryNotice"));
      const [line] = notice["lines"] as Row[];
      await g.kernel.db.query(`update "SrmPurDeliveryNotice" set status = 'CONFIRMED' where id = $1`, [notice["id"]]);
      await g.kernel.db.query(`update "SrmPurDeliveryNoticeLine" set "openQty" = 5 where id = $1`, [line!["id"]]);
      return String(line!["id"]);
    },
    me: supplier,
    holds: false,
  },
  "SrmPurDeliveryNotice.doCreateFrom.ORDER": {
    row: schedule,
    me: () => someone(),
    holds: false,
    input: { arriveFrom: at(3, 1), arriveTo: at(3, 3) },
  },
  "SrmPurAslAlteration.doCreateFrom.LINE": {
    async row(g) {
      const list = await g.make(g.kernel.declared.entity("SrmPurAslHeader"));
      return String((list["lines"] as Row[])[0]!["id"]);
    },
    ends: (g, row) => g.kernel.db.query(`update "SrmPurAslLine" set "aslStatus" = 'DISQUALIFIED' where id = $1`, [row]),
    me: () => someone(),
    holds: false,
    input: { alterType: "LIMIT", alterReason: "试" },
  },
  "SrmRcnAccountStmt.doCreateFrom.TXN": {
    async row(g) {
      const info = await g.make(g.kernel.declared.entity("SrmRcnTransactionInfo"));
      await g.kernel.db.query(`update "SrmRcnTransactionInfo" set status = 'APPROVED' where id = $1`, [info["id"]]);
      return String(info["id"]);
    },
    ends: (g, row) => g.kernel.db.query(`update "SrmRcnTransactionInfo" set "holdFlag" = 'Y' where id = $1`, [row]),
    me: () => someone(),
    holds: false,
  },
  "SrmRcnDeductions.doCreateContractDeductions.REFUND": {
    async row(g) {
      const made = await g.inState(g.kernel.declared.entity("SrmCctContract"), "EFFECTIVE", {});
      const [row] = (made["refunds"] ?? []) as Row[];
      await g.kernel.db.query(`update "SrmCctMoldSampleRefund" set "refundStatus" = 'REACHED', "refundAmount" = 50 where id = $1`, [
        row!["id"],
      ]);
      return String(row!["id"]);
    },
    ends: (g, row) => g.kernel.db.query(`update "SrmCctMoldSampleRefund" set "refundStatus" = 'TRACKING' where id = $1`, [row]),
    me: () => someone(),
    holds: true,
  },
  "SrmRcnDeductions.doCreateContractDeductions.PENALTY": {
    async row(g) {
      const made = await g.inState(g.kernel.declared.entity("SrmCctTermination"), "DONE", {});
      await g.kernel.db.query(`update "SrmCctTermination" set "penaltyAmount" = 70, "penaltyDirection" = 'TO_US' where id = $1`, [
        made["id"],
      ]);
      return String(made["id"]);
    },
    me: () => someone(),
    holds: true,
  },
};
