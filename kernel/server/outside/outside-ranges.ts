import { BlockList, isIP } from "node:net";

const blocks = (...nets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const net of nets) {
    const [address = "", bits = ""] = net.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? "ipv4" : "ipv6");
  }
  return list;
};

// An IPv4 address written as IPv6 (::ffff:7f00:1) is held against the IPv4 ranges by the list itself.
/** The own machine and network, addresses nobody outside has, and forms that carry one of them inside another. */
const inside = blocks(
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"],
  ...["::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/32", "2001:db8::/32", "2002::/16"],
  ...["fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"],
);
const linkLocal = blocks("169.254.0.0/16", "fe80::/10", "fd00:ec2::254/128");

const holds = (list: BlockList, address: string): boolean => {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
};

/** An address of the own machine or network, or one that nobody outside has. */
export const isInside = (address: string): boolean => isIP(address) === 0 || address.includes("%") || holds(inside, address);

/** Where clouds answer with the keys of the machine that asks. */
export const isLinkLocal = (address: string): boolean => address.includes("%") || holds(linkLocal, address);

/** One line of the operator's list: a host, *.domain, an address or a range; with a port of its own, or * for any. */
export interface AllowEntry {
  readonly port: number | "*" | null;
  names(host: string): boolean;
  holds(address: string): boolean;
}

function readEntry(text: string): AllowEntry {
  const isBareV6 = !text.startsWith("[") && text.split(":").length > 2;
  const [, bracketed, plain, port] = isBareV6 ? [] : (/^(?:\[([^\]]+)\]|([^:]+))(?::(\d+|\*))?$/.exec(text) ?? []);
  const host = (isBareV6 ? text : (bracketed ?? plain ?? "")).toLowerCase();
  const [address = "", bits] = host.split("/");
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  const width = bits === undefined ? most : Number(bits);
  if (host === "" || (bits !== undefined && (family === 0 || !/^\d+$/.test(bits) || width > most)))
    throw new Error(`OUTBOUND_ALLOW: ${text} is no host, address or range`);
  const range = family ? blocks(`${address}/${width}`) : null;
  return {
    port: port === undefined ? null : port === "*" ? "*" : Number(port),
    names: (asked) => (host.startsWith("*.") ? asked.endsWith(host.slice(1)) && asked.length > host.length - 1 : asked === host),
    holds: (asked) => range !== null && holds(range, asked),
  };
}

/** The operator's list of what may be reached beyond the usual. */
export const readAllowList = (text: string): readonly AllowEntry[] =>
  text
    .split(/[\s,;，；]+/)
    .filter(Boolean)
    .map(readEntry);
