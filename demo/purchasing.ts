import type { Me } from "#kernel/entity.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Cast, type Row } from "./cast.ts";

const requisition = "SrmPurRequisitionHeader";
const order = "SrmPurOrderHeader";
const note = "SrmPurDeliveryNote";
const receive = "SrmPurReceive";

type Until = "DRAFT" | "APPROVING" | "APPROVED" | "PUBLISHED" | "CONFIRMED";
const ways: readonly Until[] = ["DRAFT", "APPROVING", "APPROVED", "PUBLISHED", "CONFIRMED"];

interface Asked {
  readonly supplier: string;
  readonly item: string;
  readonly qty: number;
  readonly price: string;
  readonly need: number;
  readonly parts?: readonly (readonly [qty: number, need: number])[];
}

/** From need to receipt in the demonstration's company: every desk has something on it, each made by somebody's own action. */
export async function demoPurchasing(kernel: Kernel, now: () => Date): Promise<void> {
  await new Purchasing(kernel, now).run();
}

class Purchasing extends Cast {
  #people!: Readonly<Record<"requester" | "planner" | "buyer" | "chief" | "keeper", Me>>;
  readonly #ids = new Map<string, string>();
  readonly #items = new Map<string, Row>();
  readonly #suppliers = new Map<string, Row & { readonly siteId: string }>();

