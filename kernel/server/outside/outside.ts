import { lookup as resolveName } from "node:dns/promises";
import { Agent as PlainAgent, request as plainRequest, type ClientRequestArgs } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";
import { connect, isIP, Socket, type LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls, type ConnectionOptions } from "node:tls";
import { refuse, type Refusal } from "../../refusal.ts";
import { isInside, isLinkLocal, readAllowList, type AllowEntry } from "./outside-ranges.ts";

/** What a connection is for: each has its usual ports, every other port needs an entry that names it. */
export type Purpose = "web" | "mail" | "mailbox" | "database";

const usualPorts: Readonly<Record<Purpose, readonly number[]>> = {
  web: [80, 443, 8080, 8443],
  mail: [25, 465, 587, 2525],
  mailbox: [110, 995],
  database: [5432, 6432],
};

interface Address {
  readonly address: string;
  readonly family: number;
}

/** A host whose addresses were looked up once and judged; a connection uses these and asks no name server again. */
export interface Pinned {
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly Address[];
  readonly lookup: LookupFunction;
}

export interface OutsideCall {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null;
  readonly signal?: AbortSignal;
}

interface Parts {
  resolve?(host: string): Promise<readonly Address[]>;
  /** Reasons go to the server's own log: an answer that named them would let a caller map the network. */
  log?(line: string): void;
}

const patienceMs = 10_000;
const mostBytes = 1_048_576;

/** The one answer to every failure of reaching an address. */
export const unreached = (): Refusal =>
  refuse(
    "OUTSIDE_UNREACHABLE",
    "无法连接该地址。请检查地址和端口；内网地址须由运维列入 OUTBOUND_ALLOW，原因见服务器日志",
    "The address cannot be reached. Check host and port. An address inside your own network must be listed in OUTBOUND_ALLOW. The server log has the reason",
  );

const toStderr = (line: string): void => void process.stderr.write(`${line}\n`);

/** Something like 127.1, 0x7f.0.0.1 or 2130706433: a name server may take it for an address that it does not look like. */
const isOddNumber = (host: string): boolean => isIP(host) === 0 && /^(0x[0-9a-f]*|\d+)$/i.test(host.split(".").at(-1) ?? "");

const pinnedLookup =
  (addresses: readonly Address[]): LookupFunction =>
  (_, options, done) => {
    if ((options as { all?: boolean }).all) return done(null, [...addresses] as never, 0);
    done(null, addresses[0]!.address, addresses[0]!.family);
  };

/**
 * The only way to an address that was not written into the product: looked up once, refused inside the own network unless
 * the operator lists it, connected to what was looked up, on the ports of its purpose, without following anybody elsewhere.
 */
export class Outside {
  readonly #allow: readonly AllowEntry[];
  readonly #resolve: NonNullable<Parts["resolve"]>;
  readonly #log: NonNullable<Parts["log"]>;

  constructor(allow: string, { resolve, log }: Parts = {}) {
    this.#allow = readAllowList(allow);
    this.#resolve = resolve ?? ((host) => resolveName(host, { all: true, verbatim: true }));
    this.#log = log ?? toStderr;
  }

  /** Writes the reason down and answers what a caller may be told. */
  failed(what: string, error: unknown): Refusal {
    if ((error as { code?: string } | null)?.code !== "OUTSIDE_UNREACHABLE")
      this.#log(JSON.stringify({ level: "warn", what: "outbound", to: what, reason: reasonOf(error) }));
    return unreached();
  }

