import { hash, randomBytes } from "node:crypto";
import { refuse } from "#kernel/refusal.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { wholeFile } from "#kernel/server/file/whole.ts";
import { deny } from "#kernel/server/gate/refusals.ts";
import { passageOf } from "#kernel/server/gate/signin.ts";
import { callsOfSystem, referrersOfCall } from "#kernel/server/gate/stored-calls.ts";
import { appChain, paramMac } from "#kernel/server/gate/verify.ts";
import { asks, takes, type CallInput } from "#kernel/server/http/input.ts";
import { inOwnName } from "#kernel/server/access/permit.ts";
import type { Premises } from "#kernel/server/install/side.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import { APP_ID } from "#kernel/sign.ts";
import {
  compareDefinition,
  importFault,
  readDefinition,
  type Comparison,
  type Defined,
  type Definition,
  type Stored,
} from "./definition.ts";

type Body = Readonly<Record<string, unknown>>;
const mostFile = 20 * 1_048_576;
const mostShown = 262_144;

/** What the console and the explanation need of a call. */
interface Shown {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly serviceCode: string;
  readonly guardEntity: string | null;
  readonly guardButton: string | null;
}

/** Definitions coming in and going out, and the console that tries a call. */
export class ApiRoom {
  readonly #at: Premises;

  constructor(at: Premises) {
    this.#at = at;
  }

  calls(): Call[] {
    const call = (
      name: string,
      input: CallInput,
      handle: (ctx: Context, body: Body) => Promise<unknown>,
      more: Partial<Call> = {},
    ): Call => ({
      service: "baseServer",
      path: `baseApiService/${name}`,
      guard: "session",
      input,
      handle,
      ...more,
    });
    return [
      call(
        "importDefinition",
        takes({ fileId: "id", format: "text", serviceCode: "text", dryRun: "yn" }),
        (ctx, body) => this.#import(ctx, body),
        { perMinute: 60 },
      ),
      call("exportDefinition", asks({ serviceCode: "text" }), (ctx, body) => this.#export(ctx, body), { raw: true }),
      call("tryCall", takes({ id: "id", body: "any" }), (ctx, body) => this.#try(ctx, body), { perMinute: 120 }),
      call("explainGuard", asks({ id: "id" }), (ctx, body) => this.#explain(ctx, body)),
    ];
  }

  /** The uploaded file, which must be the caller's own. */
  async #file(ctx: Context, fileId: unknown): Promise<string> {
    const found = await wholeFile(this.#at.files, ctx.db, String(fileId ?? ""), (row) => {
      if (row.uploadedBy !== ctx.me.userId) return false;
      if (Number(row.fileSize) > mostFile) throw importFault("1", ["行：文件超过 20 MB", "line: the file is larger than 20 MB"]);
      return true;
    });
    if (!found) throw deny("DATA_NOT_FOUND");
    return found.bytes.toString("utf8");
  }

  async #import(ctx: Context, body: Body): Promise<unknown> {
    if (!ctx.me.may("BaseApi", "btnImportDef")) throw deny("PERM_DENIED");
    const wanted = typeof body["format"] === "string" && body["format"] !== "" ? body["format"] : undefined;
    const definition = readDefinition(await this.#file(ctx, body["fileId"]), wanted);
    const serviceCode = (typeof body["serviceCode"] === "string" && body["serviceCode"].trim()) || codeOf(definition.title);
    if (serviceCode === "BASE") throw refuse("API_OWN", "本系统的接口由程序登记", "Product calls are registered automatically");
    const compared = compareDefinition(await this.#stored(ctx, serviceCode), definition.apis);
    const isDry = body["dryRun"] !== "N" && body["dryRun"] !== false;
    if (!isDry) await this.#apply(ctx, definition, serviceCode, compared, String(body["fileId"]));
    return { serviceCode, format: definition.format, total: definition.apis.length, applied: !isDry, ...told(compared) };
  }

  #stored(ctx: Context, serviceCode: string): Promise<Stored[]> {
    return callsOfSystem<Stored>(ctx.db, serviceCode);
  }

  /** All of it in one transaction, in the caller's name. What is linked is switched off instead of dropped. */
  async #apply(ctx: Context, { format }: Definition, serviceCode: string, compared: Comparison, fileId: string): Promise<void> {
    const { actor, declared } = this.#at.kernel;
    const doer = { me: inOwnName(ctx.me), now: ctx.now, requestId: ctx.requestId, ip: ctx.ip };
    const row = (defined: Defined): Row => ({ ...defined, apiCode: `${serviceCode}.${defined.apiCode}`.slice(0, 200) });
    const entries = compared.missing.filter((stored) => stored.linked);
    const removes = compared.missing.filter((stored) => !stored.linked).map((stored) => stored.id);
    const targets = [
      ...compared.added.map((defined) => ({
        input: { ...row(defined), serviceCode, source: "IMPORT", enabledFlag: "Y", logLevel: "NONE" },
      })),
      ...compared.changed.map(({ id, to }) => ({
        id,
        input: Object.fromEntries(Object.entries(to).filter(([key]) => !["apiCode", "method", "path"].includes(key))),
      })),
      ...entries.map(({ id }) => ({ id, input: { enabledFlag: "N", deprecated: "Y" } })),
    ];
    const reason = `${format} ${serviceCode}`;
    const entity = declared.entity("BaseApi");
    if (targets.length)
      await actor.act({ entity, action: "saveOrUpdate", targets, reason, bulk: true, ...(removes.length ? { removes } : {}) }, doer);
    else if (removes.length)
      await actor.act({ entity, action: "delete", targets: removes.map((id) => ({ id, input: {} })), reason, bulk: true }, doer);
    await actor.act(
      {
        entity: declared.entity("BaseApiImport"),
        action: "saveOrUpdate",
        targets: [
          {
            input: {
              fileId,
              format,
              serviceCode,
              added: compared.added.length,
              changed: compared.changed.length,
              removed: removes.length,
              disabled: entries.length,
              appliedAt: ctx.now.toISOString(),
            },
          },
        ],
      },
      doer,
    );
  }

