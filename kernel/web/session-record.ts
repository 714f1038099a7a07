import type { SessionState } from "../guard.ts";
import type { Language } from "../text.ts";
import type { ServerKey } from "./crypto.ts";

export interface SessionUser {
  readonly userId: string;
  readonly userName: string;
  readonly personName: string;
  readonly personNameEn?: string | null;
  readonly userType: "INTERNAL" | "SUPPLIER" | string;
  readonly supplierId?: string | null;
  readonly supplierName?: string | null;
  /** The currency amounts are in where none is named. */
  readonly groupCurrency?: string | null;
  readonly language?: Language | null;
}

/** A responsibility the person may have; exactly one is current at a time. */
export interface Responsibility {
  readonly responsibilityId: string;
  readonly respCode?: string;
  readonly respName: string;
  readonly respNameEn?: string | null;
  readonly audience: "INTERNAL" | "SUPPLIER";
  readonly supplierId?: string | null;
  readonly supplierName?: string | null;
  readonly supplierNameEn?: string | null;
  readonly homeRoute?: string | null;
}

/** What a signed-in window keeps in session storage; the sign key is not among it. */
export interface SessionRecord extends ServerKey {
  readonly certificate: string;
  readonly authorizationCode: string;
  readonly gatewayTag: string;
  readonly user: SessionUser;
  readonly responsibilities: readonly Responsibility[];
  readonly currentResponsibility: Responsibility | null;
  /** only a new password is accepted */
  readonly mustChangePassword: boolean;
  /** an applicant who is still registering */
  readonly applicant: boolean;
  readonly expiresAt: number;
}

/** Reply of login, verifyMfa and exchangeTicket. */
export interface SignedIn {
  readonly certificate: string;
  readonly authorizationCode: string;
  readonly serverSalt: string;
  readonly gatewayTag: string;
  readonly user: SessionUser;
  readonly responsibilities: readonly Responsibility[];
  readonly currentResponsibility: Responsibility | string | null;
  readonly mustChangePassword: boolean;
  readonly sessionKind?: "FULL" | "RESTRICTED";
  readonly passwordDaysLeft?: number;
  /** Told once, when an authenticator was set up on the way in. */
  readonly recoveryCodes?: readonly string[];
  readonly expiresAt: string | number;
  readonly serverTime: string | number;
}

const KEY = "srm.session";

export function readRecord(): SessionRecord | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as SessionRecord | null;
  } catch {
    return null;
  }
}

export const writeRecord = (record: SessionRecord): void => sessionStorage.setItem(KEY, JSON.stringify(record));
export const clearRecord = (): void => sessionStorage.removeItem(KEY);

export const stateOf = (record: SessionRecord | null): SessionState =>
  record === null ? "none" : record.mustChangePassword || record.applicant ? "restricted" : "full";

/** Home of the current responsibility: suppliers never see the internal one. */
export const homeOf = (record: SessionRecord | null): "inHome" | "exHome" =>
  (record?.currentResponsibility?.audience ?? record?.user.userType) === "SUPPLIER" ? "exHome" : "inHome";

/** The one place a restricted session may stand. */
export const restrictedHomeOf = (record: SessionRecord | null): string =>
  record?.mustChangePassword === true ? "/login" : "/registerInfoEdit";
