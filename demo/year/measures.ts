import type { Alteration } from "./deal.ts";
import { Terms } from "./terms.ts";

const measure = "SrmSlcDailyManage";
const alteration = "SrmPurAslAlteration";

const reasons: Readonly<Record<Alteration["type"], string>> = {
  LIMIT: "新增产线，交期缩短",
  SUSPEND: "产线搬迁，暂停供货",
  RESUME: "搬迁完成，样件复核合格，恢复供货",
};

/** What is decided about suppliers in the course of the year: some are frozen and released, their places on the approved list change. */
export class Measures extends Terms {
  /** The measures that froze, by firm. */
  readonly #frozen = new Map<number, string>();

  /** On Monday somebody is frozen, on Friday somebody is released. */
  protected async supplierMeasures(turn: number): Promise<void> {
    const { freezes, alterations } = this.year;
    const back = this.back(turn);
    for (const freeze of freezes.filter(({ from }) => from === turn)) await this.#freeze(freeze.firm, this.back(freeze.to) - 30, back);
    for (const freeze of freezes.filter(({ to }) => to === turn)) await this.#release(freeze.firm, back - 4);
    for (const entry of alterations.filter((it) => it.turn === turn)) await this.#alter(entry, back);
  }

  async #decided(firm: number, input: object, back: number): Promise<string> {
    const manager = this.me("supplier.mgr");
    const body = { supplierId: this.known.suppliers[firm], notifySupplier: "Y", ...input };
    const [made] = await this.make(measure, [body], manager, back);
    const id = String(made!["id"]);
    await this.presses(measure, "doDailyManageSubmit", [id], manager, back);
    await this.agree([id], this.me("lead.buyer"), back);
    return id;
  }

  async #freeze(firm: number, until: number, back: number): Promise<void> {
    const id = await this.#decided(
      firm,
      {
        manageType: "FREEZE",
        reasonType: "QUALITY",
        reasonDesc: "连续两批来料不合格，整改期间暂停新订单",
        startDate: this.dateIn(-back),
        endDate: this.dateIn(-until),
        lines: [{ scopeType: "ALL", blockedOps: ["SOURCING", "AWARD", "ORDER"] }],
      },
      back,
    );
    this.#frozen.set(firm, id);
  }

  async #release(firm: number, back: number): Promise<void> {
    const controls = await this.rows("SrmSupControl", { sourceDocId: [this.#frozen.get(firm)!] });
    const lines = controls.map((control) => ({ controlId: control["id"] }));
    await this.#decided(firm, { manageType: "UNFREEZE", reasonType: "QUALITY", reasonDesc: "整改完成，复查合格，恢复下单", lines }, back);
  }

  async #alter({ firm, goods, type }: Alteration, back: number): Promise<void> {
    const buyer = this.me(this.buyer(firm));
    const listed = await this.rows("SrmPurAslLine", {
      supplierId: [this.known.suppliers[firm]],
      itemId: goods.map((good) => this.known.items[good]),
    });
    const lines = listed.map((row) => ({ aslLineId: row["id"], ...(type === "LIMIT" ? { afterJson: { leadTimeDays: 10 } } : {}) }));
    const body = { orgId: this.id(this.org(firm)), alterType: type, alterReason: reasons[type], lines };
    const [made] = await this.make(alteration, [body], buyer, back);
    const id = String(made!["id"]);
    await this.presses(alteration, "doSubmit", [id], buyer, back);
    await this.agree([id], this.me("lead.buyer"), back);
  }
}
