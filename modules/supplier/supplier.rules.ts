import { user } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { ask, reveal, rule, run, set, tell, warn, type Effect, type Rule } from "#kernel/rule.ts";
import { spoken, total, type Held } from "#modules/admin/index.ts";
import { plainCompany } from "./company.ts";
import { dayPlus } from "./days.ts";
import { fault, guarded, identityFacts, identityFaults, spokenAlike, temporaryFaults } from "./file.ts";
import { openBusiness } from "./open-business.ts";
import { openItems } from "./open-items.ts";
import { closing, whole } from "./sensitive.ts";
import { joinedWith, rederived, standingOf } from "./standing.rules.ts";
import type { Supplier } from "./standing.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { sureness } from "./sureness.ts";

export const legalPersonBinding = "SrmSupInfo.legalPersonId";

/** Keys and closed values that follow from what was typed. */
export function derivedFields(doc: Pick<Supplier, "supplierName" | "legalPersonId">) {
  const person = closing(doc.legalPersonId, legalPersonBinding);
  return {
    nameKey: plainCompany(doc.supplierName) || null,
    ...(person ? { legalPersonId: person.stored, legalPersonKey: person.key } : {}),
  };
}

const identityKeys = ["supplierName", "uscc", "taxNo", "supplierNature", "branchFlag", "parentSupplierId", "email"] as const;
const temporaryKeys = ["tempValidTo", "tempAmountLimit"] as const;

/** A file is checked for who it is about; once in force, guarded fields change by request only. */
const saveRule = rule(supplierInfo, "saveOrUpdate", {
  reads: (doc, find, _, __, at) => identityFacts(find, doc, at.today),
  decide: (doc, facts, { before }, me, at) => {
    const isEffective = before?.infoStatus === "EFFECTIVE";
    const isNewIdentity = !before || identityKeys.some((key) => before[key] !== doc[key]);
    const isPerson = me.audience !== "system";
    const likely = facts.alike.filter((one) => sureness(one.score) === "LIKELY");
    const distant = facts.alike.filter((one) => sureness(one.score) === "DISTANT");
    return [
      isEffective && isPerson && guarded(supplierInfo, { ...doc }, before ? { ...before } : null),
      isEffective &&
        isPerson &&
        temporaryKeys.some((key) => before[key] !== doc[key]) &&
        fault(
          "tempValidTo",
          "SUP_TMP_005",
          "生效后临时有效期只能延期一次，限额不能修改",
          "Once effective, the end date can be extended once; the cap stays",
        ),
      doc.mergedIntoId !== null && refuse("SUP_INF_004", "已合并的供应商不能修改", "A merged supplier cannot be changed"),
      ...(isNewIdentity ? identityFaults(doc, facts) : []),
      ...(isEffective ? [] : temporaryFaults(doc, facts, at.today)),
      doc.parentSupplierId === doc.id && fault("parentSupplierId", "SUP_INF_005", "母公司不能是自身", "A company cannot be its own parent"),
      isNewIdentity && isPerson && likely.length > 0 && ask("SUP_DUP", ...spokenAlike(likely)),
      isNewIdentity && distant.length > 0 && warn("SUP_DUP", ...spokenAlike(distant)),
      set(doc, derivedFields(doc)),
      before === null && set(doc, { grantedOrgIds: [], grantedCategoryIds: [] }),
    ];
  },
});

const submitRule = rule(supplierInfo, "doSubmit", {
  reads: (doc, find, _, __, at) => identityFacts(find, doc, at.today),
  decide: (doc, facts, _, __, at) => [...identityFaults(doc, facts), ...temporaryFaults(doc, facts, at.today)],
});

/** A file comes into force: wished categories become candidates, the status is told, its owner hears of it. */
export function comesIntoForce(doc: Supplier, source: { docType: string; docId: string; reason: string | null }): Effect[] {
  const wanted = (doc.wantedCategoryIds ?? []).map((categoryId) => ({ orgId: null, categoryId, categoryStatus: "CANDIDATE" }));
  return [
    run(supplierInfo, doc.id, "doGrant", { ...source, categories: wanted }),
    tell("SUPPLIER_CREATED", {
      id: doc.id,
      supplierId: doc.id,
      supplier: doc.supplierName,
      supplierEn: doc.supplierNameEn ?? doc.supplierName,
      // Thousands brought in by a workbook are told as one, when it is done.
      ownerId: source.docType === "IMPORT" ? null : doc.ownerId,
      docType: source.docType,
      docId: source.docId,
    }),
  ];
}

