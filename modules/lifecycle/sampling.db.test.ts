import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { day, LifecycleWorld, ok, type Row } from "../../tests/support/lifecycle.ts";
import { trialFigures, trialOrders } from "./trial-facts.ts";

let world: LifecycleWorld;
beforeAll(async () => void (world = await LifecycleWorld.open()));
afterAll(() => world?.product.drop());

const trial = (by: Client, name: string, body: object) => by.call(`srmServer/v1/srmSlcSampleTrialRestful/${name}`, body);
const tryout = (by: Client, name: string, body: object) => by.call(`srmServer/v1/srmSlcBatchTryoutRestful/${name}`, body);

const tests = [
  { testItem: "孔径", standard: "图纸", lowerLimit: "9.95", upperLimit: "10.05" },
  { testItem: "外观", standard: "无毛刺" },
];

const drawn = (more: object = {}): Promise<Row> =>
  ok(
    trial(world.buyer, "saveOrUpdate", {
      supplierId: world.ids["S1"],
      orgId: world.ids["org"],
      sendDueDate: day(5),
      receiveAddressId: world.ids["address"],
      contactId: world.ids["quality"],
      feeBearer: "BUYER",
      sampleFee: "120.50",
      currency: "CNY",
      refundRule: "量产后返还",
      lines: [{ itemId: world.ids["item"], sampleQty: "5", uom: "PCS", requirement: "随附检测报告", tests }],
      ...more,
    }),
  );

/** A trial whose samples have come. */
async function received(doc: Row): Promise<Row> {
  const { id } = doc;
  await ok(trial(world.buyer, "doSend", { id }));
  await ok(trial(world.vendor, "doSupplierConfirm", { id }));
  const seen = await ok(trial(world.vendor, "findById", { id }));
  const values = seen["lines"][0].tests.map((test: Row, i: number) => ({ testId: test["id"], supplierValue: i === 0 ? "10.01" : "好" }));
  await ok(trial(world.vendor, "doDispatch", { id, carrier: "试运快递", trackingNo: "TY001", values }));
  return ok(trial(world.quality, "doReceive", { id, lines: [{ lineId: seen["lines"][0].id, receivedQty: "5" }] }));
}

async function judged(id: string, measured: string, look = "OK"): Promise<Row> {
  const seen = await ok(trial(world.quality, "findById", { id }));
  const [line] = seen["lines"];
  return ok(
    trial(world.quality, "doTest", {
      id,
      tests: [
        { testId: line.tests[0].id, measuredValue: measured },
        { testId: line.tests[1].id, measuredValue: "目视", judge: look },
      ],
    }),
  );
}

async function failed(id: string): Promise<void> {
  await judged(id, "10.2");
  await ok(trial(world.quality, "doSubmit", { id, result: "FAIL", resultDesc: "孔径超差" }));
  await ok(world.decides(id));
}

