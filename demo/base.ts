import type { Kernel } from "#kernel/server/kernel.ts";
import { Cast, type Row } from "./cast.ts";

/** Code, names, parent, kind, importance. */
const categories: readonly (readonly [code: string, cn: string, en: string, parent: string | null, kind: string, importance: string])[] = [
  ["10", "金属材料", "Metals", null, "DIRECT", "STRATEGIC"],
  ["1001", "钣金件", "Sheet metal parts", "10", "DIRECT", "LEVERAGE"],
  ["1002", "紧固件", "Fasteners", "10", "DIRECT", "ROUTINE"],
  ["1003", "轴承", "Bearings", "10", "DIRECT", "BOTTLENECK"],
  ["20", "电子电气", "Electrics", null, "DIRECT", "STRATEGIC"],
  ["2001", "电机", "Motors", "20", "DIRECT", "STRATEGIC"],
  ["2002", "线缆", "Cables", "20", "DIRECT", "LEVERAGE"],
  ["30", "包装材料", "Packaging", null, "DIRECT", "ROUTINE"],
  ["3001", "纸箱", "Cartons", "30", "DIRECT", "ROUTINE"],
  ["40", "备件耗材", "Spares and consumables", null, "MRO", "ROUTINE"],
  ["4001", "劳保用品", "Safety wear", "40", "MRO", "ROUTINE"],
  ["50", "服务", "Services", null, "SERVICE", "ROUTINE"],
  ["5001", "物流运输", "Transport", "50", "SERVICE", "LEVERAGE"],
];

/** Category, names, specification, brand, unit, kind. Brands are invented. */
const items: readonly (readonly [category: string, cn: string, en: string, spec: string, brand: string, uom: string, type: string])[] = [
  ["1001", "控制柜外壳", "Control cabinet housing", "600×800×250 mm，2.0 mm 冷轧板", "星铸", "PCS", "SEMI"],
  ["1001", "安装支架", "Mounting bracket", "L 型 120×80 mm，镀锌", "星铸", "PCS", "SEMI"],
  ["1002", "内六角螺栓", "Socket head bolt", "M8×20 12.9 级", "固远", "EA", "RAW"],
  ["1002", "六角螺母", "Hex nut", "M8 8 级", "固远", "EA", "RAW"],
  ["1003", "深沟球轴承", "Deep groove ball bearing", "6204-2RS", "恒转", "EA", "RAW"],
  ["1003", "圆锥滚子轴承", "Tapered roller bearing", "30206", "恒转", "EA", "RAW"],
  ["2001", "伺服电机", "Servo motor", "750 W 220 V 带制动", "驰能", "SET", "RAW"],
  ["2001", "三相异步电机", "Three-phase motor", "2.2 kW 380 V", "驰能", "SET", "RAW"],
  ["2002", "控制电缆", "Control cable", "RVVP 4×0.75", "通盛", "M", "RAW"],
  ["3001", "五层瓦楞纸箱", "Five-layer carton", "600×400×400 mm", "丰和", "PCS", "PACK"],
  ["4001", "防护手套", "Protective gloves", "丁腈 L 码", "安固", "PAIR", "MRO"],
  ["5001", "干线运输", "Line haul", "苏州至东莞 9.6 米", "", "TIME", "SERVICE"],
];

/** What a motor is described by beyond its name. */
const motorAttributes = [
  {
    attrCode: "POWER",
    attrName: "功率（kW）",
    attrNameEn: "Power (kW)",
    attrType: "NUMBER",
    requiredFlag: "N",
    useIn: ["ITEM", "INQUIRY"],
    seqNum: 10,
  },
  {
    attrCode: "VOLTAGE",
    attrName: "电压",
    attrNameEn: "Voltage",
    attrType: "TEXT",
    requiredFlag: "N",
    useIn: ["ITEM"],
    seqNum: 20,
  },
];

