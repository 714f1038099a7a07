import { createSecretKey, hkdfSync, randomBytes } from "node:crypto";
import { refuse } from "#kernel/refusal.ts";
import { answer, type Answer, type Call, type Context } from "#kernel/server/http/call.ts";
import { isApp, type CallingApp, type Doors } from "#kernel/server/gate/doors.ts";
import { deny } from "#kernel/server/gate/refusals.ts";
import { hashCode } from "#kernel/server/gate/session.ts";
import { heldBy } from "#kernel/server/gate/signin.ts";
import {
  activeApp,
  appById,
  appOfToken,
  keepToken,
  scopeOfCall,
  scopesOfApp,
  tokenOfApp,
  type StoredApp,
  type StoredToken,
} from "#kernel/server/gate/stored-apps.ts";
import { newId } from "#kernel/server/act/id.ts";
import { takes, tolerant, type InputNames } from "#kernel/server/http/input.ts";
import { inOwnName, systemMe } from "#kernel/server/access/permit.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import { isWithinRanges } from "./ranges.ts";

type Body = Readonly<Record<string, unknown>>;

const lifeMs = 30 * 60_000;
const tokensPerMinute = 10;
const strangersPerMinute = 60;
/** Warnings go out when this many days are left. */

/** The key an app signs its calls with: derived from its secret, bound to its name. */
export const appSignKey = (secret: string, clientId: string): Buffer =>
  Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64url"), clientId, `SRM-APP-v1|${clientId}`, 32));

/** Partner systems: their secrets, their tokens, and who stands behind a call that shows one. */
export class OauthRoom {
  readonly #at: Premises;

  constructor(at: Premises) {
    this.#at = at;
  }

