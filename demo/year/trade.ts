import type { Row } from "../cast.ts";
import { idsOf } from "./arrivals.ts";
import type { Coming, Deal } from "./deal.ts";
import { Newcomers } from "./newcomers.ts";
import { codes, money, orderPrice, plantOf, units } from "./house.ts";

const order = "SrmPurOrderHeader";
const requisition = "SrmPurRequisitionHeader";

interface Placed {
  readonly deal: Deal;
  readonly doc: Row;
}

/** A year of buying, fortnight by fortnight: what is needed, ordered, promised, shipped, received and sent back. */
export class Trade extends Newcomers {
  #closing: { readonly turn: number; readonly buyer: string; readonly id: string; readonly lineIds: readonly string[] }[] = [];

  #buyer = ({ firm }: Deal): string => this.buyer(firm);
  #buyerOf = ({ deal }: Placed): string => this.#buyer(deal);

  async run(): Promise<void> {
    await this.look();
    for (let turn = 0; turn < this.year.turns; turn++) {
      await this.settled(turn);
      await this.supplierMeasures(turn);
      await this.#order(turn);
      await this.#close(turn);
      await this.undo(turn);
      await this.arrive(turn);
    }
    await this.underWay();
    await this.newcomers();
  }

  /** What production needs of a turn's deals, business unit by business unit; answers the line of each line of a deal. */
  async #needs(turn: number, deals: readonly Deal[]): Promise<ReadonlyMap<Deal["lines"][number], string>> {
    const back = this.back(turn);
    const requester = this.me("requester01");
    const asked = codes.flatMap((org) => {
      const lines = deals.filter((deal) => deal.isAsked && this.org(deal.firm) === org).flatMap((deal) => deal.lines);
      return lines.length ? [{ org, lines }] : [];
    });
    const made = await this.make(
      requisition,
      asked.map(({ org, lines }) => ({
        billTypeId: this.id("PR-STD"),
        requisitionType: "MATERIAL",
        orgId: this.id(org),
        deptId: this.id(units[org]!.dept),
        urgency: "NORMAL",
        requesterId: requester.userId,
        requestDate: this.dateIn(-back),
        currency: "CNY",
        lines: lines.map(({ good, cents, rows }) => ({
          itemId: this.known.items[good],
          uom: this.year.goods[good]!.uom,
          requestQty: String(total(rows)),
          estPrice: money(cents),
          needByDate: this.dateIn(rows[0]!.need - back),
          invOrgId: this.id(plantOf(org)),
          deliveryInfoId: this.id(units[org]!.gate),
        })),
      })),
      requester,
      back,
    );
    const ids = idsOf(made);
    await this.presses(requisition, "doSubmit", ids, requester, back);
    await this.agree(ids, this.me("lead.buyer"), back - 1);
    return new Map(
      made.flatMap((doc, at) => asked[at]!.lines.map((line, i) => [line, String((doc["lines"] as Row[])[i]!["id"])] as const)),
    );
  }

  #body(deal: Deal, needs: ReadonlyMap<Deal["lines"][number], string>, back: number): Row {
    const org = this.org(deal.firm);
    return {
      billTypeId: this.id(this.user(deal.firm) ? "PO-STD" : "PO-FAST"),
      orderType: "STANDARD",
      orgId: this.id(org),
      supplierId: this.known.suppliers[deal.firm],
      supplierSiteId: this.known.sites.get(deal.firm),
      currency: deal.currency,
      buyerId: this.me(this.#buyer(deal)).userId,
      orderDate: this.dateIn(-back),
      taxIncludedFlag: deal.isTaxIncluded ? "Y" : "N",
      paymentTermId: this.id("NET60"),
      lines: deal.lines.map((line) => {
        const good = this.year.goods[line.good]!;
        const qty = String(total(line.rows));
        return {
          itemId: this.known.items[line.good],
          itemDesc: `${good.cn} ${good.spec}`,
          categoryId: this.known.categories.get(good.category),
          uom: good.uom,
          qty,
          priceUnit: "1",
          price: orderPrice(line.cents, deal),
          taxRate: "T13",
          agreementLineId: this.drawn(deal, line.good),
          ...(this.isSecond(deal.firm) ? { exceptionReason: "主供产能不足，由第二货源供货" } : {}),
          ...(needs.has(line) ? { reqRels: [{ reqLineId: needs.get(line), qty }] } : {}),
          deliveries: line.rows.map((row) => ({
            qty: String(row.qty),
            needByDate: this.dateIn(row.need - back),
            invOrgId: this.id(plantOf(org)),
            deliveryInfoId: this.id(units[org]!.gate),
          })),
        };
      }),
    };
  }

  /** Monday the need, Tuesday its approval, Wednesday the order, Thursday its approval, Friday the suppliers' word. */
  async #order(turn: number): Promise<void> {
    const deals = this.year.deals.filter((deal) => deal.turn === turn);
    const needs = await this.#needs(turn, deals);
    const back = this.back(turn) - 2;
    const placed: Placed[] = [];
    for (const [buyer, own] of Map.groupBy(deals, this.#buyer)) {
      const docs = await this.make(
        order,
        own.map((deal) => this.#body(deal, needs, back)),
        this.me(buyer),
        back,
      );
      own.forEach((deal, i) => placed.push({ deal, doc: docs[i]! }));
    }
    await this.#each(placed, this.#buyerOf, "doSubmit", back);
    await this.agree(idsOf(placed.map(({ doc }) => doc)), this.me("lead.buyer"), back - 1);
    const portal = placed.filter(({ deal }) => this.user(deal.firm));
    await this.#each(portal, this.#buyerOf, "doPublish", back - 1);
    // The last orders wait for their suppliers' answer.
    if (turn < this.year.turns - 1) await this.#each(portal, ({ deal }) => this.user(deal.firm)!, "doSupplierDeliveryConfirm", back - 2);
    await this.#each(
      placed.filter(({ deal }) => deal.isDropped),
      this.#buyerOf,
      "doCancel",
      back - 2,
      { reason: "客户需求取消", releaseToReq: "N" },
    );
    for (const { deal, doc } of placed) {
      if (deal.isDropped || (turn === this.year.turns - 1 && this.user(deal.firm))) continue;
      this.expect(deal, doc);
      this.#remember(deal, doc, this.#buyer(deal));
    }
  }

  /** Several people do the same, each with his own orders and at the same time. */
  async #each(placed: readonly Placed[], who: (entry: Placed) => string, action: string, back: number, input: Row = {}): Promise<void> {
    const shares = [...Map.groupBy(placed, who)];
    await Promise.all(
      shares.map(([name, own]) => this.presses(order, action, idsOf(own.map(({ doc }) => doc)), this.me(name), back, input)),
    );
  }

  /** What does not come any more is closed a fortnight after the last of it came. */
  #remember({ turn, lines }: Deal, doc: Row, buyer: string): void {
    const short = lines.flatMap(({ rows }, i) => (rows.some((row) => row.missing) ? [i] : []));
    if (short.length === 0) return;
    const after = Math.max(...short.flatMap((i) => lines[i]!.rows.map((row) => row.after)));
    const lineIds = short.map((i) => String((doc["lines"] as Row[])[i]!["id"]));
    this.#closing.push({ turn: turn + after + 1, buyer, id: String(doc["id"]), lineIds });
  }

  async #close(turn: number): Promise<void> {
    const reason = "供应商产能不足，余量不再交付，改由其他货源补足";
    for (const [buyer, own] of Map.groupBy(
      this.#closing.filter((row) => row.turn === turn),
      (row) => row.buyer,
    ))
      await this.many(
        order,
        "doClose",
        own.map(({ id, lineIds }) => ({ id, input: { lineIds, reason, side: "SUPPLIER" } })),
        this.me(buyer),
        this.back(turn) - 1,
      );
  }
}

const total = (rows: readonly Coming[]): number => rows.reduce((sum, row) => sum + row.qty, 0);
