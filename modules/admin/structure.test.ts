import { describe, expect, test } from "vitest";
import { menu, resource } from "#kernel/platform/grant.entity.ts";
import { organization } from "#kernel/platform/organization.entity.ts";
import { department } from "./department.entity.ts";
import { disableDepartment, saveDepartment } from "./department.rules.ts";
import { judge, sample, world } from "./examples.ts";
import { deleteMenu, moveMenu, saveMenu } from "./menu.rules.ts";
import { disableOrganization, enableOrganization, saveOrganization } from "./organization.rules.ts";
import { person } from "./person.entity.ts";
import { position, positionAllot } from "./position.entity.ts";
import { applyMove, disablePosition, endAllot, movePosition, saveAllot } from "./position.rules.ts";
import { openInOrganization } from "./questions.ts";

describe("menus", () => {
  const node = (id: string, menuParentId: string | null, menuType = "DIR") => sample(menu, { id, menuCode: id, menuParentId, menuType });
  const tree = [node("a", null), node("b", "a"), node("c", "b"), node("d", "c", "PAGE"), node("x", null), node("y", "x", "PAGE")];
  const find = world([
    [menu, tree],
    [resource, []],
  ]);
  const at = (id: string) => tree.find((m) => m.id === id)!;

  test("admin 23: a menu under its own child is a cycle", async () => {
    expect((await judge(moveMenu, at("a"), find, { menuParentId: "c" })).codes).toContain("MENU_CYCLE");
    expect((await judge(saveMenu, { ...at("b"), menuParentId: "b" }, find, { before: at("b") })).codes).toContain("MENU_CYCLE");
  });

  test("four levels and no more, counting what hangs below", async () => {
    expect((await judge(moveMenu, at("x"), find, { menuParentId: "c" })).codes).toEqual(["MENU_DEPTH"]);
    expect((await judge(moveMenu, at("x"), find, { menuParentId: "b" })).codes).toEqual([]);
    expect((await judge(saveMenu, node("n", "c", "PAGE"), find, { before: null })).codes).toEqual([]);
  });

  test("what hangs below moves along and knows its level", async () => {
    const judged = await judge(moveMenu, at("x"), find, { menuParentId: "b", seqNum: 5 });
    expect(judged.set(at("x"))).toEqual({ menuParentId: "b", seqNum: 5, levelId: 3 });
    expect(judged.set(at("y"))).toEqual({ levelId: 4 });
  });

  test("pages stand in folders, and only a bare leaf can be deleted", async () => {
    expect((await judge(moveMenu, at("x"), find, { menuParentId: "y" })).codes).toContain("MENU_CYCLE");
    expect((await judge(saveMenu, node("n", "y", "PAGE"), find, { before: null })).codes).toEqual(["MENU_PARENT"]);
    expect((await judge(deleteMenu, at("c"), find)).codes).toEqual(["MENU_IN_USE"]);
    expect((await judge(deleteMenu, at("y"), find)).codes).toEqual([]);
  });
});

