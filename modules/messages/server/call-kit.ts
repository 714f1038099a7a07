import type { Call, Context } from "#kernel/server/http/call.ts";
import { permDenied } from "#kernel/server/find/find.ts";
import type { CallInput } from "#kernel/server/http/input.ts";
import type { Row } from "#kernel/server/find/visible.ts";

/** A call of messaging. */
export const call = (path: string, input: CallInput, handle: Call["handle"], more: Partial<Call> = {}): Call => ({
  service: "messageServer",
  path,
  guard: "session",
  input,
  handle,
  ...more,
});

/** Ids out of a body: `ids`, or one `id`. */
export const idsIn = (body: Row): string[] =>
  [...new Set((Array.isArray(body["ids"]) ? (body["ids"] as unknown[]) : body["id"] ? [body["id"]] : []).map(String))].slice(0, 5_000);

export const mustMay = (ctx: Context, entity: string, button: string): void => {
  if (!ctx.me.may(entity, button)) throw permDenied();
};
