import { refuse, Refusal } from "../../refusal.ts";
import { answeredTo } from "../../remedy.ts";
import { failure, success, unexpected, type Call, type Context } from "./call.ts";
import { checkedCall } from "./checked-call.ts";
import { unknownCall } from "./entity-calls.ts";
import type { Gate } from "../gate/gate.ts";
import { admitPart } from "../gate/part.ts";
import { asks, readsEntity } from "./input.ts";
import type { Kernel } from "../kernel.ts";
import { anyone, answered } from "./need.ts";

type Body = Record<string, unknown>;

interface Part {
  readonly path: string;
  readonly body: Body;
}

/** A page never asks for more at once; each part is worked on at the same time as the others. */
const mostParts = 12;
/** Reading calls name a page, filters and codes: their bodies are short. */
const mostBytes = 16_384;

const isObject = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);

function partsIn(calls: unknown): readonly Part[] {
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > mostParts)
    throw refuse("BATCH_SIZE", `一次请求须含 1 至 ${mostParts} 个查询`, `One request carries 1 to ${mostParts} calls`);
  return calls.map((part: unknown) => {
    const body = isObject(part) ? (part["body"] ?? {}) : null;
    if (!isObject(part) || typeof part["path"] !== "string" || !isObject(body) || JSON.stringify(body).length > mostBytes)
      throw refuse("FIELD_TYPE", "calls 须为 {path, body} 的列表", "calls must be a list of {path, body}");
    return { path: part["path"], body };
  });
}

/** May it travel with others: it only reads, answers in JSON, asks for no proof of identity, and takes what it takes in its body. */
const travels = ({ guard, method, input, proof, raw }: Call): boolean =>
  (guard === "session" || guard === "restricted") &&
  input.reads === true &&
  method !== "GET" &&
  !proof &&
  !raw &&
  !("in" in input && input.in);

/**
 * Several reading calls in one request, for callers to whom every request costs a tenth of a second. Each part is judged as if it had
 * come alone: the same limits, switches, log, input check and permissions; one that is refused leaves the others as they are.
 */
export function togetherCall(kernel: Kernel, gate: Gate, calls: () => readonly Call[]): Call {
  let known: ReadonlyMap<string, Call> | undefined;
  const named = (path: string): Call | undefined =>
    (known ??= new Map(
      calls()
        .filter(travels)
        .map((call) => [`${call.service}/${call.path}`, checkedCall(call, kernel)]),
    )).get(path);

  async function valueOf(ctx: Context, { path, body }: Part): Promise<unknown> {
    const call = path.endsWith(together.path) ? undefined : named(path);
    const [service, version, entity, name, ...rest] = path.split("/");
    const isEntity = version === "v1" && name !== undefined && rest.length === 0 && readsEntity(name);
    if (call === undefined && !isEntity) throw unknownCall();
    const done = await admitPart(gate, ctx.request, path, call?.perMinute);
    const asked = { ...ctx, request: Object.create(ctx.request, { body: { value: body } }) as Context["request"] };
    try {
      const value = call
        ? await answered(call, asked, body, kernel.finder)
        : await kernel.calls.handle(asked, service!, entity!, name!, body);
      done(200);
      return value;
    } catch (error) {
      done(error instanceof Refusal ? error.http : 500);
      throw error;
    }
  }

  async function replyTo(ctx: Context, part: Part): Promise<{ readonly http: number; readonly reply: unknown }> {
    try {
      return { http: 200, reply: success(await valueOf(ctx, part), ctx.requestId) };
    } catch (error) {
      if (!(error instanceof Refusal)) ctx.request.log.error({ err: error, requestId: ctx.requestId, url: part.path }, "unexpected");
      const refusal = error instanceof Refusal ? answeredTo(kernel.declared, error, ctx.me) : unexpected(ctx.requestId);
      return { http: refusal.http, reply: failure(refusal, ctx.language, ctx.requestId) };
    }
  }

  const together: Call = {
    service: "baseServer",
    path: "baseCallService/readTogether",
    guard: "session",
    needs: anyone("each part is judged as the call it names"),
    input: asks({ calls: "list" }),
    handle: (ctx, body) => Promise.all(partsIn(body["calls"]).map((part) => replyTo(ctx, part))),
  };
  return together;
}
