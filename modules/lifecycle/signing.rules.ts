import type { Doc } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { closeTodo, rule, set, tell, todo, type Effect, type Moment, type Rule } from "#kernel/rule.ts";
import { supplierContact, track } from "#modules/supplier/index.ts";
import { changedNumbers, diffClauses, filled, missingVariables } from "./clauses.ts";
import { noted, stepOf, strange } from "./sample.rules.ts";
import { agreementSigning } from "./signing.entity.ts";

export type Signing = Doc<typeof agreementSigning>;
export type Detail = Signing["details"][number];
type Version = NonNullable<Detail["versions"]>[number];

export const node = "AGREEMENT_SIGNING";
export const helps = "SLC_ASSIST";
export const signs = "AGREEMENT_SIGN";

export const endOfDay = (day: string): string => `${day}T15:59:59.000Z`;
const gone = (): Refusal => refuse("SUP_AUTH_404", "数据不存在或无权查看", "Not found or not visible");
const hasDraft = (doc: Detail): boolean => Boolean(doc.content?.trim()) || Boolean(doc.draftFileId);
const isShown = (doc: Detail): boolean => (doc.versions ?? []).some((version) => version.version === doc.version);

/** The version as it is now, kept beside the earlier ones. */
const kept = (
  doc: Detail,
  now: Pick<Version, "side" | "byName" | "at">,
  patch: Partial<Pick<Detail, "version" | "content" | "draftFileId">> = {},
) => {
  const { version, content, draftFileId } = { ...doc, ...patch };
  return [...(doc.versions ?? []).filter((old) => old.version !== version), { ...now, version, content, fileId: draftFileId }];
};

const save = rule(agreementSigning, "saveOrUpdate", {
  reads: async (doc, find) => ({
    found: await find.maybe(track, doc.trackId),
    contact: await find.maybe(supplierContact, doc.supplierContactId),
  }),
  decide: (doc, { found, contact }, { before }, _, at) => {
    const began = before !== null && !["DRAFT", "REJECTED"].includes(doc.status);
    const same =
      before?.details
        .map((detail) => detail.id)
        .toSorted()
        .join() ===
      doc.details
        .map((detail) => detail.id)
        .toSorted()
        .join();
    return [
      strange(found, doc.supplierId),
      contact !== null &&
        contact.supplierId !== doc.supplierId &&
        refuse("SLC_AGR_001", "联系人不属于该供应商", "The contact belongs to another supplier", {
          fieldErrors: [{ path: "supplierContactId", code: "SLC_AGR_001", text: ["不属于该供应商", "Belongs to another supplier"] }],
        }),
      began && !same && refuse("SLC_AGR_002", "已发出的协议不能增减", "Agreements already sent cannot be added or removed"),
      ...doc.details.flatMap((detail) => {
        const was = at.before(detail);
        const changed = was !== null && (was.content !== detail.content || was.draftFileId !== detail.draftFileId);
        return [
          began &&
            changed &&
            detail.detailStatus === "SIGNED" &&
            refuse("SLC_AGR_003", `${detail.agreementName}已签署，不能修改`, `${detail.agreementName} is signed and cannot be changed`),
          // What the other side has seen is a version; the first change after it begins the next.
          changed && isShown(was) && set(detail, { version: was.version + 1 }),
        ];
      }),
    ];
  },
});

/** The supplier's turn begins: what it sees is filled in, kept as a version, and waited for. */
export function handedOver(doc: Signing, by: string, at: Moment): (Effect | false)[] {
  return [
    ...doc.details
      .filter((detail) => detail.detailStatus !== "SIGNED")
      .map((detail) => {
        const content = detail.content === null ? null : filled(detail.content, detail.variables);
        return set(detail, {
          content,
          detailStatus: detail.detailStatus === "AGREED" && isShown(detail) ? "AGREED" : "SUPPLIER",
          editedFlag: "N",
          versions: isShown(detail) ? detail.versions : kept(detail, { side: "INTERNAL", byName: by, at: at.now }, { content }),
        });
      }),
    set(doc, { sentFlag: "Y" }),
    todo(signs, doc, { supplierId: doc.supplierId, contactRole: "LEGAL", orgId: doc.orgId, dueDate: endOfDay(doc.dueDate) }),
    tell("AGREEMENT_TO_CONFIRM", { id: doc.id, no: doc.signingNo, supplierId: doc.supplierId, ownerId: doc.createdBy }),
  ];
}

