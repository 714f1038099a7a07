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
  const ids = doc.details.flatMap((detail) => (detail.draftFileId ?? "").split(",").filter(Boolean));
  const found = ids.length ? await find.where(file, { id: ids }) : [];
  const sums = new Map(found.map((row) => [row.id as string, row.deletedFlag === "Y" ? "gone" : row.sha256]));
  const made = await Promise.all(
    doc.details.map(async (detail): Promise<readonly [string, string]> => {
      const text = `${detail.agreementType}\n${detail.agreementName}\n${detail.version}\n${detail.content ?? ""}\n${sums.get(detail.draftFileId ?? "") ?? ""}`;
      return [detail.id, await digestOf(text)];
    }),
  );
  return new Map(made);
}

const confirm = rule(agreementSigning, "doSupplierConfirm", {
  reads: async (doc, find) => ({ sums: await hashes(find, doc) }),
  decide: (doc, { sums }, _, me, at) => {
    const open = doc.details.filter((detail) => detail.detailStatus !== "AGREED" && detail.detailStatus !== "SIGNED");
    return [
      open.length > 0 &&
        refuse(
          "SLC_AGR_014",
          `尚未同意：${open.map((row) => row.agreementName).join("、")}`,
          `Not agreed yet: ${open.map((row) => row.agreementName).join(", ")}`,
        ),
      ...doc.details
        .filter((detail) => detail.detailStatus === "AGREED")
        .map((detail) => set(detail, { frozenHash: sums.get(detail.id)!, frozenAt: at.now })),
      set(doc, { confirmedName: me.displayName, confirmedAt: at.now, confirmedIp: at.ip ?? null, supplierOpinion: null }),
      closeTodo(signs, doc, "HANDLED"),
    ];
  },
});

/** What every further signature may complete: the last one ends the signing. */
function completed(doc: Signing, justSigned: readonly Detail[]): (Effect | false)[] {
  const left = doc.details.filter((detail) => detail.detailStatus !== "SIGNED" && !justSigned.includes(detail));
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
  return details.flatMap((detail) => {
    const flowId = at.newId();
    return [
      ...(detail.flowId ? [tell("AGREEMENT_ESIGN_REVOKED", { id: doc.id, detailId: detail.id, flowId: detail.flowId })] : []),
      set(detail, { flowId, detailStatus: "SIGNING" }),
      tell("AGREEMENT_ESIGN_STARTED", { id: doc.id, detailId: detail.id, flowId, name: detail.agreementName, hash: detail.frozenHash }),
    ];
  });
}

const toSign = (doc: Signing): Effect =>
  todo(signs, doc, { supplierId: doc.supplierId, contactRole: "LEGAL", orgId: doc.orgId, dueDate: endOfDay(doc.dueDate) });

const approve = rule(agreementSigning, "doApproval", {
  reads: async (doc, find) => ({ sums: await hashes(find, doc) }),
  decide: (doc, { sums }, _, __, at) => {
    const agreed = doc.details.filter((detail) => detail.detailStatus === "AGREED");
    const changed = agreed.filter((row) => row.frozenHash !== sums.get(row.id));
    const by = (mode: string) => agreed.filter((row) => row.signMode === mode);
    const clicked = by("CLICK");
    return [
      ...changed.map((row): Refusal =>
        refuse(
          "SLC_AGR_015",
          `${row.agreementName}在供方确认后被改动，不能批准`,
          `${row.agreementName} was changed after the supplier confirmed it`,
        ),
      ),
      ...clicked.map((row) =>
        set(row, { detailStatus: "SIGNED", signerName: doc.confirmedName, signedAt: doc.confirmedAt, signedIp: doc.confirmedIp }),
      ),
      ...by("PAPER").map((row) => set(row, { detailStatus: "SIGNING" })),
      ...flows(doc, by("ESIGN"), at),
      by("ESIGN").length > 0 && toSign(doc),
      ...completed(doc, clicked),
    ];
  },
});

const reject = rule(agreementSigning, "doReject", {
  decide: (doc) =>
    doc.details
      .filter((detail) => detail.detailStatus === "AGREED")
      .map((detail) => set(detail, { detailStatus: "DRAFT", frozenHash: null, frozenAt: null })),
});

const start = rule(agreementSigning, "startSign", {
  decide: (doc, _, __, ___, at) => {
    const waiting = doc.details.filter((detail) => detail.signMode === "ESIGN" && detail.detailStatus === "SIGNING");
    return [
      waiting.length === 0 && refuse("SLC_AGR_016", "没有待电子签的协议", "No agreement waits for an electronic signature"),
      ...flows(doc, waiting, at),
      toSign(doc),
    ];
  },
});

