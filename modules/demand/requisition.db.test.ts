import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DemandWorld } from "../../tests/support/demanding.ts";
import { day, ok, type Row } from "../../tests/support/lifecycle.ts";
import { imbalances } from "#kernel/server/constructs/ledger-proof.ts";
import { requisitionHome } from "./requisition-home.ts";

let world: DemandWorld;
beforeAll(async () => void (world = await DemandWorld.open()));
afterAll(() => world?.life.product.drop());

const figures = (line: Row): string =>
  `open ${line["openQty"]} occupied ${line["occupiedQty"]} ordered ${line["orderedQty"]} cancelled ${line["cancelledQty"]} ${line["lineStatus"]}`;
const stands = async (id: string): Promise<string> => {
  const doc = await world.find(id);
  return `${doc["status"]}: ${doc["lines"].map(figures).join("; ")}`;
};
const todos = (id: string): Promise<Row[]> =>
  world.life.rows(`select "pendingType", status, "userId" from "SrmBaseInsidePending" where "bizId" = $1 order by id`, id);

describe("the way of a requisition", () => {
  test("it is filled from item and requester, approved, and waits for the buyer of its category", async () => {
    const made = await world.draft();
    expect(made).toMatchObject({ status: "DRAFT", requesterId: world.life.ids["requester"], exchangeRate: "1", totalAmount: "1000.00" });
    expect(made["lines"][0]).toMatchObject({
      lineNum: 10,
      itemDesc: "支架",
      uom: "PCS",
      uomDecimals: 0,
      openQty: "0",
      estAmount: "1000.00",
    });
    const { id } = made;
    await ok(world.call(world.requester, "doSubmit", { id }));
    await ok(world.life.decides(id));
    expect(await stands(id)).toBe("APPROVED: open 100 occupied 0 ordered 0 cancelled 0 OPEN");
    expect((await world.find(id))["lines"][0]["buyerId"]).toBe(world.life.ids["purchaser"]);
    expect(await todos(id)).toMatchObject([{ pendingType: "REQ_TO_SOURCE", status: "OPEN", userId: world.life.ids["purchaser"] }]);
  });

  test("approvers read the goods in their own language; words typed on the line stay as they are", async () => {
    const named = (en: string | null) =>
      world.life.rows(`update "SrmBaseItem" set "itemNameEn" = $1 where id = $2`, en, world.life.ids["item"]);
    await named("Bracket");
    const subjects = async ({ id, lines }: Row, itemDesc?: string): Promise<string[]> => {
      const { versionNum } = await world.find(id, world.requester);
      const changed = [{ id: lines[0].id, ...(itemDesc ? { itemDesc } : {}) }];
      await ok(world.call(world.requester, "saveOrUpdate", { id, versionNum, lines: { changed } }));
      await ok(world.call(world.requester, "doSubmit", { id }));
      const [found] = await world.life.rows(`select subject, "subjectEn" from "BpmInstance" where "bizId" = $1`, id);
      return [found!["subject"], found!["subjectEn"]].map((entry) => String(entry).split(" · ").at(-1)!);
    };
    expect(await subjects(await world.draft(["1"]))).toEqual(["支架", "Bracket"]);
    expect(await subjects(await world.draft(["1", "2"]))).toEqual(["支架等 2 行", "Bracket and 1 more"]);
    expect(await subjects(await world.draft(["1"]), "支架，加长")).toEqual(["支架，加长", "支架，加长"]);
    await named(null);
  });

  test("what is wrong is said before anybody decides", async () => {
    const { ids } = world.life;
    const of = (line: object, more: object = {}) =>
      world.call(world.requester, "saveOrUpdate", {
        orgId: ids["org"],
        deptId: ids["dept"],
        ...more,
        lines: [{ itemId: ids["item"], requestQty: "1", needByDate: day(5), invOrgId: ids["inv"], ...line }],
      });
    expect(await of({ requestQty: "1.5" })).toMatchObject({ code: "PUR-0005" });
    expect(await of({ itemId: null, itemDesc: "螺钉", categoryId: ids["category"], uom: "PCS" })).toMatchObject({ code: "PUR-0001" });
    await ok(of({ itemId: null, itemDesc: "保洁", categoryId: ids["category"], uom: "H" }, { requisitionType: "SERVICE" }));
    const late = await ok(of({ needByDate: day(-1) }));
    expect(await world.call(world.requester, "doSubmit", { id: late["id"] })).toMatchObject({ code: "PUR-2004" });
    const empty = await ok(world.call(world.requester, "saveOrUpdate", { orgId: ids["org"], deptId: ids["dept"] }));
    expect(await world.call(world.requester, "doSubmit", { id: empty["id"] })).toMatchObject({ code: "PUR-0006" });
  });

  test("a requester sees what is his own; a buyer sees what his organisation needs", async () => {
    const { id } = await world.draft();
    expect(await world.call(world.colleague, "findById", { id })).toMatchObject({ code: "PUR-0004" });
    expect((await world.find(id))["id"]).toBe(id);
    const named = await world.draft(["1"], { requesterId: world.life.ids["colleague"] });
    expect((await world.find(named["id"], world.colleague))["id"]).toBe(named["id"]);
  });
});

