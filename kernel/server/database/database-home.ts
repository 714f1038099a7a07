import pg from "pg";
import { runtimeRole } from "./database-names.ts";
import { hasPassword, installRoles } from "./database-roles.ts";
import type { RunningPostgres } from "./embedded-pg.ts";

/** The product's database: how it is entered by whom, and how it is left. */
export interface DatabaseHome {
  /** As the product: an ordinary role. */
  readonly url: string;
  /** As the reader of what people write in SQL; null where there is no such role, and then no such SQL runs. */
  readonly readerUrl: string | null;
  /** As whoever owns the journal: for a restore, never for the running product. */
  readonly installerUrl: string;
  stop(): Promise<void>;
}

type Env = Readonly<Record<string, string | undefined>>;
type Warn = (text: string) => void;

interface Standing {
  readonly isSuperuser: boolean;
  readonly ownsJournal: boolean;
}

async function standingOf(url: string): Promise<Standing> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Standing>(
      `select r.rolsuper as "isSuperuser", coalesce((select pg_has_role(c.relowner, 'usage') from pg_class c where c.oid = to_regclass('"Journal"')), true) as "ownsJournal"
       from pg_roles r where r.rolname = current_user`,
    );
    return rows[0]!;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const none = async (): Promise<void> => undefined;

/** A superuser prepares an ordinary role and steps back; where it cannot, the operator is told what to do. */
async function asSuperuser(given: string, warn: Warn): Promise<DatabaseHome> {
  const advice = "give the product an ordinary role in DATABASE_URL and name the superuser in DATABASE_INSTALLER_URL";
  warn(`DATABASE_URL names a superuser; the product works as the role ${runtimeRole} instead. Better: ${advice}.`);
  if (!hasPassword(given)) {
    warn(`DATABASE_URL carries no password to derive that role's from: the product works as a superuser. ${advice}.`);
    return { url: given, readerUrl: null, installerUrl: given, stop: none };
  }
  return { ...(await installRoles(given)), installerUrl: given, stop: none };
}

async function outside(given: string, installerUrl: string | undefined, warn: Warn): Promise<DatabaseHome> {
  if (installerUrl) {
    const roles = await installRoles(installerUrl, given);
    if ((await standingOf(given)).isSuperuser) warn("DATABASE_URL names a superuser: give the product an ordinary role.");
    return { ...roles, readerUrl: hasPassword(installerUrl) ? roles.readerUrl : null, installerUrl, stop: none };
  }
  const standing = await standingOf(given);
  if (standing.isSuperuser) return asSuperuser(given, warn);
  if (standing.ownsJournal)
    warn("the product's own role owns the journal, which only triggers protect then: name another role in DATABASE_INSTALLER_URL.");
  return { url: given, readerUrl: null, installerUrl: given, stop: none };
}

/** Opens the way to the database the environment names, or to the product's own, with as few rights as it can. */
export async function databaseHome(env: Env, embedded: () => Promise<RunningPostgres>, warn: Warn): Promise<DatabaseHome> {
  if (env["DATABASE_URL"]) return outside(env["DATABASE_URL"], env["DATABASE_INSTALLER_URL"] || undefined, warn);
  const { installerUrl, stop } = await embedded();
  return { ...(await installRoles(installerUrl)), installerUrl, stop };
}
