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
const hasDraft = (one: Detail): boolean => Boolean(one.content?.trim()) || Boolean(one.draftFileId);
const isShown = (one: Detail): boolean => (one.versions ?? []).some((version) => version.version === one.version);

/** The version as it is now, kept beside the earlier ones. */
const kept = (
  one: Detail,
  now: Pick<Version, "side" | "byName" | "at">,
  patch: Partial<Pick<Detail, "version" | "content" | "draftFileId">> = {},
) => {
  const { version, content, draftFileId } = { ...one, ...patch };
  return [...(one.versions ?? []).filter((old) => old.version !== version), { ...now, version, content, fileId: draftFileId }];
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
        .map((one) => one.id)
        .toSorted()
        .join() ===
      doc.details
        .map((one) => one.id)
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
      ...doc.details.flatMap((one) => {
        const was = at.before(one);
        const changed = was !== null && (was.content !== one.content || was.draftFileId !== one.draftFileId);
        return [
          began &&
            changed &&
            one.detailStatus === "SIGNED" &&
            refuse("SLC_AGR_003", `${one.agreementName}已签署，不能修改`, `${one.agreementName} is signed and cannot be changed`),
          // What the other side has seen is a version; the first change after it begins the next.
          changed && isShown(was) && set(one, { version: was.version + 1 }),
        ];
      }),
    ];
  },
});

