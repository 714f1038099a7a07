import { createHmac } from "node:crypto";
import type { Call, Context } from "#kernel/server/http/call.ts";

/** Signs tickets of links as an installation would. */
export const testMac = (purpose: string, body: string): string => createHmac("sha256", "test").update(`${purpose}|${body}`).digest("hex");

/** Looks at a link of an e-mail (GET) or presses its button (POST): the code and the page that come back. */
export function linkOpener(links: { calls(): readonly Call[] }, now: () => number) {
  return async (url: string, method: "GET" | "POST"): Promise<[number, string]> => {
    const sent = { code: 0, body: "" };
    const reply = {
      code: (n: number) => ((sent.code = n), reply),
      type: () => reply,
      header: () => reply,
      send: (body: string) => void (sent.body = body),
    };
    const request = { headers: {}, query: { token: new URL(url).searchParams.get("token") } };
    const ctx = { now: new Date(now()), requestId: `m${now()}${method}`, ip: "", language: "EN", request, reply } as unknown as Context;
    await links
      .calls()
      .find((call) => call.method === method)!
      .handle(ctx, {});
    return [sent.code, sent.body];
  };
}