describe("sample trials", () => {
  test("the way of a sample from the request to the result, each side doing its part", async () => {
    const doc = await drawn();
    const { id } = doc;
    expect([doc["status"], doc["itemLine"], doc["sampleQty"], doc["roundNo"]]).toEqual(["DRAFT", "M-100 支架", "5", 1]);
    expect(doc["itemLineEn"], "whoever reads English reads it in English").toBe("M-100 Bracket");
    expect(await trial(world.vendor, "findById", { id }), "a draft is nobody's business yet").toMatchObject({ code: "SUP_AUTH_404" });
    await ok(trial(world.buyer, "doSend", { id }));
    const todos = () =>
      world
        .rows(`select "pendingType", status from "SrmBaseSupplierPending" where "bizId" = $1`, id)
        .then((all) => all.map((t) => t["status"]));
    expect(await todos()).toEqual(["OPEN"]);
    expect(await trial(world.vendor, "doDispatch", { id, carrier: "a", trackingNo: "b" })).toMatchObject({ code: "STATE_NOT_ALLOWED" });
    await ok(trial(world.vendor, "doSupplierConfirm", { id, supplierRemark: "周五寄出" }));
    expect(await trial(world.vendor, "doDispatch", { id, carrier: "试运快递" })).toMatchObject({ status: "E" });
    const seen = await ok(trial(world.vendor, "findById", { id }));
    const [line] = seen["lines"];
    await ok(
      trial(world.vendor, "doDispatch", {
        id,
        carrier: "试运快递",
        trackingNo: "TY001",
        values: [{ testId: line.tests[0].id, supplierValue: "10.01" }],
      }),
    );
    expect(await todos()).toEqual(["HANDLED"]);
    const lines = (receivedQty: string) => [{ lineId: line.id, receivedQty }];
    expect(await trial(world.quality, "doReceive", { id, lines: lines("10.1") })).toMatchObject({ code: "SLC_SMP_002" });
    expect(await ok(trial(world.quality, "doReceive", { id, lines: lines("10") }))).toMatchObject({ status: "RECEIVED" });
    expect(await trial(world.quality, "doTest", { id, tests: [{ testId: line.tests[0].id, measuredValue: "大约10" }] })).toMatchObject({
      code: "SLC_SMP_003",
    });
    expect(await trial(world.quality, "doSubmit", { id, result: "PASS" })).toMatchObject({ code: "SLC_SMP_010" });
    const tested = await judged(id, "10.05, 9.95");
    expect(tested["lines"][0]).toMatchObject({ lineResult: "PASS", tests: [{ judge: "OK", supplierValue: "10.01" }, { judge: "OK" }] });
    await ok(trial(world.quality, "doSubmit", { id, result: "PASS" }));
    const before = await ok(trial(world.vendor, "findById", { id }));
    expect([before["toldResult"], "result" in before, "measuredValue" in before["lines"][0].tests[0]]).toEqual([null, false, false]);
    await ok(world.decides(id));
    const after = await ok(trial(world.vendor, "findById", { id }));
    expect(after).toMatchObject({
      status: "APPROVED",
      toldResult: "PASS",
      lines: [{ toldResult: "PASS", tests: [{ toldJudge: "OK" }, {}] }],
    });
    expect(await trial(world.buyer, "doNextRound", { id })).toMatchObject({ code: "SLC_SMP_013" });
  });

  test("a refusal needs a reason; a rejected result goes back to testing; no pass with a failed line", async () => {
    const { id } = await drawn();
    await ok(trial(world.buyer, "doSend", { id }));
    expect(await trial(world.vendor, "doSupplierRefuse", { id })).toMatchObject({ status: "E", fieldErrors: [{ path: "refuseReason" }] });
    expect(await ok(trial(world.vendor, "doSupplierRefuse", { id, refuseReason: "无此工艺" }))).toMatchObject({ status: "CANCELLED" });
    const other = await received(await drawn());
    await judged(other["id"], "10.06");
    expect(await trial(world.quality, "doSubmit", { id: other["id"], result: "PASS" })).toMatchObject({ code: "SLC_SMP_011" });
    expect(await trial(world.quality, "doSubmit", { id: other["id"], result: "CONDITIONAL" })).toMatchObject({ code: "SLC_SMP_012" });
    await ok(trial(world.quality, "doSubmit", { id: other["id"], result: "CONDITIONAL", resultDesc: "让步" }));
    await ok(world.decides(other["id"], "doReject"));
    expect((await ok(trial(world.quality, "findById", { id: other["id"] })))["status"]).toBe("TESTING");
  });

  test("supplier 11: a failed round is followed by the next with copied tests; after the third the track has failed", async () => {
    const trackId = await world.track(["SAMPLE_TRIAL", "QUALIFIED"]);
    let doc = await drawn({ trackId });
    expect(await trial(world.buyer, "saveOrUpdate", { ...bare(doc), trackId })).toMatchObject({ code: "SLC_SMP_004" });
    for (const round of [1, 2, 3]) {
      expect(doc["roundNo"]).toBe(round);
      await received(doc);
      await failed(doc["id"]);
      const [state, nodes] = await world.stands(trackId);
      if (round === 3) {
        expect([state, nodes["SAMPLE_TRIAL"]]).toEqual(["FAILED", "FAILED"]);
        expect(await trial(world.buyer, "doNextRound", { id: doc["id"] })).toMatchObject({ code: "SLC_SMP_001", msg: "送样轮次已达上限3" });
        break;
      }
      expect(state).toBe("RUNNING");
      const reply = await trial(world.buyer, "doNextRound", { id: doc["id"] });
      expect([reply.status, reply.msg]).toEqual(["S", undefined]);
      expect(await trial(world.buyer, "doNextRound", { id: doc["id"] })).toMatchObject({ code: "SLC_SMP_005" });
      doc = await ok(trial(world.buyer, "findById", { id: (reply as Row)["revealed"].nextId }));
      expect(doc).toMatchObject({ status: "DRAFT", lines: [{ sampleQty: "5", receivedQty: null, lineResult: null }] });
      expect(doc["lines"][0].tests.map((test: Row) => [test["testItem"], test["lowerLimit"], test["measuredValue"]])).toEqual([
        ["孔径", "9.95", null],
        ["外观", null, null],
      ]);
    }
    const [rounds] = await world.rows(`select count(*)::int as n from "SrmSlcSampleTrial" where "trackId" = $1`, trackId);
    expect(rounds!["n"]).toBe(3);
  });

  test("an introduction has one sample trial, though two draw one up at the same moment", async () => {
    const trackId = await world.track(["SAMPLE_TRIAL", "QUALIFIED"]);
    const draw = (): Promise<Row> =>
      trial(world.buyer, "saveOrUpdate", {
        supplierId: world.ids["S1"],
        orgId: world.ids["org"],
        sendDueDate: day(5),
        receiveAddressId: world.ids["address"],
        trackId,
        contactId: world.ids["quality"],
        feeBearer: "BUYER",
        lines: [{ itemId: world.ids["item"], sampleQty: "5", uom: "PCS", requirement: "随附检测报告", tests }],
      });
    const codes = (await Promise.all([draw(), draw(), draw()])).map((row) => row["code"] ?? "done");
    expect(codes.toSorted()).toEqual(["SLC_SMP_004", "SLC_SMP_004", "done"]);
  });

  test("a node whose turn has not come takes no samples", async () => {
    const trackId = await world.track(["QUALIFY_CENSOR", "SAMPLE_TRIAL", "QUALIFIED"]);
    const { id } = await drawn({ trackId });
    expect(await trial(world.buyer, "doSend", { id })).toMatchObject({ code: "SLC_TRK_002" });
  });

  test("supplier 25: another supplier's sample is not there", async () => {
    const { id } = await drawn();
    await ok(trial(world.buyer, "doSend", { id }));
    for (const [name, body] of [
      ["findById", {}],
      ["doSupplierConfirm", {}],
      ["doSupplierRefuse", { refuseReason: "x" }],
    ] as const)
      expect(await trial(world.stranger, name, { id, ...body }), name).toMatchObject({ status: "E", code: "SUP_AUTH_404" });
    expect((await trial(world.stranger, "listByPage", { pageIndex: 1, pageRows: 50 })).data).toEqual([]);
    const own = await ok(trial(world.vendor, "findById", { id }));
    for (const key of ["result", "resultDesc", "receiverId", "trackId"]) expect(Object.keys(own)).not.toContain(key);
  });
});