  #isListed(entry: AllowEntry, purpose: Purpose, port: number): boolean {
    return entry.port === null ? usualPorts[purpose].includes(port) : entry.port === "*" || entry.port === port;
  }

  /** Why an address may not be reached; null when it may. */
  #against(purpose: Purpose, host: string, port: number, { address }: Address, isPlain: boolean): string | null {
    const entries = this.#allow.filter((entry) => this.#isListed(entry, purpose, port));
    if (entries.some((entry) => entry.holds(address))) return null;
    const isNamed = entries.some((entry) => entry.names(host));
    // A listed name is trusted with where it leads, but never to the services a machine's own network card answers.
    if (isNamed) return isLinkLocal(address) ? `${address} is link-local` : null;
    if (isInside(address)) return `${address} is inside the own network`;
    if (purpose === "database") return "a database must be listed";
    if (!usualPorts[purpose].includes(port)) return `port ${port} is not usual for ${purpose}`;
    return isPlain ? "must be called over https" : null;
  }

  /** Looks a host up and judges every address it has. */
  async pin(purpose: Purpose, hostname: string, port: number, isPlain = false): Promise<Pinned> {
    const host = hostname
      .replace(/^\[|\]$/g, "")
      .replace(/\.$/, "")
      .toLowerCase();
    const to = `${host}:${port}`;
    if (host === "" || host.includes("%") || isOddNumber(host)) throw this.failed(to, "no usual form of a host");
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw this.failed(to, "no port");
    const family = isIP(host);
    const addresses = family ? [{ address: host, family }] : await this.#resolve(host).catch((error: unknown) => this.failed(to, error));
    if (addresses instanceof Error) throw addresses;
    const against =
      addresses.length === 0
        ? "no address"
        : addresses.map((address) => this.#against(purpose, host, port, address, isPlain)).find(Boolean);
    if (against) throw this.failed(to, against);
    return { host, port, addresses, lookup: pinnedLookup(addresses) };
  }

  /** An open connection; `tls` makes it a secured one that proves the host's name. */
  async connect(
    purpose: Purpose,
    { host, port, tls }: { readonly host: string; readonly port: number; readonly tls?: ConnectionOptions },
    timeoutMs = patienceMs,
  ): Promise<Socket> {
    const pinned = await this.pin(purpose, host, port);
    return new Promise<Socket>((done, fail) => {
      const at = { host: pinned.host, port, lookup: pinned.lookup };
      const ready = (): void => {
        socket.setTimeout(0);
        socket.off("error", refused);
        done(socket);
      };
      const refused = (error: unknown): void => fail(this.failed(`${pinned.host}:${port}`, error));
      const servername = isIP(pinned.host) ? {} : { servername: pinned.host };
      const socket: Socket = tls ? connectTls({ ...servername, minVersion: "TLSv1.2", ...tls, ...at }, ready) : connect(at, ready);
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error("no answer in time")));
      socket.on("error", refused);
    });
  }

  /** A socket for a driver that connects by itself: it goes to the pinned addresses, whatever it is told. */
  socket(pinned: Pinned): Socket {
    const socket = new Socket();
    const connectTo = socket.connect.bind(socket);
    socket.connect = () => connectTo({ host: pinned.host, port: pinned.port, lookup: pinned.lookup });
    return socket;
  }

  /** For libraries that bring their own requests. */
  agents(): { readonly httpAgent: PlainAgent; readonly httpsAgent: TlsAgent } {
    return { httpAgent: new GuardedPlain(this), httpsAgent: new GuardedTls(this) };
  }

  /** One request: over TLS unless the host is listed, no redirects, not for long, not much. */
  async call(address: string, call: OutsideCall = {}): Promise<Response> {
    const url = URL.parse(address);
    if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) throw this.failed(address, "neither https nor http");
    const isTls = url.protocol === "https:";
    const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(call.signal ? [call.signal] : [])]);
    const agent = isTls ? this.agents().httpsAgent : this.agents().httpAgent;
    const how = { method: call.method ?? "GET", headers: { ...call.headers }, signal, agent };
    return new Promise<Response>((done, fail) => {
      const refused = (error: unknown): void => fail(this.failed(url.host, error));
      const request = (isTls ? tlsRequest : plainRequest)(url, how, (reply) => {
        const parts: Buffer[] = [];
        let size = 0;
        reply.on("data", (part: Buffer) => {
          size += part.length;
          if (size > mostBytes) reply.destroy(new Error("answers too much"));
          else parts.push(part);
        });
        reply.on("error", refused);
        reply.on("end", () => {
          const headers = new Headers();
          for (const [name, value] of Object.entries(reply.headers)) for (const text of [value ?? []].flat()) headers.append(name, text);
          const status = reply.statusCode ?? 502;
          const isEmpty = status === 204 || status === 304;
          done(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers }));
        });
      });
      request.on("error", refused);
      request.end(call.body ?? undefined);
    });
  }
}

type Done = (error: Error | null, socket: Duplex) => void;

class GuardedPlain extends PlainAgent {
  readonly #outside: Outside;

  constructor(outside: Outside) {
    super();
    this.#outside = outside;
  }

  override createConnection(options: ClientRequestArgs, done: Done = () => undefined): undefined {
    void guarded(this.#outside, options, true, (at) => super.createConnection(at), done);
  }
}

class GuardedTls extends TlsAgent {
  readonly #outside: Outside;

  constructor(outside: Outside) {
    super({ minVersion: "TLSv1.2" });
    this.#outside = outside;
  }

  override createConnection(options: ClientRequestArgs, done: Done = () => undefined): undefined {
    void guarded(this.#outside, options, false, (at) => super.createConnection(at), done);
  }
}

async function guarded(
  outside: Outside,
  options: ClientRequestArgs,
  isPlain: boolean,
  open: (at: ClientRequestArgs) => Duplex | null | undefined,
  done: Done,
): Promise<void> {
  const pinned = await outside.pin("web", String(options.host ?? ""), Number(options.port), isPlain).catch((error: Error) => error);
  if (pinned instanceof Error) done(pinned, undefined as never);
  else done(null, open({ ...options, lookup: pinned.lookup })!);
}

/** The innermost reason in few words. */
function reasonOf(error: unknown): string {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error && at.cause instanceof Error; depth++) at = at.cause;
  const { message, code } = at as { message?: string; code?: string };
  return `${code ?? ""} ${message ?? String(at)}`.trim().slice(0, 300);
}
