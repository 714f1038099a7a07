import { connect, type Socket } from "node:net";

/** A request as the bytes that go over the wire, made before the clock starts. */
export type Wire = Buffer;

export function wire(port: number, method: string, path: string, headers: Readonly<Record<string, string>>, body: string): Wire {
  const bytes = Buffer.from(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    "content-type: application/json",
    `content-length: ${bytes.length}`,
    "connection: keep-alive",
    ...Object.entries(headers)
      .filter(([k]) => !/^content-(type|length)$/i.test(k))
      .map(([k, v]) => `${k}: ${v}`),
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]);
}

/** One kept connection that asks and waits, asks and waits. */
class Line {
  readonly #socket: Socket;
  #data = Buffer.alloc(0);
  #done: ((body: Buffer) => void) | null = null;
  #fail: ((error: Error) => void) | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => {
      this.#data = this.#data.length ? Buffer.concat([this.#data, chunk]) : chunk;
      this.#read();
    });
    socket.on("error", (error) => this.#fail?.(error));
    socket.on("close", () => this.#fail?.(new Error("closed")));
  }

  #read(): void {
    const end = this.#data.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = this.#data.subarray(0, end).toString("latin1");
    const length = /content-length: (\d+)/i.exec(head);
    if (length) {
      const size = end + 4 + Number(length[1]);
      if (this.#data.length < size) return;
      this.#finish(head, this.#data.subarray(end + 4, size), size);
    } else if (/transfer-encoding: chunked/i.test(head)) {
      const close = this.#data.indexOf("\r\n0\r\n\r\n", end);
      if (close >= 0) this.#finish(head, this.#data.subarray(end + 4, close), close + 7);
    }
  }

  #finish(head: string, body: Buffer, size: number): void {
    const copy = Buffer.from(body);
    this.#data = this.#data.subarray(size);
    const done = this.#done;
    this.#done = null;
    if (head.includes(" 200 ") && !copy.subarray(0, 40).includes('"status":"E"')) done?.(copy);
    else this.#fail?.(new Error(`${head.split("\r\n")[0]} ${copy.subarray(0, 300).toString()}`));
  }

  ask(request: Wire): Promise<Buffer> {
    return new Promise((done, fail) => {
      this.#done = done;
      this.#fail = fail;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#fail = null;
    this.#socket.destroy();
  }
}

const open = (port: number): Promise<Line> =>
  new Promise((done, fail) => {
    const socket = connect(port, "127.0.0.1", () => done(new Line(socket)));
    socket.once("error", fail);
  });

/** Sends every request once over the given number of connections and says how long each took, in milliseconds. */
export async function load(port: number, requests: readonly Wire[], clients: number): Promise<number[]> {
  const lines = await Promise.all(Array.from({ length: clients }, () => open(port)));
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    lines.map(async (line) => {
      while (next < requests.length) {
        const request = requests[next++]!;
        const at = performance.now();
        await line.ask(request);
        times.push(performance.now() - at);
      }
    }),
  );
  for (const line of lines) line.close();
  return times;
}
