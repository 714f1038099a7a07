import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChangeWorld, included } from "../../../tests/support/changing.ts";
import type { ContractWorld } from "../../../tests/support/contracting.ts";
import { from, ok, type Row } from "../../../tests/support/managing.ts";

let world: ChangeWorld;
let house: ContractWorld;

beforeAll(async () => {
  world = await ChangeWorld.open();
  house = world.house;
});
afterAll(() => house?.drop());

const priced = (draft: Row, unitPriceIncl: string): Row => ({
  ...draft,
  items: draft["items"].map((row: Row) => ({ ...row, unitPriceIncl })),
});

describe("contracts 11: a change of a contract that is carried out", () => {
  test("below what was ordered it is refused; else version 2 with recomputed stages, the requested one kept", async () => {
    const live = await world.standing("EFFECTIVE", included, { orderedAmount: "60000", appliedAmount: "33900" });
    await world.writes("SrmCctPaymentStage", live["stages"][0].id, { appliedAmount: "33900", stageStatus: "APPLYING" });
    const draft = await world.drafted(live["id"], { resign: "N" });
    expect(draft).toMatchObject({
      status: "DRAFT",
      version: 2,
      liveId: live["id"],
      contractNum: live["contractNum"],
      orderedAmount: "0.00",
    });
    expect((await house.contracts("saveOrUpdate", priced(draft, "500"))).code).toBe("CCT-051");
    const saved = await ok(house.contracts("saveOrUpdate", priced(draft, "800")));
    expect(saved["stages"].map((stage: Row) => [stage["amount"], stage["percent"]])).toEqual([
      ["33900.00", "42.3750"],
      ["39514.29", "49.3929"],
      ["6585.71", "8.2321"],
    ]);
    expect((await house.contracts("findById", { id: draft["id"] }, house.vendor)).code).toBe("CCT-404");
    await ok(house.contracts("doSubmitChange", { id: draft["id"] }));
    expect(await house.found(live["id"])).toMatchObject({ alterStatus: "APPROVING", version: 1, amountIncl: "113000.00" });
    await ok(world.decides(draft["id"]));
    await ok(house.contracts("doSendConfirm", { id: draft["id"] }));
    const sent = await house.found(draft["id"], house.vendor);
    await ok(house.contracts("doSupplierConfirm", { id: draft["id"], pdfHash: sent["pdfHash"] }, house.vendor));
    expect(await house.found(draft["id"])).toMatchObject({ status: "SUPERSEDED" });
    const changed = await house.found(live["id"]);
    expect(changed).toMatchObject({
      status: "EFFECTIVE",
      version: 2,
      amountIncl: "80000.00",
      orderedAmount: "60000.00",
      alterStatus: "DONE",
    });
    expect(changed).toMatchObject({ pdfHash: sent["pdfHash"], draftId: null });
    expect(changed["stages"].map((stage: Row) => [stage["id"], stage["amount"], stage["appliedAmount"]])).toEqual([
      [live["stages"][0].id, "33900.00", "33900.00"],
      [live["stages"][1].id, "39514.29", "0.00"],
      [live["stages"][2].id, "6585.71", "0.00"],
    ]);
    const record = await world.found("SrmCctAlteration", draft["id"]);
    expect(record).toMatchObject({ status: "DONE", fromVersion: 1, toVersion: 2, amountDelta: "-33000.00", needSupplierConfirm: "Y" });
    expect(record["alterNum"]).toMatch(/^CB\d{8}\d{4}$/);
    expect(record["alterTypes"].toSorted()).toEqual(["AMOUNT", "ITEM", "STAGE"]);
    const versions = (await ok(house.contracts("getText", { id: live["id"] })))["versions"];
    expect(versions.map((row: Row) => [row["versionNo"], row["occasion"], row["hash"]]).toSorted()).toEqual([
      [1, "SENT", live["pdfHash"]],
      [2, "CHANGED", sent["pdfHash"]],
    ]);
    const texts = await ok(house.contracts("compareTexts", { id: live["id"], from: 1, to: 2 }, house.vendor));
    expect(texts["fields"]).toContainEqual(expect.objectContaining({ key: "amountIncl", before: "113000.00", after: "80000.00" }));
    expect((await house.sentEvents("CCT_CHANGED")).at(-1)!["data"]).toMatchObject({ num: live["contractNum"], version: 2 });
    const { rows, versions: changes } = await ok(house.contracts("compareVersions", { id: live["id"], from: 1, to: 2 }, house.vendor));
    expect(changes).toMatchObject([{ number: 2, isOpen: false, reason: null }]);
    expect(rows).toContainEqual(expect.objectContaining({ key: "amountIncl", before: "113000.00", after: "80000.00" }));
    const [kept] = await world.house.world.rows(`select "snapshotBefore" s from "SrmCctAlteration" where id = $1`, draft["id"]);
    expect(kept!["s"]).toMatchObject({ version: 1, amountIncl: "113000.00", items: [{ unitPriceIncl: "1130" }] });
  });

  test("more is ordered meanwhile than the change leaves: its approval, its sending and its publication are refused, not only its signature", async () => {
    const live = await world.standing("EFFECTIVE", included, { orderedAmount: "60000" });
    const draft = await world.drafted(live["id"], { resign: "Y" });
    await ok(house.contracts("saveOrUpdate", priced(draft, "800")));
    await ok(house.contracts("doSubmitChange", { id: draft["id"] }));
    const ordered = (orderedAmount: string) => world.writes("SrmCctContract", live["id"], { orderedAmount });
    await ordered("80000.01");
    expect((await world.decides(draft["id"])).code).toBe("CCT-051");
    await ordered("80000");
    await ok(world.decides(draft["id"]));
    await ordered("80000.01");
    expect((await house.contracts("doSendConfirm", { id: draft["id"] })).code).toBe("CCT-051");
    await ordered("80000");
    await ok(house.contracts("doSendConfirm", { id: draft["id"] }));
    const { pdfHash } = await house.found(draft["id"], house.vendor);
    await ordered("80000.01");
    expect((await house.contracts("doSupplierConfirm", { id: draft["id"], pdfHash }, house.vendor)).code).toBe("CCT-051");
    await ordered("80000");
    await ok(house.contracts("doSupplierConfirm", { id: draft["id"], pdfHash }, house.vendor));
    await ordered("80000.01");
    expect((await house.contracts("doSubmitPublish", { id: draft["id"] })).code).toBe("CCT-051");
  });

  test("any two versions are compared; a change of dates alone needs neither confirmation nor signature", async () => {
    const live = await world.standing("EFFECTIVE");
    for (const days of [400, 500]) {
      const draft = await world.drafted(live["id"]);
      await ok(house.contracts("saveOrUpdate", { ...draft, expiryDate: from(days) }));
      await ok(house.contracts("doSubmitChange", { id: draft["id"] }));
      await ok(world.decides(draft["id"]));
    }
    expect(await house.found(live["id"])).toMatchObject({ version: 3, expiryDate: from(500) });
    const rows = async (a: number, b: number) => (await ok(house.contracts("compareVersions", { id: live["id"], from: a, to: b })))["rows"];
    expect(await rows(1, 3)).toMatchObject([{ key: "expiryDate", before: from(365), after: from(500) }]);
    expect(await rows(2, 3)).toMatchObject([{ key: "expiryDate", before: from(400), after: from(500) }]);
  });

  test("nothing changed, an end in the past, and another supplier are refused", async () => {
    const live = await world.standing("EFFECTIVE", included, { effectiveDate: from(-30) });
    const draft = await world.drafted(live["id"]);
    expect((await house.contracts("doSubmitChange", { id: draft["id"] })).code).toBe("CCT-095");
    expect((await house.contracts("saveOrUpdate", { ...draft, expiryDate: from(-1) })).code).toBe("CCT-094");
    expect((await house.contracts("doSubmit", { id: draft["id"] })).code).toBe("CCT-090");
    await ok(house.contracts("doCancelChange", { id: live["id"] }));
    expect(await house.found(live["id"])).toMatchObject({ alterStatus: "NONE", draftId: null, version: 1 });
    expect(await world.found("SrmCctAlteration", draft["id"])).toMatchObject({ status: "CANCELLED" });
    await world.drafted(live["id"]);
  });

  test("a change that the supplier declined is edited or discarded; one that was approved may be edited again", async () => {
    const live = await world.standing("EFFECTIVE");
    const draft = await world.drafted(live["id"]);
    await ok(house.contracts("saveOrUpdate", priced(draft, "900")));
    await ok(house.contracts("doSubmitChange", { id: draft["id"] }));
    await ok(world.decides(draft["id"]));
    await ok(house.contracts("doReopenChange", { id: draft["id"] }));
    expect(await house.found(live["id"])).toMatchObject({ alterStatus: "DRAFT" });
    await ok(house.contracts("doSubmitChange", { id: draft["id"] }));
    await ok(world.decides(draft["id"]));
    await ok(house.contracts("doSendConfirm", { id: draft["id"] }));
    await ok(house.contracts("doSupplierRefuse", { id: draft["id"], refuseReason: "降价幅度过大" }, house.vendor));
    expect(await house.found(live["id"])).toMatchObject({ alterStatus: "REJECTED", version: 1 });
    await ok(house.contracts("doCancelChange", { id: live["id"] }));
    expect(await house.found(live["id"])).toMatchObject({ alterStatus: "NONE" });
  });
});

