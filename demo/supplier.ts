import { isCreditCode } from "#kernel/credit-code.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import { bringKeys } from "#modules/supplier/server/keys.ts";
import { Cast, type Row } from "./cast.ts";

interface Maker {
  readonly cn: string;
  readonly en: string;
  readonly short: string;
  readonly nature?: string;
  readonly type: string;
  readonly products: string;
  readonly categories: readonly (readonly [code: string, status: string, org: string | null])[];
  readonly level?: string;
  /** What else is to be told of it. */
  readonly life?: "frozen" | "quit" | "temporary" | "introducing" | "draft" | "suspended";
  readonly certificates?: readonly (readonly [type: string, name: string, from: number, to: number | null])[];
  readonly user?: string;
}

/** Invented companies, each in another place of its life. The first ones are those other demonstrations use. */
const makers: readonly Maker[] = [
  {
    cn: "鲸落塑业有限公司",
    en: "Whalefall Plastics Co., Ltd",
    short: "鲸落塑业",
    type: "MANUFACTURER",
    products: "注塑件、吸塑托盘",
    categories: [
      ["3001", "QUALIFIED", null],
      ["1001", "TRIAL", "BU-E"],
    ],
    level: "PREFERRED",
    user: "whalefall",
    certificates: [
      ["LICENSE", "营业执照", -2000, null],
      ["ISO9001", "质量管理体系认证", -700, 395],
    ],
  },
  {
    cn: "星铸钣金股份有限公司",
    en: "Starcast Sheet Metal Inc.",
    short: "星铸钣金",
    type: "MANUFACTURER",
    products: "机柜、支架、钣金件",
    categories: [
      ["1001", "QUALIFIED", "BU-E"],
      ["1001", "QUALIFIED", "BU-S"],
    ],
    level: "STRATEGIC",
    user: "starcast",
    certificates: [
      ["LICENSE", "营业执照", -3000, null],
      ["ISO9001", "质量管理体系认证", -1050, 45],
      ["ISO14001", "环境管理体系认证", -400, 695],
    ],
  },
  {
    cn: "固远紧固件有限公司",
    en: "Guyuan Fasteners Co., Ltd",
    short: "固远",
    type: "MANUFACTURER",
    products: "螺栓、螺母、垫圈",
    categories: [["1002", "QUALIFIED", null]],
    level: "GENERAL",
    user: "guyuan",
    certificates: [
      ["LICENSE", "营业执照", -1500, null],
      ["ISO9001", "质量管理体系认证", -1100, -12],
    ],
  },
  {
    cn: "恒转轴承有限公司",
    en: "Hengzhuan Bearings Co., Ltd",
    short: "恒转轴承",
    type: "MANUFACTURER",
    products: "深沟球轴承、圆锥滚子轴承",
    categories: [["1003", "QUALIFIED", "BU-E"]],
    level: "GENERAL",
    life: "frozen" as const,
    certificates: [["LICENSE", "营业执照", -900, null]],
  },
  {
    cn: "驰能电机有限公司",
    en: "Chineng Motors Co., Ltd",
    short: "驰能电机",
    type: "MANUFACTURER",
    products: "伺服电机、异步电机",
    categories: [["2001", "TRIAL", "BU-E"]],
    user: "chineng",
    certificates: [
      ["LICENSE", "营业执照", -1200, null],
      ["ISO9001", "质量管理体系认证", -100, 995],
    ],
  },
  {
    cn: "通盛线缆有限公司",
    en: "Tongsheng Cables Co., Ltd",
    short: "通盛线缆",
    type: "MANUFACTURER",
    products: "控制电缆、动力电缆",
    categories: [["2002", "CANDIDATE", "BU-S"]],
    life: "introducing" as const,
    certificates: [["LICENSE", "营业执照", -800, null]],
  },
  {
    cn: "丰和包装有限公司",
    en: "Fenghe Packaging Co., Ltd",
    short: "丰和包装",
    type: "MANUFACTURER",
    products: "瓦楞纸箱、衬垫",
    categories: [["3001", "SUSPENDED", null]],
    life: "suspended" as const,
  },
  {
    cn: "安固劳保用品商行",
    en: "Angu Safety Wear",
    short: "安固",
    type: "TRADER",
    products: "手套、安全帽、工作服",
    categories: [["4001", "CANDIDATE", null]],
  },
  {
    cn: "远帆国际物流有限公司",
    en: "Farsail Logistics Ltd",
    short: "远帆物流",
    type: "LOGISTICS",
    products: "干线运输、报关",
    categories: [["5001", "QUALIFIED", null]],
    level: "GENERAL",
    certificates: [
      ["LICENSE", "营业执照", -600, null],
      ["PERMIT", "道路运输经营许可证", -500, 120],
    ],
  },
  {
    cn: "北辰样件工作室",
    en: "Polaris Prototype Studio Ltd",
    short: "北辰样件",
    nature: "OVERSEAS",
    type: "SERVICE",
    products: "快速样件、三维打印",
    categories: [],
    life: "temporary" as const,
  },
  {
    cn: "旧桥五金厂",
    en: "Oldbridge Hardware Works",
    short: "旧桥五金",
    type: "MANUFACTURER",
    products: "五金冲压件",
    categories: [["1001", "EXITED", null]],
    life: "quit" as const,
  },
  {
    cn: "晨雾精密机械有限公司",
    en: "Morningmist Precision Co., Ltd",
    short: "晨雾精密",
    type: "MANUFACTURER",
    products: "精密加工件",
    categories: [],
    life: "draft" as const,
  },
];

