import type { RoleShape } from "#kernel/module.ts";

const looks = (route: string, ...more: readonly string[]) => [route, "btnExport", ...more] as const;
const both = [looks("introduceSceneList", "btnTestMatch"), looks("qualificationRequireList", "btnPreview")];
const all = ["introduceSceneList", "qualificationRequireList"];

/** Who sets introductions up and who looks at it. */
export const introductionRoles: Readonly<Record<string, RoleShape>> = {
  SYS_ADMIN: { label: ["系统管理员", "System administrator"], audience: "INTERNAL", grants: all },
  SUP_SPECIALIST: { label: ["供应商管理专员", "Supplier management"], audience: "INTERNAL", grants: all },
  SOURCING: { label: ["寻源专员", "Sourcing"], audience: "INTERNAL", grants: both },
  PUR_MANAGER: { label: ["采购经理", "Purchasing manager"], audience: "INTERNAL", grants: both },
  QUALITY: { label: ["质量工程师", "Quality engineer"], audience: "INTERNAL", grants: both },
  QUALITY_MANAGER: { label: ["质量经理", "Quality manager"], audience: "INTERNAL", grants: both },
  AUDITOR: { label: ["审计", "Auditor"], audience: "INTERNAL", grants: both },
};
