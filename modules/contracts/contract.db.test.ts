import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { ContractWorld, goods } from "../../tests/support/contracting.ts";
import { from, ok, today, type ManagingWorld, type Row } from "../../tests/support/managing.ts";

let house: ContractWorld;
let world: ManagingWorld;
let ids: Record<string, string>;
let legal: Client;
let vendor: Client;
let stranger: Client;

beforeAll(async () => {
  house = await ContractWorld.open();
  ({ world, ids, legal, vendor, stranger } = house);
});
afterAll(() => house?.drop());

describe("drafting", () => {
  test("contracts 1: a draft begins with its template; 113 000.00 in stages of 30, 60 and 10", async () => {
    const doc = await house.drafted();
    expect(doc).toMatchObject({
      contractNum: null,
      status: "DRAFT",
      amountExcl: "100000.00",
      taxAmount: "13000.00",
      amountIncl: "113000.00",
    });
    expect(doc["stages"].map((stage: Row) => [stage["stageNo"], stage["amount"]])).toEqual([
      [1, "33900.00"],
      [2, "67800.00"],
      [3, "11300.00"],
    ]);
    expect(doc["clauses"]).toMatchObject([{ title: "付款", deviationFlag: "N", content: "六十日内付款：${stages}" }]);
    expect(doc["textJson"][0].text).toContain("总价113,000.00（壹拾壹万叁仟元整）");
    expect(doc["textJson"][1].text).toContain("1. 预付 30% 33900.00");
  });

  test("contracts 3 and 20: stages of 99 % and a group without a choice are refused", async () => {
    const doc = await house.drafted();
    const stages = doc["stages"].map((stage: Row, i: number) => (i === 2 ? { ...stage, percent: "9" } : stage));
    expect((await house.contracts("saveOrUpdate", { ...doc, stages })).code).toBe("CCT-020");
    expect((await house.contracts("doSubmit", { id: doc["id"] })).code).toBe("CCT-024");
    const both = [ids["court"], ids["arbiter"]].map((termsId, i) => ({ seq: 50 + i, termsId }));
    const two = await ok(house.contracts("saveOrUpdate", { ...doc, clauses: [...doc["clauses"], ...both] }));
    expect((await house.contracts("doSubmit", { id: two["id"] })).code).toBe("CCT-024");
  });

  test("expiry before the effective date, a foreign supplier without trade terms, an empty contract", async () => {
    const dates = { ...(await house.drafted()), expiryDate: from(-1) };
    expect((await house.contracts("saveOrUpdate", dates)).code).toBe("CCT-021");
    const bare = await house.complete({ trade: [] });
    expect((await house.contracts("doSubmit", { id: bare["id"] })).code).toBe("CCT-027");
    const empty = await house.complete({ items: [] });
    expect((await house.contracts("doSubmit", { id: empty["id"] })).code).toBe("CCT-019");
  });

  test("the rate of the day of submission is kept with the row it was read from; without one nothing is submitted", async () => {
    const doc = await house.complete({ currency: "USD" });
    expect((await house.contracts("doSubmit", { id: doc["id"] })).code).toBe("BASE_FX_001");
    const row = await world.made("SrmBaseExchangeRate", {
      ...{ rateType: "CORPORATE", fromCurrency: "USD", toCurrency: "CNY", rate: "7.1", effectiveDate: today },
    });
    await ok(house.contracts("doSubmit", { id: doc["id"] }));
    expect(await house.found(doc["id"])).toMatchObject({ rate: "7.1", exchangeRateId: row["id"] });
    expect((await house.found((await house.submitted(await house.complete()))["id"]))["rate"]).toBe("1");
  });

  test("a draft has no number; submitted contracts are numbered without a gap", async () => {
    const [first, given, second] = [await house.complete(), await house.complete(), await house.complete()];
    await ok(house.contracts("delete", { id: given["id"] }));
    const nums: string[] = [];
    for (const doc of [first, second]) {
      await house.submitted(doc);
      nums.push((await house.found(doc["id"]))["contractNum"]);
    }
    expect(nums[0]).toMatch(/^HT-BU1-\d{4}-\d{4}$/);
    expect(Number(nums[1]!.slice(-4)) - Number(nums[0]!.slice(-4))).toBe(1);
    await ok(world.decides(second["id"], "doReject"));
    await world.rows(`update "SrmCctContract" set status = 'DRAFT' where id = $1`, second["id"]);
    expect((await house.contracts("delete", { id: second["id"] })).code).toBe("CCT-167");
    const unnumbered = await house.drafted();
    const voiding = { kind: "ERROR", reason: "录入错误" };
    expect((await house.contracts("doVoid", { id: unnumbered["id"], ...voiding })).code).toBe("CCT-165");
    const { revealed } = await house.contracts("doVoid", { id: second["id"], ...voiding });
    await ok(house.buyer.call("srmServer/v1/srmCctVoidRestful/doSubmit", { id: revealed.voidId }));
    await ok(world.decides(revealed.voidId));
    expect(await house.found(second["id"])).toMatchObject({ status: "VOIDED", contractNum: nums[1] });
    expect((await house.contracts("findById", { id: second["id"] }, vendor)).code).toBe("CCT-404");
  });
});

