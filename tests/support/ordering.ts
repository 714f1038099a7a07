import { postOrder, type OrderPosting } from "#modules/order/index.ts";
import { supplierLocation, supplierSite } from "#modules/supplier/index.ts";
import type { Client } from "./client.ts";
import { DemandWorld } from "./demanding.ts";
import { day, ok, type Row } from "./lifecycle.ts";
import { plant } from "./plant.ts";
import { stocked } from "./stocked.ts";

/** What an order of the tests is made of; the rest is as usual. */
export interface Asked {
  readonly rows: readonly (
    | string
    | { readonly qty: string; readonly needByDate?: string; readonly deliveryInfoId?: string; readonly storageLocationId?: string }
  )[];
  readonly price?: string;
  readonly req?: Row;
  readonly reqQty?: string;
  readonly line?: object;
  readonly head?: object;
}

/** A buyer who orders one item from a supplier that may deliver five in a hundred more and two less. */
export class OrderWorld {
  readonly demand: DemandWorld;
  #cause = 0;

  constructor(demand: DemandWorld) {
    this.demand = demand;
  }

  static async open(): Promise<OrderWorld> {
    return new OrderWorld(await DemandWorld.begin("order", (demand) => new OrderWorld(demand).#build()));
  }

  async #build(): Promise<void> {
    const { life } = this;
    const { ids, product } = life;
    const type = await life.made("SrmBasePurchaseBillType", {
      billCategory: "ORDER",
      billTypeCode: "PO_TEST",
      billTypeName: "试验订单",
      aslControl: "NONE",
      priceControl: "NONE",
      autoPublish: "Y",
      overReceiveTolerance: "5",
      underReceiveTolerance: "2",
    });
    await life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
    const term = await life.made("SrmBasePaymentTerm", {
      termCode: "N30",
      termName: "票后三十天",
      applyScope: ["ORDER", "AGREEMENT", "SUPPLIER"],
      nodes: [{ nodeSeq: 10, nodeType: "INVOICE", proportion: "100", dueMode: "DAYS_AFTER", days: 30 }],
    });
    await life.act("SrmBasePaymentTerm", term["id"], "doEnabled");
    const [district] = await life.rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'CITY' limit 1`);
    [ids["type"], ids["term"]] = [type["id"], term["id"]];
    for (const code of ["S1", "S2"]) {
      await plant(product.kernel.db, supplierLocation.name, `LOC-${code}`, {
        supplierId: code,
        locationCode: "L1",
        locationType: ["OFFICE"],
        countryId: district!["id"],
        address: "一号",
      });
      await plant(product.kernel.db, supplierSite.name, `SITE-${code}`, {
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
      const grant = { orgId: ids["org"], categoryId: ids["category"], categoryStatus: "QUALIFIED", validTo: day(4000) };
      await life.act("SrmSupInfo", code, "doGrant", { docType: "TEST", docId: "T1", reason: "test", categories: [grant] });
    }
    await this.orderable(type["id"]);
  }

  /** Lets requisitions of every type become orders of this one. */
  async orderable(targetTypeId: string): Promise<void> {
    const sources = await this.life.rows(
      `select id from "SrmBasePurchaseBillType" where "billCategory" = 'REQUISITION' and status = 'EFFECTIVE'`,
    );
    for (const { id: sourceTypeId } of sources) {
      const relation = await this.life.made("SrmBasePurchaseBillTypeRel", { sourceTypeId, targetTypeId });
      await this.life.act("SrmBasePurchaseBillTypeRel", relation["id"], "doEnabled");
    }
  }

  get life() {
    return this.demand.life;
  }
  get buyer(): Client {
    return this.demand.purchaser;
  }
  get vendor(): Client {
    return this.life.vendor;
  }

  call = (name: string, body: object, by: Client = this.buyer): Promise<any> =>
    by.call(`srmServer/v1/srmPurOrderHeaderRestful/${name}`, body);
  find = (id: string, by: Client = this.buyer): Promise<Row> => ok(this.call("findById", { id }, by));

  /** The body of an order over one line. */
  body({ rows, price = "12.5", req, reqQty, line, head }: Asked): Row {
    const { ids } = this.life;
    const deliveries = rows.map((row) => ({
      needByDate: day(20),
      invOrgId: ids["inv"],
      deliveryInfoId: ids["address"],
      ...(typeof row === "string" ? { qty: row } : row),
    }));
    const qty = String(deliveries.reduce((sum, row) => sum + Number(row.qty), 0));
    const reqRels = req ? [{ reqLineId: req["lines"][0]["id"], qty: reqQty ?? qty }] : undefined;
    return {
      billTypeId: ids["type"],
      orgId: ids["org"],
      supplierId: ids["S1"],
      supplierSiteId: "SITE-S1",
      buyerId: ids["purchaser"],
      orderDate: day(0),
      currency: "CNY",
      taxIncludedFlag: "N",
      paymentTermId: ids["term"],
      ...head,
      lines: [
        {
          itemId: ids["item"],
          itemDesc: "支架",
          categoryId: ids["category"],
          uom: "PCS",
          qty,
          price,
          priceUnit: "1",
          taxRate: "T13",
          exceptionReason: "议价",
          ...(reqRels ? { reqRels } : {}),
          deliveries,
          ...line,
        },
      ],
    };
  }

  /** Another item that the warehouse buys. */
  async item(code: string, more: object = {}): Promise<string> {
    const { ids, product } = this.life;
    const made = await this.life.made("SrmBaseItem", {
      itemCode: code,
      itemName: `件${code}`,
      categoryId: ids["category"],
      itemType: "RAW",
      primaryUom: "PCS",
      ...more,
    });
    await this.life.rows(`update "SrmBaseItem" set "itemStatus" = 'ACTIVE' where id = $1`, made["id"]);
    await stocked(product.kernel, made["id"], ids["inv"]!);
    return made["id"];
  }

  /** An agreement in force on one item. */
  async agreed(itemId: string, head: object = {}, line: object = {}): Promise<Row> {
    const { ids } = this.life;
    if (!ids["agreementType"]) {
      const type = await this.life.made("SrmBasePurchaseBillType", {
        billCategory: "AGREEMENT",
        billTypeCode: "AGR_ORDER",
        billTypeName: "协议",
        aslControl: "NONE",
      });
      await this.life.act("SrmBasePurchaseBillType", type["id"], "doEnabled");
      ids["agreementType"] = type["id"];
    }
    const doc = await this.life.made("SrmPurAgreementHeader", {
      billTypeId: ids["agreementType"],
      agreementType: "QTY",
      orgId: ids["org"],
      supplierId: ids["S1"],
      currency: "CNY",
      startDate: day(-1),
      endDate: day(300),
      paymentTermId: ids["term"],
      taxRate: "T13",
      ...head,
      lines: [{ itemId, uom: "PCS", price: "1.5", agreeQty: "1000", ...line }],
    });
    await this.life.act("SrmPurAgreementHeader", doc["id"], "doSubmit", {}, { confirmed: ["PUR-2102"] });
    await this.life.act("SrmPurAgreementHeader", doc["id"], "doApproval");
    return doc;
  }

  draft = (asked: Asked): Promise<Row> => ok(this.call("saveOrUpdate", this.body(asked)));

  /** A budget of a thousand for the item, over which nothing may be ordered. */
  async planned(): Promise<Row> {
    const { ids, product } = this.life;
    ids["planner"] ??= await product.person("po.planner", ["PLANNER"]);
    const planner = await this.life.wearing("po.planner", "PLANNER");
    const plans = (name: string, body: object) => planner.call(`srmServer/v1/srmPurProcurementPlanRestful/${name}`, body);
    const doc = await ok(
      plans("saveOrUpdate", {
        planType: "MONTH",
        periodStart: day(-10),
        periodEnd: day(60),
        orgId: ids["org"],
        controlMode: "BLOCK",
        controlBasis: "AMOUNT",
        lines: [{ itemId: ids["item"], uom: "PCS", planQty: "100", planAmount: "1000" }],
      }),
    );
    await ok(plans("doSubmit", { id: doc["id"] }));
    await ok(this.life.decides(doc["id"]));
    return doc;
  }

  async budget(plan: Row): Promise<string> {
    const [row] = await this.life.rows(
      `select "occupiedAmount"::text o, "usedAmount"::text u, "openAmount"::text f from "SrmPurProcurementPlanLine" where "parentId" = $1`,
      plan["id"],
    );
    return `occupied ${row!["o"]} used ${row!["u"]} open ${row!["f"]}`;
  }

  /** Submitted and approved; its bill type publishes it at once. */
  async published(asked: Asked): Promise<Row> {
    const { id } = await this.draft(asked);
    await ok(this.call("doSubmit", { id }));
    await ok(this.life.decides(id));
    return this.find(id);
  }

  /** Published and confirmed by the supplier as asked. */
  async running(asked: Asked): Promise<Row> {
    const { id } = await this.published(asked);
    await ok(this.call("doSupplierDeliveryConfirm", { id }, this.vendor));
    return this.find(id);
  }

  /** A posting of another area on a row of the first line. */
  post(id: string, ...postings: readonly (Pick<OrderPosting, "deliveryId" | "event" | "deltas"> & Partial<OrderPosting>)[]): Promise<Row> {
    const cause = `C${++this.#cause}`;
    const effect = postOrder(
      id,
      postings.map((posting) => ({ causeType: "SrmPurDeliveryNote", causeId: cause, causeLineId: `${cause}-1`, ...posting })),
    ) as { readonly input: object };
    return this.life.act("SrmPurOrderHeader", id, "doPost", effect.input);
  }

  ship = (doc: Row, qty: string, row = 0): Promise<Row> =>
    this.post(doc["id"], { deliveryId: doc["lines"][0]["deliveries"][row]["id"], event: "E7", deltas: { TRN: qty } });

  /** Goods that were on their way are received, some of them rejected. */
  receive(doc: Row, accepted: string, rejected = "0", row = 0, id?: string): Promise<Row> {
    const came = String(-(Number(accepted) + Number(rejected)));
    const booked = { ...(id ? { id } : {}), transactionType: "RECEIVE", transactionDate: day(0), qty: accepted } as const;
    return this.post(doc["id"], {
      deliveryId: doc["lines"][0]["deliveries"][row]["id"],
      event: "E11",
      deltas: { TRN: came, RCV: accepted, REJ: rejected },
      transactions: [booked],
    });
  }

  async received(doc: Row, qty: string, row = 0, id?: string): Promise<Row> {
    await this.ship(doc, qty, row);
    return this.receive(doc, qty, "0", row, id);
  }

  /** A return or a reversal of a receipt. */
  undo(
    doc: Row,
    event: "E14" | "E15" | "E16" | "E19",
    qty: string,
    originTransactionId: string,
    more: Partial<OrderPosting> = {},
  ): Promise<Row> {
    const types = { E14: "REVERSAL", E15: "RETURN_REPLACE", E16: "RETURN_REFUND", E19: "RETURN_REV" } as const;
    const deltas = { E14: { REV: qty }, E15: { RTR: qty }, E16: { RTF: qty }, E19: { RTR: `-${qty}` } } as const;
    return this.post(doc["id"], {
      deliveryId: doc["lines"][0]["deliveries"][0]["id"],
      event,
      deltas: deltas[event],
      transactions: [
        { transactionType: types[event], transactionDate: day(0), qty: event === "E19" ? qty : `-${qty}`, originTransactionId },
      ],
      ...more,
    });
  }

  transactions = (id: string): Promise<Row[]> =>
    this.life.rows(
      `select id, "transactionType" as type, trim_scale(qty)::text qty, "amountExcl"::text excl, "taxAmount"::text tax, "amountIncl"::text incl
         from "SrmPurStorageTransaction" where "orderId" = $1 order by id`,
      id,
    );

  /** The first requisition line in a word: open, occupied, ordered, cancelled. */
  async needs(req: Row): Promise<string> {
    const [line] = (await this.demand.find(req["id"]))["lines"] as Row[];
    return `open ${line!["openQty"]} occupied ${line!["occupiedQty"]} ordered ${line!["orderedQty"]} cancelled ${line!["cancelledQty"]}`;
  }
}

export { day, ok, type Row };