test("contracts 12: while a change is in approval no termination, voiding or further change begins", async () => {
  const live = await world.standing("EFFECTIVE");
  const draft = await world.drafted(live["id"]);
  await ok(house.contracts("saveOrUpdate", priced(draft, "900")));
  await ok(house.contracts("doSubmitChange", { id: draft["id"] }));
  const ending = { id: live["id"], kind: "BREACH_SUPPLIER", reason: "逾期未交", terminateDate: from(0) };
  expect((await house.contracts("doTermination", ending)).code).toBe("CCT-050");
  expect((await house.contracts("doVoid", { id: live["id"], kind: "ERROR", reason: "录入错误" })).code).toBe("CCT-050");
  expect((await house.contracts("doAlteration", { id: live["id"], reason: "再次变更" })).code).toBe("CCT-050");
  const twice = house.world.rows(
    `insert into "SrmCctSubFlow" (id, "contractId", flow, "docId", status, "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", "versionNum")
     select 'x' || id, "contractId", 'VOID', 'x', 'RUNNING', "createdBy", "creationDate", "lastUpdatedBy", "lastUpdateDate", 1
     from "SrmCctSubFlow" where "contractId" = $1`,
    live["id"],
  );
  await expect(twice).rejects.toThrow(/unique|duplicate/);
  await ok(world.decides(draft["id"], "doReject"));
  expect(await house.found(live["id"])).toMatchObject({ alterStatus: "REJECTED" });
  await ok(house.contracts("doTermination", ending));
  expect((await house.contracts("doSubmitChange", { id: draft["id"] })).code).toBe("CCT-050");
});

