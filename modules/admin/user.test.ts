import { describe, expect, test } from "vitest";
import { responsibility } from "#kernel/platform/grant.entity.ts";
import { userResp } from "#kernel/platform/permit.entity.ts";
import { user, userAuthorisation } from "#kernel/platform/user.entity.ts";
import { judge, sample, someone, world } from "./examples.ts";
import { person } from "./person.entity.ts";
import { accountOf, disableUser, enableUser, inviteUser, saveUser, setSupplierAdmin } from "./user.rules.ts";

const limits = { SUPPLIER_MAX_USERS: "3", GRANT_FOUR_EYES: "Y" };
const sysAdmin = sample(responsibility, { id: "sys", respCode: "SYS_ADMIN", respName: "系统管理员" });
const supAdmin = sample(responsibility, { id: "sup", respCode: "SUP_ADMIN", respName: "供应商管理员", audience: "SUPPLIER" });
const sales = sample(responsibility, { id: "sales", respCode: "SUP_SALES", respName: "供应商销售", audience: "SUPPLIER" });
const responsibilities = [responsibility, [sysAdmin, supAdmin, sales]] as const;
const account = (id: string, more = {}) =>
  sample(user, {
    id,
    userName: id,
    displayName: id,
    email: `${id}@example.com`,
    userStatus: "ACTIVE",
    userType: "INTERNAL",
    orgId: "o1",
    ...more,
  });
const supplierUser = (id: string, more = {}) => account(id, { userType: "SUPPLIER", supplierId: "S1", orgId: null, ...more });
const grant = (id: string, userId: string, responsibilityId: string, more = {}) =>
  sample(userResp, { id, userId, responsibilityId, status: "ACTIVE", ...more });

describe("disabling", () => {
  test("the last system administrator stays", async () => {
    const [boss, other] = [account("boss"), account("other", { userStatus: "DISABLED" })];
    const find = world([responsibilities, [user, [boss, other]], [userResp, [grant("g1", "boss", "sys"), grant("g2", "other", "sys")]]]);
    expect((await judge(disableUser, { ...boss, userStatus: "DISABLED" }, find)).codes).toEqual(["USER_LAST_ADMIN"]);
  });

  test("with a second administrator it works, ends delegations and is told", async () => {
    const [boss, other] = [account("boss"), account("other")];
    const delegation = sample(userAuthorisation, { id: "d1", fromUserId: "boss", toUserId: "other", status: "ACTIVE" });
    const find = world([
      responsibilities,
      [user, [boss, other]],
      [userResp, [grant("g1", "boss", "sys"), grant("g2", "other", "sys")]],
      [userAuthorisation, [delegation]],
    ]);
    const judged = await judge(disableUser, boss, find, { handOverTo: "other" });
    expect(judged.codes).toEqual([]);
    expect(judged.effects).toContainEqual(expect.objectContaining({ kind: "run", id: "d1", action: "doRevoke" }));
    expect(judged.told("USER_DISABLED")).toBe(true);
  });

  test("nobody disables himself", async () => {
    const me = account("anna");
    expect((await judge(disableUser, me, world([responsibilities, [user, [me]]]))).codes).toEqual(["USER_SELF"]);
  });

  test("admin 20: the last supplier administrator disables itself and is told that one must remain", async () => {
    const only = supplierUser("anna", { supAdminFlag: "Y" });
    const me = someone({ audience: "supplier", supplierId: "S1" });
    expect((await judge(disableUser, only, world([responsibilities, [user, [only, supplierUser("ben")]]]), {}, me)).codes[0]).toBe(
      "USER_LAST_ADMIN",
    );
  });

  test("a supplier administrator cannot touch another company, an organisation administrator no other subtree", async () => {
    const foreign = supplierUser("zoe", { supplierId: "S2" });
    const find = world([responsibilities, [user, [foreign, account("carl", { orgId: "o9" })]]]);
    expect((await judge(disableUser, foreign, find, {}, someone({ audience: "supplier", supplierId: "S1" }))).codes).toEqual([
      "PERM_DENIED",
    ]);
    expect((await judge(disableUser, account("carl", { orgId: "o9" }), find, {}, someone({ orgs: ["o1"] }))).codes).toEqual([
      "PERM_DENIED",
    ]);
  });
});

test("enabling asks for a new password when the old one is older than ninety days", async () => {
  const fresh = account("a", { pwdChangedAt: "2026-01-10T00:00:00.000Z" });
  const old = account("b", { pwdChangedAt: "2025-11-01T00:00:00.000Z" });
  expect((await judge(enableUser, fresh, world([]))).set(fresh)).toEqual({});
  expect((await judge(enableUser, old, world([]))).set(old)).toEqual({ mustChangePwd: "Y" });
});

