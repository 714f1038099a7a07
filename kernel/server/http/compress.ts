import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { onSendAsyncHookHandler } from "fastify";

/** A reply that fits one network packet gains nothing. */
const least = 1_400;

const pack = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
};

/** The best encoding of those a caller accepts. */
const accepted = (header: unknown): keyof typeof pack | null => {
  const names = String(header ?? "")
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";")[0]!.trim().toLowerCase());
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : null;
};

/** Compresses replies in JSON for callers that take them so. No page of another site can make a signed call, so the length of a reply tells nobody its secrets. */
export const compressing: onSendAsyncHookHandler = async ({ headers }, reply, payload) => {
  if (typeof payload !== "string" || payload.length < least || reply.hasHeader("content-encoding")) return payload;
  void reply.header("vary", "accept-encoding");
  const encoding = accepted(headers["accept-encoding"]);
  if (encoding === null) return payload;
  void reply.header("content-encoding", encoding).removeHeader("content-length");
  return pack[encoding](payload);
};
