import { refuse } from "../../refusal.ts";
import type { Claim } from "./job-queue.ts";
import type { JobHandler } from "./job-run.ts";
import type { Outside } from "../outside/outside.ts";
import type { InterfaceCall, OutsideLog } from "../outside/outside-log.ts";
import type { Settings } from "../install/settings.ts";

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

/** A program that is the call of an address: its parameters go as the body, one key for one due time, and the call is written down. */
export const httpProgram =
  (settings: Settings, log: OutsideLog, outside: Outside) =>
  (claim: Claim): JobHandler =>
  async (run) => {
    const url = new URL(claim.httpUrl ?? "");
    if (!isAllowed(url, await settings.value("SCSI_HTTP_ALLOW")))
      throw refuse("JOB_HTTP_HOST", `地址 ${url.host} 不在允许的列表中`, `${url.host} is not on the list of allowed hosts`);
    const isGet = claim.httpMethod === "GET";
    if (isGet) for (const [key, value] of Object.entries(run.params)) url.searchParams.set(key, String(value));
    const began = performance.now();
    const given = {
      direction: "OUT" as const,
      interfaceCode: claim.code,
      partner: url.host,
      bizNum: run.requestNum,
      traceId: run.id,
      tryCount: run.tries,
    };
    const tell = (more: Pick<InterfaceCall, "response" | "httpStatus" | "ok" | "error">): Promise<string> =>
      log.interface({ ...given, request: isGet ? url.href : run.params, ...more, costMs: Math.round(performance.now() - began) });
    const reply = await outside
      .call(url.href, {
        method: claim.httpMethod,
        signal: run.signal,
        headers: { "content-type": "application/json", "idempotency-key": `${claim.code}@${run.fireTime.toISOString()}` },
        ...(isGet ? {} : { body: JSON.stringify(run.params) }),
      })
      .catch(async (error: unknown) => {
        await tell({ ok: false, error: String(error) });
        throw error;
      });
    await tell({ response: await reply.text(), httpStatus: reply.status, ok: reply.ok });
    // A redirect could lead anywhere: the listed host answers itself or not at all.
    if (!reply.ok) throw refuse("JOB_HTTP_STATUS", `对方返回 ${reply.status}`, `The other side answered ${reply.status}`);
    return [`返回 ${reply.status}`, `Answered ${reply.status}`];
  };
