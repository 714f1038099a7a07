import { expect } from "vitest";
import type { Client } from "./client.ts";
import { officeDay } from "./day.ts";
import { ok, ShippingWorld } from "./shipping.ts";
import type { Row } from "./lifecycle.ts";

type Wanted = Parameters<ShippingWorld["order"]>[0];
type Placed = Awaited<ReturnType<ShippingWorld["order"]>>;

/** Goods on their way, and the people who take them in, judge them and send them back. */
export class ReceivingWorld extends ShippingWorld {
  finance!: Client;

  static override async open(): Promise<ReceivingWorld> {
    const made = await ShippingWorld.open();
    const world = Object.setPrototypeOf(made, ReceivingWorld.prototype) as ReceivingWorld;
    await world.life.product.person("recv.finance", ["FINANCE"]);
    world.finance = await world.life.wearing("recv.finance", "FINANCE");
    return world;
  }

  receive(by: Client, name: string, body: object, options: object = {}): Promise<any> {
    return by.call(`srmServer/v1/srmPurReceiveRestful/${name}`, body, options);
  }
  writeOff(by: Client, name: string, body: object): Promise<any> {
    return by.call(`srmServer/v1/srmPurWriteOffRestful/${name}`, body);
  }
  inbox(by: Client, name: string, body: object): Promise<any> {
    return by.call(`srmServer/v1/srmPurStorageInboxRestful/${name}`, body);
  }

  /** A note of so much of a row, under way. */
  async sent(rowId: string, qty: string, more: object = {}): Promise<Row> {
    const { id } = await this.drafted([[rowId, qty, more]]);
    await ok(this.note(this.vendor, "doSubmit", { id }));
    return ok(this.note(this.warehouse, "findById", { id }));
  }

  /** A draft receipt of a note. */
  async counted(note: Row, arrived: string, more: Row = {}): Promise<Row> {
    const line = { noteLineId: note["lines"][0].id, arrivalQty: arrived, diffReason: "清点", ...more };
    return ok(
      this.receive(this.warehouse, "saveOrUpdate", { receiveType: "NOTE", noteId: note["id"], receiveDate: officeDay(0), lines: [line] }),
    );
  }

  /** A note of so much received: so much accepted, so much refused. */
  async takes(note: Row, accepted: string, refused = "0"): Promise<Row> {
    const more = refused === "0" ? {} : { acceptedQty: accepted, rejectedQty: refused, rejectReason: "QUALITY" };
    const { id } = await this.counted(note, String(Number(accepted) + Number(refused)), more);
    return ok(this.receive(this.warehouse, "doConfirm", { id }));
  }

  /** An order of one row, shipped and received whole. */
  async received(qty: string, more: Partial<Wanted> = {}): Promise<{ order: Placed; note: Row; receipt: Row }> {
    const order = await this.order({ rows: [qty], ...more });
    const note = await this.sent(order.rowIds[0]!, qty);
    return { order, note, receipt: await this.takes(note, qty) };
  }

  drawn(type: string, line: object, more: object = {}): Promise<any> {
    return this.writeOff(this.warehouse, "saveOrUpdate", { writeOffType: type, reasonCode: "OTHER", lines: [line], ...more });
  }

  /** Tries to undo so much of a receipt line: written, submitted, approved. Answers the refusal or the posted document. */
  async undoes(type: string, receipt: Row, qty: string, more: Row = {}, head: Row = {}): Promise<any> {
    const drawn = await this.drawn(type, { receiveLineId: receipt["lines"][0].id, qty, ...more }, head);
    if (drawn.status !== "S") return drawn;
    const { id } = drawn.data;
    const submitted = await this.writeOff(this.warehouse, "doSubmit", { id });
    if (submitted.status !== "S") return submitted;
    const decided = await this.life.decides(id);
    return decided.status === "S" ? this.writeOff(this.warehouse, "findById", { id }) : decided;
  }

  /** Takes back so much of a return. */
  async takesBack(returned: Row, qty: string): Promise<any> {
    return this.undoes("RETURN_REV", { lines: [{}] }, qty, {
      receiveLineId: undefined,
      transactionId: returned["lines"][0].newTransactionId,
    });
  }