describe("contracts 13: voiding", () => {
  test("a contract with a receipt is terminated instead", async () => {
    const live = await world.standing("EFFECTIVE", included, { receivedAmount: "1130" });
    expect((await house.contracts("doVoid", { id: live["id"], kind: "ERROR", reason: "录入错误" })).code).toBe("CCT-052");
  });

  test("a published contract that nobody signed becomes void and keeps its number", async () => {
    const live = await world.standing("PUBLISHED");
    const reply = await house.contracts("doVoid", { id: live["id"], kind: "NOT_SIGNED", reason: "供应商未签署" });
    await ok(Promise.resolve(reply));
    const id = reply.revealed.voidId;
    expect(await world.found("SrmCctVoid", id)).toMatchObject({ status: "DRAFT", contractId: live["id"], supplierId: live["supplierId"] });
    await ok(world.call("SrmCctVoid", "doSubmit", { id }));
    expect(await house.found(live["id"])).toMatchObject({ voidStatus: "APPROVING", status: "PUBLISHED" });
    await ok(world.decides(id));
    expect(await house.found(live["id"])).toMatchObject({ status: "VOIDED", voidStatus: "DONE", contractNum: live["contractNum"] });
    expect((await world.found("SrmCctVoid", id))["voidNum"]).toMatch(/^ZF\d{12}$/);
    const told = (await house.sentEvents("CCT_VOIDED")).at(-1)!["data"];
    expect(told).toMatchObject({ num: live["contractNum"], sourceType: "MANUAL" });
    const next = await house.submitted(await house.complete());
    expect(Number((await house.found(next["id"]))["contractNum"].slice(-4))).toBe(Number(live["contractNum"].slice(-4)) + 1);
  });

  test("a rejected voiding leaves the contract as it was; its draft is deleted", async () => {
    const live = await world.standing("SIGNED");
    const { revealed } = await house.contracts("doVoid", { id: live["id"], kind: "DUPLICATE", reason: "重复签订" });
    await ok(world.call("SrmCctVoid", "doSubmit", { id: revealed.voidId }));
    await ok(world.decides(revealed.voidId, "doReject"));
    expect(await house.found(live["id"])).toMatchObject({ status: "SIGNED", voidStatus: "REJECTED" });
    await ok(world.call("SrmCctVoid", "delete", { id: revealed.voidId }));
    expect(await house.found(live["id"])).toMatchObject({ voidStatus: "NONE" });
  });
});

