import type { FastifyReply, FastifyRequest } from "fastify";
import type { Me } from "../../entity.ts";
import type { InputNames, InputOf, PageCall } from "../../page-call.ts";
import { isRecent, proofNeeded } from "../../proof.ts";
import { Refusal, type Fix, type Reason } from "../../refusal.ts";
import { say, type Language } from "../../text.ts";
import type { Doer } from "../act/attempt.ts";
import type { Db } from "../database/db.ts";
import type { Page } from "../find/find.ts";
import type { Guard } from "../gate/guard.ts";
import type { SessionInfo } from "../gate/session.ts";
import type { CallInput } from "./input.ts";
import type { Needs } from "./need.ts";

/** Everything a handler may know about the request it answers. */
export interface Context {
  readonly me: Me;
  readonly db: Db;
  readonly now: Date;
  readonly requestId: string;
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  readonly session: SessionInfo | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Whoever made the request, as act asks for it: the proof of identity comes along. */
export const doerOf = (ctx: Context): Doer => ({
  me: ctx.me,
  now: ctx.now,
  requestId: ctx.requestId,
  ip: ctx.ip,
  proof: ctx.session?.proof ?? null,
});

/** The key of a request, in its header or in its body; a text too long is none. */
export const requestKey = ({ request }: Pick<Context, "request">, named?: unknown): string | null => {
  const key = request.headers["idempotency-key"] ?? named;
  return typeof key === "string" && key.length > 0 && key.length <= 200 ? key : null;
};

/** Refuses unless password or second factor were shown in this session within the last minutes. */
export function demandProof(ctx: Pick<Context, "session" | "now">): void {
  if (!isRecent(ctx.session?.proof, ctx.now)) throw proofNeeded();
}

/** A call that is not an entity's own: sign-in, menus, files, Excel. */
export interface Call {
  readonly service: string;
  readonly path: string;
  readonly method?: "POST" | "GET";
  readonly guard: Guard;
  /** Who needs it; of a call for signed-in people it must be said, here or in the table of its area. */
  readonly needs?: Needs;
  readonly perMinute?: number;
  /** Guards account or money: asked only with a recent proof of identity. */
  readonly proof?: "recent";
  /** Bytes its body may have; 1 MiB unless said, 64 KiB before sign-in. */
  readonly bodyLimit?: number;
  /** The handler streams the reply itself. */
  readonly raw?: boolean;
  /** What it takes: told to other systems, and held to before the handler runs. */
  readonly input: CallInput;
  handle(ctx: Context, body: Record<string, unknown>): Promise<unknown>;
}

/** The server's half of a call declared for pages, for everybody who is signed in and needs it: it answers what the declaration says. */
export const answering = <N extends InputNames, Out>(
  { service, path, input }: PageCall<N, Out>,
  handle: (ctx: Context, body: InputOf<N>) => Promise<Out>,
): Call => ({ service, path, input, guard: "session", handle: (ctx, body) => handle(ctx, body as InputOf<N>) });

/** A reply that carries more than data. */
export class Answer {
  readonly data: unknown;
  readonly page: Page | undefined;
  readonly msg: string | undefined;
  readonly more: Readonly<Record<string, unknown>>;
  constructor(data: unknown, more: { page?: Page; msg?: string; beside?: Readonly<Record<string, unknown>> } = {}) {
    this.data = data;
    this.page = more.page;
    this.msg = more.msg;
    this.more = more.beside ?? {};
  }
}

export const answer = (data: unknown, more?: { page?: Page; msg?: string; beside?: Readonly<Record<string, unknown>> }): Answer =>
  new Answer(data, more);

/** A reply as it leaves the server. */
export const replyOf = (value: unknown, requestId: string): string =>
  value instanceof Verbatim ? value.text : JSON.stringify(success(value, requestId));

/** A reply already written as text: what was stored with the change, byte for byte. */
export class Verbatim {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const success = (value: unknown, requestId: string): Record<string, unknown> =>
  value instanceof Answer
    ? {
        status: "S",
        ...(value.msg === undefined ? {} : { msg: value.msg }),
        data: value.data ?? null,
        ...(value.page ? { page: value.page } : {}),
        ...value.more,
        requestId,
      }
    : { status: "S", data: value ?? null, requestId };

type Led = { readonly fix?: Omit<Fix, "label"> & { readonly label: string } };

/** Where it is put right, in the caller's language. */
const ledTo = ({ fix }: Pick<Reason, "fix">, language: Language): Led => (fix ? { fix: { ...fix, label: say(fix.label, language) } } : {});

/** A reason as the caller reads it. */
export const toldReason = (reason: Reason, language: Language): { readonly code: string; readonly msg: string } & Led => ({
  code: reason.code,
  msg: say(reason.text, language),
  ...ledTo(reason, language),
});

/** As many as one list may have entries: a body of nonsense is not answered with ten times as much. */
const mostErrors = 10_000;

export function failure(refusal: Refusal, language: Language, requestId: string): Record<string, unknown> {
  return {
    status: "E",
    code: refusal.code,
    msg: say(refusal.text, language),
    ...(refusal.data === undefined ? {} : { data: refusal.data }),
    ...ledTo(refusal, language),
    ...(refusal.fieldErrors.length
      ? { fieldErrors: refusal.fieldErrors.slice(0, mostErrors).map((f) => ({ path: f.path, ...toldReason(f, language) })) }
      : {}),
    requestId,
  };
}

/** What leaves the server when something went wrong that nobody foresaw: a number to quote, nothing else. */
export const unexpected = (requestId: string): Refusal =>
  new Refusal("SYS_ERROR", [`系统异常，编号 ${requestId}`, `System error, no. ${requestId}`], { http: 500 });
