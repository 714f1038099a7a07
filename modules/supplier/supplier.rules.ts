import { user } from "#kernel/platform/user.entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { reveal, rule, run, set, tell, warn, type Effect, type Find, type Rule } from "#kernel/rule.ts";
import type { Seal } from "#kernel/seal.ts";
import { addDays } from "#kernel/days.ts";
import { plainCompany } from "./company.ts";
import { supplierContact } from "./contact.entity.ts";
import { duplicateQuestion, fault, guarded, identityFacts, identityFaults, spokenAlike, temporaryFaults } from "./file.ts";
import { lackingForOrders, type OrderFile } from "./lacking.ts";
import { supplierSite } from "./place.entity.ts";
import { closing, whole } from "./sensitive.ts";
import { joinedWith, rederived, standingOf } from "./standing.rules.ts";
import type { Supplier } from "./standing.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { sureness } from "./sureness.ts";

export const legalPersonBinding = "SrmSupInfo.legalPersonId";

/** Keys and closed values that follow from what was typed. */
export function derivedFields(seal: Seal, doc: Pick<Supplier, "supplierName" | "legalPersonId">) {
  const person = closing(seal, doc.legalPersonId, legalPersonBinding);
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
    const distant = facts.alike.filter((alikeSupplier) => sureness(alikeSupplier.score) === "DISTANT");
    return [
      isEffective && isPerson && guarded(supplierInfo, { ...doc }, { ...before }, before),
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
      isNewIdentity && isPerson && duplicateQuestion(facts),
      isNewIdentity && distant.length > 0 && warn("SUP_DUP", ...spokenAlike(distant)),
      set(doc, derivedFields(at.seal, doc)),
      before === null && set(doc, { grantedOrgIds: [], grantedCategoryIds: [] }),
    ];
  },
});

/** Whoever submits a file is told what will keep orders from it; it may still come into force and be completed later. */
async function orderFile(find: Find, doc: Supplier): Promise<OrderFile> {
  const supplierId = doc.id;
  const [contacts, sites, hasUser, stored] = await Promise.all([
    find.where(supplierContact, { supplierId, enabledFlag: "Y" }, 5000),
    find.where(supplierSite, { supplierId }, 5000),
    find.exists(user, { supplierId, userStatus: "ACTIVE" }),
    standingOf(find, supplierId),
  ]);
  return {
    email: doc.email,
    contactEmails: contacts.map(({ email }) => email),
    hasUser,
    siteStates: sites.map(({ siteStatus }) => siteStatus),
    grantStates: stored.grants.map(({ categoryStatus }) => categoryStatus),
  };
}

function toldLacking(file: OrderFile): Effect | false {
  // Categories are granted after the file is in force: their lack is no news here.
  const lacks = lackingForOrders({ ...file, grantStates: ["QUALIFIED"] });
  return (
    lacks.length > 0 &&
    warn(
      "SUP_INF_008",
      `生效后还不能下单，缺少：${lacks.map(([cn]) => cn).join("、")}。请在联系人与地点页签补充`,
      `No order can go to it yet: it needs ${lacks.map(([, en]) => en).join(" and ")}. Add it on the tabs Contacts and Sites`,
    )
  );
}

const submitRule = rule(supplierInfo, "doSubmit", {
  reads: async (doc, find, _, __, at) => {
    const [facts, file] = await Promise.all([identityFacts(find, doc, at.today), orderFile(find, doc)]);
    return { ...facts, file };
  },
  decide: (doc, facts, _, __, at) => [...identityFaults(doc, facts), ...temporaryFaults(doc, facts, at.today), toldLacking(facts.file)],
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

/** A temporary supplier lasts longer once. */
const prolongRule = rule(supplierInfo, "doProlong", {
  reads: async (doc, find, _, __, at) => ({ facts: await identityFacts(find, doc, at.today), stored: await standingOf(find, doc.id) }),
  decide: (doc, { facts, stored }, input, me, at) => {
    const until = input.newValidTo!;
    return [
      doc.tempFlag !== "Y" && refuse("SUP_TMP_006", "不是临时供应商", "Not a temporary supplier"),
      doc.tempProlonged === "Y" && refuse("SUP_TMP_005", "临时有效期只能延期一次", "A temporary status can be extended only once"),
      (until <= (doc.tempValidTo ?? "") || until > addDays(at.today, facts.mostDays)) &&
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
  decide: (doc, _, input, __, at) => [
    set(doc, { viewedFor: input.purpose ?? null }),
    reveal({ legalPersonId: whole(at.seal, doc.legalPersonId, legalPersonBinding) }),
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

export const supplierRules: readonly Rule[] = [...[saveRule, submitRule, approveRule, prolongRule, revealRule, erpRule, confirmRule]];
