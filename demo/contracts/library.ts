import type { Me } from "#kernel/entity.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Cast, type Row } from "../cast.ts";

/** What legal keeps: clauses with the texts that may stand in their place, and the templates they are bound to. */
export async function demoLibrary(kernel: Kernel, now: () => Date): Promise<void> {
  await new ContractStory(kernel, now).run();
}

interface Wording {
  readonly title: readonly [cn: string, en: string];
  readonly termsClass: string;
  readonly riskLevel: string;
  readonly content: string;
  readonly contentEn: string;
  readonly fallbackJson?: readonly Row[];
  readonly guide?: string;
}

/** The clauses of the library, with the texts that may stand in their place. */
export const wordings: readonly Wording[] = [
  {
    title: ["标的与价格", "Goods and price"],
    termsClass: "OTHER",
    riskLevel: "LOW",
    content: "乙方按本合同明细供货，合同含税总额为${contract.currency} ${contract.amountIncl}（${amountCn}）。${items}",
    contentEn:
      "The Supplier delivers the items of this contract for a total of ${contract.currency} ${contract.amountIncl} including tax. ${items}",
  },
  {
    title: ["付款", "Payment"],
    termsClass: "PAYMENT",
    riskLevel: "MID",
    content: "甲方按下列阶段付款，自收到合格发票后六十日内支付：${stages}",
    contentEn: "The Buyer pays in the following stages, within sixty days of a correct invoice: ${stages}",
    fallbackJson: [
      {
        seq: 1,
        approvalLevel: "MANAGER",
        text: "甲方按下列阶段付款，自收到合格发票后四十五日内支付：${stages}",
        textEn: "The Buyer pays in the following stages, within forty-five days of a correct invoice: ${stages}",
      },
      {
        seq: 2,
        approvalLevel: "LEGAL",
        text: "甲方按下列阶段付款，自收到合格发票后三十日内支付：${stages}",
        textEn: "The Buyer pays in the following stages, within thirty days of a correct invoice: ${stages}",
      },
    ],
    guide: "账期先谈到四十五日；三十日须说明理由。",
  },
  {
    title: ["质量与质保", "Quality and warranty"],
    termsClass: "WARRANTY",
    riskLevel: "MID",
    content: "质保期为验收合格后${contract.warrantyMonths}个月，质保期内的缺陷由乙方免费修理或更换。",
    contentEn:
      "The warranty lasts ${contract.warrantyMonths} months from acceptance. The Supplier repairs or replaces defects free of charge.",
  },
  {
    title: ["违约责任", "Liability"],
    termsClass: "LIABILITY",
    riskLevel: "HIGH",
    content: "逾期交货每日按逾期部分金额的千分之五支付违约金，累计不超过合同总额的百分之二十。",
    contentEn: "For late delivery the Supplier pays 0.5 % of the late amount for each day, up to 20 % of the contract total.",
    fallbackJson: [
      {
        seq: 1,
        approvalLevel: "LEGAL",
        text: "逾期交货每日按逾期部分金额的千分之三支付违约金，累计不超过合同总额的百分之十。",
        textEn: "For late delivery the Supplier pays 0.3 % of the late amount for each day, up to 10 % of the contract total.",
      },
    ],
  },
  {
    title: ["诉讼管辖", "Court"],
    termsClass: "DISPUTE",
    riskLevel: "LOW",
    content: "争议由甲方所在地人民法院管辖。",
    contentEn: "Disputes are decided by the courts at the seat of the Buyer.",
  },
  {
    title: ["仲裁", "Arbitration"],
    termsClass: "DISPUTE",
    riskLevel: "MID",
    content: "争议提交甲方所在地仲裁委员会仲裁。",
    contentEn: "Disputes are settled by the arbitration commission at the seat of the Buyer.",
  },
  {
    title: ["保密", "Confidentiality"],
    termsClass: "CONFIDENTIAL",
    riskLevel: "LOW",
    content: "双方对履行本合同知悉的对方商业秘密保密，期限为合同终止后三年。",
    contentEn: "Each party keeps the other's trade secrets for three years after this contract ends.",
  },
];

const stage = (stageName: string, stageNameEn: string, stageType: string, percent: string, trigger: string, dueDays: number): Row => ({
  ...{ stageName, stageNameEn, stageType, percent, trigger, dueDays },
});

class ContractStory extends Cast {
  async run(): Promise<void> {
    const [legal, chief] = await Promise.all([this.as("legal01", "LEGAL"), this.as("lead.buyer", "PUR_MANAGER")]);
    const clauses = new Map<string, string>();
    for (const wording of wordings) clauses.set(wording.title[0], await this.#clause(wording, legal, chief));
    await this.#templates(clauses, legal, chief);
    await this.#watermarks(legal);
    await this.#drafts(legal);
  }

  async #clause({ title: [title, titleEn], ...more }: Wording, legal: Me, chief: Me): Promise<string> {
    const doc = await this.act("SrmCctTerms", "saveOrUpdate", undefined, { title, titleEn, ...more, ownerId: legal.userId }, legal, 450);
    await this.act("SrmCctTerms", "doSubmit", doc["id"], {}, legal, 449);
    await this.decide(doc["id"], chief, { back: 448 });
    return String(doc["id"]);
  }

