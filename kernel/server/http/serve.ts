import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import multipart from "@fastify/multipart";
import fastifyStatic from "@fastify/static";
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest, type onSendHookHandler } from "fastify";
import { houseZone } from "#kernel/time.ts";
import type { Me } from "../../entity.ts";
import { preloadLinks, preloadsAt, type Preloads } from "../../preload.ts";
import { Refusal } from "../../refusal.ts";
import { answeredTo } from "../../remedy.ts";
import { CHANGED_HEADER, ZONE_HEADER } from "../../sign.ts";
import type { Language } from "../../text.ts";
import { demandProof, failure, replyOf, unexpected, type Call, type Context } from "./call.ts";
import { bodyOf, checkedCall } from "./checked-call.ts";
import { compressing } from "./compress.ts";
import { unknownCall } from "./entity-calls.ts";
import type { Followed } from "../journal/follow.ts";
import { beforeSignIn, isDrained, linesLimit, signedIn } from "../gate/body.ts";
import type { Gate } from "../gate/gate.ts";
import { apiHeaders, originsOf, pageHeaders } from "../gate/headers.ts";
import { deny } from "../gate/refusals.ts";
import { endLeaked, mountGate, sessionOf } from "../gate/verify.ts";
import { newId } from "../act/id.ts";
import type { Kernel } from "../kernel.ts";
import { answered } from "./need.ts";
import type { TrustedProxies } from "./proxy.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** What this request changed; null before a handler runs. */
    followed: Followed | null;
  }
}

export interface ServeParts {
  readonly kernel: Kernel;
  readonly gate: Gate;
  readonly calls: readonly Call[];
  readonly clock: { now(): Date };
  /** The folder of the built pages; absent while only the interface is served. */
  readonly webRoot?: string;
  readonly health: () => Promise<Record<string, unknown>>;
  readonly openapi: () => unknown;
  readonly logLevel?: string;
  /** How many proxies in front, or which ones, are trusted to name the caller's address. */
  readonly trustProxy?: TrustedProxies;
  readonly secure?: boolean;
}

const nobody: Me = {
  userId: "",
  userName: "",
  displayName: "",
  audience: "public",
  supplierId: null,
  responsibilityId: null,
  respCode: null,
  language: "CN",
  zone: houseZone,
  orgs: [],
  categories: [],
  items: [],
  selfOnly: false,
  may: () => false,
  holds: () => false,
  opens: () => false,
  picks: () => false,
};

const listener = (parts: ServeParts): FastifyInstance =>
  fastify({
    logger: { level: parts.logLevel ?? "warn", redact: ["req.headers.authorizationcode", "req.headers.appsign", "req.headers.paramsign"] },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    // What no parser of the gate reads (plain text) stays as small as what strangers send.
    bodyLimit: beforeSignIn,
    // A stop waits for running requests, not for browsers that keep their connections open.
    forceCloseConnections: "idle",
    trustProxy: parts.trustProxy ?? false,
    // Reading the built files may take longer than any limit on a busy machine; a start that hangs is ended by whoever began it.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 200 },
  });

