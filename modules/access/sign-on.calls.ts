import * as oidc from "openid-client";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { secretOf } from "#kernel/server/access/secret.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import type { Source } from "#kernel/server/gate/stored-sources.ts";
import { msOf } from "#kernel/time.ts";
import type { Claims } from "./identity.calls.ts";

const hour = msOf({ hours: 1 });
const skewSeconds = 60;

/** One sentence for every failure: what went wrong on the way stands in the server's log. */
const unreachable = (): Refusal =>
  refuse(
    "SSO_UNREACHABLE",
    "身份源无法连接。请检查发行方地址与客户端设置；内网主机须由运维列入 OUTBOUND_ALLOW，原因见服务器日志",
    "The identity source cannot be reached. Check issuer and client. A host inside your own network must be listed in OUTBOUND_ALLOW. The server log has the reason",
  );

/** What is kept between sending a person away and their coming back. */
export interface Journey {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Speaks OpenID Connect with the sources: discovery kept for an hour, code flow with PKCE, every token checked by signature, issuer, audience, time and nonce. */
export class SignOn {
  readonly #at: Premises;
  readonly #known = new Map<string, { readonly config: oidc.Configuration; readonly until: number }>();

  constructor(at: Premises) {
    this.#at = at;
  }

  get redirectUri(): string {
    return `${this.#at.publicUrl.replace(/\/$/, "")}/api/baseServer/baseLoginService/ssoCallback`;
  }

  #fetch: oidc.CustomFetch = (url, { method, headers, body, signal }) =>
    this.#at.outside.call(url, { method, headers, body: body ? String(body) : null, ...(signal ? { signal } : {}) });

  #secretOf(source: Source): string | null {
    if (source.clientSecretEnc) return this.#at.gate.keys.unseal(source.clientSecretEnc, `sso|${source.id}`)?.toString("utf8") ?? null;
    return source.clientSecretRef ? secretOf(this.#at.env, "SSO", source.clientSecretRef) : null;
  }

  /** The source's own description, asked once an hour and after every change of the settings. */
  async open(source: Source, fresh = false): Promise<oidc.Configuration> {
    const secret = this.#secretOf(source);
    const key = [source.issuer, source.clientId, source.clientSecretEnc, source.clientSecretRef].join("|");
    const now = this.#at.clock.now().getTime();
    const known = this.#known.get(key);
    if (known && known.until > now && !fresh) return known.config;
    try {
      const config = await this.#discover(source, secret);
      if (this.#known.size > 200) this.#known.clear();
      this.#known.set(key, { config, until: now + hour });
      return config;
    } catch (error) {
      this.#at.outside.failed(source.issuer, error);
      throw unreachable();
    }
  }

  async #discover(source: Source, secret: string | null): Promise<oidc.Configuration> {
    const server = new URL(source.issuer);
    const plain = server.protocol === "http:" ? [oidc.allowInsecureRequests] : [];
    const found = await oidc.discovery(server, source.clientId, undefined, oidc.None(), {
      execute: plain,
      [oidc.customFetch]: this.#fetch,
      timeout: 10,
    });
    const metadata = found.serverMetadata();
    const config = new oidc.Configuration(metadata, source.clientId, { [oidc.clockTolerance]: skewSeconds }, wayOf(secret, metadata));
    config[oidc.customFetch] = this.#fetch;
    config.timeout = 10;
    oidc.enableNonRepudiationChecks(config);
    for (const entry of plain) entry(config);
    return config;
  }

  /** Where a person is sent to. */
  async away(source: Source, { state, nonce, verifier }: Journey): Promise<string> {
    const config = await this.open(source);
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.redirectUri,
      scope: source.scopes,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    }).href;
  }

  /** What the source says of who came back: the token checked whole, completed from the source's own page about the person. */
  async claims(source: Source, query: string, { state, nonce, verifier }: Journey): Promise<Claims> {
    const config = await this.open(source);
    const url = new URL(this.redirectUri);
    url.search = query;
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const token = tokens.claims()!;
    if (token.iat > this.#at.clock.now().getTime() / 1000 + skewSeconds) throw new Error("a token from the future");
    const wanted = [source.claimEmail, source.claimName, source.claimPersonNum, "email_verified"];
    const isWhole = wanted.every((key) => !key || key in token);
    if (isWhole || !config.serverMetadata().userinfo_endpoint) return { ...token };
    return { ...(await oidc.fetchUserInfo(config, tokens.access_token, token.sub)), ...token };
  }

  /** Where to sign out at the source too; null when the source has no such place. */
  async farewell(source: Source): Promise<string | null> {
    const config = await this.open(source);
    if (!config.serverMetadata().end_session_endpoint) return null;
    return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${this.#at.publicUrl.replace(/\/$/, "")}/login` }).href;
  }
}

function wayOf(secret: string | null, metadata: Readonly<oidc.ServerMetadata>): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  const ways = metadata.token_endpoint_auth_methods_supported;
  return ways && !ways.includes("client_secret_basic") && ways.includes("client_secret_post")
    ? oidc.ClientSecretPost(secret)
    : oidc.ClientSecretBasic(secret);
}

/** The innermost reason in few words; nothing of it is secret. */
export function causeOf(error: unknown): string {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error && at.cause instanceof Error; depth++) at = at.cause;
  const { message, code } = at as { message?: string; code?: string };
  return (message || code || String(error)).slice(0, 200);
}
