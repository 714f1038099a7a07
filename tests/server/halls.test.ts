import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { refuse } from "#kernel/refusal.ts";
import { hallText, type Hall, type Said } from "#kernel/server/push/hall.ts";
import type { Side } from "#kernel/server/install/side.ts";
import type { Row } from "#kernel/server/find/visible.ts";
import type { Client } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

/** A hall of two suppliers where a price is called out; whoever is not asked finds nothing. */
const heard: (Said & { readonly by: string })[] = [];
let tell: (id: string, frames: Parameters<Parameters<NonNullable<Side["start"]>>[0]["push"]["halls"]["tell"]>[2]) => Promise<void>;
const invited = ["S1", "S2"];
const trial: Hall = {
  kind: "trial",
  enter: async (me, id) =>
    id !== "A1"
      ? null
      : me.audience === "internal"
        ? { eyes: "internal", snapshot: { bids: heard.length } }
        : me.supplierId !== null && invited.includes(me.supplierId)
          ? { eyes: `supplier:${me.supplierId}`, snapshot: { mine: heard.filter((candidate) => candidate.by === me.supplierId).length } }
          : null,
  hear: async (me, id, current) => {
    if (current.data["price"] === "0") throw refuse("AUC_001", "价格须大于零", "The price must be above zero");
    heard.push({ ...current, by: me.supplierId ?? "" });
    await tell(id, [
      { eyes: "internal", frame: { type: "BOARD", data: { supplierId: me.supplierId, price: current.data["price"] } } },
      { eyes: `supplier:${me.supplierId}`, frame: { type: "MY_RANK", data: { rank: 1 } } },
    ]);
    return { type: "BID_ACK", data: { at: current.at.toISOString() } };
  },
};
const side: Side = {
  code: "trialHall",
  start: ({ push }) => {
    push.halls.add(trial);
    tell = (id, frames) => push.halls.tell("trial", id, frames);
  },
};

let product: TestProduct;
beforeAll(async () => {
  product = await openTestProduct([], [side]);
  for (const supplierId of ["S1", "S2", "S3"])
    await product.person(`bidder.${supplierId}`, ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId, supAdminFlag: "Y" });
  await product.person("hall.buyer", ["BUYER"]);
});
afterAll(() => product?.drop());

const topic = "hall:trial:A1";

class Line {
  readonly frames: Row[] = [];
  closed: number | null = null;
  n = 0;
  readonly #ws: WebSocket;
  readonly #client: Client;

  constructor(ws: WebSocket, client: Client) {
    this.#ws = ws;
    this.#client = client;
    ws.on("message", (bytes) => this.frames.push(JSON.parse(String(bytes)) as Row));
    ws.on("close", (code) => void (this.closed = code));
  }

  send(frame: Row): void {
    this.#ws.send(JSON.stringify(frame));
  }

