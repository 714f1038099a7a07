import { createHmac, hash, type KeyObject } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { APP_ID, appText, chainRounds, nonceOf, paramText, TIMESTAMP_WINDOW_MS, type SignedParts } from "#kernel/sign.ts";
import type { Language } from "#kernel/text.ts";
import { calledMethod, calledPath, isApp, isCallingApp, type CallRule, type LogLevel } from "./doors.ts";
import { bodyReader, drain, formLimit, type BodyLimit } from "./body.ts";
import { checkContent, dropZeros, readContent } from "./content.ts";
import type { Carrier } from "./envelope.ts";
import type { Gate } from "./gate.ts";
import { admit, isQuiet, type Guard } from "./guard.ts";
import { deny, denyEnded } from "./refusals.ts";
import { hashCode, same, type Live, type SessionInfo } from "./session.ts";
import { openUpload, type Upload } from "./upload.ts";

/** A request that proved itself: which session, in which language, and for envelopes, which request this is. */
export interface Passage {
  readonly live: Live;
  readonly language: Language;
  readonly carrier: Carrier;
  /** The session code as it came; only the heartbeat needs it, to know what to rotate. */
  readonly code: string;
  readonly upload: Upload | null;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null on public routes and before the signature has been checked. */
    passage: Passage | null;
    /** The body of a public call as it came: outside worlds sign the bytes, not what they mean. */
    bytes: Buffer | null;
    /** The headers that held so far; the body is still unread. */
    half: Half | null;
    /** What is to be written down of this call, and its answer as far as that goes. */
    noted: { readonly log: LogLevel; reply?: string } | null;
  }
  interface FastifyContextConfig {
    guard?: Guard;
    perMinute?: number;
    /** The most bytes its body may have, where a call needs more than others. */
    bodyLimit?: BodyLimit;
  }
}

/** What is known after the headers alone: enough to decide whether the body is worth reading. */
interface Half {
  readonly live: Live;
  readonly code: string;
  readonly parts: Omit<SignedParts, "bodyHash" | "method">;
  readonly paramsign: string;
}

export const sessionOf = (request: FastifyRequest): SessionInfo | null => request.passage?.live.info ?? null;

const mostKept = 65_536;
const emptyHash = hash("sha256", "");
const form = {
  timestamp: /^\d{1,16}$/,
  certificate: /^[A-Za-z0-9_.-]{4,64}$/,
  paramsign: /^v1\.[A-Za-z0-9_-]{43}$/,
  code: /^[A-Za-z0-9_.~+/=-]{0,2000}$/,
};

const text = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");

/** The app signature: a MAC hashed again as often as the digits of the timestamp say. */
export function appChain(key: KeyObject, part: { timestamp: string; nonce: string; certificate: string; appId: string }): string {
  let link = createHmac("sha256", key).update(appText(part)).digest("hex");
  const input = Buffer.allocUnsafe(32 + part.timestamp.length);
  input.write(part.timestamp, 32, "latin1");
  for (let round = chainRounds(part.timestamp); round > 1; round--) {
    input.write(link, 0, "hex");
    link = hash("sha256", input);
  }
  input.write(link, 0, "hex");
  return `v1.${part.nonce}.${hash("sha256", input, "base64url")}`;
}

export const paramMac = (key: KeyObject, parts: SignedParts): string =>
  `v1.${createHmac("sha256", key).update(paramText(parts)).digest("base64url")}`;

/** First half, before the body: header form, time, session and code, app signature. */
async function checkHeaders(gate: Gate, request: FastifyRequest, now: Date): Promise<Half> {
  const { headers } = request;
  const url = request.raw.url ?? "";
  const at = url.indexOf("?");
  const parts = {
    path: at < 0 ? url : url.slice(0, at),
    query: at < 0 ? "" : url.slice(at + 1),
    timestamp: text(headers["timestamp"]),
    nonce: nonceOf(text(headers["appsign"])) ?? "",
    certificate: text(headers["certificate"]),
    appId: text(headers["appid"]),
    gatewayTag: text(headers["gateway-tag"]),
    language: text(headers["saaf-language"]),
  };
  const paramsign = text(headers["paramsign"]);
  const code = text(headers["authorizationcode"]);
  const wellFormed =
    parts.nonce !== "" &&
    form.timestamp.test(parts.timestamp) &&
    form.certificate.test(parts.certificate) &&
    form.paramsign.test(paramsign) &&
    form.code.test(code) &&
    (parts.language === "CN" || parts.language === "EN");
  if (!wellFormed || parts.appId !== APP_ID || parts.gatewayTag !== gate.settings.gatewayTag) throw deny("SIGN_HEADER");

  const sent = Number(parts.timestamp);
  if (Math.abs(now.getTime() - sent) > TIMESTAMP_WINDOW_MS || sent < gate.nonces.since)
    throw deny("SIGN_TIME", { data: { serverTime: now.getTime() } });

  const live = isApp(parts.certificate)
    ? await callingApp(gate, parts.certificate, code, request.ip, now)
    : await liveSession(gate, parts.certificate, code, request.ip, now);
  if (!same(appChain(live.key, parts), text(headers["appsign"]))) throw await failed(gate, live, "SIGN_APP", request.ip, now);
  return { live, code, parts, paramsign };
}

