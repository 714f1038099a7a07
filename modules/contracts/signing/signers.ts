import { cmp } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import type { Contract } from "../contract-text-of.ts";
import { signOrg, signPerson } from "./account.entity.ts";

export type Person = Doc<typeof signPerson>;
export type Company = Doc<typeof signOrg>;

const isValid = (account: { readonly status: string; readonly realNameState: string }): boolean =>
  account.status === "ACTIVE" && account.realNameState === "PASSED";

const invalid = (name: string): Refusal =>
  refuse("CCT-040", `签署账户${name}未实名或已停用`, `Signature account ${name} is not verified or disabled`);

/** The company that signs for a side of this contract. */
const isOf = (doc: Pick<Contract, "ourPartyId" | "orgId" | "supplierId">, side: string, company: Company): boolean =>
  side === "BUYER" ? company.orgId === (doc.ourPartyId ?? doc.orgId) : side === "SUPPLIER" ? company.supplierId === doc.supplierId : true;

/** Why this person may not sign for this company, this amount, on this day; null where he may. */
export function signerFault(
  doc: Pick<Contract, "ourPartyId" | "orgId" | "supplierId" | "amountIncl">,
  { side, person, company, day }: { readonly side: string; readonly person: Person; readonly company: Company; readonly day: string },
): Refusal | null {
  if (!isValid(person)) return invalid(person.name);
  if (!isValid(company) || !isOf(doc, side, company)) return invalid(company.orgName);
  const rights = (company.authorisedSigners ?? []).filter(
    (right) => right.personAccountId === person.id && (!right.from || right.from <= day) && (!right.to || right.to >= day),
  );
  if (rights.length === 0)
    return refuse(
      "CCT-077",
      `${person.name}未获${company.orgName}授权签署`,
      `${person.name} is not authorised to sign for ${company.orgName}`,
    );
  if (rights.some((right) => right.maxAmount === null || cmp(right.maxAmount, doc.amountIncl) >= 0)) return null;
  const most = rights.map((right) => right.maxAmount!).reduce((a, b) => (cmp(a, b) > 0 ? a : b));
  return refuse("CCT-041", `签署人${person.name}授权金额${most}不足`, `Signer ${person.name} is authorised up to ${most} only`);
}

/** Who signs for a side of a contract. */
export interface Signer {
  readonly side: string;
  readonly personAccountId: string;
  readonly orgAccountId: string;
  readonly sealId: string | null;
}

/** Where nobody is named: for each side the first in the order of its company who may sign this amount today. */
export async function firstSigners(doc: Contract, find: Find, day: string): Promise<readonly Signer[]> {
  const companies = await find.where(signOrg, { any: [{ orgId: doc.ourPartyId ?? doc.orgId }, { supplierId: doc.supplierId }] }, 10);
  const ids = companies.flatMap((company) => (company.authorisedSigners ?? []).map((right) => right.personAccountId as string));
  const people = new Map((ids.length ? await find.where(signPerson, { id: ids }, 200) : []).map((row) => [row.id as string, row]));
  return (["SUPPLIER", "BUYER"] as const).flatMap((side) => {
    const company = companies.find((candidate) => isOf(doc, side, candidate));
    const rights = (company?.authorisedSigners ?? []).toSorted((a, b) => (a.priority ?? 999) - (b.priority ?? 999));
    const first = rights.find(({ personAccountId }) => {
      const person = people.get(personAccountId);
      return company !== undefined && person !== undefined && signerFault(doc, { side, person, company, day }) === null;
    });
    return company && first
      ? [{ side, personAccountId: first.personAccountId, orgAccountId: company.id, sealId: first.sealId ?? null }]
      : [];
  });
}

/** Before publication both companies must have an account that can sign. */
export async function readyAccounts(doc: Contract, find: Find): Promise<Refusal[]> {
  const found = await find.where(signOrg, { any: [{ orgId: doc.ourPartyId ?? doc.orgId }, { supplierId: doc.supplierId }] }, 10);
  return (["BUYER", "SUPPLIER"] as const).flatMap((side) =>
    found.some((company) => isValid(company) && isOf(doc, side, company) && (company.authorisedSigners ?? []).length > 0)
      ? []
      : [invalid(side === "BUYER" ? "（我方）" : "（供应商）")],
  );
}