/** Where invented companies sit: real cities of China. */
export const cityCodes = ["330200", "320500", "330100", "320200", "440300", "440600", "370200", "420100", "350200"] as const;

/** What people call a company in English for short. */
export const firstWord = (name: string): string => name.split(" ")[0]!;

interface City {
  readonly name: string;
  readonly nameEn: string;
  readonly at: { readonly provinceId: string; readonly cityId: string };
}

/** A credit code of no real company, with the right last character. */
export function creditCode(n: number): string {
  const body = `9133DEM${String(n).padStart(10, "0")}`;
  return body + [..."0123456789ABCDEFGHJKLMNPQRTUWXY"].find((c) => isCreditCode(body + c))!;
}

/** Suppliers in every place of their life, with addresses, people, accounts, certificates and sites. */
export async function demoSupplier(kernel: Kernel, gate: Gate, password: string, now: () => Date): Promise<void> {
  bringKeys(kernel, gate);
  await new Suppliers(kernel, gate, now).found(password);
}

class Suppliers extends Cast {
  readonly #gate: Gate;
  #cities: readonly City[] = [];
  /** How many days ago it happens; suppliers come one after the other over a year, so that reports have something to tell. */
  #back = 0;

  constructor(kernel: Kernel, gate: Gate, now: () => Date) {
    super(kernel, now);
    this.#gate = gate;
  }

  #act(entity: string, action: string, id: string | undefined, input: Row, by = "demo"): Promise<Row> {
    return this.act(entity, action, id, input, systemMe(by), this.#back);
  }