describe("the ledger of a line", () => {
  test("purchasing 12: a draft holds the requisition until it is deleted", async () => {
    const { id, lines } = await world.approved();
    const [line] = lines as Row[];
    await world.move(id, "PO-A", [{ kind: "take", reqLineId: line!["id"], qty: "80" }]);
    await expect(world.move(id, "PO-B", [{ kind: "take", reqLineId: line!["id"], qty: "30" }])).rejects.toMatchObject({
      code: "PUR-2001",
      text: [expect.stringContaining("20"), "Requisition line 10 has 20 open, 30 needed"],
    });
    await world.move(id, "PO-A", [{ kind: "release", reqLineId: line!["id"], qty: "80" }]);
    await world.move(id, "PO-B", [{ kind: "take", reqLineId: line!["id"], qty: "30" }]);
    expect(await stands(id)).toBe("APPROVED: open 70 occupied 30 ordered 0 cancelled 0 OPEN");
  });

  test("purchasing 13: cancelling gives back, closing gives up unless told to release", async () => {
    const { id, lines } = await world.approved(["100", "100", "100"]);
    const [a, b, c] = (lines as Row[]).map((line) => line["id"] as string);
    const all = [a!, b!, c!].flatMap((reqLineId, i) => [
      { kind: "take" as const, reqLineId, qty: "100", targetLineId: `PO-${i}` },
      { kind: "order" as const, reqLineId, qty: "100", targetLineId: `PO-${i}` },
    ]);
    await world.move(id, "PO-1", all);
    expect((await stands(id)).slice(0, 9)).toBe("COMPLETED");
    expect(await todos(id)).toMatchObject([{ status: "HANDLED" }]);
    await world.move(id, "PO-1", [
      { kind: "release", reqLineId: a!, qty: "100", targetLineId: "PO-0" },
      { kind: "burn", reqLineId: b!, qty: "40", targetLineId: "PO-1" },
      { kind: "release", reqLineId: c!, qty: "40", targetLineId: "PO-2" },
    ]);
    expect(await stands(id)).toBe(
      "PARTIAL: open 100 occupied 0 ordered 0 cancelled 0 OPEN; open 0 occupied 0 ordered 60 cancelled 40 ORDERED; open 40 occupied 0 ordered 60 cancelled 0 PARTIAL",
    );
    const ledger = await world.life.rows(
      `select bucket, sum(delta)::text as total from "SrmPurQtyLedger" where "ownerId" = $1 group by bucket order by bucket`,
      b!,
    );
    expect(ledger.map((row) => `${row["bucket"]} ${Number(row["total"])}`)).toEqual(["CAN 40", "OCC 0", "ORD 60", "REQ 100"]);
  });

  test("purchasing 34: a reopened line takes again what is still there", async () => {
    const { id, lines } = await world.approved();
    const reqLineId = (lines as Row[])[0]!["id"] as string;
    const entry = (kind: "take" | "order" | "burn" | "release" | "retake", qty: string) => ({ kind, reqLineId, qty });
    await world.move(id, "PO-7", [entry("take", "100"), entry("order", "100")]);
    await world.move(id, "PO-7", [entry("burn", "40")]);
    await world.move(id, "PO-7", [entry("retake", "40")]);
    await world.move(id, "PO-7", [entry("release", "40")]);
    await world.move(id, "PO-8", [entry("take", "15")]);
    await expect(world.move(id, "PO-7", [entry("retake", "40")])).rejects.toMatchObject({ code: "PUR-2210" });
    await world.move(id, "PO-8", [entry("release", "15")]);
    await world.move(id, "PO-7", [entry("retake", "40")]);
    expect(await stands(id)).toBe("COMPLETED: open 0 occupied 0 ordered 100 cancelled 0 ORDERED");
  });

  test("purchasing 35: what comes back to a closed requisition is burnt", async () => {
    const { id, lines } = await world.approved();
    const reqLineId = (lines as Row[])[0]!["id"] as string;
    await world.move(id, "PO-9", [
      { kind: "take", reqLineId, qty: "60" },
      { kind: "order", reqLineId, qty: "60" },
    ]);
    await ok(world.call(world.purchaser, "doClose", { id, closeWhy: "需求取消" }));
    expect(await stands(id)).toBe("CLOSED: open 0 occupied 0 ordered 60 cancelled 40 CLOSED");
    await world.move(id, "PO-9", [{ kind: "release", reqLineId, qty: "60" }]);
    expect(await stands(id)).toBe("CLOSED: open 0 occupied 0 ordered 0 cancelled 100 CLOSED");
  });

  test("two buyers take at once: one of them, never both", async () => {
    const { id, lines } = await world.approved();
    const reqLineId = (lines as Row[])[0]!["id"] as string;
    const tried = await Promise.allSettled(["PO-X", "PO-Y"].map((num) => world.move(id, num, [{ kind: "take", reqLineId, qty: "60" }])));
    expect(tried.map((result) => result.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await stands(id)).toBe("APPROVED: open 40 occupied 60 ordered 0 cancelled 0 OPEN");
  });
});

describe("sent back, cancelled, handed over", () => {
  test("what is held can be neither cancelled nor returned, and the holder is named", async () => {
    const { id, lines } = await world.approved();
    await world.move(id, "PO-5", [{ kind: "take", reqLineId: (lines as Row[])[0]!["id"], qty: "5" }]);
    const held = { code: "PUR-2002", msg: expect.stringContaining("PO-5") };
    expect(await world.call(world.purchaser, "doReturn", { id, returnWhy: "规格不清" })).toMatchObject(held);
    expect(await world.call(world.purchaser, "doCancel", { id })).toMatchObject(held);
    expect(await world.call(world.purchaser, "doClose", { id, closeWhy: "不再需要" })).toMatchObject(held);
  });

  test("a returned requisition is edited and submitted again as a whole", async () => {
    const { id } = await world.approved();
    await ok(world.call(world.purchaser, "doReturn", { id, returnWhy: "规格不清" }));
    expect(await stands(id)).toBe("RETURNED: open 0 occupied 0 ordered 0 cancelled 0 RETURNED");
    expect(await todos(id)).toMatchObject([{ status: "HANDLED" }]);
    const doc = await world.find(id, world.requester);
    await ok(
      world.call(world.requester, "saveOrUpdate", {
        id,
        versionNum: doc["versionNum"],
        lines: [{ id: doc["lines"][0]["id"], versionNum: doc["lines"][0]["versionNum"], requestQty: "90" }],
      }),
    );
    await ok(world.call(world.requester, "doSubmit", { id }));
    await ok(world.life.decides(id));
    expect(await stands(id)).toBe("APPROVED: open 90 occupied 0 ordered 0 cancelled 0 OPEN");
  });

  test("a single returned line goes its way again in a requisition of its own", async () => {
    const { id, lines, requisitionNum } = await world.approved(["100", "50"]);
    const second = (lines as Row[])[1]!["id"] as string;
    await ok(world.call(world.purchaser, "doReturn", { id, lineIds: [second], returnWhy: "规格不清" }));
    expect((await stands(id)).slice(0, 8)).toBe("APPROVED");
    const { id: next } = await ok(world.call(world.requester, "doSubmitLines", { id, lineIds: [second] })).then(async () => {
      const [made] = await world.life.rows(`select id from "SrmPurRequisitionHeader" where "sourceNum" = $1`, requisitionNum);
      return made as Row;
    });
    // It is made and submitted in one go, and its approvers know it by its number all the same.
    const [sheet] = await world.life.rows(
      `select r."requisitionNum" as num, i."billNum", a."bizNo", i.subject from "SrmPurRequisitionHeader" r
       join "BpmInstance" i on i."bizId" = r.id join "BaseApproval" a on a.id = i.id where r.id = $1`,
      next,
    );
    expect(sheet).toMatchObject({
      billNum: sheet!["num"],
      bizNo: sheet!["num"],
      subject: expect.stringContaining(sheet!["num"] as string),
    });
    await ok(world.life.decides(next));
    expect(await stands(next)).toBe("APPROVED: open 50 occupied 0 ordered 0 cancelled 0 OPEN");
    expect(await stands(id)).toContain("open 0 occupied 0 ordered 0 cancelled 50 CANCELLED");
  });

  test("a document type of other organisations is not taken, by whatever way it is named; a draft that has one keeps it", async () => {
    const { ids } = world.life;
    const [type] = await world.life.rows(`select id from "SrmBasePurchaseBillType" where "billTypeCode" = 'PR-STD'`);
    const billTypeId = type!["id"] as string;
    const limited = (orgIds: readonly string[] | null) =>
      world.life.rows(`update "SrmBasePurchaseBillType" set "orgIds" = $1 where id = $2`, orgIds && JSON.stringify(orgIds), billTypeId);
    const { id, versionNum } = await world.draft(["1"], { billTypeId });
    const other = await world.life.made("BaseOrganization", { orgCode: "BU9", orgName: "九部", orgType: "BU", functionalCurrency: "CNY" });
    await limited([other["id"]]);
    const body = { orgId: ids["org"], deptId: ids["dept"], billTypeId };
    expect(await world.call(world.requester, "saveOrUpdate", body)).toMatchObject({
      fieldErrors: [{ path: "billTypeId", code: "BASE_BTR_002" }],
    });
    await ok(world.call(world.requester, "saveOrUpdate", { id, versionNum, remark: "x" }));
    await limited([ids["org"]!]);
    await ok(world.call(world.requester, "saveOrUpdate", body));
    await limited(null);
  });

  test("cancelling leaves what is ordered; cancelling all of nothing ordered ends it", async () => {
    const { id, lines } = await world.approved();
    const reqLineId = (lines as Row[])[0]!["id"] as string;
    await world.move(id, "PO-3", [
      { kind: "take", reqLineId, qty: "60" },
      { kind: "order", reqLineId, qty: "60" },
    ]);
    await ok(world.call(world.purchaser, "doCancel", { id }));
    expect(await stands(id)).toBe("COMPLETED: open 0 occupied 0 ordered 60 cancelled 40 ORDERED");
    const { id: draft } = await world.draft();
    await ok(world.call(world.requester, "doCancel", { id: draft }));
    expect(await stands(draft)).toBe("CANCELLED: open 0 occupied 0 ordered 0 cancelled 100 CANCELLED");
  });

  test("lines change hands, and the to-do goes with them", async () => {
    const { id } = await world.approved();
    const { ids } = world.life;
    await ok(world.call(world.purchaser, "doAssignBuyer", { id, buyerId: ids["manager"] }));
    expect((await todos(id)).map((todo) => [todo["userId"], todo["status"]])).toEqual([
      [ids["purchaser"], "HANDLED"],
      [ids["manager"], "OPEN"],
    ]);
  });
});

describe("plan control", () => {
  test("purchasing 36: what is asked for occupies the plan once, what is ordered uses it, what comes back returns", async () => {
    const { ids, made, act } = world.life;
    const dept = (await made("BaseDepartment", { deptCode: "D36", deptName: "计划部", orgId: ids["org"] }))["id"];
    const plan = await made("SrmPurProcurementPlan", {
      planType: "YEAR",
      periodStart: day(-30),
      periodEnd: day(300),
      orgId: ids["org"],
      deptId: dept,
      controlMode: "BLOCK",
      lines: [{ categoryId: ids["category"], planAmount: "1000.00" }],
    });
    await act("SrmPurProcurementPlan", plan["id"], "doSubmit");
    await ok(world.life.decides(plan["id"]));
    const open = async () => {
      const [row] = await world.life.rows(
        `select "occupiedAmount", "usedAmount", "openAmount" from "SrmPurProcurementPlanLine" where "parentId" = $1`,
        plan["id"],
      );
      return [row!["occupiedAmount"], row!["usedAmount"], row!["openAmount"]].map(Number);
    };
    const { id, lines } = await world.approved(["80"], { deptId: dept });
    const reqLineId = (lines as Row[])[0]!["id"] as string;
    expect(await open()).toEqual([800, 0, 200]);
    await ok(world.call(world.purchaser, "doReturn", { id, returnWhy: "核对数量" }));
    await ok(world.call(world.requester, "doSubmit", { id }));
    await ok(world.life.decides(id));
    expect(await open()).toEqual([800, 0, 200]);
    const ordered = (amountExcl: string) => [
      { kind: "take" as const, reqLineId, qty: "80" },
      { kind: "order" as const, reqLineId, qty: "80", amountExcl },
    ];
    await expect(world.move(id, "PO-36", ordered("1000.80"))).rejects.toMatchObject({ code: "PUR-2003" });
    await world.move(id, "PO-36", ordered("1000.00"));
    expect(await open()).toEqual([0, 1000, 0]);
    await world.move(id, "PO-36", [{ kind: "burn", reqLineId, qty: "30" }]);
    expect(await open()).toEqual([0, 625, 375]);
    await world.move(id, "PO-36", [{ kind: "retake", reqLineId, qty: "30", amountExcl: "375.00" }]);
    await world.move(id, "PO-36", [{ kind: "release", reqLineId, qty: "30" }]);
    expect(await open()).toEqual([300, 625, 75]);
  });
});

describe("the desk of buyers", () => {
  test("open lines are listed by buyer, and become documents only within what is open", async () => {
    const { id, lines } = await world.approved(["40"]);
    const reqLineId = (lines as Row[])[0]!["id"] as string;
    const desk = (name: string, body: object) => world.purchaser.call(`srmServer/v1/srmPurRequisitionLineRestful/${name}`, body);
    const listed = await ok(desk("listOpenLines", { pageRows: 200 }));
    expect((listed as Row[]).find((row) => row["id"] === reqLineId)).toMatchObject({ openQty: "40", orgId: world.life.ids["org"] });
    expect((await ok(desk("listOpenBuyers", {}))) as Row[]).toContainEqual(
      expect.objectContaining({ buyerId: world.life.ids["purchaser"] }),
    );
    expect(await ok(desk("listTargets", {}))).toContainEqual({ targetType: "DEMAND_SUMMARY" });
    const turn = (qty: string) => desk("doToTarget", { targetType: "DEMAND_SUMMARY", lines: [{ reqLineId, qty }] });
    expect(await turn("41")).toMatchObject({ code: "PUR-2001" });
    const { targetHeaderIds } = await ok(turn("30"));
    expect(targetHeaderIds).toHaveLength(1);
    expect(await stands(id)).toBe("APPROVED: open 10 occupied 30 ordered 0 cancelled 0 OPEN");
    expect(
      await world.requester.call("srmServer/v1/srmPurRequisitionLineRestful/doToTarget", { targetType: "ORDER", lines: [] }),
    ).toMatchObject({
      status: "E",
    });
  });
});

test("every balance of every requisition line above is the sum of its postings, and a bent one is found", async () => {
  const { db } = world.life.product.kernel;
  const counted = (await world.life.rows(`select count(*)::int as n from "SrmPurQtyLedger" where "ownerType" = 'REQ_LINE'`))[0]!["n"];
  expect(counted).toBeGreaterThan(40);
  expect(await imbalances(db, [requisitionHome])).toEqual([]);
  const { id, lines } = await world.approved(["5"]);
  await world.life.rows(`update "SrmPurRequisitionLine" set "occupiedQty" = 2, "openQty" = 3 where "parentId" = $1`, id);
  expect(await imbalances(db, [requisitionHome])).toMatchObject([
    { ownerType: "REQ_LINE", ownerId: (lines as Row[])[0]!["id"], docId: id, bucket: "OCC", storedValue: "2", provenValue: "0" },
  ]);
});
