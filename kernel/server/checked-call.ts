import type { FastifyRequest } from "fastify";
import type { Call } from "./call.ts";
import type { EntityCalls } from "./entity-calls.ts";
import { checkInput } from "./input.ts";

type Asked = Pick<FastifyRequest, "body" | "query" | "passage">;

/** The names of a JSON body; what came as bytes or as a form has none. */
export const bodyOf = (request: Pick<Asked, "body">): Record<string, unknown> =>
  typeof request.body === "object" && request.body !== null && !Buffer.isBuffer(request.body)
    ? (request.body as Record<string, unknown>)
    : {};

/** What browsers say with every upload, whatever it is for. */
const withUploads = new Set(["files", "path", "functionId", "businessId", "fileDesc"]);

/** Where what a call takes travels: in its body, in its address, or in the words before an upload. */
function givenTo({ input, method }: Call, request: Asked): Record<string, unknown> {
  const upload = request.passage?.upload;
  const isTaken = (name: string): boolean => Object.hasOwn(input.names ?? {}, name) || !withUploads.has(name);
  if (upload) return Object.fromEntries(Object.entries(upload.meta).filter(([name]) => isTaken(name)));
  if (method !== "GET" && !("in" in input && input.in === "query")) return bodyOf(request);
  // A body beside such an address brings nothing that is read: what it names is refused all the same.
  return { ...bodyOf(request), ...(request.query as Record<string, unknown>) };
}

/** A call held to what it takes. It is asked after who may call was judged: others learn nothing about it. */
export const checkedCall = (call: Call, entities: Pick<EntityCalls, "check">): Call => ({
  ...call,
  async handle(ctx, body) {
    const { input } = call;
    const given = givenTo(call, ctx.request);
    checkInput(input, given);
    if ("like" in input) entities.check(...input.like, given, (name) => Object.hasOwn(input.names ?? {}, name));
    return call.handle(ctx, body);
  },
});
