import type { FastifyRequest } from "fastify";
import { isCallingApp } from "./doors.ts";
import type { Gate } from "./gate.ts";
import { deny } from "./refusals.ts";

/**
 * Lets one call inside a request pass that carries several: the request proved who sends it, this judges what else is asked of a call
 * that comes alone. Answers how to note its end. What a partner system may call is granted call by call, so it sends them one by one.
 */
export async function admitPart(
  gate: Gate,
  request: FastifyRequest,
  path: string,
  perMinute: number | undefined,
): Promise<(http: number) => void> {
  const { live } = request.passage!;
  if (isCallingApp(live)) throw deny("OAUTH_SCOPE");
  const began = gate.clock.now();
  const key = live.info.certificate;
  const total = gate.settings.callsPerMinute;
  if (total > 0 && !gate.rates.allow(key, total, began)) throw deny("RATE_LIMIT");
  const address = `/api/${path}`;
  const rule = await gate.doors.ruleOf?.("POST", address);
  if (rule && !rule.enabled) throw deny("API_DISABLED");
  const limit = rule?.perMinute ?? perMinute;
  if (limit && !gate.rates.allow(`${key}|${address}`, limit, began)) throw deny("RATE_LIMIT");
  const log = rule?.log ?? "NONE";
  return (http) => {
    if (log === "NONE") return;
    gate.doors.heard?.({
      at: gate.clock.now(),
      method: "POST",
      path: address,
      http,
      ms: gate.clock.now().getTime() - began.getTime(),
      userId: live.info.userId,
      app: null,
      ip: request.ip,
      requestId: request.id,
    });
  };
}
