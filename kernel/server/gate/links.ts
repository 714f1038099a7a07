import { randomUUID } from "node:crypto";
import type { Gate } from "./gate.ts";
import { originsOf } from "./headers.ts";
import { deny } from "./refusals.ts";
import { expiryOf, type Live, type SessionInfo } from "./session.ts";
import { issue, once, take, ticketLife, type Issued, type Purpose } from "./ticket.ts";

/** For requests that cannot carry headers: a viewer code, a download link, a socket. Bound to the session that asked. */
export const sessionTicket = (
  gate: Gate,
  session: SessionInfo,
  purpose: "VIEW" | "DOWNLOAD" | "WS",
  content: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<Issued> => issue(gate.db, purpose, { certificate: session.certificate, userId: session.userId, content }, now);

/** Uses such a ticket: what it was for, and the session behind it, which must still be alive. */
export async function redeem(
  gate: Gate,
  ticket: unknown,
  purpose: "VIEW" | "DOWNLOAD" | "WS",
  now: Date,
): Promise<{ live: Live; content: Readonly<Record<string, unknown>> } | null> {
  const taken = await take(gate.db, ticket, [purpose], now);
  const live = taken?.certificate ? await gate.sessions.find(taken.certificate) : null;
  if (!taken || !live || live.ended || expiryOf(live) <= now.getTime()) return null;
  return { live, content: taken.content };
}

const address = (gate: Gate, path: string): string => `${gate.settings.publicUrl.replace(/\/$/, "")}${path}`;

async function personTicket(
  gate: Gate,
  purpose: Purpose,
  userId: string,
  path: (ticket: string) => string,
  now: Date,
): Promise<{ url: string; expiresAt: Date }> {
  const { ticket, expiresAt } = await issue(gate.db, purpose, { userId }, now);
  return { url: address(gate, path(ticket)), expiresAt };
}

/** Opens the page where a new password is set, once, within 24 hours; also what a first start prints for the administrator. */
export const setPasswordLink = (gate: Gate, userId: string, now: Date) =>
  personTicket(gate, "SET_PASSWORD", userId, (ticket) => `/forget?ticket=${ticket}`, now);

/** The one-time way back into a registration, for 14 days. */
export const personalLink = (gate: Gate, userId: string, now: Date) =>
  personTicket(gate, "SIGN_IN", userId, (ticket) => `/login?ticket=${ticket}`, now);

export interface ExternalToken {
  readonly pageName: string;
  readonly menuId: string;
  readonly userId: string;
  readonly exp: number;
  readonly jti: string;
}

const binding = "external-url";

/** The address of an outside page with a sealed, single-use token; only hosts of the allow-list are ever given one. */
export async function buildExternalUrl(
  gate: Gate,
  session: SessionInfo,
  pageName: string,
  menuId: string,
  now: Date,
): Promise<{ url: string; expiresAt: string }> {
  const target = await gate.externalPage?.(pageName, menuId, session.responsibilityId);
  const allowed = originsOf((await gate.directory.profile("IFRAME_ORIGINS")) ?? "");
  if (!target || !URL.canParse(target) || !allowed.includes(new URL(target).origin)) throw deny("PERM_DENIED");
  const exp = now.getTime() + ticketLife.EXTERNAL_URL;
  const token: ExternalToken = { pageName, menuId, userId: session.userId ?? "", exp, jti: randomUUID() };
  const url = new URL(target);
  url.searchParams.set("token", gate.keys.seal(JSON.stringify(token), binding));
  return { url: url.href, expiresAt: new Date(exp).toISOString() };
}

/** What such a token says, the first time it is shown and within its ten minutes. */
export async function openExternalToken(gate: Gate, token: string, now: Date): Promise<ExternalToken | null> {
  const plain = token.length > 4000 ? null : gate.keys.unseal(token, binding);
  if (!plain) return null;
  const parsed = JSON.parse(plain.toString("utf8")) as ExternalToken;
  if (parsed.exp <= now.getTime()) return null;
  return (await once(gate.db, "EXTERNAL_URL", parsed.jti, now)) ? parsed : null;
}

/** Seals a token for a page of ours that a partner embeds (/iframeBox?token=). @public */
export const sealExternalToken = (gate: Gate, what: Pick<ExternalToken, "pageName" | "menuId" | "userId">, now: Date): string =>
  gate.keys.seal(
    JSON.stringify({ ...what, exp: now.getTime() + ticketLife.EXTERNAL_URL, jti: randomUUID() } satisfies ExternalToken),
    binding,
  );
