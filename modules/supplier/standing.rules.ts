import type { Draft, Me } from "#kernel/entity.ts";
import { refuse } from "#kernel/refusal.ts";
import { add, make, rule, run, set, tell, type Effect, type Find, type Moment, type Rule } from "#kernel/rule.ts";
import { category } from "#modules/base/index.ts";
import { owned } from "./ask.ts";
import { afterStanding } from "./follow.ts";
import { buyersConcerned } from "./open-business.ts";
import { supplierSite } from "./place.entity.ts";
import {
  deriveStatus,
  isInForce,
  worstCertificate,
  type CertificateRow,
  type ControlRow,
  type GrantRow,
  type Supplier,
} from "./standing.ts";
import { supplierCategory, supplierCertificate, supplierControl } from "./standing.entity.ts";
import type { ControlDraft, Grant, GrantedSite } from "./standing.types.ts";
import { supplierInfo } from "./supplier.entity.ts";
import { operationName } from "./tradable.ts";
import { supplierWarning } from "./warning.entity.ts";
import { relitBy } from "./risk-light.ts";

/** Which document says so, and why. */
export interface Source {
  readonly docType?: string | null;
  readonly docId?: string | null;
  readonly reason?: string | null;
}

export interface Owned {
  readonly grants: readonly GrantRow[];
  readonly controls: readonly ControlRow[];
  readonly certificates: readonly CertificateRow[];
}

/** What stands about a supplier, as stored; rows added by the same action are joined when it is decided. */
export async function standingOf(find: Find, supplierId: string): Promise<Owned> {
  const mine = { supplierId };
  const [grants, controls, certificates] = await Promise.all([
    find.where(supplierCategory, mine, 5000),
    find.where(supplierControl, mine, 5000),
    find.where(supplierCertificate, mine, 5000),
  ]);
  return { grants, controls, certificates };
}

export const joinedWith = (doc: Supplier, stored: Owned): Owned => ({
  grants: owned<GrantRow>(doc, "categories", stored.grants),
  controls: owned<ControlRow>(doc, "controls", stored.controls),
  certificates: owned<CertificateRow>(doc, "certificates", stored.certificates),
});

const sourceOf = (input: Source): Required<Source> => ({
  docType: input.docType ?? null,
  docId: input.docId ?? null,
  reason: input.reason ?? null,
});

type Scope = "SUPPLIER" | "CATEGORY" | "CONTROL";
/** One line of the status log. */
export const logged = (
  doc: Supplier,
  scope: readonly [kind: Scope, id: string],
  from: string | null,
  to: string,
  source: Source,
  me: Me,
  at: Moment,
) =>
  add(doc, "statusLogs", {
    scopeKind: scope[0],
    scopeId: scope[1],
    fromStatus: from,
    toStatus: to,
    ...sourceOf(source),
    reason: source.reason?.slice(0, 500) ?? null,
    changeDate: at.now,
    operatorId: me.userId,
  });

/** Operations as systems hear them and as people read them. */
const named = (ops: readonly string[]) => ({
  ops,
  opsName: ops.map((op) => operationName(op)[0]).join("、"),
  opsNameEn: ops.map((op) => operationName(op)[1]).join(", "),
});

/** Each person is told once. */
const othersThan = (ownerId: string | null, userIds: readonly string[]): readonly string[] =>
  [...new Set(userIds)].filter((id) => id !== ownerId);

export type Patch = { -readonly [K in keyof Supplier]?: Supplier[K] };
type After = {
  readonly grants: readonly Pick<GrantRow, "categoryId" | "orgId" | "categoryStatus">[];
  readonly controls: readonly ControlLike[];
  readonly certificates: readonly Pick<CertificateRow, "certStatus">[];
};
type ControlLike = Pick<ControlRow, "controlStatus" | "startDate" | "endDate" | "scopeType" | "blockedOps">;

/** For every organisation of the group; what a company only wishes for is no grant. */
const isForAll = (grantRow: After["grants"][number]): boolean => grantRow.orgId === null && grantRow.categoryStatus !== "CANDIDATE";

