import { type Row } from "../cast.ts";
import { Signing } from "./signing.ts";

/** Contracts that are not signed yet, in every state that lies on somebody's desk. */
export class OnTheWay extends Signing {
  protected async onTheWay(): Promise<void> {
    await this.#written();
    await this.#withSupplier();
    await this.#toSign();
    await this.#small();
  }

  /** With the buyer, the director and legal. */
  async #written(): Promise<void> {
    const { buyer, chief } = this.people;
    await this.contract({ short: "星铸钣金", name: "控制柜外壳三季度合同", items: [this.housings("60")], back: 1 }, "DRAFT");
    await this.contract({ short: "星铸钣金", name: "安装支架补充采购合同", items: [this.brackets("3000")], back: 2 }, "APPROVING");

    const differs = await this.drafted({ short: "鲸落塑业", name: "瓦楞纸箱年度合同", items: [this.boxes("40000")], back: 3 });
    await this.reworded(differs, "付款", 1, "供应商以现金价换取四十五日账期", 3);
    await this.on(differs["id"], "doSubmit", {}, buyer, 3);

    const harder = await this.drafted({ short: "鲸落塑业", name: "防潮纸箱采购合同", items: [this.boxes("12000")], back: 2 });
    await this.reworded(harder, "违约责任", 1, "供应商仅接受千分之三的违约金", 2);
    await this.on(harder["id"], "doSubmit", {}, buyer, 2);

    const liable = await this.drafted({ short: "星铸钣金", name: "控制柜外壳框架补充合同", items: [this.housings("25")], back: 4 });
    await this.reworded(liable, "违约责任", 1, "供应商年度交付率达标，同意降低违约金", 4);
    await this.on(liable["id"], "doSubmit", {}, buyer, 4);
    await this.on(liable["id"], "doApproveLegal", {}, this.legal, 3);
    await this.decide(liable["id"], chief, { back: 3 });