/** A person's session, alive and with the right code. Answers later only when something has to be written or read. */
function liveSession(gate: Gate, certificate: string, code: string, ip: string, now: Date): Live | Promise<Live> {
  const checked = (live: Live): Live | Promise<Live> => {
    const slow = gate.sessions.check(live, code, now, ip);
    return slow ? slow.then(() => live) : live;
  };
  const found = gate.sessions.find(certificate);
  return found instanceof Promise ? loadKnown(gate, found, ip, now).then(checked) : checked(found);
}

/** A partner system with a living token, from an address it may call from. */
async function callingApp(gate: Gate, clientId: string, token: string, ip: string, now: Date): Promise<Live> {
  const app = await loadKnown(gate, gate.doors.apps?.find(clientId, hashCode(token), now) ?? Promise.resolve(null), ip, now);
  if (!isCallingApp(app) || !app.isFrom(ip)) throw deny("OAUTH_IP");
  return app;
}

/** Strangers who try certificates cost one query each; a hundred a minute from one address are enough. */
async function loadKnown(gate: Gate, found: Promise<Live | null>, ip: string, now: Date): Promise<Live> {
  const live = await found;
  if (live) return live;
  if (!gate.rates.allow(`unknown|${ip}`, 100, now)) throw deny("RATE_LIMIT");
  throw denyEnded(null);
}

const tooManyFailures = 20;

async function failed(gate: Gate, live: Live, code: "SIGN_APP" | "SIGN_PARAM", ip: string, now: Date): Promise<Error> {
  const { certificate, userId } = live.info;
  if (gate.signFailures.add(certificate, now) >= tooManyFailures) {
    await gate.sessions.end([certificate], "SIGNATURES", now);
    gate.signFailures.clear(certificate);
    gate.alarm("SIGN_FAILURES", { certificate, userId });
    gate.security("SESSION_FORGED", { userId, ip });
  }
  return deny(code);
}

/** Second half, over the raw bytes and before anything is parsed: body hash, parameter signature, replay. */
async function checkBody(gate: Gate, request: FastifyRequest, half: Half, body: Uint8Array | string | null, now: Date): Promise<void> {
  const { live, parts, paramsign } = half;
  const bodyHash = body === null || body.length === 0 ? emptyHash : hash("sha256", body);
  if (!same(paramMac(live.key, { ...parts, method: request.method, bodyHash }), paramsign))
    throw await failed(gate, live, "SIGN_PARAM", request.ip, now);
  const fresh = gate.nonces.take(parts.certificate, parts.nonce, now);
  if (!(typeof fresh === "boolean" ? fresh : await fresh)) throw deny("SIGN_REPLAY");
}

function readJson(raw: Buffer): Record<string, unknown> {
  const json = raw.toString("utf8");
  const value = json === "" ? {} : readContent(json);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw deny("REQUEST_BAD");
  return value as Record<string, unknown>;
}

/** The language a request names beside its header; null where only the header can carry it. */
function namedLanguage(request: FastifyRequest, upload: Upload | null): unknown {
  if (upload) return upload.meta.language;
  if (Buffer.isBuffer(request.body)) return null;
  if (request.body !== undefined && request.body !== null) return (request.body as Record<string, unknown>)["language"];
  return (request.query as Record<string, unknown>)["language"];
}

