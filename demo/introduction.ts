import type { Me } from "#kernel/entity.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { Cast, type Row } from "./cast.ts";

/** Node, the responsibility that owns it, days. Equal numbers would run side by side. */
type Step = readonly [seq: number, node: string, responsibility: string, days: number, more?: Row];
const paths: readonly (readonly [code: string, cn: string, en: string, scope: string, steps: readonly Step[]])[] = [
  [
    "NEW-DIRECT",
    "生产物料新供应商引入",
    "New supplier of direct material",
    "INTRODUCE",
    [
      [10, "QUALIFY_CENSOR", "SUP_SPECIALIST", 10, { allowConcession: "Y" }],
      [20, "LOCALE_INSPECT", "QUALITY", 20, { passScore: "80", allowConcession: "Y" }],
      [30, "SAMPLE_TRIAL", "QUALITY", 30],
      [40, "BATCH_TRYOUT", "QUALITY", 45],
      [50, "AGREEMENT_SIGNING", "SUP_SPECIALIST", 15],
      [60, "QUALIFIED", "SUP_SPECIALIST", 5],
    ],
  ],
  [
    "EXPAND",
    "扩品类与扩组织",
    "New category or organisation",
    "EXPAND",
    [
      [10, "QUALIFY_CENSOR", "SUP_SPECIALIST", 7],
      [20, "SAMPLE_TRIAL", "QUALITY", 20, { requiredType: "CONDITIONAL", skipCondition: { field: "validCerts", value: "IATF16949" } }],
      [20, "AGREEMENT_SIGNING", "SUP_SPECIALIST", 15],
      [30, "QUALIFIED", "SUP_SPECIALIST", 5],
    ],
  ],
  [
    "QUICK",
    "服务与耗材简易引入",
    "Quick path for services and consumables",
    "QUICK",
    [
      [10, "QUALIFY_CENSOR", "SUP_SPECIALIST", 5],
      [20, "AGREEMENT_SIGNING", "SUP_SPECIALIST", 10, { requiredType: "OPTIONAL" }],
      [30, "QUALIFIED", "SUP_SPECIALIST", 3],
    ],
  ],
];

const scenes: readonly (readonly [code: string, cn: string, en: string, type: string, path: string, more?: Row])[] = [
  ["SC-NEW-D", "生产物料新供应商", "New supplier, direct material", "NEW", "NEW-DIRECT", { purchaseKind: "DIRECT" }],
  ["SC-NEW-M", "耗材新供应商", "New supplier, consumables", "NEW", "QUICK", { purchaseKind: "MRO", defaultValidMonths: 36 }],
  ["SC-NEW-S", "服务新供应商", "New supplier, services", "NEW", "QUICK", { purchaseKind: "SERVICE", defaultValidMonths: 12 }],
  ["SC-EXP-C", "扩品类", "New category", "EXPAND_CATEGORY", "EXPAND"],
  ["SC-EXP-O", "扩组织", "New organisation", "EXPAND_ORG", "EXPAND"],
  ["SC-RETURN", "恢复供货", "Return", "RETURN", "NEW-DIRECT", { priority: 20 }],
  ["SC-CUST", "客户指定", "Customer designated", "CUSTOMER_DESIGNATED", "EXPAND"],
  ["SC-EMG", "紧急引入", "Emergency", "EMERGENCY", "QUICK", { trialQtyLimit: "500", trialAmountLimit: "50000", defaultValidMonths: 6 }],
  ["SC-T2F", "临时转正", "Temporary to formal", "TEMP_TO_FORMAL", "EXPAND"],
];

