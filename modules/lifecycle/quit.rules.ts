import { add as plus, cmp, format } from "#kernel/decimal.ts";
import type { Doc } from "#kernel/entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { refuse, type Refusal } from "#kernel/refusal.ts";
import { add, isSelf, rule, run, set, tell, type Effect, type Find } from "#kernel/rule.ts";
import {
  afterLeaving,
  impactOf,
  openItems,
  supplierCategory,
  supplierControl,
  supplierInfo,
  supplierSite,
  type BusinessScope,
  type Impact,
  type OpenItem,
} from "#modules/supplier/index.ts";
import type { Text } from "#kernel/text.ts";
import { quit } from "./quit.entity.ts";

type Quit = Doc<typeof quit>;

const docType = quit.name;
const fault = (path: string, code: string, cn: string, en: string): Refusal =>
  refuse(code, cn, en, { fieldErrors: [{ path, code, text: [cn, en] }] });

/** Running invitations are withdrawn and agreements run out with the exit: they are settled by it and do not stand in its way. */
const harmless: readonly OpenItem[] = ["SOURCING", "AGREEMENT"];
const codes = Object.keys(openItems) as OpenItem[];

/** Where an exit reaches. */
export const scopeOfQuit = (doc: Pick<Quit, "supplierId" | "quitScope" | "orgIds" | "categoryIds">): BusinessScope => ({
  supplierId: doc.supplierId,
  orgIds: doc.quitScope === "ALL" || !doc.orgIds?.length ? null : doc.orgIds,
  categoryIds: doc.quitScope === "CATEGORY" ? (doc.categoryIds ?? []) : null,
});

interface Checked {
  readonly checkItem: OpenItem;
  readonly openCount: number | null;
  readonly openAmount: string | null;
  readonly blockFlag: "Y" | "N";
  readonly doneFlag: "Y" | "N";
  readonly keptFlag: "Y" | "N";
  readonly route: string | null;
}

/** Every kind of business as it stands; what no area keeps has nothing open and says so. */
export function checksOf(impact: Impact): readonly Checked[] {
  return codes.map((checkItem) => {
    const answers = impact.items.filter((openBusiness) => openBusiness.item === checkItem);
    const count = answers.reduce((sum, answer) => sum + answer.count, 0);
    const amounts = answers.flatMap((answer) => answer.amount ?? []);
    const isOpen = count > 0 || amounts.some((amount) => cmp(amount, "0") !== 0);
    return {
      checkItem,
      openCount: answers.length ? count : null,
      openAmount: amounts.length ? amounts.reduce((sum, amount) => plus(sum, amount)) : null,
      blockFlag: harmless.includes(checkItem) ? "N" : "Y",
      doneFlag: isOpen ? "N" : "Y",
      keptFlag: answers.length ? "Y" : "N",
      route: answers.find((answer) => answer.route)?.route ?? null,
    };
  });
}

const refreshed = (doc: Quit, checks: readonly Checked[], today: string): Effect[] => [
  ...checks.map((check) => {
    const known = doc.checks.find((row) => row.checkItem === check.checkItem);
    return known ? set(known, check) : add(doc, "checks", { ...check });
  }),
  set(doc, { checkDate: today }),
];

const named = (check: Checked): Text => {
  const [cn, en] = openItems[check.checkItem];
  const what =
    check.openAmount !== null && cmp(check.openAmount, "0") !== 0
      ? format(check.openAmount, { scale: 2, thousands: true })
      : check.openCount;
  return [`${cn} ${what ?? ""}`.trim(), `${en} ${what ?? ""}`.trim()];
};

/** What is open and stands in the way, with all of it named. */
export function blockedBy(checks: readonly Checked[]): Refusal | false {
  const open = checks.filter((check) => check.blockFlag === "Y" && check.doneFlag === "N").map(named);
  if (open.length === 0) return false;
  return refuse(
    "SLC_QUT_002",
    `存在未结事项：${open.map(([cn]) => cn).join("，")}`,
    `Open business: ${open.map(([, en]) => en).join(", ")}`,
  );
}

const impact = (find: Find, doc: Quit, today: string): Promise<Impact> => impactOf(find, scopeOfQuit(doc), today);

const saveQuit = rule(quit, "saveOrUpdate", {
  reads: async (doc, find, _, __, at) => ({ impact: await impact(find, doc, at.today) }),
  decide: (doc, { impact }, { before }, _, at) => {
    const scope = (quit: Quit): string => JSON.stringify([quit.quitScope, quit.orgIds, quit.categoryIds]);
    return [
      doc.quitDate < at.today && fault("quitDate", "SLC_QUT_005", "退出日不能早于今天", "The exit date cannot be before today"),
      doc.replaceSupplierId === doc.supplierId &&
        fault("replaceSupplierId", "SLC_QUT_007", "替代供应商不能是退出的供应商", "A supplier cannot replace itself"),
      doc.quitScope === "ALL" && set(doc, { orgIds: null, categoryIds: null }),
      doc.quitScope === "ORG" && set(doc, { categoryIds: null }),
      before !== null && scope(before) !== scope(doc) && set(doc, { releasedBy: null, releaseReason: null }),
      ...refreshed(doc, checksOf(impact), at.today),
    ];
  },
});

