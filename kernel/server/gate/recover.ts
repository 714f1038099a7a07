import { demandCaptcha } from "./captcha.ts";
import { demandCode, sendCode, type Channel } from "./code.ts";
import type { Account } from "./directory.ts";
import type { Gate } from "./gate.ts";
import { deny } from "./refusals.ts";
import { passageOf, type Asked } from "./signin.ts";
import { issue, look, take } from "./ticket.ts";

type Body = Readonly<Record<string, unknown>>;

const nameOf = (body: Body): string => (typeof body["userName"] === "string" ? body["userName"].trim().slice(0, 200) : "");

/** Where a code would go; whoever has no such address gets a place that is counted like one but reached by nobody. */
function placeOf(account: Account | null, typed: string, channel: Channel): { target: string; deliver: boolean } {
  const address = channel === "EMAIL" ? account?.email : account?.mobile;
  const may = account !== null && account.userType !== "SYSTEM" && account.userStatus !== "DISABLED";
  return address && may
    ? { target: address, deliver: true }
    : { target: `nowhere|${(account?.userName ?? typed).toLowerCase()}`, deliver: false };
}

/** Always answers the same: if the account exists, a code was sent. */
export async function sendForgetCode(gate: Gate, ctx: Asked, body: Body, channel: Channel): Promise<unknown> {
  const { certificate } = passageOf(ctx).live.info;
  await demandCaptcha(gate, certificate, body, ctx.now);
  const typed = nameOf(body);
  const account = typed === "" ? null : await gate.directory.byName(typed);
  const { target, deliver } = placeOf(account, typed, channel);
  const isConnected = channel === "EMAIL" || gate.sms.connected;
  const language = account?.language ?? ctx.language;
  await sendCode(
    gate,
    {
      purpose: "FORGET",
      channel,
      target,
      deliver: deliver && isConnected,
      userId: account?.userId ?? null,
      ip: ctx.ip,
      certificate,
      language,
    },
    ctx.now,
  );
  return { resendSeconds: 60 };
}

/** The right code becomes a ticket for exactly one new password. */
export async function checkForgetCode(gate: Gate, ctx: Asked, body: Body, channel: Channel): Promise<unknown> {
  const typed = nameOf(body);
  const account = typed === "" ? null : await gate.directory.byName(typed);
  const { target } = placeOf(account, typed, channel);
  await demandCode(gate, { purpose: "FORGET", channel, target }, body["code"], ctx.now);
  if (!account) throw deny("CODE_BAD");
  const { ticket } = await issue(gate.db, "RESET", { certificate: passageOf(ctx).live.info.certificate, userId: account.userId }, ctx.now);
  return { resetTicket: ticket };
}

const forms: Readonly<Record<Channel, RegExp>> = { EMAIL: /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/, SMS: /^\+?[0-9][0-9 -]{5,19}$/ };

function contactOf(gate: Gate, body: Body): { channel: Channel; target: string } {
  const channel = body["channel"] === "SMS" ? "SMS" : "EMAIL";
  const target = typeof body["target"] === "string" ? body["target"].trim() : "";
  if (target.length > 200 || !forms[channel].test(target) || (channel === "SMS" && !gate.sms.connected)) throw deny("CODE_BAD");
  return { channel, target };
}

/** A code to an address an applicant claims to own. */
export async function sendRegisterCode(gate: Gate, ctx: Asked, body: Body): Promise<unknown> {
  const { certificate } = passageOf(ctx).live.info;
  await demandCaptcha(gate, certificate, body, ctx.now);
  const { channel, target } = contactOf(gate, body);
  await sendCode(gate, { purpose: "REGISTER", channel, target, deliver: true, ip: ctx.ip, certificate, language: ctx.language }, ctx.now);
  return { resendSeconds: 60 };
}

/** The right code becomes a proof that the registration document is saved with. */
export async function checkRegisterCode(gate: Gate, ctx: Asked, body: Body): Promise<unknown> {
  const { channel, target } = contactOf(gate, body);
  await demandCode(gate, { purpose: "REGISTER", channel, target }, body["code"], ctx.now);
  const { ticket } = await issue(
    gate.db,
    "PROOF",
    { certificate: passageOf(ctx).live.info.certificate, content: { channel, target } },
    ctx.now,
  );
  return { proofTicket: ticket };
}

/** Uses a proof up: true when this very session proved this very address. */
export async function takeProof(
  gate: Gate,
  proof: unknown,
  channel: Channel,
  target: string,
  certificate: string,
  now: Date,
): Promise<boolean> {
  const seen = await look(gate.db, proof, ["PROOF"], now);
  const fits =
    seen?.certificate === certificate &&
    seen.content["channel"] === channel &&
    String(seen.content["target"]).toLowerCase() === target.trim().toLowerCase();
  return fits && (await take(gate.db, proof, ["PROOF"], now, certificate)) !== null;
}

/** Is the name taken, by an account or by somebody who is still registering? Told only to an applicant who has proven an address in this session: nobody else learns which names exist. */
export async function validateExisted(gate: Gate, ctx: Asked, body: Body): Promise<unknown> {
  const name = nameOf(body);
  const proof = await look(gate.db, body["proofTicket"], ["PROOF"], ctx.now);
  const isApplicant = proof?.certificate === passageOf(ctx).live.info.certificate;
  const [account, isReserved] = await Promise.all([gate.directory.byName(name), gate.doors.registration?.isReserved(name) ?? false]);
  return { exists: isApplicant && name !== "" && (account !== null || isReserved) };
}
