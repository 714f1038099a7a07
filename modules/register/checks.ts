import { isCreditCode } from "#kernel/credit-code.ts";
import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import type { Find } from "#kernel/rule.ts";
import { category, getProfile } from "#modules/base/index.ts";
import { isBlacklisted, requirement, requirementsFor, whole, type Requirement } from "#modules/supplier/index.ts";
import { companiesLike, highest, type Candidate } from "./alike.ts";
import { registerCompany } from "./company.entity.ts";
import { invite } from "./invite.entity.ts";
import { register } from "./register.entity.ts";
import { registerQuestions } from "./questions.ts";

type Register = Doc<typeof register>;

/** Numbers in a draft are closed in its own name: a copy in another table opens nothing. */
export const numberBinding = "SrmSupRegister.number";

export const badCode = (): Refusal =>
  refuse("SUP_REG_001", "统一社会信用代码校验位错误", "Credit code check digit is wrong", {
    fieldErrors: [{ path: "uscc", code: "SUP_REG_001", text: ["统一社会信用代码校验位错误", "Credit code check digit is wrong"] }],
  });
export const known = (): Refusal =>
  refuse("SUP_REG_002", "该企业已在系统中，可申请加入企业账号", "This company is already known; you may ask to join its account");
/** What an outsider learns of a listed company: nothing. */
export const notAccepted = (): Refusal => refuse("SUP_REG_003", "暂不能受理该企业的注册申请", "This registration cannot be accepted");
export const badInvite = (): Refusal => refuse("SUP_REG_005", "邀请码无效、已使用或已过期", "Invite code invalid, used or expired");

/** Is the number of a company well formed? Only mainland numbers can be checked. */
export const hasBadCode = (doc: Pick<Register, "supplierNature" | "uscc">): boolean =>
  doc.supplierNature === "MAINLAND" && !isCreditCode(doc.uscc ?? "");

/** What stands for or against a company, as reviewers see it. */
export interface Findings {
  readonly candidates: readonly Candidate[];
  readonly score: number;
  readonly risks: readonly { readonly kind: "BLACKLIST" | "SHAREHOLDER"; readonly name: string; readonly no: string }[];
}

type Subject = Pick<Register, "id" | "companyName" | "uscc" | "taxNo" | "mobile" | "email"> & { readonly accounts?: Register["accounts"] };

/** Duplicates, the blacklist, and whether the owners of the company stand on it. */
export async function findingsOf(find: Find, doc: Subject, today: string): Promise<Findings> {
  const accountNos = (doc.accounts ?? []).flatMap((account) => whole(find.declared.seal, account.accountNo, numberBinding) ?? []);
  const [candidates, entry, looks] = await Promise.all([
    companiesLike(find, { ...doc, accountNos }),
    isBlacklisted(find, { uscc: doc.uscc, taxNo: doc.taxNo, companyName: doc.companyName, on: today }),
    find.where(registerCompany, { registerId: doc.id }, 5),
  ]);
  const owners = [...new Set(looks.flatMap((look) => namesIn(look.shareholders)))];
  const tied = await Promise.all(owners.map((companyName) => isBlacklisted(find, { companyName, on: today })));
  return {
    candidates,
    score: highest(candidates),
    risks: [
      ...(entry ? [{ kind: "BLACKLIST" as const, name: entry.companyName, no: entry.blacklistNo ?? "" }] : []),
      ...tied.flatMap((row) => (row ? [{ kind: "SHAREHOLDER" as const, name: row.companyName, no: row.blacklistNo ?? "" }] : [])),
    ],
  };
}

const namesIn = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.flatMap((entry: unknown) => {
        const name = typeof entry === "string" ? entry : (entry as { name?: unknown } | null)?.name;
        return typeof name === "string" && name.trim() !== "" ? [name.trim()] : [];
      })
    : [];

/** How the findings are kept on the registration. */
export const keptFindings = ({ candidates, score, risks }: Findings) => ({
  dupResult: candidates,
  dupScore: score,
  riskResult: risks,
  riskHit: risks.length > 0 ? ("Y" as const) : ("N" as const),
});

/** The proofs this registration is asked for, computed from what it wants to deliver and what it is. */
export async function requirementsOf(find: Find, doc: Register): Promise<readonly Requirement[]> {
  const ids = [...new Set([...doc.categories.flatMap((category) => category.categoryId ?? []), ...(doc.wantedCategoryIds ?? [])])];
  const [all, invited, ...wanted] = await Promise.all([
    find.where(requirement, { status: "EFFECTIVE" }),
    find.maybe(invite, doc.inviteId),
    ...ids.map((id) => find.maybe(category, id)),
  ]);
  return requirementsFor(all, {
    stage: "REGISTER",
    sceneId: invited?.sceneId ?? null,
    categoryPaths: wanted.flatMap((row) => (row ? [(row.idPath ?? row.id).split("/")] : [])),
    supplierType: doc.supplierType,
    supplierNature: doc.supplierNature,
  });
}

export const questionsOf = async (find: Find, doc: Register) => {
  const invited = await find.maybe(invite, doc.inviteId);
  return registerQuestions.ask(find, { registerId: doc.id, sceneId: invited?.sceneId ?? null });
};

/** The last day an applicant has when work starts today. */
export async function daysToFill(find: Find): Promise<number> {
  return Number((await getProfile(find, "SUP_REG_EXPIRE_DAYS")).value);
}
