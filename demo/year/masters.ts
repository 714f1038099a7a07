import type { Kernel } from "#kernel/server/kernel.ts";
import type { Gate } from "#kernel/server/gate/gate.ts";
import type { Row } from "../cast.ts";
import { pastRates } from "../base-rates.ts";
import { cityCodes, creditCode, firstWord } from "../supplier.ts";
import { Crowd } from "./crowd.ts";
import type { Year } from "./deal.ts";
import type { Firm, Stage } from "./firms.ts";
import { moreCategories } from "./goods.ts";

/** Where what is needed later can be found again. */
export interface Known {
  /** Ids of materials by their place in the plan. */
  readonly items: readonly string[];
  /** Ids of suppliers and of their sites by their place in the plan; drafts have no site. */
  readonly suppliers: readonly string[];
  readonly sites: ReadonlyMap<number, string>;
  readonly categories: ReadonlyMap<string, string>;
}

const standing: Partial<Readonly<Record<Stage, string>>> = {
  trading: "QUALIFIED",
  qualified: "QUALIFIED",
  frozen: "QUALIFIED",
  trial: "TRIAL",
  candidate: "CANDIDATE",
  suspended: "SUSPENDED",
  exited: "EXITED",
};
const hasSite = (firm: Firm): boolean => standing[firm.stage] === "QUALIFIED";

/** What the year trades in and with whom: materials, companies in all stages of their life, their sites and accounts. */
export class Masters extends Crowd {
  readonly #gate: Gate;
  readonly #year: Year;
  readonly #ids = new Map<string, string>();

  constructor(kernel: Kernel, gate: Gate, year: Year, now: () => Date) {
    super(kernel, now);
    this.#gate = gate;
    this.#year = year;
  }

  async found(password: string): Promise<Known> {
    for (const [entity, key] of [
      ["BaseOrganization", "orgCode"],
      ["SrmBasePurchaseCategory", "categoryCode"],
      ["BaseUsers", "userName"],
      ["SrmBasePaymentTerm", "termCode"],
      ["SrmBaseDistrict", "districtCode"],
      ["BaseResponsibility", "respCode"],
    ] as const)
      for (const row of await this.rows(entity)) this.#ids.set(String(row[key]), String(row["id"]));
    await this.#places();
    await this.#rates();
    await this.#categories();
    const items = await this.#materials();
    const suppliers = await this.#companies();
    const sites = await this.#sites(suppliers);
    await this.#portals(suppliers, password);
    await this.#lives(suppliers);
    return { items, suppliers, sites, categories: this.#ids };
  }

  /** The northern plant gets a gate too, and small suppliers an order that needs no answer. */
  async #places(): Promise<void> {
    await this.make("SrmBaseDeliveryInfo", [
      {
        deliveryCode: "DN1",
        deliveryName: "天津工厂收货口",
        deliveryNameEn: "Tianjin plant, receiving",
        orgId: this.#ids.get("INV-N1"),
        districtId: this.#ids.get("320500"),
        address: "北辰路 9 号",
        addressEn: "9 Beichen Road",
        consignee: "仓管员",
        consigneeEn: "Warehouse keeper",
        consigneePhone: "0512-00000000",
        dockCount: 2,
        defaultFlag: "Y",
      },
    ]);
    await this.make("SrmBaseOrganizationRelation", [
      {
        relationType: "PUR_RECV",
        sourceOrgId: this.#ids.get("BU-N"),
        targetOrgId: this.#ids.get("INV-N1"),
        defaultFlag: "Y",
        startDate: this.dateIn(-400),
      },
    ]);
    const [type] = await this.make("SrmBasePurchaseBillType", [
      {
        billCategory: "ORDER",
        billTypeCode: "PO-FAST",
        billTypeName: "简易订单",
        billTypeNameEn: "Simple order",
        autoPublish: "Y",
        supplierConfirmMode: "NONE",
        receiveMode: "DIRECT",
      },
    ]);
    await this.presses("SrmBasePurchaseBillType", "doEnabled", [String(type!["id"])]);
    const usual = (await this.rows("SrmBasePurchaseBillType")).find((row) => row["billTypeCode"] === "PR-STD");
    const [relation] = await this.make("SrmBasePurchaseBillTypeRel", [{ sourceTypeId: usual!["id"], targetTypeId: type!["id"] }]);
    await this.presses("SrmBasePurchaseBillTypeRel", "doEnabled", [String(relation!["id"])]);
  }