const submitQuit = rule(quit, "doSubmit", {
  reads: async (doc, find, _, __, at) => ({ impact: await impact(find, doc, at.today) }),
  decide: (doc, { impact }, _, __, at) => {
    const checks = checksOf(impact);
    const unnamed = impact.soleItems.filter(
      (soleItem) => !doc.transitionPlan.includes(soleItem.itemCode) && !doc.transitionPlan.includes(soleItem.itemName),
    );
    const list = unnamed.map((soleItem) => `${soleItem.itemCode} ${soleItem.itemName}`);
    return [
      doc.quitDate < at.today && fault("quitDate", "SLC_QUT_005", "退出日不能早于今天", "The exit date cannot be before today"),
      doc.releasedBy === null && blockedBy(checks),
      unnamed.length > 0 &&
        fault(
          "transitionPlan",
          "SLC_QUT_003",
          `过渡方案须写明独家供应物料：${list.join("，")}`,
          `The transition plan must name what only this supplier delivers: ${list.join(", ")}`,
        ),
      ...refreshed(doc, checks, at.today),
    ];
  },
});

const controlReason: Readonly<Record<string, string>> = {
  QUALITY: "QUALITY",
  DELIVERY: "DELIVERY",
  COMPLIANCE: "COMPLIANCE",
  PERFORMANCE: "PERFORMANCE",
};

/** The stretches an exit blocks. */
function stretches(doc: Quit): Readonly<Record<string, unknown>>[] {
  if (doc.quitScope === "ALL") return [{ scopeType: "ALL" }];
  const orgs = doc.orgIds ?? [];
  if (doc.quitScope === "ORG") return orgs.map((orgId) => ({ scopeType: "ORG", orgId }));
  return (doc.categoryIds ?? []).flatMap((categoryId) =>
    orgs.length ? orgs.map((orgId) => ({ scopeType: "CATEGORY", categoryId, orgId })) : [{ scopeType: "CATEGORY", categoryId }],
  );
}

const event = (doc: Quit, supplier: string, more: Record<string, unknown> = {}) => ({
  id: doc.id,
  no: doc.quitNo,
  supplierId: doc.supplierId,
  supplier,
  quitScope: doc.quitScope,
  orgIds: doc.orgIds,
  categoryIds: doc.categoryIds,
  quitDate: doc.quitDate,
  initiatorId: doc.createdBy,
  ...more,
});

const approveQuit = rule(quit, "doApproval", {
  reads: async (doc, find) => ({ supplier: await find.one(supplierInfo, doc.supplierId) }),
  decide: (doc, { supplier }, _, __, at) => [
    run(supplierInfo, doc.supplierId, "doControl", {
      docType,
      docId: doc.id,
      reason: `退出 ${doc.quitNo ?? ""}`,
      add: stretches(doc).map((where) => ({
        ...where,
        blockedOps: ["SOURCING", "AWARD", "ORDER"],
        startDate: at.today,
        controlReason: controlReason[doc.quitReason] ?? "OTHER",
        reasonDesc: `退出 ${doc.quitNo ?? ""}`,
      })),
    }),
    tell("QUIT_APPROVED", event(doc, supplier.supplierName)),
  ],
});

const ownControls = (find: Find, doc: Quit) =>
  find.where(supplierControl, { supplierId: doc.supplierId, sourceDocId: doc.id, controlStatus: "ACTIVE" });

const cancelQuit = rule(quit, "doCancel", {
  reads: async (doc, find) => ({ controls: await ownControls(find, doc) }),
  decide: (doc, { controls }, input, _, at) => [
    at.today >= doc.quitDate && refuse("SLC_QUT_006", "已到退出日，不能取消", "The exit date has passed; it can no longer be cancelled"),
    set(doc, { cancelReason: input.cancelText! }),
    controls.length > 0 &&
      run(supplierInfo, doc.supplierId, "doControl", {
        docType,
        docId: doc.id,
        reason: `取消退出 ${doc.quitNo ?? ""}`,
        lift: controls.map((control) => control.id),
      }),
  ],
});

