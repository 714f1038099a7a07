import type { Db } from "../database/db.ts";

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
  readonly logoutMode: "LOCAL" | "PROVIDER";
  readonly iconFileId: string | null;
  readonly enabledFlag: "Y" | "N";
}

/** An account somebody of an identity source may be. */
export interface Candidate {
  readonly id: string;
  readonly userName: string;
  readonly displayName: string;
  readonly userType: string;
  readonly userStatus: string;
}

type Reads = Pick<Db, "query" | "one">;
const columns = `u.id, u."userName", u."displayName", u."userType", u."userStatus"`;

export const sourceById = (db: Reads, id: string): Promise<Source | null> => db.one<Source>(`select * from "BaseSso" where id = $1`, [id]);

export const sourceByCode = (db: Reads, code: string): Promise<Source | null> =>
  db.one<Source>(`select * from "BaseSso" where "ssoCode" = $1`, [code]);

export const enabledSources = (db: Reads): Promise<Source[]> =>
  db.query<Source>(`select * from "BaseSso" where "enabledFlag" = 'Y' order by "ssoCode"`);

/** The account a subject was linked to before. */
export const linkedAccount = (db: Reads, ssoId: string, subject: string): Promise<Candidate | null> =>
  db.one<Candidate>(
    `select ${columns} from "BaseUserSsoLink" l join "BaseUsers" u on u.id = l."userId" where l."ssoId" = $1 and l.subject = $2`,
    [ssoId, subject],
  );

export const isLinked = async (db: Reads, ssoId: string, userId: string): Promise<boolean> =>
  (await db.one(`select 1 from "BaseUserSsoLink" where "ssoId" = $1 and "userId" = $2`, [ssoId, userId])) !== null;

/** At most two, so that an ambiguous address shows. */
export const accountsByEmail = (db: Reads, email: string, userType: string): Promise<Candidate[]> =>
  db.query<Candidate>(
    `select ${columns} from "BaseUsers" u where lower(u.email) = $1 and u."userType" = $2 and u."userStatus" <> 'DISABLED' limit 2`,
    [email, userType],
  );

export const accountsByNumber = (db: Reads, personNum: string, userType: string): Promise<Candidate[]> =>
  db.query<Candidate>(
    `select ${columns} from "BaseUsers" u join "BasePerson" p on p.id = u."personId" where upper(p."personNum") = upper($1) and u."userType" = $2 limit 2`,
    [personNum, userType],
  );

/** Which of these names, and of those that begin with the last word, are taken; all in small letters. */
export async function takenNames(db: Reads, names: readonly string[], beginning: string): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ name: string }>(
    `select lower("userName") as name from "BaseUsers" where lower("userName") = any($1) or starts_with(lower("userName"), $2)`,
    [names.map((name) => name.toLowerCase()), beginning.toLowerCase()],
  );
  return new Set(rows.map((row) => row.name));
}

/** A stamp, not a decision: it changes no version. */
export const stampLink = (db: Reads, ssoId: string, subject: string, now: Date): Promise<unknown> =>
  db.query(`update "BaseUserSsoLink" set "lastUsedAt" = $3 where "ssoId" = $1 and subject = $2`, [ssoId, subject, now]);