const requirements: readonly (readonly [code: string, cn: string, en: string, type: string, more: Row])[] = [
  [
    "RQ-LIC",
    "营业执照",
    "Business licence",
    "LICENSE",
    { useAt: ["REGISTER", "QUALIFY", "YEARLY"], warnDays: "90,30", expireAction: "BLOCK_ORDER" },
  ],
  [
    "RQ-ISO9001",
    "质量管理体系认证",
    "Quality management certificate",
    "ISO9001",
    { category: "10", minRemainDays: 60, warnDays: "90,60,30", expireAction: "BLOCK_ORDER", graceDays: 15, useAt: ["QUALIFY", "YEARLY"] },
  ],
  [
    "RQ-ISO14001",
    "环境管理体系认证",
    "Environmental management certificate",
    "ISO14001",
    {
      category: "10",
      warnDays: "90,30",
      useAt: ["QUALIFY", "YEARLY"],
      explainCn: "表面处理工序须在认证范围内",
      explainEn: "Surface treatment must be within its scope",
    },
  ],
  [
    "RQ-ROHS",
    "RoHS 检测报告",
    "RoHS report",
    "ROHS",
    {
      category: "20",
      mustFlag: "N",
      warnDays: "60,30",
      useAt: ["QUALIFY", "YEARLY"],
      explainCn: "近一年内第三方机构出具",
      explainEn: "By a third party within a year",
    },
  ],
  [
    "RQ-AGENT",
    "代理授权书",
    "Agency letter",
    "AGENT_LETTER",
    { supplierType: "AGENT", useAt: ["REGISTER", "QUALIFY"], expireAction: "BLOCK_SOURCING" },
  ],
  [
    "RQ-PERMIT",
    "道路运输经营许可证",
    "Road transport permit",
    "PERMIT",
    { category: "5001", useAt: ["QUALIFY", "YEARLY"], expireAction: "BLOCK_ORDER" },
  ],
  ["RQ-BANK", "开户证明", "Bank proof", "BANK_PROOF", { mustFlag: "N", needNo: "N", needValidity: "N", useAt: ["REGISTER"] }],
];

/** How the demonstration's company introduces suppliers, with introductions in several states. */
export async function demoIntroduction(kernel: Kernel, now: () => Date): Promise<void> {
  await new Introductions(kernel, now).run();
}

