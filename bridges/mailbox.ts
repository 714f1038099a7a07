import type { Socket } from "node:net";
import type { Outside } from "#kernel/server/outside/outside.ts";
import type { InboundReader } from "#modules/messages/index.ts";

interface Box {
  /** pop3s://host:995; TLS is required unless the address says `?tls=none`. */
  readonly endpoint: string;
  readonly account: string;
  readonly secret: string;
}

const timeLimitMs = 15_000;
const mostLetters = 200;
const mostBytes = 2 * 1024 * 1024;

/** One conversation with a POP3 server: a line is asked, a line or a text until a single dot is answered. */
class Talk {
  readonly #socket: Socket;
  #text = "";
  #wake: (() => void) | null = null;
  #ended: Error | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1");
    socket.setTimeout(timeLimitMs, () => socket.destroy(new Error("the mailbox does not answer")));
    socket.on("data", (part: string) => ((this.#text += part), this.#wake?.()));
    socket.on("error", (error) => ((this.#ended = error), this.#wake?.()));
    socket.on("close", () => ((this.#ended ??= new Error("the mailbox hung up")), this.#wake?.()));
  }

  async #until(end: string): Promise<string> {
    for (;;) {
      const at = this.#text.indexOf(end);
      if (at >= 0) {
        const text = this.#text.slice(0, at);
        this.#text = this.#text.slice(at + end.length);
        return text;
      }
      if (this.#text.length > mostBytes * 2) throw new Error("the mailbox says too much");
      if (this.#ended) throw this.#ended;
      await new Promise<void>((wake) => (this.#wake = wake));
    }
  }

  async line(command?: string): Promise<string> {
    if (command !== undefined) this.#socket.write(`${command}\r\n`);
    const text = await this.#until("\r\n");
    if (!text.startsWith("+OK")) throw new Error(`mailbox: ${text.slice(0, 200)}`);
    return text;
  }

  /** A text; lines that begin with a dot were given one more. */
  async text(command: string): Promise<string> {
    await this.line(command);
    if (this.#text.startsWith(".\r\n")) {
      this.#text = this.#text.slice(3);
      return "";
    }
    return (await this.#until("\r\n.\r\n")).replace(/^\.\./gm, ".");
  }

  end(): void {
    this.#socket.end();
  }
}

function open(outside: Outside, endpoint: string): Promise<Socket> {
  const url = new URL(endpoint);
  const isPlain = url.searchParams.get("tls") === "none";
  const at = { host: url.hostname, port: Number(url.port || (isPlain ? 110 : 995)) };
  const tls = { rejectUnauthorized: url.searchParams.get("verify") !== "N" };
  return outside.connect("mailbox", isPlain ? at : { ...at, tls }, timeLimitMs);
}

/** The mailbox that undeliverable letters come back to, read over POP3. What could not be handled stays for the next time. */
export const pop3Reader = (outside: Outside, { endpoint, account, secret }: Box): InboundReader => ({
  async poll(take) {
    const talk = new Talk(await open(outside, endpoint));
    let taken = 0;
    try {
      await talk.line();
      await talk.line(`USER ${account.replace(/[\r\n]/g, "")}`);
      await talk.line(`PASS ${secret.replace(/[\r\n]/g, "")}`);
      const sizes = (await talk.text("LIST")).split("\r\n").flatMap((line): (readonly [string, number])[] => {
        const found = /^(\d+) (\d+)/.exec(line);
        return found ? [[found[1]!, Number(found[2])]] : [];
      });
      for (const [number, size] of sizes.slice(0, mostLetters)) {
        // Of a huge letter the beginning tells what it is about.
        const letter = size > mostBytes ? await talk.text(`TOP ${number} 2000`) : await talk.text(`RETR ${number}`);
        await take(Buffer.from(letter, "latin1").toString("utf8"));
        await talk.line(`DELE ${number}`);
        taken += 1;
      }
      await talk.line("QUIT");
    } finally {
      talk.end();
    }
    return taken;
  },
});