async function finish(gate: Gate, request: FastifyRequest): Promise<void> {
  const config = request.routeOptions.config;
  const guard = config.guard ?? "session";
  dropZeros(request.query as Record<string, unknown>);
  checkContent(request.params);
  const isJson = Buffer.isBuffer(request.body) && (request.headers["content-type"] ?? "").startsWith("application/json");
  if (Buffer.isBuffer(request.body) && (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded"))
    checkContent(Object.fromEntries(new URLSearchParams(request.body.toString("utf8"))));
  const called = { method: calledMethod(request), path: calledPath(request) };
  const found = gate.doors.ruleOf?.(called.method, called.path);
  const rule = found instanceof Promise ? await found : found;
  if (guard === "public") {
    keepRule(gate, request, rule, request.ip, null);
    if (isJson) {
      request.bytes = request.body as Buffer;
      request.body = readJson(request.bytes);
    }
    return;
  }
  const now = gate.clock.now();
  const half = request.half!;
  const upload = request.isMultipart?.() ? await openUpload(request) : null;
  await checkBody(gate, request, half, upload ? upload.metaText : ((request.body as Buffer | undefined) ?? null), now);
  if (isJson) request.body = readJson(request.body as Buffer);
  const language = half.parts.language as Language;
  const named = namedLanguage(request, upload);
  if (named !== null && named !== language) throw deny("SIGN_HEADER");

  const { live } = half;
  const app = isCallingApp(live) ? live : null;
  const key = live.info.userId === null ? request.ip : live.info.certificate;
  const perMinute = app ? app.perMinute : gate.settings.callsPerMinute;
  if (perMinute > 0 && !gate.rates.allow(key, perMinute, now)) throw deny("RATE_LIMIT");
  const path = request.routeOptions.url ?? half.parts.path;
  keepRule(gate, request, rule, key, app ? "META" : null);
  admit(guard, live.info, path);
  if (app && !(isForApps(guard, called.path) && (await app.mayCall(called.method, called.path)))) throw deny("OAUTH_SCOPE");
  if (live.info.language !== language) live.info = { ...live.info, language };
  if (!app && !isQuiet(path)) gate.sessions.touch(live, now);
  request.passage = {
    live,
    language,
    code: half.code,
    upload,
    carrier: { certificate: half.parts.certificate, timestamp: half.parts.timestamp, path: half.parts.path },
  };
}

/** What belongs to a person's own session is no partner system's business, whatever it was given. */
const isForApps = (guard: Guard, path: string): boolean =>
  guard === "session" && !/\/(baseLoginService|baseLoginSessionRestful)\//.test(path);

/** Keeps what is set for this call: switched off, so many a minute, written down. Before sign-in a limit may be lowered, never raised. */
function keepRule(gate: Gate, request: FastifyRequest, rule: CallRule | undefined, key: string, least: LogLevel | null): void {
  const { perMinute: own, guard } = request.routeOptions.config;
  const log = rule && rule.log !== "NONE" ? rule.log : least;
  if (log && gate.doors.heard) request.noted = { log };
  if (rule && !rule.enabled) throw deny("API_DISABLED");
  const isOpen = guard === "public" || guard === "anonymous";
  const limit = isOpen && own && rule?.perMinute ? Math.min(own, rule.perMinute) : (rule?.perMinute ?? own);
  if (limit && !gate.rates.allow(`${key}|${calledPath(request)}`, limit, gate.clock.now())) throw deny("RATE_LIMIT");
}

/** A real session code in an address has leaked into logs: the session ends, whoever sent it. */
export async function endLeaked(gate: Gate, url: string, ip: string): Promise<boolean> {
  const query = url.slice(url.indexOf("?") + 1);
  if (!url.includes("?") || !/authorizationcode/i.test(query)) return false;
  let leaked = false;
  for (const [key, value] of new URLSearchParams(query)) {
    if (key.toLowerCase() !== "authorizationcode" || value === "" || value.startsWith("vc_")) continue;
    leaked = true;
    if (!gate.rates.allow(`leak|${ip}`, 30, gate.clock.now())) continue;
    const ended = await gate.sessions.endByCode(hashCode(value), gate.clock.now());
    if (!ended) continue;
    gate.alarm("CODE_LEAKED", {});
    gate.security("SESSION_LEAKED", { userId: ended.userId, ip });
  }
  return leaked;
}

/** Puts the gate before every route registered in this scope; each route says in its config who may pass. */
export function mountGate(api: FastifyInstance, gate: Gate): void {
  const isSignedIn = ({ half }: FastifyRequest): boolean => half !== null && half.live.info.kind !== "ANONYMOUS";
  api.addContentTypeParser("application/json", bodyReader(isSignedIn));
  // How other systems ask for a token; only that call reads it.
  api.addContentTypeParser(
    "application/x-www-form-urlencoded",
    bodyReader(() => false, formLimit),
  );
  api.addContentTypeParser("application/octet-stream", bodyReader(isSignedIn));
  api.decorateRequest("passage", null);
  api.decorateRequest("half", null);
  api.decorateRequest("noted", null);
  api.decorateRequest("bytes", null);
  api.addHook("onRequest", async (request) => {
    if (await endLeaked(gate, request.raw.url ?? "", request.ip)) throw denyEnded("LEAKED");
    if (request.routeOptions.config.guard === "public" || request.is404) return;
    request.half = await checkHeaders(gate, request, gate.clock.now());
  });
  api.addHook("preValidation", async (request) => {
    if (!request.is404) await finish(gate, request);
  });
  api.addHook("onSend", (request, _reply, payload, done) => {
    if (request.noted?.log === "BODY" && typeof payload === "string") request.noted.reply = payload.slice(0, mostKept);
    done();
  });
  api.addHook("onResponse", (request, reply, done) => {
    done();
    drain(request.raw);
    const { noted, passage } = request;
    if (!noted) return;
    gate.doors.heard?.({
      at: gate.clock.now(),
      method: calledMethod(request),
      path: calledPath(request),
      http: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: passage?.live.info.userId ?? null,
      app: passage?.live.info.app?.name ?? request.half?.live.info.app?.name ?? null,
      ip: request.ip,
      requestId: request.id,
      ...(noted.log === "BODY" ? { request: request.body, reply: noted.reply ?? "" } : {}),
    });
  });
}
