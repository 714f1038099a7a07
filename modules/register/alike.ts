import type { Doc, Where } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import type { Text } from "#kernel/text.ts";
import { plainCompany, plainTaxId, supplierAccount, supplierContact, supplierInfo } from "#modules/supplier/index.ts";
import { register } from "./register.entity.ts";

/** Registrations on their way: a second one of the same company would make two suppliers. */
export const liveStates = ["ACCOUNT_REVIEW", "INFO_FILLING", "INFO_REVIEW", "RETURNED"] as const;

/** What a company is compared by. */
export interface Sought {
  readonly id?: string;
  readonly companyName: string;
  readonly uscc?: string | null;
  readonly taxNo?: string | null;
  readonly mobile?: string | null;
  readonly email?: string | null;
  readonly accountNos?: readonly string[];
}

/** A company that may be the same one, with how sure that is and why. */
export interface Candidate {
  readonly kind: "SUPPLIER" | "REGISTER";
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly score: number;
  readonly why: Text;
}

/** From here on a reviewer must decide; a full score is certain. */
export const mustJudge = 85;
export const certain = 100;

const publicMail = new Set(
  "qq.com 163.com 126.com sina.com sohu.com foxmail.com 139.com aliyun.com gmail.com outlook.com hotmail.com yahoo.com icloud.com live.com".split(
    " ",
  ),
);
const mailDomain = (email: string | null | undefined): string | null => {
  const domain = email?.split("@")[1]?.trim().toLowerCase() ?? "";
  return domain === "" || publicMail.has(domain) ? null : domain;
};

const pairsOf = (text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (let i = 0; i < text.length - 1; i++) found.set(text.slice(i, i + 2), (found.get(text.slice(i, i + 2)) ?? 0) + 1);
  return found;
};

/** How alike two names are, from 0 to 1, by the pairs of characters they share. */
export function likeness(a: string, b: string): number {
  if (a === b) return a === "" ? 0 : 1;
  if (a.length < 2 || b.length < 2) return 0;
  const right = pairsOf(b);
  let shared = 0;
  for (const [pair, count] of pairsOf(a)) shared += Math.min(count, right.get(pair) ?? 0);
  return (2 * shared) / (a.length + b.length - 2);
}

/** What is known of the other company. */
interface Known {
  readonly taxKey: string | null;
  readonly nameKey: string | null;
  readonly accountNos: readonly string[];
  readonly mobiles: readonly string[];
  readonly domains: readonly string[];
}

/** The strongest reason to take two companies for one; null when there is none. */
export function scoreOf(sought: Sought, known: Known): { readonly score: number; readonly why: Text } | null {
  const keys = [plainTaxId(sought.uscc), plainTaxId(sought.taxNo)].filter((key) => key !== "");
  const name = plainCompany(sought.companyName);
  const domain = mailDomain(sought.email);
  if (known.taxKey !== null && keys.includes(known.taxKey)) return { score: certain, why: ["税号相同", "Same tax number"] };
  if (sought.accountNos?.some((no) => known.accountNos.includes(no))) return { score: 90, why: ["银行账号相同", "Same bank account"] };
  if (name !== "" && name === known.nameKey) return { score: mustJudge, why: ["名称相同", "Same name"] };
  if (name !== "" && known.nameKey !== null && likeness(name, known.nameKey) >= 0.9)
    return { score: 70, why: ["名称相近", "Similar name"] };
  if (sought.mobile && known.mobiles.includes(sought.mobile)) return { score: 40, why: ["手机相同", "Same mobile"] };
  if (domain !== null && known.domains.includes(domain)) return { score: 40, why: ["邮箱域名相同", "Same e-mail domain"] };
  return null;
}

const most = 50;

async function suppliersLike(find: Find, sought: Sought): Promise<readonly Candidate[]> {
  const keys = [plainTaxId(sought.uscc), plainTaxId(sought.taxNo)].filter((key) => key !== "");
  const name = plainCompany(sought.companyName);
  const domain = mailDomain(sought.email);
  const reach: Where[] = [
    ...(keys.length ? [{ normalizedTaxId: keys }] : []),
    ...(name.length >= 2 ? [{ nameKey: { contains: name.slice(0, 3) } }, { nameKey: { contains: name.slice(-3) } }] : []),
  ];
  const people: Where[] = [
    ...(sought.mobile ? [{ mobile: sought.mobile }] : []),
    ...(domain ? [{ email: { contains: `@${domain}` } }] : []),
  ];
  const [named, accounts, contacts] = await Promise.all([
    reach.length ? find.where(supplierInfo, { mergedIntoId: null, any: reach }, most) : [],
    sought.accountNos?.length ? find.where(supplierAccount, { accountNo: sought.accountNos }, most) : [],
    people.length ? find.where(supplierContact, { any: people }, most) : [],
  ]);
  const ids = new Set([...accounts, ...contacts].map((one) => one.supplierId as string));
  const further = [...ids].filter((id) => !named.some((one) => one.id === id));
  const more = await Promise.all(further.map((id) => find.maybe(supplierInfo, id)));
  return [...named, ...more.flatMap((one) => (one && one.mergedIntoId === null ? [one] : []))].flatMap((one): Candidate[] => {
    const found = scoreOf(sought, {
      taxKey: one.normalizedTaxId,
      nameKey: plainCompany(one.supplierName) || null,
      accountNos: accounts.filter((row) => row.supplierId === one.id).map((row) => row.accountNo),
      mobiles: contacts.filter((row) => row.supplierId === one.id).flatMap((row) => row.mobile ?? []),
      domains: contacts.filter((row) => row.supplierId === one.id).flatMap((row) => mailDomain(row.email) ?? []),
    });
    return found ? [{ kind: "SUPPLIER", id: one.id, code: one.supplierCode, name: one.supplierName, ...found }] : [];
  });
}

async function registersLike(find: Find, sought: Sought): Promise<readonly Candidate[]> {
  const keys = [plainTaxId(sought.uscc), plainTaxId(sought.taxNo)].filter((key) => key !== "");
  const name = plainCompany(sought.companyName);
  const reach: Where[] = [...(keys.length ? [{ taxKey: keys }] : []), ...(name === "" ? [] : [{ nameKey: name }])];
  if (reach.length === 0) return [];
  const found = await find.where(register, { status: liveStates, id: { not: sought.id ?? "-" }, any: reach }, most);
  return found.flatMap((one: Doc<typeof register>): Candidate[] => {
    const judged = scoreOf(sought, { taxKey: one.taxKey, nameKey: one.nameKey, accountNos: [], mobiles: [], domains: [] });
    return judged ? [{ kind: "REGISTER", id: one.id, code: one.registerNo ?? "", name: one.companyName, ...judged }] : [];
  });
}

/** Suppliers and registrations that may be this very company, likeliest first. */
export async function companiesLike(find: Find, sought: Sought): Promise<readonly Candidate[]> {
  const found = (await Promise.all([suppliersLike(find, sought), registersLike(find, sought)])).flat();
  return found.toSorted((a, b) => b.score - a.score).slice(0, 10);
}

export const highest = (found: readonly Candidate[]): number => found[0]?.score ?? 0;
