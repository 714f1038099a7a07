import type { Row } from "../cast.ts";
import { OnTheWay } from "./desk.ts";

/** Contracts in force: ordered under, received, paid for, expiring, renewed, changed. */
export class Running extends OnTheWay {
  protected async running(): Promise<void> {
    await this.#bySignature();
    await this.#expiring();
    await this.#beside();
    await this.#changing();
  }

  /** Signed electronically by both sides: three orders, most of it here, an advance paid and a part of the rest asked for. */
  async #bySignature(): Promise<void> {
    const wanted = { short: "星铸钣金", name: "安装支架框架合同", items: [this.brackets("6000")], back: 120, more: { signMode: "ESIGN" } };
    const published = await this.contract(wanted, "PUBLISHED");
    const doc = await this.signing(published, "星铸钣金", ["SUPPLIER", "BUYER"], 114);
    await this.orderedUnder(doc, "星铸钣金", "安装支架", [1500, "12.1", 1500], 100);
    await this.orderedUnder(doc, "星铸钣金", "安装支架", [1200, "12.1", 700], 45);
    await this.orderedUnder(doc, "星铸钣金", "安装支架", [600, "12.1", 0], 6);
    await this.paid(doc["id"], 1, ["24611.40", "24611.40"], 102);
    await this.paid(doc["id"], 2, ["12000", "8000"], 30);
    await this.archived(doc["id"], "A-01-03", 100);
  }

  /** Near their end: much used and to be renewed by hand, renewed by themselves, and one whose successor is drafted. */
  async #expiring(): Promise<void> {
    const { buyer } = this.people;
    const used = await this.contract(
      {
        short: "鲸落塑业",
        name: "瓦楞纸箱上年度合同",
        items: [this.boxes("20000")],
        back: 280,
        more: { expiryDate: this.dateIn(18), depositAmount: "5000" },
      },
      "SIGNED",
    );
    await this.orderedUnder(used, "鲸落塑业", "五层瓦楞纸箱", [12000, "3.85", 12000], 200);
    await this.orderedUnder(used, "鲸落塑业", "五层瓦楞纸箱", [6000, "3.85", 4000], 70);
    await this.paid(used["id"], 1, ["26103", "26103"], 260);
    await this.paid(used["id"], 2, ["30000", "20000"], 110);

    const monthly = { expiryDate: this.dateIn(-20), autoRenewFlag: "Y", renewMonths: 6, noticeDays: 30 };
    const again = await this.contract(
      { short: "星铸钣金", name: "控制柜外壳半年合同", items: [this.housings("150")], back: 205, more: monthly },
      "SIGNED",
    );
    await this.happens(again["id"], "doExpire", {}, 19);
    await this.archived(again["id"], "A-01-04", 190);

    const old = await this.contract(
      { short: "星铸钣金", name: "安装支架备件合同", items: [this.brackets("800")], back: 270, more: { expiryDate: this.dateIn(50) } },
      "SIGNED",
    );
    await this.on(old["id"], "doDraftRenewal", {}, buyer, 2);
    await this.paid(old["id"], 1, ["3281.52", null], 3);
    await this.archived(old["id"], "A-01-05", 250);

    const later = { effectiveMode: "ON_DATE", effectiveDate: this.dateIn(12), expiryDate: this.dateIn(377) };
    await this.contract({ short: "鲸落塑业", name: "瓦楞纸箱下年度合同", items: [this.boxes("36000")], back: 12, more: later }, "SIGNED");
  }

  /** Bought as an asset and accepted in part; a mould fee that comes back; made of an agreement; with other suppliers. */
  async #beside(): Promise<void> {
    const stages = [
      { stageName: "预付款", stageNameEn: "Advance", stageType: "ADVANCE", percent: "40", trigger: "SIGN", dueDays: 7 },
      { stageName: "验收款", stageNameEn: "On acceptance", stageType: "ACCEPTANCE", percent: "60", trigger: "ASSET", dueDays: 30 },
    ];
    const asset = await this.contract(
      {
        ...{ short: "星铸钣金", name: "二号产线货架支架合同", back: 75 },
        items: [this.brackets("400", "12.1", { assetFlag: "Y" })],
        more: { assetFlag: "Y", stages },
      },
      "SIGNED",
    );
    await this.orderedUnder(asset, "星铸钣金", "安装支架", [400, "12.1", 400], 60);
    await this.accepted(asset["id"], "250", 40, true);
    await this.accepted(asset["id"], "100", 1, false);

    const refunds = [
      {
        refundKind: "MOLD",
        itemIds: [this.item("安装支架")],
        feeAmount: "18000",
        refundMode: "BY_QTY",
        stepMode: "LINEAR",
        targetQty: "8000",
      },
      {
        refundKind: "SAMPLE",
        itemIds: [this.item("安装支架")],
        feeAmount: "1200",
        refundMode: "BY_QTY",
        stepMode: "ONCE",
        targetQty: "1000",
      },
    ].map((refund) => ({ ...refund, deadline: this.dateIn(25), refundRatio: "100" }));
    const mould = await this.contract(
      { short: "星铸钣金", name: "支架冲压模具合同", items: [this.brackets("500")], back: 130, more: { contractType: "MOULD", refunds } },
      "SIGNED",
    );
    await this.happens(mould["id"], "doTrackRefunds", {}, 5);
    await this.#ofAgreement();
    await this.contract({ short: "固远", name: "六角螺母采购合同", items: [this.nuts("80000")], back: 60 }, "SIGNED");
  }

  /** A year's agreement about bolts, and the contract made of it. */
  async #ofAgreement(): Promise<void> {
    const { buyer } = this.people;
    const bolts = await this.#agreed("固远", { itemId: this.item("内六角螺栓"), uom: "EA", price: "0.36", agreeQty: "120000" }, 60);
    const input = { agreementId: bolts, templateId: this.template("标准采购合同"), contractName: "内六角螺栓年度合同" };
    const made = await this.act("SrmCctContract", "doFromSource", undefined, input, buyer, 48);
    const { id, versionNum, clauses } = await this.contractNow(made["id"]);
    const more = { warrantyMonths: 12, clauses: [...(clauses as Row[]), this.court()] };
    const chosen = await this.on(id, "saveOrUpdate", { versionNum, ...more }, buyer, 48);
    await this.further(chosen, { short: "固远", back: 48 }, "DRAFT", "SIGNED");
  }

  async #agreed(short: string, line: Row, back: number): Promise<string> {
    const { buyer, chief } = this.people;
    const made = await this.act(
      "SrmPurAgreementHeader",
      "saveOrUpdate",
      undefined,
      {
        billTypeId: this.id("PA-STD"),
        agreementType: "QTY",
        orgId: this.id("org"),
        supplierId: this.supplier(short),
        supplierSiteId: this.suppliers.get(short)!.siteId,
        currency: "CNY",
        paymentTermId: this.id("term"),
        taxRate: "T13",
        taxIncludedFlag: "N",
        startDate: this.dateIn(5 - back),
        endDate: this.dateIn(370 - back),
        supplierConfirmFlag: "N",
        lines: [{ ...line, priceUnit: "1", taxRate: "T13", stepFlag: "N" }],
      },
      buyer,
      back,
    );
    await this.act("SrmPurAgreementHeader", "doSubmit", made["id"], {}, buyer, back - 1);
    await this.decide(made["id"], chief, { back: back - 3 });
    return String(made["id"]);
  }

  /** Changed and agreed on, waiting for the director, waiting for the supplier. */
  async #changing(): Promise<void> {
    for (const [short, name, back, begun, until] of [
      ["星铸钣金", "控制柜外壳采购合同", 150, 60, "CONFIRMED"],
      ["星铸钣金", "支架配套件采购合同", 100, 3, "APPROVING"],
      ["鲸落塑业", "纸箱衬垫采购合同", 95, 4, "CONFIRMING"],
    ] as const) {
      const goods = (qty: string): Row => (short === "鲸落塑业" ? this.boxes(qty) : this.housings(qty));
      const live = await this.contract({ short, name, items: [goods("100")], back }, "SIGNED");
      await this.on(live["id"], "doAlteration", { reason: "客户追加需求，数量增加并顺延到期日", resign: "N" }, this.people.buyer, begun);
      const draft = await this.contractNow(String((await this.contractNow(live["id"]))["draftId"]));
      const { id, versionNum } = draft;
      const items = (draft["items"] as Row[]).map((item) => ({ ...item, qty: "140" }));
      const changed = await this.on(
        id,
        "saveOrUpdate",
        { versionNum, items, expiryDate: this.dateIn(400 - back) },
        this.people.buyer,
        begun,
      );
      await this.further({ ...draft, ...changed }, { short, back: begun }, "DRAFT", until);
    }
  }
}
