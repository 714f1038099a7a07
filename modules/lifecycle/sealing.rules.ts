import { cmp } from "#kernel/decimal.ts";
import { file } from "#kernel/platform/file.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { closeTodo, rule, set, tell, todo, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import { digestOf } from "#kernel/seal.ts";
import { daysBetween } from "#kernel/days.ts";
import { renewedTo } from "./renewal.ts";
import { noted } from "./sample.rules.ts";
import { agreementSigning } from "./signing.entity.ts";
import { endOfDay, helps, node, signs, type Detail, type Signing } from "./signing.rules.ts";

const warnAt = [60, 30, 7, 1];

/** The check sum of what is signed: the text as it stands and the bytes of the file. */
async function hashes(find: Find, doc: Signing): Promise<ReadonlyMap<string, string>> {
  const ids = doc.details.flatMap((one) => (one.draftFileId ?? "").split(",").filter(Boolean));
  const found = ids.length ? await find.where(file, { id: ids }) : [];
  const sums = new Map(found.map((one) => [one.id as string, one.deletedFlag === "Y" ? "gone" : one.sha256]));
  const made = await Promise.all(
    doc.details.map(async (one): Promise<readonly [string, string]> => {
      const said = `${one.agreementType}\n${one.agreementName}\n${one.version}\n${one.content ?? ""}\n${sums.get(one.draftFileId ?? "") ?? ""}`;
      return [one.id, await digestOf(said)];
    }),
  );
  return new Map(made);
}

const confirm = rule(agreementSigning, "doSupplierConfirm", {
  reads: async (doc, find) => ({ sums: await hashes(find, doc) }),
  decide: (doc, { sums }, _, me, at) => {
    const open = doc.details.filter((one) => one.detailStatus !== "AGREED" && one.detailStatus !== "SIGNED");
    return [
      open.length > 0 &&
        refuse(
          "SLC_AGR_014",
          `尚未同意：${open.map((one) => one.agreementName).join("、")}`,
          `Not agreed yet: ${open.map((one) => one.agreementName).join(", ")}`,
        ),
      ...doc.details
        .filter((one) => one.detailStatus === "AGREED")
        .map((one) => set(one, { frozenHash: sums.get(one.id)!, frozenAt: at.now })),
      set(doc, { confirmedName: me.displayName, confirmedAt: at.now, confirmedIp: at.ip ?? null, supplierOpinion: null }),
      closeTodo(signs, doc, "HANDLED"),
    ];
  },
});

/** What every further signature may complete: the last one ends the signing. */
function completed(doc: Signing, justSigned: readonly Detail[]): (Effect | false)[] {
  const left = doc.details.filter((one) => one.detailStatus !== "SIGNED" && !justSigned.includes(one));
  if (left.length > 0) return [];
  return [
    set(doc, { status: "SIGNED" }),
    closeTodo(signs, doc, "HANDLED"),
    tell("AGREEMENT_SIGNED", { id: doc.id, no: doc.signingNo, supplierId: doc.supplierId, ownerId: doc.createdBy }),
    noted(doc, agreementSigning, node, "PASSED"),
  ];
}

/** Begins an outside flow for every agreement that is signed electronically and is not signed yet. */
function flows(doc: Signing, details: readonly Detail[], at: Moment): Effect[] {
  return details.flatMap((one) => {
    const flowId = at.newId();
    return [
      ...(one.flowId ? [tell("AGREEMENT_ESIGN_REVOKED", { id: doc.id, detailId: one.id, flowId: one.flowId })] : []),
      set(one, { flowId, detailStatus: "SIGNING" }),
      tell("AGREEMENT_ESIGN_STARTED", { id: doc.id, detailId: one.id, flowId, name: one.agreementName, hash: one.frozenHash }),
    ];
  });
}

const toSign = (doc: Signing): Effect =>
  todo(signs, doc, { supplierId: doc.supplierId, contactRole: "LEGAL", orgId: doc.orgId, dueDate: endOfDay(doc.dueDate) });

