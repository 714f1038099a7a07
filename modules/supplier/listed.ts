import { some, type Doc, type Where } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { blacklist } from "./blacklist.entity.ts";
import { plainCompany, plainTaxId } from "./company.ts";
import { isOver } from "#kernel/effective.ts";

/** What a company is known by, and the day the question is about. An entry of one organisation counts only where that organisation is named. */
export interface Suspect {
  readonly uscc?: string | null | undefined;
  readonly taxNo?: string | null | undefined;
  readonly companyName?: string | null | undefined;
  readonly orgId?: string | null | undefined;
  readonly on: string;
}

/** The entry in force that names this company, itself or as a related party listed with it; null when nothing stands against it. */
export async function isBlacklisted(find: Find, who: Suspect): Promise<Doc<typeof blacklist> | null> {
  const taxKeys = [...new Set([plainTaxId(who.uscc), plainTaxId(who.taxNo)])].filter((key) => key !== "");
  const nameKey = plainCompany(who.companyName);
  const keys: Where[] = [...(taxKeys.length ? [{ taxKey: taxKeys }] : []), ...(nameKey === "" ? [] : [{ nameKey }])];
  if (keys.length === 0) return null;
  const found = await find.where(
    blacklist,
    {
      direction: "IN",
      status: "EFFECTIVE",
      startDate: { to: who.on },
      any: [...keys, ...keys.map((key): Where => ({ related: some({ ...key, includeFlag: "Y" }) }))],
    },
    20,
  );
  const inForce = found.filter((doc) => !isOver(doc.endDate, who.on));
  return inForce.find((doc) => doc.scope === "GROUP" || (who.orgId != null && doc.orgId === who.orgId)) ?? null;
}
