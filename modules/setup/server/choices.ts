import { organization } from "#kernel/platform/organization.entity.ts";
import { lookupType } from "#kernel/platform/lookup.entity.ts";
import { billType as orderType, category, district, item, paymentTerm } from "#modules/base/index.ts";
import { supplierInfo, supplierSite } from "#modules/supplier/index.ts";
import { ownRates } from "./company.ts";
import type { Work } from "./work.ts";

interface Named {
  readonly value: string;
  readonly label: string;
}

/** What the forms of the assistant offer, in the reader's language. */
export async function setupChoices(work: Work, language: "CN" | "EN") {
  const say = (cn: string, en: string | null): string => (language === "EN" ? en || cn : cn);
  const codes = async (type: string): Promise<readonly Named[]> => {
    const [found] = await work.where(lookupType, { lookupType: type });
    return (found?.values ?? [])
      .filter((one) => one.enabledFlag === "Y")
      .map((one) => ({ value: one.lookupCode, label: say(one.meaning, one.meaningEn) }));
  };
  const [countries, currencies, units, taxes, terms, categories, goods, suppliers, sites, places, [type]] = await Promise.all([
    work.where(district, { districtLevel: "COUNTRY", enabledFlag: "Y" }),
    codes("CURRENCY"),
    codes("UOM"),
    codes("TAX_RATE"),
    work.page(paymentTerm, { status: ["EFFECTIVE"] }, 50),
    work.page(category, { leafFlag: ["Y"], enabledFlag: ["Y"] }, 200),
    work.page(item, { itemStatus: ["ACTIVE"] }, 100),
    work.page(supplierInfo, { infoStatus: ["EFFECTIVE"] }, 100),
    work.page(supplierSite, { siteStatus: ["ACTIVE"] }, 500),
    work.page(organization, { orgType: ["GROUP", "LEDGER", "BU", "INV"] }, 100),
    work.where(orderType, { billCategory: "ORDER", billTypeCode: "PO-STD" }),
  ]);
  const [rates] = await work.where(lookupType, { lookupType: "TAX_RATE" });
  const own = (rates?.values ?? []).filter((one) => one.enabledFlag === "Y" && (one.seqNum ?? 0) >= ownRates);
  const countryOf = new Map(countries.map((one) => [one.id, one.districtCode]));
  const active = new Set(sites.map((one) => one.supplierId));
  return {
    countries: countries.map((one) => ({ value: one.districtCode, label: say(one.districtName, one.districtNameEn) })),
    ...{ currencies, units, taxes },
    ownTax: own.toSorted((a, b) => (a.seqNum ?? 0) - (b.seqNum ?? 0)).at(-1)?.lookupCode ?? null,
    terms: terms.map((one) => ({ value: one.id, label: say(one.termName, one.termNameEn) })),
    categories: categories.map((one) => say(one.categoryName, one.categoryNameEn)),
    goods: goods.map((one) => ({ value: one.id, label: `${one.itemCode ?? ""} ${say(one.itemName, one.itemNameEn)}`.trim() })),
    suppliers: suppliers
      .filter((one) => active.has(one.id))
      .map((one) => ({ value: one.id, label: say(one.supplierName, one.supplierNameEn) })),
    places: places.map(({ orgCode, orgName, orgType, functionalCurrency, timeZone, taxNo, address, districtId }) => ({
      ...{ orgCode, orgName, orgType, functionalCurrency, timeZone, taxNo, address },
      country: countryOf.get(districtId ?? "") ?? null,
    })),
    orders: { confirms: type?.supplierConfirmMode !== "NONE", inspects: type?.inspectFlag === "Y" },
  };
}