  async #find(entity: string, filter: Row): Promise<string | null> {
    const { rows } = await this.kernel.finder.list(this.kernel.declared.entity(entity), { ...filter, pageRows: 1 }, systemMe("demo"));
    return rows[0] ? String(rows[0]["id"]) : null;
  }

  async #places(): Promise<readonly City[]> {
    const district = this.kernel.declared.entity("SrmBaseDistrict");
    const { rows } = await this.kernel.finder.list(district, { districtCode: [...cityCodes], pageRows: 50 }, systemMe("demo"));
    return cityCodes.flatMap((code) => {
      const row = rows.find((candidate) => candidate["districtCode"] === code);
      return row && row["districtLevel"] === "CITY"
        ? [
            {
              name: String(row["districtName"]),
              nameEn: String(row["districtNameEn"] ?? ""),
              at: { provinceId: String(row["parentId"]), cityId: String(row["id"]) },
            },
          ]
        : [];
    });
  }

  /** Where a company sits; one from abroad has no city of ours. */
  #seat(maker: Maker, i: number): { readonly at: Row; readonly address: string; readonly addressEn: string } {
    const city = maker.nature === "OVERSEAS" ? undefined : this.#cities[i % this.#cities.length];
    return {
      at: city?.at ?? {},
      address: `${city?.name ?? ""}示例供应商园区 ${i + 1} 号`,
      addressEn: [`${i + 1} Example Supplier Park`, city?.nameEn].filter(Boolean).join(", "),
    };
  }

  async found(password: string): Promise<void> {
    const country = await this.#find("SrmBaseDistrict", { districtCode: ["CN"] });
    const owner = await this.#find("BaseUsers", { userName: ["supplier.mgr"] });
    this.#cities = await this.#places();
    const term = await this.#find("SrmBasePaymentTerm", { status: ["EFFECTIVE"] });
    const bank = await this.#find("SrmBaseBank", {});
    const responsibility = await this.#find("BaseResponsibility", { respCode: ["SUP_ADMIN"] });
    const hash = await this.#gate.passwords.hash(password);
    for (const [i, maker] of makers.entries()) {
      this.#back = maker.life === "draft" ? 0 : 340 - 28 * i;
      const id = await this.#file(maker, i, country, owner);
      if (maker.life === "draft") continue;
      await this.#standing(id, maker);
      this.#back = 0;
      const location = await this.#rows(id, maker, i, country, bank);
      if (term && location) await this.#sites(id, maker, location, term);
      if (maker.user && responsibility) await this.#portal(id, maker, responsibility, hash);
      await this.#life(id, maker);
    }
  }

  async #file(maker: Maker, i: number, country: string | null, owner: string | null): Promise<string> {
    const overseas = maker.nature === "OVERSEAS";
    const seat = this.#seat(maker, i);
    const made = await this.#act("SrmSupInfo", "saveOrUpdate", undefined, {
      supplierName: maker.cn,
      supplierNameEn: maker.en,
      shortName: maker.short,
      supplierNature: maker.nature ?? "MAINLAND",
      ...(overseas ? { taxNo: `PX-77-${1000 + i}` } : { uscc: creditCode(1000 + i) }),
      supplierType: maker.type,
      mainProducts: maker.products,
      legalPerson: "示例法人",
      legalPersonId: `33010019800101${1000 + i}`,
      countryId: country,
      ...seat.at,
      registeredAddress: seat.address,
      companyPhone: `0571-8800${1000 + i}`,
      ownerId: owner,
      registeredCapital: `${(i + 2) * 1_000_000}`,
      capitalCurrency: "CNY",
      establishDate: `20${10 + (i % 10)}-05-18`,
      longTermFlag: "Y",
      employeeCount: 60 + i * 35,
      factoryArea: String(3000 + i * 800),
      annualRevenue: `${(i + 3) * 8_000_000}`,
      revenueYear: "2025",
      ...(maker.life === "temporary"
        ? { tempFlag: "Y", tempReason: "新品样件一次性采购", tempValidTo: this.dateIn(90), tempAmountLimit: "50000" }
        : {}),
      portalFlag: maker.user ? "Y" : "N",
    });
    const id = String(made["id"]);
    if (maker.life !== "draft") await this.#act("SrmSupInfo", "doEstablish", id, { docType: "DEMO", docId: id });
    return id;
  }

  async #standing(id: string, maker: Maker): Promise<void> {
    const source = { docType: "DEMO", docId: id };
    const categories: Row[] = [];
    for (const [code, status, org] of maker.categories)
      categories.push({
        categoryId: await this.#find("SrmBasePurchaseCategory", { categoryCode: [code] }),
        orgId: org ? await this.#find("BaseOrganization", { orgCode: [org] }) : null,
        categoryStatus: status,
        gradeLevel: maker.level ?? null,
        ...(status === "QUALIFIED" ? { validTo: this.dateIn(400) } : {}),
        ...(status === "TRIAL" ? { trialQtyLimit: "500", trialAmountLimit: "80000", trialValidTo: this.dateIn(60) } : {}),
      });
    if (categories.length)
      await this.#act("SrmSupInfo", "doGrant", id, { ...source, categories, ...(maker.level ? { level: maker.level } : {}) });
    const certificates = (maker.certificates ?? []).map(([certType, certName, from, to], n) => ({
      certType,
      certName,
      certNo: `DEMO-${certType}-${n + 1}`,
      issuer: "示例认证机构",
      validFrom: this.dateIn(from),
      ...(to === null ? { longTermFlag: "Y" } : { validTo: this.dateIn(to) }),
    }));
    if (certificates.length) await this.#act("SrmSupInfo", "doCertify", id, { ...source, certificates });
  }

  /** Addresses, people, accounts, machines and figures; answers the address its sites stand on. */
  async #rows(id: string, maker: Maker, i: number, country: string | null, bank: string | null): Promise<string | null> {
    const save = (entity: string, input: Row): Promise<Row> => this.#act(entity, "saveOrUpdate", undefined, { supplierId: id, ...input });
    const seat = this.#seat(maker, i);
    const place = await save("SrmSupLocation", {
      locationCode: "L01",
      locationType: ["REGISTERED", "FACTORY"],
      countryId: country,
      ...seat.at,
      address: seat.address,
      addressEn: seat.addressEn,
      primaryFlag: "Y",
    });
    await save("SrmSupContact", {
      contactName: `${maker.short.slice(0, 2)}销售`,
      contactNameEn: `${firstWord(maker.en)} Sales`,
      contactRole: ["SALES", "MANAGER"],
      mobile: `1380000${String(1000 + i)}`,
      email: `sales@${maker.user ?? `demo${i}`}.example`,
      primaryFlag: "Y",
    });
    await save("SrmSupContact", {
      contactName: `${maker.short.slice(0, 2)}质量`,
      contactNameEn: `${firstWord(maker.en)} Quality`,
      contactRole: ["QUALITY", "TECH"],
      email: `quality@${maker.user ?? `demo${i}`}.example`,
    });
    if (bank) {
      const account = await save("SrmSupAccount", {
        accountName: maker.cn,
        accountNo: `62220000${String(10_000_000 + i)}`,
        bankId: bank,
        branchName: "示例支行",
        currency: "CNY",
        primaryFlag: "Y",
      });
      if (i % 4 !== 3)
        await this.#act(
          "SrmSupAccount",
          "doVerify",
          String(account["id"]),
          { method: "BANK_LETTER", record: "银行开户证明核对一致", result: "VERIFIED" },
          "demo.finance",
        );
    }
    if (maker.type === "MANUFACTURER")
      await save("SrmSupDevice", {
        deviceName: "数控加工设备",
        model: `DEMO-${i + 1}`,
        deviceKind: "PRODUCTION",
        qty: 4 + i,
        purchaseYear: "2022",
      });
    await save("SrmSupFinance", {
      fiscalYear: "2025",
      revenue: `${(i + 3) * 8_000_000}`,
      netProfit: `${(i + 1) * 400_000}`,
      totalAssets: `${(i + 5) * 6_000_000}`,
      totalLiabilities: `${(i + 2) * 3_000_000}`,
    });
    if (i < 4) await save("SrmSupBrand", { brandName: maker.short, brandNameEn: firstWord(maker.en), brandRole: "OWN" });
    return place["id"] ? String(place["id"]) : null;
  }

  async #sites(id: string, maker: Maker, locationId: string, termId: string): Promise<void> {
    const orgs = new Set(maker.categories.filter(([, status]) => status === "QUALIFIED").map(([, , org]) => org ?? "BU-E"));
    const accountId = await this.#find("SrmSupAccount", { supplierId: [id], verifyStatus: ["VERIFIED"] });
    for (const [n, code] of [...orgs].entries()) {
      const site = await this.#act("SrmSupSite", "saveOrUpdate", undefined, {
        supplierId: id,
        siteCode: `ST0${n + 1}`,
        siteName: `${maker.short}${code}`,
        siteNameEn: `${firstWord(maker.en)} ${code}`,
        orgId: await this.#find("BaseOrganization", { orgCode: [code] }),
        locationId,
        siteUse: accountId ? ["SOURCING", "PURCHASE", "PAY"] : ["SOURCING", "PURCHASE"],
        currency: "CNY",
        taxRate: "T13",
        termId,
        ...(accountId ? { accountId } : {}),
        invoiceType: "VAT_SPECIAL",
        matchMode: "3WAY",
        statementDay: 25,
        deliveryDays: 3,
      });
      await this.#act("SrmSupSite", "doEnabled", String(site["id"]), {});
    }
  }

  /** The company's administrator in the portal, known by the first contact. */
  async #portal(
    id: string,
    maker: Maker,
    responsibility: string,
    hash: { readonly phc: string; readonly pepperId: string },
  ): Promise<void> {
    const user = await this.#act("BaseUsers", "saveOrUpdate", undefined, {
      userName: maker.user,
      displayName: `${maker.short}管理员`,
      displayNameEn: `${firstWord(maker.en)} administrator`,
      email: `sales@${maker.user!}.example`,
      userType: "SUPPLIER",
      supplierId: id,
      supAdminFlag: "Y",
    });
    const userId = String(user["id"]);
    await this.kernel.directory.setPassword(userId, hash.phc, hash.pepperId, { mustChange: false, by: "system", reason: "ADMIN" });
    await this.#act("BaseUserResp", "saveOrUpdate", undefined, { userId, responsibilityId: responsibility, supplierId: id });
    const contact = await this.#find("SrmSupContact", { supplierId: [id], email: `sales@${maker.user!}.example` });
    if (contact) await this.#act("SrmSupContact", "saveOrUpdate", contact, { userId });
  }

  async #life(id: string, maker: Maker): Promise<void> {
    const source = { docType: "DEMO", docId: id };
    if (maker.life === "frozen")
      await this.#act("SrmSupInfo", "doControl", id, {
        ...source,
        add: [
          {
            scopeType: "ALL",
            blockedOps: ["SOURCING", "AWARD", "ORDER"],
            startDate: this.dateIn(-5),
            endDate: this.dateIn(40),
            controlReason: "QUALITY",
            reasonDesc: "连续两批来料不合格，整改期间限制新单",
          },
        ],
      });
    if (maker.life === "quit")
      await this.#act("SrmSupInfo", "doStanding", id, { ...source, quitDate: this.dateIn(-30), quitScopeAll: "Y" });
    if (maker.life === "temporary")
      await this.#act("SrmSupInfo", "reserveCap", id, {
        capKind: "TEMP",
        amount: "12600.00",
        key: "DEMO-1",
        refType: "DEMO",
        refId: "DEMO-1",
      });
  }
}
