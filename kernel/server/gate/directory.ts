import type { Language } from "#kernel/text.ts";

/** An account as the gate needs it to decide whether somebody may come in. */
export interface Account {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly displayNameEn?: string | null;
  readonly userType: "INTERNAL" | "SUPPLIER" | "SYSTEM";
  readonly userStatus: string;
  readonly passwordHash: string | null;
  readonly pepperId: string | null;
  readonly pwdChangedAt: string | null;
  readonly mustChangePwd: "Y" | "N";
  readonly email: string | null;
  readonly emailVerified: "Y" | "N";
  readonly mobile: string | null;
  readonly mobileVerified: "Y" | "N";
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly supplierId: string | null;
  readonly language: Language | null;
  readonly timeZone: string | null;
  /** the organisation's, for people without an own */
  readonly orgZone?: string | null;
  /** Of the whole company, see permit.ts. */
  readonly groupCurrency?: string;
  readonly defaultRespId: string | null;
  readonly mfaType: string | null;
  readonly mfaSecretEnc: string | null;
}

/** A responsibility the person may have now; the supplier belongs to the responsibility, so one person may serve several companies. */
export interface HeldResponsibility {
  readonly responsibilityId: string;
  readonly respCode: string;
  readonly respName: string;
  readonly respNameEn: string;
  readonly audience: "INTERNAL" | "SUPPLIER";
  readonly supplierId: string | null;
  readonly supplierName: string | null;
  readonly supplierNameEn?: string | null;
  readonly homeRoute: string;
  /** Whose responsibility it is, when a delegation lends it. */
  readonly lentBy?: string;
}

/** Why a password is written: a REHASH keeps its age and stays out of the history, every other reason is a new password. */
export type PasswordReason = "CHANGE" | "RESET" | "LINK" | "ADMIN" | "REHASH";

/** Who exists and what they hold; the gate reads people only through this. */
export interface Directory {
  byName(nameOrMailOrPhone: string): Promise<Account | null>;
  byId(userId: string): Promise<Account | null>;
  responsibilities(userId: string, now: Date): Promise<HeldResponsibility[]>;
  setPassword(userId: string, phc: string, pepperId: string, how: { mustChange: boolean; by: string; reason: string }): Promise<void>;
  /** From now on this sealed secret proves the person besides the password. */
  setSecondFactor(userId: string, sealedSecret: string): Promise<void>;
  passwordHistory(userId: string, n: number): Promise<string[]>;
  profile(code: string, of?: { userId?: string; responsibilityId?: string }): Promise<string | null>;
  signedIn(userId: string, at: Date, ip: string): Promise<void>;
  /** Shows on the accounts which of them are locked out now. */
  stampLocks(now: Date): Promise<void>;
  permissionVersion(userId: string): Promise<number>;
}
