import type { Doc, Me } from "#kernel/entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { closeTodo, rule, run, set, tell, todo, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import type { Seal } from "#kernel/seal.ts";
import type { Text } from "#kernel/text.ts";
import { addDays } from "#kernel/days.ts";
import { certain, kept as closed, openTrackEffects } from "#modules/supplier/index.ts";
import { becomesAdmin, responsibilityOf } from "./account.ts";
import { decides, runningApproval } from "./approval.ts";
import { daysToFill, findingsOf, keptFindings, known, numberBinding, questionsOf, requirementsOf } from "./checks.ts";
import { completenessOf, type Missing } from "./completeness.ts";
import { createsSupplier } from "./creation.ts";
import { invite } from "./invite.entity.ts";
import { lead } from "./lead.entity.ts";
import { register } from "./register.entity.ts";
import { changedSince, readRemarks, readTicks, valuesUnder, type Remarks } from "./review.ts";

type Register = Doc<typeof register>;

const judge = async (doc: Register, find: Find, at: Moment) => {
  const [requirements, questions] = await Promise.all([requirementsOf(find, doc), questionsOf(find, doc)]);
  return completenessOf(doc as never, requirements, at.today, questions);
};

/** Numbers that must not lie open are closed the moment they arrive. */
const closes = (seal: Seal, doc: Register): Effect[] => [
  ...(doc.legalPersonId === null ? [] : [set(doc, { legalPersonId: closed(seal, doc.legalPersonId, numberBinding) })]),
  ...doc.accounts.flatMap((row) => (row.accountNo === null ? [] : [set(row, { accountNo: closed(seal, row.accountNo, numberBinding) })])),
];

/** Every save counts how much is there; work on it, not looking at it, starts the days anew. */
const save = rule(register, "saveOrUpdate", {
  reads: async (doc, find, _, __, at) => ({ judged: await judge(doc, find, at), days: await daysToFill(find) }),
  decide: (doc, { judged, days }, { before }, _, at) => [
    ...closes(at.seal, doc),
    set(doc, { completeness: judged.percent }),
    before !== null &&
      JSON.stringify(doc) !== JSON.stringify(before) &&
      set(doc, { touchDate: at.now, dueDate: addDays(at.today, days), remindTimes: 0 }),
  ],
});

const names = (list: readonly Missing[]): Text => [
  list.map((missing) => missing.label[0]).join("；"),
  list.map((missing) => missing.label[1]).join("; "),
];

const lacks = (missing: readonly Missing[]): Refusal => {
  const [cn, en] = names(missing.slice(0, 8));
  const n = missing.length;
  return refuse("SUP_REG_006", `还有${n}项必填信息未完成：${cn}`, `${n} required entries missing: ${en}`, { data: { missing } });
};
const proofless = (proofs: readonly Missing[]): Refusal => {
  const [cn, en] = names(proofs);
  return refuse("SUP_REG_007", `请上传：${cn}`, `Please upload: ${en}`, { data: { missing: proofs } });
};

/** Hands the file in; the approval of it begins by itself. */
const submitInfo = rule(register, "doSubmitInfo", {
  reads: async (doc, find, _, __, at) => ({ judged: await judge(doc, find, at), found: await findingsOf(find, doc, at.today) }),
  decide: (doc, { judged, found }, _, __, at) => [
    judged.missing.length > 0 && lacks(judged.missing),
    judged.proofs.length > 0 && proofless(judged.proofs),
    set(doc, {
      ...keptFindings(found),
      completeness: judged.percent,
      infoSubmitDate: at.now,
      touchDate: at.now,
      changedPaths: changedSince(doc as never, doc.returnedValues),
      reviewTicks: null,
    }),
    closeTodo("REG_SUPPLEMENT", doc, "HANDLED"),
    doc.reviewerId !== null &&
      tell("SUP_REG_INFO_SUBMITTED", { id: doc.id, no: doc.registerNo, company: doc.companyName, userIds: [doc.reviewerId] }),
  ],
});

const mark = rule(register, "doMark", {
  decide: (doc, _, input) =>
    set(doc, {
      ...(input.remarks === undefined ? {} : { reviewRemarks: readRemarks(input.remarks) }),
      ...(input.ticks === undefined ? {} : { reviewTicks: readTicks(input.ticks) }),
    }),
});

/** Back to the applicant with what is to be mended; the places are remembered, so that one sees what was mended. */
function goesBack(doc: Register, remarks: Remarks, at: Moment): Effect[] {
  return [
    set(doc, {
      status: "RETURNED",
      reviewRemarks: remarks,
      returnedValues: valuesUnder(doc as never, remarks),
      changedPaths: null,
      returnTimes: doc.returnTimes + 1,
      touchDate: at.now,
      remindTimes: 0,
    }),
    todo("REG_SUPPLEMENT", doc, { userId: doc.userId, ...(doc.dueDate ? { dueDate: `${doc.dueDate}T10:00:00.000Z` } : {}) }),
    tell("SUP_REG_RETURNED", {
      id: doc.id,
      no: doc.registerNo,
      company: doc.companyName,
      userId: doc.userId,
      n: Object.keys(remarks).length,
    }),
  ];
}