const node = (nodeSeq: number, nodeType: string, proportion: string, more: Row) => ({
  nodeSeq,
  nodeType,
  proportion,
  dueMode: "DAYS_AFTER",
  days: 0,
  ...more,
});

/** How the company pays. */
const terms: readonly (readonly [code: string, cn: string, en: string, nodes: readonly Row[]])[] = [
  ["NET60", "票后60天", "60 days after invoice", [node(1, "INVOICE", "100", { days: 60 })]],
  [
    "P30-I70",
    "预付30%，票后60天70%",
    "30 % prepaid, 70 % 60 days after invoice",
    [node(1, "PREPAY", "30", {}), node(2, "INVOICE", "70", { days: 60 })],
  ],
  [
    "P30-I60-W10",
    "设备采购 3-6-1",
    "Equipment 3-6-1",
    [
      node(1, "PREPAY", "30", { guaranteeFlag: "Y" }),
      node(2, "INVOICE", "60", { days: 60 }),
      node(3, "WARRANTY", "10", { dueMode: "MONTHS_AFTER", days: null, months: 12 }),
    ],
  ],
  ["EOM30", "月结30天", "End of month plus 30 days", [node(1, "STATEMENT", "100", { dueMode: "MONTH_END", months: 0, days: 30 })]],
];

/** What the demonstration's company buys, pays by, and tells its suppliers. */
export const demoBase = (kernel: Kernel, now: () => Date): Promise<void> => new Base(kernel, now).found();

class Base extends Cast {
  #orgs = new Map<string, string | null>();
  #people = new Map<string, string | null>();
  readonly #categories = new Map<string, string>();

  async found(): Promise<void> {
    this.#orgs = await this.#ids("BaseOrganization", "orgCode", ["STAR", "BU-E", "BU-S", "INV-E1", "INV-E2", "INV-S1"]);
    this.#people = await this.#ids("BaseUsers", "userName", ["buyer.east01", "buyer.south01", "planner01", "warehouse01"]);
    await this.#makeCategories();
    await this.#makeItems();
    await this.#makeRates();
    await this.#makeTerms();
    await this.#makeDoors();
    await this.#makeStores();
    await this.#makePath();
    await this.#makeNotices();
  }

