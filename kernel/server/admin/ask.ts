import { pathOf } from "../../declared.ts";
import type { Entity } from "../../entity.ts";
import { refuse, type Refusal } from "../../refusal.ts";
import type { Doer } from "../act/attempt.ts";
import { doerOf, type Call, type Context } from "../http/call.ts";
import { like, type CallInput } from "../http/input.ts";
import type { Kernel } from "../kernel.ts";
import { readersOf } from "../http/need.ts";
import { inOwnName } from "../access/permit.ts";

export type Body = Readonly<Record<string, unknown>>;

export { doerOf };

/** The caller's own thing, changed by the system in the caller's name: what nobody else may touch needs no grant. */
export const onBehalf = (ctx: Context): Doer => ({ ...doerOf(ctx), me: inOwnName(ctx.me) });

/** A call of administration; one that is fetched by GET takes its words from the address. */
export const base = (
  path: string,
  input: CallInput,
  handle: (ctx: Context, body: Body) => Promise<unknown>,
  more: Partial<Call> = {},
): Call => ({
  service: "baseServer",
  path,
  guard: "session",
  input,
  ...more,
  handle: (ctx, body) => handle(ctx, more.method === "GET" ? (ctx.request.query as Body) : body),
});

/** An entity's own call under a second name. */
export function alias(
  kernel: Kernel,
  path: string,
  entity: string,
  name: string,
  more: { readonly method?: "GET"; readonly input?: CallInput; readonly body?: (body: Body) => Body } = {},
): Call {
  const e: Entity = kernel.declared.entity(entity);
  const shape = more.body ?? ((body: Body) => body);
  const handle = (ctx: Context, body: Body) => kernel.calls.handle(ctx, e.service, pathOf(e), name, { ...shape(body) });
  return base(path, more.input ?? like(entity, name), handle, {
    needs: readersOf(e.name),
    ...(more.method ? { method: more.method } : {}),
  });
}

export const needed = (name: string): Refusal =>
  refuse("TABLE_REQUIRED", `${name} 必填`, `${name} is required`, {
    fieldErrors: [{ path: name, code: "TABLE_REQUIRED", text: [`${name} 必填`, `${name} is required`] }],
  });

export function textOf(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== "string" || value === "") throw needed(name);
  return value;
}

export const listOf = (value: unknown, most = 5_000): unknown[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > most)
    throw refuse("FIELD_TYPE", `须为列表，最多 ${most} 项`, `must be a list of at most ${most}`);
  return value;
};
