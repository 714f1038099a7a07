const groups = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** The four bytes of an address as one number; null when it is none. */
function four(text: string): number | null {
  const parts = groups.exec(text)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** The sixteen bytes of an address as one number; null when it is none. */
function sixteen(text: string): bigint | null {
  if (!/^[0-9a-f:]+$/i.test(text) || !text.includes(":")) return null;
  const [head = "", tail, more] = text.split("::");
  if (more !== undefined) return null;
  const words = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const [left, right] = [words(head), words(tail ?? "")];
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const all = [...left, ...Array.from({ length: tail === undefined ? 0 : missing }, () => "0"), ...right];
  if (all.some((value) => !/^[0-9a-f]{1,4}$/i.test(value))) return null;
  return all.reduce((sum, value) => (sum << 16n) + BigInt(`0x${value}`), 0n);
}

interface Address {
  readonly value: bigint;
  readonly bits: 32 | 128;
}

/** Whatever way it is written; an old address inside a new one counts as the old one. */
function addressOf(text: string): Address | null {
  const plain = text.replace(/^::ffff:(?=\d+\.)/i, "");
  const small = four(plain);
  if (small !== null) return { value: BigInt(small), bits: 32 };
  const large = sixteen(plain);
  return large === null ? null : { value: large, bits: 128 };
}

interface Range extends Address {
  readonly prefix: number;
}

function rangeOf(text: string): Range | null {
  const [address = "", length, more] = text.split("/");
  const found = addressOf(address);
  if (!found || more !== undefined) return null;
  const prefix = length === undefined ? found.bits : /^\d{1,3}$/.test(length) ? Number(length) : -1;
  return prefix < 0 || prefix > found.bits ? null : { ...found, prefix };
}

/** The entries of a list of addresses and ranges. */
export const rangesOf = (list: string | null): string[] => (list ?? "").split(/[\s,，;；]+/).filter(Boolean);

export const isRange = (text: string): boolean => rangeOf(text) !== null;

/** Does the address lie in one of the ranges? An empty list lets every address in; a list that cannot be read lets none. */
export function isWithinRanges(ip: string, list: string | null): boolean {
  const ranges = rangesOf(list);
  if (ranges.length === 0) return true;
  const address = addressOf(ip);
  return (
    address !== null &&
    ranges.some((text) => {
      const range = rangeOf(text);
      if (!range || range.bits !== address.bits) return false;
      const shift = BigInt(range.bits - range.prefix);
      return address.value >> shift === range.value >> shift;
    })
  );
}
