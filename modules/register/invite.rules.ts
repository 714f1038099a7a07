import type { Doc } from "#kernel/entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { rule, set, tell, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import { addDays } from "#kernel/days.ts";
import { blacklist, isBlacklisted, plainTaxId, supplierInfo } from "#modules/supplier/index.ts";
import { invite } from "./invite.entity.ts";

type Invite = Doc<typeof invite>;

export const mostSends = 5;
const usualDays = 30;
const mostDays = 90;

/** What the house itself is told when a listed company is to be let in. */
export const listed = (entry: Doc<typeof blacklist>): Refusal =>
  refuse(
    "SUP_REG_003",
    `该企业在黑名单中（${entry.blacklistNo ?? ""}），不能受理`,
    `This company is blacklisted (${entry.blacklistNo ?? ""}) and cannot be accepted`,
  );

/** The supplier that already has this tax number. */
export async function knownBy(find: Find, who: { readonly uscc?: string | null; readonly taxNo?: string | null }) {
  const keys = [...new Set([plainTaxId(who.uscc), plainTaxId(who.taxNo)])].filter((key) => key !== "");
  if (keys.length === 0) return null;
  const found = await find.where(supplierInfo, { normalizedTaxId: keys, mergedIntoId: null });
  return found[0] ?? null;
}

const alreadyIn = ({ id, supplierCode: code, supplierName: name }: Doc<typeof supplierInfo>): Refusal =>
  refuse("SUP_REG_002", `该企业已是供应商${code} ${name}`, `This company is already supplier ${code} ${name}`, {
    data: { supplierId: id },
  });

async function standing(doc: Invite, find: Find, at: Moment) {
  const [entry, known] = await Promise.all([
    isBlacklisted(find, { uscc: doc.uscc, taxNo: doc.uscc, companyName: doc.companyName, orgId: doc.orgId, on: at.today }),
    knownBy(find, { uscc: doc.uscc }),
  ]);
  return { entry, known };
}

const refusals = ({ entry, known }: Awaited<ReturnType<typeof standing>>): (Refusal | false | null)[] => [
  entry && listed(entry),
  known && alreadyIn(known),
];

/** Twelve characters nobody guesses: the random ends of two ids. */
const codeFrom = (at: Moment): string => `${at.newId().slice(-6)}${at.newId().slice(-6)}`.toUpperCase();

const lastDay = (doc: Invite, today: string): Refusal | false =>
  doc.validTo !== null &&
  (doc.validTo < today || doc.validTo > addDays(today, mostDays)) &&
  refuse("SUP_INV_001", `有效期应在今天至${mostDays}天内`, `Valid to must be within ${mostDays} days from today`, {
    fieldErrors: [{ path: "validTo", code: "SUP_INV_001", text: [`应在${mostDays}天内`, `within ${mostDays} days`] }],
  });

const save = rule(invite, "saveOrUpdate", {
  reads: (doc, find, _, __, at) => standing(doc, find, at),
  decide: (doc, facts, { before }, _, at) => [
    ...refusals(facts),
    lastDay(doc, at.today),
    doc.validTo === null && set(doc, { validTo: addDays(at.today, usualDays) }),
    before === null && set(doc, { inviteCode: codeFrom(at) }),
  ],
});

function goesOut(doc: Invite, now: string): Effect[] {
  return [
    set(doc, { sendTimes: doc.sendTimes + 1, lastSendDate: now }),
    tell("SUP_INVITE", { inviteId: doc.id, inviteNo: doc.inviteNo, company: doc.companyName, date: doc.validTo }),
  ];
}

const send = rule(invite, "doSend", {
  reads: (doc, find, _, __, at) => standing(doc, find, at),
  decide: (doc, facts, _, __, at) => [...refusals(facts), lastDay(doc, at.today), ...goesOut(doc, at.now)],
});

const resend = rule(invite, "doResend", {
  reads: (doc, find, _, __, at) => standing(doc, find, at),
  decide: (doc, facts, _, __, at) => [
    ...refusals(facts),
    lastDay(doc, at.today),
    doc.sendTimes >= mostSends && refuse("SUP_INV_002", `最多发送${mostSends}次`, `Already sent ${mostSends} times, which is the maximum`),
    ...(doc.sendTimes < mostSends ? goesOut(doc, at.now) : []),
  ],
});

/** Somebody opened the link: the first time is kept. */
const open = rule(invite, "doOpen", {
  decide: (doc, _, __, ___, at) => [doc.openDate === null && set(doc, { openDate: at.now }), set(doc, { status: "OPENED" })],
});

/** A registration used the code; once it is used up nobody else can. */
const take = rule(invite, "doTake", {
  decide: (doc, _, input) => [
    set(doc, { registerId: input.registerId ?? null, ...(doc.multiUseFlag === "Y" ? {} : { status: "REGISTERED" }) }),
  ],
});

export const inviteRules: readonly Rule[] = [save, send, resend, open, take];