  /** Rates of the year before the two months that others keep. */
  async #rates(): Promise<void> {
    await this.make(
      "SrmBaseExchangeRate",
      pastRates(420, 63).map(({ currency, back, rate }) => ({
        rateType: "CORPORATE",
        fromCurrency: currency,
        toCurrency: "CNY",
        effectiveDate: this.dateIn(-back),
        rate,
      })),
    );
  }

  async #categories(): Promise<void> {
    const made = await this.make(
      "SrmBasePurchaseCategory",
      moreCategories.map(([categoryCode, categoryName, categoryNameEn, parent, purchaseKind]) => ({
        categoryCode,
        categoryName,
        categoryNameEn,
        parentId: this.#ids.get(parent),
        purchaseKind,
        importanceLevel: "ROUTINE",
        aslRequired: purchaseKind === "DIRECT" ? "Y" : "N",
        defaultTaxRate: "T13",
      })),
    );
    for (const row of made) this.#ids.set(String(row["categoryCode"]), String(row["id"]));
  }

  async #materials(): Promise<readonly string[]> {
    const { goods, offers, firms } = this.#year;
    const made = await this.make(
      "SrmBaseItem",
      goods.map((good) => ({
        itemName: good.cn,
        itemNameEn: good.en,
        specification: good.spec,
        brandName: good.brand,
        itemType: good.type,
        categoryId: this.#ids.get(good.category),
        primaryUom: good.uom,
      })),
      undefined,
      430,
    );
    const ids = made.map((row) => String(row["id"]));
    await this.presses("SrmBaseItem", "doSubmit", ids, undefined, 429);
    const rows = new Map<string, Row>();
    for (const [firm, some] of offers)
      for (const { good } of some) {
        const plant = `INV-${firms[firm]!.org.slice(-1)}1`;
        rows.set(`${plant}|${good}`, {
          itemId: ids[good],
          orgId: this.#ids.get(plant),
          plannerId: this.#ids.get("planner01"),
          leadTimeDays: 14,
          overReceiveTolerance: "3",
        });
      }
    await this.make("SrmBaseItemOrg", [...rows.values()], undefined, 428);
    return ids;
  }

  async #companies(): Promise<readonly string[]> {
    const { firms } = this.#year;
    const there = new Map((await this.rows("SrmSupInfo")).map((row) => [row["supplierName"], String(row["id"])]));
    const ids = new Map(firms.flatMap((firm, i) => (firm.isLead ? [[i, there.get(firm.cn)!] as const] : [])));
    for (const since of [...new Set(firms.map((firm) => firm.since))].toSorted((a, b) => b - a)) {
      const some = [...firms.entries()].filter(([, firm]) => firm.since === since && !firm.isLead);
      if (some.length === 0) continue;
      const made = await this.make(
        "SrmSupInfo",
        some.map(([i, firm]) => this.#file(firm, i)),
        undefined,
        since,
      );
      made.forEach((row, at) => ids.set(some[at]![0], String(row["id"])));
      const known = some.filter(([, firm]) => firm.stage !== "draft").map(([i, firm]) => ({ id: ids.get(i)!, one: firm }));
      const source = (id: string): Row => ({ docType: "DEMO", docId: id });
      await this.many(
        "SrmSupInfo",
        "doEstablish",
        known.map(({ id }) => ({ id, input: source(id) })),
        undefined,
        since,
      );
      const graded = known.filter(({ one }) => standing[one.stage]);
      await this.many(
        "SrmSupInfo",
        "doGrant",
        graded.map(({ id, one }) => ({ id, input: { ...source(id), ...this.#grant(one) } })),
        undefined,
        since,
      );
    }
    return firms.map((_, i) => ids.get(i)!);
  }

  #seat(i: number): Row {
    const code = cityCodes[i % cityCodes.length]!;
    return { provinceId: this.#ids.get(`${code.slice(0, 2)}0000`) ?? null, cityId: this.#ids.get(code) ?? null };
  }

  #file(firm: Firm, i: number): Row {
    return {
      supplierName: firm.cn,
      supplierNameEn: firm.en,
      shortName: firm.short,
      supplierNature: "MAINLAND",
      uscc: creditCode(5000 + i),
      supplierType: firm.type,
      mainProducts: firm.short.slice(2),
      legalPerson: "示例法人",
      countryId: this.#ids.get("CN"),
      ...this.#seat(i),
      registeredAddress: `示例供应商园区 ${100 + i} 号`,
      companyPhone: `0571-8801${1000 + i}`,
      ownerId: this.#ids.get("supplier.mgr"),
      registeredCapital: `${(1 + (i % 20)) * 1_000_000}`,
      capitalCurrency: "CNY",
      establishDate: `20${10 + (i % 12)}-03-12`,
      longTermFlag: "Y",
      employeeCount: 30 + (i % 17) * 25,
      annualRevenue: `${(2 + (i % 23)) * 5_000_000}`,
      revenueYear: "2025",
      portalFlag: firm.user ? "Y" : "N",
      ...(firm.stage === "temporary"
        ? { tempFlag: "Y", tempReason: "一次性采购", tempValidTo: this.dateIn(60), tempAmountLimit: "50000" }
        : {}),
    };
  }

  #grant(firm: Firm): Row {
    const categoryStatus = standing[firm.stage]!;
    const level = firm.stage === "trading" ? "PREFERRED" : hasSite(firm) ? "GENERAL" : null;
    return {
      ...(level ? { level } : {}),
      categories: [
        {
          categoryId: this.#ids.get(firm.category),
          orgId: null,
          categoryStatus,
          gradeLevel: level,
          ...(categoryStatus === "QUALIFIED" ? { validTo: this.dateIn(365) } : {}),
          ...(categoryStatus === "TRIAL" ? { trialQtyLimit: "500", trialAmountLimit: "80000", trialValidTo: this.dateIn(60) } : {}),
        },
      ],
    };
  }

  /** A place, somebody to write to, and for those who may be ordered from a site with its terms. */
  async #sites(suppliers: readonly string[]): Promise<ReadonlyMap<number, string>> {
    const known = [...this.#year.firms.entries()].filter(([, firm]) => firm.stage !== "draft" && !firm.isLead);
    const places = await this.make(
      "SrmSupLocation",
      known.map(([i]) => ({
        supplierId: suppliers[i],
        locationCode: "L01",
        locationType: ["REGISTERED", "FACTORY"],
        countryId: this.#ids.get("CN"),
        ...this.#seat(i),
        address: `示例供应商园区 ${100 + i} 号`,
        addressEn: `${100 + i} Example Supplier Park`,
        primaryFlag: "Y",
      })),
      undefined,
      2,
    );
    await this.make(
      "SrmSupContact",
      known.map(([i, firm]) => ({
        supplierId: suppliers[i],
        contactName: `${firm.short.slice(0, 2)}销售`,
        contactNameEn: `${firstWord(firm.en)} Sales`,
        contactRole: ["SALES", "MANAGER"],
        primaryFlag: "Y",
        mobile: `1390000${1000 + i}`,
        email: `sales@${firm.user ?? `firm${i}`}.example`,
      })),
      undefined,
      2,
    );
    const chosen = known
      .map(([i, firm], at) => ({ i, one: firm, place: places[at]! }))
      .filter(({ i, one }) => hasSite(one) || this.#year.newcomers.some(({ firm }) => firm === i));
    const made = await this.make(
      "SrmSupSite",
      chosen.map(({ i, one, place }) => ({
        supplierId: suppliers[i],
        siteCode: "ST01",
        siteName: `${one.short}${one.org}`,
        siteNameEn: `${firstWord(one.en)} ${one.org}`,
        orgId: this.#ids.get(one.org),
        locationId: place["id"],
        siteUse: ["SOURCING", "PURCHASE"],
        currency: "CNY",
        taxRate: "T13",
        termId: this.#ids.get("NET60"),
        invoiceType: "VAT_SPECIAL",
        matchMode: "3WAY",
        statementDay: 25,
        deliveryDays: 3,
      })),
      undefined,
      400,
    );
    await this.presses(
      "SrmSupSite",
      "doEnabled",
      made.map((row) => String(row["id"])),
      undefined,
      400,
    );
    const theirs = await this.#leadSites(suppliers);
    return new Map([...chosen.map(({ i }, at) => [i, String(made[at]!["id"])] as const), ...theirs]);
  }

  /** Leading suppliers have their sites already. */
  async #leadSites(suppliers: readonly string[]): Promise<readonly (readonly [firm: number, siteId: string])[]> {
    const leads = [...this.#year.firms.entries()].filter(([, firm]) => firm.isLead);
    const sites = await this.rows("SrmSupSite", { supplierId: leads.map(([i]) => suppliers[i]!) });
    return leads.map(([i, { org }]) => {
      const site = sites.find((row) => row["supplierId"] === suppliers[i] && row["orgCode"] === org);
      return [i, String(site!["id"])] as const;
    });
  }

  /** Those who answer their orders themselves. */
  async #portals(suppliers: readonly string[], password: string): Promise<void> {
    const sellers = [...this.#year.firms.entries()].filter(([, firm]) => firm.user && !firm.isLead);
    const { phc, pepperId } = await this.#gate.passwords.hash(password);
    const users = await this.make(
      "BaseUsers",
      sellers.map(([i, firm]) => ({
        userName: firm.user,
        displayName: `${firm.short}管理员`,
        displayNameEn: `${firstWord(firm.en)} administrator`,
        email: `sales@${firm.user!}.example`,
        userType: "SUPPLIER",
        supplierId: suppliers[i],
        supAdminFlag: "Y",
      })),
    );
    for (const user of users)
      await this.kernel.directory.setPassword(String(user["id"]), phc, pepperId, { mustChange: false, by: "system", reason: "ADMIN" });
    await this.make(
      "BaseUserResp",
      users.map((user, at) => ({
        userId: user["id"],
        responsibilityId: this.#ids.get("SUP_ADMIN"),
        supplierId: suppliers[sellers[at]![0]],
      })),
    );
  }

  async #lives(suppliers: readonly string[]): Promise<void> {
    const at = (stage: Stage): string[] => this.#year.firms.flatMap((firm, i) => (firm.stage === stage ? [suppliers[i]!] : []));
    const control = {
      scopeType: "ALL",
      blockedOps: ["SOURCING", "AWARD", "ORDER"],
      startDate: this.dateIn(-20),
      endDate: this.dateIn(30),
      controlReason: "QUALITY",
      reasonDesc: "来料不合格，整改期间限制新单",
    };
    const held = at("frozen").map((id) => ({ id, input: { docType: "DEMO", docId: id, add: [control] } }));
    await this.many("SrmSupInfo", "doControl", held, undefined, 20);
    const left = at("exited").map((id) => ({ id, input: { docType: "DEMO", docId: id, quitDate: this.dateIn(-90), quitScopeAll: "Y" } }));
    await this.many("SrmSupInfo", "doStanding", left, undefined, 90);
    // Registered a second time under another name: found and merged.
    const [twice] = at("potential");
    const [whole] = at("trading");
    await this.many("SrmSupInfo", "doMerge", [{ id: twice!, input: { targetId: whole } }], undefined, 30);
  }
}
