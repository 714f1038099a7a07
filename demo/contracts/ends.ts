import { clock } from "#kernel/server/clock.ts";
import { ContractWatch } from "#modules/contracts/server/warning-watch.ts";
import type { Row } from "../cast.ts";
import { Running } from "./running.ts";

/** How contracts end, what becomes of their papers, and what the watch over them found. */
export class Ends extends Running {
  async run(): Promise<void> {
    const since = await this.kernel.outbox.last();
    await this.withDesk(async () => {
      await this.accounts();
      await this.#completed();
      await this.#expired();
      await this.#terminated();
      await this.#voided();
      await this.running();
      await this.onTheWay();
      await this.#watched();
    });
    // What was done weeks ago is written to nobody today.
    await this.kernel.outbox.settle(this.dayAgo(3), since);
  }

  /** Delivered, paid in full and closed; its file is lent and overdue. */
  async #completed(): Promise<void> {
    const { buyer } = this.people;
    const doc = await this.contract({ short: "星铸钣金", name: "安装支架首批合同", items: [this.brackets("500")], back: 265 }, "SIGNED");
    await this.orderedUnder(doc, "星铸钣金", "安装支架", [500, "12.1", 500], 240);
    await this.paid(doc["id"], 1, ["2050.95", "2050.95"], 250);
    await this.paid(doc["id"], 2, ["4101.90", "4101.90"], 160);
    await this.on(doc["id"], "doTriggerStage", { stageNo: 3 }, buyer, 120);
    await this.paid(doc["id"], 3, ["683.65", "683.65"], 80);
    await this.on(doc["id"], "doClose", {}, buyer, 70);
    await this.archived(doc["id"], "A-01-01", 240, [20, 6]);
  }

  async #expired(): Promise<void> {
    const secrecy = {
      templateId: this.template("保密协议"),
      contractType: "NDA",
      amountMode: "NONE",
      clauses: [],
      expiryDate: this.dateIn(-35),
    };
    const doc = await this.contract({ short: "固远", name: "螺栓图纸保密协议", items: [], back: 215, more: secrecy }, "SIGNED");
    await this.happens(doc["id"], "doExpire", {}, 34);
    await this.archived(doc["id"], "A-01-02", 205, [4, -10]);
  }

  /** Ended early and settled, with the supplier's consent; another end waits for it. */
  async #terminated(): Promise<void> {
    const { buyer, chief } = this.people;
    const doc = await this.contract({ short: "鲸落塑业", name: "异形纸箱采购合同", items: [this.boxes("10000")], back: 185 }, "SIGNED");
    await this.orderedUnder(doc, "鲸落塑业", "五层瓦楞纸箱", [5000, "3.85", 2000], 150);
    await this.paid(doc["id"], 1, ["13051.50", "13051.50"], 170);
    await this.orderedUnder(doc, "鲸落塑业", "五层瓦楞纸箱", [300, "3.85", 0], 60);
    await this.#ended(doc["id"], "产品停产，双方协商终止", "TO_SUPPLIER", 30);

    const asked = await this.contract({ short: "星铸钣金", name: "旧款支架采购合同", items: [this.brackets("1500")], back: 90 }, "SIGNED");
    await this.#ended(asked["id"], "旧款停产，双方协商终止", "TO_US", 2, false);

    const late = await this.contract({ short: "固远", name: "防松螺母采购合同", items: [this.nuts("60000")], back: 140 }, "SIGNED");
    const terms = {
      kind: "BREACH_SUPPLIER",
      reason: "多次逾期交付，经催告未改正",
      terminateDate: this.dateIn(-20),
      penalty: "6000",
      penaltyTo: "TO_US",
    };
    const { terminationId } = await this.on(late["id"], "doTermination", terms, buyer, 22);
    await this.#submitted(String(terminationId), 22);
    await this.decide(String(terminationId), chief, { back: 20 });
  }

  async #ended(id: string, reason: string, penaltyTo: string, back: number, isAgreed = true): Promise<void> {
    const { buyer, chief } = this.people;
    const { supplierId } = await this.contractNow(id);
    const short = [...this.suppliers.values()].find((row) => row["id"] === supplierId)!["shortName"] as string;
    const terms = { kind: "MUTUAL", reason, terminateDate: this.dateIn(4 - back), penalty: "1500", penaltyTo };
    const { terminationId } = await this.on(id, "doTermination", terms, buyer, back);
    await this.#submitted(String(terminationId), back);
    await this.decide(String(terminationId), chief, { back: back - 1 });
    if (!isAgreed) return;
    const seller = await this.portal(short);
    await this.act("SrmCctTermination", "doSupplierConfirm", String(terminationId), {}, seller, back - 4);
  }

  /** The agreement is attached, and what is open is closed. */
  async #submitted(id: string, back: number): Promise<void> {
    const { buyer } = this.people;
    const doc = (await this.kernel.finder.byId(this.kernel.declared.entity("SrmCctTermination"), id, this.people.chief)) as Row;
    const fileIds = await this.paper("termination.pdf", ["Termination of a contract"], buyer.userId, this.dayAgo(back));
    const orders = (doc["orders"] as Row[]).map((row) => ({ ...row, plan: "CLOSE" }));
    await this.act("SrmCctTermination", "saveOrUpdate", id, { versionNum: doc["versionNum"], orders, fileIds }, buyer, back);
    await this.act("SrmCctTermination", "doSubmit", id, {}, buyer, back);
  }

  async #voided(): Promise<void> {
    const { buyer, chief } = this.people;
    const twice = { kind: "DUPLICATE", reason: "与年度合同重复，作废" };
    const doc = await this.contract({ short: "星铸钣金", name: "安装支架重复合同", items: [this.brackets("700")], back: 33 }, "APPROVED");
    const { voidId } = await this.on(doc["id"], "doVoid", twice, buyer, 28);
    await this.act("SrmCctVoid", "doSubmit", String(voidId), {}, buyer, 28);
    await this.decide(String(voidId), chief, { back: 27 });
    const left = await this.contract({ short: "鲸落塑业", name: "促销纸箱采购合同", items: [this.boxes("2400")], back: 15 }, "CONFIRMED");
    const quits = { kind: "SUPPLIER_QUIT", reason: "供应商产能不足，主动放弃" };
    const begun = await this.on(left["id"], "doVoid", quits, buyer, 2);
    await this.act("SrmCctVoid", "doSubmit", String(begun["voidId"]), {}, buyer, 2);
  }

  /** What the nightly watch finds today; some of it has been dealt with. */
  async #watched(): Promise<void> {
    const { buyer } = this.people;
    await new ContractWatch(this.kernel, clock).look();
    const open = await this.rows("SrmCctWarning", { state: ["OPEN"] });
    const first = (type: string): Row | undefined => open.find((row) => row["warnType"] === type && row["ownerId"] === buyer.userId);
    const [payment, delivery] = [first("ARCHIVE_MISSING"), first("EXPIRE")];
    if (payment) await this.act("SrmCctWarning", "doHandle", payment["id"], { handleNote: "原件在法务处，下周归档" }, buyer);
    if (delivery) await this.act("SrmCctWarning", "doSnooze", delivery["id"], { snoozeTo: this.dateIn(10) }, buyer);
  }
}