const bare = (doc: Row) => {
  const { id: _, versionNum: __, trialNo: ___, lines, ...head } = doc;
  const values = ["supplierId", "orgId", "sendDueDate", "receiveAddressId", "contactId", "feeBearer"];
  return {
    ...Object.fromEntries(values.map((key) => [key, head[key]])),
    lines: lines.map(({ itemId, sampleQty, uom }: Row) => ({ itemId, sampleQty, uom })),
  };
};

describe("batch tryouts", () => {
  const plan = (more: object = {}): Promise<Row> =>
    ok(
      tryout(world.buyer, "saveOrUpdate", {
        supplierId: world.ids["S1"],
        orgId: world.ids["org"],
        planStart: day(0),
        planEnd: day(30),
        ownerId: world.ids["buyer"],
        lines: [{ itemId: world.ids["item"], planQty: "500", uom: "PCS" }],
        ...more,
      }),
    );
  const grant = async () =>
    (
      await world.rows(
        `select "categoryStatus", "trialQtyLimit"::text as qty, "trialAmountLimit"::text as amount from "SrmSupCategories"
         where "supplierId" = $1 and "categoryId" = $2`,
        ...[world.ids["S1"], world.ids["category"]],
      )
    )[0];
  async function executing(more: object = {}): Promise<Row> {
    const doc = await plan(more);
    await ok(tryout(world.buyer, "doSubmit", { id: doc["id"] }));
    await ok(world.decides(doc["id"]));
    return ok(tryout(world.buyer, "findById", { id: doc["id"] }));
  }

  test("supplier 12: 470 and 3 of 500 are 94.60 percent and cannot pass a line of 95", async () => {
    const trackId = await world.track(["BATCH_TRYOUT", "QUALIFIED"]);
    const doc = await executing({ trackId, trialAmountLimit: "8000" });
    const { id } = doc;
    expect([doc["status"], doc["passLine"]]).toEqual(["EXECUTING", "95"]);
    expect(await grant()).toEqual({ categoryStatus: "TRIAL", qty: "500.000000", amount: "8000.00" });
    expect(await tryout(world.quality, "doSubmitResult", { id, result: "PASS" })).toMatchObject({ code: "SLC_TRY_008" });
    const lineId = doc["lines"][0].id;
    const figures = { lineId, receivedQty: "500", okQty: "470", ngQty: "27", concessionQty: "3", defectDesc: "毛刺" };
    expect(await tryout(world.quality, "doFillResult", { id, lines: [{ ...figures, ngQty: "28" }] })).toMatchObject({
      code: "SLC_TRY_005",
    });
    const filled = await ok(tryout(world.quality, "doFillResult", { id, lines: [figures] }));
    expect(filled["lines"][0]).toMatchObject({ passRate: "94.6000", figureSource: "HAND", filledBy: world.ids["quality"] });
    const refused = await tryout(world.quality, "doSubmitResult", { id, result: "PASS" });
    expect(refused).toMatchObject({ status: "E", code: "SLC_TRY_001" });
    expect(refused.msg).toContain("94.60%");
    await ok(tryout(world.quality, "doFillResult", { id, lines: [{ ...figures, okQty: "472", ngQty: "25" }] }));
    await ok(tryout(world.quality, "doSubmitResult", { id, result: "PASS" }));
    expect((await ok(tryout(world.vendor, "findById", { id })))["toldResult"]).toBeNull();
    await ok(world.decides(id));
    const seen = await ok(tryout(world.vendor, "findById", { id }));
    expect(seen).toMatchObject({ status: "APPROVED", toldResult: "PASS", worstRate: "95" });
    expect(Object.keys(seen)).not.toContain("productLine");
    expect((await world.stands(trackId))[1]).toMatchObject({ BATCH_TRYOUT: "PASSED", QUALIFIED: "OPEN" });
    expect(await tryout(world.stranger, "findById", { id })).toMatchObject({ code: "SUP_AUTH_404" });
  });

  test("a rejected plan may be changed and sent again; a rejected result is filled in again", async () => {
    const { id } = await plan();
    await ok(tryout(world.buyer, "doSubmit", { id }));
    await ok(world.decides(id, "doReject"));
    expect((await ok(tryout(world.buyer, "findById", { id })))["status"]).toBe("REJECTED");
    await ok(tryout(world.buyer, "doSubmit", { id }));
    await ok(world.decides(id));
    const doc = await ok(tryout(world.buyer, "findById", { id }));
    const lines = [{ lineId: doc["lines"][0].id, receivedQty: "10", okQty: "1", ngQty: "9", concessionQty: "0" }];
    await ok(tryout(world.quality, "doFillResult", { id, lines }));
    await ok(tryout(world.quality, "doSubmitResult", { id, result: "FAIL", resultDesc: "批量不良" }));
    await ok(world.decides(id, "doReject"));
    expect((await ok(tryout(world.buyer, "findById", { id })))["status"]).toBe("EXECUTING");
    await ok(tryout(world.quality, "doSubmitResult", { id, result: "FAIL", resultDesc: "批量不良" }));
    await ok(world.decides(id));
    expect((await grant())!["categoryStatus"], "what failed is no longer on trial").toBe("CANDIDATE");
  });

  test("nothing is abolished while a trial order is open, typed in or known", async () => {
    const doc = await executing();
    const { id } = doc;
    const lineId = doc["lines"][0].id;
    await ok(tryout(world.buyer, "linkOrder", { id, lineId, orderNo: "PO-TRIAL-1" }));
    const abolish = () => tryout(world.buyer, "doAbolish", { id, abolishReason: "改用他法" });
    expect(await abolish()).toMatchObject({ code: "SLC_TRY_010" });
    await ok(tryout(world.buyer, "linkOrder", { id, lineId, orderNo: "PO-TRIAL-1", orderClosedFlag: "Y" }));
    const known = { orderNo: "PO-9", orderLineId: "L9", itemId: world.ids["item"]!, isOpen: true };
    const forget = world.product.kernel.declared.answers.add(trialOrders.answeredBy(async () => [known]));
    expect(await abolish()).toMatchObject({ code: "SLC_TRY_010" });
    forget();
    expect(await ok(abolish())).toMatchObject({ status: "CANCELLED" });
    expect((await grant())!["categoryStatus"]).toBe("CANDIDATE");
  });

  test("figures that receipts and quality know come before what people type", async () => {
    const doc = await executing();
    const figures = { itemId: world.ids["item"]!, receivedQty: "100", okQty: "99", ngQty: "1", concessionQty: "0", defectDesc: null };
    const forget = world.product.kernel.declared.answers.add(trialFigures.answeredBy(async () => [figures]));
    const filled = await ok(tryout(world.quality, "doFillResult", { id: doc["id"] }));
    forget();
    expect(filled["lines"][0]).toMatchObject({ passRate: "99.0000", figureSource: "SYSTEM" });
  });
});
