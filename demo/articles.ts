import type { Kernel } from "#kernel/server/kernel.ts";
import { Cast } from "./cast.ts";

interface Piece {
  readonly category: "HELP" | "POLICY" | "NEWS" | "TRAINING" | "DOWNLOAD";
  readonly audience: "INTERNAL" | "SUPPLIER" | "BOTH" | "PUBLIC";
  readonly title: readonly [cn: string, en: string];
  readonly summary: readonly [cn: string, en: string];
  readonly content: readonly [cn: string, en: string];
  /** Routes of the pages it helps on. */
  readonly menus?: readonly string[];
  /** Published so many days ago; a draft otherwise. */
  readonly back?: number;
  readonly top?: true;
}

const list = (...items: readonly string[]): string => `<ul>${items.map((value) => `<li>${value}</li>`).join("")}</ul>`;
const steps = (...items: readonly string[]): string => `<ol>${items.map((value) => `<li>${value}</li>`).join("")}</ol>`;
const p = (text: string): string => `<p>${text}</p>`;

/** What the company has written for its own people and for its suppliers. */
const pieces: readonly Piece[] = [
  {
    category: "HELP",
    audience: "PUBLIC",
    back: 60,
    top: true,
    title: ["供应商注册指南", "How to register as a supplier"],
    summary: ["四步完成注册：账号、企业、意向、提交。", "Four steps: account, company, preferences, submit."],
    content: [
      p("注册前请准备营业执照、开户许可和联系人信息。") +
        steps(
          "在登录页选择「供应商注册」，验证邮箱和手机。",
          "填写统一社会信用代码；系统会核对校验位，并提示是否已有同一企业。",
          "选择希望供应的品类和联系的采购组织。",
          "上传资料并提交；审核结果会发到您的邮箱。",
        ) +
        p("同一企业已注册时，请让贵公司的管理员邀请您加入，而不要重复注册。"),
      p("Have the business licence, the bank account permit and your contacts ready.") +
        steps(
          "Choose “Register as supplier” on the sign-in page and confirm your e-mail and mobile.",
          "Enter the credit code; its check digit is tested, and a company that is known already is pointed out.",
          "Choose the categories you wish to supply and the organisation you have been in touch with.",
          "Upload the papers and submit; you get the result by e-mail.",
        ) +
        p("If your company is registered already, ask its administrator to invite you instead of registering again."),
    ],
  },
  {
    category: "HELP",
    audience: "SUPPLIER",
    back: 45,
    menus: ["purchaseOrderList3", "purDeliveryNoteList"],
    title: ["订单确认与送货：供应商操作说明", "Confirming orders and shipping: a supplier guide"],
    summary: ["如何答复订单、提出新交期、打印箱码并发货。", "How to answer an order, propose another date, print box labels and ship."],
    content: [
      steps(
        "订单发布后请在确认期限内答复：全部接受，或对单行提出新的交货日期。",
        "提出新日期的行在采购员接受之前不能发货。",
        "在「送货单」的「可发货」中勾选行生成送货单，按每箱数量生成条码。",
        "打印标签贴箱，填写车牌与预计到达时间，然后「发货」。",
      ) + p("到货数量以仓库过账为准；被拒收的货物会在同一送货单上说明原因。"),
      steps(
        "Answer a published order before its deadline: accept it, or propose another day for single rows.",
        "A row with a proposal ships nothing until the buyer has accepted it.",
        "Tick the rows under “Ready to ship” to make a delivery note, then make barcodes by the quantity per box.",
        "Print the labels, enter plate and expected arrival, then ship.",
      ) + p("What counts is what the warehouse posts; refused goods are explained on the same note."),
    ],
  },
  {
    category: "POLICY",
    audience: "BOTH",
    back: 30,
    top: true,
    title: ["廉洁采购与利益冲突申报", "Ethical purchasing and conflicts of interest"],
    summary: ["不收礼、不请托；亲属关系须申报。", "No gifts, no favours; disclose family ties."],
    content: [
      list(
        "员工不得接受供应商的现金、礼券、旅游或超过 200 元的礼品。",
        "与供应商有亲属或投资关系的，须在参与评审前申报并回避。",
        "供应商发现索贿行为，可向法务与审计部举报；举报人受到保护。",
      ) + p("违反规定的供应商将进入黑名单，员工按公司制度处理。"),
      list(
        "Employees accept no cash, vouchers, travel or gifts above 200 yuan from suppliers.",
        "Whoever is related to a supplier or holds a share in it declares this before any evaluation and stands aside.",
        "Suppliers report demands for favours to legal and audit; whoever reports is protected.",
      ) + p("Suppliers who break this are blacklisted; employees are dealt with under the company's rules."),
    ],
  },
  {
    category: "TRAINING",
    audience: "INTERNAL",
    back: 21,
    menus: ["purRequisitionList"],
    title: ["新员工：从申请到收货", "New colleagues: from a request to goods on the shelf"],
    summary: ["用二十分钟走完一遍采购流程。", "A purchase from start to finish in twenty minutes."],
    content: [
      steps(
        "生产经理提交采购申请，采购总监审批。",
        "采购员按协议价转订单；超出协议或计划时系统会说明原因。",
        "供应商确认交期，发货并贴箱码。",
        "仓管员扫码收货并过账；不合格品退货后订单重新等待补货。",
      ) + p("任何按钮变灰时，把鼠标停在上面即可看到「为什么不能」。"),
      steps(
        "A plant manager submits a requisition, the purchasing director approves it.",
        "The buyer turns it into an order at the agreement's price; whatever goes beyond agreement or plan is explained.",
        "The supplier confirms the days, labels the boxes and ships.",
        "The keeper scans and posts; what is sent back leaves the order waiting for its replacement.",
      ) + p("Where a button is grey, rest on it to read why."),
    ],
  },
  {
    category: "NEWS",
    audience: "BOTH",
    back: 6,
    title: ["苏州一厂月末盘点期间收货安排", "Receiving at Suzhou plant 1 while stock is counted"],
    summary: ["每月最后一个工作日停止收货，次日恢复。", "No receipts on the last working day of a month."],
    content: [
      p("苏州一厂每月最后一个工作日盘点，当天停止收货，次日恢复白班收货（8:30–17:00）。") + p("急件请提前两天与收货窗口预约月台。"),
      p(
        "Suzhou plant 1 counts its stock on the last working day of each month and receives nothing that day; from the next one it receives from 8:30 to 17:00.",
      ) + p("For urgent goods book a dock two days ahead."),
    ],
  },
  {
    category: "DOWNLOAD",
    audience: "SUPPLIER",
    title: ["包装与标签规范（修订稿）", "Packaging and labels (under revision)"],
    summary: ["箱码尺寸、贴标位置与托盘高度。", "Label sizes, where they go, height of pallets."],
    content: [
      list("箱标 100 × 60 毫米，贴于长侧面右上角。", "托盘标 100 × 100 毫米，每托两张。", "托盘总高不超过 1.6 米。"),
      list(
        "Box labels of 100 × 60 mm, upper right of the long side.",
        "Pallet labels of 100 × 100 mm, two for each pallet.",
        "Pallets no higher than 1.6 m.",
      ),
    ],
  },
];

/** Articles in both languages: some published, one still being written. */
export async function demoArticles(kernel: Kernel, now: () => Date): Promise<void> {
  await new Articles(kernel, now).run();
}

class Articles extends Cast {
  async run(): Promise<void> {
    const editor = await this.as("msg.admin", "MSG_ADMIN");
    for (const { category, audience, title, summary, content, menus, back, top } of pieces) {
      const written = {
        categoryCode: category,
        audience,
        menuCodes: menus ?? null,
        titleCn: title[0],
        titleEn: title[1],
        summary: summary[0],
        summaryEn: summary[1],
        contentCn: content[0],
        contentEn: content[1],
      };
      const { id } = await this.act("BaseArticle", "saveOrUpdate", undefined, written, editor, (back ?? 0) + 1);
      if (back === undefined) continue;
      await this.act("BaseArticle", "doPublish", id, {}, editor, back);
      if (top) await this.act("BaseArticle", "doTop", id, { topFlag: "Y" }, editor, back);
    }
  }
}
