import { organization } from "#kernel/platform/organization.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { category, district, paymentTerm } from "#modules/base/index.ts";
import { supplierContact, supplierInfo, supplierLocation, supplierSite } from "#modules/supplier/index.ts";
import type { Text } from "#kernel/text.ts";
import { presetOf } from "../presets.ts";
import { demand, textOr, type Row, type Work } from "./work.ts";

/** A supplier that an order can go to at once: its file in force, with contact, address, site and the categories it supplies. */
export async function saveSupplier(work: Work, body: Row): Promise<string> {
  const preset = presetOf(body["preset"]);
  const [unit] = await work.where(organization, { orgType: "BU" });
  const termId = textOr(body, "termId", "") || (await work.where(paymentTerm, { status: "EFFECTIVE" }))[0]?.id;
  if (!unit || !termId) throw refuse("SETUP_PLACES", "请先建立组织", "Set up the organisation first");
  const isMainland = preset.supplierNature === "MAINLAND";
  const asked = demand(body, {
    name: ["供应商名称", "Supplier name"],
    taxNo: preset.taxNoLabel,
    ...(isMainland ? { legalPerson: ["法定代表人", "Legal representative"] as const } : { country: ["国家", "Country"] as const }),
    address: ["地址", "Address"],
    contact: ["联系人", "Contact"],
    email: ["联系人邮箱", "Contact's e-mail"],
    // No rate is proposed where none is known: 0 % would be taken for an answer.
    ...(preset.defaultTax === null ? { taxRate: ["税率", "Tax rate"] as const } : {}),
  } as unknown as Readonly<Record<"name" | "taxNo" | "address" | "contact" | "email" | "legalPerson" | "country", Text>>);
  const { name: supplierName, taxNo: number, address, contact: contactName, legalPerson } = asked;
  const email = asked.email.toLowerCase();
  const districtCode = preset.country ?? asked.country;
  const [home] = await work.where(district, { districtLevel: "COUNTRY", districtCode });
  const roots = await work.where(category, { enabledFlag: "Y", parentId: null });
  const made = await work.act(supplierInfo, "doImport", undefined, {
    values: {
      supplierName,
      supplierNameEn: supplierName,
      supplierNature: preset.supplierNature,
      supplierType: "MANUFACTURER",
      ...(isMainland ? { uscc: number.toUpperCase(), legalPerson } : { taxNo: number }),
      countryId: home?.id ?? null,
      registeredAddress: address,
      email,
      ownerId: work.ctx.me.userId,
      mainProducts: textOr(body, "products", roots.map((root) => root.categoryName).join("、") || supplierName),
      supLanguage: preset.language,
    },
    file: {
      contacts: [{ contactName, contactRole: ["SALES"], email, primaryFlag: "Y" }],
      locations: [{ locationCode: "L01", locationType: ["REGISTERED"], countryId: home?.id ?? null, address, primaryFlag: "Y" }],
      categories: roots.map(({ id }) => ({ orgId: null, categoryId: id, categoryStatus: "QUALIFIED", statusReason: "setup" })),
    },
  });
  await openSite(work, made.id, unit, termId, textOr(body, "taxRate", preset.defaultTax ?? ""));
  return made.id;
}

/** The site that orders of the purchasing unit go to. */
async function openSite(
  work: Work,
  supplierId: string,
  unit: { id: string; orgName: string; functionalCurrency: string | null },
  termId: string,
  taxRate: string,
) {
  const [location] = await work.where(supplierLocation, { supplierId });
  const [contact] = await work.where(supplierContact, { supplierId });
  const site = await work.save(supplierSite, undefined, {
    supplierId,
    siteCode: "S01",
    siteName: unit.orgName,
    orgId: unit.id,
    locationId: location?.id,
    siteUse: ["SOURCING", "PURCHASE"],
    currency: unit.functionalCurrency ?? "CNY",
    taxRate,
    termId,
  });
  if (contact) await work.act(supplierSite, "doEnabled", site.id, {});
}
