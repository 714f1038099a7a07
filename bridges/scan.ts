import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";

export type ScanResult =
  | { readonly status: "CLEAN" }
  | { readonly status: "INFECTED"; readonly name: string }
  | { readonly status: "ERROR"; readonly reason: string };

/** Something that looks into a file and says whether it is dangerous. */
export interface Scanner {
  scan(stream: Readable): Promise<ScanResult>;
}

interface Address {
  readonly host?: string;
  readonly port?: number;
  /** A unix socket instead of host and port. */
  readonly socket?: string;
  readonly timeoutMs?: number;
}

/** The scanner an installation names: `clamd://host:3310`, `clamd:///run/clamav/clamd.sock` or `icap://host:1344/avscan`; null without one. */
export function scannerAt(address: string | undefined): Scanner | null {
  if (!address) return null;
  const { protocol, hostname, port, pathname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, "") || "127.0.0.1";
  if (protocol === "clamd:" && hostname === "" && pathname.length > 1) return clamdScanner({ socket: pathname });
  if (protocol === "clamd:") return clamdScanner({ host, port: Number(port || 3310) });
  if (protocol === "icap:") return icapScanner({ host, port: Number(port || 1344), path: pathname.slice(1) || "avscan" });
  throw new Error(`FILE_SCANNER: ${protocol} is no scanner; clamd: and icap: are`);
}

const dial = (to: Address): Socket => (to.socket ? connect(to.socket) : connect(to.port ?? 0, to.host ?? "127.0.0.1"));

const write = (socket: Socket, data: Buffer | string): Promise<void> =>
  new Promise((done, fail) => {
    if (socket.destroyed) return fail(new Error("the scanner hung up"));
    socket.write(data, (error) => (error ? fail(error) : done()));
  });

/** Sends with `talk`, hears all the scanner says until it hangs up or `enough` is satisfied; any fault becomes ERROR, never CLEAN. */
async function converse(
  to: Address,
  talk: (socket: Socket) => Promise<void>,
  enough: (heard: string) => boolean,
  read: (heard: string) => ScanResult,
): Promise<ScanResult> {
  const socket = dial(to);
  try {
    const heard = new Promise<string>((done, fail) => {
      let text = "";
      socket.setTimeout(to.timeoutMs ?? 60_000, () => fail(new Error("the scanner did not answer in time")));
      socket.on("error", fail);
      socket.on("data", (data) => {
        text += data.toString("latin1");
        if (text.length > 65_536) fail(new Error("the scanner talks too much"));
        else if (enough(text)) done(text);
      });
      socket.on("end", () => done(text));
      socket.on("close", () => done(text));
    });
    // A scanner may answer (found, or too big) before all is sent; its word counts, not the broken pipe.
    const given = talk(socket).catch((error: Error) => error);
    const first = await Promise.race([heard, given]);
    if (first instanceof Error) {
      const late = await Promise.race([heard, new Promise<string>((done) => setTimeout(done, 200, ""))]);
      return late === "" ? { status: "ERROR", reason: first.message } : read(late);
    }
    return read(await heard);
  } catch (error) {
    return { status: "ERROR", reason: (error as Error).message };
  } finally {
    socket.destroy();
  }
}

/** ClamAV's daemon, INSTREAM protocol: length-prefixed pieces, a zero length at the end. */
export const clamdScanner = (to: Address): Scanner => ({
  scan: (stream) =>
    converse(
      to,
      async (socket) => {
        await write(socket, "zINSTREAM\0");
        for await (const piece of stream as AsyncIterable<Buffer>) {
          const length = Buffer.alloc(4);
          length.writeUInt32BE(piece.length);
          await write(socket, length);
          await write(socket, piece);
        }
        await write(socket, Buffer.alloc(4));
      },
      (heard) => heard.includes("\0") || heard.includes("\n"),
      (heard) => {
        const text = heard.replace(/\0/g, "").trim();
        const found = /^stream: (.+) FOUND$/.exec(text);
        if (found) return { status: "INFECTED", name: found[1] ?? "" };
        return text === "stream: OK" ? { status: "CLEAN" } : { status: "ERROR", reason: text || "no answer" };
      },
    ),
});

/** Any ICAP server (RFC 3507): the file is shown to it as the body of a response to be modified. */
export const icapScanner = (to: Address & { readonly path?: string }): Scanner => ({
  scan: (stream) =>
    converse(
      to,
      async (socket) => {
        const host = `${to.host ?? "127.0.0.1"}:${to.port ?? 1344}`;
        const request = `GET /file HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
        const response = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        const lines = [
          `RESPMOD icap://${host}/${to.path ?? "avscan"} ICAP/1.0`,
          `Host: ${host}`,
          "Allow: 204",
          "Connection: close",
          `Encapsulated: req-hdr=0, res-hdr=${request.length}, res-body=${request.length + response.length}`,
        ];
        await write(socket, `${lines.join("\r\n")}\r\n\r\n${request}${response}`);
        for await (const piece of stream as AsyncIterable<Buffer>) {
          if (piece.length === 0) continue;
          await write(socket, `${piece.length.toString(16)}\r\n`);
          await write(socket, piece);
          await write(socket, "\r\n");
        }
        await write(socket, "0\r\n\r\n");
      },
      (heard) => heard.includes("\r\n\r\n"),
      (heard) => {
        const status = Number(/^ICAP\/1\.0 (\d{3})/.exec(heard)?.[1] ?? 0);
        const name = /^X-(?:Infection-Found:.*?Threat=([^;\r\n]+)|Virus-ID: *([^\r\n]+)|Violations-Found: *([^\r\n]+))/im.exec(heard);
        if (status === 204) return { status: "CLEAN" };
        if (name) return { status: "INFECTED", name: (name[1] ?? name[2] ?? name[3] ?? "").trim() };
        // A 200 means the scanner put something else in the file's place.
        if (status === 200) return { status: "INFECTED", name: "ICAP" };
        return { status: "ERROR", reason: `ICAP ${status}` };
      },
    ),
});
