import type { Db } from "#kernel/server/db.ts";
import type { Row } from "#kernel/server/visible.ts";

/** One identity source as it is set now. */
export interface Source {
  readonly id: string;
  readonly ssoCode: string;
  readonly nameCn: string;
  readonly nameEn: string | null;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecretRef: string | null;
  readonly clientSecretEnc: string | null;
  readonly scopes: string;
  readonly claimSubject: string | null;
  readonly claimEmail: string | null;
  readonly claimName: string | null;
  readonly claimMobile: string | null;
  readonly claimPersonNum: string | null;
  readonly matchBy: "SUBJECT" | "EMAIL_VERIFIED" | "PERSON_NUM";
  readonly audience: "INTERNAL" | "SUPPLIER";
  readonly allowedDomains: string | null;
  readonly autoProvision: "Y" | "N";
  readonly defaultRespIds: readonly string[] | null;
  readonly logoutMode: "LOCAL" | "PROVIDER";
  readonly enabledFlag: "Y" | "N";
}

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

type Found = { id: string; userName: string; displayName: string; userType: string; userStatus: string };
const columns = `u.id, u."userName", u."displayName", u."userType", u."userStatus"`;
const no = (reason: MatchReason, account: Match["account"] = null): Match => ({ reason, ok: false, account });

function isAllowedDomain(source: Source, { email, emailVerified }: Identity): boolean {
  const domains = (source.allowedDomains ?? "").split(/[\s,]+/).filter(Boolean);
  if (domains.length === 0) return true;
  return email !== null && emailVerified && domains.includes(email.slice(email.lastIndexOf("@") + 1));
}

/** Accounts that could be this person: by proved e-mail or by employee number; by subject only those linked already. */
function candidates(db: Db, source: Source, who: Identity): Promise<Found[]> {
  if (source.matchBy === "EMAIL_VERIFIED" && who.email && who.emailVerified)
    return db.query<Found>(
      `select ${columns} from "BaseUsers" u where lower(u.email) = $1 and u."userType" = $2 and u."userStatus" <> 'DISABLED' limit 2`,
      [who.email, source.audience],
    );
  if (source.matchBy === "PERSON_NUM" && who.personNum)
    return db.query<Found>(
      `select ${columns} from "BaseUsers" u join "BasePerson" p on p.id = u."personId" where upper(p."personNum") = upper($1) and u."userType" = $2 limit 2`,
      [who.personNum, source.audience],
    );
  return Promise.resolve([]);
}

/** Which account this is, or why none: a link made before counts first, then what the source may be matched by, then a new account. */
export async function matchOf(db: Db, source: Source, who: Identity): Promise<Match> {
  const linked = await db.one<Found>(
    `select ${columns} from "BaseUserSsoLink" l join "BaseUsers" u on u.id = l."userId" where l."ssoId" = $1 and l.subject = $2`,
    [source.id, who.subject],
  );
  if (!isAllowedDomain(source, who)) return no("DOMAIN");
  if (linked) return judged(source, linked, "LINKED");
  if (source.matchBy === "EMAIL_VERIFIED" && !who.emailVerified) return no("EMAIL_UNVERIFIED");
  const [first, second] = await candidates(db, source, who);
  if (second) return no("AMBIGUOUS");
  if (!first) return source.autoProvision === "Y" ? { reason: "PROVISION", ok: true, account: null } : no("NO_ACCOUNT");
  const other = await db.one(`select 1 from "BaseUserSsoLink" where "ssoId" = $1 and "userId" = $2`, [source.id, first.id]);
  return other ? no("LINKED_OTHER", first) : judged(source, first, "MATCHED");
}

function judged(source: Source, account: Found, reason: "LINKED" | "MATCHED"): Match {
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
export async function freeName(db: Db, who: Identity): Promise<string> {
  const wishes = [who.wantedName, who.email?.split("@")[0], who.email, who.subject].flatMap((one) => (one ? [cleaned(one)] : []));
  const base = wishes.find((one) => one.length >= 3) ?? "user";
  const taken = await db.query<{ name: string }>(
    `select lower("userName") as name from "BaseUsers" where lower("userName") = any($1) or starts_with(lower("userName"), $2)`,
    [wishes.map((one) => one.toLowerCase()), base.toLowerCase()],
  );
  const names = new Set(taken.map((one) => one.name));
  const free = wishes.find((one) => one.length >= 3 && !names.has(one.toLowerCase()));
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
