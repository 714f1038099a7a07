import { add, rule, set, type Rule } from "#kernel/rule.ts";
import { dayPlus } from "./days.ts";
import { joinedWith, logged, rederived, standingOf, type Source } from "./standing.rules.ts";
import { certificateStatus } from "./standing.ts";
import type { CertificateDraft } from "./standing.types.ts";
import { supplierInfo } from "./supplier.entity.ts";

/** Days before its end from which a certificate counts as expiring, where no requirement says more. */
const soonDays = 90;

/** A newer certificate of the same type and scope takes the place of the older one, which is kept. */
const certifyRule = rule(supplierInfo, "doCertify", {
  reads: async (doc, find) => ({ stored: await standingOf(find, doc.id) }),
  decide: (doc, { stored }, input, me, at) => {
    const source = input as Source;
    const has = joinedWith(doc, stored);
    const scope = (one: { categoryIds?: readonly string[] | null; scopeDesc?: string | null }): string =>
      `${[...(one.categoryIds ?? [])].sort().join(",")}|${one.scopeDesc ?? ""}`;
    const added = ((input.certificates ?? []) as readonly CertificateDraft[]).map((one) => {
      const row = {
        id: at.newId(),
        ...one,
        longTermFlag: one.longTermFlag ?? "N",
        certStatus: one.certStatus ?? "VALID",
        verifiedBy: one.verifiedBy ?? me.userId,
        verifyDate: at.today,
        sourceDocType: source.docType ?? null,
        sourceDocId: source.docId ?? null,
      };
      return {
        ...row,
        certStatus: certificateStatus(
          { certStatus: row.certStatus, validTo: one.validTo ?? null, longTermFlag: row.longTermFlag },
          at.today,
          dayPlus(at.today, soonDays),
        ),
      };
    });
    const replaced = has.certificates.flatMap((old) => {
      const by = added.find(
        (one) =>
          ["VALID", "EXPIRING", "EXPIRED"].includes(one.certStatus) &&
          one.certType === old.certType &&
          (one.certType !== "OTHER" || one.certName === old.certName) &&
          scope(one) === scope(old),
      );
      return by && ["VALID", "EXPIRING", "EXPIRED", "PENDING"].includes(old.certStatus) ? [{ old, by }] : [];
    });
    const after = [
      ...has.certificates.map((one) => ({ certStatus: replaced.some((it) => it.old.id === one.id) ? "REPLACED" : one.certStatus })),
      ...added,
    ];
    return [
      ...added.map((one) => add(doc, "certificates", one as unknown as Readonly<Record<string, unknown>>)),
      ...replaced.map(({ old, by }) => set(old, { certStatus: "REPLACED", replacedById: by.id })),
      ...rederived(doc, {}, { grants: has.grants, controls: has.controls, certificates: after }, source, me, at),
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
    const aged = has.certificates.flatMap((one) => {
      const status = certificateStatus(one, at.today, dayPlus(at.today, days));
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
