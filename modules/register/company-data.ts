import type { Text } from "#kernel/text.ts";
import type { Hit, Severity } from "#modules/supplier/index.ts";

/** Something a register says against a company. */
export interface CompanyRisk {
  readonly kind: string;
  readonly title: string;
  readonly date?: string;
  /** The number of the case: the same case is told once. */
  readonly no?: string;
}

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
  readonly registeredAddress?: string;
  readonly registerStatus?: "ACTIVE" | "CANCELLED" | "REVOKED" | "MOVED";
  readonly shareholders?: readonly { readonly name: string; readonly share?: string }[];
  readonly executives?: readonly { readonly name: string; readonly title?: string }[];
  readonly risks?: readonly CompanyRisk[];
  readonly requestNo?: string;
}

/** Whom a register is asked about. */
export interface SoughtCompany {
  readonly uscc?: string | null;
  readonly name?: string | null;
}

/** A place company data come from. */
export interface CompanySource {
  /** A folder or a host, as people are told. */
  readonly name: string;
  /** Answers inside this installation: nothing leaves the machine. */
  readonly local: boolean;
  find(who: SoughtCompany): Promise<CompanyFacts | null>;
}

const grave = "RED" as const;
const kinds: Readonly<Record<string, readonly [Text, Severity]>> = {
  DISHONEST: [["失信被执行人", "Dishonest debtor"], grave],
  ABNORMAL: [["经营异常名录", "On the list of abnormal operations"], grave],
  BANKRUPTCY: [["破产案件", "Bankruptcy case"], grave],
  PENALTY: [["行政处罚", "Administrative penalty"], "YELLOW"],
  LAWSUIT: [["涉诉", "Lawsuit"], "YELLOW"],
};
const other: readonly [Text, Severity] = [["其他风险", "Other risk"], "YELLOW"];
const ended: Readonly<Record<string, Text>> = {
  CANCELLED: ["登记状态：注销", "Register status: cancelled"],
  REVOKED: ["登记状态：吊销", "Register status: revoked"],
};

const isRisk = (current: unknown): current is CompanyRisk =>
  typeof current === "object" &&
  current !== null &&
  typeof (current as CompanyRisk).title === "string" &&
  typeof (current as CompanyRisk).kind === "string";

/** What a look into the register warns of: cases against the company, and a company that is no more. */
export function riskHits(look: { readonly registerStatus: string | null; readonly riskJson: unknown }): Hit[] {
  const common = { type: "EXTERNAL_RISK", bizType: "SrmSupRegisterCompany" } as const;
  const cases = (Array.isArray(look.riskJson) ? (look.riskJson as unknown[]) : []).filter(isRisk).map((companyRisk): Hit => {
    const [[cn, en], severity] = kinds[companyRisk.kind] ?? other;
    const when = companyRisk.date ? ` ${companyRisk.date}` : "";
    return {
      ...common,
      severity,
      bizId: `${companyRisk.kind}:${companyRisk.no ?? companyRisk.title}`.slice(0, 64),
      bizNo: companyRisk.no ?? null,
      content: [`${cn}：${companyRisk.title}${when}`, `${en}: ${companyRisk.title}${when}`],
      hitValue: companyRisk.kind,
      mark: `${companyRisk.date ?? ""}|${companyRisk.title}`,
    };
  });
  const over = ended[look.registerStatus ?? ""];
  const closed: Hit[] = over
    ? [{ ...common, severity: grave, bizId: "STATUS", content: over, hitValue: look.registerStatus, mark: look.registerStatus! }]
    : [];
  return [...new Map([...cases, ...closed].map((hit) => [hit.bizId, hit])).values()];
}
