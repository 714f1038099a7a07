import type { Me } from "#kernel/entity.ts";
import { type Row } from "../cast.ts";
import { Orders } from "./orders.ts";

const note = "SrmPurDeliveryNote";

/** How goods are called for and sent. */
export class Deliveries extends Orders {
  /** A shipment some days ago that arrives so many days from today. */
  protected async ship(
    seller: Me,
    rows: readonly (readonly [deliveryId: string, qty: string, noticeLineId?: string])[],
    back: number,
    eta = 2 - back,
    at = "10:00",
  ): Promise<Row> {
    const made = await this.act(
      note,
      "saveOrUpdate",
      undefined,
      {
        shipDate: this.dateIn(-back),
        eta: `${this.dateIn(eta)} ${at}:00`,
        carrier: "远帆物流",
        plateNum: "苏E00001",
        driverName: "司机",
        lines: rows.map(([orderDeliveryId, noteQty, noticeLineId]) => ({ orderDeliveryId, noteQty, noticeLineId, packQty: "50" })),
      },
      seller,
      back,
    );
    for (const line of made["lines"] as Row[])
      await this.act(note, "doGenBarcode", made["id"], { lineId: line["id"], packQty: "50", palletBoxes: 4 }, seller, back);
    return { ...made, ...(await this.act(note, "doSubmit", made["id"], {}, seller, back)) };
  }

  /** A call-off for so many days from today. */
  protected async call(orderDeliveryId: string, noticeQty: string, days: number, from: string, to: string, back: number): Promise<Row> {
    const { planner } = this.people;
    const when = { arriveFrom: `${this.dateIn(days)} ${from}:00`, arriveTo: `${this.dateIn(days)} ${to}:00`, dockCode: "D1" };
    const call = await this.act(
      "SrmPurDeliveryNotice",
      "saveOrUpdate",
      undefined,
      { ...when, urgency: "NORMAL", lines: [{ orderDeliveryId, noticeQty }] },
      planner,
      back,
    );
    await this.act("SrmPurDeliveryNotice", "doPublish", call["id"], {}, planner, back);
    return call;
  }
}
