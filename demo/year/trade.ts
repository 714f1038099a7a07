import type { Row } from "../cast.ts";
import { codes, money, plantOf, units } from "./house.ts";
import type { Coming, Deal } from "./plan.ts";
import { Terms } from "./terms.ts";

const order = "SrmPurOrderHeader";
const requisition = "SrmPurRequisitionHeader";
const note = "SrmPurDeliveryNote";
const receive = "SrmPurReceive";
const writeOff = "SrmPurWriteOff";

const idsOf = (docs: readonly Row[]): readonly string[] => docs.map((one) => String(one["id"]));

interface Placed {
  readonly deal: Deal;
  readonly doc: Row;
}

/** A row of a running order that is still to come, or has come back to be replaced. */
interface Due {
  readonly firm: number;
  readonly rowId: string;
  readonly coming: Coming;
  readonly turn: number;
}

/** A year of buying, fortnight by fortnight: what is needed, ordered, promised, shipped, received and sent back. */
export class Trade extends Terms {
  #due: Due[] = [];
  /** What is to go back a fortnight after it came: the receipt line and how much. */
  #returns: { readonly org: string; readonly lineId: string; readonly qty: number }[] = [];

  #buyer = ({ firm }: Deal): string => units[this.org(firm)]!.buyers[firm % units[this.org(firm)]!.buyers.length]!;
  #buyerOf = ({ deal }: Placed): string => this.#buyer(deal);

  async run(): Promise<void> {
    await this.look();
    await this.sources();
    for (let turn = 0; turn < this.year.turns; turn++) {
      if (turn === 0 || turn === Math.ceil(this.year.turns / 2)) await this.prices(turn);
      await this.#order(turn);
      await this.#sendBack(turn);
      await this.#arrive(turn);
    }
    await this.#underWay();
  }

