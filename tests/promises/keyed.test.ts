import { afterAll, beforeAll, expect, test } from "vitest";
import { pathOf } from "#kernel/declared.ts";
import type { Call, Context } from "#kernel/server/http/call.ts";
import { checkedCall } from "#kernel/server/http/checked-call.ts";
import { readsEntity } from "#kernel/server/http/input.ts";
import { addressOf, openapi } from "#kernel/server/http/openapi.ts";
import { someone } from "../support/kernel.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";
import { none } from "./house.ts";

let product: TestProduct;
let calls: readonly Call[] = [];

beforeAll(async () => {
  let all: () => readonly Call[] = () => [];
  product = await openTestProduct([], [{ code: "spy", calls: (at) => ((all = at.calls), []) }]);
  calls = all();
});
afterAll(() => product?.drop());

const nameOf = (call: Call): string => `${call.method ?? "POST"} ${addressOf(call)}`;

/** A request with nothing in it, as the gate hands it on. */
const asked = (call: Call, key: string, body: object = {}): Context =>
  ({
    me: someone({ userId: "keyed" }),
    db: product.kernel.db,
    now: new Date(),
    requestId: "R1",
    language: "EN",
    ip: "10.0.0.9",
    userAgent: "test",
    session: null,
    reply: { sent: false, header: () => undefined, headers: () => undefined },
    request: { headers: { "idempotency-key": key }, body: call.method === "GET" ? undefined : body, query: {}, params: {} },
  }) as unknown as Context;

const codeOf = (error: unknown): string => String((error as { code?: unknown })?.code ?? "");

test("every changing call of the product is carried out once for each key, and its key is good for nothing else", async () => {
  const wrong: string[] = [];
  const changing = calls.filter((call) => !call.input.reads);
  for (const call of changing) {
    let runs = 0;
    const held = checkedCall({ ...call, raw: false, handle: async () => ({ runs: ++runs }) }, product.kernel);
    const send = (body: object = {}) => held.handle(asked(call, nameOf(call), body), body as Record<string, unknown>);
    const [first, second] = (await Promise.all([send(), send()])) as { text: string }[];
    if (runs !== 1 || first!.text !== second!.text) wrong.push(`${nameOf(call)}: carried out ${runs} times`);
    const other = await send({ language: "EN" }).then(() => "S", codeOf);
    if (other !== "IDEMPOTENCY_CONFLICT") wrong.push(`${nameOf(call)}: the key with other content got ${other}`);
  }
  none(wrong);
  expect(changing.length).toBeGreaterThan(150);
});

test("no reading call of the product writes: PostgreSQL refuses none of their statements", async () => {
  const wrong: string[] = [];
  const reading = calls.filter((call) => call.input.reads);
  for (const call of reading) {
    const held = checkedCall(call, product.kernel);
    const code = await held.handle(asked(call, "reading"), {}).then(() => "S", codeOf);
    if (code === "25006") wrong.push(nameOf(call));
  }
  none(wrong);
  expect(reading.length).toBeGreaterThan(150);
});

test("the description says of every call whether it takes a key", () => {
  const { declared } = product.kernel;
  const { paths } = openapi(declared, calls, "1") as {
    paths: Record<string, Record<string, { parameters?: readonly { $ref?: string }[] }>>;
  };
  const keyed = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [] }]) => [
        `${method.toUpperCase()} ${path}`,
        parameters.some(({ $ref }) => $ref === "#/components/parameters/IdempotencyKey"),
      ]),
    ),
  );
  const meant = new Map(calls.map((call) => [nameOf(call), call.method !== "GET" && !call.input.reads]));
  for (const e of [...declared.entities.values()].filter((entity) => !entity.internal))
    for (const name of ["findById", "listByPage", "pickByPage", "countViews", "history", "whereUsed", "whyNot", "whatIf"])
      meant.set(`POST /api/${e.service}/v1/${pathOf(e)}/${name}`, !readsEntity(name));
  none(
    [...keyed].flatMap(([name, has]) => (has === (meant.get(name) ?? true) ? [] : [`${name}: ${has ? "takes" : "does not take"} a key`])),
  );
});
