import { type Row } from "../cast.ts";
import { Stage } from "./stage.ts";

/** What was settled before anything was ordered: sources, prices, plans. */
export class Terms extends Stage {
  async run(): Promise<void> {
    await this.#sources();
    await this.#alterations();
    await this.#prices();
    await this.#plans();
  }

  /** Who may supply what. */
  async #sources(): Promise<void> {
    const { buyer, chief } = this.people;
    const apply = (lines: readonly Row[], applyReason: string): Promise<Row> =>
      this.act("SrmPurAslApply", "saveOrUpdate", undefined, { orgId: this.id("org"), applyReason, lines }, buyer, 300);
    const line = (item: string, short: string, more: Row = {}): Row => ({
      aslLevel: "ITEM",
      itemId: this.item(item),
      supplierId: this.supplier(short),
      aslStatus: "APPROVED",
      startDate: this.dateIn(-300),
      moq: "50",
      mpq: "10",
      leadTimeDays: 14,
      overTolerance: "5",
      underTolerance: "2",
      inspectionLevel: "DIRECT",
      ...more,
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

  /** What changed on that list since: cartons come sooner, and the housings' last day is to be put off before it passes. */
  async #alterations(): Promise<void> {
    const { buyer, chief } = this.people;
    const alter = async (alterType: string, [item, short]: readonly [string, string], after: Row, alterReason: string, back: number) => {
      const [line] = await this.rows("SrmPurAslLine", { itemId: [this.item(item)], supplierId: [this.supplier(short)] });
      const lines = [{ aslLineId: line!["id"], afterJson: after }];
      const doc = await this.act(
        "SrmPurAslAlteration",
        "saveOrUpdate",
        undefined,
        { orgId: this.id("org"), alterType, alterReason, lines },
        buyer,
        back,
      );
      await this.act("SrmPurAslAlteration", "doSubmit", doc["id"], {}, buyer, back);
      return doc["id"] as string;
    };
    const sooner = await alter(
      "LIMIT",
      ["五层瓦楞纸箱", "鲸落塑业"],
      { leadTimeDays: 10, supplierItemCode: "WF-B5" },
      "新增纸箱产线，交期缩短",
      60,
    );
    await this.decide(sooner, chief, { back: 59 });
    const longer = { endDate: this.dateIn(385) };
    await alter("EXTEND", ["控制柜外壳", "星铸钣金"], longer, "年度复评合格，准入延长一年", 1);
  }

  /** What was agreed about prices. */
  async #prices(): Promise<void> {
    const { buyer, chief } = this.people;
    const agree = (short: string, more: Row, lines: readonly Row[]): Promise<Row> =>
      this.act(
        "SrmPurAgreementHeader",
        "saveOrUpdate",
        undefined,
        {
          billTypeId: this.id("PA-STD"),
          agreementType: "PRICE",
          orgId: this.id("org"),
          supplierId: this.supplier(short),
          supplierSiteId: this.suppliers.get(short)!.siteId,
          currency: "CNY",
          paymentTermId: this.id("term"),
          taxRate: "T13",
          taxIncludedFlag: "N",
          startDate: this.dateIn(-280),
          endDate: this.dateIn(80),
          supplierConfirmFlag: "N",
          ...more,
          lines,
        },
        buyer,
        290,
      );
    const year = await agree("星铸钣金", {}, [
      {
        itemId: this.item("安装支架"),
        uom: "PCS",
        priceUnit: "1",
        taxRate: "T13",
        stepFlag: "Y",
        stepMode: "SINGLE",
        steps: [
          { fromQty: "0", toQty: "500", price: "12.8" },
          { fromQty: "500", toQty: "2000", price: "12.5" },
          { fromQty: "2000", price: "12.1" },
        ],
      },
      { itemId: this.item("控制柜外壳"), uom: "PCS", priceUnit: "1", price: "420", taxRate: "T13", stepFlag: "N" },
    ]);
    await this.act("SrmPurAgreementHeader", "doSubmit", year["id"], {}, buyer, 289);
    await this.decide(year["id"], chief, { back: 279 });
    const boxes = await agree(
      "鲸落塑业",
      { agreementType: "QTY", supplierConfirmFlag: "Y", startDate: this.dateIn(0), endDate: this.dateIn(360) },
      [
        {
          itemId: this.item("五层瓦楞纸箱"),
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
    const { planner, chief } = this.people;
    const month = this.dateIn(0).slice(0, 7);
    const plan = await this.act(
      "SrmPurProcurementPlan",
      "saveOrUpdate",
      undefined,
      {
        planType: "YEAR",
        periodStart: `${month.slice(0, 4)}-01-01`,
        periodEnd: `${month.slice(0, 4)}-12-31`,
        orgId: this.id("org"),
        currency: "CNY",
        controlMode: "WARN",
        controlBasis: "AMOUNT",
        lines: [
          { categoryId: this.id("metal"), planAmount: "300000" },
          { categoryId: this.id("carton"), planAmount: "60000" },
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
          customerOrderNum: num,
          lineNum: 10,
          orgId: this.id("org"),
          customerName: customer,
          itemId: this.item(item),
          uom: "PCS",
          qty,
          dueDate: this.dateIn(due),
        },
        planner,
      );
  }
}
