import { Agent, request as ask } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Me } from "#kernel/entity.ts";
import type { Field } from "#kernel/field.ts";
import { connect, type Client, type Prepared } from "../support/client.ts";
import { fire, operationsOf, shotsAt, worstOthers, worstTexts, type Fired, type Operation, type Shot } from "../support/worst.ts";
import { callOf, none, openOverHttp, type HttpHouse } from "./house.ts";

/** Nobody who may sign in, and nobody who may not, makes the server fail or wait by what he sends. */
let house: HttpHouse;
let clients: readonly Client[];
let operations: readonly Operation[];
let delay: ReturnType<typeof monitorEventLoopDelay>;

beforeAll(async () => {
  house = await openOverHttp(23);
  const { permits } = house.kernel;
  const own = permits.me.bind(permits);
  // Whoever may do nothing hardly reaches anything: the worst visitor is one who may do everything.
  Object.assign(permits, {
    me: async (holder: Parameters<typeof own>[0]): Promise<Me> => ({
      ...(await own(holder)),
      ...({ orgs: "all", categories: "all", items: "all", selfOnly: false, may: () => true, holds: () => true } as const),
    }),
  });
  clients = await Promise.all(Array.from({ length: 4 }, async () => (await house.person("SYS_ADMIN")).client));
  const description = await fetch(`${house.base}/api/openapi.json`);
  operations = operationsOf((await description.json()) as Parameters<typeof operationsOf>[0]);
  delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
});

afterAll(async () => {
  delay?.disable();
  // The figure that counts is the one of `npm run bench -- worst-input`: here the sender shares the loop.
  const ms = (ns: number): string => (ns / 1e6).toFixed(0);
  if (delay) process.stdout.write(`event loop, sender included: p99 ${ms(delay.percentile(99))} ms, most ${ms(delay.max)} ms\n`);
  await house?.drop();
});

/** Nothing failed, and nobody was thrown out on the way, which would have made every later answer a cheap one. */
function held({ failures, statuses }: Fired): void {
  none(failures);
  expect(statuses[401] ?? 0).toBe(0);
}

const accepts = ({ kind }: Field): boolean => ["text", "longtext", "richtext", "code", "payload", "snapshot"].includes(kind);