const paper = rule(agreementSigning, "doPaperSigned", {
  decide: (doc, _, input, me, at) => {
    const row = doc.details.find((detail) => detail.id === input.detailId);
    if (!row || row.signMode !== "PAPER" || row.detailStatus !== "SIGNING")
      return refuse("SLC_AGR_017", "该协议不在等待纸质签署", "The agreement does not wait for a signature on paper");
    return [
      set(row, {
        detailStatus: "SIGNED",
        signedFileId: input.signedFile ?? null,
        signerName: input.signerName ?? me.displayName,
        signedAt: input.signedOn ? endOfDay(input.signedOn) : at.now,
        signedIp: at.ip ?? null,
      }),
      ...completed(doc, [row]),
    ];
  },
});

const signed = rule(agreementSigning, "doSigned", {
  decide: (doc, _, input, __, at) => {
    const row = doc.details.find((detail) => detail.flowId === input.flowId);
    if (!row) return refuse("SLC_AGR_018", "电子签流程不存在或已撤销", "There is no such e-sign flow, or it was revoked");
    // Told twice it is signed once.
    if (row.detailStatus === "SIGNED") return [];
    if (row.frozenHash !== input.hash)
      return refuse("SLC_AGR_019", "所签内容与冻结内容不一致", "The signed content does not match the frozen content");
    return [
      set(row, { detailStatus: "SIGNED", signerName: input.signerName ?? null, signedAt: at.now, signedIp: input.signedIp ?? null }),
      ...completed(doc, [row]),
    ];
  },
});

const signRefused = rule(agreementSigning, "doSignRefused", {
  decide: (doc, _, input) => {
    const row = doc.details.find((detail) => detail.flowId === input.flowId && detail.detailStatus === "SIGNING");
    if (!row) return refuse("SLC_AGR_018", "电子签流程不存在或已撤销", "There is no such e-sign flow, or it was revoked");
    const others = doc.details.filter((other) => other !== row && other.detailStatus === "SIGNING");
    return [
      set(row, { detailStatus: "DISPUTED", supplierRemark: input.supplierRemark ?? null, flowId: null }),
      ...others.map((other) => set(other, { detailStatus: "AGREED" })),
      closeTodo(signs, doc, "HANDLED"),
      tell("AGREEMENT_RETURNED", {
        id: doc.id,
        no: doc.signingNo,
        supplierId: doc.supplierId,
        ownerId: doc.createdBy,
        opinion: input.supplierRemark,
        changes: row.agreementName,
      }),
    ];
  },
});

const urge = rule(agreementSigning, "doUrge", {
  decide: (doc, _, __, ___, at) => {
    const helpers = doc.details.flatMap((detail) => (detail.assistStatus === "WAITING" ? (detail.assistUserId ?? []) : []));
    return [
      set(doc, { urgeTimes: doc.urgeTimes + 1, lastUrgeDate: at.now }),
      ...(doc.status === "ASSISTING"
        ? [
            ...helpers.map((userId) => todo(helps, doc, { userId, orgId: doc.orgId, dueDate: endOfDay(doc.dueDate), priority: "URGENT" })),
            tell("AGREEMENT_ASSIST_URGED", { id: doc.id, no: doc.signingNo, userIds: helpers }),
          ]
        : [
            todo(signs, doc, {
              supplierId: doc.supplierId,
              contactRole: "LEGAL",
              orgId: doc.orgId,
              dueDate: endOfDay(doc.dueDate),
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
    ...doc.details.map((detail) => set(detail, { detailStatus: "TERMINATED" })),
    ...doc.details
      .filter((detail) => detail.flowId !== null && detail.detailStatus === "SIGNING")
      .map((detail) => tell("AGREEMENT_ESIGN_REVOKED", { id: doc.id, detailId: detail.id, flowId: detail.flowId })),
    closeTodo([signs, helps], doc, "WITHDRAWN"),
  ],
});

const watch = rule(agreementSigning, "doWatch", {
  decide: (doc, _, __, ___, at) =>
    doc.details
      .filter((detail) => detail.detailStatus === "SIGNED")
      .flatMap((detail): Effect[] => {
        const left = daysBetween(at.today, detail.validTo);
        if (left < 0 && detail.autoRenew === "Y")
          return [set(detail, { validTo: renewedTo(detail.validFrom, detail.validTo, at.today), warnedDays: null })];
        if (left < 0) return [set(detail, { detailStatus: "EXPIRED" })];
        const due = warnAt.findLast((days) => left <= days);
        if (
          due === undefined ||
          detail.autoRenew === "Y" ||
          (detail.warnedDays !== null && cmp(String(detail.warnedDays), String(due)) <= 0)
        )
          return [];
        return [
          set(detail, { warnedDays: due }),
          tell("AGREEMENT_EXPIRING", {
            id: doc.id,
            no: doc.signingNo,
            name: detail.agreementName,
            date: detail.validTo,
            n: left,
            supplierId: doc.supplierId,
            ownerId: doc.createdBy,
          }),
        ];
      }),
});

/** Freezing, approval, signatures and what follows from them. */
export const sealingRules: readonly Rule[] = [confirm, approve, reject, start, paper, signed, signRefused, urge, abolish, watch];
