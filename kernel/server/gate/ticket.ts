import { createHash, randomBytes } from "node:crypto";
import { msOf } from "#kernel/time.ts";
import type { Db } from "../database/db.ts";
import { insertRow } from "./rows.ts";

/** What a ticket opens. Each lives for a fixed time and works once. */
export type Purpose =
  | "VIEW"
  | "DOWNLOAD"
  | "WS"
  | "SSO"
  | "SSO_STATE"
  | "SSO_TEST"
  | "EMBED"
  | "SIGN_IN"
  | "RESET"
  | "SET_PASSWORD"
  | "PROOF"
  | "MFA"
  | "MFA_SETUP"
  | "CAPTCHA"
  | "EXTERNAL_URL"
  | "TOTP"
  | "RECOVERY";

const minute = msOf({ minutes: 1 });

export const ticketLife: Readonly<Record<Purpose, number>> = {
  VIEW: minute,
  DOWNLOAD: minute,
  WS: minute,
  SSO: minute,
  SSO_STATE: 10 * minute,
  SSO_TEST: 10 * minute,
  EMBED: 10 * minute,
  SIGN_IN: msOf({ days: 14 }),
  RESET: 10 * minute,
  SET_PASSWORD: msOf({ days: 1 }),
  PROOF: 30 * minute,
  MFA: 5 * minute,
  // Long enough to find and install an authenticator app.
  MFA_SETUP: 20 * minute,
  CAPTCHA: 2 * minute,
  EXTERNAL_URL: 10 * minute,
  TOTP: 5 * minute,
  RECOVERY: msOf({ days: 3_650 }),
};

export interface TicketContent {
  /** The session that asked for it. */
  readonly certificate?: string | null;
  readonly userId?: string | null;
  readonly content?: Readonly<Record<string, unknown>>;
}

export interface Taken {
  readonly purpose: Purpose;
  readonly certificate: string | null;
  readonly userId: string | null;
  readonly content: Readonly<Record<string, unknown>>;
}

export interface Issued {
  readonly ticket: string;
  readonly expiresAt: Date;
}

export const digest = (ticket: string): string => createHash("sha256").update(ticket).digest("hex");

/** A new ticket; only its digest is kept. Viewer codes are told apart by their first letters. */
export async function issue(db: Pick<Db, "query">, purpose: Purpose, what: TicketContent, now: Date): Promise<Issued> {
  const ticket = `${purpose === "VIEW" ? "vc_" : "tk_"}${randomBytes(24).toString("base64url")}`;
  const expiresAt = new Date(now.getTime() + ticketLife[purpose]);
  await insertRow(
    db,
    "BaseTicket",
    {
      ticketHash: digest(ticket),
      purpose,
      certificate: what.certificate ?? null,
      userId: what.userId ?? null,
      content: what.content ?? {},
      tries: 0,
      expiresAt,
    },
    now,
  );
  return { ticket, expiresAt };
}

const found = `"purpose", "certificate", "userId", "content"`;

/** Uses the ticket up. Null when it never existed, was used, is over, or belongs to another session. */
export function take(
  db: Pick<Db, "one">,
  ticket: unknown,
  purposes: readonly Purpose[],
  now: Date,
  certificate?: string,
): Promise<Taken | null> {
  if (typeof ticket !== "string" || ticket.length > 200) return Promise.resolve(null);
  return db.one<Taken>(
    `update "BaseTicket" set "usedAt" = $3 where "ticketHash" = $1 and "purpose" = any($2) and "usedAt" is null and "expiresAt" > $3 and ($4::text is null or "certificate" = $4) returning ${found}`,
    [digest(ticket), purposes, now, certificate ?? null],
  );
}

/** What it would open, without using it up. */
export function look(db: Pick<Db, "one">, ticket: unknown, purposes: readonly Purpose[], now: Date): Promise<Taken | null> {
  if (typeof ticket !== "string" || ticket.length > 200) return Promise.resolve(null);
  return db.one<Taken>(
    `select ${found} from "BaseTicket" where "ticketHash" = $1 and "purpose" = any($2) and "usedAt" is null and "expiresAt" > $3`,
    [digest(ticket), purposes, now],
  );
}

/** One try at something that may fail a few times before the ticket is spent; null when tries or time are over. */
export function attempt(
  db: Pick<Db, "one">,
  ticket: unknown,
  purpose: Purpose,
  tries: number,
  now: Date,
  certificate: string,
): Promise<Taken | null> {
  if (typeof ticket !== "string" || ticket.length > 200) return Promise.resolve(null);
  return db.one<Taken>(
    `update "BaseTicket" set "tries" = "tries" + 1 where "ticketHash" = $1 and "purpose" = $2 and "usedAt" is null and "expiresAt" > $3 and "certificate" = $4 and "tries" < $5 returning ${found}`,
    [digest(ticket), purpose, now, certificate, tries],
  );
}

/** Notes that a thing with this name happened; false when it had happened before. */
export async function once(db: Pick<Db, "query">, purpose: Purpose, name: string, now: Date): Promise<boolean> {
  try {
    const life = ticketLife[purpose];
    await insertRow(
      db,
      "BaseTicket",
      { ticketHash: digest(`${purpose}|${name}`), purpose, content: {}, tries: 0, expiresAt: new Date(now.getTime() + life), usedAt: now },
      now,
    );
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "23505") return false;
    throw error;
  }
}
