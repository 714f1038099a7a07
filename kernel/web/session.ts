import { create } from "zustand";
import type { PasswordRules } from "../password.ts";
import { fromBase64url, toBase64url } from "../sign.ts";
import type { Language, Text } from "../text.ts";
import { call, CallError } from "./call.ts";
import { wordlessError, readReply } from "./call-error.ts";
import { learnServerTime, readTime, serverNow } from "./clock.ts";
import { deriveSignKey, importSignKey, randomBytes } from "./crypto.ts";
import type { ServerKey, SignKey } from "./crypto.ts";
import { dropKey, findKey, keepKey } from "./key-store.ts";
import { currentLanguage, sayNow } from "./language.ts";
import { clearRecord, readRecord, stateOf, writeRecord } from "./session-record.ts";
import type { Responsibility, SessionRecord, SessionUser, SignedIn } from "./session-record.ts";
import { askSiblings, hearSiblings, whisper } from "./siblings.ts";
import { openDoor } from "./wire.ts";
import type { Signer } from "./wire.ts";

export interface SsoChoice {
  readonly providerCode: string;
  readonly name: string;
  readonly nameEn?: string | null;
  readonly icon?: string | null;
}

/** A role the sign-in page of a demonstration offers with one press. */
export interface DemoAccount {
  readonly userName: string;
  readonly password?: string;
  readonly label: Text;
  readonly hint: Text;
}

/** What a page learns before anybody signs in. */
export interface Handshake extends ServerKey {
  readonly certificate: string;
  readonly signKey: string;
  readonly serverTime: string | number;
  readonly gatewayTag: string;
  readonly ssoProviders: readonly SsoChoice[];
  /** local passwords are off, but for the emergency account */
  readonly ssoOnly?: boolean;
  readonly captchaRequired: boolean;
  readonly pwdRules?: Partial<PasswordRules>;
  readonly version: string;
  /** channels over which a code can be sent here */
  readonly channels?: readonly ("EMAIL" | "SMS")[];
  readonly registration?: boolean;
  readonly inviteRequired?: boolean;
  readonly notice?: Text | null;
  readonly demo?: { readonly password?: string; readonly accounts: readonly DemoAccount[] };
}

/** Why the last session ended, and what stays of the work. */
export interface Ended {
  readonly code: string;
  readonly msg: string;
}

interface SessionStore {
  readonly record: SessionRecord | null;
  readonly ended: Ended | null;
  readonly version: string | null;
  /** days until the password is too old; told once after sign-in */
  readonly passwordDaysLeft: number | null;
}

/** The session of this window; calls, guard and shell read it here. */
export const useSession = create<SessionStore>(() => ({ record: null, ended: null, version: null, passwordDaysLeft: null }));
export const session = (): SessionRecord | null => useSession.getState().record;

let signKey: SignKey | null = null;
let anonymous: Promise<{ readonly signer: Signer; readonly shake: Handshake }> | null = null;

async function shakeHands(): Promise<{ signer: Signer; shake: Handshake }> {
  const response = await fetch(`/api/baseServer/baseLoginService/handshake?language=${currentLanguage()}`, {
    headers: { "SAAF-Language": currentLanguage() },
    credentials: "omit",
    cache: "no-store",
  }).catch(() => {
    throw wordlessError("NETWORK");
  });
  const shake = readReply<Handshake>(await response.text(), response.status).data;
  learnServerTime(shake.serverTime);
  useSession.setState({ version: shake.version });
  const { certificate, gatewayTag, keyId, publicKey } = shake;
  const key = await importSignKey(fromBase64url(shake.signKey));
  return { shake, signer: { kind: "anonymous", certificate, authorizationCode: "", gatewayTag, keyId, publicKey, key } };
}

function greet(): NonNullable<typeof anonymous> {
  anonymous ??= shakeHands().catch((error: unknown) => {
    anonymous = null;
    throw error;
  });
  return anonymous;
}

/** The anonymous session of this page, made on first need. */
export const handshake = async (): Promise<Handshake> => (await greet()).shake;

openDoor({
  async signer() {
    const record = session();
    if (record === null || signKey === null) return (await greet()).signer;
    const { certificate, authorizationCode, gatewayTag, keyId, publicKey } = record;
    return { kind: "session", certificate, authorizationCode, gatewayTag, keyId, publicKey, key: signKey };
  },
  async renewAnonymous() {
    anonymous = null;
    return (await greet()).signer;
  },
  lost: (error) => endSession({ code: error.code, msg: error.msg }),
});

