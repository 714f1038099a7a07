import { describe, expect, test } from "vitest";
import { menu, menuRole, resource, resourceRole, respRole, responsibility, role, sodRule } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user } from "#kernel/platform/user.entity.ts";
import { judge, moment, sample, someone, world } from "./examples.ts";
import { confirmUserResp, deleteUserResp, saveMenuRole, saveRespRole, saveUserResp } from "./grant.rules.ts";
import { copyResponsibility, disableResponsibility, saveResponsibility } from "./responsibility.rules.ts";

const account = (id: string, more = {}) => sample(user, { id, displayName: id, userStatus: "ACTIVE", userType: "INTERNAL", ...more });
const resp = (id: string, more = {}) => sample(responsibility, { id, respCode: id, respName: id, ...more });
const grant = (id: string, userId: string, responsibilityId: string, more = {}) =>
  sample(userResp, { id, userId, responsibilityId, status: "ACTIVE", ...more });
const people = [account("anna"), account("ben"), account("carl"), account("sam", { userType: "SUPPLIER", supplierId: "S1" })];
const responsibilities = [resp("SYS_ADMIN"), resp("SEC_ADMIN"), resp("BUYER"), resp("FINANCE"), resp("SALES", { audience: "SUPPLIER" })];
const roles = [sample(role, { id: "secRole", privilegedFlag: "Y" }), sample(role, { id: "bankRole" }), sample(role, { id: "payRole" })];
const contents = [
  sample(respRole, { id: "l1", responsibilityId: "SEC_ADMIN", roleId: "secRole" }),
  sample(respRole, { id: "l2", responsibilityId: "BUYER", roleId: "bankRole" }),
  sample(respRole, { id: "l3", responsibilityId: "FINANCE", roleId: "payRole" }),
];
const twoSecAdmins = [grant("s1", "anna", "SEC_ADMIN"), grant("s2", "carl", "SEC_ADMIN")];
const base = (grants: readonly object[], more: readonly (readonly [any, readonly any[]])[] = []) =>
  world([[user, people], [responsibility, responsibilities], [role, roles], [respRole, contents], [userResp, grants], ...more], {
    GRANT_FOUR_EYES: "Y",
  });
const fresh = { before: null };

describe("admin 5: privileged grants", () => {
  test("to oneself is refused", async () => {
    expect((await judge(saveUserResp, grant("n", "anna", "SEC_ADMIN"), base(twoSecAdmins), fresh)).codes).toEqual(["GRANT_SELF"]);
  });

  test("to another person waits for the second administrator", async () => {
    const row = grant("n", "ben", "SEC_ADMIN");
    const judged = await judge(saveUserResp, row, base(twoSecAdmins), fresh);
    expect(judged.codes).toEqual([]);
    expect(judged.set(row)).toMatchObject({ status: "PENDING", grantedBy: "anna", startDate: "2026-03-06" });
    expect(judged.told("GRANT_CHANGED")).toBe(true);
  });

  test("with one security administrator there is nobody to ask, so it counts at once", async () => {
    const row = grant("n", "ben", "SEC_ADMIN");
    expect((await judge(saveUserResp, row, base([twoSecAdmins[0]!]), fresh)).set(row)).toMatchObject({ status: "ACTIVE" });
  });

  test("the second person is neither the giver nor the receiver", async () => {
    const row = grant("n", "ben", "SEC_ADMIN", { status: "ACTIVE", grantedBy: "anna" });
    expect((await judge(confirmUserResp, row, base([]))).codes).toEqual(["GRANT_SECOND"]);
    expect((await judge(confirmUserResp, row, base([]), {}, someone({ userId: "ben" }))).codes).toEqual(["GRANT_SELF"]);
    const judged = await judge(confirmUserResp, row, base([]), {}, someone({ userId: "carl" }));
    expect([judged.codes, judged.set(row)]).toEqual([[], { confirmedBy: "carl" }]);
  });

  test("an organisation administrator cannot give one", async () => {
    expect((await judge(saveUserResp, grant("n", "ben", "SEC_ADMIN"), base([]), fresh, someone({ orgs: ["o1"] }))).codes).toContain(
      "PERM_DENIED",
    );
  });

  test("a privileged role put into a responsibility waits too, and nobody fills his own responsibility", async () => {
    const row = sample(respRole, { id: "n", responsibilityId: "BUYER", roleId: "secRole" });
    expect((await judge(saveRespRole, row, base(twoSecAdmins), fresh)).set(row)).toMatchObject({ status: "PENDING" });
    expect((await judge(saveRespRole, row, base([...twoSecAdmins, grant("g", "anna", "BUYER")]), fresh)).codes).toEqual(["GRANT_SELF"]);
  });
});