describe("saving an account", () => {
  const none = world([responsibilities, [person, [sample(person, { id: "p1", personName: "林", orgId: "o2", deptId: "d2" })]]], limits);

  test("organisation and department come from the employee, the link goes out", async () => {
    const fresh = account("lin", { personId: "p1", orgId: null, email: "Lin@Example.com" });
    const judged = await judge(saveUser, fresh, none, { before: null });
    expect(judged.codes).toEqual([]);
    expect(judged.set(fresh)).toMatchObject({
      orgId: "o2",
      deptId: "d2",
      email: "lin@example.com",
      startDate: "2026-03-06",
      mustChangePwd: "Y",
    });
    expect(judged.told("USER_CREATED")).toBe(true);
  });

  test("an internal account needs its employee", async () => {
    expect((await judge(saveUser, account("x"), none, { before: null })).codes).toEqual(["TABLE_REQUIRED"]);
  });

  test("the first responsibility is one the account has today; one lost since does not stand in the way of other changes", async () => {
    const before = account("lin", { personId: "p1" });
    const worn = (more = {}) => world([responsibilities, [userResp, [grant("g1", "lin", "sales", more)]]], limits);
    const chosen = { ...before, defaultRespId: "sales" };
    expect((await judge(saveUser, chosen, worn(), { before })).codes).toEqual([]);
    expect((await judge(saveUser, { ...before, defaultRespId: "sys" }, worn(), { before })).codes).toEqual(["RESP_NOT_HELD"]);
    expect((await judge(saveUser, chosen, worn({ status: "PENDING" }), { before })).codes).toEqual(["RESP_NOT_HELD"]);
    expect((await judge(saveUser, chosen, worn({ endDate: "2026-03-05" }), { before })).codes).toEqual(["RESP_NOT_HELD"]);
    expect((await judge(saveUser, { ...chosen, displayName: "Lin" }, none, { before: chosen })).codes).toEqual([]);
  });

  test("the home supplier never changes; a changed address has to be proven again", async () => {
    const before = supplierUser("s");
    const after = { ...before, supplierId: "S2", email: "new@example.com" };
    const judged = await judge(saveUser, after, none, { before });
    expect(judged.codes).toEqual(["USER_SUPPLIER_FIXED"]);
    expect(judged.set(after)).toMatchObject({ emailVerified: "N" });
  });
});

describe("supplier accounts", () => {
  const me = someone({ userId: "boss", audience: "supplier", supplierId: "S1" });
  const boss = supplierUser("boss", { supAdminFlag: "Y" });
  const invitation = { displayName: "Ben", email: "Ben+1@Example.com" };

  test("an invited colleague gets an account of the own company and the sales responsibility", async () => {
    const blank = sample(user, { id: "n1", userStatus: "ACTIVE" });
    const judged = await judge(inviteUser, blank, world([responsibilities, [user, [boss]]], limits), invitation, me);
    expect(judged.codes).toEqual([]);
    expect(judged.set(blank)).toMatchObject({
      userName: "ben-1@example.com",
      userType: "SUPPLIER",
      supplierId: "S1",
      email: "ben+1@example.com",
      supAdminFlag: "N",
    });
    expect(judged.made(userResp)).toMatchObject([{ userId: "n1", responsibilityId: "sales", supplierId: "S1" }]);
    expect(judged.told("USER_INVITED")).toBe(true);
  });

  test("the quota counts what is not disabled", async () => {
    const full = [boss, supplierUser("b"), supplierUser("c")];
    const blank = sample(user, { id: "n1" });
    expect((await judge(inviteUser, blank, world([responsibilities, [user, full]], limits), invitation, me)).codes).toEqual([
      "SUP_USER_LIMIT",
    ]);
    const freed = [boss, supplierUser("b"), supplierUser("c", { userStatus: "DISABLED" })];
    expect((await judge(inviteUser, blank, world([responsibilities, [user, freed]], limits), invitation, me)).codes).toEqual([]);
  });

  test("a used address and an internal responsibility are refused", async () => {
    const taken = account("ben", { email: "ben+1@example.com" });
    const judged = await judge(
      inviteUser,
      sample(user, { id: "n1" }),
      world([responsibilities, [user, [boss, taken]]], limits),
      { ...invitation, responsibilityIds: ["sys"] },
      me,
    );
    expect(judged.codes).toEqual(["USER_EMAIL_USED", "RESP_AUDIENCE"]);
  });

  test("admin 20: the last administrator cannot be stripped; a second one can, and loses the responsibility", async () => {
    const ben = supplierUser("ben", { supAdminFlag: "Y" });
    const resp = grant("g1", "ben", "sup", { supplierId: "S1" });
    const alone = world([responsibilities, [user, [ben]], [userResp, [resp]]]);
    expect((await judge(setSupplierAdmin, ben, alone, { supAdminFlag: "N" }, me)).codes).toEqual(["USER_LAST_ADMIN"]);
    const judged = await judge(
      setSupplierAdmin,
      ben,
      world([responsibilities, [user, [boss, ben]], [userResp, [resp]]]),
      { supAdminFlag: "N" },
      me,
    );
    expect(judged.codes).toEqual([]);
    expect(judged.effects).toContainEqual({ kind: "drop", row: resp });
  });

  test("an account name keeps to what an account may contain", () => {
    expect(accountOf("A.B+c d@example.com")).toBe("a.b-c-d@example.com");
  });
});
