import type { Doc } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { closeTodo, rule, run, set, tell, todo, type Effect, type Find, type Rule } from "#kernel/rule.ts";
import { addDays } from "#kernel/days.ts";
import { getProfile } from "#modules/base/index.ts";
import { supplierInfo, sureness } from "#modules/supplier/index.ts";
import { endsAccount, responsibilityOf, opensAccount } from "./account.ts";
import { decides, runningApproval, takesBack } from "./approval.ts";
import { badCode, badInvite, daysToFill, findingsOf, hasBadCode, keptFindings, known, notAccepted, type Findings } from "./checks.ts";
import type { CompanyFacts } from "./company-data.ts";
import { invite } from "./invite.entity.ts";
import { register } from "./register.entity.ts";

type Register = Doc<typeof register>;
type Invite = Doc<typeof invite>;

/** May this code still be used by this registration? */
const isUsable = (invite: Invite, doc: Register, today: string): boolean =>
  (invite.validTo ?? "") >= today &&
  (invite.status === "SENT" || invite.status === "OPENED" || (invite.status === "REGISTERED" && invite.registerId === doc.id));

const taken = (): Refusal => refuse("REG_ACCOUNT_EXISTS", "账号已存在", "Account exists");
const mailUsed = (): Refusal => refuse("USER_EMAIL_USED", "邮箱已被使用", "E-mail already used");
const unproven = (): Refusal => refuse("SUP_REG_004", "验证码错误或已过期", "Verification code wrong or expired");

const isListed = (found: Findings): boolean => found.risks.some((risk) => risk.kind === "BLACKLIST");

/** What the door has checked by itself: who was proven, who invited, to what was agreed. */
export interface Door {
  readonly source: string;
  readonly inviteId: string | null;
  readonly leadId: string | null;
  readonly joinFlag: "Y" | "N";
  readonly passwordHash: string;
  readonly pepperId: string;
  readonly visitorHash: string;
  readonly emailProven: "Y" | "N";
  readonly mobileProven: "Y" | "N";
  readonly regLanguage: string;
  readonly consentVersion: string;
  readonly consentDate: string;
  readonly consentIp: string;
}

const drafts = (action: "doEnrol" | "doRedraft"): Rule =>
  rule(register, action, {
    decide(doc, _, input, __, at) {
      const { door, ...typed } = input as Readonly<Record<string, unknown>>;
      return [hasBadCode(typed as never) && badCode(), set(doc, { ...typed, ...(door as Door), touchDate: at.now })];
    },
  });

/** Hands the account in: looked at by somebody, or opened at once for whoever was invited. */
const submit = rule(register, "doSubmit", {
  async reads(doc, find, _, __, at) {
    const [found, invited, mode, skip, namesake, mail, responsibility, days] = await Promise.all([
      findingsOf(find, doc, at.today),
      doc.inviteId ? find.lock(invite, doc.inviteId) : null,
      getProfile(find, "SUP_REG_MODE"),
      getProfile(find, "SUP_REG_INVITE_SKIP"),
      find.exists(user, { userName: doc.username }),
      doc.email
        ? find.exists(user, { email: doc.email.trim().toLowerCase(), userStatus: ["ACTIVE", "REGISTERING"], emailVerified: "Y" })
        : Promise.resolve(false),
      responsibilityOf(find, "SUP_REGISTER"),
      daysToFill(find),
    ]);
    return { found, invited, mode: mode.value, skip: skip.value, namesake, mail, responsibility, days };
  },
  decide(doc, { found, invited, mode, skip, namesake, mail, responsibility, days }, _, __, at) {
    const joins = doc.joinFlag === "Y";
    const passes = invited !== null && skip === "Y" && sureness(found.score) === "DISTANT" && !joins;
    const refusals = [
      hasBadCode(doc) && badCode(),
      isListed(found) && notAccepted(),
      sureness(found.score) === "CERTAIN" && !joins && known(),
      doc.emailProven !== "Y" && doc.mobileProven !== "Y" && unproven(),
      (invited ? !isUsable(invited, doc, at.today) : mode === "INVITE_ONLY" && !joins) && badInvite(),
      namesake && taken(),
      mail && !joins && mailUsed(),
    ].filter((refusal) => refusal !== false);
    if (refusals.length) return refusals;
    return [
      set(doc, { ...keptFindings(found), submitDate: at.now }),
      invited !== null && run(invite, invited.id, "doTake", { registerId: doc.id }),
      ...(passes
        ? opensAccount(doc, responsibility, days, at)
        : [
            set(doc, { status: "ACCOUNT_REVIEW" }),
            todo("REG_REVIEW", doc, { respCode: "SUP_SPECIALIST", dueDate: `${addDays(at.today, 2)}T10:00:00.000Z` }),
            tell("SUP_REG_SUBMITTED", { id: doc.id, no: doc.registerNo, company: doc.companyName }),
          ]),
    ];
  },
});

const listedText = (found: Findings): Refusal => {
  const no = found.risks.find((risk) => risk.kind === "BLACKLIST")?.no ?? "";
  return refuse("SUP_REG_003", `该企业在黑名单中（${no}），不能受理`, `This company is blacklisted (${no}) and cannot be accepted`);
};

function passesAccount(doc: Register, found: Findings, judgement: string | null | undefined): readonly (Refusal | false)[] {
  const text = judgement?.trim() ?? "";
  return [
    isListed(found) && listedText(found),
    sureness(found.score) === "CERTAIN" && known(),
    sureness(found.score) === "LIKELY" &&
      text === "" &&
      refuse("SUP_REG_010", `存在得分${found.score}的相似企业，请填写查重结论`, `A company scores ${found.score}. Enter your assessment`, {
        fieldErrors: [{ path: "dupJudgement", code: "SUP_REG_010", text: ["请填写查重结论", "Enter your assessment"] }],
      }),
  ];
}

