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
export const subjectOf = (scoped: Scoped): string =>
  [
    scoped.certType,
    scoped.certType === "OTHER" ? scoped.certName : "",
    [...(scoped.categoryIds ?? [])].sort().join(","),
    scoped.scopeDesc ?? "",
  ].join("|");

/** Those that take part in the succession: looked at, or waiting to be. */
const follows = (current: { readonly certStatus: string }): boolean => isLive(current.certStatus) || current.certStatus === "PENDING";

/** A newer certificate of the same type and scope takes the place of the older one on the day it begins; the older is kept. */
const certifyRule = rule(supplierInfo, "doCertify", {
  reads: async (doc, find) => ({ stored: await standingOf(find, doc.id) }),
  decide: (doc, { stored }, input, me, at) => {
    const source = input as Source;
    const has = joinedWith(doc, stored);
    const added = ((input.certificates ?? []) as readonly CertificateDraft[]).map((certificate) => {
      const row = {
        id: at.newId(),
        ...certificate,
        validFrom: certificate.validFrom ?? null,
        validTo: certificate.validTo ?? null,
        longTermFlag: certificate.longTermFlag ?? "N",
        certStatus: (certificate.certStatus ?? "VALID") as string,
        replacedById: null as string | null,
        verifiedBy: certificate.verifiedBy ?? me.userId,
        verifyDate: at.today,
        sourceDocType: source.docType ?? null,
        sourceDocId: source.docId ?? null,
      };
      return { ...row, certStatus: certificateStatus(row, at.today, addDays(at.today, soonDays)) };
    });
    const counting = added.filter((row) => isLive(row.certStatus));
    const subjects = new Set(counting.map(subjectOf));
    const older = has.certificates
      .filter((certificate) => follows(certificate) && subjects.has(subjectOf(certificate)))
      .toSorted((a, b) => a.id.localeCompare(b.id));
    const places = new Map(
      [...Map.groupBy([...older, ...counting], subjectOf).values()]
        .flatMap((rows) => successionOf<(typeof rows)[number]>(rows, (row) => row.validFrom, at.today))
        .map((succession): [string, { certStatus: string; replacedById: string | null }] => [
          succession.row.id,
          { certStatus: succession.isOver ? "REPLACED" : succession.row.certStatus, replacedById: succession.next?.id ?? null },
        ]),
    );
    const placed = <R extends { readonly id: string; readonly certStatus: string }>(row: R): R => ({ ...row, ...places.get(row.id) });
    return [
      ...added.map((row) => add(doc, "certificates", placed(row))),
      ...older
        .filter(
          (certificateRow) =>
            places.get(certificateRow.id)!.certStatus !== certificateRow.certStatus ||
            places.get(certificateRow.id)!.replacedById !== certificateRow.replacedById,
        )
        .map((certificateRow) => set(certificateRow, places.get(certificateRow.id)!)),
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
      (grant) =>
        (grant.categoryStatus === "QUALIFIED" && grant.validTo !== null && grant.validTo < at.today) ||
        (grant.categoryStatus === "TRIAL" && grant.trialValidTo !== null && grant.trialValidTo < at.today),
    );
    const isFollowed = (certificateRow: CertificateRow): boolean =>
      has.certificates.some(
        (next) => next.id === certificateRow.replacedById && isLive(next.certStatus) && hasBegun(next.validFrom, at.today),
      );
    const aged = has.certificates.flatMap((certificate) => {
      const status =
        follows(certificate) && isFollowed(certificate) ? "REPLACED" : certificateStatus(certificate, at.today, addDays(at.today, days));
      return status === certificate.certStatus ? [] : [{ one: certificate, status }];
    });
    return [
      ...over.flatMap((grantRow) => [
        set(grantRow, { categoryStatus: "SUSPENDED", statusReason: "EXPIRED" }),
        logged(doc, ["CATEGORY", grantRow.id], grantRow.categoryStatus, "SUSPENDED", source, me, at),
      ]),
      ...aged.map(({ one, status }) => set(one, { certStatus: status })),
      ...rederived(
        doc,
        {},
        {
          grants: has.grants.map((grant) => ({ ...grant, categoryStatus: over.includes(grant) ? "SUSPENDED" : grant.categoryStatus })),
          controls: has.controls,
          certificates: has.certificates.map((certificate) => ({
            certStatus: aged.find((it) => it.one === certificate)?.status ?? certificate.certStatus,
          })),
        },
        source,
        me,
        at,
      ),
    ];
  },
});

export const validityRules: readonly Rule[] = [certifyRule, deriveRule];
