import type { Text } from "#kernel/text.ts";

/** What an outside register says of a company. */
export interface CompanyData {
  readonly name: string | null;
  readonly uscc: string | null;
  readonly legalPerson: string | null;
  readonly registeredCapital: string | null;
  readonly establishDate: string | null;
  readonly registerStatus: string | null;
  readonly address: string | null;
}

/** Where company data come from; without a connection nothing is verified and the page says so. */
export interface CompanyRegister {
  readonly provider: "NONE" | "REGISTRY" | "MANUAL";
  find(asked: { readonly uscc: string | null; readonly name: string }): Promise<CompanyData | null>;
}

export const notVerified: Text = ["未核验：未接入企业数据源", "Not verified: no source of company data is connected"];

let connected: CompanyRegister = { provider: "NONE", find: async () => null };

/** Connects a register; the server does so when one is configured. @public */
export const connectRegister = (brought: CompanyRegister): void => void (connected = brought);

export const companyRegister = (): CompanyRegister => connected;
