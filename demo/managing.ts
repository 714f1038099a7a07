import type { Me } from "#kernel/entity.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Cast, type Row } from "./cast.ts";
import type { Paper } from "./papers.ts";

const daily = "SrmSlcDailyManage";
const quit = "SrmSlcSupplierQuit";
const blacklist = "SrmSlcSupplierBlacklist";

/** Measures, exits and entries of the blacklist of the demonstration's company, each in another state. */
export async function demoManaging(kernel: Kernel, paper: Paper, now: () => Date): Promise<void> {
  await new Measures(kernel, paper, now).run();
}

class Measures extends Cast {
  #suppliers: readonly Row[] = [];
  #keeper!: Me;
  #chief!: Me;
  readonly #paper: Paper;

  constructor(kernel: Kernel, paper: Paper, now: () => Date) {
    super(kernel, now);
    this.#paper = paper;
  }

  #named = (short: string): string | null =>
    (this.#suppliers.find((supplier) => supplier["shortName"] === short)?.["id"] as string) ?? null;

  /** A measure brought as far as wanted. */
  async #measure(short: string, input: Row, until: "DRAFT" | "APPROVING" | "APPROVED", back = 0): Promise<string | null> {
    const supplierId = this.#named(short);
    if (!supplierId) return null;
    const made = await this.act(daily, "saveOrUpdate", undefined, { supplierId, notifySupplier: "Y", ...input }, this.#keeper, back);
    const id = String(made["id"]);
    if (until !== "DRAFT") await this.act(daily, "doDailyManageSubmit", id, {}, this.#keeper, back);
    if (until === "APPROVED") await this.decide(id, this.#chief, { back });
    return id;
  }

  async run(): Promise<void> {
    this.#suppliers = await this.rows("SrmSupInfo");
    if (this.#suppliers.length === 0) return;
    [this.#keeper, this.#chief] = await Promise.all([this.as("supplier.mgr", "SUP_SPECIALIST"), this.as("lead.buyer", "PUR_MANAGER")]);
    await this.#measures();
    await this.#exits();
    await this.#listed();
  }

  async #measures(): Promise<void> {
    const category = (code: string): Promise<string | null> => this.idOf("SrmBasePurchaseCategory", "categoryCode", code);
    await this.#measure(
      "固远",
      {
        manageType: "FREEZE",
        reasonType: "CERT_EXPIRED",
        reasonDesc: "质量体系证书过期未更新，暂停紧固件新订单",
        startDate: this.dateIn(-3),
        endDate: this.dateIn(30),
        lines: [{ scopeType: "CATEGORY", categoryId: await category("1002"), blockedOps: ["ORDER"] }],
      },
      "APPROVED",
      3,
    );
    await this.#measure(
      "星铸钣金",
      {
        manageType: "FREEZE",
        reasonType: "DELIVERY",
        reasonDesc: "交付准时率连续三个月低于目标，拟限制新寻源",
        startDate: this.dateIn(5),
        endDate: this.dateIn(60),
        lines: [{ scopeType: "ALL", blockedOps: ["SOURCING", "AWARD"] }],
      },
      "APPROVING",
    );
    await this.#measure(
      "远帆物流",
      { manageType: "LEVEL_ADJUST", newLevel: "PREFERRED", reasonType: "PERFORMANCE", reasonDesc: "连续四季度绩效优秀" },
      "APPROVED",
      20,
    );
    const due = this.dateIn(14);
    await this.#measure(
      "鲸落塑业",
      { manageType: "RECTIFY", rectifyDueDate: due, reasonType: "QUALITY", reasonDesc: "托盘尺寸超差，请提交原因分析与纠正措施" },
      "APPROVED",
      2,
    );
    await this.#measure(
      "驰能电机",
      { manageType: "WARN_LETTER", reasonType: "DELIVERY", reasonDesc: "样机交付延迟两周，未提前通知" },
      "APPROVED",
      1,
    );
    await this.#measure(
      "丰和包装",
      { manageType: "INTERVIEW", reasonType: "QUALITY", reasonDesc: "就包装破损约谈", startDate: this.dateIn(3) },
      "DRAFT",
    );
  }

  async #exits(): Promise<void> {
    const leaving = this.#named("丰和包装");
    if (leaving) {
      const made = await this.act(
        quit,
        "saveOrUpdate",
        undefined,
        {
          supplierId: leaving,
          quitScope: "ALL",
          quitType: "ELIMINATED",
          quitReason: "QUALITY",
          quitDate: this.dateIn(20),
          reasonDesc: "包装破损率居高不下",
          transitionPlan: "由鲸落塑业承接衬垫，纸箱转新供应商，库存覆盖六周",
          replaceSupplierId: this.#named("鲸落塑业"),
        },
        this.#keeper,
      );
      await this.act(quit, "doSubmit", String(made["id"]), {}, this.#keeper);
      await this.decide(String(made["id"]), this.#chief);
    }
    const weighed = this.#named("安固");
    if (weighed)
      await this.act(
        quit,
        "saveOrUpdate",
        undefined,
        {
          supplierId: weighed,
          quitScope: "ALL",
          quitType: "VOLUNTARY",
          quitReason: "NO_DEMAND",
          quitDate: this.dateIn(45),
          transitionPlan: "劳保用品改由集团框架供应商提供",
        },
        this.#keeper,
      );
  }

  /** An entry of the list with its evidence, brought as far as wanted. */
  async #entry(input: Row, until: "DRAFT" | "APPROVING" | "EFFECTIVE", back = 0): Promise<void> {
    const proof = await this.#paper(
      "调查结论.pdf",
      ["Finding of the investigation", String(input["uscc"] ?? "")],
      this.#keeper.userId,
      this.now(),
    );
    const whole = {
      direction: "IN",
      scope: "GROUP",
      paymentPolicy: "PAY_UNDISPUTED",
      startDate: this.dateIn(-back),
      fileIds: proof,
      ...input,
    };
    const { id } = await this.act(blacklist, "saveOrUpdate", undefined, whole, this.#keeper, back);
    if (until !== "DRAFT") await this.act(blacklist, "doSubmit", String(id), {}, this.#keeper, back);
    if (until === "EFFECTIVE") await this.decide(String(id), this.#chief, { back });
  }

  async #listed(): Promise<void> {
    const named = (companyName: string, uscc: string, reasonType: string, reasonDesc: string): Row => ({
      companyName,
      uscc,
      reasonType,
      reasonDesc,
    });
    const shadow = named("影子贸易行", "SHADOW-0001", "FRAUD", "冒用他人资质投标，已核实");
    await this.#entry({ ...shadow, permanentFlag: "Y" }, "EFFECTIVE", 200);
    const fog = named("雾港商贸行", "FOGPORT-0002", "BREACH", "中标后两次拒绝签约，造成停线");
    await this.#entry({ ...fog, endDate: this.dateIn(600) }, "EFFECTIVE", 130);
    const sand = named("流沙建材部", "SANDS-0003", "FRAUD", "检测报告与出具机构记录不符");
    await this.#entry({ ...sand, endDate: this.dateIn(1000) }, "APPROVING", 1);
    const weighed = this.#named("旧桥五金");
    if (weighed)
      await this.#entry(
        { supplierId: weighed, reasonType: "BREACH", reasonDesc: "退出后拒绝归还模具，正在取证", endDate: this.dateIn(730) },
        "DRAFT",
      );
  }
}