/** Tells the status again from how everything will stand, and writes down when it differs. */
export function rederived(doc: Supplier, patch: Patch, after: After, source: Source, me: Me, at: Moment): Effect[] {
  const next = { ...doc, ...patch };
  const status = deriveStatus(next, after.grants, after.controls, at.today);
  const isRestricted = after.controls.some((control) => isInForce(control, at.today));
  const held = after.grants.filter((grant) => grant.categoryStatus !== "EXITED");
  const all: Patch = {
    ...patch,
    supStatus: status,
    grantedCategoryIds: [...new Set(held.map((grantRow) => grantRow.categoryId))],
    grantedOrgIds: held.some(isForAll) ? null : [...new Set(held.flatMap((grantRow) => grantRow.orgId ?? []))],
    certState: worstCertificate(after.certificates.map((certificate) => certificate.certStatus)),
    ...(isRestricted ? { riskLight: "RED" } : {}),
    ...(status === "QUALIFIED" && doc.qualifiedDate === null ? { qualifiedDate: at.today } : {}),
  };
  return [
    set(doc, all),
    ...(status !== null && status !== doc.supStatus ? [logged(doc, ["SUPPLIER", doc.id], doc.supStatus, status, source, me, at)] : []),
  ];
}

const granted = (grant: Grant, before: GrantRow | undefined, source: Source, at: Moment) => ({
  orgId: grant.orgId ?? null,
  categoryId: grant.categoryId,
  categoryStatus: grant.categoryStatus,
  gradeLevel: grant.gradeLevel ?? before?.gradeLevel ?? null,
  qualifiedDate: grant.categoryStatus === "QUALIFIED" ? (before?.qualifiedDate ?? at.today) : (before?.qualifiedDate ?? null),
  validTo: grant.validTo === undefined ? (before?.validTo ?? null) : grant.validTo,
  trialQtyLimit: grant.trialQtyLimit === undefined ? (before?.trialQtyLimit ?? null) : grant.trialQtyLimit,
  trialAmountLimit: grant.trialAmountLimit === undefined ? (before?.trialAmountLimit ?? null) : grant.trialAmountLimit,
  trialValidTo: grant.trialValidTo === undefined ? (before?.trialValidTo ?? null) : grant.trialValidTo,
  sourceDocType: source.docType ?? "",
  sourceDocId: source.docId ?? "",
  statusReason: grant.statusReason ?? source.reason?.slice(0, 300) ?? null,
});

const eventOf = (from: string | null, to: string): string | null =>
  to === "QUALIFIED" && from === "SUSPENDED"
    ? "SUPPLIER_LIFTED"
    : to === "QUALIFIED" && from !== "QUALIFIED"
      ? "SUPPLIER_QUALIFIED"
      : to === "SUSPENDED" && from !== "SUSPENDED"
        ? "SUPPLIER_SUSPENDED"
        : null;

/** The next site code nobody has; whoever asks again gets another. */
function freeCode(taken: Set<unknown>): string {
  for (let n = 1; ; n++) {
    const siteCode = `ST${String(n).padStart(2, "0")}`;
    if (taken.has(siteCode)) continue;
    taken.add(siteCode);
    return siteCode;
  }
}

/** Sites a grant switches on or makes; a new one gets the next free code. */
function sitesOf(
  doc: Supplier,
  sites: readonly GrantedSite[],
  known: readonly { id: string; siteStatus: string; siteCode: string }[],
  at: Moment,
): Effect[] {
  const taken = new Set([...known, ...(sites as readonly { readonly siteCode?: string | null }[])].map((entry) => entry.siteCode));
  return sites.flatMap((site): Effect[] => {
    if ("siteId" in site && site.siteId) {
      const there = known.find((row) => row.id === site.siteId);
      return there && there.siteStatus !== "ACTIVE" ? [run(supplierSite, String(site.siteId), "doEnabled", {})] : [];
    }
    const fields = site as Draft<typeof supplierSite>;
    const siteCode = fields.siteCode ?? freeCode(taken);
    return [
      make(supplierSite, at.newId(), {
        ...fields,
        supplierId: doc.id,
        siteCode,
        siteName: fields.siteName ?? siteCode,
        siteStatus: "ACTIVE",
      }),
    ];
  });
}

