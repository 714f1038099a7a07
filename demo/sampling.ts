import type { Me } from "#kernel/entity.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Cast, type Row } from "./cast.ts";

const trial = "SrmSlcSampleTrial";
const tryout = "SrmSlcBatchTryout";
const signing = "SrmSlcAgreementSigning";

const tests = [
  { testItem: "孔径 mm", standard: "图纸 A3", lowerLimit: "9.95", upperLimit: "10.05" },
  { testItem: "镀层厚度 μm", standard: "镀锌 ≥ 8", lowerLimit: "8" },
  { testItem: "外观", standard: "无毛刺、无锈点" },
];

const quality = [
  "本协议适用于乙方向甲方供应的全部产品。",
  "1. 来料检验按 GB/T 2828.1 抽样，接收质量限 {{aql}}。",
  "2. 不合格批由乙方在 3 个工作日内处理。",
  "3. 退货期限为收到通知后 {{days}} 天。",
  "4. 乙方变更材料或工艺须提前 90 天书面通知。",
].join("\n");
const nda = "1. 双方对图纸、价格与样品信息保密。\n2. 保密期限自签署之日起 3 年。\n3. 违约方赔偿由此造成的损失。";
const integrity = "1. 双方不得以任何形式给付或收受不正当利益。\n2. 违反者终止合作并列入黑名单。";

/** Samples, small batches and agreements of the demonstration's company, each in another state; nothing while it has no suppliers. */
export async function demoSampling(kernel: Kernel, now: () => Date): Promise<void> {
  await new Trials(kernel, now).run();
}

class Trials extends Cast {
  readonly #responsibilities = new Map<string, string>();
  #users: readonly Row[] = [];

