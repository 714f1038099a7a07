import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { doerOf, openSample, someone, type SampleKernel } from "../../../tests/support/kernel.ts";
import { refuse } from "../../refusal.ts";
import type { Call, Context } from "./call.ts";
import { checkedCall } from "./checked-call.ts";
import { asks, takes, type CallInput } from "./input.ts";
import { note } from "../journal/journal.ts";
import { Once } from "./once.ts";

let kernel: SampleKernel;
beforeAll(async () => void (kernel = await openSample()));
afterAll(() => kernel.drop());

type Body = Record<string, unknown>;

/** A request as the gate hands it on. */
const asked = (body: Body, key: string | null, userId = "u1"): Context =>
  ({
    me: someone({ userId }),
    db: kernel.db,
    now: new Date(),
    requestId: "R1",
    language: "EN",
    ip: "10.0.0.9",
    session: null,
    request: { headers: key === null ? {} : { "idempotency-key": key }, body, query: {}, params: {} },
    reply: { sent: false },
  }) as unknown as Context;

const made = (input: CallInput, handle: Call["handle"], more: Partial<Call> = {}): Pick<Call, "handle"> => ({
  handle: (ctx, body) =>
    checkedCall({ service: "srmServer", path: "v1/thing/work", guard: "session", input, handle, ...more }, kernel).handle(ctx, body),
});

const format = async (work: Promise<unknown>): Promise<string> => {
  try {
    return ((await work) as { text: string }).text;
  } catch (error) {
    return String((error as { code?: string }).code);
  }
};

describe("a changing call", () => {
  let runs = 0;
  const open = made(takes({ id: "id", password: "sealed" }), async (_, body) => {
    runs += 1;
    await new Promise((done) => setTimeout(done, 100));
    if (body["id"] === "refused") throw refuse("NOT_NOW", "现在不行", "Not now");
    return { secret: `opened ${runs}` };
  });
  const ask = (body: Body, key: string | null, userId?: string) => format(open.handle(asked(body, key, userId), body));

  test("is carried out once for a key, however often it arrives, and answered the same", async () => {
    runs = 0;
    const all = [...(await Promise.all(Array.from({ length: 8 }, () => ask({ id: "1" }, "k1")))), await ask({ id: "1" }, "k1")];
    expect(new Set(all)).toEqual(new Set([JSON.stringify({ status: "S", data: { secret: "opened 1" }, requestId: "R1" })]));
    expect(runs).toBe(1);
  });

  test("with other content under the same key is refused; an envelope is no content, it is sealed anew each time", async () => {
    runs = 0;
    const first = await ask({ id: "2", password: { data: "a" } }, "k2");
    expect(await ask({ id: "3", password: { data: "a" } }, "k2")).toBe("IDEMPOTENCY_CONFLICT");
    expect(await ask({ id: "2", password: { data: "b" } }, "k2")).toBe(first);
    expect(runs).toBe(1);
  });

  test("of another caller, or without a key, is another request", async () => {
    runs = 0;
    await ask({ id: "4" }, "k4");
    await ask({ id: "4" }, "k4", "u2");
    await Promise.all([open.handle(asked({ id: "4" }, null), { id: "4" }), open.handle(asked({ id: "4" }, null), { id: "4" })]);
    expect(runs).toBe(4);
  });

  test("that was refused is decided anew", async () => {
    runs = 0;
    expect([await ask({ id: "refused" }, "k5"), await ask({ id: "refused" }, "k5")]).toEqual(["NOT_NOW", "NOT_NOW"]);
    expect(runs).toBe(2);
  });

  test("that was interrupted is never carried out twice", async () => {
    const once = new Once(kernel.db, 100);
    const request = { caller: "u1", key: "k6", content: "the same", at: new Date() };
    let finish = (): void => undefined;
    let first: Promise<string> = Promise.resolve("");
    await new Promise<void>((begun) => {
      first = once.answer(request, () => new Promise((done) => ((finish = () => done("first")), begun())));
    });
    await expect(once.answer(request, async () => "second")).rejects.toMatchObject({ code: "REQUEST_UNFINISHED" });
    finish();
    expect(await first).toBe("first");
    expect(await once.answer(request, async () => "second")).toBe("first");
  });

  test("that streams a file says so when it is repeated", async () => {
    const print = made(takes(), async () => undefined, { raw: true });
    expect(await print.handle(asked({}, "k7"), {})).toBeUndefined();
    expect(await format(print.handle(asked({}, "k7"), {}))).toContain("REQUEST_DONE");
  });

  test("leaves neither keys nor answers readable, and is forgotten after a day", async () => {
    const json = JSON.stringify(await kernel.db.query(`select caller, "keyHash", encode(reply, 'escape') as reply from "CallKey"`));
    expect(json).not.toContain("opened");
    expect(json).not.toContain('"k1"');
    await kernel.once.purge(new Date(Date.now() + 86_500_000));
    expect(await kernel.db.query(`select 1 from "CallKey"`)).toEqual([]);
  });
});

describe("a reading call", () => {
  const write = `insert into "RequestKey" ("userId", key, "bodyHash", reply, at) values ('reader', gen_random_uuid()::text, '', '', now())`;
  const attempts: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["a statement", () => kernel.db.query(write)],
    ["a transaction", () => kernel.db.tx((tx) => tx.query(write))],
    ["a read of several statements", () => kernel.db.reads((db) => db.query(write))],
    [
      "an action",
      () => {
        const input = { supplierCode: "READ", supplierName: "x" };
        return kernel.actor.act(
          { entity: kernel.declared.entity("SampleSupplier"), action: "saveOrUpdate", targets: [{ input }] },
          doerOf(),
        );
      },
    ],
  ];

  test.each(attempts)("cannot write by %s; the next call on the same connection can", async (_, write) => {
    const look = made(asks(), write);
    await expect(look.handle(asked({}, "k8"), {})).rejects.toMatchObject({ code: "25006" });
    expect(await made(takes(), async () => (await write(), {})).handle(asked({}, null), {})).toEqual({});
  });

  test("keeps no answer, and may note that it was asked", async () => {
    const noted = made(asks(), async ({ now, me, requestId, ip }) => {
      await note(kernel.db, { at: now.toISOString(), me, entity: "SampleOrder", action: "export", changes: [], requestId, ip });
      return {};
    });
    const before = await kernel.db.one(`select count(*)::int as n from "CallKey"`);
    expect(await noted.handle(asked({}, "k9"), {})).toEqual({});
    expect(await kernel.db.one(`select count(*)::int as n from "CallKey"`)).toEqual(before);
    expect(await kernel.db.query(`select 1 from "Journal" where entity = 'SampleOrder' and action = 'export'`)).toHaveLength(1);
  });
});
