import type { CaptchaAnswer } from "./Captcha.tsx";

/** What the registration page offers to choose from; public, small, without any data of existing suppliers. */
export interface RegisterOptions {
  readonly inviteRequired?: boolean;
  readonly countries?: readonly { readonly id: string; readonly name: string; readonly code?: string }[];
  readonly categories?: readonly { readonly id: string; readonly name: string }[];
  readonly organisations?: readonly { readonly id: string; readonly name: string }[];
  readonly terms?: { readonly version: string; readonly text: string } | null;
}

/** What an invited company may know of its invitation. */
export interface Invited {
  readonly companyName: string;
  readonly categories: readonly { readonly id: string; readonly name: string }[];
}

export type Nature = "MAINLAND" | "HKMT" | "OVERSEAS";

/** One registration while it is being typed. */
export interface RegisterDraft {
  readonly inviteCode: string;
  /** the draft as the server knows it, once it was saved */
  readonly id: string;
  readonly joinFlag: "Y" | "N";
  readonly supplierNature: Nature;
  readonly countryId: string;
  readonly companyName: string;
  readonly companyNameEn: string;
  readonly uscc: string;
  readonly taxNo: string;
  readonly username: string;
  readonly password: string;
  readonly again: string;
  readonly contactName: string;
  readonly email: string;
  readonly mobile: string;
  readonly emailProof: string;
  readonly mobileProof: string;
  readonly wantedCategoryIds: readonly string[];
  readonly wantedOrgIds: readonly string[];
  readonly agreed: boolean;
}

export const emptyDraft = (inviteCode: string): RegisterDraft => ({
  inviteCode,
  id: "",
  joinFlag: "N",
  supplierNature: "MAINLAND",
  countryId: "",
  companyName: "",
  companyNameEn: "",
  uscc: "",
  taxNo: "",
  username: "",
  password: "",
  again: "",
  contactName: "",
  email: "",
  mobile: "",
  emailProof: "",
  mobileProof: "",
  wantedCategoryIds: [],
  wantedOrgIds: [],
  agreed: false,
});

/** What one step of the registration receives. */
export interface StepProps {
  readonly draft: RegisterDraft;
  change(part: Partial<RegisterDraft>): void;
  readonly options: RegisterOptions;
  readonly captcha: CaptchaAnswer;
  setCaptcha(answer: CaptchaAnswer): void;
  readonly turn: number;
  readonly error: string | null;
  readonly invited: Invited | null;
  /** The name the company register has for the credit code. */
  readonly registered: string | null;
}

/** Account names chosen at registration: 6 to 40 letters, digits, _ . @ */
export const isAccountName = (name: string): boolean => /^[A-Za-z0-9_.@]{6,40}$/.test(name);
