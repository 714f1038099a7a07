import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callOutside, isInside } from "./web.ts";

let server: Server;
let port = 0;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, reply) => {
    asked.push(request.url ?? "");
    if (request.url === "/moved") reply.writeHead(302, { location: "/there" }).end();
    else if (request.url === "/much") reply.end(Buffer.alloc(2_000_000));
    else reply.end("here");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

test("addresses of the own machine and network are told from those outside", () => {
  for (const own of [
    "127.0.0.1",
    "10.2.3.4",
    "172.20.0.1",
    "192.168.0.9",
    "169.254.169.254",
    "100.64.1.1",
    "0.0.0.0",
    "::1",
    "::",
    "fd00::1",
    "fe80::1",
    "::ffff:10.0.0.1",
    "nonsense",
  ])
    expect([own, isInside(own)]).toEqual([own, true]);
  for (const other of ["8.8.8.8", "172.32.0.1", "2606:4700::1"]) expect([other, isInside(other)]).toEqual([other, false]);
});

test("nothing inside is called unless its host is named, by address or by name, and nothing without TLS", async () => {
  for (const address of [
    `https://127.0.0.1:${port}/`,
    `https://[::1]:${port}/`,
    `https://localhost:${port}/`,
    `http://localhost:${port}/`,
    "http://example.com/",
    "ftp://example.com/",
  ])
    await expect(callOutside(address, {}, []), address).rejects.toThrow(/inside the own network|over https/);
  expect(asked).toEqual([]);
  const reply = await callOutside(`http://localhost:${port}/named`, {}, ["localhost"]);
  expect([reply.status, await reply.text()]).toEqual([200, "here"]);
});

test("a redirect is told, not followed, and an answer may not be endless", async () => {
  expect((await callOutside(`http://127.0.0.1:${port}/moved`, {}, [`127.0.0.1:${port}`])).status).toBe(302);
  expect(asked).not.toContain("/there");
  await expect(callOutside(`http://127.0.0.1:${port}/much`, {}, ["127.0.0.1"])).rejects.toThrow(/too much/);
});
