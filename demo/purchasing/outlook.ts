import { type Row } from "../cast.ts";
import { Deliveries } from "./deliveries.ts";

const forecast = "SrmPurForecast";

interface Outlooked {
  readonly supplier: string;
  readonly item: string;
  readonly periodType: "WEEK" | "MONTH";
  /** Of each period, one after another. */
  readonly demands: readonly number[];
  readonly begins: number;
}

/** What suppliers are told to expect, and needs gathered before they are bought. */
export class Outlook extends Deliveries {
  protected async outlook(): Promise<void> {
    await this.#agreed();
    await this.#answered();
    await this.#publish(
      { supplier: "鲸落塑业", item: "五层瓦楞纸箱", periodType: "MONTH", demands: [1800, 2000, 2200, 1600], begins: 20 },
      1,
    );
    await this.#gathered();
  }

  /** Two months ago the supplier promised all that was expected; orders have come since. */
  async #agreed(): Promise<void> {
    const demands = [300, 300, 250, 250, 400, 400, 350, 350];
    const { id } = await this.#publish({ supplier: "星铸钣金", item: "安装支架", periodType: "WEEK", demands, begins: -42 }, 55);
    await this.act(forecast, "doAcceptAll", id, {}, await this.portal("星铸钣金"), 52);
  }

  /** The newest one was answered with less in one week, and waits for the planner. */
  async #answered(): Promise<void> {
    const demands = [400, 400, 600, 450, 450, 500, 500, 500];
    const published = await this.#publish({ supplier: "星铸钣金", item: "安装支架", periodType: "WEEK", demands, begins: 14 }, 4);
    const answers = (published["lines"][0]["periods"] as Row[]).map((period, i) => ({
      periodId: period["id"],
      commitQty: String(i === 2 ? 480 : demands[i]),
      ...(i === 2 ? { gapReason: "CAPACITY" } : {}),
    }));
    await this.act(forecast, "doReply", published["id"], { answers }, await this.portal("星铸钣金"), 2);
  }

  /** A forecast of one item, published so many days ago. */
  async #publish({ supplier, item, periodType, demands, begins }: Outlooked, back: number): Promise<Row> {
    const { planner } = this.people;
    const made = await this.act(
      forecast,
      "saveOrUpdate",
      undefined,
      {
        orgId: this.id("org"),
        supplierId: this.supplier(supplier),
        periodType,
        startPeriod: this.dateIn(begins),
        periodCount: demands.length,
        firmPeriods: 1,
        materialPeriods: 3,
        replyDeadline: `${this.dateIn(5 - back)} 18:00:00`,
        lines: [{ itemId: this.item(item), invOrgId: this.id("plant") }],
      },
      planner,
      back,
    );
    const [line] = made["lines"] as Row[];
    const periods = (line!["periods"] as Row[]).map((period, i) => ({ id: period["id"], demandQty: String(demands[i]) }));
    const filled = await this.act(forecast, "saveOrUpdate", made["id"], { lines: [{ id: line!["id"], periods }] }, planner, back);
    await this.act(forecast, "doPublish", made["id"], {}, planner, back);
    return filled;
  }

  /** Two needs of the same goods for the same weeks, put together so that they are bought at once. */
  async #gathered(): Promise<void> {
    await this.need([["五层瓦楞纸箱", "400", "4", 52]], "APPROVED", 5);
    await this.need([["五层瓦楞纸箱", "350", "4", 53]], "APPROVED", 4);
    const wish = { ofOrgId: this.id("org"), ofItemId: this.item("五层瓦楞纸箱"), needFrom: this.dateIn(50), needTo: this.dateIn(56) };
    await this.act("SrmPurDemandSummary", "doGenerate", undefined, { ...wish, periodType: "MONTH" }, this.people.buyer, 2);
  }
}