async function leavingFacts(find: Find, doc: Quit, today: string) {
  const scope = scopeOfQuit(doc);
  const where = {
    supplierId: doc.supplierId,
    ...(scope.orgIds ? { orgId: scope.orgIds } : {}),
    ...(scope.categoryIds ? { categoryId: scope.categoryIds } : {}),
  };
  const [supplier, grants, all, sites, controls, open, follow] = await Promise.all([
    find.one(supplierInfo, doc.supplierId),
    find.where(supplierCategory, { ...where, categoryStatus: { not: "EXITED" } }, 2000),
    find.where(supplierCategory, { supplierId: doc.supplierId, categoryStatus: { not: "EXITED" } }, 2000),
    find.where(
      supplierSite,
      { supplierId: doc.supplierId, siteStatus: ["ACTIVE", "DRAFT"], ...(scope.orgIds ? { orgId: scope.orgIds } : {}) },
      2000,
    ),
    ownControls(find, doc),
    impact(find, doc, today),
    afterLeaving.ask(find, { ...scope, docId: doc.id }),
  ]);
  return { supplier, grants, sites: doc.quitScope === "CATEGORY" ? unusedSites(sites, grants, all) : sites, controls, open, follow };
}

type Granted = Pick<Doc<typeof supplierCategory>, "id" | "orgId">;

/** A site serves an organisation: when a category leaves, it goes only if no other category is left there that uses it. */
export function unusedSites<S extends { readonly orgId: string }>(
  sites: readonly S[],
  leaving: readonly Granted[],
  all: readonly Granted[],
): readonly S[] {
  const serves = (grants: readonly Granted[], site: S): boolean =>
    grants.some((grant) => grant.orgId === null || grant.orgId === site.orgId);
  const staying = all.filter((granted) => !leaving.some((it) => it.id === granted.id));
  return sites.filter((site) => serves(leaving, site) && !serves(staying, site));
}

/** The day has come: gone when everything is settled, otherwise a word every day until it is. */
const leave = rule(quit, "doLeave", {
  reads: (doc, find, _, __, at) => leavingFacts(find, doc, at.today),
  decide: (doc, { supplier, grants, sites, controls, open, follow }, _, __, at) => {
    const checks = checksOf(open);
    const waiting = checks.filter((check) => check.doneFlag === "N" && !harmless.includes(check.checkItem));
    if (doc.quitDate > at.today) return refuse("SLC_QUT_005", "未到退出日", "The exit date has not been reached");
    if (waiting.length > 0)
      return [
        ...refreshed(doc, checks, at.today),
        tell(
          "QUIT_WAITING",
          event(doc, supplier.supplierName, { n: waiting.length, list: waiting.map((checked) => named(checked)[0]).join("，") }),
        ),
      ];
    const source = { docType, docId: doc.id, reason: `退出 ${doc.quitNo ?? ""}` };
    return [
      ...refreshed(doc, checks, at.today),
      set(doc, { status: "EFFECTIVE", effectDate: at.today }),
      grants.length > 0 &&
        run(supplierInfo, doc.supplierId, "doGrant", {
          ...source,
          categories: grants.map((grant) => ({
            orgId: grant.orgId,
            categoryId: grant.categoryId,
            categoryStatus: "EXITED",
            statusReason: source.reason,
          })),
        }),
      ...sites.map((site) => run(supplierSite, site.id, "doDisable", {})),
      controls.length > 0 && run(supplierInfo, doc.supplierId, "doControl", { ...source, expire: controls.map((control) => control.id) }),
      doc.quitScope === "ALL" && run(supplierInfo, doc.supplierId, "doStanding", { ...source, quitDate: at.today, quitScopeAll: "Y" }),
      ...follow,
      tell("SUPPLIER_QUIT", event(doc, supplier.supplierName)),
    ];
  },
});

/** Half a year after the exit nobody of the company needs to read here any more. */
const endAccess = rule(quit, "doEndAccess", {
  reads: async (doc, find) => ({
    supplier: await find.one(supplierInfo, doc.supplierId),
    users: await find.where(user, { supplierId: doc.supplierId, userStatus: ["ACTIVE", "LOCKED", "REGISTERING"] }, 2000),
  }),
  decide: (doc, { supplier, users }) => [
    set(doc, { accessEndedFlag: "Y" }),
    ...(supplier.supStatus === "QUIT" ? users.map((row) => run(user, row.id, "doShutOut", {})) : []),
  ],
});

export const quitRules = [
  saveQuit,
  submitQuit,
  approveQuit,
  cancelQuit,
  leave,
  endAccess,
  rule(quit, "refreshCheck", {
    reads: async (doc, find, _, __, at) => ({ impact: await impact(find, doc, at.today) }),
    decide: (doc, { impact }, _, __, at) => refreshed(doc, checksOf(impact), at.today),
  }),
  rule(quit, "doRelease", {
    decide: (doc, _, input, me) => [
      isSelf(me, doc.createdBy) && refuse("SLC_QUT_008", "放行人不能是申请人", "The applicant cannot release"),
      set(doc, { releasedBy: me.userId, releaseReason: input.releaseText! }),
    ],
  }),
];