describe("admin 6: powers that exclude each other", () => {
  const menus = [sample(menu, { id: "m1", menuCode: "bank" }), sample(menu, { id: "m2", menuCode: "payment" })];
  const resources = [
    sample(resource, { id: "b1", menuId: "m1", resourceCode: "btnAdd" }),
    sample(resource, { id: "b2", menuId: "m2", resourceCode: "btnApproval" }),
  ];
  const held = [
    sample(resourceRole, { id: "x1", resourceId: "b1", roleId: "bankRole" }),
    sample(resourceRole, { id: "x2", resourceId: "b2", roleId: "payRole" }),
  ];
  const conflict = (level: string) => [
    sample(sodRule, {
      id: "sod",
      ruleCode: "BANK_PAY",
      resourceA: "bank:btnAdd",
      resourceB: "payment:btnApproval",
      level,
      reason: "建账户与批付款",
    }),
  ];
  const with_ = (level: string, grants: readonly object[]) =>
    base(grants, [
      [menu, menus],
      [resource, resources],
      [resourceRole, held],
      [sodRule, conflict(level)],
    ]);

  test("blocked when one person would hold both", async () => {
    expect((await judge(saveUserResp, grant("n", "ben", "FINANCE"), with_("BLOCK", [grant("g", "ben", "BUYER")]), fresh)).codes).toEqual([
      "SOD_BLOCK",
    ]);
  });

  test("no conflict when the periods do not meet", async () => {
    const past = grant("g", "ben", "BUYER", { endDate: "2026-02-28" });
    expect(
      (await judge(saveUserResp, grant("n", "ben", "FINANCE", { startDate: "2026-03-06" }), with_("BLOCK", [past]), fresh)).codes,
    ).toEqual([]);
  });

  test("a warning needs a reason and then stays as a note", async () => {
    const find = with_("WARN", [grant("g", "ben", "BUYER")]);
    expect((await judge(saveUserResp, grant("n", "ben", "FINANCE"), find, fresh)).codes).toEqual(["SOD_REASON"]);
    const judged = await judge(saveUserResp, grant("n", "ben", "FINANCE", { grantReason: "代理两周" }), find, fresh);
    expect([judged.codes, judged.effects.map((e) => e.kind)]).toEqual([[], ["warn", "set"]]);
  });
});

describe("the wall between the sides", () => {
  test("a supplier holds only supplier responsibilities, an employee only internal ones", async () => {
    expect((await judge(saveUserResp, grant("n", "sam", "BUYER"), base([]), fresh)).codes).toEqual(["RESP_AUDIENCE"]);
    expect((await judge(saveUserResp, grant("n", "ben", "SALES"), base([]), fresh)).codes).toEqual(["RESP_AUDIENCE"]);
  });

  test("an internal menu is not for a supplier role", async () => {
    const find = world([
      [menu, [sample(menu, { id: "m", audience: "INTERNAL" })]],
      [role, [sample(role, { id: "r", audience: "SUPPLIER" })]],
      [userResp, []],
      [respRole, []],
    ]);
    expect((await judge(saveMenuRole, sample(menuRole, { id: "n", menuId: "m", roleId: "r" }), find, fresh)).codes).toEqual([
      "RESP_AUDIENCE",
    ]);
  });

  test("the responsibility of another company waits for that company", async () => {
    const row = grant("n", "sam", "SALES", { supplierId: "S2" });
    expect((await judge(saveUserResp, row, base([]), fresh)).set(row)).toMatchObject({ supplierId: "S2", status: "OFFERED" });
    const home = grant("n", "sam", "SALES");
    expect((await judge(saveUserResp, home, base([]), fresh)).set(home)).toMatchObject({ supplierId: "S1", status: "ACTIVE" });
  });

  test("a supplier administrator gives supplier responsibilities of the own company only", async () => {
    const me = someone({ userId: "boss", audience: "supplier", supplierId: "S9", orgs: [] });
    expect((await judge(saveUserResp, grant("n", "sam", "SALES"), base([]), fresh, me)).codes).toContain("PERM_DENIED");
  });
});

test("the last system administrator keeps the responsibility", async () => {
  const only = grant("g", "ben", "SYS_ADMIN");
  expect((await judge(deleteUserResp, only, base([]))).codes).toEqual(["USER_LAST_ADMIN"]);
  expect((await judge(deleteUserResp, only, base([grant("h", "carl", "SYS_ADMIN")]))).codes).toEqual([]);
  const ended = { ...only, endDate: "2026-03-01" };
  expect((await judge(saveUserResp, ended, base([ended]), { before: only })).codes).toEqual(["USER_LAST_ADMIN"]);
  expect((await judge(disableResponsibility, resp("SYS_ADMIN"), base([]))).codes).toEqual(["USER_LAST_ADMIN"]);
});

describe("responsibilities", () => {
  test("nobody widens the scope of the responsibility he has", async () => {
    const before = resp("BUYER", { orgScope: "LIST", orgs: [{ orgId: "o1", includeChildren: "Y" }] });
    const after = { ...before, orgScope: "ALL" };
    expect((await judge(saveResponsibility, after, base([grant("g", "anna", "BUYER")]), { before })).codes).toEqual(["GRANT_SELF"]);
    expect((await judge(saveResponsibility, after, base([grant("g", "ben", "BUYER")]), { before })).codes).toEqual([]);
  });

  test("a copy brings roles and scopes along, with the organisations chosen anew", async () => {
    const source = resp("SEC_ADMIN", { orgScope: "ALL", categories: [{ categoryId: "c1", includeChildren: "Y" }] });
    const judged = await judge(
      copyResponsibility,
      source,
      base(twoSecAdmins),
      { respCode: "SEC_EAST", respName: "安全管理员（东区）", orgIds: ["o7"] },
      someone(),
      moment(),
    );
    expect(judged.made(responsibility)).toMatchObject([
      { respCode: "SEC_EAST", orgScope: "LIST", orgs: [{ orgId: "o7", includeChildren: "Y" }], categories: [{ categoryId: "c1" }] },
    ]);
    expect(judged.made(respRole)).toMatchObject([{ roleId: "secRole", status: "PENDING" }]);
  });
});