const approve = rule(agreementSigning, "doApproval", {
  reads: async (doc, find) => ({ sums: await hashes(find, doc) }),
  decide: (doc, { sums }, _, __, at) => {
    const agreed = doc.details.filter((one) => one.detailStatus === "AGREED");
    const changed = agreed.filter((one) => one.frozenHash !== sums.get(one.id));
    const by = (mode: string) => agreed.filter((one) => one.signMode === mode);
    const clicked = by("CLICK");
    return [
      ...changed.map((one): Refusal =>
        refuse(
          "SLC_AGR_015",
          `${one.agreementName}在供方确认后被改动，不能批准`,
          `${one.agreementName} was changed after the supplier confirmed it`,
        ),
      ),
      ...clicked.map((one) =>
        set(one, { detailStatus: "SIGNED", signerName: doc.confirmedName, signedAt: doc.confirmedAt, signedIp: doc.confirmedIp }),
      ),
      ...by("PAPER").map((one) => set(one, { detailStatus: "SIGNING" })),
      ...flows(doc, by("ESIGN"), at),
      by("ESIGN").length > 0 && toSign(doc),
      ...completed(doc, clicked),
    ];
  },
});

const reject = rule(agreementSigning, "doReject", {
  decide: (doc) =>
    doc.details
      .filter((one) => one.detailStatus === "AGREED")
      .map((one) => set(one, { detailStatus: "DRAFT", frozenHash: null, frozenAt: null })),
});

const start = rule(agreementSigning, "startSign", {
  decide: (doc, _, __, ___, at) => {
    const waiting = doc.details.filter((one) => one.signMode === "ESIGN" && one.detailStatus === "SIGNING");
    return [
      waiting.length === 0 && refuse("SLC_AGR_016", "没有待电子签的协议", "No agreement waits for an electronic signature"),
      ...flows(doc, waiting, at),
      toSign(doc),
    ];
  },
});

const paper = rule(agreementSigning, "doPaperSigned", {
  decide: (doc, _, input, me, at) => {
    const one = doc.details.find((detail) => detail.id === input.detailId);
    if (!one || one.signMode !== "PAPER" || one.detailStatus !== "SIGNING")
      return refuse("SLC_AGR_017", "该协议不在等待纸质签署", "The agreement does not wait for a signature on paper");
    return [
      set(one, {
        ...{ detailStatus: "SIGNED", signedFileId: input.signedFile ?? null, signerName: input.signerName ?? me.displayName },
        ...{ signedAt: input.signedOn ? endOfDay(input.signedOn) : at.now, signedIp: at.ip ?? null },
      }),
      ...completed(doc, [one]),
    ];
  },
});

const signed = rule(agreementSigning, "doSigned", {
  decide: (doc, _, input, __, at) => {
    const one = doc.details.find((detail) => detail.flowId === input.flowId);
    if (!one) return refuse("SLC_AGR_018", "电子签流程不存在或已撤销", "There is no such e-sign flow, or it was revoked");
    // Told twice it is signed once.
    if (one.detailStatus === "SIGNED") return [];
    if (one.frozenHash !== input.hash)
      return refuse("SLC_AGR_019", "所签内容与冻结内容不一致", "The signed content does not match the frozen content");
    return [
      set(one, { detailStatus: "SIGNED", signerName: input.signerName ?? null, signedAt: at.now, signedIp: input.signedIp ?? null }),
      ...completed(doc, [one]),
    ];
  },
});

