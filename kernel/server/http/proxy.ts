import { isIP } from "node:net";

const isRange = (text: string): boolean => {
  const [address = "", bits] = text.split("/");
  const family = isIP(address);
  return family !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
};

/** Nobody; those of these addresses and ranges; or those up to this many hops away. */
export type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean);

/**
 * Whose word about the caller's address counts: so many proxies in front of this process, or those of these addresses.
 * What stands further left in the header was written by somebody nobody vouches for.
 */
export function readTrustProxy(text: string | undefined): TrustedProxies {
  const given = (text ?? "").trim();
  if (given === "" || /^(0|off|false|no)$/i.test(given)) return false;
  if (/^\d+$/.test(given)) return (_, hop) => hop < Number(given);
  const proxies = given.split(/[\s,;]+/).filter(Boolean);
  const wrong = proxies.find((proxy) => !isRange(proxy));
  if (wrong !== undefined) throw new Error(`TRUST_PROXY: ${wrong} is neither a number of proxies nor an address or range`);
  return proxies;
}
