import { hasBegun, successionOf } from "#kernel/effective.ts";
import { add, rule, set, type Rule } from "#kernel/rule.ts";
import { addDays } from "#kernel/days.ts";
import { joinedWith, logged, rederived, standingOf, type Source } from "./standing.rules.ts";
import { certificateStatus, isLive, type CertificateRow } from "./standing.ts";
import type { CertificateDraft } from "./standing.types.ts";
import { supplierInfo } from "./supplier.entity.ts";

/** Days before its end from which a certificate counts as expiring, where no requirement says more. */
const soonDays = 90;

type Scoped = Pick<CertificateRow, "certType" | "certName"> & {
  readonly categoryIds?: readonly string[] | null;
  readonly scopeDesc?: string | null;
};

/** Certificates alike in this prove the same thing: one takes the place of the other. */
export const subjectOf = (one: Scoped): string =>
  [one.certType, one.certType === "OTHER" ? one.certName : "", [...(one.categoryIds ?? [])].sort().join(","), one.scopeDesc ?? ""].join(
    "|",
  );

/** Those that take part in the succession: looked at, or waiting to be. */
const follows = (one: { readonly certStatus: string }): boolean => isLive(one.certStatus) || one.certStatus === "PENDING";

/** A newer certificate of the same type and scope takes the place of the older one on the day it begins; the older is kept. */
const certifyRule = rule(supplierInfo, "doCertify", {
  reads: async (doc, find) => ({ stored: await standingOf(find, doc.id) }),
  decide: (doc, { stored }, input, me, at) => {
    const source = input as Source;
    const has = joinedWith(doc, stored);
    const added = ((input.certificates ?? []) as readonly CertificateDraft[]).map((one) => {
      const row = {
        id: at.newId(),
        ...one,
        validFrom: one.validFrom ?? null,
        validTo: one.validTo ?? null,
        longTermFlag: one.longTermFlag ?? "N",
        certStatus: (one.certStatus ?? "VALID") as string,
        replacedById: null as string | null,
        verifiedBy: one.verifiedBy ?? me.userId,
        verifyDate: at.today,
        sourceDocType: source.docType ?? null,
        sourceDocId: source.docId ?? null,
      };
      return { ...row, certStatus: certificateStatus(row, at.today, addDays(at.today, soonDays)) };
    });
    const counting = added.filter((one) => isLive(one.certStatus));
    const subjects = new Set(counting.map(subjectOf));
    const older = has.certificates
      .filter((one) => follows(one) && subjects.has(subjectOf(one)))
      .toSorted((a, b) => a.id.localeCompare(b.id));
    const places = new Map(
      [...Map.groupBy([...older, ...counting], subjectOf).values()]
        .flatMap((rows) => successionOf<(typeof rows)[number]>(rows, (one) => one.validFrom, at.today))
        .map((one): [string, { certStatus: string; replacedById: string | null }] => [
          one.row.id,
          { certStatus: one.isOver ? "REPLACED" : one.row.certStatus, replacedById: one.next?.id ?? null },
        ]),
    );
    const placed = <R extends { readonly id: string; readonly certStatus: string }>(one: R): R => ({ ...one, ...places.get(one.id) });
    return [
      ...added.map((one) => add(doc, "certificates", placed(one) as unknown as Readonly<Record<string, unknown>>)),
      ...older
        .filter((one) => places.get(one.id)!.certStatus !== one.certStatus || places.get(one.id)!.replacedById !== one.replacedById)
        .map((one) => set(one, places.get(one.id) as never)),
      ...rederived(
        doc,
        {},
        { grants: has.grants, controls: has.controls, certificates: [...has.certificates, ...added].map(placed) },
        source,
        me,
        at,
      ),
    ];
  },
});

/** What the passing of a day does: grants and trials run out, certificates come near their end, the status follows. */
const deriveRule = rule(supplierInfo, "doDerive", {
  reads: async (doc, find) => ({ stored: await standingOf(find, doc.id) }),
  decide: (doc, { stored }, input, me, at) => {
    const has = joinedWith(doc, stored);
    const days = Number(input.warnDays ?? soonDays);
    const source: Source = { reason: "EXPIRED" };
    const over = has.grants.filter(
      (one) =>
        (one.categoryStatus === "QUALIFIED" && one.validTo !== null && one.validTo < at.today) ||
        (one.categoryStatus === "TRIAL" && one.trialValidTo !== null && one.trialValidTo < at.today),
    );
    const isFollowed = (one: CertificateRow): boolean =>
      has.certificates.some((next) => next.id === one.replacedById && isLive(next.certStatus) && hasBegun(next.validFrom, at.today));
    const aged = has.certificates.flatMap((one) => {
      const status = follows(one) && isFollowed(one) ? "REPLACED" : certificateStatus(one, at.today, addDays(at.today, days));
      return status === one.certStatus ? [] : [{ one, status }];
    });
    return [
      ...over.flatMap((one) => [
        set(one, { categoryStatus: "SUSPENDED", statusReason: "EXPIRED" }),
        logged(doc, ["CATEGORY", one.id], one.categoryStatus, "SUSPENDED", source, me, at),
      ]),
      ...aged.map(({ one, status }) => set(one, { certStatus: status })),
      ...rederived(
        doc,
        {},
        {
          grants: has.grants.map((one) => ({ ...one, categoryStatus: over.includes(one) ? "SUSPENDED" : one.categoryStatus })),
          controls: has.controls,
          certificates: has.certificates.map((one) => ({ certStatus: aged.find((it) => it.one === one)?.status ?? one.certStatus })),
        },
        source,
        me,
        at,
      ),
    ];
  },
});

export const validityRules: readonly Rule[] = [certifyRule, deriveRule];