describe("contracts 15: asset acceptance", () => {
  const assets = {
    ...included,
    assetFlag: "Y",
    items: [{ itemName: "冲床", uom: "PCS", qty: "10", unitPriceIncl: "11300", taxRate: "T13", assetFlag: "Y" }],
    stages: [
      { stageName: "预付", stageType: "ADVANCE", percent: "30", trigger: "SIGN" },
      { stageName: "验收", stageType: "ACCEPTANCE", percent: "70", trigger: "ASSET", dueDays: 10 },
    ],
  };
  const received = async (qty: string): Promise<Row> => {
    const live = await world.standing("EFFECTIVE", assets);
    await world.writes("SrmCctItem", live["items"][0].id, { receivedQty: qty });
    return live;
  };
  const begun = async (live: Row): Promise<Row> => {
    const reply = await house.contracts("doAssetAcceptance", { id: live["id"], acceptDate: from(0) });
    await ok(Promise.resolve(reply));
    return world.found("SrmCctAssetAcceptance", reply.revealed.acceptanceId);
  };
  const saved = (doc: Row) => world.call("SrmCctAssetAcceptance", "saveOrUpdate", doc);
  const people = () => [house.ids["buyer"], house.ids["legal"]];
  const approved = async (doc: Row): Promise<Row> => {
    await ok(world.call("SrmCctAssetAcceptance", "doSubmit", { id: doc["id"] }));
    await ok(world.decides(doc["id"]));
    return world.found("SrmCctAssetAcceptance", doc["id"]);
  };

  test("9 of 8 received are refused; 8 of 10 let 80 % of the acceptance payment fall due, the rest later", async () => {
    const live = await received("8");
    const doc = await begun(live);
    expect(doc["lines"]).toMatchObject([{ lineId: live["items"][0].id, qty: "8", receivedQty: "8", itemName: "冲床" }]);
    const of = (qty: string) => [{ ...doc["lines"][0], qty }];
    expect((await saved({ ...doc, lines: of("9") })).code).toBe("CCT-053");
    expect((await world.call("SrmCctAssetAcceptance", "doSubmit", { id: doc["id"] })).code).toBe("CCT-097");
    const filed = await ok(saved({ ...doc, fileIds: await world.file() }));
    expect((await world.call("SrmCctAssetAcceptance", "doSubmit", { id: doc["id"] })).code).toBe("CCT-102");
    const done = await approved(await ok(saved({ ...filed, accepterIds: people() })));
    expect(done).toMatchObject({ status: "DONE", share: "80", triggeredStages: [{ stageNo: 2, amount: "63280.00" }] });
    const after = await house.found(live["id"]);
    expect(after).toMatchObject({ assetStatus: "DONE" });
    expect(after["stages"]).toMatchObject([
      { triggeredAmount: "0.00", stageStatus: "WAIT" },
      { triggeredAmount: "63280.00", stageStatus: "TRIGGERED", dueDateCalc: from(10) },
    ]);
    await world.writes("SrmCctItem", live["items"][0].id, { receivedQty: "10" });
    const second = await begun(live);
    expect(second["lines"]).toMatchObject([{ qty: "2" }]);
    await approved(await ok(saved({ ...second, accepterIds: people(), fileIds: await world.file() })));
    expect((await house.found(live["id"]))["stages"][1]).toMatchObject({ triggeredAmount: "79100.00" });
  });

  test("with open points nothing falls due until they are closed", async () => {
    const live = await received("10");
    const doc = await begun(live);
    const conditional = { conclusion: "CONDITION", openPoints: "缺少合格证", accepterIds: people(), fileIds: await world.file() };
    await approved(await ok(saved({ ...doc, ...conditional })));
    expect((await house.found(live["id"]))["stages"][1]).toMatchObject({ triggeredAmount: "0.00" });
    await ok(world.call("SrmCctAssetAcceptance", "doClosePoints", { id: doc["id"], note: "合格证已补" }));
    expect((await house.found(live["id"]))["stages"][1]).toMatchObject({ triggeredAmount: "79100.00" });
    expect((await world.call("SrmCctAssetAcceptance", "doClosePoints", { id: doc["id"], note: "再次" })).code).toBe("CCT-105");
  });
});

