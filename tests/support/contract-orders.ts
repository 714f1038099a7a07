import { day, OrderWorld, type Row } from "./ordering.ts";

/** Contracts that are signed, and orders under them. */
export class ContractOrders {
  readonly orders: OrderWorld;
  #made = 0;

  constructor(orders: OrderWorld) {
    this.orders = orders;
  }

  get life() {
    return this.orders.life;
  }

  async template(): Promise<string> {
    const { life } = this;
    life.ids["contractTemplate"] ??= (
      await life.made("SrmCctTemplate", {
        templateName: "执行",
        contractType: "PURCHASE",
        textLanguage: "CN",
        editMode: "CLAUSE",
        headText: "甲乙双方",
      })
    )["id"];
    const id = life.ids["contractTemplate"]!;
    await life.rows(`update "SrmCctTemplate" set status = 'APPROVED' where id = $1`, id);
    return id;
  }

  /** A contract as both sides signed it; nothing of it is in force yet. */
  async signed(more: object = {}): Promise<Row> {
    const { life } = this;
    const { id } = await life.made("SrmCctContract", {
      contractName: "支架采购合同",
      contractType: "PURCHASE",
      orgId: life.ids["org"],
      supplierId: "S1",
      templateId: await this.template(),
      currency: "CNY",
      effectiveDate: day(0),
      expiryDate: day(365),
      ownerId: life.ids["purchaser"],
      items: [{ itemId: life.ids["item"], itemName: "支架", uom: "PCS", qty: "10000", unitPrice: "10", taxRate: "T13" }],
      stages: [
        { stageName: "预付", stageType: "ADVANCE", percent: "30", trigger: "SIGN", dueDays: 0 },
        { stageName: "到货", stageType: "DELIVERY", percent: "60", trigger: "RECEIPT", dueDays: 30 },
        { stageName: "质保", stageType: "WARRANTY", percent: "10", trigger: "DATE", dueDate: day(300) },
      ],
      ...more,
    });
    await life.rows(`update "SrmCctContract" set status = 'SIGNED', "contractNum" = $2 where id = $1`, id, `HT-X-${++this.#made}`);
    return this.found(id);
  }

  async effective(more: object = {}): Promise<Row> {
    const { id } = await this.signed(more);
    await this.act(id, "doTakeEffect");
    return this.found(id);
  }

  act = (id: string, action: string, input: object = {}): Promise<Row> => this.life.act("SrmCctContract", id, action, input);

  /** The contract with its items, stages and refunds as they are stored. */
  async found(id: string): Promise<Row> {
    const [doc] = await this.life.rows(`select * from "SrmCctContract" where id = $1`, id);
    const [items, stages, refunds] = await Promise.all([
      this.life.rows(`select * from "SrmCctItem" where "parentId" = $1 order by "lineNum"`, id),
      this.life.rows(`select * from "SrmCctPaymentStage" where "parentId" = $1 order by "stageNo"`, id),
      this.life.rows(`select * from "SrmCctMoldSampleRefund" where "parentId" = $1 order by id`, id),
    ]);
    return { ...doc, items, stages, refunds };
  }

  /** Ordered and received of the contract and of its first item. */
  async stands(id: string): Promise<readonly string[]> {
    const { orderedAmount, receivedAmount, items } = await this.found(id);
    return [orderedAmount, receivedAmount, items[0]?.orderedQty ?? 0, items[0]?.receivedQty ?? 0].map((value) => String(Number(value)));
  }

  /** The body of an order of so many pieces under a contract. */
  order = (contract: Row, qty: string, more: { price?: string; line?: object } = {}) => ({
    rows: [qty],
    price: more.price ?? "10",
    head: { contractId: contract["id"] },
    ...(more.line ? { line: more.line } : {}),
  });

  events = (event: string, id: string): Promise<Row[]> =>
    this.life.rows(`select data from "Outbox" where event = $1 and data->>'id' = $2 order by no`, event, id);
}