const kept = (doc: Register): Remarks => readRemarks(doc.reviewRemarks);
const general = (text: string): Remarks => (text.trim() === "" ? {} : { general: text.trim().slice(0, 500) });

const giveBack = rule(register, "doReturn", {
  reads: async (doc, find) => ({ instance: await runningApproval(find, doc.id) }),
  decide(doc, { instance }, input, me, at) {
    const remarks = { ...(input.remarks === undefined ? kept(doc) : readRemarks(input.remarks)), ...general(input.opinion ?? "") };
    if (Object.keys(remarks).length === 0) return refuse("SUP_REG_011", "请至少填写一条审核意见", "Enter at least one remark");
    return [decides(instance, "doReject", Object.values(remarks).join("；").slice(0, 1000), me), ...goesBack(doc, remarks, at)];
  },
});

/** The approval was rejected where approvals are handled: the same as a return, with its comment as the remark. */
const returned = rule(register, "doReturned", {
  decide(doc, _, input, __, at) {
    if (doc.status !== "INFO_REVIEW") return;
    const comment = String((input as { comment?: unknown }).comment ?? "");
    return goesBack(doc, { ...kept(doc), ...general(comment || "请补充资料 / please complete") }, at);
  },
});

const takenBack = rule(register, "doTakenBack", {
  decide: (doc, _, __, ___, at) => (doc.status === "INFO_REVIEW" ? set(doc, { status: "INFO_FILLING", touchDate: at.now }) : undefined),
});

const assign = rule(register, "doAssign", { decide: (doc, _, input) => set(doc, { reviewerId: input.reviewerId! }) });

/** Who looks after the new supplier: whoever reviewed, else whoever invited, else whoever decided. */
const ownerOf = (doc: Register, invitedBy: string | null, me: Me): string => doc.reviewerId ?? invitedBy ?? me.userId;

/** The file is accepted: looked at once more under lock, then the supplier is made, once. */
const accepted = rule(register, "doAccepted", {
  async reads(doc, find, _, __, at) {
    const [found, account, responsibilities, admin, invited] = await Promise.all([
      findingsOf(find, doc, at.today),
      find.lock(user, doc.userId ?? "-"),
      find.where(userResp, { userId: doc.userId ?? "-", status: "ACTIVE" }),
      responsibilityOf(find, "SUP_ADMIN"),
      find.maybe(invite, doc.inviteId),
    ]);
    return { found, account, responsibilities, admin, invited };
  },
  decide(doc, { found, account, responsibilities, admin, invited }, _, me, at) {
    const listed = found.risks.find((risk) => risk.kind === "BLACKLIST");
    const twin = found.candidates.find((candidate) => candidate.kind === "SUPPLIER" && candidate.score === certain);
    if (listed)
      return refuse(
        "SUP_REG_003",
        `该企业在黑名单中（${listed.no}），不能受理`,
        `This company is blacklisted (${listed.no}) and cannot be accepted`,
      );
    if (twin) return known();
    const id = at.newId();
    const orgId = invited?.orgId ?? doc.wantedOrgIds?.[0] ?? null;
    const categoryIds = doc.categories.flatMap((category) => category.categoryId ?? []);
    const ownerId = ownerOf(doc, invited?.createdBy.startsWith("system:") === false ? invited.createdBy : null, me);
    return [
      ...createsSupplier(at.seal, doc, id, ownerId, me.userId),
      ...becomesAdmin(account, responsibilities, admin, id, at),
      set(doc, { ...keptFindings(found), supplierId: id }),
      closeTodo(["REG_REVIEW", "REG_SUPPLEMENT"], doc, "HANDLED"),
      doc.leadId !== null && run(lead, doc.leadId, "doConverted", { supplierId: id }),
      // Whoever invited for a certain introduction wants it to begin.
      ...(invited?.sceneId && orgId && categoryIds.length
        ? openTrackEffects(at, { supplierId: id, orgId, categoryIds, sceneId: invited.sceneId, ownerId }).effects
        : []),
      tell("SUP_REG_APPROVED", {
        id: doc.id,
        no: doc.registerNo,
        company: doc.companyName,
        userId: doc.userId,
        supplierId: id,
        reason: "",
      }),
    ];
  },
});

export const fileRules: readonly Rule[] = [save, submitInfo, mark, giveBack, returned, takenBack, assign, accepted];