  /** What production needs of a turn's deals, business unit by business unit; answers the line of each line of a deal. */
  async #needs(turn: number, deals: readonly Deal[]): Promise<ReadonlyMap<Deal["lines"][number], string>> {
    const back = this.back(turn);
    const requester = this.me("requester01");
    const asked = codes.flatMap((org) => {
      const lines = deals.filter((one) => one.isAsked && this.org(one.firm) === org).flatMap((one) => one.lines);
      return lines.length ? [{ org, lines }] : [];
    });
    const made = await this.make(
      requisition,
      asked.map(({ org, lines }) => ({
        ...{ billTypeId: this.id("PR-STD"), requisitionType: "MATERIAL", orgId: this.id(org), deptId: this.id(units[org]!.dept) },
        ...{ urgency: "NORMAL", requesterId: requester.userId, requestDate: this.dateIn(-back), currency: "CNY" },
        lines: lines.map(({ good, cents, rows }) => ({
          ...{ itemId: this.known.items[good], uom: this.year.goods[good]!.uom, requestQty: String(total(rows)), estPrice: money(cents) },
          ...{
            needByDate: this.dateIn(rows[0]!.need - back),
            invOrgId: this.id(plantOf(org)),
            deliveryInfoId: this.id(units[org]!.gate),
          },
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
      ...{ billTypeId: this.id(this.user(deal.firm) ? "PO-STD" : "PO-FAST"), orderType: "STANDARD", orgId: this.id(org) },
      ...{ supplierId: this.known.suppliers[deal.firm], supplierSiteId: this.known.sites.get(deal.firm), currency: "CNY" },
      ...{
        buyerId: this.me(this.#buyer(deal)).userId,
        orderDate: this.dateIn(-back),
        taxIncludedFlag: "N",
        paymentTermId: this.id("NET60"),
      },
      lines: deal.lines.map((line) => {
        const good = this.year.goods[line.good]!;
        const qty = String(total(line.rows));
        return {
          ...{
            itemId: this.known.items[line.good],
            itemDesc: `${good.cn} ${good.spec}`,
            categoryId: this.known.categories.get(good.category),
          },
          ...{ uom: good.uom, qty, priceUnit: "1", price: money(line.cents), taxRate: "T13" },
          ...(deal.firm % 2 ? { exceptionReason: "主供产能不足，由第二货源供货" } : {}),
          ...(needs.has(line) ? { reqRels: [{ reqLineId: needs.get(line), qty }] } : {}),
          deliveries: line.rows.map((row) => ({
            ...{ qty: String(row.qty), needByDate: this.dateIn(row.need - back), invOrgId: this.id(plantOf(org)) },
            deliveryInfoId: this.id(units[org]!.gate),
          })),
        };
      }),
    };
  }

  /** Monday the need, Tuesday its approval, Wednesday the order, Thursday its approval, Friday the suppliers' word. */
  async #order(turn: number): Promise<void> {
    const deals = this.year.deals.filter((one) => one.turn === turn);
    const needs = await this.#needs(turn, deals);
    const back = this.back(turn) - 2;
    const placed: Placed[] = [];
    for (const [buyer, own] of Map.groupBy(deals, this.#buyer)) {
      const docs = await this.make(
        order,
        own.map((one) => this.#body(one, needs, back)),
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
      { reason: "客户需求取消" },
    );
    for (const { deal, doc } of placed)
      if (!deal.isDropped && (turn < this.year.turns - 1 || !this.user(deal.firm))) this.#expect(deal, doc);
  }

  /** Several people do the same, each with his own orders and at the same time. */
  async #each(placed: readonly Placed[], who: (one: Placed) => string, action: string, back: number, input: Row = {}): Promise<void> {
    const shares = [...Map.groupBy(placed, who)];
    await Promise.all(
      shares.map(([name, own]) => this.presses(order, action, idsOf(own.map(({ doc }) => doc)), this.me(name), back, input)),
    );
  }

  #expect({ firm, turn, lines }: Deal, doc: Row): void {
    (doc["lines"] as Row[]).forEach((line, i) =>
      (line["deliveries"] as Row[]).forEach((row, j) => {
        const coming = lines[i]!.rows[j]!;
        this.#due.push({ firm, rowId: String(row["id"]), coming, turn: turn + coming.after });
      }),
    );
  }

  /** What is due in this turn comes: shipped with a note by those in the portal, brought by the others. */
  async #arrive(turn: number): Promise<void> {
    const shares = [...Map.groupBy(this.#due, (one) => (one.turn === turn ? one.firm : -1))].filter(([firm]) => firm >= 0);
    this.#due = this.#due.filter((one) => one.turn !== turn);
    const back = this.back(turn);
    const notes = await this.#ship(shares, back - 1);
    const coming = shares.map(([firm, due]) => ({ org: this.org(firm), due, input: this.#receipt(due, notes.get(firm), back) }));
    const taken = [...Map.groupBy(coming, (one) => one.org)];
    const docs = await Promise.all(
      taken.map(([org, own]) =>
        this.#receive(
          org,
          own.map((one) => one.input),
          back - units[org]!.takesIn,
        ),
      ),
    );
    taken.forEach(([org, own], i) => own.forEach(({ due }, at) => this.#follow(org, due, docs[i]![at]!, turn)));
  }

  #receipt(due: readonly Due[], sent: Row | undefined, back: number): Row {
    const receiveDate = this.dateIn(units[this.org(due[0]!.firm)]!.takesIn - back);
    const lines = due.map(({ rowId, coming: { qty, refused } }, i) => ({
      ...(sent ? { noteLineId: (sent["lines"] as Row[])[i]!["id"] } : { orderDeliveryId: rowId }),
      ...{ arrivalQty: String(qty), acceptedQty: String(qty - refused) },
      ...(refused ? { rejectedQty: String(refused), rejectReason: "QUALITY" } : {}),
    }));
    return { receiveDate, lines, ...(sent ? { receiveType: "NOTE", noteId: sent["id"] } : { receiveType: "ORDER" }) };
  }

  async #receive(org: string, inputs: readonly Row[], back: number): Promise<readonly Row[]> {
    const keeper = this.me(units[org]!.keeper);
    const docs = await this.make(receive, inputs, keeper, back);
    await this.presses(receive, "doConfirm", idsOf(docs), keeper, back);
    return docs;
  }

  /** What was refused is brought again a fortnight later, faultless; what proves faulty in use goes back then. */
  #follow(org: string, due: readonly Due[], doc: Row, turn: number): void {
    for (const [i, { firm, rowId, coming }] of due.entries()) {
      const { refused, returned } = coming;
      if (returned) this.#returns.push({ org, lineId: String((doc["lines"] as Row[])[i]!["id"]), qty: returned });
      if (refused) this.#due.push({ firm, rowId, coming: { ...coming, qty: refused, refused: 0, returned: 0 }, turn: turn + 1 });
    }
  }

  /** One note for everything a supplier of the portal ships this day; answers the notes by supplier. */
  async #ship(shares: readonly (readonly [firm: number, due: readonly Due[]])[], back: number): Promise<ReadonlyMap<number, Row>> {
    const about = { carrier: "远帆物流", plateNum: "苏E00001", driverName: "司机" };
    const notes = new Map<number, Row>();
    for (const [firm, due] of shares) {
      const user = this.user(firm);
      if (!user) continue;
      const lines = due.map(({ rowId, coming }) => ({ orderDeliveryId: rowId, noteQty: String(coming.qty) }));
      const input = { ...about, shipDate: this.dateIn(-back), eta: `${this.dateIn(2 - back)} 10:00:00`, lines };
      notes.set(firm, (await this.make(note, [input], this.me(user), back))[0]!);
    }
    await Promise.all([...notes].map(([firm, doc]) => this.presses(note, "doSubmit", idsOf([doc]), this.me(this.user(firm)!), back)));
    return notes;
  }

  /** What proved faulty goes back for its money. */
  async #sendBack(turn: number): Promise<void> {
    const all = this.#returns;
    this.#returns = [];
    const back = this.back(turn) - 1;
    const ids: string[] = [];
    for (const [org, own] of Map.groupBy(all, (one) => one.org)) {
      const keeper = this.me(units[org]!.keeper);
      const docs = await this.make(
        writeOff,
        own.map(({ lineId, qty }) => ({
          ...{ writeOffType: "RETURN_REFUND", reasonCode: "QUALITY", reasonDesc: "使用中发现不良，退货退款" },
          lines: [{ receiveLineId: lineId, qty: String(qty) }],
        })),
        keeper,
        back,
      );
      await this.presses(writeOff, "doSubmit", idsOf(docs), keeper, back);
      ids.push(...idsOf(docs));
    }
    await this.agree(ids, this.me("lead.buyer"), back - 1);
  }

  /** At the end some goods are on the road: whoever ships next has sent them yesterday. */
  async #underWay(): Promise<void> {
    const soon = this.#due.filter((one) => one.turn === this.year.turns && this.user(one.firm));
    await this.#ship([...Map.groupBy(soon, (one) => one.firm)], 1);
  }
}

const total = (rows: readonly Coming[]): number => rows.reduce((sum, one) => sum + one.qty, 0);
