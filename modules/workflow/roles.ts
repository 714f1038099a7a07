import type { RoleShape } from "#kernel/module.ts";
import { admin } from "#modules/admin/index.ts";

/** What everybody inside needs to take part in approvals. */
const everyone: RoleShape["grants"] = ["myUpcoming", "gtasks", "myApproval", "processInitiate", "myBpmMatterList"];
const design: RoleShape["grants"] = ["processList", "processRoleList", "processMonitoring", "reminderSetting", "baseApprovalBillTypeList"];

const added = (code: string, { audience }: RoleShape): RoleShape["grants"] => {
  if (audience === "SUPPLIER") return code === "SUP_REGISTER" ? [] : [["myBpmMatterList"]];
  if (code === "BPM_ADMIN" || code === "SYS_ADMIN") return [...everyone, ...design];
  if (code === "AUDITOR") return [...everyone, ["processMonitoring", "btnExport"], ["baseApprovalBillTypeList", "btnExport"]];
  return everyone;
};

/** The workflow's pages on the responsibilities of administration. */
export const workflowRoles: Readonly<Record<string, RoleShape>> = Object.fromEntries(
  Object.entries(admin.roles ?? {}).map(([code, shape]) => [code, { ...shape, grants: added(code, shape) }]),
);