describe("contracts 19: deviations", () => {
  const changed = async (content: string): Promise<Row> => {
    const doc = await house.complete();
    const clauses = doc["clauses"].map((clause: Row) =>
      clause["termsId"] === ids["pay"] ? { ...clause, content, deviationReason: "谈判结果" } : clause,
    );
    return ok(house.contracts("saveOrUpdate", { ...doc, clauses }));
  };

  test("free text goes to legal, and the contract is not approved without it", async () => {
    const doc = await house.submitted(await changed("七日内付款：${stages}"));
    expect(await house.found(doc["id"])).toMatchObject({ deviationLevel: "LEGAL" });
    const todos = `select "pendingType", status from "SrmBaseInsidePending" where "bizId" = $1 and "pendingType" = 'CCT_DEVIATION_LEGAL'`;
    expect(await world.rows(todos, doc["id"])).toEqual([{ pendingType: "CCT_DEVIATION_LEGAL", status: "OPEN" }]);
    expect((await world.decides(doc["id"])).code).toBe("CCT-025");
    await ok(house.contracts("doApproveLegal", { id: doc["id"] }, legal));
    await ok(world.decides(doc["id"]));
    expect(await house.found(doc["id"])).toMatchObject({ status: "APPROVED", deviationLevel: "NONE" });
  });

  test("a fallback text asks for whom the library names; a deviation needs a reason", async () => {
    const doc = await changed("四十五日内付款：${stages}");
    expect(doc["clauses"][0]).toMatchObject({ deviationFlag: "Y", fallbackSeq: 1, deviationLevel: "MANAGER" });
    const bare = await ok(
      house.contracts("saveOrUpdate", { ...doc, clauses: doc["clauses"].map((clause: Row) => ({ ...clause, deviationReason: null })) }),
    );
    expect((await house.contracts("doSubmit", { id: bare["id"] })).code).toBe("CCT-018");
  });
});

