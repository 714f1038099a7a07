import { msOf } from "#kernel/time.ts";
import type { Storages } from "#bridges/storage.ts";
import type { Me } from "#kernel/entity.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Row } from "../cast.ts";
import { papersIn, type Paper } from "../papers.ts";
import { Deliveries } from "../purchasing/deliveries.ts";
import { wordings } from "./library.ts";

/** Where the files and keys of the installation lie. */
export interface Rooms {
  readonly gate: Gate;
  readonly storages: Storages;
  readonly dataDir: string;
}

/** A contract as a story wants it: with whom, about what, begun so many days ago. */
interface Wanted {
  readonly short: string;
  readonly name: string;
  readonly items: readonly Row[];
  readonly back: number;
  readonly more?: Row;
}

const contract = "SrmCctContract";
const ways = ["DRAFT", "APPROVING", "APPROVED", "CONFIRMING", "CONFIRMED", "PUBLISH_APPROVING", "PUBLISHED", "SIGNED"] as const;
type Until = (typeof ways)[number];

/** The templates of the library, by the name they are chosen by. */
type Template = "标准采购合同" | "简易采购合同" | "保密协议";

/** How contracts are drafted and brought as far as a story wants them, each step by whoever takes it. */
export class ContractStage extends Deliveries {
  protected readonly rooms: Rooms;
  protected readonly paper: Paper;
  protected legal!: Me;
  readonly #templates = new Map<string, string>();
  #court = "";

  constructor(kernel: Kernel, now: () => Date, rooms: Rooms) {
    super(kernel, now);
    this.rooms = rooms;
    this.paper = papersIn(kernel, rooms.storages);
  }

  override async look(): Promise<boolean> {
    if (!(await super.look())) return false;
    this.legal = await this.as("legal01", "LEGAL");
    for (const row of await this.rows("SrmCctTemplate", { status: ["APPROVED"] })) this.#templates.set(row["templateName"], row["id"]);
    this.#court = (await this.rows("SrmCctTerms", { title: ["诉讼管辖"], status: ["APPROVED"] }))[0]?.["id"] ?? "";
    return this.#court !== "";
  }

  protected template = (name: Template): string => this.#templates.get(name)!;
  protected brackets = (qty: string, unitPrice = "12.1", more: Row = {}): Row => this.#goods("安装支架", qty, unitPrice, more);
  protected housings = (qty: string, more: Row = {}): Row => this.#goods("控制柜外壳", qty, "420", more);
  protected boxes = (qty: string, more: Row = {}): Row => this.#goods("五层瓦楞纸箱", qty, "3.85", more);
  protected nuts = (qty: string): Row => this.#goods("六角螺母", qty, "0.21", { uom: "EA" });
  /** The choice between the courts and arbitration that the standard template leaves open. */
  protected court = (): Row => ({ seq: 50, termsId: this.#court });
  #goods = (item: string, qty: string, unitPrice: string, more: Row): Row => ({
    ...{ itemId: this.item(item), uom: "PCS", qty, unitPrice, taxRate: "T13" },
    ...more,
  });

  /** One action on a contract. */
  protected on = (id: string, action: string, input: Row, by: Me, back: number): Promise<Row> =>
    this.act(contract, action, id, input, by, Math.max(0, back));
  /** What the calendar or another area does to a contract on a day. */
  protected happens = (id: string, action: string, input: Row, back: number): Promise<Row> =>
    this.on(id, action, input, systemMe("demo"), back);
  protected contractNow = async (id: string): Promise<Row> =>
    (await this.kernel.finder.byId(this.kernel.declared.entity(contract), id, this.people.chief)) as Row;