const approveRule = rule(supplierInfo, "doApproval", {
  reads: (doc, find, _, __, at) => identityFacts(find, doc, at.today),
  decide: (doc, facts, _, __, at) => [
    ...identityFaults(doc, facts),
    set(doc, { infoConfirmDate: at.today }),
    ...comesIntoForce(doc, { docType: "SUP_INFO_CREATE", docId: doc.id, reason: null }),
  ],
});

/** Two files of one company become one; nothing may be open on the one that goes. */
const mergeRule = rule(supplierInfo, "doMerge", {
  reads: async (doc, find, input, _, at) => {
    const [target, open, stored, users] = await Promise.all([
      find.lock(supplierInfo, input.targetId ?? ""),
      openBusiness.ask(find, { supplierId: doc.id, orgIds: null, categoryIds: null, on: at.today }),
      standingOf(find, doc.id),
      find.where(user, { supplierId: doc.id, userStatus: ["ACTIVE", "LOCKED"] }, 2000),
    ]);
    return { target, open, stored, users };
  },
  decide: (doc, { target, open, stored, users }, input, me, at) => {
    const held: Held[] = [
      ...open.map((one) => ({ label: openItems[one.item], count: one.count })),
      { label: ["进行中的引入", "Onboarding in progress"], count: doc.runningTracks },
    ];
    const count = total(held);
    const [cn, en] = spoken(held);
    if (count > 0)
      return refuse(
        "SUP_INF_002",
        `被合并供应商存在未结单据${count}笔（${cn}）`,
        `${count} open documents on the supplier to be merged (${en})`,
        { data: { held } },
      );
    if (target.id === doc.id || target.mergedIntoId !== null || target.infoStatus !== "EFFECTIVE" || target.blacklistFlag === "Y")
      return fault("targetId", "SUP_INF_003", "不能合并到该供应商", "It cannot be merged into this supplier");
    return [
      ...rederived(
        doc,
        { mergedIntoId: target.id },
        joinedWith(doc, stored),
        { docType: "MERGE", docId: target.id, reason: target.supplierCode },
        me,
        at,
      ),
      ...users.map((one) => run(user, one.id, "doShutOut", {})),
      tell("SUPPLIER_MERGED", {
        id: target.id,
        supplierId: doc.id,
        targetId: target.id,
        supplier: doc.supplierName,
        supplierEn: doc.supplierNameEn ?? doc.supplierName,
        ownerId: doc.ownerId,
      }),
    ];
  },
});

/** A temporary supplier lasts longer once. */
const prolongRule = rule(supplierInfo, "doProlong", {
  reads: async (doc, find, _, __, at) => ({ facts: await identityFacts(find, doc, at.today), stored: await standingOf(find, doc.id) }),
  decide: (doc, { facts, stored }, input, me, at) => {
    const until = input.newValidTo!;
    return [
      doc.tempFlag !== "Y" && refuse("SUP_TMP_006", "不是临时供应商", "Not a temporary supplier"),
      doc.tempProlonged === "Y" && refuse("SUP_TMP_005", "临时有效期只能延期一次", "A temporary status can be extended only once"),
      (until <= (doc.tempValidTo ?? "") || until > dayPlus(at.today, facts.mostDays)) &&
        fault(
          "newValidTo",
          "SUP_TMP_003",
          `须晚于原有效期且在今天起${facts.mostDays}天内`,
          `Later than now and at most ${facts.mostDays} days from today`,
        ),
      ...rederived(
        doc,
        { tempValidTo: until, tempProlonged: "Y" },
        joinedWith(doc, stored),
        { reason: input.prolongReason ?? null },
        me,
        at,
      ),
    ];
  },
});

const revealRule = rule(supplierInfo, "doReveal", {
  decide: (doc, _, input) => [
    set(doc, { viewedFor: input.purpose ?? null }),
    reveal({ legalPersonId: whole(doc.legalPersonId, legalPersonBinding) }),
  ],
});

const erpRule = rule(supplierInfo, "syncErp", {
  decide: (doc) => [
    tell("SUPPLIER_TO_ERP", {
      id: doc.id,
      supplierId: doc.id,
      supplier: doc.supplierName,
      supplierEn: doc.supplierNameEn ?? doc.supplierName,
    }),
    warn("ERP_NOT_CONNECTED", "尚未接入ERP，已登记同步请求", "No ERP is connected; the request is saved"),
  ],
});

const confirmRule = rule(supplierInfo, "confirmInfo", { decide: (doc, _, __, ___, at) => set(doc, { infoConfirmDate: at.today }) });

export const supplierRules: readonly Rule[] = [
  ...[saveRule, submitRule, approveRule, mergeRule, prolongRule, revealRule, erpRule, confirmRule],
];