class Introductions extends Cast {
  #save(entity: string, input: Row, me?: Me, back = 0): Promise<Row> {
    return this.act(entity, "saveOrUpdate", input["id"], input, me, back);
  }
  async #ids(entity: string, key: string): Promise<Map<string, string>> {
    return new Map((await this.rows(entity)).map((row) => [String(row[key]), String(row["id"])]));
  }

  async run(): Promise<void> {
    const [responsibilities, categories] = await Promise.all([
      this.#ids("BaseResponsibility", "respCode"),
      this.#ids("SrmBasePurchaseCategory", "categoryCode"),
    ]);
    const bound = new Map<string, string>();
    for (const [templateCode, templateName, templateNameEn, bizScope, steps] of paths) {
      const made = await this.#save("SrmBaseProcessTemplate", {
        templateCode,
        templateName,
        templateNameEn,
        bizScope,
        effectiveFrom: "2026-01-01",
        nodes: steps.map(([nodeSeq, nodeCode, responsibility, slaDays, more]) => ({
          nodeSeq,
          nodeCode,
          slaDays,
          ownerRespId: responsibilities.get(responsibility),
          ...more,
        })),
      });
      await this.act("SrmBaseProcessTemplate", "doEnabled", made["id"], {});
      bound.set(templateCode, made["id"]);
    }
    for (const [sceneCode, sceneName, sceneNameEn, sceneType, path, more] of scenes) {
      const made = await this.#save("SrmSlcIntroduceScenes", {
        sceneCode,
        sceneName,
        sceneNameEn,
        sceneType,
        processTemplateId: bound.get(path),
        ...more,
      });
      await this.act("SrmSlcIntroduceScenes", "doEnabled", made["id"], {});
    }
    await this.#save("SrmSlcIntroduceScenes", {
      sceneCode: "SC-MOTOR",
      sceneName: "电机专项引入（拟定）",
      sceneNameEn: "Motors, in draft",
      sceneType: "NEW",
      categoryId: categories.get("2001"),
      processTemplateId: bound.get("NEW-DIRECT"),
    });
    for (const [requireCode, requireName, requireNameEn, certType, { category, ...more }] of requirements) {
      const made = await this.#save("SrmSlcQualificationRequire", {
        requireCode,
        requireName,
        requireNameEn,
        certType,
        categoryId: category ? categories.get(category) : null,
        ...more,
      });
      await this.act("SrmSlcQualificationRequire", "doEnabled", made["id"], {});
    }
    await this.#introductions(categories);
  }

  /** Every state an introduction can be in, by suppliers of the demonstration; one that is not there is passed over. */
  async #introductions(categories: ReadonlyMap<string, string>): Promise<void> {
    const orgs = await this.#ids("BaseOrganization", "orgCode");
    const suppliers = await this.#ids("SrmSupInfo", "shortName");
    const begin = async (
      supplier: string,
      org: string,
      category: string,
      introduceReason: string,
      expectAmount: string,
      back = 0,
    ): Promise<Row | null> =>
      suppliers.has(supplier)
        ? this.#save(
            "SrmSlcQualifyHeader",
            {
              supplierId: suppliers.get(supplier),
              orgId: orgs.get(org),
              introduceReason,
              expectAmount,
              currency: "CNY",
              categories: [{ categoryId: categories.get(category) }],
            },
            undefined,
            back,
          )
        : null;
    await begin("安固", "BU-E", "4001", "华东劳保用品集中采购", "180000");
    for (const review of [
      await begin("鲸落塑业", "BU-E", "1001", "由试用转为钣金件第二来源", "1200000"),
      await begin("通盛线缆", "BU-S", "2002", "线缆国产替代", "900000"),
    ])
      if (review) await this.act("SrmSlcQualifyHeader", "doSendSupplier", review["id"], { dueDate: this.dateIn(10) });
    const wider = await begin("星铸钣金", "BU-N", "1001", "北方工厂投产，扩展供货组织", "2600000", 12);
    if (wider) await this.#concluded(wider, "PASS", "资质齐全有效", 6);
    const motors = await begin("驰能电机", "BU-E", "2001", "伺服电机双来源", "3500000", 95);
    if (motors) {
      await this.#concluded(motors, "PASS", "资质齐全有效", 87);
      for (const [nodeCode, back] of [
        ["LOCALE_INSPECT", 70],
        ["SAMPLE_TRIAL", 48],
        ["BATCH_TRYOUT", 15],
        ["AGREEMENT_SIGNING", 4],
      ] as const) {
        const nodeStatus = nodeCode === "LOCALE_INSPECT" ? "CONDITIONAL" : "PASSED";
        await this.act("SrmSlcIntroduceTrack", "doNode", motors["trackId"], { nodeCode, nodeStatus }, undefined, back);
      }
      await this.#save("SrmSlcQualifiedSupplier", {
        supplierId: motors["supplierId"],
        orgId: motors["orgId"],
        trackId: motors["trackId"],
        summary: "各节点均已通过，现场考察一般项已整改。",
        riskDesc: "关键磁材单一来源",
        conditionDesc: "三个月内补交环境体系认证",
        conditionDueDate: this.dateIn(90),
      });
    }
    const cartons = await begin("丰和包装", "BU-E", "3001", "纸箱降本", "400000", 55);
    if (cartons) await this.#concluded(cartons, "FAIL", "执照副本未年检，产能达不到要求", 41);
    const given = await begin("固远", "BU-E", "1003", "轴承备选来源", "300000");
    if (given) await this.act("SrmSlcQualifyHeader", "doCancel", given["id"], { cancelWhy: "项目暂停，不再引入" });
  }

  /** Judged, submitted and decided by those whose work it is. */
  async #concluded(review: Row, conclusion: "PASS" | "FAIL", conclusionDesc: string, back: number): Promise<void> {
    const word =
      conclusion === "PASS" ? { lineResult: "WAIVED", lineRemark: "本次引入不适用" } : { lineResult: "NG", lineRemark: "未提供" };
    const lines = (review["lines"] as Row[]).map((line) => ({ id: line["id"], ...(line["lineResult"] === "PENDING" ? word : {}) }));
    await this.#save("SrmSlcQualifyHeader", { id: review["id"], lines, conclusion, conclusionDesc }, undefined, back);
    await this.act("SrmSlcQualifyHeader", "doSubmit", review["id"], {}, undefined, back);
    await this.decide(review["id"], await this.as("lead.buyer", "PUR_MANAGER"), { back });
  }
}
