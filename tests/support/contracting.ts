import type { Client } from "./client.ts";
import { from, ManagingWorld, ok, today, type Row } from "./managing.ts";

const path = (entity: string): string => `srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful`;

/** One line of goods. */
export const goods = (qty: string, unitPrice: string, more: object = {}) => ({
  itemName: "支架",
  uom: "PCS",
  qty,
  unitPrice,
  taxRate: "T13",
  ...more,
});

/** An approved template with its clauses, a buyer, legal, and two suppliers with a user each: `vendor` is the one contracts are made with. */
export class ContractWorld {
  readonly world: ManagingWorld;
  readonly ids: Record<string, string>;
  readonly legal: Client;
  readonly buyer: Client;
  vendor!: Client;
  stranger!: Client;

  private constructor(world: ManagingWorld) {
    this.world = world;
    this.ids = world.ids;
    [this.legal, this.buyer] = [world.people["legal"]!, world.people["buyer"]!];
  }

  static async open(): Promise<ContractWorld> {
    const made = new ContractWorld(await ManagingWorld.open());
    await made.#build();
    return made;
  }

  drop = (): Promise<void> => this.world.product.drop();

  /** A call of a contract, by the buyer unless said. */
  contracts = (name: string, body: object, by: Client = this.buyer): Promise<any> => by.call(`${path("SrmCctContract")}/${name}`, body);
  found = (id: string, by?: Client): Promise<Row> => ok(this.contracts("findById", { id }, by));
  sentEvents = (event: string): Promise<Row[]> => this.world.rows(`select data from "Outbox" where event = $1 order by no`, event);

  /** A document of the library, saved, submitted and approved; answers its id. */
  async approved(entity: string, input: object, by: Client = this.legal): Promise<string> {
    const made = await ok(by.call(`${path(entity)}/saveOrUpdate`, input));
    await ok(by.call(`${path(entity)}/doSubmit`, { id: made["id"] }));
    await ok(this.world.decides(made["id"]));
    return made["id"];
  }

  clause = (title: string, content: string, more: object = {}): Promise<string> =>
    this.approved("SrmCctTerms", { title, termsClass: "OTHER", riskLevel: "MID", content, ownerId: this.ids["legal"], ...more });

  drafted = (more: object = {}): Promise<Row> =>
    ok(
      this.contracts("saveOrUpdate", {
        contractName: "支架采购合同",
        contractType: "PURCHASE",
        orgId: this.ids["org"],
        supplierId: this.ids["S1"],
        templateId: this.ids["template"],
        currency: "CNY",
        effectiveDate: today,
        expiryDate: from(365),
        ownerId: this.ids["buyer"],
        items: [goods("100", "1000")],
        trade: [{ incoterm: "DAP", place: "苏州", transportMode: "ROAD" }],
        ...more,
      }),
    );

  /** The draft with the clause that its template leaves to choose. */
  async complete(more: object = {}): Promise<Row> {
    const doc = await this.drafted(more);
    return ok(this.contracts("saveOrUpdate", { ...doc, clauses: [...doc["clauses"], { seq: 50, termsId: this.ids["court"] }] }));
  }

  async submitted(doc: Row): Promise<Row> {
    await ok(this.contracts("doSubmit", { id: doc["id"] }));
    return doc;
  }

  /** Approved and sent to the supplier. */
  async sent(more: object = {}): Promise<Row> {
    const doc = await this.submitted(await this.complete(more));
    await ok(this.world.decides(doc["id"]));
    await ok(this.contracts("doSendConfirm", { id: doc["id"] }));
    return this.found(doc["id"]);
  }

  /** Sent, and confirmed by the supplier as it was sent. */
  async confirmed(more: object = {}): Promise<Row> {
    const doc = await this.sent(more);
    await ok(this.contracts("doSupplierConfirm", { id: doc["id"], pdfHash: doc["pdfHash"] }, this.vendor));
    return this.found(doc["id"]);
  }

  /** A template of simplified contracts: nothing of its text is edited. */
  async lockedTemplate(): Promise<string> {
    const terms = await this.clause("固定", "按附件");
    return this.approved("SrmCctTemplate", {
      templateName: "简易合同",
      contractType: "PURCHASE",
      textLanguage: "CN",
      editMode: "LOCKED",
      headText: "甲方${our.orgName}与乙方${supplier.supplierName}订立本合同。",
      defaultStages: [{ stageName: "全款", stageType: "ACCEPTANCE", percent: "100", trigger: "RECEIPT", dueDays: 30 }],
      clauses: [{ seq: 10, termsId: terms, bindType: "FIXED", editableFlag: "N" }],
    });
  }

  /** A simplified contract from its one form. */
  quick = (unitPrice: string, templateId: string, more: object = {}): Promise<any> =>
    this.contracts("doQuickAdd", {
      ...{ contractName: "办公椅", orgId: this.ids["org"], supplierId: this.ids["S1"], templateId, effectiveDate: today },
      ...{ expiryDate: from(90), items: [{ itemName: "办公椅", uom: "PCS", qty: "1", unitPrice, taxRate: "T0" }] },
      ...more,
    });

  async #build(): Promise<void> {
    const { ids, world } = this;
    for (const key of ["S1", "S2"]) ids[key] = await world.qualified();
    await world.product.person("ct.vendor", ["SUP_SALES"], { userType: "SUPPLIER", supplierId: ids["S1"] });
    await world.product.person("ct.stranger", ["SUP_SALES"], { userType: "SUPPLIER", supplierId: ids["S2"] });
    [this.vendor, this.stranger] = [await world.product.signIn("ct.vendor"), await world.product.signIn("ct.stranger")];
    ids["pay"] = await this.clause("付款", "六十日内付款：${stages}", {
      fallbackJson: [{ seq: 1, text: "四十五日内付款：${stages}", textEn: null, approvalLevel: "MANAGER" }],
    });
    ids["court"] = await this.clause("诉讼", "甲方所在地法院管辖");
    ids["arbiter"] = await this.clause("仲裁", "甲方所在地仲裁");
    const stage = (stageName: string, percent: string) => ({ stageName, stageType: "PROGRESS", percent, trigger: "SIGN", dueDays: 10 });
    ids["template"] = await this.approved("SrmCctTemplate", {
      templateName: "采购合同",
      contractType: "PURCHASE",
      textLanguage: "CN",
      editMode: "CLAUSE",
      headText:
        "甲方${our.orgName}与乙方${supplier.supplierName}订立合同${contract.contractNum}，总价${contract.amountIncl}（${amountCn}）。",
      defaultStages: [stage("预付", "30"), stage("到货", "60"), stage("质保", "10")],
      clauses: [
        { seq: 10, termsId: ids["pay"], bindType: "FIXED", editableFlag: "N" },
        { seq: 50, termsId: ids["court"], bindType: "ALTERNATIVE", groupCode: "D", editableFlag: "N" },
        { seq: 60, termsId: ids["arbiter"], bindType: "ALTERNATIVE", groupCode: "D", editableFlag: "N" },
      ],
    });
  }
}
