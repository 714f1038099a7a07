import { randomBytes } from "node:crypto";
import { refuse } from "#kernel/refusal.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { wholeFile } from "#kernel/server/file/whole.ts";
import type { Doors, SsoChoice } from "#kernel/server/gate/doors.ts";
import { deny, type GateCode } from "#kernel/server/gate/refusals.ts";
import { insertRow } from "#kernel/server/gate/rows.ts";
import { logTry, passageOf } from "#kernel/server/gate/signin.ts";
import { enabledSources, linkedAccount, sourceByCode, sourceById, stampLink, type Source } from "#kernel/server/gate/stored-sources.ts";
import { digest, issue, look, take, ticketLife, type Taken } from "#kernel/server/gate/ticket.ts";
import { newId } from "#kernel/server/act/id.ts";
import { asks, takes, tolerant, type CallInput } from "#kernel/server/http/input.ts";
import { inOwnName, systemMe } from "#kernel/server/access/permit.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import { accountDraft, freeName, identityOf, matchOf, type Claims, type Identity, type Match } from "./identity.calls.ts";
import { causeOf, SignOn, type Journey } from "./sign-on.calls.ts";

type Body = Readonly<Record<string, unknown>>;
const binding = (nonce: string): string => `sso-state|${nonce}`;
const mostIcon = 65_536;
const arrival = tolerant(
  "identity sources add what they know to the way back",
  { code: "text", state: "text", error: "text", error_description: "text" },
  "query",
);
const ownPath = /^\/(?!\/)[^\s\\]*$/;

/** The way in through identity sources: sending away, coming back, trying out, and what the sign-in page offers. */
export class SsoRoom {
  readonly #at: Premises;
  readonly #signOn: SignOn;
  /** A file never changes, only which one is named. */
  readonly #icons = new Map<string, Promise<string | null>>();

  constructor(at: Premises) {
    this.#at = at;
    this.#signOn = new SignOn(at);
  }

