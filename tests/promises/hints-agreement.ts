import { system, type Generate, type Hints, type Row } from "../support/generate.ts";
import { knowSupplier, press } from "../support/kernel.ts";
import { stocked } from "../support/stocked.ts";

const always = { startDate: "2026-01-01", endDate: "2099-12-31" };
const whole = { agreeQty: "10", moq: "1", mpq: "1", priceUnit: "1" };

/** What was granted already, so that each supplier is asked once for each category. */
const granted = new WeakMap<object, Set<string>>();

/** A price kept by hand asks the gate of suppliers: its supplier is qualified for what it is about. */
export async function qualified(g: Generate, supplierId: string, { categoryId, itemId }: Row): Promise<void> {
  const [item] = categoryId ? [] : await g.kernel.db.query<Row>(`select "categoryId" from "SrmBaseItem" where id = $1`, [itemId]);
  const wanted = categoryId ?? item?.["categoryId"];
  const known = granted.get(g.kernel) ?? new Set();
  granted.set(g.kernel, known);
  if (!wanted || known.has(`${supplierId}|${wanted}`)) return;
  known.add(`${supplierId}|${wanted}`);
  const categories = [{ orgId: null, categoryId: wanted, categoryStatus: "QUALIFIED" }];
  await press(g.kernel, "SrmSupInfo", supplierId, "doGrant", { docType: "TEST", docId: "T", categories }, {}, system);
}

/** What the rules of agreements and prices demand beyond their declarations. */
export const agreementHints: Hints = {
  SrmPurAgreementHeader: async (g, { lines, orgs, orgId }, given) => {
    const places = [given["orgId"] ?? orgId, ...((orgs ?? []) as readonly Row[]).map((org) => org["invOrgId"] ?? org["orgId"])];
    for (const line of (lines ?? []) as readonly Row[])
      for (const place of places) if (line["itemId"]) await stocked(g.kernel, line["itemId"], place);
    return {
      ...always,
      billTypeId: (
        await g.inState(g.declared.entity("SrmBasePurchaseBillType"), "EFFECTIVE", { billCategory: "AGREEMENT", aslControl: "NONE" })
      )["id"],
      agreementType: "PRICE",
      supplierSiteId: undefined,
      supplierConfirmFlag: "N",
      currency: "CNY",
    };
  },
  SrmPurAgreementLine: async (g) => ({
    ...whole,
    itemId: await g.id("SrmBaseItem", true),
    uom: "PCS",
    stepFlag: "N",
    stepMode: undefined,
    startDate: undefined,
    endDate: undefined,
  }),
  SrmPurAgreementStepPrice: () => ({ fromQty: "0", toQty: "5", price: "2" }),
  SrmPurAgreementOrg: async (g) => ({ lineNum: undefined, quotaQty: undefined, orgId: await g.id("BaseOrganization", true) }),
  "SrmPurAgreementHeader.doDraw": () => ({ draws: [] }),
  "SrmPurAgreementHeader.doFill": () => ({ fill: [] }),
  SrmPurSupplierPriceList: async (g, row, given) => {
    const supplierId: string = given["supplierId"] ?? (await g.chosen(g.declared.entity("SrmPurSupplierPriceList").fields["supplierId"]!));
    await knowSupplier(g.kernel, supplierId);
    const itemId = given["itemId"] ?? (await g.id("SrmBaseItem", true));
    await qualified(g, supplierId, { categoryId: given["categoryId"] ?? row["categoryId"], itemId });
    // A rule asks this, not the declaration: rows that an agreement makes repeat what it was agreed for.
    for (const [key, target] of [["invOrgId", "BaseOrganization"] as const, ["supplierSiteId", "SrmSupSite"] as const])
      if (given[key]) await g.hints["fits.receives"]?.(g, { id: given[key], of: given["orgId"] ?? row["orgId"], target }, {});
    return { ...always, supplierId, itemId, uom: "PCS", supplierSiteId: undefined, invOrgId: given["invOrgId"], reason: "谈判结果" };
  },
};