  /** A signed frame; a test may bend it before it leaves. */
  say(type: string, data: Row, bent: Row = {}): void {
    const [n, ts] = [++this.n, Date.now()];
    const sign = createHmac("sha256", this.#client.key)
      .update(hallText(this.connId, n, ts, data))
      .digest("base64url");
    this.send({ type, topic, n, ts, sign, clientKey: `k${n}`, data, ...bent });
  }

  get connId(): string {
    return String(this.frames.find((frame) => frame["type"] === "hello")!["data"]["connId"]);
  }

  of(...types: string[]): Row[] {
    return this.frames.filter((frame) => types.includes(String(frame["type"])));
  }

  end(): void {
    this.#ws.terminate();
  }
}

async function lineOf(client: Client, lastSeq?: number): Promise<Line> {
  const { ticket } = (await client.call("baseServer/baseLoginService/wsTicket")).data;
  const ws = new WebSocket(`${product.url.replace("http", "ws")}/api/nettyWebsocket?ticket=${encodeURIComponent(ticket)}`);
  const line = new Line(ws, client);
  await new Promise((opened, failed) => ws.on("open", opened).on("error", failed));
  await expect.poll(() => line.of("hello").length).toBe(1);
  line.send({ type: "HELLO", topic, data: lastSeq === undefined ? {} : { lastSeq } });
  return line;
}

test("in a hall everybody hears what is for own eyes, numbered without gaps, and what was missed on coming back", async () => {
  const [buyer, one, two] = await Promise.all([product.signIn("hall.buyer"), product.signIn("bidder.S1"), product.signIn("bidder.S2")]);
  const [board, first, second] = [await lineOf(buyer), await lineOf(one), await lineOf(two)];
  for (const line of [board, first, second]) await expect.poll(() => line.of("SNAPSHOT").length).toBe(1);
  expect(first.of("SNAPSHOT")[0]).toMatchObject({ topic, data: { mine: 0 }, serverTime: expect.any(Number) });

  first.say("BID", { price: "12.50" });
  await expect.poll(() => first.of("BID_ACK", "MY_RANK").length).toBe(2);
  expect(first.of("BID_ACK")[0]).toMatchObject({ topic, clientKey: "k1", data: { at: heard[0]!.at.toISOString() } });
  second.say("BID", { price: "12.40" });
  await expect
    .poll(() => board.of("BOARD").map((frame) => [frame["seq"], frame["data"]["price"]]))
    .toEqual([
      [1, "12.50"],
      [2, "12.40"],
    ]);
  expect(
    second.of("MY_RANK").map((frame) => frame["seq"]),
    "one series for each supplier: a gap would tell of others",
  ).toEqual([1]);
  expect(JSON.stringify(second.frames)).not.toContain("12.50");
  await expect.poll(() => first.of("TIME").length, { message: "the time of the house each second" }).toBeGreaterThan(0);

  board.end();
  first.say("BID", { price: "12.30" });
  await expect.poll(() => first.of("BID_ACK").length).toBe(2);
  const back = await lineOf(buyer, 2);
  await expect.poll(() => back.of("BOARD").map((frame) => frame["seq"])).toEqual([3]);
  expect(back.of("SNAPSHOT"), "whoever says how far it heard needs no picture").toEqual([]);
  const far = await lineOf(buyer, 900);
  await expect.poll(() => far.of("SNAPSHOT").length, { message: "a number nobody gave: the whole picture" }).toBe(1);
  for (const line of [first, second, back, far]) line.end();
});

test("a hall somebody is not asked to answers like one that does not exist", async () => {
  const client = await product.signIn("bidder.S3");
  const line = await lineOf(client);
  for (const other of ["hall:trial:NONE", "hall:nothing:A1", "nonsense"]) line.send({ type: "sub", topic: other });
  await expect
    .poll(() => line.of("error").map(({ topic: at, data }) => [at, data]))
    .toEqual([topic, "hall:trial:NONE", "hall:nothing:A1", "nonsense"].map((at) => [at, { code: "DATA_NOT_FOUND" }]));
  const before = heard.length;
  line.say("BID", { price: "1" });
  await expect.poll(() => line.of("error").length).toBe(5);
  expect(heard).toHaveLength(before);
  line.end();
});

test("a frame with a wrong sign, a number used before or an old time closes the line without effect", async () => {
  const client = await product.signIn("bidder.S1");
  const before = heard.length;
  const bends: readonly ((line: Line) => void)[] = [
    (line) => line.say("BID", { price: "9" }, { data: { price: "1" } }),
    (line) => line.say("BID", { price: "9" }, { sign: "AAAA" }),
    (line) => line.say("BID", { price: "9" }, { ts: Date.now() - 400_000 }),
    (line) => line.send({ type: "BID", topic, data: { price: "9" } }),
  ];
  for (const bend of bends) {
    const line = await lineOf(client);
    bend(line);
    await expect.poll(() => line.closed).toBe(4401);
  }
  const line = await lineOf(client);
  line.say("BID", { price: "0" });
  await expect.poll(() => line.of("BID_REFUSED")[0]?.["data"]).toEqual({ code: "AUC_001", msg: "价格须大于零" });
  line.n = 0;
  line.say("BID", { price: "9" });
  await expect.poll(() => line.closed, { message: "the number one again" }).toBe(4401);
  expect(heard).toHaveLength(before);
});

test("a session that ends takes its line along, and a ticket opens one", async () => {
  const client = await product.signIn("bidder.S2");
  const { ticket } = (await client.call("baseServer/baseLoginService/wsTicket")).data;
  const at = `${product.url.replace("http", "ws")}/api/nettyWebsocket?ticket=${encodeURIComponent(ticket)}`;
  const line = new Line(new WebSocket(at), client);
  await expect.poll(() => line.of("hello").length).toBe(1);
  await expect(new Promise((opened, failed) => new WebSocket(at).on("open", opened).on("error", failed))).rejects.toThrow(/401/);
  await client.call("baseServer/baseLoginService/logout", {});
  await expect.poll(() => line.closed).toBe(4401);
  expect(line.of("kick")).toHaveLength(1);
});