  /** The texts that contracts begin with: bought goods once and for a year, small purchases whose text nobody changes, and secrecy alone. */
  async #templates(clauses: ReadonlyMap<string, string>, legal: Me, chief: Me): Promise<void> {
    const bound = (title: string, seq: number, more: Row = {}): Row => ({
      seq,
      termsId: clauses.get(title)!,
      bindType: "FIXED",
      editableFlag: "N",
      ...more,
    });
    const common = {
      textLanguage: "BILINGUAL",
      headText: "甲方：${our.orgName}\n乙方：${supplier.supplierName}\n合同编号：${contract.contractNum}",
      headTextEn: "Buyer: ${our.orgNameEn}\nSupplier: ${supplier.supplierNameEn}\nContract no.: ${contract.contractNum}",
      tailText: "本合同自${contract.effectiveDate}至${contract.expiryDate}有效。",
      tailTextEn: "This contract is valid from ${contract.effectiveDate} to ${contract.expiryDate}.",
    };
    const standard = {
      ...common,
      templateName: "标准采购合同",
      templateNameEn: "Standard purchase contract",
      contractType: "PURCHASE",
      editMode: "CLAUSE",
      defaultStages: [
        stage("预付款", "Advance", "ADVANCE", "30", "SIGN", 10),
        stage("到货款", "On delivery", "DELIVERY", "60", "RECEIPT", 60),
        stage("质保金", "Retention", "WARRANTY", "10", "MANUAL", 30),
      ],
      clauses: [
        bound("标的与价格", 10),
        bound("付款", 20),
        bound("质量与质保", 30, { editableFlag: "Y" }),
        bound("违约责任", 40),
        bound("诉讼管辖", 50, { bindType: "ALTERNATIVE", groupCode: "DISPUTE" }),
        bound("仲裁", 60, { bindType: "ALTERNATIVE", groupCode: "DISPUTE" }),
        bound("保密", 70, { bindType: "OPTIONAL" }),
      ],
    };
    const yearly = {
      ...standard,
      templateName: "年度采购合同",
      templateNameEn: "Annual purchase contract",
      clauses: [...standard.clauses.slice(0, 4), bound("诉讼管辖", 50), bound("保密", 60)],
    };
    const small = {
      ...common,
      templateName: "简易采购合同",
      templateNameEn: "Simplified purchase contract",
      contractType: "PURCHASE",
      editMode: "LOCKED",
      defaultStages: [stage("货款", "Payment", "DELIVERY", "100", "RECEIPT", 60)],
      clauses: [bound("标的与价格", 10), bound("付款", 20), bound("诉讼管辖", 30)],
    };
    const secrecy = {
      ...common,
      templateName: "保密协议",
      templateNameEn: "Non-disclosure agreement",
      contractType: "NDA",
      editMode: "LOCKED",
      clauses: [bound("保密", 10), bound("诉讼管辖", 20)],
    };
    for (const template of [standard, yearly, small, secrecy]) {
      const doc = await this.act("SrmCctTemplate", "saveOrUpdate", undefined, template, legal, 440);
      await this.act("SrmCctTemplate", "doSubmit", doc["id"], {}, legal, 439);
      await this.decide(doc["id"], chief, { back: 438 });
    }
  }

  /** What legal is working on today: a milder liability clause, and a clause that waits for its approval. */
  async #drafts(legal: Me): Promise<void> {
    const [liability] = await this.rows("SrmCctTerms", { title: ["违约责任"] });
    if (liability) await this.act("SrmCctTerms", "newVersion", liability["id"], {}, legal, 2);
    const waiting = await this.act(
      "SrmCctTerms",
      "saveOrUpdate",
      undefined,
      {
        title: "知识产权",
        titleEn: "Intellectual property",
        termsClass: "IP",
        riskLevel: "HIGH",
        ownerId: legal.userId,
        content: "乙方保证供货不侵犯第三方知识产权，并承担由此引起的一切损失。",
        contentEn: "The Supplier warrants that its goods infringe no third-party rights and bears all losses that arise.",
      },
      legal,
      1,
    );
    await this.act("SrmCctTerms", "doSubmit", waiting["id"], {}, legal, 1);
  }

  /** What is drawn across copies: for our people, for suppliers, and one for drafts that is not in use yet. */
  async #watermarks(legal: Me): Promise<void> {
    for (const [name, audience, docKind, textPattern, enabled] of [
      ["内部合同水印", "INSIDE", "ALL", "{org} {user} {time}", true],
      ["供应商合同水印", "SUPP", "ALL", "{supplier} {user} {time} {contractNum}", true],
      ["供应商草稿水印", "SUPP", "DRAFT", "草稿 {supplier} {time}", false],
    ] as const) {
      const made = await this.act("SrmCctWatermark", "saveOrUpdate", undefined, { name, audience, docKind, textPattern }, legal, 430);
      if (enabled) await this.act("SrmCctWatermark", "doEnable", made["id"], {}, legal, 430);
    }
  }
}
