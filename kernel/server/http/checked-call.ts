import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { requestKey, type Call, type Context } from "./call.ts";
import { checkInput, unsealed, type CallInput } from "./input.ts";
import type { Kernel } from "../kernel.ts";

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

/** The key in the body of a caller that cannot set headers; a name of the call's own is no key. */
const keyNamed = (input: CallInput, body: Record<string, unknown>): unknown =>
  "like" in input || Object.hasOwn(input.names ?? {}, "requestId") ? null : body["requestId"];

/** What a request says besides its envelopes; bytes and files by what was signed of them. */
const contentOf = (call: Call, { request }: Context, body: Record<string, unknown>): readonly unknown[] => [
  ...[call.service, call.path, request.params, request.query, unsealed(call.input, body)],
  ...(Buffer.isBuffer(request.body) ? [createHash("sha256").update(request.body).digest("hex")] : []),
];

/** A call held to what it takes and to whether it only reads. It is asked after who may call was judged: others learn nothing about it. */
export const checkedCall = (call: Call, kernel: Pick<Kernel, "calls" | "db" | "once">): Call => ({
  ...call,
  async handle(ctx, body) {
    const { input } = call;
    const given = givenTo(call, ctx.request);
    checkInput(input, given);
    if ("like" in input) kernel.calls.check(...input.like, given, (name) => Object.hasOwn(input.names ?? {}, name));
    const handle = () => call.handle(ctx, body);
    if (input.reads) return kernel.db.readOnly(handle);
    return kernel.once.call(ctx, requestKey(ctx, keyNamed(input, body)), () => contentOf(call, ctx, body), handle, call.raw);
  },
});