/** One process, all service prefixes: the gate before every call, entity calls and named calls behind it, the built pages beside. */
export async function serve(parts: ServeParts): Promise<FastifyInstance> {
  const { kernel, gate } = parts;
  const app = listener(parts);
  await app.register(multipart, { limits: { fileSize: 2_147_483_648, files: 50, fields: 5, fieldSize: 512 * 1024, headerPairs: 50 } });
  const headers = apiHeaders(parts.secure ?? false);
  app.get("/api/health", async (_request, reply) => reply.headers(headers).send(await parts.health()));
  app.get("/api/openapi.json", { onSend: compressing }, (_request, reply) =>
    reply
      .headers({ ...headers, "cache-control": "no-cache" })
      .type("application/json; charset=utf-8")
      .send(parts.openapi()),
  );
  await app.register(
    async (api) => {
      api.decorateRequest("followed", null);
      api.addHook("onSend", bearing(headers, kernel));
      mountGate(api, gate);
      api.addHook("onSend", compressing);
      api.setErrorHandler((error, request, reply) => sendError(error, request, reply));
      api.setNotFoundHandler((request, reply) => sendError(unknownCall(), request, reply));
      for (const call of parts.calls) mount(api, call);
      const bodyLimit = (request: FastifyRequest): number => {
        const { entity, name } = request.params as Record<string, string>;
        return kernel.calls.hasLines(entity!, name!) ? linesLimit : signedIn;
      };
      api.post("/:service/v1/:entity/:name", { config: { guard: "session", bodyLimit } }, async (request, reply) => {
        const { service, entity, name } = request.params as Record<string, string>;
        const value = await handled(request, reply, (ctx) => kernel.calls.handle(ctx, service!, entity!, name!, bodyOf(request)));
        return send(reply, value, request.id);
      });
    },
    { prefix: "/api" },
  );
  if (parts.webRoot && existsSync(parts.webRoot)) await servePages(app, parts.webRoot, parts);
  return app;

  function mount(api: FastifyInstance, call: Call): void {
    const held = checkedCall(call, kernel);
    api.route({
      method: call.method ?? "POST",
      url: `/${call.service}/${call.path}`,
      config: {
        guard: call.guard,
        ...(call.perMinute ? { perMinute: call.perMinute } : {}),
        ...(call.bodyLimit ? { bodyLimit: call.bodyLimit } : {}),
      },
      handler: async (request, reply) => {
        const value = await handled(request, reply, (ctx) => {
          if (call.proof) demandProof(ctx);
          return answered(held, ctx, bodyOf(request), kernel.finder);
        });
        return call.raw && reply.sent ? reply : call.raw && value === undefined ? reply : send(reply, value, request.id);
      },
    });
  }

  /** Acts are noted under their request while its handler runs. */
  async function handled(request: FastifyRequest, reply: FastifyReply, handle: (ctx: Context) => Promise<unknown>): Promise<unknown> {
    const ctx = await contextOf(request, reply);
    request.followed = kernel.following.open(request.id, ctx.me);
    try {
      return await handle(ctx);
    } catch (error) {
      throw error instanceof Refusal ? answeredTo(kernel.declared, error, ctx.me) : error;
    } finally {
      kernel.following.close(request.id);
    }
  }

  async function contextOf(request: FastifyRequest, reply: FastifyReply): Promise<Context> {
    const session = sessionOf(request);
    const language: Language = request.passage?.language ?? languageOf(request);
    const me =
      session?.userId && session.kind !== "ANONYMOUS"
        ? await kernel.permits.me({
            userId: session.userId,
            responsibilityId: session.responsibilityId,
            supplierId: session.supplierId,
            language,
          })
        : { ...nobody, language };
    if (me.userId !== "") void reply.header(ZONE_HEADER, `${me.zone};${me.orgZone ?? me.zone}`);
    return {
      me: session?.app ? { ...me, via: session.app.name } : me,
      db: kernel.db,
      now: parts.clock.now(),
      requestId: request.id,
      language,
      ip: request.ip,
      userAgent: String(request.headers["user-agent"] ?? ""),
      session,
      request,
      reply,
    };
  }
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const language = request.passage?.language ?? languageOf(request);
  const refusal = error instanceof Refusal ? error : (tooLarge(error) ?? unexpected(request.id));
  if (refusal.code === "SYS_ERROR") request.log.error({ err: error, requestId: request.id, url: request.url.split("?")[0] }, "unexpected");
  if (reply.sent) return;
  // The framework closes the connection of every body it did not read; ours is read and dropped.
  if (isDrained(request.raw)) reply.removeHeader("connection");
  void reply
    .code(refusal.http)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(failure(refusal, language, request.id)));
}

async function servePages(web: FastifyInstance, root: string, { kernel, gate, secure }: ServeParts): Promise<void> {
  const frames = originsOf((await kernel.settings.decide("IFRAME_ORIGINS"))?.value ?? "");
  const headers = pageHeaders(frames, secure ?? false);
  await web.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ["**/*.br", "**/*.gz", "preloads.json"],
    cacheControl: false,
    setHeaders: (res, path) => {
      void res.header("cache-control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
      for (const [key, value] of Object.entries(headers)) void res.header(key, value);
    },
  });
  const pageAt = pageReader(root);
  // Any other address is the browser's own route: the page decides what to show there.
  web.setNotFoundHandler(async (request, reply) => {
    await endLeaked(gate, request.raw.url ?? "", request.ip);
    if (request.method !== "GET" || /\.[a-z0-9]{2,5}$/i.test(request.url.split("?")[0]!)) return reply.code(404).send("");
    return reply
      .headers(headers)
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(pageAt(request.url.split("?")[0]!));
  });
}

/** The page at an address: it names every file that address needs, so that a browser far away asks for all of them at once. */
function pageReader(root: string): (path: string) => string {
  const html = readFileSync(join(root, "index.html"), "utf8");
  const listed = join(root, "preloads.json");
  const preloads = existsSync(listed) ? (JSON.parse(readFileSync(listed, "utf8")) as Preloads) : null;
  return (path) => (preloads === null ? html : html.replace("</head>", () => `${preloadLinks(preloadsAt(preloads, path))}</head>`));
}

/** Every reply bears these, and names what its call changed elsewhere; a hook that calls back costs a call less than one that promises. */
const bearing =
  (headers: Readonly<Record<string, string>>, { following }: Kernel): onSendHookHandler =>
  ({ followed }, reply, _payload, done) => {
    void reply.headers(headers);
    const changed = followed && following.told(followed);
    if (changed) void reply.header(CHANGED_HEADER, changed);
    done();
  };
const languageOf = (request: FastifyRequest): Language => (request.headers["saaf-language"] === "EN" ? "EN" : "CN");
function send(reply: FastifyReply, value: unknown, requestId: string): FastifyReply {
  void reply.header("content-type", "application/json; charset=utf-8");
  return reply.send(replyOf(value, requestId));
}

function tooLarge(error: unknown): Refusal | null {
  const code = (error as { code?: string }).code ?? "";
  const status = (error as { statusCode?: number }).statusCode ?? 0;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || status === 413) return deny("REQUEST_SIZE", { values: { n: beforeSignIn / 1024 } });
  if (status === 415) return new Refusal("REQUEST_TYPE", ["不支持的内容类型", "Unsupported content type"], { http: 415 });
  if (status >= 400 && status < 500)
    return new Refusal("REQUEST_BAD", ["请求内容无法解析", "The request cannot be read"], { http: status });
  return null;
}