  protected drafted({ short, name, items, back, more = {} }: Wanted): Promise<Row> {
    const { buyer } = this.people;
    return this.act(
      contract,
      "saveOrUpdate",
      undefined,
      {
        contractName: name,
        contractType: "PURCHASE",
        orgId: this.id("org"),
        supplierId: this.supplier(short),
        supplierSiteId: this.suppliers.get(short)!.siteId,
        currency: "CNY",
        templateId: this.template("标准采购合同"),
        ownerId: buyer.userId,
        effectiveDate: this.dateIn(-back),
        expiryDate: this.dateIn(365 - back),
        warrantyMonths: 12,
        items,
        clauses: [this.court()],
        ...more,
      },
      buyer,
      back,
    );
  }

  /** A contract brought as far as wanted; what follows its draft takes a week. */
  protected async contract(wanted: Wanted, until: Until): Promise<Row> {
    return this.further(await this.drafted(wanted), wanted, "DRAFT", until);
  }

  /** From one state to a later one, by the people who do it; answers the contract as the last of its own actions left it. */
  protected async further(doc: Row, { short, back }: Pick<Wanted, "short" | "back">, from: Until, until: Until): Promise<Row> {
    const { buyer, chief } = this.people;
    const id = String(doc["id"]);
    let now = doc;
    const acted = async (action: string, input: Row, by: Me, at: number): Promise<void> =>
      void (now = { ...now, ...(await this.on(id, action, input, by, at)) });
    const agreed = (at: number): Promise<void> => this.decide(id, chief, { back: Math.max(0, at) });
    const steps: Readonly<Record<Until, () => Promise<void>>> = {
      DRAFT: () => Promise.resolve(),
      APPROVING: () => acted(doc["liveId"] ? "doSubmitChange" : "doSubmit", {}, buyer, back),
      APPROVED: () => agreed(back - 1),
      CONFIRMING: () => acted("doSendConfirm", {}, buyer, back - 1),
      CONFIRMED: async () =>
        acted("doSupplierConfirm", { pdfHash: now["pdfHash"], confirmRemark: "已核对" }, await this.portal(short), back - 3),
      PUBLISH_APPROVING: () => acted("doSubmitPublish", {}, buyer, back - 4),
      PUBLISHED: () => agreed(back - 4),
      SIGNED: async () => acted("doUploadSigned", await this.#scan(String(now["contractNum"]), back - 6), buyer, back - 6),
    };
    for (const way of ways.slice(ways.indexOf(from) + 1, ways.indexOf(until) + 1)) await steps[way]();
    return now;
  }

  /** The scan of a contract that both sides signed on paper. */
  async #scan(num: string, back: number): Promise<Row> {
    const days = Math.max(0, back);
    const lines = [`Contract ${num}`, "Signed copy, page 1 of 1"];
    const signedFileId = await this.paper(`${num}.pdf`, lines, this.people.buyer.userId, this.dayAgo(days));
    return { signedFileId, supplierSignDate: this.dateIn(-days - 1), buyerSignDate: this.dateIn(-days) };
  }

  /** A clause in the words of one of its fallback texts. */
  protected async reworded(doc: Row, title: string, seq: number, deviationReason: string, back: number): Promise<void> {
    const fallback = wordings.find((wording) => wording.title[0] === title)!.fallbackJson!.find((row) => row["seq"] === seq)!;
    const content = `${String(fallback["text"])}\n${String(fallback["textEn"])}`;
    const clauses = (doc["clauses"] as readonly Row[]).map((clause) =>
      String(clause["title"]).startsWith(title) ? { ...clause, content, deviationReason } : clause,
    );
    const { id, versionNum } = doc;
    await this.on(id, "saveOrUpdate", { versionNum, clauses }, this.people.buyer, back);
  }

