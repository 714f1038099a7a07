import type { Entity } from "#kernel/entity.ts";
import { order, orderDelivery, orderLine } from "#modules/order/index.ts";
import { supplierLocation, supplierSite } from "#modules/supplier/index.ts";
import type { Client } from "./client.ts";
import { officeDay } from "./day.ts";
import { LifecycleWorld, ok, type Row } from "./lifecycle.ts";
import { plant } from "./plant.ts";
import { openTestProduct } from "./product.ts";

export interface Placed {
  readonly id: string;
  readonly orderNum: string;
  readonly lineId: string;
  readonly rowIds: readonly string[];
}

export interface Wanted {
  readonly rows: readonly string[];
  readonly uom?: string;
  readonly decimals?: number;
  readonly over?: string;
  readonly under?: string;
  readonly received?: string;
  readonly mode?: "ORDER" | "NOTICE";
  readonly supplier?: string;
  readonly confirm?: string;
  readonly line?: Readonly<Record<string, unknown>>;
}

/** Every field that must have a value, with the one it begins with. */
const begun = (of: Entity): Row =>
  Object.fromEntries(
    Object.entries(of.fields)
      .filter(([, field]) => field.initial !== undefined && field.initial !== null)
      .map(([key, field]) => [key, field.initial]),
  );

/** Orders agreed with two suppliers, and the people who call off, ship and take in what they promise. */
export class ShippingWorld {
  readonly life: LifecycleWorld;
  planner!: Client;
  warehouse!: Client;
  #orders = 0;

  constructor(life: LifecycleWorld) {
    this.life = life;
  }