describe("the supplier's answer", () => {
  test("contracts 6: the supplier sees its contract once it was sent, nobody else's, and nothing internal", async () => {
    const draft = await house.drafted();
    expect((await house.contracts("findById", { id: draft["id"] }, vendor)).code).toBe("CCT-404");
    const doc = await house.sent();
    const seen = await house.found(doc["id"], vendor);
    expect(seen["textJson"][0].text).toContain(`订立合同${doc["contractNum"]}`);
    for (const key of ["remark", "deviationLevel", "documents", "ownerId", "overRunPct", "headText"])
      expect([key, seen[key] ?? null]).toEqual([key, null]);
    for (const key of ["deviationFlag", "originText", "deviationReason", "termsId"])
      expect([key, seen["clauses"][0][key] ?? null]).toEqual([key, null]);
    expect((await house.contracts("findById", { id: doc["id"] }, stranger)).code).toBe("CCT-404");
    expect((await house.contracts("doSupplierConfirm", { id: doc["id"], pdfHash: doc["pdfHash"] }, stranger)).code).toBe("CCT-404");
  });

  test("contracts 5: only the text that was sent can be confirmed; a price that is edited afterwards takes the confirmation back", async () => {
    const doc = await house.sent();
    expect((await house.contracts("doSupplierConfirm", { id: doc["id"], pdfHash: "0".repeat(64) }, vendor)).code).toBe("CCT-031");
    await ok(house.contracts("doSupplierConfirm", { id: doc["id"], pdfHash: doc["pdfHash"], confirmRemark: "同意" }, vendor));
    const after = await house.found(doc["id"]);
    expect(after).toMatchObject({ status: "CONFIRMED", pdfHash: doc["pdfHash"], confirmRemark: "同意" });
    expect((await house.sentEvents("CCT_CONFIRMED")).at(-1)!["data"]).toMatchObject({ num: doc["contractNum"] });
    const noted = await ok(house.contracts("saveOrUpdate", { ...after, remark: "已电话沟通" }));
    expect(noted).toMatchObject({ status: "CONFIRMED", pdfHash: doc["pdfHash"] });
    const edited = await ok(house.contracts("saveOrUpdate", { ...noted, items: [goods("100", "999")] }));
    expect(edited).toMatchObject({ status: "DRAFT", pdfHash: null, contractNum: doc["contractNum"] });
    expect((await house.contracts("doSubmitPublish", { id: doc["id"] })).code).toBe("CCT-035");
    expect((await house.contracts("findById", { id: doc["id"] }, vendor)).code).toBe("CCT-404");
    expect((await house.sentEvents("CCT_RECALLED")).at(-1)!["data"]).toMatchObject({ num: doc["contractNum"] });
  });

  test("contracts 4: a declined text is not sent again; a changed amount begins anew with its approval", async () => {
    const doc = await house.sent();
    expect((await house.contracts("doSupplierRefuse", { id: doc["id"], refuseReason: "不行" }, vendor)).code).toBe("CCT-034");
    await ok(house.contracts("doSupplierRefuse", { id: doc["id"], refuseReason: "付款期过长" }, vendor));
    expect((await house.contracts("doSendConfirm", { id: doc["id"] })).code).toBe("CCT-036");
    const declined = await house.found(doc["id"]);
    const noted = await ok(house.contracts("saveOrUpdate", { ...declined, remark: "与供应商通话" }));
    expect(noted["status"]).toBe("SUPPLIER_REFUSED");
    const items = noted["items"].map((row: Row) => ({ ...row, unitPrice: "990" }));
    const changed = await ok(house.contracts("saveOrUpdate", { ...noted, items }));
    expect(changed).toMatchObject({ status: "DRAFT", pdfHash: null, contractNum: doc["contractNum"] });
    await ok(house.contracts("doSubmit", { id: doc["id"] }));
    await ok(world.decides(doc["id"]));
    await ok(house.contracts("doSendConfirm", { id: doc["id"] }));
  });

  test("a contract that was recalled is a draft again, and the supplier no longer sees it", async () => {
    const doc = await house.sent();
    await ok(house.contracts("doRevocation", { id: doc["id"] }));
    expect(await house.found(doc["id"])).toMatchObject({ status: "DRAFT", pdfHash: null });
    expect((await house.contracts("findById", { id: doc["id"] }, vendor)).code).toBe("CCT-404");
    expect((await house.sentEvents("CCT_RECALLED")).length).toBeGreaterThan(0);
  });
});

test("a secret contract is for its owner and the people named on it", async () => {
  const doc = await house.drafted({ secretLevel: "SECRET", readerIds: [ids["legal"]] });
  expect((await house.contracts("findById", { id: doc["id"] }, world.people["boss"]!)).code).toBe("CCT-404");
  expect((await house.found(doc["id"], legal))["contractName"]).toBe("支架采购合同");
  const secret = await house.submitted(await house.complete({ secretLevel: "SECRET", readerIds: [ids["legal"]] }));
  const open = await house.submitted(await house.complete());
  const admin = await world.wearing("admin", "SYS_ADMIN");
  const watched = async (bizId: string, by: Client): Promise<number> =>
    ((await ok(by.call("bpmServer/v1/bpmInstanceRestful/listByPage", { bizId: [bizId] }))) as unknown as Row[]).length;
  expect([await watched(secret["id"], admin), await watched(open["id"], admin)]).toEqual([0, 1]);
  const [instance] = await world.rows(`select subject from "BpmInstance" where "bizId" = $1`, secret["id"]);
  expect(instance!["subject"]).toMatch(/^\S+ HT-BU1-\d{4}-\d{4}$/);
});