    const returned = await this.contract(
      { short: "鲸落塑业", name: "出口纸箱采购合同", items: [this.boxes("9000")], back: 6 },
      "APPROVING",
    );
    await this.decide(returned["id"], chief, { no: "数量高于年度计划，请核对后重新提交", back: 5 });
  }

  /** Sent: unanswered, answered late, with changes suggested in the text, declined, confirmed. */
  async #withSupplier(): Promise<void> {
    const { buyer } = this.people;
    await this.contract({ short: "星铸钣金", name: "安装支架年度采购合同", items: [this.brackets("20000")], back: 3 }, "CONFIRMING");
    await this.contract({ short: "鲸落塑业", name: "瓦楞纸箱下半年合同", items: [this.boxes("30000")], back: 14 }, "CONFIRMING");

    const marked = await this.contract(
      { short: "鲸落塑业", name: "加强型纸箱采购合同", items: [this.boxes("15000")], back: 4 },
      "CONFIRMING",
    );
    await this.#suggested(marked, "鲸落塑业", 2);

    const declined = await this.contract(
      { short: "鲸落塑业", name: "瓦楞纸箱加急合同", items: [this.boxes("8000")], back: 9 },
      "CONFIRMING",
    );
    const answer = { refuseReason: "原纸涨价，单价不低于4.02元" };
    await this.on(declined["id"], "doSupplierRefuse", answer, await this.portal("鲸落塑业"), 7);
    const argued = await this.contract(
      { short: "星铸钣金", name: "喷涂支架采购合同", items: [this.brackets("4000")], back: 8 },
      "CONFIRMING",
    );
    await this.#suggested(argued, "星铸钣金", 6);
    const why = { refuseReason: "质保条款须按正文中的修订调整" };
    await this.on(argued["id"], "doSupplierRefuse", why, await this.portal("星铸钣金"), 6);

    for (const [name, qty, back] of [
      ["控制柜外壳年度采购合同", "120", 40],
      ["控制柜外壳二期合同", "80", 20],
    ] as const)
      await this.contract({ short: "星铸钣金", name, items: [this.housings(qty)], back }, "CONFIRMED");
    const late = await this.contract({ short: "鲸落塑业", name: "样品纸箱采购合同", items: [this.boxes("600")], back: 7 }, "CONFIRMED");
    await this.on(late["id"], "doSubmitPublish", {}, buyer, 2);
  }

  /** What a supplier would rather have written, and what it asks beside it. */
  async #suggested(doc: Row, short: string, back: number): Promise<void> {
    const clauses = doc["clauses"] as readonly Row[];
    const warranty = clauses.find((row) => String(row["title"]).startsWith("质量与质保"))!;
    const afterText = String(warranty["content"])
      .replace("免费修理或更换", "免费修理；修理不成的予以更换")
      .replace("repairs or replaces defects", "repairs defects, or replaces what cannot be repaired,");
    const seller = await this.portal(short);
    const remark = "模具件先行修理可缩短停线时间";
    await this.on(doc["id"], "doMark", { kind: "CHANGE", clauseId: warranty["id"], afterText, remark }, seller, back);
    const payment = clauses.find((row) => String(row["title"]).startsWith("付款"))!;
    await this.on(
      doc["id"],
      "doMark",
      { kind: "COMMENT", clauseId: payment["id"], remark: "预付款能否在签署后五日内支付？" },
      seller,
      back,
    );
    const reply = { kind: "COMMENT", clauseId: payment["id"], remark: "财务每周二付款，最迟十日内", sharedFlag: "Y" };
    await this.on(doc["id"], "doMark", reply, this.people.buyer, back - 1);
  }

  /** Published: to be signed on paper, to be begun, at the supplier's turn and at ours. */
  async #toSign(): Promise<void> {
    const esign = { signMode: "ESIGN" };
    const paper = await this.contract({ short: "鲸落塑业", name: "瓦楞纸箱三季度合同", items: [this.boxes("7000")], back: 9 }, "PUBLISHED");
    await this.officialCopy(paper["id"], 5);
    const ready = await this.contract(
      { short: "星铸钣金", name: "镀锌支架采购合同", items: [this.brackets("2500")], back: 7, more: esign },
      "PUBLISHED",
    );
    await this.officialCopy(ready["id"], 3);

    const theirs = await this.contract(
      { short: "星铸钣金", name: "控制柜外壳三期合同", items: [this.housings("90")], back: 8, more: esign },
      "PUBLISHED",
    );
    await this.signing(theirs, "星铸钣金", [], 2);
    const second = await this.contract(
      { short: "鲸落塑业", name: "彩印纸箱采购合同", items: [this.boxes("16000")], back: 10, more: esign },
      "PUBLISHED",
    );
    await this.signing(second, "鲸落塑业", [], 3);
    const ours = await this.contract(
      { short: "星铸钣金", name: "折弯支架采购合同", items: [this.brackets("5200")], back: 9, more: esign },
      "PUBLISHED",
    );
    await this.signing(ours, "星铸钣金", ["SUPPLIER"], 3);
  }

  /** Small purchases on one form: being written, in approval, at the supplier's click, clicked by both. */
  async #small(): Promise<void> {
    const { buyer } = this.people;
    const quick = (short: string, contractName: string, itemName: string, [qty, unitPrice]: readonly [string, string], back: number) =>
      this.act(
        "SrmCctContract",
        "doQuickAdd",
        undefined,
        {
          contractName,
          orgId: this.id("org"),
          supplierId: this.supplier(short),
          templateId: this.template("简易采购合同"),
          effectiveDate: this.dateIn(-back),
          expiryDate: this.dateIn(120 - back),
          items: [{ itemName, uom: "PCS", qty, unitPrice, taxRate: "T13" }],
        },
        buyer,
        back,
      );
    await quick("星铸钣金", "工装垫板零星采购", "工装垫板", ["20", "68"], 0);
    const asked = await quick("鲸落塑业", "周转箱零星采购", "周转箱", ["60", "42"], 1);
    await this.on(asked["id"], "doSubmit", {}, buyer, 1);
    for (const [short, name, item, back, by] of [
      ["星铸钣金", "检具底座零星采购", "检具底座", 9, []],
      ["鲸落塑业", "吸塑托盘零星采购", "吸塑托盘", 40, ["SUPPLIER", "BUYER"]],
    ] as const) {
      const small = await quick(short, name, item, ["80", "55"], back);
      const { id } = await this.further(small, { short, back }, "DRAFT", "PUBLISHED");
      await this.officialCopy(id, back - 4);
      await this.signedBy(id, short, by, back - 5);
    }
  }
}