describe("promise 23: the worst input is answered, quickly, and never by a failure", () => {
  test("every kind of field, in saves and in filters", { timeout: 120_000 }, async () => {
    const e = house.declared.entity("PromiseSlip");
    const valid = await house.make.body(e);
    const keys = Object.keys(e.fields).filter((key) => !e.fields[key]!.computed);
    const values = [...worstTexts(300), ...worstOthers];
    const shots: Shot[] = values.flatMap((value, turn) => [
      { path: callOf(e, "saveOrUpdate"), body: Object.fromEntries(keys.map((key) => [key, value])) },
      {
        path: callOf(e, "saveOrUpdate"),
        body: { ...valid, ...Object.fromEntries(keys.filter((key) => accepts(e.fields[key]!)).map((key) => [key, value])) },
      },
      { path: callOf(e, "whatIf"), body: { action: "saveOrUpdate", input: { ...valid, [keys[turn % keys.length]!]: value } } },
      { path: callOf(e, "listByPage"), body: { keyword: value, pageRows: 5 } },
      // A value meets every other kind in one of three ways, which change places from kind to kind.
      ...keys
        .filter((_, at) => (turn + at) % 2 === 0)
        .map((key, at): Shot => {
          const names = [[key], [`${key}From`], [`${key}To`]][(turn + at) % 3]!;
          return {
            path: callOf(e, "listByPage"),
            body: { ...Object.fromEntries(names.map((name) => [name, value])), pageRows: 2, count: "none" },
          };
        }),
    ]);
    held(await fire(clients, shots));
  });

  test("texts as long as a body may be are refused before anything is done with them", { timeout: 60_000 }, async () => {
    const e = house.declared.entity("PromiseSlip");
    const valid = await house.make.body(e);
    const keys = ["subject", "plainCode", "story", "article", "weight", "firstDay", "moment", "pieces"];
    const shots = worstTexts(190_000)
      .slice(0, 50)
      .map((value, turn): Shot => ({
        path: callOf(e, "saveOrUpdate"),
        body: { ...valid, article: value, [keys[turn % keys.length]!]: value },
      }));
    held(await fire(clients, shots, 4));
  });

  test("every operation of the interface description", { timeout: 240_000 }, async () => {
    expect(operations.length).toBeGreaterThan(1000);
    const inside = operations.filter(({ path }) => !/baseLoginService|ForgetPwd|baseRegisterService/.test(path));
    const fired = await fire(clients, shotsAt(inside, 2));
    none(fired.failures);
    for (const client of clients)
      expect(await client.call("baseServer/v1/baseUsersRestful/listByPage", { pageRows: 1 })).toMatchObject({ status: "S" });
  });

  test("every operation before sign-in", { timeout: 60_000 }, async () => {
    const strangers = await Promise.all(Array.from({ length: 2 }, () => connect(house.base)));
    const outside = operations.filter(({ path }) =>
      /baseLoginService|ForgetPwd|baseRegisterService|Public|callback|open\/send|decideBy/.test(path),
    );
    expect(outside.length).toBeGreaterThan(10);
    const fired = await fire(strangers, shotsAt(outside, 3));
    none(fired.failures);
  });

  test("bodies without shape, and bodies too large, get a coded answer on a connection that goes on", { timeout: 60_000 }, async () => {
    const path = callOf(house.declared.entity("PromiseSlip"), "listByPage");
    const [me] = clients as readonly [Client];
    const sent = async (text: string, who = me) => {
      const headers = { ...who.sign("POST", `/api/${path}`, "", Buffer.from(text), String(who.now())), "content-type": "application/json" };
      return who.ask({ method: "POST", url: `/api/${path}`, headers, body: text });
    };
    const deep = `{"language":"CN","a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const long = `{"language":"CN","a":[${"1,".repeat(100_000)}1]}`;
    const many = `{"language":"CN",${Array.from({ length: 6000 }, (_, n) => `"n${n}":1`).join(",")}}`;
    for (const text of [deep, long, many]) expect(await sent(text)).toMatchObject({ http: 400, code: "REQUEST_SHAPE" });
    for (const name of ["__proto__", "constructor", "toString", "x".repeat(300)])
      expect(await sent(`{"language":"CN","${name}":1}`)).toMatchObject({ http: 400, code: "REQUEST_BAD" });
    expect(await sent(`{"language":"CN","subject":"a\\u0000b"}`)).toMatchObject({ http: 200, code: "FIELD_TYPE" });
    expect(await sent(`{"language":"CN","pageRows":1e999}`)).toMatchObject({ status: "E" });
    const big = (size: number): string => JSON.stringify({ language: "CN", subject: "x".repeat(size) });
    expect(await sent(big(1_100_000))).toMatchObject({ http: 413, code: "REQUEST_SIZE", msg: expect.stringMatching(/1024/) });
    const stranger = await connect(house.base);
    expect(await sent(big(70_000), stranger)).toMatchObject({ http: 413, code: "REQUEST_SIZE", msg: expect.stringMatching(/64/) });
    expect(await sent(`{"language":"CN"}`)).toMatchObject({ status: "S" });
  });

  test("a document with two thousand lines is not too large", { timeout: 60_000 }, async () => {
    const e = house.declared.entity("PromiseSlip");
    const body = await house.make.body(e);
    const [line] = body["items"] as readonly Record<string, unknown>[];
    const items = Array.from({ length: 2000 }, (_, n) => ({ ...line, lineNum: n + 1, item: "物料".repeat(30) }));
    const reply = await clients[0]!.call(callOf(e, "saveOrUpdate"), { ...body, items });
    expect(reply.code).not.toBe("REQUEST_SIZE");
    expect(reply.http).toBe(200);
  });

  test("a refused upload leaves its connection as it was", { timeout: 60_000 }, async () => {
    const { client: me } = await house.person("SYS_ADMIN");
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const through = ({ method, url, headers, body }: Prepared): Promise<{ http: number; port: number | undefined }> =>
      new Promise((done, failed) => {
        const request = ask(house.base + url, { method, headers, agent }, (response) => {
          const { localPort: port } = response.socket;
          response.resume().once("end", () => done({ http: response.statusCode!, port }));
        });
        request.once("error", failed).end(body);
      });
    const file = [{ name: "a.txt", bytes: Buffer.alloc(6_000_000, "x") }];
    const good = me.prepareUpload("fileServer/v2/file/upload", file);
    const refused: readonly [string, Prepared][] = [
      ["signature", { ...good, headers: { ...good.headers, paramsign: `v1.${"x".repeat(43)}` } }],
      ["no such target", me.prepareUpload("fileServer/v2/file/upload", file, { functionId: "Nowhere", businessId: "x" })],
      ["no upload at all", me.prepareUpload(callOf(house.declared.entity("PromiseSlip"), "listByPage"), file)],
      [
        "a larger body than allowed",
        { ...me.prepare(callOf(house.declared.entity("PromiseSlip"), "listByPage"), { subject: "x".repeat(3_000_000) }) },
      ],
    ];
    for (const [name, request] of refused) {
      const { http, port } = await through(request);
      expect(http, name).toBeLessThan(500);
      const next = me.prepare(callOf(house.declared.entity("PromiseSlip"), "listByPage"), { pageRows: 1 });
      expect(await through(next), `after: ${name}`).toEqual({ http: 200, port });
    }
    agent.destroy();
  });

  test("headers beyond all measure do not fail the server", { timeout: 30_000 }, async () => {
    const me = (await house.person("SYS_ADMIN")).client;
    const path = callOf(house.declared.entity("PromiseSlip"), "listByPage");
    for (const name of [
      "authorizationcode",
      "certificate",
      "timestamp",
      "appsign",
      "paramsign",
      "idempotency-key",
      "user-agent",
      "saaf-language",
    ])
      for (const value of ["x".repeat(4000), "9".repeat(4000), "v1.".repeat(1000), "é".repeat(100)]) {
        const prepared = me.prepare(path);
        const { status } = await me.send({ ...prepared, headers: { ...prepared.headers, [name]: value } });
        expect(status, `${name}: ${value.slice(0, 10)}`).toBeLessThan(500);
      }
    expect((await me.send({ ...me.prepare(path), headers: { ...me.prepare(path).headers, "x-long": "x".repeat(20_000) } })).status).toBe(
      431,
    );
    expect(await clients[0]!.call(path)).toMatchObject({ status: "S" });
  });
});
