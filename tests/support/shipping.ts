import { supplierLocation, supplierSite } from "#modules/supplier/index.ts";
import type { Client } from "./client.ts";
import { officeDay } from "./day.ts";
import { LifecycleWorld, ok, type Row } from "./lifecycle.ts";
import { plant } from "./plant.ts";
import { begun, plantOrder, type Placed, type Wanted } from "./planted-order.ts";

const people = [
  ["planner", "PLANNER"],
  ["warehouse", "WAREHOUSE"],
] as const;

/** Orders agreed with two suppliers, and the people who call off, ship and take in what they promise. */
export class ShippingWorld {
  readonly life: LifecycleWorld;
  planner!: Client;
  warehouse!: Client;
  #orders = 0;

  constructor(life: LifecycleWorld) {
    this.life = life;
  }

  static async open(): Promise<ShippingWorld> {
    const world = new ShippingWorld(await LifecycleWorld.begin("shipping", (life) => new ShippingWorld(life).#build()));
    for (const [key, responsibility] of people) world[key] = await world.life.wearing(`ship.${key}`, responsibility);
    return world;
  }

  async #build(): Promise<void> {
    const { life } = this;
    const { product, ids } = life;
    for (const [key, responsibility] of people) ids[key] = await product.person(`ship.${key}`, [responsibility]);
    const { db } = product.kernel;
    const [type] = await life.rows(`select id from "SrmBasePurchaseBillType" where "billCategory" = 'ORDER' order by id limit 1`);
    const [term] = await life.rows(`select id from "SrmBasePaymentTerm" order by id limit 1`);
    const [district] = await life.rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'CITY' limit 1`);
    const term2 =
      term ??
      (await life.made("SrmBasePaymentTerm", {
        termCode: "T30",
        termName: "30天",
        applyScope: ["ORDER", "AGREEMENT", "SUPPLIER"],
        nodes: [],
      }));
    [ids["type"], ids["term"]] = [type!["id"], term2["id"]];
    for (const code of ["S1", "S2"]) {
      await plant(db, supplierLocation.name, `LOC-${code}`, {
        ...begun(supplierLocation),
        supplierId: code,
        locationCode: "L1",
        locationType: ["OFFICE"],
        countryId: district!["id"],
        address: "一号",
      });
      await plant(db, supplierSite.name, `SITE-${code}`, {
        ...begun(supplierSite),
        supplierId: code,
        siteCode: "A",
        siteName: "总部",
        orgId: ids["org"],
        locationId: `LOC-${code}`,
        siteUse: ["ORDER"],
        currency: "CNY",
        taxRate: "T13",
        termId: ids["term"],
        siteStatus: "ACTIVE",
      });
    }
  }

  get vendor(): Client {
    return this.life.vendor;
  }
  get stranger(): Client {
    return this.life.stranger;
  }

  /** An order that runs, put there past its own approval. */
  order({ supplier = "S1", ...wanted }: Wanted & { readonly supplier?: string }): Promise<Placed> {
    const { ids, product } = this.life;
    const parties = {
      orgId: ids["org"]!,
      supplierId: supplier,
      supplierSiteId: `SITE-${supplier}`,
      billTypeId: ids["type"]!,
      paymentTermId: ids["term"]!,
      buyerId: ids["buyer"]!,
      itemId: ids["item"]!,
      categoryId: ids["category"]!,
      deliveryInfoId: ids["address"]!,
    };
    return plantOrder(product.kernel.db, String(++this.#orders), parties, wanted);
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
      shipDate: officeDay(0),
      eta: `${officeDay(3)}T02:00:00.000Z`,
      carrier: "试运物流",
      plateNum: "试A00001",
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
        arriveFrom: `${officeDay(3)}T01:00:00.000Z`,
        arriveTo: `${officeDay(3)}T03:00:00.000Z`,
        dockCode: "D1",
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

export { ok };