  static async open(name: string): Promise<ShippingWorld> {
    const life = await LifecycleWorld.open(name);
    const world = new ShippingWorld(life);
    const { product, ids } = life;
    for (const [key, hat] of [
      ["planner", "PLANNER"],
      ["warehouse", "WAREHOUSE"],
    ] as const) {
      ids[key] = await product.person(`ship.${key}`, [hat]);
      world[key] = await life.wearing(`ship.${key}`, hat);
    }
    const { db } = product.kernel;
    const [type] = await life.rows(`select id from "SrmBasePurchaseBillType" where "billCategory" = 'ORDER' order by id limit 1`);
    const [term] = await life.rows(`select id from "SrmBasePaymentTerm" order by id limit 1`);
    const [district] = await life.rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'CITY' limit 1`);
    const term2 = term ?? (await life.made("SrmBasePaymentTerm", { termCode: "T30", termName: "30天", applyScope: ["ORDER"], nodes: [] }));
    [ids["type"], ids["term"]] = [type!["id"], term2["id"]];
    for (const code of ["S1", "S2"]) {
      await plant(db, supplierLocation.name, `LOC-${code}`, {
        ...begun(supplierLocation),
        ...{ supplierId: code, locationCode: "L1", locationType: ["OFFICE"], countryId: district!["id"], address: "一号" },
      });
      await plant(db, supplierSite.name, `SITE-${code}`, {
        ...begun(supplierSite),
        ...{ supplierId: code, siteCode: "A", siteName: "总部", orgId: ids["org"], locationId: `LOC-${code}`, siteUse: ["ORDER"] },
        ...{ currency: "CNY", taxRate: "VAT13", termId: ids["term"], siteStatus: "ACTIVE" },
      });
    }
    return world;
  }

  get vendor(): Client {
    return this.life.vendor;
  }
  get stranger(): Client {
    return this.life.stranger;
  }

  /** An order that runs, put there past its own approval. */
  async order(wanted: Wanted): Promise<Placed> {
    const { ids, product } = this.life;
    const { db } = product.kernel;
    const no = ++this.#orders;
    const [id, lineId] = [`PO-${no}`, `PO-${no}-L`];
    const orderNum = `PO2026${String(no).padStart(4, "0")}`;
    const supplierId = wanted.supplier ?? ids["S1"]!;
    const total = wanted.rows.reduce((all, one) => all + Number(one), 0);
    await plant(db, order.name, id, {
      ...begun(order),
      ...{ orderNum, billTypeId: ids["type"], orgId: ids["org"], supplierId, supplierSiteId: `SITE-${supplierId}`, buyerId: ids["buyer"] },
      ...{ orderDate: officeDay(-5), paymentTermId: ids["term"], status: "CONFIRMED", confirmStatus: "CONFIRMED" },
      deliveryMode: wanted.mode ?? "ORDER",
    });
    await plant(db, orderLine.name, lineId, {
      ...begun(orderLine),
      ...{ parentId: id, orderId: id, lineNum: 10, itemId: ids["item"], itemDesc: "支架", categoryId: ids["category"] },
      ...{ uom: wanted.uom ?? "PCS", uomDecimals: wanted.decimals ?? 0, qty: String(total), price: "12.5", taxRate: "13" },
      ...{ taxPercent: "13", overTolerance: wanted.over ?? "5", underTolerance: wanted.under ?? "2", lineStatus: "OPEN" },
      ...{ stockUom: wanted.uom ?? "PCS", receiptRouting: "DIRECT", receivedQty: wanted.received ?? "0" },
      ...wanted.line,
    });
    const rowIds = wanted.rows.map((_, i) => `PO-${no}-R${i + 1}`);
    for (const [i, qty] of wanted.rows.entries())
      await plant(db, orderDelivery.name, rowIds[i]!, {
        ...begun(orderDelivery),
        ...{ parentId: lineId, orderId: id, orderLineId: lineId, orgId: ids["org"], supplierId, scheduleNum: i + 1, qty, lineNum: 10 },
        ...{ needByDate: officeDay(3), currentPromiseDate: officeDay(3), confirmStatus: wanted.confirm ?? "CONFIRMED", confirmedQty: qty },
        ...{
          deliveryInfoId: ids["address"],
          receivedQty: i === 0 ? (wanted.received ?? "0") : "0",
          itemId: ids["item"],
          uom: wanted.uom ?? "PCS",
        },
      });
    return { id, orderNum, lineId, rowIds };
  }

  note = (by: Client, name: string, body: object) => by.call(`srmServer/v1/srmPurDeliveryNoteRestful/${name}`, body);
  notice = (by: Client, name: string, body: object) => by.call(`srmServer/v1/srmPurDeliveryNoticeRestful/${name}`, body);
  barcode = (by: Client, name: string, body: object) => by.call(`srmServer/v1/srmPurBarcodeRestful/${name}`, body);

  /** A draft shipment of so much of each row. */
  drafted(parts: readonly (readonly [rowId: string, qty: string, more?: object])[], by: Client = this.vendor): Promise<Row> {
    return ok(this.tried(parts, by));
  }

  tried(parts: readonly (readonly [rowId: string, qty: string, more?: object])[], by: Client = this.vendor): Promise<any> {
    return this.note(by, "saveOrUpdate", {
      ...{ shipDate: officeDay(0), eta: `${officeDay(3)}T02:00:00.000Z`, carrier: "试运物流", plateNum: "试A00001" },
      lines: parts.map(([orderDeliveryId, noteQty, more]) => ({ orderDeliveryId, noteQty, ...more })),
    });
  }

  /** Tries to ship so much at once. */
  async ships(rowId: string, qty: string): Promise<any> {
    const { id } = await this.drafted([[rowId, qty]]);
    return this.note(this.vendor, "doSubmit", { id });
  }

  /** A call-off of so much, published and confirmed as asked. */
  async called(rowId: string, qty: string): Promise<Row> {
    const { id } = await ok(
      this.notice(this.planner, "saveOrUpdate", {
        ...{ arriveFrom: `${officeDay(3)}T01:00:00.000Z`, arriveTo: `${officeDay(3)}T03:00:00.000Z`, dockCode: "D1" },
        lines: [{ orderDeliveryId: rowId, noticeQty: qty }],
      }),
    );
    await ok(this.notice(this.planner, "doPublish", { id }));
    return ok(this.notice(this.vendor, "doSupplierConfirm", { id }));
  }

  /** The ledger of a row: on notice, in transit, received. */
  async row(id: string): Promise<Row> {
    const [found] = await this.life.rows(
      `select trim_scale("noticeOpenQty")::text ntc, trim_scale("inTransitQty")::text trn, trim_scale("receivedQty")::text rcv from "SrmPurOrderDelivery" where id = $1`,
      id,
    );
    return found!;
  }
}

export { ok, openTestProduct };