  async #ids(entity: string, key: string, values: readonly string[]): Promise<Map<string, string | null>> {
    return new Map(await Promise.all(values.map(async (value) => [value, await this.idOf(entity, key, value)] as const)));
  }

  #save(entity: string, input: Row): Promise<Row> {
    return this.act(entity, "saveOrUpdate", undefined, input);
  }

  async #makeCategories(): Promise<void> {
    for (const [categoryCode, categoryName, categoryNameEn, parent, purchaseKind, importanceLevel] of categories) {
      const buyer = (org: string, name: string) => ({
        orgId: this.#orgs.get(org),
        buyerId: this.#people.get(name),
        buyerRole: "EXECUTION",
        primaryFlag: "Y",
        startDate: "2026-01-01",
      });
      const buyers = parent === null ? [buyer("BU-E", "buyer.east01"), buyer("BU-S", "buyer.south01")] : [];
      const attributes = categoryCode === "2001" ? motorAttributes : [];
      const made = await this.#save("SrmBasePurchaseCategory", {
        categoryCode,
        categoryName,
        categoryNameEn,
        parentId: parent ? this.#categories.get(parent) : null,
        purchaseKind,
        importanceLevel,
        aslRequired: purchaseKind === "DIRECT" ? "Y" : "N",
        defaultTaxRate: purchaseKind === "SERVICE" ? "T9" : "T13",
        buyers,
        attributes,
      });
      this.#categories.set(categoryCode, String(made["id"]));
    }
  }

  /** Materials, most released, one frozen, with what each plant knows of them. */
  async #makeItems(): Promise<void> {
    for (const [i, [category, itemName, itemNameEn, specification, brandName, primaryUom, itemType]] of items.entries()) {
      const box =
        primaryUom === "EA"
          ? { purchaseUom: "BOX", uoms: [{ originalUnit: "BOX", targetUnit: "EA", convertRate: "100", startDate: "2026-01-01" }] }
          : {};
      const made = await this.#save("SrmBaseItem", {
        itemName,
        itemNameEn,
        specification,
        brandName,
        categoryId: this.#categories.get(category),
        itemType,
        primaryUom,
        ...box,
      });
      if (i < items.length - 1) await this.act("SrmBaseItem", "doSubmit", String(made["id"]), {});
      for (const [at, org] of ["INV-E1", "INV-S1"].entries())
        if (itemType !== "SERVICE")
          await this.#save("SrmBaseItemOrg", {
            itemId: made["id"],
            orgId: this.#orgs.get(org),
            buyerId: (i + at) % 4 === 0 ? null : this.#people.get(at === 0 ? "buyer.east01" : "buyer.south01"),
            plannerId: this.#people.get("planner01"),
            leadTimeDays: 7 + (i % 5) * 3,
            moq: String(10 * (1 + (i % 3))),
            mpq: "10",
            overReceiveTolerance: "3",
          });
      if (i === 5) await this.act("SrmBaseItem", "doFreeze", String(made["id"]), { freezeReason: "供应商变更未完成" });
    }
  }

  /** Two months of rates; the pound is left to grow stale. */
  async #makeRates(): Promise<void> {
    for (const [fromCurrency, rate] of [
      ["USD", 7.1],
      ["EUR", 7.75],
      ["HKD", 0.912],
      ["GBP", 9.05],
    ] as const)
      for (let back = 0; back < 60; back += fromCurrency === "GBP" ? 20 : 7)
        await this.#save("SrmBaseExchangeRate", {
          rateType: "CORPORATE",
          fromCurrency,
          toCurrency: "CNY",
          effectiveDate: this.dateIn(-back - (fromCurrency === "GBP" ? 12 : 0)),
          rate: (rate * (1 + (back % 5) / 500)).toFixed(4),
        });
    await this.#save("SrmBaseExchangeRate", {
      rateType: "CORPORATE",
      fromCurrency: "CNY",
      toCurrency: "JPY",
      effectiveDate: this.dateIn(-3),
      rate: "20.5",
    });
  }

  async #makeTerms(): Promise<void> {
    for (const [termCode, termName, termNameEn, nodes] of terms) {
      const made = await this.#save("SrmBasePaymentTerm", {
        termCode,
        termName,
        termNameEn,
        applyScope: ["ORDER", "CONTRACT", "AGREEMENT", "SUPPLIER"],
        paymentMethod: "TT",
        nodes,
      });
      await this.act("SrmBasePaymentTerm", "doEnabled", String(made["id"]), {});
    }
  }

  /** Where goods are brought. */
  async #makeDoors(): Promise<void> {
    const suzhou = await this.idOf("SrmBaseDistrict", "districtCode", "320500");
    const dongguan = await this.idOf("SrmBaseDistrict", "districtCode", "441900");
    for (const [deliveryCode, [deliveryName, deliveryNameEn], org, districtId, [address, addressEn]] of [
      ["DE1", ["苏州一厂收货口", "Suzhou plant 1, receiving"], "INV-E1", suzhou, ["星环路 88 号 3 号门", "Gate 3, 88 Xinghuan Road"]],
      ["DS1", ["东莞工厂收货口", "Dongguan plant, receiving"], "INV-S1", dongguan, ["云启大道 16 号", "16 Yunqi Avenue"]],
    ] as const)
      await this.#save("SrmBaseDeliveryInfo", {
        deliveryCode,
        deliveryName,
        deliveryNameEn,
        orgId: this.#orgs.get(org),
        districtId,
        address,
        addressEn,
        consignee: "仓管员",
        consigneeEn: "Warehouse keeper",
        consigneePhone: "0512-00000000",
        dockCount: 4,
        appointmentFlag: "Y",
        defaultFlag: "Y",
        openHours: { mon: [["08:00", "17:00"]], sat: [["08:00", "12:00"]] },
        unloadingNote: "请佩戴安全帽",
        unloadingNoteEn: "Wear a helmet",
      });
  }

  /** Where goods lie, and which plant receives for which unit. */
  async #makeStores(): Promise<void> {
    for (const [storageCode, storageName, storageNameEn, storageType] of [
      ["WH01", "原材料仓", "Raw materials", "NORMAL"],
      ["WH02", "待检仓", "Inspection", "INSPECT"],
      ["WH09", "不良品仓", "Rejects", "REJECT"],
    ] as const)
      await this.#save("SrmBaseStorageLocation", {
        orgId: this.#orgs.get("INV-E1"),
        storageCode,
        storageName,
        storageNameEn,
        storageType,
        keeperId: this.#people.get("warehouse01"),
        locators: ["A-01", "A-02", "B-01"].map((locatorCode) => ({
          locatorCode,
          locatorName: `${storageName} ${locatorCode}`,
          locatorNameEn: `${storageNameEn} ${locatorCode}`,
        })),
      });
    for (const [source, target] of [
      ["BU-E", "INV-E1"],
      ["BU-E", "INV-E2"],
      ["BU-S", "INV-S1"],
    ] as const)
      await this.#save("SrmBaseOrganizationRelation", {
        relationType: "PUR_RECV",
        sourceOrgId: this.#orgs.get(source),
        targetOrgId: this.#orgs.get(target),
        defaultFlag: target.endsWith("1") ? "Y" : "N",
        startDate: "2020-01-01",
      });
  }

  async #makePath(): Promise<void> {
    const path = await this.#save("SrmBaseProcessTemplate", {
      templateCode: "STD",
      templateName: "标准引入路径",
      templateNameEn: "Standard onboarding",
      bizScope: "INTRODUCE",
      effectiveFrom: "2026-01-01",
      nodes: [
        ["REGISTER", 10],
        ["QUESTIONNAIRE", 20],
        ["QUALIFY_CENSOR", 20],
        ["LOCALE_INSPECT", 30],
        ["SAMPLE_TRIAL", 40],
        ["AGREEMENT_SIGNING", 50],
        ["QUALIFIED", 60],
      ].map(([nodeCode, nodeSeq]) => ({
        nodeCode,
        nodeSeq,
        requiredType: nodeCode === "QUESTIONNAIRE" ? "OPTIONAL" : "MUST",
        slaDays: 10,
        allowConcession: "N",
      })),
    });
    await this.act("SrmBaseProcessTemplate", "doEnabled", String(path["id"]), {});
  }

  async #makeNotices(): Promise<void> {
    for (const [title, titleEn, noticeType, audience, content] of [
      [
        "供应商行为准则（2026 版）",
        "Supplier code of conduct 2026",
        "POLICY",
        "ALL",
        "<h3>总则</h3><p>请各合作伙伴遵守诚信、环保与安全要求。</p><ul><li>不得行贿</li><li>不得使用童工</li></ul>",
      ],
      ["年末盘点收货安排", "Receiving during the year-end stocktake", "HOLIDAY", "ALL_SUPPLIER", "<p>12 月 30 日至 31 日暂停收货。</p>"],
      ["系统维护通知", "System maintenance", "MAINTENANCE", "PUBLIC", "<p>本周日 02:00 至 04:00 系统维护。</p>"],
    ] as const) {
      const made = await this.#save("SrmBaseNotice", {
        title,
        titleEn,
        noticeType,
        audience,
        content,
        orgId: this.#orgs.get("STAR"),
        topFlag: noticeType === "POLICY" ? "Y" : "N",
      });
      await this.act("SrmBaseNotice", "publish", String(made["id"]), {});
    }
  }
}
