import { codes, House, money, units } from "./house.ts";

const prices = "SrmPurSupplierPriceList";

/** Who may supply what, and at which prices. */
export class Terms extends House {
  /** Those in force. */
  #agreements: readonly string[] = [];

  /** Who may supply what: one application for each business unit, made before the year began. */
  protected async sources(): Promise<void> {
    const back = this.back(0) + 20;
    const made: string[] = [];
    for (const org of codes) {
      const lines = [...this.year.offers].flatMap(([firm, offers]) =>
        this.org(firm) === org
          ? offers.map(({ good }) => ({
              ...{ aslLevel: "ITEM", itemId: this.known.items[good], supplierId: this.known.suppliers[firm], aslStatus: "APPROVED" },
              ...{ startDate: this.dateIn(-back), leadTimeDays: 14, overTolerance: "3", underTolerance: "0", inspectionLevel: "DIRECT" },
            }))
          : [],
      );
      const buyer = this.me(units[org]!.buyers[0]!);
      const [apply] = await this.make("SrmPurAslApply", [{ orgId: this.id(org), applyReason: "年度合格货源清单", lines }], buyer, back);
      await this.presses("SrmPurAslApply", "doSubmit", [String(apply!["id"])], buyer, back);
      made.push(String(apply!["id"]));
    }
    await this.agree(made, this.me("lead.buyer"), back - 1);
  }

  /** Prices are agreed for half a year; the second half brings what the market brought. */
  protected async prices(turn: number): Promise<void> {
    const half = turn === 0 ? 0 : 1;
    const from = this.back(turn) + 1;
    const until = half === 0 ? this.back(Math.ceil(this.year.turns / 2)) + 2 : -150;
    const ids: string[] = [];
    for (const org of codes) {
      const some = [...this.year.offers].filter(([firm]) => this.org(firm) === org);
      const buyer = this.me(units[org]!.buyers[0]!);
      const made = await this.make(
        "SrmPurAgreementHeader",
        some.map(([firm, offers]) => ({
          ...{ billTypeId: this.id("PA-STD"), agreementType: "PRICE", orgId: this.id(org), supplierId: this.known.suppliers[firm] },
          ...{ supplierSiteId: this.known.sites.get(firm), currency: "CNY", paymentTermId: this.id("NET60"), taxRate: "T13" },
          ...{ taxIncludedFlag: "N", startDate: this.dateIn(-from), endDate: this.dateIn(-until), supplierConfirmFlag: "N" },
          lines: offers.map(({ good, cents }) => ({
            ...{ itemId: this.known.items[good], uom: this.year.goods[good]!.uom, priceUnit: "1", price: money(cents[half]!) },
            ...{ taxRate: "T13", stepFlag: "N" },
          })),
        })),
        buyer,
        from,
      );
      const own = made.map((one) => String(one["id"]));
      await this.presses("SrmPurAgreementHeader", "doSubmit", own, buyer, from);
      ids.push(...own);
    }
    await this.agree(ids, this.me("lead.buyer"), from);
    if (half === 1) await this.#expire(this.#agreements, from);
    this.#agreements = ids;
  }

  /** What the night does when agreements have come to their end. */
  async #expire(ids: readonly string[], back: number): Promise<void> {
    await this.presses("SrmPurAgreementHeader", "doTick", ids, undefined, back);
    const ended = (await this.rows(prices, { status: ["EFFECTIVE"] })).filter((one) => String(one["endDate"]) < this.dateIn(-back));
    await this.presses(
      prices,
      "doRefresh",
      ended.map((one) => String(one["id"])),
      undefined,
      back,
    );
  }
}
