/** Text of unknown origin: a mark decides, then strict UTF-8, then the national standard that covers all older Chinese encodings. */
export function decodeText(bytes: Buffer): string {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return isCutUtf8(bytes) ? new TextDecoder("utf-8").decode(bytes) : new TextDecoder("gb18030").decode(bytes);
  }
}

/** Good UTF-8 whose last character was cut off where reading stopped. */
function isCutUtf8(bytes: Buffer): boolean {
  for (let cut = 1; cut <= 3; cut += 1)
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, bytes.length - cut));
      return bytes.length > cut;
    } catch {
      continue;
    }
  return false;
}
