import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, describe, expect, test } from "vitest";
import { clamdScanner, icapScanner } from "./scan.ts";

let server: Server | null = null;
afterEach(() => void server?.close());

/** A scanner on a port of its own that hears everything and then answers. */
async function scanner(answer: (heard: Buffer, socket: Socket) => void): Promise<{ host: string; port: number; timeoutMs: number }> {
  server = createServer((socket) => {
    let heard = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      heard = Buffer.concat([heard, data]);
      answer(heard, socket);
    });
  });
  await new Promise<void>((done) => server!.listen(0, "127.0.0.1", done));
  return { host: "127.0.0.1", port: (server.address() as AddressInfo).port, timeoutMs: 300 };
}

const file = () => Readable.from([Buffer.from("first "), Buffer.alloc(100_000, "x"), Buffer.from(" last")]);
const allSent = (heard: Buffer) => heard.subarray(-4).equals(Buffer.alloc(4));

describe("clamd", () => {
  test("sends all pieces with their lengths and believes the answer", async () => {
    let body = "";
    const to = await scanner((heard, socket) => {
      if (!allSent(heard)) return;
      for (let at = 10; heard.readUInt32BE(at) > 0; at += 4 + heard.readUInt32BE(at))
        body += heard.toString("latin1", at + 4, at + 4 + heard.readUInt32BE(at));
      socket.end("stream: OK\0");
    });
    expect(await clamdScanner(to).scan(file())).toEqual({ status: "CLEAN" });
    expect(body.length).toBe(100_011);
    expect(body.endsWith(" last")).toBe(true);
  });

  test("names what was found", async () => {
    const to = await scanner((heard, socket) => void (allSent(heard) && socket.end("stream: Eicar-Test FOUND\0")));
    expect(await clamdScanner(to).scan(file())).toEqual({ status: "INFECTED", name: "Eicar-Test" });
  });

  test.each([
    ["an error answer", (heard: Buffer, socket: Socket) => void (allSent(heard) && socket.end("INSTREAM size limit exceeded. ERROR\0"))],
    ["silence", () => undefined],
    ["hanging up", (_heard: Buffer, socket: Socket) => socket.destroy()],
  ])("%s is an error, never clean", async (_what, answer) => {
    expect((await clamdScanner(await scanner(answer)).scan(file())).status).toBe("ERROR");
  });

  test("nobody there is an error", async () => {
    expect((await clamdScanner({ host: "127.0.0.1", port: 1 }).scan(file())).status).toBe("ERROR");
  });
});

describe("icap", () => {
  const ended = (heard: Buffer) => heard.subarray(-5).toString() === "0\r\n\r\n";
  const icap = (reply: string) => scanner((heard, socket) => void (ended(heard) && socket.end(reply)));

  test("an unchanged answer is clean, and the request is well formed", async () => {
    let asked = "";
    const to = await scanner((heard, socket) => {
      if (!ended(heard)) return;
      asked = heard.toString("latin1");
      socket.end("ICAP/1.0 204 No Content\r\nISTag: x\r\n\r\n");
    });
    expect(await icapScanner({ ...to, path: "avscan" }).scan(file())).toEqual({ status: "CLEAN" });
    const [head = "", rest = ""] = asked.split(/\r\n\r\n(.*)/s);
    expect(head).toMatch(/^RESPMOD icap:\/\/127\.0\.0\.1:\d+\/avscan ICAP\/1\.0\r\n/);
    const [, request, response, body] = /req-hdr=(\d+), res-hdr=(\d+), res-body=(\d+)/.exec(head)!.map(Number);
    expect([request, rest.slice(response).startsWith("HTTP/1.1 200"), rest.slice(body).startsWith("6\r\nfirst ")]).toEqual([0, true, true]);
  });

  test("a named infection and a replaced body are infected, all else an error", async () => {
    expect(
      await icapScanner(await icap("ICAP/1.0 200 OK\r\nX-Infection-Found: Type=0; Resolution=2; Threat=Eicar;\r\n\r\n")).scan(file()),
    ).toEqual({ status: "INFECTED", name: "Eicar" });
    server?.close();
    expect((await icapScanner(await icap("ICAP/1.0 200 OK\r\n\r\n")).scan(file())).status).toBe("INFECTED");
    server?.close();
    expect((await icapScanner(await icap("ICAP/1.0 500 Error\r\n\r\n")).scan(file())).status).toBe("ERROR");
  });
});