/** Lets the account in (first stage), or passes the reviewer's task about the file (second stage). */
const approve = rule(register, "doApproval", {
  async reads(doc, find, _, __, at) {
    if (doc.status === "INFO_REVIEW") return { instance: await runningApproval(find, doc.id) };
    const [found, responsibility, days, namesake] = await Promise.all([
      findingsOf(find, doc, at.today),
      responsibilityOf(find, "SUP_REGISTER"),
      daysToFill(find),
      find.exists(user, { userName: doc.username }),
    ]);
    return { found, responsibility, days, namesake };
  },
  decide(doc, facts, input, me, at) {
    if (facts.instance !== undefined) return decides(facts.instance, "doPass", input.opinion ?? "", me);
    const { found, responsibility, days, namesake } = facts as Required<typeof facts>;
    const refusals = [...passesAccount(doc, found!, input.dupJudgement), namesake && taken()].filter((refusal) => refusal !== false);
    if (refusals.length) return refusals;
    return [
      set(doc, { ...keptFindings(found!), dupJudgement: input.dupJudgement ?? doc.dupJudgement }),
      ...opensAccount(doc, responsibility!, days!, at),
    ];
  },
});

const ended = (doc: Register, reason: string): Effect[] => [
  set(doc, { endReason: reason }),
  closeTodo(["REG_REVIEW", "REG_SUPPLEMENT"], doc, "HANDLED"),
  tell("SUP_REG_REJECTED", { id: doc.id, no: doc.registerNo, company: doc.companyName, userId: doc.userId, reason }),
];

/** Refuses for good; whoever had an account loses it at once. */
const reject = rule(register, "doReject", {
  async reads(doc, find) {
    return { instance: await runningApproval(find, doc.id), account: doc.userId ? await find.lock(user, doc.userId) : null };
  },
  decide(doc, { instance, account }, input, me) {
    const reason = input.opinion?.trim() ?? "";
    return [instance !== null && decides(instance, "doReject", reason, me), ...endsAccount(account), ...ended(doc, reason)];
  },
});

/** The company is a supplier already: its administrator is asked to add the person, who learns nothing until then. */
const join = rule(register, "joinExisting", {
  reads: async (_, find, input) => ({ target: await find.one(supplierInfo, input.supplierId ?? "-") }),
  decide: (doc, { target }) => [
    set(doc, { joinedSupplierId: target.id, endReason: `已转${target.supplierCode}管理员处理` }),
    closeTodo("REG_REVIEW", doc, "HANDLED"),
    tell("SUP_REG_JOIN", {
      id: doc.id,
      supplierId: target.id,
      name: doc.contactName,
      contact: [doc.email, doc.mobile].filter(Boolean).join(" / "),
    }),
  ],
});

const recheck = rule(register, "doRecheck", {
  reads: async (doc, find, _, __, at) => ({ found: await findingsOf(find, doc, at.today) }),
  decide: (doc, { found }) => set(doc, keptFindings(found)),
});

const fromRegister = [
  "legalPerson",
  "registeredCapital",
  "capitalCurrency",
  "establishDate",
  "registeredAddress",
  "businessScope",
] as const;

/** Only what is still empty is filled in, and only while the applicant has the pen. */
const lookedUp = rule(register, "doLookedUp", {
  decide(doc, _, { facts }) {
    if (!["DRAFT", "ACCOUNT_REVIEW", "INFO_FILLING"].includes(doc.status)) return [];
    const companyFacts = facts as unknown as CompanyFacts;
    return set(doc, Object.fromEntries(fromRegister.flatMap((key) => (doc[key] || !companyFacts[key] ? [] : [[key, companyFacts[key]]]))));
  },
});

/** Takes back what nobody has decided on: the account is drafted anew, the file filled in further. */
const withdraw = rule(register, "doWithdraw", {
  reads: async (doc, find) => ({ instance: doc.status === "INFO_REVIEW" ? await runningApproval(find, doc.id) : null }),
  decide: (doc, { instance }, _, __, at) =>
    doc.status === "ACCOUNT_REVIEW"
      ? [set(doc, { status: "DRAFT", touchDate: at.now }), closeTodo("REG_REVIEW", doc, "WITHDRAWN")]
      : [set(doc, { status: "INFO_FILLING", touchDate: at.now }), ...takesBack(instance)],
});

/** Too long untouched: the account ends, and the company may begin anew. */
const expire = rule(register, "doExpire", {
  reads: async (doc: Register, find: Find) => ({ account: doc.userId ? await find.lock(user, doc.userId) : null }),
  decide: (doc, { account }) => [
    ...endsAccount(account),
    ...(account ? ended(doc, "逾期未完善资料，注册已过期 / not completed in time") : [set(doc, { endReason: "未提交，草稿已过期" })]),
  ],
});

const remind = rule(register, "doRemind", {
  decide: (doc) => [
    set(doc, { remindTimes: doc.remindTimes + 1 }),
    tell("SUP_REG_REMIND", { id: doc.id, no: doc.registerNo, company: doc.companyName, userId: doc.userId, date: doc.dueDate }),
  ],
});

export const registerRules: readonly Rule[] = [
  drafts("doEnrol"),
  drafts("doRedraft"),
  submit,
  approve,
  reject,
  join,
  recheck,
  lookedUp,
  withdraw,
  expire,
  remind,
];