  readonly door: Required<Pick<Doors, "apps">>["apps"] = { find: (clientId, tokenHash, now) => this.#find(clientId, tokenHash, now) };

  calls(): Call[] {
    const open = (path: string, names: InputNames, handle: (ctx: Context, body: Body) => Promise<unknown>): Call => ({
      service: "baseServer",
      path: `baseOauthService/${path}`,
      guard: "public",
      // RFC 6749 3.2: parameters the server does not know are ignored.
      input: tolerant("OAuth tells servers to ignore what they do not know", { client_id: "text", client_secret: "text", ...names }),
      handle: (ctx, body) => handle(ctx, wordsOf(ctx, body)),
    });
    return [
      open("token", { grant_type: "text", scope: "text" }, (ctx, body) => this.#token(ctx, body)),
      open("revoke", { token: "text", token_type_hint: "text" }, (ctx, body) => this.#revoke(ctx, body)),
      open("introspect", { token: "text", token_type_hint: "text" }, (ctx, body) => this.#introspect(ctx, body)),
      {
        service: "baseServer",
        path: "baseOauthService/rotateSecret",
        guard: "session",
        proof: "recent",
        input: takes({ id: "id", overlap: "yn" }),
        handle: (ctx, body) => this.#rotate(ctx, body),
      },
    ];
  }

  async #find(clientId: string, tokenHash: string, now: Date): Promise<CallingApp | null> {
    const { db, directory } = this.#at.kernel;
    const { gate } = this.#at;
    const found = await appOfToken(db, tokenHash, clientId, now);
    const sealed = found && keyFor(found, found.ofSecret, now);
    const key = sealed && gate.keys.unseal(sealed, clientId);
    const account = key ? await directory.byId(found.runAsUserId) : null;
    if (!key || !account || account.userStatus !== "ACTIVE") return null;
    const held = await heldBy(gate, account, now);
    const responsibility = held.find((heldResponsibility) => heldResponsibility.responsibilityId === account.defaultRespId) ?? held[0];
    return {
      info: {
        id: found.tokenId,
        certificate: clientId,
        kind: "FULL",
        restriction: null,
        userId: account.userId,
        responsibilityId: responsibility?.responsibilityId ?? null,
        supplierId: null,
        language: "CN",
        clientIp: "",
        deviceName: found.appName,
        app: { id: found.id, name: found.appName },
      },
      key: createSecretKey(key),
      codeHash: tokenHash,
      prevHash: null,
      prevUntil: null,
      lastActiveAt: now.getTime(),
      idleMs: lifeMs,
      absoluteAt: now.getTime() + lifeMs,
      ended: null,
      changedAt: "",
      perMinute: found.rateLimitPerMin,
      isFrom: (ip) => isWithinRanges(ip, found.ipAllow),
      mayCall: (method, path) => this.#mayCall(found.id, found.scopes, method, path),
    };
  }

  async #mayCall(appId: string, scopes: readonly string[] | null, method: string, path: string): Promise<boolean> {
    const code = await scopeOfCall(this.#at.kernel.db, appId, method, path);
    return code !== null && (!Array.isArray(scopes) || scopes.includes(code));
  }

  /** The app behind an id and a secret, the one before it included for its last day. Guessing is slow and soon refused. */
  async #proved(ctx: Context, body: Body): Promise<{ app: StoredApp; secretNo: number }> {
    const { gate, kernel } = this.#at;
    const clientId = String(body["client_id"] ?? "").slice(0, 64);
    const secret = String(body["client_secret"] ?? "").slice(0, 200);
    const isKnown = isApp(clientId);
    if (!gate.rates.allow(isKnown ? `oauth|${clientId}` : `oauth-ip|${ctx.ip}`, isKnown ? tokensPerMinute : strangersPerMinute, ctx.now))
      throw deny("RATE_LIMIT");
    const app = isKnown ? await activeApp(kernel.db, clientId) : null;
    let secretNo = (await gate.passwords.matches(secret, app?.secretHash ?? null, app?.pepperId ?? null)) ? (app?.secretNo ?? 0) : 0;
    const hasEarlier = app?.prevSecretHash && app.prevValidUntil !== null && Date.parse(app.prevValidUntil) > ctx.now.getTime();
    if (secretNo === 0 && hasEarlier && (await gate.passwords.matches(secret, app.prevSecretHash, app.prevPepperId)))
      secretNo = app.secretNo - 1;
    const isOver = app?.expiresAt != null && Date.parse(app.expiresAt) <= ctx.now.getTime();
    if (!app || secretNo === 0 || isOver) throw deny("OAUTH_CLIENT", { data: { error: "invalid_client" } });
    if (!isWithinRanges(ctx.ip, app.ipAllow)) throw deny("OAUTH_IP");
    return { app, secretNo };
  }

  async #token(ctx: Context, body: Body): Promise<Answer> {
    if (body["grant_type"] !== "client_credentials")
      throw refuse("OAUTH_GRANT", "不支持的授权方式", "Unsupported grant type", { http: 400, data: { error: "unsupported_grant_type" } });
    const { app, secretNo } = await this.#proved(ctx, body);
    const scopes = await this.#scopes(app.id, body["scope"]);
    const token = `at_${randomBytes(32).toString("base64url")}`;
    const expiresAt = new Date(ctx.now.getTime() + lifeMs);
    const row = {
      tokenHash: hashCode(token),
      tokenHint: token.slice(-4),
      scopes,
      secretNo,
      clientIp: ctx.ip,
      issuedAt: ctx.now,
      expiresAt,
    };
    await keepToken(this.#at.kernel.db, app.id, row, ctx.now);
    void ctx.reply.header("cache-control", "no-store");
    const result = { access_token: token, token_type: "Bearer", expires_in: lifeMs / 1000, scope: scopes.join(" ") };
    return answer({ ...result, gatewayTag: this.#at.gate.settings.gatewayTag, serverTime: ctx.now.getTime() }, { beside: result });
  }

  /** The calls a token is good for: all the app has, or those it asks for. */
  async #scopes(appId: string, wanted: unknown): Promise<string[]> {
    const given = await scopesOfApp(this.#at.kernel.db, appId);
    const asked = typeof wanted === "string" ? wanted.split(/\s+/).filter(Boolean) : [];
    if (asked.some((code) => !given.includes(code))) throw deny("OAUTH_SCOPE");
    return asked.length ? asked : given;
  }

  #ownToken(app: StoredApp, body: Body): Promise<StoredToken | null> {
    return tokenOfApp(this.#at.kernel.db, app.id, hashCode(String(body["token"] ?? "")));
  }

  /** An app gives its own token back; an unknown one is answered alike. */
  async #revoke(ctx: Context, body: Body): Promise<unknown> {
    const { app } = await this.#proved(ctx, body);
    const token = await this.#ownToken(app, body);
    if (token && token.revokedAt === null) await this.#act("BaseOauthToken", "doRevoke", token.id, {}, ctx.now);
    return {};
  }

  async #introspect(ctx: Context, body: Body): Promise<Answer> {
    const { app, secretNo } = await this.#proved(ctx, body);
    const token = await this.#ownToken(app, body);
    const active = token !== null && token.revokedAt === null && Date.parse(token.expiresAt) > ctx.now.getTime() && secretNo > 0;
    const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000);
    const result = active
      ? {
          active,
          client_id: app.clientId,
          scope: token.scopes.join(" "),
          iat: seconds(token.issuedAt),
          exp: seconds(token.expiresAt),
          token_type: "Bearer",
        }
      : { active };
    return answer(result, { beside: result });
  }

  #act(entity: string, action: string, id: string, input: Record<string, unknown>, now: Date, me = systemMe("oauth")): Promise<unknown> {
    const { actor, declared } = this.#at.kernel;
    return actor.act({ entity: declared.entity(entity), action, targets: [{ id, input }] }, { me, now, requestId: newId(), ip: null });
  }

