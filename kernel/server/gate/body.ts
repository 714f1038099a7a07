import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import { deny } from "./refusals.ts";

/** Bytes of a body: a number, or what the call's path says. */
export type BodyLimit = number | ((request: FastifyRequest) => number);

const kib = 1024;
/** Strangers send names, codes and envelopes. */
export const beforeSignIn = 64 * kib;
export const signedIn = kib * kib;
export const formLimit = 16 * kib;
/** A document with two thousand lines, written out with everything a page shows of them. */
export const linesLimit = 8 * kib * kib;
/** A workbook, or all its rows as they were corrected in the browser. */
export const workbookLimit = 32 * kib * kib;

function limitOf(request: FastifyRequest, isSignedIn: boolean): number {
  const { bodyLimit, guard } = request.routeOptions.config;
  const isOpen = guard === "public" || guard === "anonymous";
  if (bodyLimit === undefined || !(isSignedIn || isOpen)) return isSignedIn ? signedIn : beforeSignIn;
  return typeof bodyLimit === "number" ? bodyLimit : bodyLimit(request);
}

/** Reads a body to its end, or refuses it as soon as it is known to be too large; nothing is parsed before its signature holds. */
export const bodyReader =
  (isSignedIn: (request: FastifyRequest) => boolean, most = Infinity) =>
  (request: FastifyRequest, payload: IncomingMessage, done: (error: Error | null, body?: Buffer) => void): void => {
    const limit = Math.min(most, limitOf(request, isSignedIn(request)));
    const tooLarge = () => deny("REQUEST_SIZE", { values: { n: Math.round(limit / kib) } });
    if (Number(request.headers["content-length"] ?? 0) > limit) return done(tooLarge());
    const pieces: Buffer[] = [];
    let size = 0;
    const stop = (error: Error | null, body?: Buffer): void => {
      payload.off("data", take).off("end", end).off("error", fail);
      done(error, body);
    };
    const take = (piece: Buffer): void => {
      size += piece.length;
      if (size > limit) stop(tooLarge());
      else pieces.push(piece);
    };
    const end = (): void => stop(null, pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
    const fail = (error: Error): void => stop(error);
    payload.on("data", take).once("end", end).once("error", fail);
  };

const drainMost = 16 * kib * kib;

/** Whether what is left of a refused body will be read to its end, so that the connection serves the next request. */
export const isDrained = ({ headers }: IncomingMessage): boolean => !(Number(headers["content-length"] ?? 0) > drainMost);

/** What a refused sender still sends is read and dropped, so that it hears the answer and may use the connection again; who sends much more is cut off. */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((done) => {
    if (request.readableEnded || request.destroyed) return done();
    let seen = 0;
    if (!request.complete)
      request.on("data", (piece: Buffer) => {
        seen += piece.length;
        if (seen > drainMost) request.destroy();
      });
    for (const event of ["end", "close", "error", "aborted"]) request.once(event, () => done());
    request.unpipe();
    request.resume();
  });
}
