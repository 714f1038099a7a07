import { countsOn, currentOn, hasBegun } from "#kernel/effective.ts";
import type { Doc } from "#kernel/entity.ts";
import type { supplierCategory, supplierCertificate, supplierControl } from "./standing.entity.ts";
import type { supplierInfo } from "./supplier.entity.ts";

export type Supplier = Doc<typeof supplierInfo>;
export type GrantRow = Doc<typeof supplierCategory>;
export type ControlRow = Doc<typeof supplierControl>;
export type CertificateRow = Doc<typeof supplierCertificate>;

type Dated = Pick<ControlRow, "controlStatus" | "startDate" | "endDate">;

/** Does the control count on this day? Its last day is one of its days. */
export const isInForce = (one: Dated, day: string): boolean =>
  one.controlStatus === "ACTIVE" && countsOn({ from: one.startDate, to: one.endDate }, day);

const isOrderBlock = (one: Pick<ControlRow, "scopeType" | "blockedOps">): boolean =>
  one.scopeType === "ALL" && (one.blockedOps ?? []).includes("ORDER");

type Standing = Pick<
  Supplier,
  "infoStatus" | "mergedIntoId" | "blacklistFlag" | "quitScopeAll" | "runningTracks" | "tempFlag" | "tempValidTo"
>;

/** What a supplier is, told from what stands about it; the first that fits counts. Nothing before its file is in force. */
export function deriveStatus(
  supplier: Standing,
  grants: readonly Pick<GrantRow, "categoryStatus">[],
  controls: readonly (Dated & Pick<ControlRow, "scopeType" | "blockedOps">)[],
  day: string,
): string | null {
  if (supplier.infoStatus !== "EFFECTIVE") return null;
  if (supplier.mergedIntoId) return "MERGED";
  if (supplier.blacklistFlag === "Y") return "BLACKLISTED";
  if (supplier.quitScopeAll === "Y") return "QUIT";
  if (controls.some((one) => isInForce(one, day) && isOrderBlock(one))) return "FROZEN";
  if (grants.some((one) => one.categoryStatus === "QUALIFIED")) return "QUALIFIED";
  if (grants.some((one) => one.categoryStatus === "TRIAL")) return "TRIAL";
  if (supplier.runningTracks > 0) return "INTRODUCING";
  if (supplier.tempFlag === "Y" && (supplier.tempValidTo ?? "") >= day) return "TEMPORARY";
  return "POTENTIAL";
}

type Validity = Pick<CertificateRow, "certStatus" | "validFrom" | "validTo" | "longTermFlag">;

/** A certificate that was looked at and counts, will count or did until it ran out. */
export const liveCertificates = ["VALID", "EXPIRING", "EXPIRED", "UPCOMING"] as const;
export const isLive = (certStatus: string): boolean => (liveCertificates as readonly string[]).includes(certStatus);

/** How a certificate stands on a day; what was refused, replaced or is not yet looked at stays so. */
export function certificateStatus(one: Validity, day: string, soon: string): string {
  if (!isLive(one.certStatus)) return one.certStatus;
  if (!hasBegun(one.validFrom, day)) return "UPCOMING";
  if (one.longTermFlag === "Y" || one.validTo === null) return "VALID";
  return one.validTo < day ? "EXPIRED" : one.validTo <= soon ? "EXPIRING" : "VALID";
}

type Followed = Pick<CertificateRow, "id" | "certStatus" | "validFrom" | "replacedById">;

/** The certificates that count on a day, told by their days and not by whether that morning's program has run. */
export const certificatesOn = <R extends Followed>(rows: readonly R[], day: string): readonly R[] =>
  currentOn(
    rows.filter((one) => isLive(one.certStatus)),
    { from: (one) => one.validFrom, next: (one) => one.replacedById },
    day,
  );

/** The worst of what is in force, for the list: expired before expiring before valid. */
export const worstCertificate = (statuses: readonly string[]): string | null =>
  ["EXPIRED", "EXPIRING", "PENDING", "VALID", "UPCOMING"].find((one) => statuses.includes(one)) ?? null;