/** The supplier's turn begins: what it sees is filled in, kept as a version, and waited for. */
export function handedOver(doc: Signing, by: string, at: Moment): (Effect | false)[] {
  return [
    ...doc.details
      .filter((one) => one.detailStatus !== "SIGNED")
      .map((one) => {
        const content = one.content === null ? null : filled(one.content, one.variables);
        return set(one, {
          content,
          detailStatus: one.detailStatus === "AGREED" && isShown(one) ? "AGREED" : "SUPPLIER",
          editedFlag: "N",
          versions: isShown(one) ? one.versions : kept(one, { side: "INTERNAL", byName: by, at: at.now }, { content }),
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
    helpers: await Promise.all(doc.details.map((one) => find.maybe(user, one.assistUserId))),
  }),
  decide: (doc, { closed }, _, me, at) => {
    const empty = doc.details.filter((one) => !hasDraft(one));
    const helped = doc.details.filter((one) => one.assistUserId !== null);
    const helpers = [...new Set(helped.map((one) => one.assistUserId!))];
    const unfilled = helped.length ? [] : doc.details.flatMap((one) => missingVariables(one.content, one.variables));
    return [
      closed,
      doc.details.length === 0 && refuse("SLC_AGR_004", "请至少添加一份协议", "Add at least one agreement"),
      ...(empty.length && helped.length < doc.details.length
        ? empty
            .filter((one) => one.assistUserId === null)
            .map((one) =>
              refuse("SLC_AGR_005", `${one.agreementName}没有正文或草稿文件`, `${one.agreementName} has neither text nor draft file`),
            )
        : []),
      unfilled.length > 0 &&
        refuse("SLC_AGR_006", `变量未填写：${unfilled.join("、")}`, `Variables without a value: ${unfilled.join(", ")}`),
      doc.dueDate < at.today && refuse("SLC_AGR_007", "期限不能早于今天", "The due date cannot be in the past"),
      ...doc.details.map((one) => set(one, { assistStatus: one.assistUserId ? "WAITING" : "NONE" })),
      set(doc, { status: helped.length ? "ASSISTING" : "SUPPLIER_CONFIRMING" }),
      ...helpers.map((userId) => todo(helps, doc, { userId, orgId: doc.orgId, dueDate: endOfDay(doc.dueDate) })),
      ...(helped.length ? [] : handedOver(doc, me.displayName, at)),
      noted(doc, agreementSigning, node, "DOING"),
    ];
  },
});

const assistSave = rule(agreementSigning, "doAssistSave", {
  decide: (doc, _, input, me) => {
    const one = doc.details.find((detail) => detail.id === input.detailId && detail.assistUserId === me.userId);
    if (!one) return gone();
    return set(one, {
      content: input.content ?? null,
      draftFileId: input.draftFile ?? null,
      variables: input.variables ?? one.variables,
      assistOpinion: input.assistOpinion ?? null,
    });
  },
});

const assistDone = rule(agreementSigning, "doAssistDone", {
  decide: (doc, _, input, me, at) => {
    const mine = doc.details.filter((one) => one.assistUserId === me.userId && one.assistStatus === "WAITING");
    if (mine.length === 0) return gone();
    const waiting = doc.details.filter((one) => one.assistStatus === "WAITING" && !mine.includes(one));
    const isLast = waiting.length === 0;
    const empty = doc.details.filter((one) => !hasDraft(one));
    const unfilled = doc.details.flatMap((one) => missingVariables(one.content, one.variables));
    return [
      ...mine
        .filter((one) => !hasDraft(one))
        .map((one) =>
          refuse("SLC_AGR_005", `${one.agreementName}没有正文或草稿文件`, `${one.agreementName} has neither text nor draft file`),
        ),
      isLast &&
        empty.some((one) => !mine.includes(one)) &&
        refuse("SLC_AGR_005", "还有协议没有正文或草稿文件", "Some agreement has neither text nor draft file"),
      isLast &&
        unfilled.length > 0 &&
        refuse("SLC_AGR_006", `变量未填写：${unfilled.join("、")}`, `Variables without a value: ${unfilled.join(", ")}`),
      ...mine.map((one) => set(one, { assistStatus: "DONE", assistOpinion: input.assistOpinion ?? one.assistOpinion })),
      closeTodo(helps, doc, "HANDLED", me.userId),
      ...(isLast ? [set(doc, { status: "SUPPLIER_CONFIRMING" }), ...handedOver(doc, me.displayName, at)] : []),
    ];
  },
});

const send = rule(agreementSigning, "doSend", { decide: (doc, _, __, me, at) => handedOver(doc, me.displayName, at) });

const supplierEdit = rule(agreementSigning, "doSupplierEdit", {
  decide: (doc, _, input, me, at) => {
    const one = doc.details.find((detail) => detail.id === input.detailId);
    if (!one) return gone();
    if (one.supplierEditable !== "Y" || one.detailStatus === "SIGNED")
      return refuse(
        "SLC_AGR_008",
        `${one.agreementName}不允许供方修改，可提出异议`,
        `${one.agreementName} cannot be edited; you can dispute it`,
      );
    const patch = {
      version: one.version + 1,
      content: input.content ?? one.content,
      draftFileId: input.draftFile ?? one.draftFileId,
    };
    if (patch.content === one.content && patch.draftFileId === one.draftFileId)
      return refuse("SLC_AGR_009", "没有修改内容", "Nothing was changed");
    return set(one, {
      ...patch,
      editedFlag: "Y",
      detailStatus: "SUPPLIER",
      supplierRemark: input.supplierRemark ?? one.supplierRemark,
      versions: kept(one, { side: "SUPPLIER", byName: me.displayName, at: at.now }, patch),
    });
  },
});

const mark = rule(agreementSigning, "doSupplierMark", {
  decide: (doc, _, input) => {
    const one = doc.details.find((detail) => detail.id === input.detailId);
    if (!one || one.detailStatus === "SIGNED") return gone();
    const { stand } = input;
    return [
      stand !== "AGREED" && stand !== "DISPUTED" && refuse("SLC_AGR_010", "请选择同意或有异议", "Agree or dispute"),
      stand === "AGREED" &&
        one.editedFlag === "Y" &&
        refuse(
          "SLC_AGR_011",
          `${one.agreementName}已修改，请先退回采购方复核`,
          `${one.agreementName} was edited; return it to the buyer first`,
        ),
      stand === "DISPUTED" && !input.supplierRemark && refuse("SLC_AGR_012", "提出异议须填写备注", "A dispute needs a remark"),
      set(one, { detailStatus: stand!, supplierRemark: input.supplierRemark ?? (stand === "AGREED" ? null : one.supplierRemark) }),
    ];
  },
});

const submitInternal = rule(agreementSigning, "doSubmitInternal", {
  decide: (doc, _, input) => {
    const edited = doc.details.filter((one) => one.editedFlag === "Y");
    const disputed = doc.details.filter((one) => one.detailStatus === "DISPUTED");
    const said = edited.map((one) => {
      const before = (one.versions ?? []).findLast((old) => old.side === "INTERNAL");
      return `${one.agreementName} v${one.version}（${changedNumbers(diffClauses(before?.content ?? null, one.content)) || "–"}）`;
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
        ...{ id: doc.id, no: doc.signingNo, supplierId: doc.supplierId, ownerId: doc.createdBy, opinion: input.supplierOpinion },
        changes: [...said, ...disputed.map((one) => `${one.agreementName}：${one.supplierRemark ?? ""}`)].join("；").slice(0, 900),
      }),
    ];
  },
});

/** Drawing up, co-handling and agreeing with the supplier. */
export const signingRules: readonly Rule[] = [save, submit, assistSave, assistDone, send, supplierEdit, mark, submitInternal];