describe("organisations", () => {
  const unit = (id: string, orgType: string, parentOrgId: string | null, more = {}) =>
    sample(organization, { id, orgCode: id, orgType, parentOrgId, enabledFlag: "Y", ...more });
  const orgs = [unit("G", "GROUP", null), unit("L", "LEDGER", "G"), unit("B", "BU", "L"), unit("I", "INV", "B"), unit("E", "BU", "L")];
  const find = world([[organization, orgs]]);

  test("inventory under business unit under legal entity", async () => {
    const place = async (orgType: string, parent: string | null) =>
      (await judge(saveOrganization, unit("n", orgType, parent), find, { before: null })).codes;
    expect([await place("INV", "B"), await place("BU", "L"), await place("LEDGER", "G"), await place("LEDGER", null)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect([await place("INV", "L"), await place("BU", "G"), await place("INV", null)]).toEqual([
      ["ORG_PARENT"],
      ["ORG_PARENT"],
      ["ORG_PARENT"],
    ]);
  });

  test("one with enabled organisations below stays open, an empty one closes", async () => {
    expect((await judge(disableOrganization, orgs[2]!, find)).codes).toEqual(["ORG_IN_USE"]);
    expect((await judge(disableOrganization, orgs[4]!, find)).codes).toEqual([]);
  });

  test("admin 17: open documents named by another area keep it open, with count and page", async () => {
    const open = openInOrganization.answeredBy(async (_, { orgId }) =>
      orgId === "E" ? [{ label: ["采购订单", "Purchase order"], count: 3, route: "purchaseOrderList" }] : [],
    );
    const row = orgs[4]!;
    const facts = await disableOrganization.reads!(row as never, world([[organization, orgs]], {}, [open]), {}, {} as never, {} as never);
    const [refusal] = [disableOrganization.decide(row as never, facts, {}, {} as never, {} as never)].flat() as any[];
    expect(refusal).toMatchObject({
      code: "ORG_IN_USE",
      text: ["组织存在未结单据，不能停用：采购订单 3", "Organisation has open documents: Purchase order 3"],
    });
    expect(refusal.data.open).toContainEqual(expect.objectContaining({ count: 3, route: "purchaseOrderList" }));
  });

  test("a child does not open before its parent", async () => {
    const off = world([[organization, [unit("B", "BU", null, { enabledFlag: "N" })]]]);
    expect((await judge(enableOrganization, unit("I", "INV", "B", { enabledFlag: "N" }), off)).codes).toEqual(["ORG_PARENT_OFF"]);
  });
});

describe("departments", () => {
  const dept = (id: string, more = {}) => sample(department, { id, deptCode: id, orgId: "o1", enabledFlag: "Y", ...more });

  test("parent and child belong to one organisation", async () => {
    const find = world([[department, [dept("p", { orgId: "o2" })]]]);
    expect((await judge(saveDepartment, dept("c", { parentDeptId: "p" }), find, { before: null })).codes).toEqual(["DEPT_ORG"]);
  });

  test("one with people in it stays open", async () => {
    const find = world([
      [person, [sample(person, { id: "x", deptId: "d", personStatus: "ACTIVE" })]],
      [department, []],
    ]);
    expect((await judge(disableDepartment, dept("d"), find)).codes).toEqual(["DEPT_IN_USE"]);
    expect((await judge(disableDepartment, dept("e"), find)).codes).toEqual([]);
  });
});

describe("positions", () => {
  const seat = (id: string, more = {}) => sample(position, { id, positionCode: id, headcount: 1, enabledFlag: "Y", ...more });
  const allot = (id: string, positionId: string, startDate: string, endDate: string | null, primaryFlag = "N", personId = "lin") =>
    sample(positionAllot, { id, personId, positionId, startDate, endDate, primaryFlag });
  const seats = [seat("p1"), seat("p2"), seat("p3", { parentPositionId: "p2" })];
  const with_ = (...allots: object[]) =>
    world([
      [position, seats],
      [positionAllot, allots],
    ]);

  test("one primary position on any day", async () => {
    const held = allot("a", "p1", "2026-01-01", "2026-06-30", "Y");
    const code = async (from: string, to: string | null) =>
      (await judge(saveAllot, allot("n", "p2", from, to, "Y"), with_(held), { before: null })).codes;
    expect(await code("2026-06-30", null)).toEqual(["POSITION_PRIMARY"]);
    expect(await code("2026-07-01", null)).toEqual([]);
    expect(await code("2025-01-01", "2025-12-31")).toEqual([]);
  });

  test("the same seat twice at a time is refused", async () => {
    expect(
      (await judge(saveAllot, allot("n", "p1", "2026-03-01", null), with_(allot("a", "p1", "2026-01-01", null, "Y")), { before: null }))
        .codes,
    ).toEqual(["POSITION_OVERLAP"]);
  });

  test("the first seat becomes the primary one; over the headcount is said, not refused", async () => {
    const row = allot("n", "p2", "2026-03-01", null);
    const judged = await judge(saveAllot, row, with_(allot("a", "p2", "2026-01-01", null, "Y", "mei")), { before: null });
    expect([judged.codes, judged.set(row)]).toEqual([[], { primaryFlag: "Y" }]);
    expect(judged.effects).toContainEqual(expect.objectContaining({ kind: "warn", code: "POSITION_FULL" }));
  });

  test("an assignment ends, but not before it began", async () => {
    expect((await judge(endAllot, allot("a", "p1", "2026-04-01", null), with_(), {})).codes).toEqual(["POSITION_PERIOD"]);
    const row = allot("a", "p1", "2026-01-01", null);
    expect((await judge(endAllot, row, with_(), {})).set(row)).toEqual({ endDate: "2026-03-06" });
  });

  test("a move today happens, a later one waits for its day, a circle is refused", async () => {
    const [p1, p2] = [seats[0]!, seats[1]!];
    expect((await judge(movePosition, p1, with_(), { parentPositionId: "p2" })).set(p1)).toMatchObject({ parentPositionId: "p2" });
    expect((await judge(movePosition, p1, with_(), { parentPositionId: "p2", effectiveDate: "2026-04-01" })).set(p1)).toEqual({
      nextParentPositionId: "p2",
      nextParentDate: "2026-04-01",
    });
    expect((await judge(movePosition, p2, with_(), { parentPositionId: "p3" })).codes).toEqual(["POSITION_CYCLE"]);
    const due = seat("p9", { nextParentPositionId: "p1", nextParentDate: "2026-03-06" });
    expect((await judge(applyMove, due, with_())).set(due)).toMatchObject({ parentPositionId: "p1", nextParentDate: null });
    expect((await judge(applyMove, seat("p9", { nextParentDate: "2026-03-07" }), with_())).effects).toEqual([]);
  });

  test("a held seat is not closed", async () => {
    expect((await judge(disablePosition, seats[0]!, with_(allot("a", "p1", "2026-01-01", null)))).codes).toEqual(["POSITION_IN_USE"]);
    expect((await judge(disablePosition, seats[0]!, with_(allot("a", "p1", "2025-01-01", "2025-12-31")))).codes).toEqual([]);
  });
});