const submit = rule(agreementSigning, "doSubmit", {
  reads: async (doc, find) => ({
    closed: await stepOf(find, doc.trackId, node),
    helpers: await Promise.all(doc.details.map((detail) => find.maybe(user, detail.assistUserId))),
  }),
  decide: (doc, { closed }, _, me, at) => {
    const empty = doc.details.filter((detail) => !hasDraft(detail));
    const helped = doc.details.filter((detail) => detail.assistUserId !== null);
    const helpers = [...new Set(helped.map((row) => row.assistUserId!))];
    const unfilled = helped.length ? [] : doc.details.flatMap((detail) => missingVariables(detail.content, detail.variables));
    return [
      closed,
      doc.details.length === 0 && refuse("SLC_AGR_004", "请至少添加一份协议", "Add at least one agreement"),
      ...(empty.length && helped.length < doc.details.length
        ? empty
            .filter((row) => row.assistUserId === null)
            .map((row) =>
              refuse("SLC_AGR_005", `${row.agreementName}没有正文或草稿文件`, `${row.agreementName} has neither text nor draft file`),
            )
        : []),
      unfilled.length > 0 &&
        refuse("SLC_AGR_006", `变量未填写：${unfilled.join("、")}`, `Variables without a value: ${unfilled.join(", ")}`),
      doc.dueDate < at.today && refuse("SLC_AGR_007", "期限不能早于今天", "The due date cannot be in the past"),
      ...doc.details.map((detail) => set(detail, { assistStatus: detail.assistUserId ? "WAITING" : "NONE" })),
      set(doc, { status: helped.length ? "ASSISTING" : "SUPPLIER_CONFIRMING" }),
      ...helpers.map((userId) => todo(helps, doc, { userId, orgId: doc.orgId, dueDate: endOfDay(doc.dueDate) })),
      ...(helped.length ? [] : handedOver(doc, me.displayName, at)),
      noted(doc, agreementSigning, node, "DOING"),
    ];
  },
});

const assistSave = rule(agreementSigning, "doAssistSave", {
  decide: (doc, _, input, me) => {
    const row = doc.details.find((detail) => detail.id === input.detailId && detail.assistUserId === me.userId);
    if (!row) return gone();
    return set(row, {
      content: input.content ?? null,
      draftFileId: input.draftFile ?? null,
      variables: input.variables ?? row.variables,
      assistOpinion: input.assistOpinion ?? null,
    });
  },
});

const assistDone = rule(agreementSigning, "doAssistDone", {
  decide: (doc, _, input, me, at) => {
    const mine = doc.details.filter((detail) => detail.assistUserId === me.userId && detail.assistStatus === "WAITING");
    if (mine.length === 0) return gone();
    const waiting = doc.details.filter((detail) => detail.assistStatus === "WAITING" && !mine.includes(detail));
    const isLast = waiting.length === 0;
    const empty = doc.details.filter((detail) => !hasDraft(detail));
    const unfilled = doc.details.flatMap((detail) => missingVariables(detail.content, detail.variables));
    return [
      ...mine
        .filter((row) => !hasDraft(row))
        .map((row) =>
          refuse("SLC_AGR_005", `${row.agreementName}没有正文或草稿文件`, `${row.agreementName} has neither text nor draft file`),
        ),
      isLast &&
        empty.some((row) => !mine.includes(row)) &&
        refuse("SLC_AGR_005", "还有协议没有正文或草稿文件", "Some agreement has neither text nor draft file"),
      isLast &&
        unfilled.length > 0 &&
        refuse("SLC_AGR_006", `变量未填写：${unfilled.join("、")}`, `Variables without a value: ${unfilled.join(", ")}`),
      ...mine.map((row) => set(row, { assistStatus: "DONE", assistOpinion: input.assistOpinion ?? row.assistOpinion })),
      closeTodo(helps, doc, "HANDLED", me.userId),
      ...(isLast ? [set(doc, { status: "SUPPLIER_CONFIRMING" }), ...handedOver(doc, me.displayName, at)] : []),
    ];
  },
});

