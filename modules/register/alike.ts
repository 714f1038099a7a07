import { plainCompany, plainTaxId, likenessScore, suppliersLike, type AlikeSupplier, type Sought } from "#modules/supplier/index.ts";
import type { Where } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import { register } from "./register.entity.ts";

/** Registrations on their way: a second one of the same company would make two suppliers. */
export const liveStates = ["ACCOUNT_REVIEW", "INFO_FILLING", "INFO_REVIEW", "RETURNED"] as const;

/** A company that may be the same one, with how sure that is and why. */
export type Candidate = AlikeSupplier & { readonly kind: "SUPPLIER" | "REGISTER" };

const most = 50;

async function registersLike(find: Find, sought: Sought): Promise<readonly Candidate[]> {
  const keys = [plainTaxId(sought.uscc), plainTaxId(sought.taxNo)].filter((key) => key !== "");
  const name = plainCompany(sought.companyName);
  const reach: Where[] = [...(keys.length ? [{ taxKey: keys }] : []), ...(name === "" ? [] : [{ nameKey: name }])];
  if (reach.length === 0) return [];
  const found = await find.where(register, { status: liveStates, id: { not: sought.id ?? "-" }, any: reach }, most);
  return found.flatMap((doc): Candidate[] => {
    const judged = likenessScore(find.declared.seal, sought, {
      taxKey: doc.taxKey,
      nameKey: doc.nameKey,
      accountKeys: [],
      mobileKeys: [],
      domains: [],
    });
    return judged ? [{ kind: "REGISTER", id: doc.id, code: doc.registerNo ?? "", name: doc.companyName, ...judged }] : [];
  });
}

/** Suppliers and registrations that may be this very company, likeliest first. */
export async function companiesLike(find: Find, sought: Sought): Promise<readonly Candidate[]> {
  const [suppliers, registers] = await Promise.all([suppliersLike(find, sought), registersLike(find, sought)]);
  return [...suppliers.map((supplier): Candidate => ({ kind: "SUPPLIER", ...supplier })), ...registers]
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 10);
}

export const highest = (found: readonly Candidate[]): number => found[0]?.score ?? 0;
