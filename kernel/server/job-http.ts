import { refuse } from "../refusal.ts";
import type { Claim } from "./job-queue.ts";
import type { JobHandler } from "./job-run.ts";
import type { OutsideLog } from "./outside-log.ts";
import type { Settings } from "./settings.ts";

const mostAnswer = 1024 * 1024;

/** Is the address one of those an administrator listed? A host, a host with its port, or *.domain. */
export function isAllowed(url: URL, list: string): boolean {
  return list
    .split(/[\s,;，；]+/)
    .filter(Boolean)
    .some((entry) => {
      const wanted = entry
        .replace(/^https?:\/\//i, "")
        .replace(/\/.*$/, "")
        .toLowerCase();
      if (wanted.startsWith("*.")) return url.hostname.endsWith(wanted.slice(1)) && url.hostname.length > wanted.length - 1;
      return wanted === url.host || (wanted === url.hostname && (url.port === "" || !wanted.includes(":")) && url.port === "");
    });
}

async function textOf(reply: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of reply.body ?? []) {
    size += piece.length;
    if (size > mostAnswer) break;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** A program that is the call of an address: its parameters go as the body, one key for one due time, and the call is written down. */
export const httpProgram =
  (settings: Settings, log: OutsideLog) =>
  (claim: Claim): JobHandler =>
  async (run) => {
    const url = new URL(claim.httpUrl ?? "");
    if (!isAllowed(url, await settings.value("SCSI_HTTP_ALLOW")))
      throw refuse("JOB_HTTP_HOST", `地址 ${url.host} 不在允许的列表中`, `${url.host} is not on the list of allowed hosts`);
    const isGet = claim.httpMethod === "GET";
    if (isGet) for (const [key, value] of Object.entries(run.params)) url.searchParams.set(key, String(value));
    const began = performance.now();
    const said = {
      direction: "OUT" as const,
      interfaceCode: claim.code,
      partner: url.host,
      bizNum: run.requestNum,
      traceId: run.id,
      tryCount: run.tries,
    };
    try {
      // A redirect could lead anywhere: the listed host answers itself or not at all.
      const reply = await fetch(url, {
        method: claim.httpMethod,
        redirect: "error",
        signal: run.signal,
        headers: { "content-type": "application/json", "idempotency-key": `${claim.code}@${run.fireTime.toISOString()}` },
        ...(isGet ? {} : { body: JSON.stringify(run.params) }),
      });
      const text = await textOf(reply);
      await log.interface({
        ...said,
        request: isGet ? url.href : run.params,
        response: text,
        httpStatus: reply.status,
        ok: reply.ok,
        costMs: Math.round(performance.now() - began),
      });
      if (!reply.ok) throw refuse("JOB_HTTP_STATUS", `对方返回 ${reply.status}`, `The other side answered ${reply.status}`);
      return [`返回 ${reply.status}`, `Answered ${reply.status}`];
    } catch (error) {
      if (error instanceof TypeError || run.signal.aborted)
        await log.interface({
          ...said,
          request: run.params,
          ok: false,
          error: String((error as Error).cause ?? error),
          costMs: Math.round(performance.now() - began),
        });
      throw error;
    }
  };