const grantRule = rule(supplierInfo, "doGrant", {
  reads: async (doc, find, input) => {
    const grants = (input.categories ?? []) as readonly Grant[];
    const [stored, sites, categories, follow] = await Promise.all([
      standingOf(find, doc.id),
      find.where(supplierSite, { supplierId: doc.id }, 2000),
      Promise.all([...new Set(grants.map((grant) => grant.categoryId))].map((id) => find.maybe(category, id))),
      afterStanding.ask(find, { supplierId: doc.id }),
    ]);
    const isTold = grants.some((grant) => grant.categoryStatus === "SUSPENDED" || grant.categoryStatus === "QUALIFIED");
    return { stored, sites, categories, follow, buyerIds: isTold ? await buyersConcerned.ask(find, { supplierId: doc.id }) : [] };
  },
  decide: (doc, { stored, sites, categories, follow, buyerIds }, input, me, at) => {
    const source = input as Source;
    const grants = (input.categories ?? []) as readonly Grant[];
    const has = joinedWith(doc, stored);
    const isGiven = grants.some((grant) => grant.categoryStatus === "QUALIFIED" || grant.categoryStatus === "TRIAL");
    // Whoever had left and is granted something is back.
    const back: Patch = isGiven && doc.quitScopeAll === "Y" ? { quitScopeAll: "N", quitDate: null } : {};
    if (doc.blacklistFlag === "Y" && isGiven)
      return refuse("SLC_TRD_001", "黑名单供应商不能授予品类资格", "A blacklisted supplier cannot be granted a category");
    const kept = (grantRow: After["grants"][number]): After["grants"][number] => ({
      categoryId: grantRow.categoryId,
      orgId: grantRow.orgId,
      categoryStatus: grantRow.categoryStatus,
    });
    const after = new Map(has.grants.map((grant) => [grant.id as string, kept(grant)]));
    const entries = new Map<string, string[]>();
    const effects = grants.flatMap((grant): Effect[] => {
      const before = has.grants.find((grantRow) => grantRow.categoryId === grant.categoryId && grantRow.orgId === (grant.orgId ?? null));
      const values = granted(grant, before, source, at);
      const id = before?.id ?? at.newId();
      after.set(id, kept(values as After["grants"][number]));
      const from = before?.categoryStatus ?? null;
      const event = eventOf(from, grant.categoryStatus);
      if (event) entries.set(event, [...(entries.get(event) ?? []), grant.categoryId]);
      return [
        before ? set(before, values) : add(doc, "categories", { id, ...values }),
        ...(from === grant.categoryStatus
          ? []
          : [logged(doc, ["CATEGORY", id], from, grant.categoryStatus, { ...source, reason: values.statusReason }, me, at)]),
      ];
    });
    const names = (ids: readonly string[]): [string, string] => {
      const found = [...new Set(ids)].flatMap((id) => categories.find((category) => category?.id === id) ?? []);
      return [found.map((row) => row.categoryName).join("、"), found.map((row) => row.categoryNameEn ?? row.categoryName).join(", ")];
    };
    return [
      ...effects,
      ...follow,
      ...sitesOf(doc, (input.sites ?? []) as readonly GrantedSite[], sites, at),
      ...rederived(
        doc,
        { ...back, ...(input.level ? { supLevel: input.level } : {}) },
        { grants: [...after.values()], controls: has.controls, certificates: has.certificates },
        source,
        me,
        at,
      ),
      ...[...entries].map(([event, ids]) => {
        const [cn, en] = names(ids);
        return tell(event, {
          id: doc.id,
          supplierId: doc.id,
          supplier: doc.supplierName,
          supplierEn: doc.supplierNameEn ?? doc.supplierName,
          category: cn,
          categoryEn: en,
          categoryIds: ids,
          ...named(["SOURCING", "AWARD", "ORDER"]),
          ownerId: doc.ownerId,
          buyerIds: othersThan(doc.ownerId, buyerIds),
          docType: source.docType ?? null,
          docId: source.docId ?? null,
        });
      }),
    ];
  },
});