/** Work to be done when a session begins or ends (menus, tabs, heartbeat, push); registered once by each. */
interface Life {
  begin?(record: SessionRecord): void;
  end?(record: SessionRecord, ended: Ended): void;
}
const lives: Life[] = [];

/** Joins the life of the session; code that arrives late, after sign-in, begins at once. */
export function liveWith(life: Life): void {
  lives.push(life);
  const record = session();
  if (record !== null) life.begin?.(record);
}

const begin = (record: SessionRecord, key: SignKey): void => {
  signKey = key;
  anonymous = null;
  writeRecord(record);
  useSession.setState({ record, ended: null });
  for (const life of lives) life.begin?.(record);
};

/** Changes what this window knows of its session and tells the other windows. */
export function updateSession(change: Partial<SessionRecord>, tell = true): void {
  const old = session();
  if (old === null) return;
  const record = { ...old, ...change };
  writeRecord(record);
  useSession.setState({ record });
  if (tell) whisper({ kind: "renewed", session: record });
}

/** Ends this browser's session: key, storage and cache go, the reason stays for the login page. */
export function endSession(ended: Ended, tell = true): void {
  const record = session();
  if (record === null) return;
  for (const life of lives) life.end?.(record, ended);
  signKey = null;
  clearRecord();
  void dropKey(record.certificate);
  useSession.setState({ record: null, ended: ended.code === "LOGOUT" ? null : ended });
  if (tell) whisper({ kind: "ended", certificate: record.certificate, ...ended });
}

async function enter(data: SignedIn, clientKey: Uint8Array<ArrayBuffer>, server: ServerKey): Promise<void> {
  learnServerTime(data.serverTime);
  useSession.setState({ passwordDaysLeft: data.passwordDaysLeft ?? null });
  const key = await deriveSignKey(clientKey, fromBase64url(data.serverSalt), data.certificate);
  await keepKey(data.certificate, key);
  begin(
    {
      certificate: data.certificate,
      authorizationCode: data.authorizationCode,
      gatewayTag: data.gatewayTag,
      keyId: server.keyId,
      publicKey: server.publicKey,
      user: data.user,
      responsibilities: data.responsibilities ?? [],
      currentResponsibility: currentOf(data),
      mustChangePassword: data.mustChangePassword,
      applicant: data.sessionKind === "RESTRICTED" && !data.mustChangePassword,
      expiresAt: readTime(data.expiresAt) ?? serverNow() + 7_200_000,
    },
    key,
  );
}

function currentOf(data: Pick<SignedIn, "currentResponsibility" | "responsibilities">): Responsibility | null {
  const current = data.currentResponsibility;
  if (typeof current !== "string") return current;
  return data.responsibilities.find((held) => held.responsibilityId === current) ?? null;
}

type Way = { readonly path: "login" | "verifyMfa" | "exchangeTicket"; readonly body: object; readonly sealed?: object };

/** Asks for a session by one of the three ways in; the client key travels sealed and makes the sign key together with the server's salt. */
async function askIn({ path, body, sealed }: Way): Promise<{ readonly data: SignedIn; begin(): Promise<void> }> {
  const clientKey = randomBytes(32);
  const { shake } = await greet();
  const { data } = await call<SignedIn>(`baseServer/baseLoginService/${path}`, body, {
    sealed: { ...sealed, sessionKey: toBase64url(clientKey) },
  });
  return { data, begin: () => enter(data, clientKey, shake) };
}

async function comeIn(way: Way): Promise<SignedIn> {
  const opened = await askIn(way);
  await opened.begin();
  return opened.data;
}

export interface Credentials {
  readonly userName: string;
  readonly password: string;
  readonly captchaId?: string;
  readonly captchaCode?: string;
}

export const signIn = ({ password, ...body }: Credentials): Promise<SignedIn> => comeIn({ path: "login", body, sealed: { password } });
export const verifyMfa = (mfaTicket: string, code: string): Promise<SignedIn> => comeIn({ path: "verifyMfa", body: { mfaTicket, code } });
/** Sets the offered authenticator up by a code it shows. */
export async function setUpMfa(mfaTicket: string, code: string): Promise<MfaReady> {
  const { data, begin: goOn } = await askIn({ path: "verifyMfa", body: { mfaTicket, code } });
  return { codes: data.recoveryCodes ?? [], goOn };
}
/** A one-time way in; what comes back from an identity source is good only together with the secret this browser kept. */
export const exchangeTicket = (ticket: string, proof?: string): Promise<SignedIn> =>
  comeIn({ path: "exchangeTicket", body: { ticket, ...(proof === undefined ? {} : { proof }) } });

