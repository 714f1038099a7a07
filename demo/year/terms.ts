import type { Row } from "../cast.ts";
import type { Deal, Offer } from "./deal.ts";
import { agreedPrice, codes, House, units } from "./house.ts";

const prices = "SrmPurSupplierPriceList";
const agreement = "SrmPurAgreementHeader";
type Offers = readonly (readonly [firm: number, offers: readonly Offer[]])[];

/** Who may supply what, and at which prices. */
export class Terms extends House {
  /** Those in force for half a year. */
  #agreements: readonly string[] = [];
  /** The lines of framework agreements by firm and good. */
  readonly #frameworks = new Map<string, string>();

  /** The line of the framework agreement that an order draws on. */
  protected drawn = ({ firm, isRelease }: Deal, good: number): string | null =>
    isRelease ? (this.#frameworks.get(`${firm}|${good}`) ?? null) : null;

  /** The offers of the leading suppliers, or of all others. */
  #offersOf = (isLead: boolean): Offers => [...this.year.offers].filter(([firm]) => this.year.firms[firm]!.isLead === isLead);

  /** What is to be settled before a turn's orders. */
  protected async settled(turn: number): Promise<void> {
    const { turns, leadsFrom } = this.year;
    if (turn === 0) await this.#sources(this.#offersOf(false), this.back(0) + 20);
    if (turn === 0 || turn === Math.ceil(turns / 2)) await this.#prices(turn);
    if (turn !== leadsFrom) return;
    await this.#sources(this.#offersOf(true), this.back(turn) + 20);
    await this.#leadPrices(turn);
  }

  /** Who may supply what: one application for each business unit, made before the first order. */
  async #sources(all: Offers, back: number): Promise<void> {
    const made: string[] = [];
    for (const org of codes) {
      const lines = all.flatMap(([firm, offers]) =>
        this.org(firm) === org
          ? offers.map(({ good }) => ({
              aslLevel: "ITEM",
              itemId: this.known.items[good],
              supplierId: this.known.suppliers[firm],
              aslStatus: "APPROVED",
              startDate: this.dateIn(-back),
              leadTimeDays: 14,
              overTolerance: "3",
              underTolerance: "0",
              inspectionLevel: "DIRECT",
            }))
          : [],
      );
      if (lines.length === 0) continue;
      const buyer = this.me(units[org]!.buyers[0]!);
      const [apply] = await this.make("SrmPurAslApply", [{ orgId: this.id(org), applyReason: "年度合格货源清单", lines }], buyer, back);
      await this.presses("SrmPurAslApply", "doSubmit", [String(apply!["id"])], buyer, back);
      made.push(String(apply!["id"]));
    }
    await this.agree(made, this.me("lead.buyer"), back - 1);
  }

  /** An agreement with a supplier over what it offers in one currency. */
  #agreement(firm: number, offers: readonly Offer[], half: 0 | 1, [from, until]: readonly [number, number]): Row {
    const { currency } = offers[0]!;
    return {
      billTypeId: this.id("PA-STD"),
      agreementType: "PRICE",
      orgId: this.id(this.org(firm)),
      supplierId: this.known.suppliers[firm],
      supplierSiteId: this.known.sites.get(firm),
      currency,
      paymentTermId: this.id("NET60"),
      taxRate: "T13",
      taxIncludedFlag: "N",
      startDate: this.dateIn(-from),
      endDate: this.dateIn(-until),
      supplierConfirmFlag: "N",
      lines: offers.map(({ good, cents }) => ({
        itemId: this.known.items[good],
        uom: this.year.goods[good]!.uom,
        priceUnit: "1",
        price: agreedPrice(cents[half], currency),
        taxRate: "T13",
        stepFlag: "N",
      })),
    };
  }

  /** Prices are agreed for half a year; the second half brings what the market brought. */
  async #prices(turn: number): Promise<void> {
    const half = turn === 0 ? 0 : 1;
    const from = this.back(turn) + 1;
    const until = half === 0 ? this.back(Math.ceil(this.year.turns / 2)) + 2 : -150;
    const ids: string[] = [];
    for (const org of codes) {
      const some = this.#offersOf(false).filter(([firm]) => this.org(firm) === org);
      const buyer = this.me(units[org]!.buyers[0]!);
      const made = await this.make(
        agreement,
        some.map(([firm, offers]) => this.#agreement(firm, offers, half, [from, until])),
        buyer,
        from,
      );
      const own = made.map((row) => String(row["id"]));
      await this.presses(agreement, "doSubmit", own, buyer, from);
      ids.push(...own);
    }
    await this.agree(ids, this.me("lead.buyer"), from);
    if (half === 1) await this.#expire(this.#agreements, from);
    this.#agreements = ids;
  }

  /** Leading suppliers agree on quantities for more than a year, and on prices in other currencies for what they bring from abroad. */
  async #leadPrices(turn: number): Promise<void> {
    const from = this.back(turn) + 1;
    const all = this.#offersOf(true).flatMap(([firm, offers]) =>
      [...Map.groupBy(offers, (offer) => offer.currency).values()].map((own) => ({ firm, own, isFramework: own[0]!.currency === "CNY" })),
    );
    const inputs = all.map(({ firm, own, isFramework }) => {
      const body = this.#agreement(firm, own, 0, [from, -150]);
      const lines = (body["lines"] as Row[]).map((line, i) => ({ ...line, agreeQty: this.#roomFor(firm, own[i]!.good) }));
      return isFramework ? { ...body, agreementType: "QTY", supplierConfirmFlag: "Y", lines } : body;
    });
    const buyer = this.me(this.buyers(all[0]!.firm)[0]!);
    const made = await this.make(agreement, inputs, buyer, from);
    const ids = made.map((row) => String(row["id"]));
    await this.presses(agreement, "doSubmit", ids, buyer, from);
    await this.agree(ids, this.me("lead.buyer"), from);
    for (const [i, { firm, own, isFramework }] of all.entries()) {
      if (!isFramework) continue;
      await this.presses(agreement, "doSupplierConfirm", [ids[i]!], this.me(this.user(firm)!), from);
      own.forEach(({ good }, at) => this.#frameworks.set(`${firm}|${good}`, String((made[i]!["lines"] as Row[])[at]!["id"])));
    }
  }

  /** What is agreed of a good: half as much again as the year will take. */
  #roomFor(firm: number, good: number): string {
    const lines = this.year.deals.filter((deal) => deal.firm === firm).flatMap((deal) => deal.lines.filter((line) => line.good === good));
    const taken = lines.flatMap(({ rows }) => rows).reduce((sum, { qty }) => sum + qty, 0);
    return String(Math.max(500, Math.ceil((taken * 1.5) / 500) * 500));
  }

  /** What the night does when agreements have come to their end. */
  async #expire(ids: readonly string[], back: number): Promise<void> {
    await this.presses(agreement, "doTick", ids, undefined, back);
    const ended = (await this.rows(prices, { status: ["EFFECTIVE"] })).filter((row) => String(row["endDate"]) < this.dateIn(-back));
    await this.presses(
      prices,
      "doRefresh",
      ended.map((row) => String(row["id"])),
      undefined,
      back,
    );
  }
}