describe("termination by agreement", () => {
  test("waits for the supplier; on its day the contract ends, open stages close, and the supplier sees the settlement", async () => {
    const live = await world.standing("EFFECTIVE", included, { paidAmount: "33900", receivedAmount: "20000" });
    const input = { kind: "MUTUAL", reason: "项目取消", terminateDate: from(0), penalty: "5000", penaltyTo: "TO_SUPPLIER" };
    const { revealed } = await house.contracts("doTermination", { id: live["id"], ...input });
    const id = revealed.terminationId;
    const doc = await world.found("SrmCctTermination", id);
    expect((await world.call("SrmCctTermination", "doSubmit", { id })).code).toBe("CCT-097");
    await ok(world.call("SrmCctTermination", "saveOrUpdate", { ...doc, fileIds: await world.file() }));
    await ok(world.call("SrmCctTermination", "doSubmit", { id }));
    expect((await world.call("SrmCctTermination", "findById", { id }, house.vendor)).code).toBe("CCT-404");
    await ok(world.decides(id));
    const seen = await world.found("SrmCctTermination", id, house.vendor);
    expect(seen).toMatchObject({ status: "CONFIRMING", backAmount: "13900.00", claimAmount: "8900.00", supplierConfirm: "WAIT" });
    expect((await world.call("SrmCctTermination", "findById", { id }, house.stranger)).code).toBe("CCT-404");
    await ok(world.call("SrmCctTermination", "doSupplierConfirm", { id }, house.vendor));
    const ended = await house.found(live["id"]);
    expect(ended).toMatchObject({ status: "TERMINATED", terminateStatus: "DONE", terminateReason: "项目取消" });
    expect(ended["stages"].map((stage: Row) => stage["stageStatus"])).toEqual(["CLOSED", "CLOSED", "CLOSED"]);
    expect((await house.sentEvents("CCT_TERMINATED")).at(-1)!["data"]).toMatchObject({ num: live["contractNum"], claimAmount: "8900.00" });
  });

  test("declined by the supplier the contract stays as it was; one for a later day waits for it", async () => {
    const live = await world.standing("EFFECTIVE");
    const { revealed } = await house.contracts("doTermination", {
      id: live["id"],
      kind: "MUTUAL",
      reason: "项目取消",
      terminateDate: from(9),
    });
    const id = revealed.terminationId;
    const doc = await world.found("SrmCctTermination", id);
    await ok(world.call("SrmCctTermination", "saveOrUpdate", { ...doc, fileIds: await world.file() }));
    for (const answer of ["doSupplierRefuse", "doSupplierConfirm"]) {
      await ok(world.call("SrmCctTermination", "doSubmit", { id }));
      await ok(world.decides(id));
      await ok(
        world.call("SrmCctTermination", answer, { id, ...(answer === "doSupplierRefuse" ? { answer: "仍有在制品" } : {}) }, house.vendor),
      );
      expect(await house.found(live["id"])).toMatchObject({
        status: "EFFECTIVE",
        terminateStatus: answer === "doSupplierRefuse" ? "REJECTED" : "APPROVING",
      });
    }
    expect(await world.found("SrmCctTermination", id)).toMatchObject({ status: "AGREED" });
    await house.world.act("SrmCctTermination", id, "doTakeEffect", {}, from(9));
    expect(await house.found(live["id"])).toMatchObject({ status: "TERMINATED" });
  });
});