const signRefused = rule(agreementSigning, "doSignRefused", {
  decide: (doc, _, input) => {
    const one = doc.details.find((detail) => detail.flowId === input.flowId && detail.detailStatus === "SIGNING");
    if (!one) return refuse("SLC_AGR_018", "电子签流程不存在或已撤销", "There is no such e-sign flow, or it was revoked");
    const others = doc.details.filter((other) => other !== one && other.detailStatus === "SIGNING");
    return [
      set(one, { detailStatus: "DISPUTED", supplierRemark: input.supplierRemark ?? null, flowId: null }),
      ...others.map((other) => set(other, { detailStatus: "AGREED" })),
      closeTodo(signs, doc, "HANDLED"),
      tell("AGREEMENT_RETURNED", {
        ...{ id: doc.id, no: doc.signingNo, supplierId: doc.supplierId, ownerId: doc.createdBy, opinion: input.supplierRemark },
        changes: one.agreementName,
      }),
    ];
  },
});

const urge = rule(agreementSigning, "doUrge", {
  decide: (doc, _, __, ___, at) => {
    const helpers = doc.details.flatMap((one) => (one.assistStatus === "WAITING" ? (one.assistUserId ?? []) : []));
    return [
      set(doc, { urgeTimes: doc.urgeTimes + 1, lastUrgeDate: at.now }),
      ...(doc.status === "ASSISTING"
        ? [
            ...helpers.map((userId) => todo(helps, doc, { userId, orgId: doc.orgId, dueDate: endOfDay(doc.dueDate), priority: "URGENT" })),
            tell("AGREEMENT_ASSIST_URGED", { id: doc.id, no: doc.signingNo, userIds: helpers }),
          ]
        : [
            todo(signs, doc, {
              ...{ supplierId: doc.supplierId, contactRole: "LEGAL", orgId: doc.orgId, dueDate: endOfDay(doc.dueDate) },
              priority: "URGENT",
            }),
            tell("AGREEMENT_TO_CONFIRM", { id: doc.id, no: doc.signingNo, supplierId: doc.supplierId, ownerId: doc.createdBy }),
          ]),
    ];
  },
});

/** States in which the supplier had it to read or to sign. */
const shown = ["SUPPLIER_CONFIRMING", "SUPPLIER_RETURNED", "INTERNAL_REVIEW", "APPROVING", "SIGNING"];

const abolish = rule(agreementSigning, "doAbolish", {
  decide: (doc, _, input, __, at) => [
    shown.includes(at.before(doc)?.status ?? "") &&
      tell("AGREEMENT_ABOLISHED", { id: doc.id, no: doc.signingNo, supplierId: doc.supplierId, reason: input.abolishReason ?? "" }),
    set(doc, { endReason: input.abolishReason ?? null }),
    ...doc.details.map((one) => set(one, { detailStatus: "TERMINATED" })),
    ...doc.details
      .filter((one) => one.flowId !== null && one.detailStatus === "SIGNING")
      .map((one) => tell("AGREEMENT_ESIGN_REVOKED", { id: doc.id, detailId: one.id, flowId: one.flowId })),
    closeTodo([signs, helps], doc, "WITHDRAWN"),
  ],
});

const watch = rule(agreementSigning, "doWatch", {
  decide: (doc, _, __, ___, at) =>
    doc.details
      .filter((one) => one.detailStatus === "SIGNED")
      .flatMap((one): Effect[] => {
        const left = daysBetween(at.today, one.validTo);
        if (left < 0 && one.autoRenew === "Y")
          return [set(one, { validTo: renewedTo(one.validFrom, one.validTo, at.today), warnedDays: null })];
        if (left < 0) return [set(one, { detailStatus: "EXPIRED" })];
        const due = warnAt.findLast((days) => left <= days);
        if (due === undefined || one.autoRenew === "Y" || (one.warnedDays !== null && cmp(String(one.warnedDays), String(due)) <= 0))
          return [];
        return [
          set(one, { warnedDays: due }),
          tell("AGREEMENT_EXPIRING", {
            ...{ id: doc.id, no: doc.signingNo, name: one.agreementName, date: one.validTo, n: left },
            ...{ supplierId: doc.supplierId, ownerId: doc.createdBy },
          }),
        ];
      }),
});

/** Freezing, approval, signatures and what follows from them. */
export const sealingRules: readonly Rule[] = [confirm, approve, reject, start, paper, signed, signRefused, urge, abolish, watch];
