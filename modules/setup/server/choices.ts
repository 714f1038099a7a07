import { organization } from "#kernel/platform/organization.entity.ts";
import { lookupType } from "#kernel/platform/lookup.entity.ts";
import { billType as orderType, category, district, item, paymentTerm } from "#modules/base/index.ts";
import { supplierInfo, supplierSite } from "#modules/supplier/index.ts";
import { countries as proposed } from "../countries.ts";
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
      .filter((doc) => doc.enabledFlag === "Y")
      .map((doc) => ({ value: doc.lookupCode, label: say(doc.meaning, doc.meaningEn) }));
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
  const own = (rates?.values ?? []).filter((doc) => doc.enabledFlag === "Y" && (doc.seqNum ?? 0) >= ownRates);
  const countryOf = new Map(countries.map((country) => [country.id, country.districtCode]));
  const active = new Set(sites.map((site) => site.supplierId));
  return {
    countries: countries.map((country) => ({
      value: country.districtCode,
      label: say(country.districtName, country.districtNameEn),
      ...proposed.get(country.districtCode),
    })),
    currencies,
    units,
    taxes,
    ownTax: own.toSorted((a, b) => (a.seqNum ?? 0) - (b.seqNum ?? 0)).at(-1)?.lookupCode ?? null,
    terms: terms.map((term) => ({ value: term.id, label: say(term.termName, term.termNameEn) })),
    categories: categories.map((category) => say(category.categoryName, category.categoryNameEn)),
    goods: goods.map((good) => ({ value: good.id, label: `${good.itemCode ?? ""} ${say(good.itemName, good.itemNameEn)}`.trim() })),
    suppliers: suppliers
      .filter((supplier) => active.has(supplier.id))
      .map((supplier) => ({ value: supplier.id, label: say(supplier.supplierName, supplier.supplierNameEn) })),
    places: places.map(({ orgCode, orgName, orgType, functionalCurrency, timeZone, taxNo, address, districtId }) => ({
      orgCode,
      orgName,
      orgType,
      functionalCurrency,
      timeZone,
      taxNo,
      address,
      country: countryOf.get(districtId ?? "") ?? null,
    })),
    orders: { confirms: type?.supplierConfirmMode !== "NONE", inspects: type?.inspectFlag === "Y" },
  };
}
