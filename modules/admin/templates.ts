import type { Text } from "#kernel/text.ts";

/** Import templates under their short codes: what each brings in, by which fields a row is found, and which columns it has (none named means all). */
export const importTemplates: readonly (readonly [
  code: string,
  name: Text,
  entity: string,
  keys: readonly string[],
  columns?: readonly string[],
])[] = [
  [
    "USER_IMPORT",
    ["用户", "Users"],
    "BaseUsers",
    ["userName"],
    ["userName", "displayName", "personId", "email", "mobile", "respCodes", "orgId"],
  ],
  ["PERSON_IMPORT", ["员工", "Employees"], "BasePerson", ["personNum"]],
  ["ORG_IMPORT", ["组织", "Organisations"], "BaseOrganization", ["orgCode"]],
  ["DEPT_IMPORT", ["部门", "Departments"], "BaseDepartment", ["deptCode"]],
  ["POSITION_ALLOT_IMPORT", ["岗位分配", "Position assignments"], "BasePositionAllot", []],
  [
    "USER_RESP_IMPORT",
    ["用户职责", "Users and responsibilities"],
    "BaseUserResp",
    [],
    ["userId", "responsibilityId", "startDate", "endDate", "grantReason"],
  ],
  ["MENU_IMPORT", ["菜单", "Menus"], "BaseMenu", ["menuCode"]],
  ["LOOKUP_IMPORT", ["快码", "Lookups"], "BaseLookupTypes", ["lookupType"]],
];
