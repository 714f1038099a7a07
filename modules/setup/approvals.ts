import type { Text } from "#kernel/text.ts";

export type ApprovalChoice = "NONE" | "ONE_STEP" | "BY_AMOUNT";

interface Choice {
  readonly code: ApprovalChoice;
  readonly label: Text;
  readonly hint: Text;
}

export const approvalChoices: readonly Choice[] = [
  { code: "NONE", label: ["不审批", "No approval"], hint: ["提交即生效", "Approved on submission"] },
  {
    code: "ONE_STEP",
    label: ["一步审批", "One step"],
    hint: ["由采购经理批准，不能批准自己的单据", "The purchasing manager approves; nobody approves their own document"],
  },
  {
    code: "BY_AMOUNT",
    label: ["按金额", "By amount"],
    hint: ["低于限额直接生效，达到限额由采购经理批准", "Approved at once below a limit, by the purchasing manager from there up"],
  },
];

/** The documents the choice is about: what a company orders and agrees on. */
export const approvedBills = ["PUR_REQUISITION", "PUR_ORDER", "PUR_ORDER_CHANGE", "PUR_AGREEMENT"] as const;

/** Who approves them. */
export const approverResponsibility = "PUR_MANAGER";

export const routeRule = "ROUTE_SETUP_APPROVAL";

/** A way through the routing rule, read back from what is stored. */
interface RouteRow {
  readonly conditions?: Readonly<Record<string, unknown>> | null;
  readonly outputs?: Readonly<Record<string, unknown>> | null;
}

/** The rows of the routing rule for a choice. */
export function routeRows(choice: Exclude<ApprovalChoice, "ONE_STEP">, limit: string | null): readonly RouteRow[] {
  const conditions: Record<string, string> = choice === "BY_AMOUNT" && limit !== null ? { amountBase: `< ${limit}` } : {};
  return [{ conditions, outputs: { processKey: "NONE" } }];
}

/** The choice behind the rows of the routing rule: null where somebody has made it otherwise. */
export function choiceOf(rows: readonly RouteRow[]): { readonly choice: ApprovalChoice; readonly limit: string | null } | null {
  const [only, ...more] = rows;
  if (!only || more.length > 0 || only.outputs?.["processKey"] !== "NONE") return null;
  const conditions = Object.entries(only.conditions ?? {}).filter(([, value]) => value !== null && value !== "");
  if (conditions.length === 0) return { choice: "NONE", limit: null };
  const limit = /^< (\d+(?:\.\d+)?)$/.exec(String(only.conditions?.["amountBase"] ?? ""))?.[1];
  return conditions.length === 1 && limit ? { choice: "BY_AMOUNT", limit } : null;
}
