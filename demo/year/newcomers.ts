import type { Row } from "../cast.ts";
import { Arrivals, idsOf } from "./arrivals.ts";
import type { Newcomer, Offer } from "./deal.ts";
import type { Firm } from "./firms.ts";
import { money, plantOf, units } from "./house.ts";

const order = "SrmPurOrderHeader";
/** Days since they were ordered from. */
const back = 9;
const types = { trial: ["TRIAL", "TRIAL"], temporary: ["PO-FAST", "STANDARD"] } as const;
const reasons = { trial: "试用批次，验证质量与交期", temporary: "主供断料，一次性应急采购" } as const;

/** A first small order of a supplier on trial and of a temporary supplier: of what a supplier that trades sells to the same unit. */
export const newcomersOf = (firms: readonly Firm[], offers: ReadonlyMap<number, readonly Offer[]>): readonly Newcomer[] =>
  (["trial", "temporary"] as const).flatMap((stage) => {
    const known = [...offers].map(([firm, [offer]]) => ({ ...firms[firm]!, offer: offer! }));
    const chosen = firms.flatMap((firm, i): Newcomer[] => {
      const same = known.find(({ category, org, offer }) => category === firm.category && org === firm.org && offer.currency === "CNY");
      return firm.stage === stage && same ? [{ firm: i, stage, good: same.offer.good, cents: same.offer.cents[1], qty: 20 }] : [];
    });
    return chosen.slice(0, 1);
  });

/** What is ordered from suppliers that are not qualified: a trial within its limits, an emergency within its cap. */
export class Newcomers extends Arrivals {
  protected async newcomers(): Promise<void> {
    const approver = this.me("lead.buyer");
    for (const newcomer of this.year.newcomers) {
      const buyer = this.me(this.buyer(newcomer.firm));
      const source = await this.make("SrmPurAslApply", [this.#source(newcomer)], buyer, back + 2);
      await this.presses("SrmPurAslApply", "doSubmit", idsOf(source), buyer, back + 2);
      await this.agree(idsOf(source), approver, back + 1);
      const made = await this.make(order, [this.#order(newcomer)], buyer, back);
      await this.presses(order, "doSubmit", idsOf(made), buyer, back);
      await this.agree(idsOf(made), approver, back - 1);
    }
  }

  #source({ firm, stage, good }: Newcomer): Row {
    return {
      orgId: this.id(this.org(firm)),
      applyReason: reasons[stage],
      lines: [
        {
          aslLevel: "ITEM",
          itemId: this.known.items[good],
          supplierId: this.known.suppliers[firm],
          aslStatus: "TRIAL",
          startDate: this.dateIn(-back - 2),
          leadTimeDays: 14,
          overTolerance: "0",
          underTolerance: "0",
          inspectionLevel: "DIRECT",
        },
      ],
    };
  }

  #order({ firm, stage, good, cents, qty }: Newcomer): Row {
    const org = this.org(firm);
    const { cn, spec, uom, category } = this.year.goods[good]!;
    const delivery = {
      qty: String(qty),
      needByDate: this.dateIn(6),
      invOrgId: this.id(plantOf(org)),
      deliveryInfoId: this.id(units[org]!.gate),
    };
    return {
      billTypeId: this.id(types[stage][0]),
      orderType: types[stage][1],
      orgId: this.id(org),
      currency: "CNY",
      taxIncludedFlag: "N",
      supplierId: this.known.suppliers[firm],
      supplierSiteId: this.known.sites.get(firm),
      paymentTermId: this.id("NET60"),
      buyerId: this.me(this.buyer(firm)).userId,
      orderDate: this.dateIn(-back),
      remark: reasons[stage],
      lines: [
        {
          itemId: this.known.items[good],
          itemDesc: `${cn} ${spec}`,
          categoryId: this.known.categories.get(category),
          uom,
          qty: String(qty),
          priceUnit: "1",
          price: money(cents),
          taxRate: "T13",
          exceptionReason: reasons[stage],
          deliveries: [delivery],
        },
      ],
    };
  }
}
