import type { Me } from "#kernel/entity.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Row } from "./cast.ts";
import { wordings } from "./contracts.ts";
import { Stage } from "./purchasing/stage.ts";

/** Contracts in every state that lies on a desk: being written, deviating, in approval, with the supplier, declined, confirmed. */
export async function demoContractDesk(kernel: Kernel, now: () => Date): Promise<void> {
  const desk = new ContractDesk(kernel, now);
  if (await desk.look()) await desk.run();
}

class ContractDesk extends Stage {
  async run(): Promise<void> {
    const { buyer, chief } = this.people;
    const legal = await this.as("legal01", "LEGAL");
    const [template] = await this.rows("SrmCctTemplate", { status: ["APPROVED"] });
    const [court] = await this.rows("SrmCctTerms", { title: ["诉讼管辖"], status: ["APPROVED"] });
    if (!template || !court) return;
    const draft = (short: string, contractName: string, items: readonly Row[], back: number, more: Row = {}): Promise<Row> =>
      this.#draft(buyer, { short, contractName, items, templateId: template["id"], court: court["id"], more }, back);
    const brackets = (qty: string, unitPrice = "12.8") => ({ itemId: this.item("安装支架"), uom: "PCS", qty, unitPrice, taxRate: "T13" });
    const housings = (qty: string) => ({ itemId: this.item("控制柜外壳"), uom: "PCS", qty, unitPrice: "420", taxRate: "T13" });
    const boxes = (qty: string) => ({ itemId: this.item("五层瓦楞纸箱"), uom: "PCS", qty, unitPrice: "3.85", taxRate: "T13" });

    await draft("星铸钣金", "控制柜外壳三季度合同", [housings("60")], 1);

    const waiting = await draft("星铸钣金", "安装支架补充采购合同", [brackets("3000", "12.1")], 2);
    await this.act("SrmCctContract", "doSubmit", waiting["id"], {}, buyer, 2);

    const differs = await draft("鲸落塑业", "瓦楞纸箱年度合同", [boxes("40000")], 3);
    await this.#reword(differs, "付款", 1, "供应商以现金价换取四十五日账期", buyer, 3);
    await this.act("SrmCctContract", "doSubmit", differs["id"], {}, buyer, 3);

    const liable = await draft("星铸钣金", "控制柜外壳框架补充合同", [housings("25")], 4);
    await this.#reword(liable, "违约责任", 1, "供应商年度交付率达标，同意降低违约金", buyer, 4);
    await this.act("SrmCctContract", "doSubmit", liable["id"], {}, buyer, 4);
    await this.act("SrmCctContract", "doApproveLegal", liable["id"], {}, legal, 3);
    await this.decide(liable["id"], chief, { back: 3 });

    const send = async (short: string, name: string, items: readonly Row[], back: number): Promise<Row> => {
      const doc = await draft(short, name, items, back);
      await this.act("SrmCctContract", "doSubmit", doc["id"], {}, buyer, back);
      await this.decide(doc["id"], chief, { back: back - 1 });
      return this.act("SrmCctContract", "doSendConfirm", doc["id"], {}, buyer, back - 1);
    };
    await send("星铸钣金", "安装支架年度采购合同", [brackets("20000", "12.1")], 3);
    await send("鲸落塑业", "瓦楞纸箱下半年合同", [boxes("30000")], 4);
    const declined = await send("鲸落塑业", "瓦楞纸箱加急合同", [boxes("8000")], 9);
    const answer = { refuseReason: "原纸涨价，单价不低于4.02元" };
    await this.act("SrmCctContract", "doSupplierRefuse", declined["id"], answer, await this.portal("鲸落塑业"), 7);
    for (const [name, qty, back] of [
      ["控制柜外壳年度采购合同", "120", 40],
      ["控制柜外壳二期合同", "80", 20],
    ] as const) {
      const agreed = await send("星铸钣金", name, [housings(qty)], back);
      const input = { pdfHash: agreed["pdfHash"], confirmRemark: "已核对" };
      await this.act("SrmCctContract", "doSupplierConfirm", agreed["id"], input, await this.portal("星铸钣金"), back - 3);
    }
  }

  async #draft(
    by: Me,
    about: {
      readonly short: string;
      readonly contractName: string;
      readonly items: readonly Row[];
      readonly templateId: string;
      readonly court: string;
      readonly more: Row;
    },
    back: number,
  ): Promise<Row> {
    return this.act(
      "SrmCctContract",
      "saveOrUpdate",
      undefined,
      {
        contractName: about.contractName,
        contractType: "PURCHASE",
        orgId: this.id("org"),
        supplierId: this.supplier(about.short),
        supplierSiteId: this.suppliers.get(about.short)!.siteId,
        currency: "CNY",
        templateId: about.templateId,
        ownerId: by.userId,
        effectiveDate: this.dateIn(-back),
        expiryDate: this.dateIn(365 - back),
        warrantyMonths: 12,
        items: about.items,
        clauses: [{ seq: 50, termsId: about.court }],
        ...about.more,
      },
      by,
      back,
    );
  }

  /** A clause in the words of one of its fallback texts. */
  async #reword(doc: Row, title: string, seq: number, deviationReason: string, by: Me, back: number): Promise<void> {
    const [own] = await this.rows("SrmCctTerms", { title: [title], status: ["APPROVED"] });
    const fallback = wordings.find((wording) => wording.title[0] === title)!.fallbackJson!.find((row) => row["seq"] === seq)!;
    const content = `${String(fallback["text"])}\n${String(fallback["textEn"])}`;
    const clauses = (doc["clauses"] as readonly Row[]).map((clause) =>
      clause["termsId"] === own!["id"] ? { ...clause, content, deviationReason } : clause,
    );
    const { id, versionNum } = doc;
    await this.act("SrmCctContract", "saveOrUpdate", id, { versionNum, clauses }, by, back);
  }
}
