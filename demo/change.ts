import type { Me } from "#kernel/entity.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { houseDay } from "#kernel/time.ts";
import { addDays } from "#kernel/days.ts";
import { WarningWatch } from "#modules/supplier/warning.calls.ts";
import { Cast, type Row } from "./cast.ts";

const change = "SrmSupChangeInfo";
const warning = "SrmSupWarning";

/** Requests to change suppliers' files in every state, and what the rules find about the demonstration's suppliers. */
export async function demoChange(kernel: Kernel, now: () => Date): Promise<void> {
  await new Requests(kernel, now).run();
}

class Requests extends Cast {
  #chief!: Me;
  #keeper!: Me;

  async #supplier(short: string): Promise<string | null> {
    const [found] = await this.rows("SrmSupInfo", { shortName: [short], infoStatus: ["EFFECTIVE"] });
    return found ? String(found["id"]) : null;
  }

  async #row(entity: string, supplierId: string): Promise<string | null> {
    return this.idOf(entity, "supplierId", supplierId);
  }

  /** One request with one line or several, brought as far as wanted. */
  async #request(
    me: Me,
    supplierId: string | null,
    changeReason: string,
    lines: readonly (readonly [entity: string, rowId: string | null, fieldKey: string, value: unknown, action?: string])[],
    until: "DRAFT" | "SENT" | "PASSED" | "REJECTED",
    back: number,
    more: Row = {},
  ): Promise<void> {
    if (!supplierId || lines.some(([, rowId]) => rowId === null)) return;
    const made = await this.act(
      change,
      "saveOrUpdate",
      undefined,
      {
        supplierId,
        changeReason,
        lines: lines.map(([entityName, rowId, fieldKey, newValue, rowAction = "UPDATE"]) => ({
          entityName,
          rowId,
          rowAction,
          fieldKey,
          newValue,
        })),
        ...more,
      },
      me,
      back,
    );
    const id = String(made["id"]);
    if (until === "DRAFT" || made["status"] === "EFFECTIVE") return;
    await this.act(change, "doSubmit", id, {}, me, back);
    if (until === "PASSED") await this.decide(id, this.#chief, { back: back - 1 });
    if (until === "REJECTED") await this.decide(id, this.#chief, { no: "请补充厂房租赁合同", back: back - 1 });
  }

  async run(): Promise<void> {
    [this.#keeper, this.#chief] = await Promise.all([this.as("supplier.mgr", "SUP_SPECIALIST"), this.as("lead.buyer", "PUR_MANAGER")]);
    const [whale, star, guyuan, heng] = await Promise.all(
      ["鲸落塑业", "星铸钣金", "固远", "恒转轴承"].map((short) => this.#supplier(short)),
    );
    const in30 = addDays(houseDay(this.now()), 30);
    if (whale) {
      const vendor = await this.as("whalefall", "SUP_ADMIN", whale);
      const [contact, place, account] = await Promise.all(
        ["SrmSupContact", "SrmSupLocation", "SrmSupAccount"].map((entity) => this.#row(entity, whale)),
      );
      await this.#request(vendor, whale, "主营产品更新", [["SrmSupInfo", whale, "mainProducts", "注塑件、吸塑托盘、周转箱"]], "DRAFT", 40);
      await this.#request(
        vendor,
        whale,
        "厂区门牌调整",
        [
          ["SrmSupLocation", place ?? null, "address", "示例园区三号路9号"],
          ["SrmSupLocation", place ?? null, "addressEn", "9 Third Road, Example Park"],
        ],
        "REJECTED",
        20,
      );
      await this.#request(
        vendor,
        whale,
        "增资迁址，并更换销售负责人",
        [
          ["SrmSupInfo", whale, "registeredCapital", "5000000"],
          ["SrmSupInfo", whale, "registeredAddress", "示例市供应商园区 21 号"],
          ["SrmSupContact", contact ?? null, "contactName", "新任销售经理"],
          ["SrmSupContact", contact ?? null, "contactNameEn", "New sales manager"],
          ["SrmSupContact", contact ?? null, "email", "sales.lead@whalefall.example"],
        ],
        "SENT",
        2,
      );
      await this.#request(vendor, whale, "原账户停止使用", [["SrmSupAccount", account ?? null, "enabledFlag", "N", "DISABLE"]], "SENT", 1);
    }
    if (star)
      await this.#request(
        this.#keeper,
        star,
        "集团更名",
        [
          ["SrmSupInfo", star, "groupName", "星铸示例集团"],
          ["SrmSupInfo", star, "shortName", "星铸钣金"],
        ],
        "PASSED",
        10,
        { effectDate: in30 },
      );
    if (guyuan)
      await this.#request(
        this.#keeper,
        guyuan,
        "补录经营范围",
        [["SrmSupInfo", guyuan, "businessScope", "紧固件的生产与销售"]],
        "PASSED",
        15,
      );
    if (heng) await this.#request(this.#keeper, heng, "年度核对", [["SrmSupInfo", heng, "listedFlag", "Y"]], "DRAFT", 1);
    await this.#warnings();
  }

  /** What the rules find, with some of it dealt with. */
  async #warnings(): Promise<void> {
    const watch = new WarningWatch(this.kernel, { now: this.now });
    await watch.certificates();
    for (const row of await this.rows("SrmSupInfo", { infoStatus: ["EFFECTIVE"] }))
      if (!row["mergedIntoId"]) await watch.supplier(row["id"]);
    const open = (await this.rows(warning, { status: ["OPEN"] }))
      .filter((row) => row["warningType"] !== "BANK_CHANGED" && row["severity"] !== "INFO")
      .toSorted((a, b) => (`${a["severity"]}${a["id"]}` < `${b["severity"]}${b["id"]}` ? -1 : 1));
    const until = this.dateIn(45);
    if (open[0])
      await this.act(warning, "doHandle", open[0]["id"], { handleDesc: "已联系供应商，换证审核中", closeFlag: "N" }, this.#keeper);
    if (open[1])
      await this.act(warning, "doIgnore", open[1]["id"], { ignoreUntil: until, ignoreReason: "年度停产检修，下月复核" }, this.#keeper);
    if (open[2]) await this.act(warning, "doHandle", open[2]["id"], { handleDesc: "已补充，处理完毕", closeFlag: "Y" }, this.#keeper);
  }
}
