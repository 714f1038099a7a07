import type { Profiles } from "#kernel/module.ts";
import type { Find } from "#kernel/rule.ts";
import { getProfile } from "#modules/base/index.ts";
import { aslHeader } from "./asl.entity.ts";
import type { AslAsked, AslFound, AslHeader } from "./asl.ts";

export const aslProfiles: Profiles = {
  PUR_TRIAL_MAX_QTY: { module: "PUR", label: ["试用供应商下单上限", "Order cap of suppliers on trial"], type: "TEXT", initial: "-" },
};

/** The list that counts for an item in an organisation: its own where there is one, else that of its category. */
async function listFor(
  find: Find,
  { orgId, itemId, categoryId }: Pick<AslAsked, "orgId" | "itemId" | "categoryId">,
): Promise<AslHeader | null> {
  const [own, general] = await Promise.all([
    itemId ? find.where(aslHeader, { orgId, itemId, enabledFlag: "Y" }) : [],
    categoryId ? find.where(aslHeader, { orgId, categoryId, itemId: null, enabledFlag: "Y" }) : [],
  ]);
  return own[0] ?? general[0] ?? null;
}

/** Where a supplier stands on the list that counts: the line of the asked site before the one for all sites. */
export async function aslFor(find: Find, asked: AslAsked): Promise<AslFound> {
  const list = await listFor(find, asked);
  const mine = (list?.lines ?? []).filter((doc) => doc.supplierId === asked.supplierId);
  const site = asked.supplierSiteId ?? null;
  const line = (site ? mine.find((doc) => doc.supplierSiteId === site) : null) ?? mine.find((doc) => doc.supplierSiteId === null) ?? null;
  return { line, listExists: list !== null };
}

/** How much may be ordered in all from a supplier on trial, in the stock unit; null where nothing is said. */
export async function trialCap(find: Find, at: { readonly orgId: string; readonly categoryId?: string | null }): Promise<string | null> {
  const { value } = await getProfile(find, "PUR_TRIAL_MAX_QTY", at);
  return /^\d+(\.\d+)?$/.test(value.trim()) ? value.trim() : null;
}