  /** Every figure of the ledger of an order line. */
  async strip(lineId: string): Promise<Record<string, string>> {
    const keys = [
      ...["qty", "cancelledQty", "closedQty", "noticeOpenQty", "inTransitQty", "inspectingQty", "receivedQty", "rejectedQty"],
      ...["reversedQty", "returnReplaceQty", "returnRefundQty", "statementQty", "invoicedQty", "openQty"],
    ];
    const codes = ["ORD", "CAN", "CLS", "NTC", "TRN", "INS", "RCV", "REJ", "REV", "RTR", "RTF", "STM", "INV", "OPEN"];
    const picked = keys.map((key, i) => `trim_scale("${key}")::text as "${codes[i]!}"`).join();
    const [found] = await this.life.rows<Record<string, string>>(
      `select ${picked}, "lineStatus" from "SrmPurOrderLine" where id = $1`,
      lineId,
    );
    return found!;
  }

  transactions(lineId: string): Promise<Row[]> {
    return this.life.rows(
      `select id, "transactionType" as type, trim_scale(qty)::text as qty, "amountExcl"::text as excl, "taxAmount"::text as tax, "amountIncl"::text as incl,
              "reconStatus" as recon, "originTransactionId" as origin from "SrmPurStorageTransaction" where "orderLineId" = $1 order by id`,
      lineId,
    );
  }

  async noteLine(id: string): Promise<Row> {
    const [found] = await this.life.rows(
      `select trim_scale(l."arrivedQty")::text arrived, trim_scale(l."closedQty")::text closed, trim_scale(l."inTransitQty")::text transit, n.status
       from "SrmPurDeliveryNoteLine" l join "SrmPurDeliveryNote" n on n.id = l."parentId" where n.id = $1`,
      id,
    );
    return found!;
  }

  /** The cached figures of an order are what its ledger and its transactions add up to. */
  async balances(order: Placed): Promise<void> {
    const fields: Record<string, string> = {
      CAN: "cancelledQty",
      CLS: "closedQty",
      NTC: "noticeOpenQty",
      TRN: "inTransitQty",
      INS: "inspectingQty",
      RCV: "receivedQty",
      REJ: "rejectedQty",
      REV: "reversedQty",
      RTR: "returnReplaceQty",
      RTF: "returnRefundQty",
      STM: "statementQty",
      INV: "invoicedQty",
    };
    for (const rowId of order.rowIds) {
      const posted = await this.life.rows(
        `select bucket, trim_scale(sum(delta))::text as total from "SrmPurQtyLedger" where "ownerId" = $1 group by bucket`,
        rowId,
      );
      const [row] = await this.life.rows(`select * from "SrmPurOrderDelivery" where id = $1`, rowId);
      const totals = Object.fromEntries(posted.map((entry) => [entry["bucket"], Number(entry["total"])]));
      for (const [bucket, field] of Object.entries(fields)) expect([bucket, Number(row![field])]).toEqual([bucket, totals[bucket] ?? 0]);
    }
    const [line] = await this.life.rows(
      `select ("receivedQty" - "reversedQty" - "returnReplaceQty" - "returnRefundQty")::float as net, "receivedAmount"::float as amount,
         (select coalesce(sum(qty), 0)::float from "SrmPurStorageTransaction" t where t."orderLineId" = l.id and "transactionType" <> 'CONSUME'
            and not exists (select 1 from "SrmPurStorageTransaction" u where u.id = t."originTransactionId" and u."transactionType" = 'CONSUME')) as moved,
         (select coalesce(sum("amountIncl"), 0)::float from "SrmPurStorageTransaction" t where t."orderLineId" = l.id and "reconStatus" <> 'NA') as booked
       from "SrmPurOrderLine" l where id = $1`,
      order.lineId,
    );
    expect([line!["net"], line!["amount"]]).toEqual([line!["moved"], line!["booked"]]);
  }
}

export { ok };
export type { Row };
