import { interfaceLog, tripartiteLog } from "#kernel/platform/outside-log.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { rule, set } from "#kernel/rule.ts";

const inbound = () => refuse("RESEND_INBOUND", "收到的报文由对方重发", "What was received is sent again by the other side");

/** The sending itself follows after commit, by whoever knows the partner. */
export const resendInterface = rule(interfaceLog, "doResend", {
  decide: (doc, _facts, _input, _me, at) => [doc.direction === "IN" && inbound(), set(doc, { resendAt: at.now })],
});

export const retryTripartite = rule(tripartiteLog, "doRetry", { decide: (doc, _facts, _input, _me, at) => set(doc, { resendAt: at.now }) });

export const outsideRules = [resendInterface, retryTripartite];
