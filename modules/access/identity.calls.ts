import {
  accountsByEmail,
  accountsByNumber,
  isLinked,
  linkedAccount,
  takenNames,
  type Candidate,
  type Source,
} from "#kernel/server/gate/stored-sources.ts";
import type { Kernel } from "#kernel/server/kernel.ts";
import type { Row } from "#kernel/server/find/visible.ts";

export type Claims = Readonly<Record<string, unknown>>;

/** Who a person is according to the source, in our words. */
export interface Identity {
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly mobile: string | null;
  readonly personNum: string | null;
  readonly wantedName: string | null;
}

const textAt = (claims: Claims, key: string | null): string | null => {
  const value = key ? claims[key] : undefined;
  return typeof value === "string" && value.trim() !== "" ? value.trim() : typeof value === "number" ? String(value) : null;
};

/** Reads the claims by the map of the source. An e-mail counts as proved only when the source says so in as many words. */
export function identityOf(source: Source, claims: Claims): Identity | null {
  const subject = textAt(claims, source.claimSubject ?? "sub");
  if (subject === null || subject.length > 255) return null;
  return {
    subject,
    email: textAt(claims, source.claimEmail ?? "email")?.toLowerCase() ?? null,
    emailVerified: claims["email_verified"] === true || claims["email_verified"] === "true",
    name: textAt(claims, source.claimName ?? "name"),
    mobile: textAt(claims, source.claimMobile ?? "phone_number"),
    personNum: textAt(claims, source.claimPersonNum ?? "employee_number"),
    wantedName: textAt(claims, "preferred_username"),
  };
}

export type MatchReason =
  | "LINKED"
  | "MATCHED"
  | "PROVISION"
  | "NO_SUBJECT"
  | "EMAIL_UNVERIFIED"
  | "DOMAIN"
  | "NO_ACCOUNT"
  | "AMBIGUOUS"
  | "AUDIENCE"
  | "DISABLED"
  | "LINKED_OTHER";

export interface Match {
  readonly reason: MatchReason;
  readonly ok: boolean;
  readonly account: { readonly id: string; readonly userName: string; readonly displayName: string } | null;
}

type Rows = Kernel["db"];
const no = (reason: MatchReason, account: Match["account"] = null): Match => ({ reason, ok: false, account });

function isAllowedDomain(source: Source, { email, emailVerified }: Identity): boolean {
  const domains = (source.allowedDomains ?? "").split(/[\s,]+/).filter(Boolean);
  if (domains.length === 0) return true;
  return email !== null && emailVerified && domains.includes(email.slice(email.lastIndexOf("@") + 1));
}

/** Accounts that could be this person: by proved e-mail or by employee number; by subject only those linked already. */
function candidates(db: Rows, source: Source, who: Identity): Promise<Candidate[]> {
  if (source.matchBy === "EMAIL_VERIFIED" && who.email && who.emailVerified) return accountsByEmail(db, who.email, source.audience);
  if (source.matchBy === "PERSON_NUM" && who.personNum) return accountsByNumber(db, who.personNum, source.audience);
  return Promise.resolve([]);
}

/** Which account this is, or why none: a link made before counts first, then what the source may be matched by, then a new account. */
export async function matchOf(db: Rows, source: Source, who: Identity): Promise<Match> {
  const linked = await linkedAccount(db, source.id, who.subject);
  if (!isAllowedDomain(source, who)) return no("DOMAIN");
  if (linked) return judged(source, linked, "LINKED");
  if (source.matchBy === "EMAIL_VERIFIED" && !who.emailVerified) return no("EMAIL_UNVERIFIED");
  const [first, second] = await candidates(db, source, who);
  if (second) return no("AMBIGUOUS");
  if (!first) return source.autoProvision === "Y" ? { reason: "PROVISION", ok: true, account: null } : no("NO_ACCOUNT");
  return (await isLinked(db, source.id, first.id)) ? no("LINKED_OTHER", first) : judged(source, first, "MATCHED");
}

function judged(source: Source, account: Candidate, reason: "LINKED" | "MATCHED"): Match {
  if (account.userType !== source.audience) return no("AUDIENCE", account);
  if (account.userStatus === "DISABLED") return no("DISABLED", account);
  return { reason, ok: true, account: { id: account.id, userName: account.userName, displayName: account.displayName } };
}

const cleaned = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9._@-]/g, "")
    .slice(0, 50);

/** A name nobody has: what the source suggests, the e-mail, its first part, and then with a number. */
export async function freeName(db: Rows, who: Identity): Promise<string> {
  const wishes = [who.wantedName, who.email?.split("@")[0], who.email, who.subject].flatMap((value) => (value ? [cleaned(value)] : []));
  const base = wishes.find((wish) => wish.length >= 3) ?? "user";
  const names = await takenNames(db, wishes, base);
  const free = wishes.find((wish) => wish.length >= 3 && !names.has(wish.toLowerCase()));
  if (free) return free;
  for (let n = 2; ; n++) if (!names.has(`${base.toLowerCase()}${n}`)) return `${base}${n}`;
}

/** The draft of a new account from what the source says. */
export const accountDraft = (who: Identity, userName: string): Row => ({
  userName,
  displayName: (who.name ?? userName).slice(0, 100),
  email: who.email && who.email.length <= 120 ? who.email : null,
  emailVerified: who.email && who.emailVerified ? "Y" : "N",
  mobile: who.mobile && /^\+?[0-9][0-9 -]{4,19}$/.test(who.mobile) ? who.mobile : null,
  subject: who.subject,
});