  #person(userName: string): string {
    return String(this.#users.find((user) => user["userName"] === userName)!["id"]);
  }
  /** Somebody of the supplier. */
  async #vendor(supplierId: string): Promise<Me> {
    const account = this.#users.find((user) => user["supplierId"] === supplierId)!;
    return this.kernel.permits.me({
      userId: account["id"],
      responsibilityId: this.#responsibilities.get("SUP_ADMIN")!,
      supplierId,
      language: "CN",
    });
  }

  async run(): Promise<void> {
    for (const responsibility of await this.rows("BaseResponsibility"))
      this.#responsibilities.set(String(responsibility["respCode"]), String(responsibility["id"]));
    this.#users = await this.rows("BaseUsers");
    // A supplier with an account speaks for itself, and somebody can sign in and look.
    const hasAccount = (row: Row) => this.#users.some((user) => user["supplierId"] === row["id"]);
    const suppliers = (await this.rows("SrmSupInfo")).filter(
      (row) => row["infoStatus"] === "EFFECTIVE" && !["BLACKLISTED", "QUIT", "MERGED"].includes(row["supStatus"]) && hasAccount(row),
    );
    const inOrder = suppliers.toSorted((a, b) => String(a["supplierCode"]).localeCompare(String(b["supplierCode"])));
    const known = inOrder.map((row) => String(row["id"]));
    if (known.length === 0) return;
    const at = (i: number): string => known[i % known.length]!;
    await this.#samples(at);
    await this.#batches(at);
    const contacts = await this.rows("SrmSupContact");
    for (const [i, make] of [this.#returned, this.#waiting, this.#assisted, this.#eSigned, this.#signed].entries()) {
      const supplierId = at(i < 3 ? 0 : i - 3);
      const contact = contacts.find((row) => row["supplierId"] === supplierId);
      if (contact) await make.call(this, supplierId, String(contact["id"]));
    }
  }

  async #goods(): Promise<{ readonly orgId: string; readonly addressId: string; readonly item: (name: string) => Row }> {
    const [orgs, addresses, items] = await Promise.all([
      this.rows("BaseOrganization"),
      this.rows("SrmBaseDeliveryInfo"),
      this.rows("SrmBaseItem"),
    ]);
    const item = (name: string) => items.find((row) => row["itemName"] === name) ?? items[0]!;
    return { orgId: String(orgs.find((org) => org["orgCode"] === "BU-E")!["id"]), addressId: String(addresses[0]!["id"]), item };
  }

  async #samples(at: (i: number) => string): Promise<void> {
    const { orgId, addressId, item } = await this.#goods();
    const [buyer, engineer] = await Promise.all([this.as("sourcing01", "SOURCING"), this.as("quality01", "QUALITY")]);
    const ask = async (supplierId: string, name: string, sampleQty: string, sendDueDate: string): Promise<string> => {
      const { id: itemId, primaryUom } = item(name);
      const made = await this.act(
        trial,
        "saveOrUpdate",
        undefined,
        {
          supplierId,
          orgId,
          sendDueDate,
          receiveAddressId: addressId,
          contactId: this.#person("quality01"),
          feeBearer: "SHARED",
          sampleFee: "600",
          currency: "CNY",
          refundRule: "首批订单满 5 万元返还",
          lines: [{ itemId, sampleQty, uom: primaryUom, drawingVersion: "A3", requirement: "随附材质证明与自检报告", tests }],
        },
        buyer,
      );
      return made["id"];
    };
    const sent = async (id: string) => this.act(trial, "doSend", id, {}, buyer);
    const dispatched = async (id: string, vendor: Me): Promise<Row> => {
      await sent(id);
      const doc = await this.act(trial, "doSupplierConfirm", id, { supplierRemark: "按期寄出" }, vendor);
      const values = doc["lines"][0].tests.map((test: Row, i: number) => ({
        testId: test["id"],
        supplierValue: ["10.01", "9.2", "合格"][i],
      }));
      return this.act(trial, "doDispatch", id, { carrier: "速达快运", trackingNo: `SD${id.slice(-6).toUpperCase()}`, values }, vendor);
    };
    const tested = async (id: string, vendor: Me, measured: readonly (string | null)[]): Promise<void> => {
      const [line] = (await dispatched(id, vendor))["lines"];
      await this.act(trial, "doReceive", id, { lines: [{ lineId: line.id, receivedQty: line.sampleQty }] }, engineer);
      const given = line.tests.map((test: Row, i: number) => ({
        testId: test["id"],
        measuredValue: measured[i] ?? null,
        judge: i === 2 && measured[i] ? "OK" : null,
      }));
      await this.act(trial, "doTest", id, { tests: given }, engineer);
    };
    const ended = async (id: string, result: string, resultDesc: string | null): Promise<void> => {
      await this.act(trial, "doSubmit", id, { result, resultDesc }, engineer);
      await this.decide(id, await this.as("lead.buyer", "PUR_MANAGER"));
    };
    const [first, second, third] = await Promise.all([0, 1, 2].map((i) => this.#vendor(at(i))));
    const failed = await ask(at(0), "安装支架", "5", this.dateIn(5));
    await tested(failed, first!, ["10.12, 10.08", "8.6", "无毛刺"]);
    await ended(failed, "FAIL", "孔径超差，最大 10.12");
    const again = await this.act(trial, "doNextRound", failed, {}, buyer);
    await tested(String(again["nextId"]), first!, ["10.02, 9.99", "8.9", null]);
    await sent(await ask(at(0), "控制柜外壳", "2", this.dateIn(12)));
    await dispatched(await ask(at(1), "深沟球轴承", "20", this.dateIn(6)), second!);
    const passed = await ask(at(2), "伺服电机", "1", this.dateIn(8));
    await tested(passed, third!, ["10.00", "9.4", "完好"]);
    await ended(passed, "PASS", null);
    await ask(at(1), "控制电缆", "50", this.dateIn(20));
  }

  async #batches(at: (i: number) => string): Promise<void> {
    const { orgId, item } = await this.#goods();
    const [buyer, engineer] = await Promise.all([this.as("sourcing01", "SOURCING"), this.as("quality01", "QUALITY")]);
    const plan = async (supplierId: string, name: string, planQty: string): Promise<Row> => {
      const { id: itemId, primaryUom } = item(name);
      const lines = [{ itemId, planQty, uom: primaryUom }];
      const head = {
        supplierId,
        orgId,
        planStart: this.dateIn(-10),
        planEnd: this.dateIn(40),
        ownerId: this.#person("sourcing01"),
        productLine: "装配二线",
      };
      return this.act(tryout, "saveOrUpdate", undefined, { ...head, trialAmountLimit: "80000", lines }, buyer);
    };
    const begun = async (doc: Row): Promise<string> => {
      await this.act(tryout, "doSubmit", doc["id"], {}, buyer);
      await this.decide(doc["id"], await this.as("lead.buyer", "PUR_MANAGER"));
      return doc["lines"][0].id;
    };
    const filled = (doc: Row, lineId: string, [receivedQty, okQty, concessionQty, ngQty]: readonly string[], defectDesc: string) =>
      this.act(tryout, "doFillResult", doc["id"], { lines: [{ lineId, receivedQty, okQty, concessionQty, ngQty, defectDesc }] }, engineer);
    const short = await plan(at(0), "安装支架", "500");
    const line = await begun(short);
    await this.act(tryout, "linkOrder", short["id"], { lineId: line, orderNo: "PO-TRIAL-0001" }, buyer);
    await filled(short, line, ["500", "470", "3", "27"], "边缘毛刺 21 件，孔位偏移 6 件");
    const good = await plan(at(2), "伺服电机", "40");
    await filled(good, await begun(good), ["40", "39", "1", "0"], "外壳轻微划痕 1 件");
    await this.act(tryout, "doSubmitResult", good["id"], { result: "PASS" }, engineer);
    await this.decide(good["id"], await this.as("lead.buyer", "PUR_MANAGER"));
    const waiting = await plan(at(1), "深沟球轴承", "2000");
    await this.act(tryout, "doSubmit", waiting["id"], {}, buyer);
  }

  async #drawn(supplierId: string, supplierContactId: string, details: readonly Row[], submit = true): Promise<Row> {
    const buyer = await this.as("sourcing01", "SOURCING");
    const { orgId } = await this.#goods();
    const term = { validFrom: this.dateIn(0), validTo: this.dateIn(730) };
    const made = await this.act(
      signing,
      "saveOrUpdate",
      undefined,
      { supplierId, orgId, supplierContactId, dueDate: this.dateIn(14), details: details.map((detail) => ({ ...term, ...detail })) },
      buyer,
    );
    return submit ? this.act(signing, "doSubmit", made["id"], {}, buyer) : made;
  }
  #texts(): Readonly<Record<"quality" | "nda" | "integrity", Row>> {
    const variables = [
      { name: "aql", value: "0.65" },
      { name: "days", value: "7" },
    ];
    return {
      quality: {
        agreementType: "QUALITY",
        agreementName: "质量保证协议",
        content: quality,
        variables,
        signMode: "ESIGN",
        supplierEditable: "Y",
      },
      nda: { agreementType: "NDA", agreementName: "保密协议", content: nda, signMode: "CLICK" },
      integrity: { agreementType: "INTEGRITY", agreementName: "廉洁协议", content: integrity, signMode: "CLICK", autoRenew: "Y" },
    };
  }
  async #confirmed(doc: Row, supplierId: string): Promise<void> {
    const vendor = await this.#vendor(supplierId);
    for (const detail of doc["details"])
      await this.act(signing, "doSupplierMark", doc["id"], { detailId: detail.id, stand: "AGREED" }, vendor);
    await this.act(signing, "doSupplierConfirm", doc["id"], {}, vendor);
    await this.decide(doc["id"], await this.as("lead.buyer", "PUR_MANAGER"));
  }

  /** Edited by the supplier and sent back: the owner sees version 2. */
  async #returned(supplierId: string, contactId: string): Promise<void> {
    const texts = this.#texts();
    const doc = await this.#drawn(supplierId, contactId, [texts.quality, texts.nda]);
    const vendor = await this.#vendor(supplierId);
    const entry = doc["details"].find((detail: Row) => detail["agreementType"] === "QUALITY");
    const content = String(entry.content).replace("7 天", "15 天").replace("提前 90 天", "提前 60 天");
    await this.act(signing, "doSupplierEdit", doc["id"], { detailId: entry.id, content, supplierRemark: "运输周期较长" }, vendor);
    await this.act(signing, "doSubmitInternal", doc["id"], { supplierOpinion: "退货与变更通知期限请酌情调整" }, vendor);
  }
  async #waiting(supplierId: string, contactId: string): Promise<void> {
    const texts = this.#texts();
    await this.#drawn(supplierId, contactId, [texts.quality, texts.integrity]);
  }
  async #assisted(supplierId: string, contactId: string): Promise<void> {
    const texts = this.#texts();
    await this.#drawn(supplierId, contactId, [
      { ...texts.nda, assistUserId: this.#person("legal01") },
      { ...texts.quality, assistUserId: this.#person("quality01") },
    ]);
  }
  async #eSigned(supplierId: string, contactId: string): Promise<void> {
    const texts = this.#texts();
    await this.#confirmed(await this.#drawn(supplierId, contactId, [texts.quality, texts.nda]), supplierId);
  }
  async #signed(supplierId: string, contactId: string): Promise<void> {
    const texts = this.#texts();
    const ending = { validFrom: this.dateIn(-340), validTo: this.dateIn(25) };
    await this.#confirmed(await this.#drawn(supplierId, contactId, [{ ...texts.nda, ...ending }, texts.integrity]), supplierId);
  }
}
