import fastify from "fastify";
import { expect, test } from "vitest";
import { readTrustProxy } from "./proxy.ts";

/** The address this process believes in, from a header and the machine that connects. */
async function seen(setting: string | undefined, forwarded: string | undefined, peer = "10.0.0.2"): Promise<string> {
  const app = fastify({ trustProxy: readTrustProxy(setting) });
  app.get("/", (request) => ({ ip: request.ip }));
  const reply = await app.inject({
    url: "/",
    remoteAddress: peer,
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  });
  return reply.json<{ ip: string }>().ip;
}

test("one proxy names the right-most address; whatever a caller wrote before it has no effect", async () => {
  expect(await seen("1", "203.0.113.9")).toBe("203.0.113.9");
  expect(await seen("1", "1.1.1.1, 203.0.113.9")).toBe("203.0.113.9");
  expect(await seen("1", "127.0.0.1, 10.0.0.1, 203.0.113.9")).toBe("203.0.113.9");
  expect(await seen("2", "1.1.1.1, 203.0.113.9, 10.0.0.1")).toBe("203.0.113.9");
  expect(await seen("1", undefined)).toBe("10.0.0.2");
});

test("listed proxies are skipped from the right; a machine that is not listed is believed nothing", async () => {
  expect(await seen("10.0.0.0/8", "1.1.1.1, 203.0.113.9, 10.9.9.9")).toBe("203.0.113.9");
  expect(await seen("10.0.0.2, 192.168.0.0/16", "1.1.1.1, 203.0.113.9, 192.168.3.4")).toBe("203.0.113.9");
  expect(await seen("10.0.0.0/8", "1.1.1.1", "198.51.100.7")).toBe("198.51.100.7");
});

test("without the setting nobody is believed, and what is neither number nor address stops the start", async () => {
  for (const off of [undefined, "", "0", "off"]) expect(await seen(off, "1.1.1.1")).toBe("10.0.0.2");
  for (const wrong of ["true", "all", "10.0.0.0/33", "proxy.example"]) expect(() => readTrustProxy(wrong)).toThrow("TRUST_PROXY");
});
