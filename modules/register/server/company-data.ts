/** What a register of companies says; every part may be missing. */
export interface CompanyFacts {
  readonly name: string;
  readonly uscc: string;
  readonly legalPerson?: string;
  readonly registeredCapital?: string;
  readonly capitalCurrency?: string;
  readonly paidCapital?: string;
  readonly establishDate?: string;
  readonly businessTerm?: string;
  readonly businessScope?: string;
  readonly registerStatus?: "ACTIVE" | "CANCELLED" | "REVOKED" | "MOVED";
  readonly shareholders?: readonly { readonly name: string; readonly share?: string }[];
  readonly executives?: readonly { readonly name: string; readonly title?: string }[];
  readonly risks?: unknown;
  readonly requestNo?: string;
}

/** A register of companies outside; whoever connects one answers by number or name. */
export interface CompanyData {
  readonly provider: "NONE" | "REGISTRY";
  find(who: { readonly uscc?: string; readonly name?: string }): Promise<CompanyFacts | null>;
}

/** No register is connected: nothing is verified, and people look for themselves. */
export const noCompanyData: CompanyData = { provider: "NONE", find: () => Promise.resolve(null) };