  /** A new secret, told this once. */
  async #rotate(ctx: Context, body: Body): Promise<unknown> {
    if (!ctx.me.may("BaseOauthApp", "btnRotate")) throw deny("PERM_DENIED");
    const { kernel, gate } = this.#at;
    const app = await appById(kernel.db, String(body["id"] ?? ""));
    if (!app) throw deny("DATA_NOT_FOUND");
    const secret = randomBytes(32).toString("base64url");
    const { phc, pepperId } = await gate.passwords.hash(secret);
    const signKeyEnc = gate.keys.seal(appSignKey(secret, app.clientId), app.clientId);
    const input = { secretHash: phc, pepperId, signKeyEnc, secretHint: secret.slice(-4), overlap: body["overlap"] === "N" ? "N" : "Y" };
    await this.#act("BaseOauthApp", "doRotate", app.id, input, ctx.now, inOwnName(ctx.me));
    void ctx.reply.header("cache-control", "no-store");
    return { clientId: app.clientId, clientSecret: secret, earlierValidHours: app.status === "ACTIVE" && input.overlap === "Y" ? 24 : 0 };
  }
}

/** The key that belongs to the secret a token was fetched with, while that secret still counts. */
function keyFor(app: StoredApp, ofSecret: number, now: Date): string | null {
  if (ofSecret === app.secretNo) return app.signKeyEnc;
  const isEarlier = ofSecret === app.secretNo - 1 && app.prevValidUntil !== null && Date.parse(app.prevValidUntil) > now.getTime();
  return isEarlier ? app.prevSignKeyEnc : null;
}

/** What a token is asked for with: JSON, or a form as other systems send it; id and secret also as basic authorization. */
function wordsOf(ctx: Context, body: Body): Body {
  const form = Buffer.isBuffer(ctx.request.body) ? Object.fromEntries(new URLSearchParams(ctx.request.body.toString("utf8"))) : body;
  const header = ctx.request.headers.authorization;
  const basic = header && /^basic /i.test(header) ? Buffer.from(header.slice(6), "base64").toString("utf8") : "";
  const at = basic.indexOf(":");
  if (at < 0) return form;
  return { ...form, client_id: decodeWord(basic.slice(0, at)), client_secret: decodeWord(basic.slice(at + 1)) };
}

function decodeWord(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
