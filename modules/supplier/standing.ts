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
export const isInForce = (dated: Dated, day: string): boolean =>
  dated.controlStatus === "ACTIVE" && countsOn({ from: dated.startDate, to: dated.endDate }, day);

const isOrderBlock = (controlRow: Pick<ControlRow, "scopeType" | "blockedOps">): boolean =>
  controlRow.scopeType === "ALL" && (controlRow.blockedOps ?? []).includes("ORDER");

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
  if (controls.some((control) => isInForce(control, day) && isOrderBlock(control))) return "FROZEN";
  if (grants.some((grant) => grant.categoryStatus === "QUALIFIED")) return "QUALIFIED";
  if (grants.some((grant) => grant.categoryStatus === "TRIAL")) return "TRIAL";
  if (supplier.runningTracks > 0) return "INTRODUCING";
  if (supplier.tempFlag === "Y" && (supplier.tempValidTo ?? "") >= day) return "TEMPORARY";
  return "POTENTIAL";
}

type Validity = Pick<CertificateRow, "certStatus" | "validFrom" | "validTo" | "longTermFlag">;

/** A certificate that was looked at and counts, will count or did until it ran out. */
export const liveCertificates = ["VALID", "EXPIRING", "EXPIRED", "UPCOMING"] as const;
export const isLive = (certStatus: string): boolean => (liveCertificates as readonly string[]).includes(certStatus);

/** How a certificate stands on a day; what was refused, replaced or is not yet looked at stays so. */
export function certificateStatus(validity: Validity, day: string, soon: string): string {
  if (!isLive(validity.certStatus)) return validity.certStatus;
  if (!hasBegun(validity.validFrom, day)) return "UPCOMING";
  if (validity.longTermFlag === "Y" || validity.validTo === null) return "VALID";
  return validity.validTo < day ? "EXPIRED" : validity.validTo <= soon ? "EXPIRING" : "VALID";
}

type Followed = Pick<CertificateRow, "id" | "certStatus" | "validFrom" | "replacedById">;

/** The certificates that count on a day, told by their days and not by whether that morning's program has run. */
export const certificatesOn = <R extends Followed>(rows: readonly R[], day: string): readonly R[] =>
  currentOn(
    rows.filter((row) => isLive(row.certStatus)),
    { from: (row) => row.validFrom, next: (row) => row.replacedById },
    day,
  );

/** The worst of what is in force, for the list: expired before expiring before valid. */
export const worstCertificate = (statuses: readonly string[]): string | null =>
  ["EXPIRED", "EXPIRING", "PENDING", "VALID", "UPCOMING"].find((value) => statuses.includes(value)) ?? null;