const send = rule(agreementSigning, "doSend", { decide: (doc, _, __, me, at) => handedOver(doc, me.displayName, at) });

const supplierEdit = rule(agreementSigning, "doSupplierEdit", {
  decide: (doc, _, input, me, at) => {
    const row = doc.details.find((detail) => detail.id === input.detailId);
    if (!row) return gone();
    if (row.supplierEditable !== "Y" || row.detailStatus === "SIGNED")
      return refuse(
        "SLC_AGR_008",
        `${row.agreementName}不允许供方修改，可提出异议`,
        `${row.agreementName} cannot be edited; you can dispute it`,
      );
    const patch = {
      version: row.version + 1,
      content: input.content ?? row.content,
      draftFileId: input.draftFile ?? row.draftFileId,
    };
    if (patch.content === row.content && patch.draftFileId === row.draftFileId)
      return refuse("SLC_AGR_009", "没有修改内容", "Nothing was changed");
    return set(row, {
      ...patch,
      editedFlag: "Y",
      detailStatus: "SUPPLIER",
      supplierRemark: input.supplierRemark ?? row.supplierRemark,
      versions: kept(row, { side: "SUPPLIER", byName: me.displayName, at: at.now }, patch),
    });
  },
});

const mark = rule(agreementSigning, "doSupplierMark", {
  decide: (doc, _, input) => {
    const row = doc.details.find((detail) => detail.id === input.detailId);
    if (!row || row.detailStatus === "SIGNED") return gone();
    const { stand } = input;
    return [
      stand !== "AGREED" && stand !== "DISPUTED" && refuse("SLC_AGR_010", "请选择同意或有异议", "Agree or dispute"),
      stand === "AGREED" &&
        row.editedFlag === "Y" &&
        refuse(
          "SLC_AGR_011",
          `${row.agreementName}已修改，请先退回采购方复核`,
          `${row.agreementName} was edited; return it to the buyer first`,
        ),
      stand === "DISPUTED" && !input.supplierRemark && refuse("SLC_AGR_012", "提出异议须填写备注", "A dispute needs a remark"),
      set(row, { detailStatus: stand!, supplierRemark: input.supplierRemark ?? (stand === "AGREED" ? null : row.supplierRemark) }),
    ];
  },
});

const submitInternal = rule(agreementSigning, "doSubmitInternal", {
  decide: (doc, _, input) => {
    const edited = doc.details.filter((detail) => detail.editedFlag === "Y");
    const disputed = doc.details.filter((detail) => detail.detailStatus === "DISPUTED");
    const values = edited.map((row) => {
      const before = (row.versions ?? []).findLast((old) => old.side === "INTERNAL");
      return `${row.agreementName} v${row.version}（${changedNumbers(diffClauses(before?.content ?? null, row.content)) || "–"}）`;
    });
    return [
      edited.length + disputed.length === 0 &&
        refuse("SLC_AGR_013", "没有修改或异议，请直接确认", "Nothing was edited or disputed; confirm instead"),
      set(doc, {
        supplierOpinion: input.supplierOpinion ?? null,
        status: disputed.length ? "SUPPLIER_RETURNED" : "INTERNAL_REVIEW",
      }),
      closeTodo(signs, doc, "HANDLED"),
      tell("AGREEMENT_RETURNED", {
        id: doc.id,
        no: doc.signingNo,
        supplierId: doc.supplierId,
        ownerId: doc.createdBy,
        opinion: input.supplierOpinion,
        changes: [...values, ...disputed.map((row) => `${row.agreementName}：${row.supplierRemark ?? ""}`)].join("；").slice(0, 900),
      }),
    ];
  },
});

/** Drawing up, co-handling and agreeing with the supplier. */
export const signingRules: readonly Rule[] = [save, submit, assistSave, assistDone, send, supplierEdit, mark, submitInternal];
