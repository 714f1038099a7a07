import type { Where } from "#kernel/entity.ts";
import type { Find } from "#kernel/rule.ts";
import type { Seal } from "#kernel/seal.ts";
import type { Text } from "#kernel/text.ts";
import { likeness } from "#modules/base/index.ts";
import { supplierAccount } from "./account.entity.ts";
import { plainCompany, plainTaxId } from "./company.ts";
import { supplierContact } from "./contact.entity.ts";
import { markOf } from "./sensitive.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { certain, mustJudge } from "./sureness.ts";

/** What a company is compared by. */
export interface Sought {
  readonly id?: string | undefined;
  readonly companyName: string;
  readonly uscc?: string | null | undefined;
  readonly taxNo?: string | null | undefined;
  readonly mobile?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly accountNos?: readonly string[] | undefined;
}

/** A supplier that may be the same company, with how sure that is and why. */
export interface AlikeSupplier {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly score: number;
  readonly why: Text;
}

const publicMail = new Set(
  "qq.com 163.com 126.com sina.com sohu.com foxmail.com 139.com aliyun.com gmail.com outlook.com hotmail.com yahoo.com icloud.com live.com".split(
    " ",
  ),
);
const mailDomain = (email: string | null | undefined): string | null => {
  const domain = email?.split("@")[1]?.trim().toLowerCase() ?? "";
  return domain === "" || publicMail.has(domain) ? null : domain;
};

/** What is known of the other company; numbers as marks. */
export interface KnownCompany {
  readonly taxKey: string | null;
  readonly nameKey: string | null;
  readonly accountKeys: readonly string[];
  readonly mobileKeys: readonly string[];
  readonly domains: readonly string[];
}

const taxKeysOf = (sought: Sought): string[] => [plainTaxId(sought.uscc), plainTaxId(sought.taxNo)].filter((key) => key !== "");

/** The strongest reason to take two companies for one; null when there is none. */
export function likenessScore(seal: Seal, sought: Sought, known: KnownCompany): { readonly score: number; readonly why: Text } | null {
  const name = plainCompany(sought.companyName);
  const domain = mailDomain(sought.email);
  const mobile = markOf(seal, sought.mobile);
  if (known.taxKey !== null && taxKeysOf(sought).includes(known.taxKey)) return { score: certain, why: ["税号相同", "Same tax number"] };
  if (sought.accountNos?.some((no) => known.accountKeys.includes(markOf(seal, no) ?? "-")))
    return { score: 90, why: ["银行账号相同", "Same bank account"] };
  if (name !== "" && name === known.nameKey) return { score: mustJudge, why: ["名称相同", "Same name"] };
  if (name !== "" && known.nameKey && likeness(name, known.nameKey) >= 0.9) return { score: 70, why: ["名称相近", "Similar name"] };
  if (mobile !== null && known.mobileKeys.includes(mobile)) return { score: 40, why: ["手机相同", "Same mobile"] };
  if (domain !== null && known.domains.includes(domain)) return { score: 40, why: ["邮箱域名相同", "Same e-mail domain"] };
  return null;
}

const most = 2000;

/** Suppliers that may be this very company, likeliest first. */
export async function suppliersLike(find: Find, sought: Sought): Promise<readonly AlikeSupplier[]> {
  const name = plainCompany(sought.companyName);
  const domain = mailDomain(sought.email);
  const { seal } = find.declared;
  const taxKeys = taxKeysOf(sought);
  const accountKeys = (sought.accountNos ?? []).flatMap((no) => markOf(seal, no) ?? []);
  const mobile = markOf(seal, sought.mobile);
  const reach: Where[] = [
    ...(taxKeys.length ? [{ normalizedTaxId: taxKeys }] : []),
    // Of two names that alike, one half at least is the same.
    ...(name.length >= 4
      ? [
          { nameKey: { contains: name.slice(0, Math.ceil(name.length / 2)) } },
          { nameKey: { contains: name.slice(Math.floor(name.length / 2)) } },
        ]
      : name === ""
        ? []
        : [{ nameKey: name }]),
  ];
  const people: Where[] = [...(mobile ? [{ mobileKey: mobile }] : []), ...(domain ? [{ email: { contains: `@${domain}` } }] : [])];
  const [named, accounts, contacts] = await Promise.all([
    reach.length ? find.where(supplierInfo, { mergedIntoId: null, any: reach }, most) : [],
    accountKeys.length ? find.where(supplierAccount, { accountKey: accountKeys }, most) : [],
    people.length ? find.where(supplierContact, { any: people }, most) : [],
  ]);
  const ids = new Set([...accounts, ...contacts].map((account) => account.supplierId as string));
  const further = [...ids].filter((id) => !named.some((doc) => doc.id === id));
  const more = await Promise.all(further.map((id) => find.maybe(supplierInfo, id)));
  return [...named, ...more.flatMap((doc) => doc ?? [])]
    .filter((doc) => doc.id !== sought.id && doc.mergedIntoId === null)
    .flatMap((doc): AlikeSupplier[] => {
      const found = likenessScore(seal, sought, {
        taxKey: doc.normalizedTaxId,
        nameKey: doc.nameKey ?? plainCompany(doc.supplierName),
        accountKeys: accounts.filter((row) => row.supplierId === doc.id).flatMap((row) => row.accountKey ?? []),
        mobileKeys: contacts.filter((row) => row.supplierId === doc.id).flatMap((row) => row.mobileKey ?? []),
        domains: contacts.filter((row) => row.supplierId === doc.id).flatMap((row) => mailDomain(row.email) ?? []),
      });
      return found ? [{ id: doc.id, code: doc.supplierCode, name: doc.supplierName, ...found }] : [];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 10);
}