/** What stands about a supplier, and what will have to follow. */
export async function standingAndAfter(doc: Supplier, find: Find) {
  const [stored, follow] = await Promise.all([standingOf(find, doc.id), afterStanding.ask(find, { supplierId: doc.id })]);
  return { stored, follow };
}

const controlRule = rule(supplierInfo, "doControl", {
  reads: async (doc, find) => {
    const [standing, warnings, buyerIds] = await Promise.all([
      standingAndAfter(doc, find),
      find.where(supplierWarning, { supplierId: doc.id, status: ["OPEN", "PROCESSING"] }, 2000),
      buyersConcerned.ask(find, { supplierId: doc.id }),
    ]);
    return { ...standing, warnings, buyerIds };
  },
  decide: (doc, { stored, follow, warnings, buyerIds }, input, me, at) => {
    const source = input as Source;
    const has = joinedWith(doc, stored);
    const added = ((input.add ?? []) as readonly ControlDraft[]).map((controlDraft) => ({
      id: at.newId(),
      scopeType: controlDraft.scopeType,
      orgId: controlDraft.orgId ?? null,
      categoryId: controlDraft.categoryId ?? null,
      siteId: controlDraft.siteId ?? null,
      itemId: controlDraft.itemId ?? null,
      blockedOps: controlDraft.blockedOps,
      startDate: controlDraft.startDate,
      endDate: controlDraft.endDate ?? null,
      controlReason: controlDraft.controlReason,
      reasonDesc: controlDraft.reasonDesc ?? null,
      sourceDocType: source.docType ?? "",
      sourceDocId: source.docId ?? "",
      controlStatus: "ACTIVE",
    }));
    const ending = (ids: unknown, as: string) =>
      has.controls
        .filter((control) => ((ids ?? []) as readonly string[]).includes(control.id) && control.controlStatus === "ACTIVE")
        .map((control) => ({ one: control, as }));
    const ended = [...ending(input.lift, "LIFTED"), ...ending(input.expire, "EXPIRED")];
    const after: ControlLike[] = [
      ...has.controls.map((control) => ({
        ...control,
        controlStatus: ended.find((it) => it.one.id === control.id)?.as ?? control.controlStatus,
      })),
      ...added,
    ];
    const event = (code: string, controls: readonly { blockedOps: readonly string[] }[]) =>
      tell(code, {
        id: doc.id,
        supplierId: doc.id,
        supplier: doc.supplierName,
        supplierEn: doc.supplierNameEn ?? doc.supplierName,
        category: "",
        categoryEn: "",
        categoryIds: [],
        ...named([...new Set(controls.flatMap((control) => control.blockedOps))]),
        ownerId: doc.ownerId,
        buyerIds: othersThan(doc.ownerId, buyerIds),
        docType: source.docType ?? null,
        docId: source.docId ?? null,
      });
    return [
      ...added.flatMap((row) => [add(doc, "controls", row), logged(doc, ["CONTROL", row.id], null, "ACTIVE", source, me, at)]),
      ...ended.flatMap(({ one, as }) => [
        set(one, { controlStatus: as, liftDocId: source.docId ?? null }),
        logged(doc, ["CONTROL", one.id], one.controlStatus, as, source, me, at),
      ]),
      ...rederived(
        doc,
        relitBy(doc, after, warnings, at.today),
        { grants: has.grants, controls: after, certificates: has.certificates },
        source,
        me,
        at,
      ),
      ...follow,
      added.length > 0 && event("SUPPLIER_FROZEN", added),
      ended.length > 0 &&
        event(
          "SUPPLIER_LIFTED",
          ended.map((it) => it.one),
        ),
    ];
  },
});

export const standingRules: readonly Rule[] = [grantRule, controlRule];
