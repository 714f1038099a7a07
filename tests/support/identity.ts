import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { Provider, type Configuration } from "oidc-provider";

/** Somebody the identity source knows. */
export interface Known {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly preferred_username?: string;
  readonly employee_number?: string;
}

/** A real OpenID Connect identity source on this machine; whoever is sent to it is `current`. */
export interface IdentitySource {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  current: Known;
  /** Goes where a browser would be sent, signs in there, and answers the address it is sent back to. */
  walk(url: string): Promise<string>;
  close(): Promise<void>;
}

const clientId = "base-srm";
const clientSecret = "a-secret-of-the-identity-source-0001";

/** Starts the source for a product at this address. */
export async function startIdentity(publicUrl: string): Promise<IdentitySource> {
  const server: Server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const issuer = `http://localhost:${port}`;
  const source = { current: { sub: "nobody" } as Known };
  const people = new Map<string, Known>();
  const provider = new Provider(issuer, settings(publicUrl, people));
  provider.proxy = false;
  const answer = provider.callback();
  server.on("request", (request, reply) => {
    if (!request.url?.startsWith("/interaction/")) return void answer(request, reply);
    people.set(source.current.sub, source.current);
    void provider.interactionFinished(request, reply, { login: { accountId: source.current.sub } }, { mergeWithLastSubmission: false });
  });
  return Object.assign(source, {
    issuer,
    clientId,
    clientSecret,
    walk: (url: string) => walk(url, publicUrl),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

const settings = (publicUrl: string, people: ReadonlyMap<string, Known>): Configuration => ({
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [`${publicUrl}/api/baseServer/baseLoginService/ssoCallback`],
      post_logout_redirect_uris: [`${publicUrl}/login`],
      grant_types: ["authorization_code"],
      response_types: ["code"],
    },
  ],
  pkce: { required: () => true },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "preferred_username", "employee_number"] },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
  async loadExistingGrant(ctx) {
    const grant = new ctx.oidc.provider.Grant({ clientId, accountId: ctx.oidc.session!.accountId! });
    grant.addOIDCScope("openid email profile");
    await grant.save();
    return grant;
  },
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  features: { devInteractions: { enabled: false } },
  cookies: { keys: ["only-for-tests"] },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
});

/** Follows the redirects of the source as a fresh browser does. */
async function walk(from: string, publicUrl: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = from;
  for (let step = 0; step < 12 && !url.startsWith(publicUrl); step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]!.split(/=(.*)/s);
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    const next = reply.headers.get("location");
    if (!next) throw new Error(`the identity source answers ${reply.status} at ${url}: ${(await reply.text()).slice(0, 300)}`);
    url = new URL(next, url).href;
  }
  return url;
}