  async run(): Promise<void> {
    if (!(await this.#look())) return;
    await this.#sources();
    await this.#prices();
    await this.#plans();
    const needs = await this.#needs();
    await this.#wholeWay(needs);
    await this.#desks();
    const called = await this.#calledOff();
    await this.#atTheGate(called);
  }

  /** The people, items and suppliers the story is about. */
  async #look(): Promise<boolean> {
    const [items, suppliers, sites] = await Promise.all([this.rows("SrmBaseItem"), this.rows("SrmSupInfo"), this.rows("SrmSupSite")]);
    for (const one of items) this.#items.set(one["itemName"], one);
    for (const one of suppliers) {
      const site = sites.find((s) => s["supplierId"] === one["id"] && s["orgCode"] === "BU-E");
      if (site) this.#suppliers.set(one["shortName"], { ...one, siteId: site["id"] });
    }
    if (!this.#suppliers.has("星铸钣金") || !this.#items.has("安装支架")) return false;
    for (const [name, entity, key, value] of [
      ["org", "BaseOrganization", "orgCode", "BU-E"],
      ["plant", "BaseOrganization", "orgCode", "INV-E1"],
      ["gate", "SrmBaseDeliveryInfo", "deliveryCode", "DE1"],
      ["store", "SrmBaseStorageLocation", "storageCode", "WH01"],
      ["term", "SrmBasePaymentTerm", "termCode", "NET60"],
      ["dept", "BaseDepartment", "deptCode", "E-OPS"],
      ["metal", "SrmBasePurchaseCategory", "categoryCode", "1001"],
      ["carton", "SrmBasePurchaseCategory", "categoryCode", "3001"],
      ["PR-STD", "SrmBasePurchaseBillType", "billTypeCode", "PR-STD"],
      ["PO-STD", "SrmBasePurchaseBillType", "billTypeCode", "PO-STD"],
      ["PA-STD", "SrmBasePurchaseBillType", "billTypeCode", "PA-STD"],
    ] as const)
      this.#ids.set(name, (await this.idOf(entity, key, value))!);
    const [requester, planner, buyer, chief, keeper] = await Promise.all([
      this.as("requester01", "REQUESTER"),
      this.as("planner01", "PLANNER"),
      this.as("buyer.east01", "BUYER"),
      this.as("lead.buyer", "PUR_MANAGER"),
      this.as("warehouse01", "WAREHOUSE"),
    ]);
    this.#people = { requester, planner, buyer, chief, keeper };
    return true;
  }

  #id = (name: string): string => this.#ids.get(name)!;
  #item = (name: string): string => String(this.#items.get(name)!["id"]);
  #supplier = (short: string): string => String(this.#suppliers.get(short)!["id"]);

  /** The sales people of a supplier, signed in to the portal. */
  #seller = (userName: string, short: string): Promise<Me> => this.as(userName, "SUP_ADMIN", this.#supplier(short));

  /** Who may supply what. */
  async #sources(): Promise<void> {
    const { buyer, chief } = this.#people;
    const apply = (lines: readonly Row[], applyReason: string): Promise<Row> =>
      this.act("SrmPurAslApply", "saveOrUpdate", undefined, { orgId: this.#id("org"), applyReason, lines }, buyer, 300);
    const line = (item: string, short: string, more: Row = {}): Row => ({
      ...{
        aslLevel: "ITEM",
        itemId: this.#item(item),
        supplierId: this.#supplier(short),
        aslStatus: "APPROVED",
        startDate: this.dateIn(-300),
      },
      ...{ moq: "50", mpq: "10", leadTimeDays: 14, overTolerance: "5", underTolerance: "2", inspectionLevel: "DIRECT", ...more },
    });
    const first = await apply(
      [
        line("安装支架", "星铸钣金", { supplierItemCode: "SC-L120" }),
        line("控制柜外壳", "星铸钣金", { moq: "5", mpq: "1", inspectionLevel: "INSPECT", endDate: this.dateIn(20) }),
        line("五层瓦楞纸箱", "鲸落塑业", { moq: "100", mpq: "50" }),
      ],
      "年度合格货源清单",
    );
    await this.act("SrmPurAslApply", "doSubmit", first["id"], {}, buyer, 300);
    await this.decide(first["id"], chief, { back: 299 });
    const second = await apply([line("安装支架", "鲸落塑业", { aslStatus: "TRIAL" })], "支架第二货源试用");
    await this.act("SrmPurAslApply", "doSubmit", second["id"], {}, buyer, 1);
  }

  /** What was agreed about prices. */
  async #prices(): Promise<void> {
    const { buyer, chief } = this.#people;
    const agree = (short: string, more: Row, lines: readonly Row[]): Promise<Row> =>
      this.act(
        "SrmPurAgreementHeader",
        "saveOrUpdate",
        undefined,
        {
          ...{ billTypeId: this.#id("PA-STD"), agreementType: "PRICE", orgId: this.#id("org"), supplierId: this.#supplier(short) },
          ...{ supplierSiteId: this.#suppliers.get(short)!.siteId, currency: "CNY", paymentTermId: this.#id("term"), taxRate: "T13" },
          ...{ taxIncludedFlag: "N", startDate: this.dateIn(-280), endDate: this.dateIn(80), supplierConfirmFlag: "N", ...more, lines },
        },
        buyer,
        290,
      );
    const year = await agree("星铸钣金", {}, [
      {
        ...{ itemId: this.#item("安装支架"), uom: "PCS", priceUnit: "1", taxRate: "T13", stepFlag: "Y", stepMode: "SINGLE" },
        steps: [
          { fromQty: "0", toQty: "500", price: "12.8" },
          { fromQty: "500", toQty: "2000", price: "12.5" },
          { fromQty: "2000", price: "12.1" },
        ],
      },
      { itemId: this.#item("控制柜外壳"), uom: "PCS", priceUnit: "1", price: "420", taxRate: "T13", stepFlag: "N" },
    ]);
    await this.act("SrmPurAgreementHeader", "doSubmit", year["id"], {}, buyer, 289);
    await this.decide(year["id"], chief, { back: 288 });
    const boxes = await agree(
      "鲸落塑业",
      { agreementType: "QTY", supplierConfirmFlag: "Y", startDate: this.dateIn(0), endDate: this.dateIn(360) },
      [
        {
          itemId: this.#item("五层瓦楞纸箱"),
          uom: "PCS",
          priceUnit: "100",
          price: "385",
          taxRate: "T13",
          stepFlag: "N",
          agreeQty: "20000",
        },
      ],
    );
    await this.act("SrmPurAgreementHeader", "doSubmit", boxes["id"], {}, buyer, 1);
    await this.decide(boxes["id"], chief);
  }

  /** What may be spent, and what customers asked for. */
  async #plans(): Promise<void> {
    const { planner, chief } = this.#people;
    const month = this.dateIn(0).slice(0, 7);
    const plan = await this.act(
      "SrmPurProcurementPlan",
      "saveOrUpdate",
      undefined,
      {
        ...{ planType: "YEAR", periodStart: `${month.slice(0, 4)}-01-01`, periodEnd: `${month.slice(0, 4)}-12-31`, orgId: this.#id("org") },
        ...{ currency: "CNY", controlMode: "WARN", controlBasis: "AMOUNT" },
        lines: [
          { categoryId: this.#id("metal"), planAmount: "300000" },
          { categoryId: this.#id("carton"), planAmount: "60000" },
        ],
      },
      planner,
      200,
    );
    await this.act("SrmPurProcurementPlan", "doSubmit", plan["id"], {}, planner, 200);
    await this.decide(plan["id"], chief, { back: 199 });
    for (const [num, customer, item, qty, due] of [
      ["SO-2601", "蓝湾设备", "控制柜外壳", "40", 30],
      ["SO-2602", "青禾自动化", "安装支架", "600", 12],
    ] as const)
      await this.act(
        "SrmPurCustomerOrder",
        "saveOrUpdate",
        undefined,
        {
          ...{ customerOrderNum: num, lineNum: 10, orgId: this.#id("org"), customerName: customer, itemId: this.#item(item), uom: "PCS" },
          ...{ qty, dueDate: this.dateIn(due) },
        },
        planner,
      );
  }

  async #need(
    lines: readonly (readonly [item: string, qty: string, price: string, need: number])[],
    until: "DRAFT" | "APPROVING" | "APPROVED",
    back: number,
  ): Promise<Row> {
    const { requester, chief } = this.#people;
    const made = await this.act(
      requisition,
      "saveOrUpdate",
      undefined,
      {
        ...{
          billTypeId: this.#id("PR-STD"),
          requisitionType: "MATERIAL",
          orgId: this.#id("org"),
          deptId: this.#id("dept"),
          urgency: "NORMAL",
        },
        ...{ requesterId: requester.userId, requestDate: this.dateIn(-back), currency: "CNY" },
        lines: lines.map(([item, requestQty, estPrice, need]) => ({
          ...{ itemId: this.#item(item), uom: "PCS", requestQty, estPrice, needByDate: this.dateIn(need) },
          ...{ invOrgId: this.#id("plant"), deliveryInfoId: this.#id("gate") },
        })),
      },
      requester,
      back,
    );
    if (until !== "DRAFT") await this.act(requisition, "doSubmit", made["id"], {}, requester, back);
    if (until === "APPROVED") await this.decide(made["id"], chief, { back: Math.max(0, back - 1) });
    return made;
  }

  async #needs(): Promise<Row> {
    const first = await this.#need([["安装支架", "1000", "12.5", 25]], "APPROVED", 20);
    await this.#need(
      [
        ["控制柜外壳", "30", "420", 40],
        ["五层瓦楞纸箱", "800", "4", 18],
      ],
      "APPROVED",
      6,
    );
    await this.#need([["五层瓦楞纸箱", "500", "4", 30]], "APPROVING", 1);
    await this.#need([["安装支架", "200", "12.8", 45]], "DRAFT", 0);
    return first;
  }

  /** An order brought as far as wanted. */
  async #order(asked: Asked, until: Until, back: number, more: Row = {}): Promise<Row> {
    const { buyer } = this.#people;
    const site = this.#suppliers.get(asked.supplier)!;
    const item = this.#items.get(asked.item)!;
    const made = await this.act(
      order,
      "saveOrUpdate",
      undefined,
      {
        ...{
          billTypeId: this.#id("PO-STD"),
          orderType: "STANDARD",
          orgId: this.#id("org"),
          supplierId: site["id"],
          supplierSiteId: site.siteId,
        },
        ...{
          buyerId: buyer.userId,
          orderDate: this.dateIn(-back),
          currency: "CNY",
          taxIncludedFlag: "N",
          paymentTermId: this.#id("term"),
          ...more,
        },
        lines: [
          {
            ...{ itemId: item["id"], itemDesc: item["itemName"], categoryId: item["categoryId"], uom: "PCS", qty: String(asked.qty) },
            ...{ priceUnit: "1", price: asked.price, taxRate: "T13", exceptionReason: "协议外补充采购" },
            deliveries: (asked.parts ?? [[asked.qty, asked.need] as const]).map(([qty, need]) => ({
              ...{ qty: String(qty), needByDate: this.dateIn(need), invOrgId: this.#id("plant"), deliveryInfoId: this.#id("gate") },
            })),
          },
        ],
      },
      buyer,
      back,
    );
    await this.#forward(made["id"], asked.supplier, until, back);
    return this.#read(made["id"]);
  }

  async #forward(id: string, supplier: string, until: Until, back: number): Promise<void> {
    const { buyer, chief } = this.#people;
    const far = ways.indexOf(until);
    if (far >= 1) await this.act(order, "doSubmit", id, {}, buyer, back);
    if (far >= 2) await this.decide(id, chief, { back });
    if (far >= 3) await this.act(order, "doPublish", id, {}, buyer, back);
    if (far >= 4) await this.act(order, "doSupplierDeliveryConfirm", id, {}, await this.#portal(supplier), Math.max(0, back - 1));
  }

  #portal = (supplier: string): Promise<Me> => this.#seller(supplier === "星铸钣金" ? "starcast" : "whalefall", supplier);

  async #read(id: string): Promise<Row> {
    return (await this.kernel.finder.byId(this.kernel.declared.entity(order), id, this.#people.chief)) as Row;
  }

  /** The requisition of a thousand brackets: ordered, promised, shipped, received, and some of it sent back. */
  async #wholeWay(need: Row): Promise<void> {
    const { buyer, keeper, chief } = this.#people;
    const [line] = need["lines"] as Row[];
    const made = await this.act(
      requisition,
      "toOrder",
      need["id"],
      { lines: [{ reqLineId: line!["id"], qty: "1000" }], supplierId: this.#supplier("星铸钣金") },
      buyer,
      17,
    );
    const [id] =
      (made["targetHeaderIds"] as string[] | undefined) ?? (await this.rows(order, { status: ["DRAFT"] })).map((one) => String(one["id"]));
    if (!id) return;
    await this.#forward(id, "星铸钣金", "CONFIRMED", 16);
    const [row] = ((await this.#read(id))["lines"] as Row[])[0]!["deliveries"] as Row[];
    const seller = await this.#portal("星铸钣金");
    const shipped = await this.#ship(seller, [[row!["id"], "600"]], 8);
    await this.act(note, "doArrive", shipped["id"], {}, keeper, 6);
    const received = await this.act(
      receive,
      "saveOrUpdate",
      undefined,
      {
        ...{ receiveType: "NOTE", noteId: shipped["id"], receiveDate: this.dateIn(-6) },
        lines: [
          {
            ...{ noteLineId: shipped["lines"][0]["id"], arrivalQty: "600", acceptedQty: "590", rejectedQty: "10", rejectReason: "DAMAGE" },
            ...{ storageLocationId: this.#id("store") },
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
        ...{ writeOffType: "RETURN_REPLACE", reasonCode: "QUALITY", reasonDesc: "镀层起泡，退货换货", supplierConfirmFlag: "Y" },
        lines: [{ receiveLineId: received["lines"][0]["id"], qty: "20" }],
      },
      keeper,
      4,
    );
    await this.act("SrmPurWriteOff", "doSubmit", back["id"], {}, keeper, 4);
    await this.decide(back["id"], chief, { back: 3 });
    await this.#ship(seller, [[row!["id"], "200"]], 0, 2);
  }

  /** A shipment some days ago that arrives so many days from today. */
  async #ship(
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
        ...{
          shipDate: this.dateIn(-back),
          eta: `${this.dateIn(eta)} ${at}:00`,
          carrier: "远帆物流",
          plateNum: "苏E00001",
          driverName: "司机",
        },
        lines: rows.map(([orderDeliveryId, noteQty, noticeLineId]) => ({ orderDeliveryId, noteQty, noticeLineId, packQty: "50" })),
      },
      seller,
      back,
    );
    for (const line of made["lines"] as Row[])
      await this.act(note, "doGenBarcode", made["id"], { lineId: line["id"], packQty: "50", palletBoxes: 4 }, seller, back);
    return { ...made, ...(await this.act(note, "doSubmit", made["id"], {}, seller, back)) };
  }

  /** Orders in every other state, so that every tab and card has its rows. */
  async #desks(): Promise<void> {
    const { buyer } = this.#people;
    const bracket = (qty: number, need: number): Asked => ({
      supplier: "星铸钣金",
      item: "安装支架",
      qty,
      price: qty < 500 ? "12.8" : "12.5",
      need,
    });
    const carton = (qty: number, need: number): Asked => ({ supplier: "鲸落塑业", item: "五层瓦楞纸箱", qty, price: "3.9", need });
    await this.#order(bracket(100, 30), "DRAFT", 0);
    await this.#order(carton(300, 25), "APPROVING", 1);
    await this.#order(
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
    const asked = await this.#order(carton(1000, 20), "PUBLISHED", 2);
    const [row] = asked["lines"][0]["deliveries"] as Row[];
    await this.act(
      order,
      "doSupplierDeliveryPropose",
      asked["id"],
      {
        ...{ deliveryId: row!["id"], rowVersion: row!["versionNum"], reason: "原纸到货延后，分两批交付" },
        parts: [
          { qty: "600", promiseDate: this.dateIn(20) },
          { qty: "400", promiseDate: this.dateIn(27) },
        ],
      },
      await this.#portal("鲸落塑业"),
      1,
    );
    const late = await this.#order(bracket(150, -2), "CONFIRMED", 30);
    await this.#ship(await this.#portal("星铸钣金"), [[late["lines"][0]["deliveries"][0]["id"], "100"]], 3, -1, "16:30");
    const dropped = await this.#order(carton(200, 40), "PUBLISHED", 5);
    await this.act(order, "doCancel", dropped["id"], { reason: "客户需求取消" }, buyer, 4);
    const changing = await this.#order(bracket(600, 35), "CONFIRMED", 6);
    await this.act(order, "doChange", changing["id"], { reason: "客户加量" }, buyer, 2);
  }

  /** A confirmed order that is called off in part for the day after tomorrow. */
  async #calledOff(): Promise<Row> {
    const made = await this.#order({ supplier: "鲸落塑业", item: "五层瓦楞纸箱", qty: 900, price: "3.9", need: 3 }, "CONFIRMED", 9);
    const [row] = made["lines"][0]["deliveries"] as Row[];
    await this.#call(row!["id"], "500", 2, "09:00", "11:00", 1);
    return row!;
  }

  /** A call-off for so many days from today. */
  async #call(orderDeliveryId: string, noticeQty: string, days: number, from: string, to: string, back: number): Promise<Row> {
    const { planner } = this.#people;
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

  /** What the keeper finds today: a truck called to a dock and here, one still to come, and a movement nobody can place. */
  async #atTheGate(row: Row): Promise<void> {
    const { keeper } = this.#people;
    const seller = await this.#portal("鲸落塑业");
    const call = await this.#call(row["id"], "200", 0, "09:00", "10:00", 2);
    await this.act("SrmPurDeliveryNotice", "doSupplierConfirm", call["id"], {}, seller, 2);
    const here = await this.#ship(seller, [[row["id"], "200", call["lines"][0]["id"]]], 1, 0, "09:30");
    await this.act(note, "doArrive", here["id"], {}, keeper);
    await this.#ship(seller, [[row["id"], "150"]], 1, 0, "15:00");
    const feeder = await this.as("int.admin", "INT_ADMIN");
    await this.act(
      "SrmPurStorageInbox",
      "saveOrUpdate",
      undefined,
      {
        ...{ sourceSystem: "WMS", sourceTxnId: "WMS-0001", movementType: "PO_RECEIPT", movementTime: `${this.dateIn(-1)} 11:20:00` },
        ...{ itemCode: this.#items.get("安装支架")!["itemCode"], qty: "40", uom: "PCS", orderNum: "PO-UNKNOWN", lineNum: 10 },
        warehouseCode: "WH01",
      },
      feeder,
      1,
    );
  }
}
