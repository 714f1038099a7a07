import { type Row } from "../cast.ts";
import { Stage } from "./stage.ts";

const requisition = "SrmPurRequisitionHeader";
const order = "SrmPurOrderHeader";

type Until = "DRAFT" | "APPROVING" | "APPROVED" | "PUBLISHED" | "CONFIRMED";
const ways: readonly Until[] = ["DRAFT", "APPROVING", "APPROVED", "PUBLISHED", "CONFIRMED"];

export interface Asked {
  readonly supplier: string;
  readonly item: string;
  readonly qty: number;
  readonly price: string;
  readonly need: number;
  readonly parts?: readonly (readonly [qty: number, need: number])[];
}

/** How needs and orders are made and brought as far as a story wants them. */
export class Orders extends Stage {
  protected async need(
    lines: readonly (readonly [item: string, qty: string, price: string, need: number])[],
    until: "DRAFT" | "APPROVING" | "APPROVED",
    back: number,
  ): Promise<Row> {
    const { requester, chief } = this.people;
    const made = await this.act(
      requisition,
      "saveOrUpdate",
      undefined,
      {
        billTypeId: this.id("PR-STD"),
        requisitionType: "MATERIAL",
        orgId: this.id("org"),
        deptId: this.id("dept"),
        urgency: "NORMAL",
        requesterId: requester.userId,
        requestDate: this.dateIn(-back),
        currency: "CNY",
        lines: lines.map(([item, requestQty, estPrice, need]) => ({
          itemId: this.item(item),
          uom: "PCS",
          requestQty,
          estPrice,
          needByDate: this.dateIn(need),
          invOrgId: this.id("plant"),
          deliveryInfoId: this.id("gate"),
        })),
      },
      requester,
      back,
    );
    if (until !== "DRAFT") await this.act(requisition, "doSubmit", made["id"], {}, requester, back);
    if (until === "APPROVED") await this.decide(made["id"], chief, { back: Math.max(0, back - 1) });
    return made;
  }

  /** An order brought as far as wanted. */
  protected async order(asked: Asked, until: Until, back: number, more: Row = {}): Promise<Row> {
    const { buyer } = this.people;
    const site = this.suppliers.get(asked.supplier)!;
    const item = this.items.get(asked.item)!;
    const made = await this.act(
      order,
      "saveOrUpdate",
      undefined,
      {
        billTypeId: this.id("PO-STD"),
        orderType: "STANDARD",
        orgId: this.id("org"),
        supplierId: site["id"],
        supplierSiteId: site.siteId,
        buyerId: buyer.userId,
        orderDate: this.dateIn(-back),
        currency: "CNY",
        taxIncludedFlag: "N",
        paymentTermId: this.id("term"),
        ...more,
        lines: [
          {
            itemId: item["id"],
            itemDesc: item["itemName"],
            categoryId: item["categoryId"],
            uom: "PCS",
            qty: String(asked.qty),
            priceUnit: "1",
            price: asked.price,
            taxRate: "T13",
            exceptionReason: "协议外补充采购",
            deliveries: (asked.parts ?? [[asked.qty, asked.need] as const]).map(([qty, need]) => ({
              qty: String(qty),
              needByDate: this.dateIn(need),
              invOrgId: this.id("plant"),
              deliveryInfoId: this.id("gate"),
            })),
          },
        ],
      },
      buyer,
      back,
    );
    await this.forward(made["id"], asked.supplier, until, back);
    return this.read(made["id"]);
  }

  protected async forward(id: string, supplier: string, until: Until, back: number): Promise<void> {
    const { buyer, chief } = this.people;
    const far = ways.indexOf(until);
    if (far >= 1) await this.act(order, "doSubmit", id, {}, buyer, back);
    if (far >= 2) await this.decide(id, chief, { back });
    if (far >= 3) await this.act(order, "doPublish", id, {}, buyer, back);
    if (far >= 4) await this.act(order, "doSupplierDeliveryConfirm", id, {}, await this.portal(supplier), Math.max(0, back - 1));
  }

  protected async read(id: string): Promise<Row> {
    return (await this.kernel.finder.byId(this.kernel.declared.entity(order), id, this.people.chief)) as Row;
  }
}