  readonly door: Required<Pick<Doors, "sso">>["sso"] = {
    choices: () => this.#choices(),
    farewell: async (code) => {
      const source = await sourceByCode(this.#at.kernel.db, code);
      return source?.logoutMode === "PROVIDER" ? this.#signOn.farewell(source).catch(() => null) : null;
    },
  };

  calls(): Call[] {
    const call = (
      path: string,
      guard: Call["guard"],
      input: CallInput,
      handle: (ctx: Context, body: Body) => Promise<unknown>,
      more: Partial<Call> = {},
    ): Call => ({
      service: "baseServer",
      path,
      guard,
      input,
      handle,
      ...more,
    });
    return [
      call(
        "baseLoginService/ssoStart",
        "anonymous",
        takes({ providerCode: "text", redirect: "text", binder: "text" }),
        (ctx, body) => this.#start(ctx, body),
        { perMinute: 60 },
      ),
      call("baseLoginService/ssoCallback", "public", arrival, (ctx) => this.#comeBack(ctx), { method: "GET", raw: true, perMinute: 120 }),
      call("baseSsoService/listEnabled", "anonymous", asks(), () => this.#choices(), { perMinute: 60 }),
      call("baseSsoService/test", "session", takes({ id: "id" }), (ctx, body) => this.#test(ctx, body), { perMinute: 30 }),
      call("baseSsoService/testResult", "session", asks({ testId: "text" }), (ctx, body) => this.#testResult(ctx, body)),
      call("baseSsoService/discover", "session", takes({ id: "id" }), (ctx, body) => this.#discover(ctx, body), { perMinute: 30 }),
      call("baseSsoService/setSecret", "session", takes({ id: "id", secret: "text" }), (ctx, body) => this.#setSecret(ctx, body), {
        proof: "recent",
      }),
    ];
  }

  async #choices(): Promise<SsoChoice[]> {
    const rows = await enabledSources(this.#at.kernel.db);
    return Promise.all(
      rows.map(async (row) => ({
        providerCode: row.ssoCode,
        name: row.nameCn,
        nameEn: row.nameEn,
        icon: await this.#icon(row.iconFileId),
      })),
    );
  }

  /** The small picture on the button, as part of the answer: nobody may fetch files before sign-in. */
  #icon(fileId: string | null): Promise<string | null> {
    if (!fileId) return Promise.resolve(null);
    const { files, kernel } = this.#at;
    const read = async (): Promise<string | null> => {
      const found = await wholeFile(
        files,
        kernel.db,
        fileId,
        (row) => ["image/png", "image/jpeg"].includes(row.mimeType) && Number(row.fileSize) <= mostIcon,
      );
      return found && `data:${found.row.mimeType};base64,${found.bytes.toString("base64")}`;
    };
    const known = this.#icons.get(fileId) ?? read().catch(() => null);
    this.#icons.set(fileId, known);
    return known;
  }

  async #start(ctx: Context, body: Body): Promise<unknown> {
    const source = await sourceByCode(this.#at.kernel.db, String(body["providerCode"] ?? ""));
    if (source?.enabledFlag !== "Y") throw deny("DATA_NOT_FOUND");
    const redirect = typeof body["redirect"] === "string" && ownPath.test(body["redirect"]) ? body["redirect"].slice(0, 500) : "";
    const binder = typeof body["binder"] === "string" && /^[0-9a-f]{64}$/.test(body["binder"]) ? body["binder"] : null;
    const { certificate } = passageOf(ctx).live.info;
    return { url: await this.#away(source, { certificate, redirect, binder }, ctx.now) };
  }

  /** State and nonce are made for this one journey; the verifier lies sealed until the person is back. */
  async #away(source: Source, more: Row, now: Date): Promise<string> {
    const { gate } = this.#at;
    const nonce = randomBytes(24).toString("base64url");
    const verifier = randomBytes(32).toString("base64url");
    await this.#signOn.open(source);
    const certificate = (more["certificate"] as string | undefined) ?? null;
    const sealed = gate.keys.seal(verifier, binding(nonce));
    const content = { ...more, ssoId: source.id, nonce, verifier: sealed };
    const { ticket: state } = await issue(gate.db, "SSO_STATE", { certificate, content }, now);
    return this.#signOn.away(source, { state, nonce, verifier });
  }

  /** The browser comes back from the source: whatever happens, it goes on to a page of ours with a ticket that says so. */
  async #comeBack(ctx: Context): Promise<undefined> {
    const url = ctx.request.raw.url ?? "";
    const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
    const state = new URLSearchParams(query).get("state") ?? "";
    const taken = await take(this.#at.gate.db, state, ["SSO_STATE"], ctx.now);
    const source = taken && (await sourceById(this.#at.kernel.db, String(taken.content["ssoId"])));
    void ctx.reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
    if (taken?.content["testId"]) await this.#finishTest(ctx, taken, source!, query, state);
    else void ctx.reply.redirect(await this.#entrance(ctx, taken, source, query, state), 303);
    return undefined;
  }

  async #entrance(ctx: Context, taken: Taken | null, source: Source | null, query: string, state: string): Promise<string> {
    const { db } = this.#at.gate;
    const redirect = String(taken?.content["redirect"] ?? "");
    const content = { binder: taken?.content["binder"] ?? null, source: source?.ssoCode ?? "" };
    let who: Identity | null = null;
    let userId: string | null = null;
    let refused: GateCode | null = null;
    try {
      if (!taken || !source || source.enabledFlag !== "Y") throw deny("SSO_STATE");
      who = await this.#identity(source, taken, query, state);
      userId = await this.#account(source, who, ctx.now);
    } catch (error) {
      const code = (error as { code?: string }).code ?? "";
      refused = code === "SSO_STATE" || code === "SSO_NO_USER" ? code : "SSO_TOKEN";
      const named = who?.email ?? who?.subject ?? source?.ssoCode ?? "-";
      await logTry(this.#at.gate, ctx, { account: named, userId: null, method: "OIDC" }, "SSO_FAIL");
    }
    const certificate = taken?.certificate ?? null;
    const { ticket } = await issue(db, "SSO", { certificate, userId, content: { ...content, ...(refused ? { refused } : {}) } }, ctx.now);
    const page = new URLSearchParams({ sso: ticket, ...(redirect ? { redirect } : {}) });
    return `${this.#at.publicUrl.replace(/\/$/, "")}/login?${page}`;
  }

  #journey(taken: Taken, state: string): Journey {
    const nonce = String(taken.content["nonce"]);
    const verifier = this.#at.gate.keys.unseal(String(taken.content["verifier"]), binding(nonce))?.toString("utf8") ?? "";
    return { state, nonce, verifier };
  }

  async #identity(source: Source, taken: Taken, query: string, state: string): Promise<Identity> {
    const who = identityOf(source, await this.#signOn.claims(source, query, this.#journey(taken, state)));
    if (!who) throw deny("SSO_TOKEN");
    return who;
  }

  /** The account of whoever was vouched for: known, matched and linked, or opened now. */
  async #account(source: Source, who: Identity, now: Date): Promise<string> {
    const { db } = this.#at.kernel;
    const match = await matchOf(db, source, who);
    if (!match.ok) throw deny("SSO_NO_USER");
    if (match.reason === "LINKED") {
      await stampLink(db, source.id, who.subject, now);
      return match.account!.id;
    }
    if (match.reason === "MATCHED") await this.#act(source, "doLink", { userId: match.account!.id, subject: who.subject }, now);
    else await this.#act(source, "doProvision", accountDraft(who, await freeName(db, who)), now);
    return (await linkedAccount(db, source.id, who.subject))!.id;
  }

  #act(source: Source, action: string, input: Row, now: Date): Promise<unknown> {
    const { actor, declared } = this.#at.kernel;
    return actor.act(
      { entity: declared.entity("BaseSso"), action, targets: [{ id: source.id, input }], reason: `SSO ${source.ssoCode}` },
      { me: systemMe("sso"), now, requestId: newId(), ip: null },
    );
  }

  async #mayKeep(ctx: Context, body: Body, button: string): Promise<Source> {
    if (!ctx.me.may("BaseSso", button)) throw deny("PERM_DENIED");
    const source = await sourceById(this.#at.kernel.db, String(body["id"] ?? ""));
    if (!source) throw deny("DATA_NOT_FOUND");
    return source;
  }

  /** A trial in a sandbox: the whole way there and back, but nobody is signed in and nothing is linked. */
  async #test(ctx: Context, body: Body): Promise<unknown> {
    const source = await this.#mayKeep(ctx, body, "btnTest");
    const testId = `st_${randomBytes(24).toString("base64url")}`;
    return { testId, url: await this.#away(source, { testId: digest(testId), testerId: ctx.me.userId }, ctx.now) };
  }

  async #finishTest(ctx: Context, taken: Taken, source: Source, query: string, state: string): Promise<void> {
    const result = await this.#tried(source, taken, query, state);
    await insertRow(
      this.#at.gate.db,
      "BaseTicket",
      {
        ticketHash: taken.content["testId"],
        purpose: "SSO_TEST",
        userId: taken.content["testerId"],
        content: result,
        tries: 0,
        expiresAt: new Date(ctx.now.getTime() + ticketLife.SSO_TEST),
      },
      ctx.now,
    );
    await this.#keep(source, { testedAt: ctx.now.toISOString(), testResult: result.ok ? "OK" : "FAILED" }, ctx.now);
    void ctx.reply
      .type("text/html; charset=utf-8")
      .send(
        '<!doctype html><meta charset="utf-8"><title>BASE SRM</title><p>测试完成，可以关闭此窗口。</p><p>The test is done. You may close this window.</p>',
      );
  }

  async #tried(
    source: Source,
    taken: Taken,
    query: string,
    state: string,
  ): Promise<{ ok: boolean; claims: Claims; match: Match | null; identity: Identity | null; error: string | null }> {
    let claims: Claims = {};
    try {
      claims = await this.#signOn.claims(source, query, this.#journey(taken, state));
      const identity = identityOf(source, claims);
      const match = identity ? await matchOf(this.#at.kernel.db, source, identity) : null;
      return { ok: match?.ok ?? false, claims, identity, match, error: null };
    } catch (error) {
      return { ok: false, claims, identity: null, match: null, error: causeOf(error) };
    }
  }

  async #testResult(ctx: Context, body: Body): Promise<unknown> {
    const seen = await look(this.#at.gate.db, body["testId"], ["SSO_TEST"], ctx.now);
    if (!seen || seen.userId !== ctx.me.userId) return { done: false };
    return { done: true, ...seen.content };
  }

  #keep(source: Source, input: Row, now: Date, me = systemMe("sso")): Promise<unknown> {
    const { actor, declared } = this.#at.kernel;
    return actor.act(
      { entity: declared.entity("BaseSso"), action: "saveOrUpdate", targets: [{ id: source.id, input }] },
      { me, now, requestId: newId(), ip: null },
    );
  }

  /** Asks the source for its description and keeps it beside the settings. */
  async #discover(ctx: Context, body: Body): Promise<unknown> {
    const source = await this.#mayKeep(ctx, body, "btnTest");
    const { token_endpoint_auth_methods_supported: ways, ...found } = (await this.#signOn.open(source, true)).serverMetadata();
    const result = Object.fromEntries(
      Object.entries({ ...found, token_endpoint_auth_methods_supported: ways }).filter(([, value]) => typeof value !== "function"),
    );
    await this.#keep(source, { discoveryJson: result, discoveredAt: ctx.now.toISOString() }, ctx.now, inOwnName(ctx.me));
    return { discovery: result, redirectUri: this.#signOn.redirectUri };
  }

  async #setSecret(ctx: Context, body: Body): Promise<unknown> {
    const source = await this.#mayKeep(ctx, body, "btnSave");
    const secret = body["secret"];
    if (secret !== null && (typeof secret !== "string" || secret.length === 0 || secret.length > 1000))
      throw refuse("FIELD_LENGTH", "密钥须为 1 至 1000 个字符", "The secret must have 1 to 1000 characters");
    const sealed = secret === null ? null : this.#at.gate.keys.seal(secret, `sso|${source.id}`);
    await this.#keep(source, { clientSecretEnc: sealed, secretSetAt: sealed ? ctx.now.toISOString() : null }, ctx.now, inOwnName(ctx.me));
    return { set: sealed !== null };
  }
}
