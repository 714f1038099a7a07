import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isInside, readAllowList } from "./outside-ranges.ts";
import { Outside, unreached } from "./outside.ts";

let server: Server;
let port = 0;
const asked: string[] = [];
const logged: string[] = [];
const log = (line: string): void => void logged.push(line);
const at =
  (...answers: readonly string[][]) =>
  async (): Promise<{ address: string; family: number }[]> =>
    (answers.length > 1 ? (answers as string[][]).shift()! : answers[0]!).map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    }));

beforeAll(async () => {
  server = createServer((request, reply) => {
    asked.push(request.url ?? "");
    if (request.url === "/moved") reply.writeHead(302, { location: `http://127.0.0.1:${port}/there` }).end();
    else if (request.url === "/much") reply.end(Buffer.alloc(2_000_000));
    else reply.end("here");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());
beforeEach(() => {
  asked.length = 0;
  logged.length = 0;
});

test("addresses of the own machine and network are told from those outside, in every form they are written", () => {
  for (const own of [
    ...["127.0.0.1", "10.2.3.4", "172.20.0.1", "192.168.0.9", "169.254.169.254", "100.64.1.1", "0.0.0.0", "198.18.0.1", "224.0.0.1"],
    ...["::1", "::", "fd00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1"],
    ...["::ffff:10.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:ffff:7f00:1", "::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:0:1::1"],
    ...["nonsense", "127.1", "2130706433", "0x7f.0.0.1"],
  ])
    expect([own, isInside(own)]).toEqual([own, true]);
  for (const other of ["8.8.8.8", "172.32.0.1", "2606:4700::1"]) expect([other, isInside(other)]).toEqual([other, false]);
});

test("nothing inside is called unless the operator lists it, by address, by name or by an odd form of either, and nothing without TLS", async () => {
  const outside = new Outside("", { log });
  const refused = [
    ...[`https://127.0.0.1:${port}/`, `https://[::1]:${port}/`, `https://localhost:${port}/`, `http://localhost:${port}/`],
    ...[`http://2130706433:${port}/`, `http://0x7f000001:${port}/`, `http://0177.0.0.1:${port}/`, `http://127.1:${port}/`],
    ...[`http://[::ffff:127.0.0.1]:${port}/`, `http://[::ffff:7f00:1]:${port}/`, `http://localhost.:${port}/`],
    ...["http://1.1.1.1/", "ftp://example.com/", "file:///etc/passwd", "https://169.254.169.254/latest/meta-data", "not an address"],
    ...["https://1.1.1.1:22/", "https://1.1.1.1:5432/"],
  ];
  for (const address of refused)
    await expect(outside.call(address), address).rejects.toMatchObject({ code: "OUTSIDE_UNREACHABLE", text: unreached().text });
  expect(asked).toEqual([]);
  expect(logged).toHaveLength(refused.length);
  const named = new Outside("localhost:*", { log });
  expect(await (await named.call(`http://localhost:${port}/named`)).text()).toBe("here");
  await expect(named.call(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test("forms a name server would take for an address are refused where no URL parser has straightened them", async () => {
  const outside = new Outside("localhost:*", { log, resolve: at(["127.0.0.1"]) });
  for (const host of ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0x7f.1", "::ffff:127.0.0.1", "fe80::1%lo", "", "127.0.0.1."])
    await expect(outside.connect("mail", { host, port: 25 }), host).rejects.toThrow("OUTSIDE_UNREACHABLE");
});

test("a name is looked up once: one that has an inside address among others is refused, and one that changes its mind goes where it was judged", async () => {
  const mixed = new Outside("", { log, resolve: at(["93.184.216.34", "127.0.0.1"]) });
  await expect(mixed.call(`https://mixed.example:443/`)).rejects.toThrow("OUTSIDE_UNREACHABLE");
  let lookups = 0;
  const answers = [["127.0.0.1"], ["127.0.0.9"]];
  const resolve = async (): Promise<{ address: string; family: number }[]> => [
    { address: answers[Math.min(lookups++, 1)]![0]!, family: 4 },
  ];
  const rebinding = new Outside(`moving.example:*`, { log, resolve });
  expect(await (await rebinding.call(`http://moving.example:${port}/pinned`)).text()).toBe("here");
  expect([lookups, asked]).toEqual([1, ["/pinned"]]);
  const first = await rebinding.pin("web", "moving.example", port);
  expect(first.addresses).toEqual([{ address: "127.0.0.9", family: 4 }]);
  const socket = rebinding.socket({ ...first, addresses: [], lookup: (_, __, done) => done(null, [{ address: "127.0.0.1", family: 4 }]) });
  socket.connect(1, "elsewhere.example");
  await once(socket, "connect");
  expect([socket.remoteAddress, socket.remotePort]).toEqual(["127.0.0.1", port]);
  socket.destroy();
});

test("a listed name is not led to the services of a machine's own network card", async () => {
  const outside = new Outside("files.example", { log, resolve: at(["169.254.169.254"]) });
  await expect(outside.call("https://files.example/")).rejects.toThrow("OUTSIDE_UNREACHABLE");
});

test("a redirect is told, not followed, an answer may not be endless, and an unreachable port reads like any other failure", async () => {
  const outside = new Outside("127.0.0.1:*", { log });
  expect((await outside.call(`http://127.0.0.1:${port}/moved`)).status).toBe(302);
  expect(asked).toEqual(["/moved"]);
  const texts = new Set<string>();
  for (const address of [`http://127.0.0.1:${port}/much`, "http://127.0.0.1:1/", `https://127.0.0.1:${port}/`, "https://10.0.0.1/"])
    await outside.call(address).catch((error: Error) => texts.add(error.message));
  expect([...texts]).toEqual([unreached().message]);
  expect(logged.join("\n")).toMatch(/answers too much[^]*ECONNREFUSED/);
});

test("ports belong to their purpose, databases to the list, and an entry opens what it names", async () => {
  const resolve = at(["93.184.216.34"]);
  const may = (allow: string, ...[purpose, host, to]: Parameters<Outside["pin"]>): Promise<boolean> =>
    new Outside(allow, { log, resolve }).pin(purpose, host, to).then(
      () => true,
      () => false,
    );
  expect(await may("", "mail", "smtp.example.com", 587)).toBe(true);
  expect(await may("", "mail", "smtp.example.com", 6379)).toBe(false);
  expect(await may("", "database", "db.example.com", 5432)).toBe(false);
  expect(await may("db.example.com", "database", "db.example.com", 5432)).toBe(true);
  expect(await may("db.example.com", "database", "db.example.com", 5433)).toBe(false);
  expect(await may("db.example.com:5433", "database", "db.example.com", 5433)).toBe(true);
  expect(await may("*.example.com", "database", "db.example.com", 5432)).toBe(true);
  expect(await may("*.example.com", "database", "badexample.com", 5432)).toBe(false);
  expect(await may("10.1.0.0/16", "database", "10.1.2.3", 5432)).toBe(true);
  expect(await may("10.1.0.0/16", "database", "10.2.2.3", 5432)).toBe(false);
  expect(await may("[fd00::5]:9000, 10.0.0.1", "web", "[fd00::5]", 9000)).toBe(true);
  expect(() => readAllowList("10.0.0.0/99")).toThrow("OUTBOUND_ALLOW");
});
