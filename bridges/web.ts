import { lookup as resolve, type LookupAddress } from "node:dns";
import { request as plainRequest } from "node:http";
import { request as safeRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** What a caller of the outside world may be told when an address is refused. */
class OutsideRefused extends Error {}

const inside = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  inside.addSubnet(net, bits, "ipv6");

/** An address of the own machine or network, or one that nobody outside has. */
export function isInside(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(plain);
  return family === 0 || inside.check(plain, family === 4 ? "ipv4" : "ipv6") || /^::ffff:/i.test(plain);
}

const patienceMs = 10_000;
const mostBytes = 1_048_576;

/** Refuses an address of the own network at the moment of connecting, so that a name cannot change its mind in between. */
const guardedLookup: LookupFunction = (host, options, done) =>
  resolve(host, { ...options, all: true }, (error, found) => {
    const addresses = found as LookupAddress[];
    if (error) return done(error, "", 0);
    if (addresses.length === 0 || addresses.some((one) => isInside(one.address)))
      return done(new OutsideRefused(`${host} is inside the own network`), "", 0);
    if ((options as { all?: boolean }).all) return done(null, addresses as never, 0);
    done(null, addresses[0]!.address, addresses[0]!.family);
  });

interface OutsideCall {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null;
  readonly signal?: AbortSignal;
}

/** Calls an address somebody configured: over TLS, never inside the own network unless the host is named, no redirects, not for long, not much. */
export function callOutside(address: string, call: OutsideCall, privateHosts: readonly string[]): Promise<Response> {
  const url = new URL(address);
  const isNamed = privateHosts.includes(url.hostname.toLowerCase()) || privateHosts.includes(url.host.toLowerCase());
  const bare = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isNamed))
    return Promise.reject(new OutsideRefused(`${url.host} must be called over https`));
  if (!isNamed && isIP(bare) !== 0 && isInside(bare)) return Promise.reject(new OutsideRefused(`${url.host} is inside the own network`));
  const send = url.protocol === "https:" ? safeRequest : plainRequest;
  const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(call.signal ? [call.signal] : [])]);
  return new Promise((done, fail) => {
    const request = send(
      url,
      { method: call.method ?? "GET", headers: { ...call.headers }, signal, ...(isNamed ? {} : { lookup: guardedLookup }) },
      (reply) => {
        const parts: Buffer[] = [];
        let size = 0;
        reply.on("data", (part: Buffer) => {
          size += part.length;
          if (size > mostBytes) reply.destroy(new OutsideRefused(`${url.host} answers too much`));
          else parts.push(part);
        });
        reply.on("error", fail);
        reply.on("end", () => {
          const headers = new Headers();
          for (const [name, value] of Object.entries(reply.headers)) for (const one of [value ?? []].flat()) headers.append(name, one);
          const status = reply.statusCode ?? 502;
          const isEmpty = status === 204 || status === 304;
          done(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers }));
        });
      },
    );
    request.on("error", fail);
    request.end(call.body ?? undefined);
  });
}