  /** The definitions of one system as a file that can be imported elsewhere. */
  async #export(ctx: Context, body: Body): Promise<undefined> {
    if (!ctx.me.may("BaseApi", "btnExport")) throw deny("PERM_DENIED");
    const serviceCode = String(body["serviceCode"] ?? "BASE");
    const apis = (await this.#stored(ctx, serviceCode)).map((stored) => ({
      ...definedOf(stored),
      apiCode: stored.apiCode.startsWith(`${serviceCode}.`) ? stored.apiCode.slice(serviceCode.length + 1) : stored.apiCode,
    }));
    void ctx.reply
      .header("content-type", "application/json; charset=utf-8")
      .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(`api-${serviceCode}.json`)}`)
      .send(JSON.stringify({ kind: "BASE-API", version: 1, serviceCode, apis }, null, 1));
    return undefined;
  }

  async #row(ctx: Context, body: Body): Promise<Shown> {
    const { finder, declared } = this.#at.kernel;
    return (await finder.byId(declared.entity("BaseApi"), body["id"], ctx.me)) as Shown;
  }

  /** Sends the call through the whole gate as the caller's own, signed with the caller's own key, and shows both sides of it. */
  async #try(ctx: Context, body: Body): Promise<unknown> {
    if (!ctx.me.may("BaseApi", "btnTry")) throw deny("PERM_DENIED");
    const row = await this.#row(ctx, body);
    if (row.serviceCode !== "BASE" || /\/baseApiService\/tryCall$|\/baseLoginService\//.test(row.path))
      throw refuse("API_TRY", "这里只能试用本系统登录后的接口", "Only calls of this product for signed-in callers can be tried here");
    const request = this.#signed(ctx, row.method, row.path, body["body"]);
    const began = performance.now();
    const reply = await ctx.request.server.inject({
      method: row.method as "POST",
      url: request.url,
      headers: request.headers,
      remoteAddress: ctx.ip,
      ...(request.body === null ? {} : { payload: request.body }),
    });
    const type = String(reply.headers["content-type"] ?? "");
    const isText = /json|text/.test(type);
    return {
      request: { ...request, headers: { ...request.headers, AuthorizationCode: "***" } },
      reply: {
        http: reply.statusCode,
        type,
        ms: Math.round(performance.now() - began),
        size: reply.rawPayload.length,
        body: isText ? reply.payload.slice(0, mostShown) : null,
      },
    };
  }

  #signed(
    ctx: Context,
    method: string,
    path: string,
    given: unknown,
  ): { method: string; url: string; headers: Record<string, string>; body: string | null } {
    const { live, code, language } = passageOf(ctx);
    const isGet = method === "GET";
    const content = typeof given === "object" && given !== null && !Array.isArray(given) ? given : {};
    const body = isGet ? null : JSON.stringify({ ...content, language });
    const query = isGet ? new URLSearchParams({ ...(content as Record<string, string>), language }).toString().replaceAll("+", "%20") : "";
    const part = {
      timestamp: String(ctx.now.getTime()),
      nonce: randomBytes(16).toString("base64url"),
      certificate: live.info.certificate,
      appId: APP_ID,
    };
    const parts = {
      ...part,
      method,
      path,
      query,
      gatewayTag: this.#at.gate.settings.gatewayTag,
      language,
      bodyHash: hash("sha256", body ?? ""),
    };
    return {
      method,
      url: query ? `${path}?${query}` : path,
      headers: {
        timestamp: part.timestamp,
        appId: APP_ID,
        "Gateway-Tag": parts.gatewayTag,
        "SAAF-Language": language,
        certificate: part.certificate,
        AuthorizationCode: code,
        appsign: appChain(live.key, part),
        paramsign: paramMac(live.key, parts),
        ...(body === null ? {} : { "content-type": "application/json" }),
      },
      body,
    };
  }

  /** Who gets through: the pages whose button opens the call, the buttons linked by hand, the apps that have it. */
  async #explain(ctx: Context, body: Body): Promise<unknown> {
    if (!ctx.me.may("BaseApi", "")) throw deny("PERM_DENIED");
    const row = await this.#row(ctx, body);
    const { declared } = this.#at.kernel;
    const pages =
      row.guardEntity === null
        ? []
        : [...declared.pages.values()].filter(
            (page) => shows(page.entities, row.guardEntity!) || (row.guardButton === null && shows(page.reads, row.guardEntity!)),
          );
    const opening = pages.filter((page) => row.guardButton === null || page.buttons.includes(row.guardButton));
    const { apps, resources } = await referrersOfCall(ctx.db, row.id);
    return { button: row.guardButton, pages: opening.map((page) => ({ route: page.route, label: page.label })), apps, resources };
  }
}

const shows = (entities: readonly { readonly name: string; readonly lines: object; readonly owns: object }[], name: string): boolean =>
  entities.some((e) => e.name === name || shows(Object.values({ ...e.lines, ...e.owns }) as typeof entities, name));

const codeOf = (title: string): string =>
  title
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60) || "IMPORT";

/** The comparison as a page shows it. */
const told = ({ added, changed, missing, same }: Comparison): Row => ({
  counts: {
    added: added.length,
    changed: changed.length,
    removed: missing.filter((stored) => !stored.linked).length,
    disabled: missing.filter((stored) => stored.linked).length,
    same,
  },
  added: added.slice(0, 500).map(brief),
  changed: changed.slice(0, 500).map(({ to, fields }) => ({ ...brief(to), fields })),
  missing: missing.slice(0, 500).map((stored) => ({ ...brief(stored), id: stored.id, linked: stored.linked })),
});
const brief = ({ apiCode, method, path, summaryCn, summaryEn, group }: Defined): Row => ({
  apiCode,
  method,
  path,
  summaryCn,
  summaryEn,
  group,
});

/** A stored call as a definition has it. */
const definedOf = ({
  apiCode,
  group,
  method,
  path,
  summaryCn,
  summaryEn,
  requestSchema,
  responseSchema,
  guard,
  deprecated,
}: Defined): Defined => ({
  apiCode,
  group,
  method,
  path,
  summaryCn,
  summaryEn,
  requestSchema,
  responseSchema,
  guard,
  deprecated,
});