/** A second factor that is asked for: the ticket to answer with, and where a code was sent. */
export interface MfaDemand {
  readonly mfaTicket: string;
  /** SETUP: an authenticator must be set up with this secret before anything else. */
  readonly type?: "TOTP" | "EMAIL" | "SETUP";
  readonly target?: string;
  readonly secret?: string;
  readonly uri?: string;
}

/** An authenticator that was just set up: the session begins when its owner has kept the codes. */
export interface MfaReady {
  readonly codes: readonly string[];
  goOn(): Promise<void>;
}

/** What a refusal demands when it asks for a second factor, or null. */
export const mfaDemandOf = (error: unknown): MfaDemand | null =>
  error instanceof CallError && error.code === "AUTH_MFA_REQUIRED" ? (error.data as MfaDemand) : null;

/** Signs out here and in every window of this browser; the server is told first, but its silence does not keep anybody in. */
export async function signOut(): Promise<void> {
  const reply = await call<{ readonly logoutUrl?: string } | null>("baseServer/baseLoginService/logout").catch(() => undefined);
  endSession({ code: "LOGOUT", msg: "" });
  if (reply?.data?.logoutUrl) location.assign(reply.data.logoutUrl);
}

/** switches the responsibility; tabs and menus follow through the shell. */
export async function switchResponsibility(responsibilityId: string): Promise<void> {
  const held = session()?.responsibilities.find((responsibility) => responsibility.responsibilityId === responsibilityId) ?? null;
  const { data } = await call<Partial<Pick<SignedIn, "currentResponsibility" | "user">> | null>(
    "baseServer/baseLoginService/switchResponsibility",
    { responsibilityId },
  );
  const answered = data?.currentResponsibility;
  updateSession({
    currentResponsibility: typeof answered === "object" && answered !== null ? answered : held,
    ...(data?.user ? { user: data.user } : {}),
  });
}

/** Changes the own password; a session that was held for it becomes a full one (or an applicant's). */
export async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
  const { data } = await call<{ readonly sessionKind?: SignedIn["sessionKind"] } | null>(
    "baseServer/baseUsersService/changePassword",
    {},
    { sealed: { oldPassword, newPassword } },
  );
  const record = session();
  if (record?.mustChangePassword === true && signKey !== null)
    begin({ ...record, mustChangePassword: false, applicant: data?.sessionKind === "RESTRICTED" }, signKey);
}

/** Finds the session this window had before a reload, or the one another window has. Answers false when there is none. */
export async function restoreSession(): Promise<boolean> {
  const own = readRecord();
  const record = own ?? (await askSiblings());
  if (record === null) return false;
  const key = await findKey(record.certificate);
  if (key === null) {
    clearRecord();
    useSession.setState({ ended: { code: "AUTH_EXPIRED", msg: sayNow(["请重新登录", "Please sign in again"]) } });
    return false;
  }
  begin(record, key);
  return true;
}

hearSiblings((message) => {
  const record = session();
  if (message.kind === "ask" && record !== null && stateOf(record) === "full") whisper({ kind: "have", session: record });
  if (record === null || !("certificate" in message || message.kind === "renewed")) return;
  if (message.kind === "ended" && message.certificate === record.certificate) endSession({ code: message.code, msg: message.msg }, false);
  if (message.kind === "renewed" && message.session.certificate === record.certificate) updateSession(message.session, false);
});

/** The name of a responsibility in the chosen language. */
export const respName = (held: Responsibility, language: Language): string =>
  language === "EN" ? held.respNameEn || held.respName : held.respName;

/** The company a responsibility is current for, as a reader of this language knows it. */
export const companyName = (held: Responsibility, language: Language): string | null | undefined =>
  language === "EN" ? held.supplierNameEn || held.supplierName : held.supplierName;

/** The person's own name in the chosen language. */
export const ownName = (user: SessionUser | undefined, language: Language): string =>
  (language === "EN" && user?.personNameEn) || user?.personName || user?.userName || "";