  /** An order under a contract, confirmed by the supplier; so much of it comes in. */
  protected async orderedUnder(doc: Row, short: string, item: string, [qty, price, came]: readonly [number, string, number], back: number) {
    const { keeper } = this.people;
    const made = await this.order({ supplier: short, item, qty, price, need: 20 - back }, "CONFIRMED", back, { contractId: doc["id"] });
    if (came === 0) return made;
    const row = made["lines"][0]["deliveries"][0]["id"] as string;
    const shipped = await this.ship(await this.portal(short), [[row, String(came)]], back - 4, 6 - back);
    await this.act("SrmPurDeliveryNote", "doArrive", shipped["id"], {}, keeper, back - 6);
    const line = { noteLineId: shipped["lines"][0]["id"], arrivalQty: String(came), storageLocationId: this.id("store") };
    const receipt = { receiveType: "NOTE", noteId: shipped["id"], receiveDate: this.dateIn(6 - back), lines: [line] };
    const received = await this.act("SrmPurReceive", "saveOrUpdate", undefined, receipt, keeper, back - 6);
    await this.act("SrmPurReceive", "doConfirm", received["id"], {}, keeper, back - 6);
    return made;
  }

  /** What finance asks of a stage and pays, as its own area reports it; both under keys that count once. */
  protected async paid(id: string, stageNo: number, [asked, paid]: readonly [string, string | null], back: number): Promise<void> {
    const { contractNum, stages } = await this.contractNow(id);
    const stage = (stages as readonly Row[]).find((row) => row["stageNo"] === stageNo)!;
    const use = {
      use: `${contractNum}-${stageNo}`,
      stageId: stage["id"],
      refType: "PAYMENT",
      refId: stage["id"],
      refNum: `FK-${contractNum}-${stageNo}`,
    };
    const uses = [
      { ...use, op: "RESERVE", amount: asked, key: `${use.refNum}-R` },
      ...(paid === null ? [] : [{ ...use, op: "CONFIRM", amount: paid, key: `${use.refNum}-C` }]),
    ];
    await this.happens(id, "doUseStages", { uses }, back);
    if (paid === null) return;
    const exec = { rows: [{ paidAmount: paid }], refType: "PAYMENT", refId: use.refId, refNum: use.refNum, key: `${use.refNum}-P` };
    await this.happens(id, "doPost", { exec }, back);
  }

  /** A signed contract is put into the archive; where days are told, it is lent then and due back so many days ago. */
  protected async archived(id: string, boxNo: string, back: number, lent?: readonly [since: number, due: number]): Promise<void> {
    const place = {
      archiveDate: this.dateIn(-back),
      location: "法务档案室",
      boxNo,
      copies: 2,
      paperFlag: "Y",
      keeperId: this.legal.userId,
    };
    await this.on(id, "doArchive", place, this.legal, back);
    if (!lent) return;
    const [kept] = await this.rows("SrmCctArchive", { contractId: [id] });
    const loan = { borrowerId: this.people.buyer.userId, purpose: "核对付款条款", dueBack: this.dateIn(-lent[1]) };
    await this.act("SrmCctArchive", "doBorrow", kept!["id"], loan, this.legal, lent[0]);
  }

  /** So much of the assets is accepted; the acceptance is approved, or waits. */
  protected async accepted(id: string, qty: string, back: number, isDone: boolean): Promise<void> {
    const { buyer, chief } = this.people;
    const { acceptanceId } = await this.on(id, "doAssetAcceptance", { acceptDate: this.dateIn(-back) }, buyer, back);
    const entity = "SrmCctAssetAcceptance";
    const doc = (await this.kernel.finder.byId(this.kernel.declared.entity(entity), String(acceptanceId), chief)) as Row;
    const fileIds = await this.paper("acceptance.pdf", ["Acceptance of assets"], buyer.userId, this.dayAgo(back));
    const lines = (doc["lines"] as Row[]).map((line) => ({ ...line, qty, assetNo: `ZC-${qty}`, location: "二号产线" }));
    const accepterIds = [buyer.userId, this.people.requester.userId];
    await this.act(entity, "saveOrUpdate", doc["id"], { versionNum: doc["versionNum"], lines, fileIds, accepterIds }, buyer, back);
    await this.act(entity, "doSubmit", doc["id"], {}, buyer, back);
    if (isDone) await this.decide(doc["id"], chief, { back: back - 1 });
  }

  protected dayAgo = (back: number): Date => new Date(this.now().getTime() - msOf({ days: Math.max(0, back) }));
}
