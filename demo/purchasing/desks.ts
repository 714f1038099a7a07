import { type Row } from "../cast.ts";
import type { Asked } from "./orders.ts";
import { Outlook } from "./outlook.ts";

const requisition = "SrmPurRequisitionHeader";
const order = "SrmPurOrderHeader";
const note = "SrmPurDeliveryNote";
const receive = "SrmPurReceive";
const made = "SrmPurProductionPlan";

/** What lies on today's desks, from the need to the gate. */
export class Desks extends Outlook {
  async run(): Promise<void> {
    const needs = await this.#needs();
    await this.#wholeWay(needs);
    await this.#desks();
    const called = await this.#calledOff();
    await this.#atTheGate(called);
    await this.#toInspect();
    await this.#inThePlant(called);
    await this.outlook();
  }

  async #needs(): Promise<Row> {
    const first = await this.need([["安装支架", "1000", "12.5", 25]], "APPROVED", 20);
    await this.need(
      [
        ["控制柜外壳", "30", "420", 40],
        ["五层瓦楞纸箱", "800", "4", 18],
      ],
      "APPROVED",
      6,
    );
    await this.need([["五层瓦楞纸箱", "500", "4", 30]], "APPROVING", 1);
    await this.need([["安装支架", "200", "12.8", 45]], "DRAFT", 0);
    return first;
  }

  /** The requisition of a thousand brackets: ordered, promised, shipped, received, and some of it sent back. */
  async #wholeWay(need: Row): Promise<void> {
    const { buyer, keeper, chief } = this.people;
    const [line] = need["lines"] as Row[];
    const made = await this.act(
      requisition,
      "toOrder",
      need["id"],
      { lines: [{ reqLineId: line!["id"], qty: "1000" }], supplierId: this.supplier("星铸钣金") },
      buyer,
      17,
    );
    const [id] =
      (made["targetHeaderIds"] as string[] | undefined) ??
      (await this.rows(order, { status: ["DRAFT"] })).map((entry) => String(entry["id"]));
    if (!id) return;
    await this.forward(id, "星铸钣金", "CONFIRMED", 16);
    const [row] = ((await this.read(id))["lines"] as Row[])[0]!["deliveries"] as Row[];
    const seller = await this.portal("星铸钣金");
    const shipped = await this.ship(seller, [[row!["id"], "600"]], 8);
    await this.act(note, "doArrive", shipped["id"], {}, keeper, 6);
    const received = await this.act(
      receive,
      "saveOrUpdate",
      undefined,
      {
        receiveType: "NOTE",
        noteId: shipped["id"],
        receiveDate: this.dateIn(-6),
        lines: [
          {
            noteLineId: shipped["lines"][0]["id"],
            arrivalQty: "600",
            acceptedQty: "590",
            rejectedQty: "10",
            rejectReason: "DAMAGE",
            storageLocationId: this.id("store"),
          },
        ],
      },
      keeper,
      6,
    );
    await this.act(receive, "doConfirm", received["id"], {}, keeper, 6);
    const back = await this.act(
      "SrmPurWriteOff",
      "saveOrUpdate",
      undefined,
      {
        writeOffType: "RETURN_REPLACE",
        reasonCode: "QUALITY",
        reasonDesc: "镀层起泡，退货换货",
        supplierConfirmFlag: "Y",
        lines: [{ receiveLineId: received["lines"][0]["id"], qty: "20" }],
      },
      keeper,
      4,
    );
    await this.act("SrmPurWriteOff", "doSubmit", back["id"], {}, keeper, 4);
    await this.decide(back["id"], chief, { back: 3 });
    await this.ship(seller, [[row!["id"], "200"]], 0, 2);
  }

  /** Orders in every other state, so that every tab and card has its rows. */
  async #desks(): Promise<void> {
    const { buyer } = this.people;
    const bracket = (qty: number, need: number): Asked => ({
      supplier: "星铸钣金",
      item: "安装支架",
      qty,
      price: qty < 500 ? "12.8" : "12.5",
      need,
    });
    const carton = (qty: number, need: number): Asked => ({ supplier: "鲸落塑业", item: "五层瓦楞纸箱", qty, price: "3.9", need });
    await this.order(bracket(100, 30), "DRAFT", 0);
    await this.order(carton(300, 25), "APPROVING", 1);
    await this.order(
      {
        ...bracket(800, 28),
        parts: [
          [400, 21],
          [400, 28],
        ],
      },
      "PUBLISHED",
      1,
    );
    const asked = await this.order(carton(1000, 20), "PUBLISHED", 2);
    const [row] = asked["lines"][0]["deliveries"] as Row[];
    await this.act(
      order,
      "doSupplierDeliveryPropose",
      asked["id"],
      {
        deliveryId: row!["id"],
        rowVersion: row!["versionNum"],
        reason: "原纸到货延后，分两批交付",
        parts: [
          { qty: "600", promiseDate: this.dateIn(20) },
          { qty: "400", promiseDate: this.dateIn(27) },
        ],
      },
      await this.portal("鲸落塑业"),
      1,
    );
    const late = await this.order(bracket(150, -2), "CONFIRMED", 30);
    await this.ship(await this.portal("星铸钣金"), [[late["lines"][0]["deliveries"][0]["id"], "100"]], 3, -1, "16:30");
    const dropped = await this.order(carton(200, 40), "PUBLISHED", 5);
    await this.act(order, "doCancel", dropped["id"], { reason: "客户需求取消" }, buyer, 4);
    const changing = await this.order(bracket(600, 35), "CONFIRMED", 6);
    await this.act(order, "doChange", changing["id"], { reason: "客户加量" }, buyer, 2);
  }

  /** A confirmed order that is called off in part for the day after tomorrow. */
  async #calledOff(): Promise<Row> {
    const made = await this.order({ supplier: "鲸落塑业", item: "五层瓦楞纸箱", qty: 900, price: "3.9", need: 3 }, "CONFIRMED", 9);
    const [row] = made["lines"][0]["deliveries"] as Row[];
    await this.call(row!["id"], "500", 2, "09:00", "11:00", 1);
    return row!;
  }

  /** What the keeper finds today: a truck called to a dock and here, one still to come, and a movement nobody can place. */
  async #atTheGate(row: Row): Promise<void> {
    const { keeper } = this.people;
    const seller = await this.portal("鲸落塑业");
    const call = await this.call(row["id"], "200", 0, "09:00", "10:00", 2);
    await this.act("SrmPurDeliveryNotice", "doSupplierConfirm", call["id"], {}, seller, 2);
    const here = await this.ship(seller, [[row["id"], "200", call["lines"][0]["id"]]], 1, 0, "09:30");
    await this.act(note, "doArrive", here["id"], {}, keeper);
    await this.ship(seller, [[row["id"], "150"]], 1, 0, "15:00");
    const feeder = await this.as("int.admin", "INT_ADMIN");
    await this.act(
      "SrmPurStorageInbox",
      "saveOrUpdate",
      undefined,
      {
        sourceSystem: "WMS",
        sourceTxnId: "WMS-0001",
        movementType: "PO_RECEIPT",
        movementTime: `${this.dateIn(-1)} 11:20:00`,
        itemCode: this.items.get("安装支架")!["itemCode"],
        qty: "40",
        uom: "PCS",
        orderNum: "PO-UNKNOWN",
        lineNum: 10,
        warehouseCode: "WH01",
      },
      feeder,
      1,
    );
  }

  /** What suppliers make right now: one plan is under way and will be late, one waits for the buyer's word. */
  async #inThePlant(called: Row): Promise<void> {
    const { buyer } = this.people;
    const running = await this.order({ supplier: "星铸钣金", item: "安装支架", qty: 500, price: "12.5", need: 12 }, "CONFIRMED", 8);
    const plan = (orderDeliveryId: string, planQty: string, finish: number, steps: readonly string[]): Row => ({
      orderDeliveryId,
      planQty,
      startDate: this.dateIn(-5),
      finishDate: this.dateIn(finish),
      materialReadyFlag: "Y",
      lines: steps.map((stepName, i) => ({ stepName, planDate: this.dateIn(finish - 2 * (steps.length - 1 - i)), planQty })),
    });
    const [starcast, whalefall] = [await this.portal("星铸钣金"), await this.portal("鲸落塑业")];
    const late = await this.act(
      made,
      "saveOrUpdate",
      undefined,
      plan(running["lines"][0]["deliveries"][0]["id"], "500", 16, ["下料", "折弯", "焊接", "喷涂"]),
      starcast,
      6,
    );
    await this.act(made, "doSubmit", late["id"], {}, starcast, 6);
    await this.act(made, "doAccept", late["id"], {}, buyer, 5);
    await this.act(
      made,
      "doReport",
      late["id"],
      { lineId: late["lines"][0]["id"], started: "500", finished: "180", defects: "4", delayWhy: "折弯模具检修两天" },
      starcast,
      1,
    );
    const asked = await this.act(made, "saveOrUpdate", undefined, plan(called["id"], "300", 2, ["印刷", "模切", "粘箱"]), whalefall, 2);
    await this.act(made, "doSubmit", asked["id"], {}, whalefall, 1);
  }

  /** Ten housings that came yesterday and wait for the inspector. */
  async #toInspect(): Promise<void> {
    const { keeper } = this.people;
    const ordered = await this.order({ supplier: "星铸钣金", item: "控制柜外壳", qty: 10, price: "420", need: 2 }, "CONFIRMED", 14);
    const sent = await this.ship(await this.portal("星铸钣金"), [[ordered["lines"][0]["deliveries"][0]["id"], "10"]], 2, -1, "14:00");
    await this.act(note, "doArrive", sent["id"], {}, keeper, 1);
    const came = await this.act(
      receive,
      "saveOrUpdate",
      undefined,
      {
        receiveType: "NOTE",
        noteId: sent["id"],
        receiveDate: this.dateIn(-1),
        lines: [{ noteLineId: sent["lines"][0]["id"], arrivalQty: "10", storageLocationId: this.id("store") }],
      },
      keeper,
      1,
    );
    await this.act(receive, "doConfirm", came["id"], {}, keeper, 1);
  }
}
