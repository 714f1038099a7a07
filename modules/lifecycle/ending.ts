import { daysBetween } from "#kernel/days.ts";
import { type FurtherHit, type Severity } from "#modules/supplier/index.ts";
import { agreementTypes } from "./agreement-types.ts";
import { signingDetail } from "./signing.entity.ts";

/** A signed agreement near or past its end. */
export interface Ending {
  readonly id: string;
  readonly supplierId: string;
  readonly signingNo: string | null;
  readonly agreementName: string;
  readonly agreementType: string;
  readonly validTo: string;
}

/** What is said of it: red once it is over, yellow in the last month, before that for information. */
export function endingHit(ending: Ending, on: string): FurtherHit {
  const left = daysBetween(on, ending.validTo);
  const over = left < 0;
  const severity: Severity = over ? "RED" : left <= 30 ? "YELLOW" : "INFO";
  const kind = agreementTypes[ending.agreementType]?.[1] ?? ending.agreementName;
  return {
    supplierId: ending.supplierId,
    type: "AGREEMENT_EXPIRE",
    severity,
    bizType: signingDetail.name,
    bizId: ending.id,
    bizNo: ending.signingNo,
    content: over
      ? [
          `${ending.agreementName}已于${ending.validTo}到期（${-left}天）`,
          `Agreement (${kind}) ended on ${ending.validTo} (${-left} days ago)`,
        ]
      : [
          `${ending.agreementName}将于${ending.validTo}到期（剩余${left}天）`,
          `Agreement (${kind}) ends on ${ending.validTo} (${left} days left)`,
        ],
    ruleValue: "60",
    hitValue: String(left),
    dueDate: over ? null : ending.validTo,
    mark: `${ending.validTo}|${severity}`,
  };
}
