import { afterAll, beforeAll, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import { shift } from "#kernel/time.ts";
import type { Client } from "../../tests/support/client.ts";
import { press, save } from "../../tests/support/kernel.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";
import { officeDay } from "../../tests/support/day.ts";

type Row = Record<string, any>;
const system = systemMe("test");
const url = "srmServer/v1/srmSupChangeInfoRestful";
const responsibilities = { specialist: "SUP_SPECIALIST", finance: "FINANCE", chief: "FINANCE_MANAGER", manager: "PUR_MANAGER" } as const;

let product: TestProduct;
const ids: Record<string, string> = {};
const who = {} as Record<keyof typeof responsibilities | "vendor" | "stranger", Client>;

const made = (entity: string, input: object): Promise<Row> => save(product.kernel, entity, { ...input }, system);
const rows = (sql: string, ...values: unknown[]): Promise<Row[]> => product.kernel.db.query<Row>(sql, values);
const one = async (sql: string, ...values: unknown[]): Promise<Row> => (await rows(sql, ...values))[0]!;
const file = (supplierId: string): Promise<Row> => one(`select * from "SrmSupInfo" where id = $1`, supplierId);
const ok = async (reply: Promise<any>): Promise<Row> => {
  const answer = await reply;
  expect([answer.status, answer.code, answer.msg]).toEqual(["S", undefined, undefined]);
  return answer.data;
};
const line = (entityName: string, rowId: string, fieldKey: string, newValue: unknown, more: object = {}) => ({
  entityName,
  rowId,
  rowAction: "UPDATE",
  fieldKey,
  newValue,
  ...more,
});
const draft = (client: Client, supplierId: string, lines: readonly object[], more: object = {}) =>
  client.call(`${url}/saveOrUpdate`, { supplierId, changeReason: "资料更新", lines, ...more });
const proof = async (client: Client): Promise<string> => {
  const reply = await client.upload("fileServer/v2/file/upload", [{ name: "proof.txt", bytes: Buffer.from("bank letter") }], {
    functionId: "SrmSupChangeInfoLine",
    valueKey: "fileIds",
  });
  return String((reply.data as Row[])[0]!["id"]);
};
const decide = async (bizId: string, by: Client, what: "doPass" | "doReject" = "doPass"): Promise<any> => {
  const task = await one(
    `select t.id from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where i."bizId" = $1 and t.status in ('TODO', 'CLAIMED') order by t.id desc limit 1`,
    bizId,
  );
  return by.call(`bpmServer/bpmTaskService/${what}`, {
    taskId: task["id"],
    comment: "看过",
    ...(what === "doReject" ? { targetNodeId: "START" } : {}),
  });
};

async function wearing(userName: string, respCode: string): Promise<Client> {
  const client = await product.signIn(userName);
  const responsibility = await one(`select id from "BaseResponsibility" where "respCode" = $1`, respCode);
  await client.call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: responsibility["id"] });
  return client;
}

async function supplier(code: string): Promise<string> {
  const { id } = await made("SrmSupInfo", {
    supplierName: `示例${code}有限公司`,
    supplierNature: "OVERSEAS",
    supplierNameEn: code,
    taxNo: `TAX-${code}`,
    supplierType: "MANUFACTURER",
    legalPerson: "负责人",
    countryId: ids["country"],
    registeredAddress: "一号路",
    mainProducts: "支架",
    ownerId: ids["specialist"],
    companyPhone: "0512-66000000",
    infoStatus: "EFFECTIVE",
  });
  await rows(`update "SrmSupInfo" set "infoStatus" = 'EFFECTIVE', "supStatus" = 'POTENTIAL' where id = $1`, id);
  return id;
}

beforeAll(async () => {
  product = await openTestProduct();
  ids["country"] = (await one(`select id from "SrmBaseDistrict" where "districtLevel" = 'COUNTRY' limit 1`))["id"];
  for (const [key, responsibility] of Object.entries(responsibilities) as [keyof typeof responsibilities, string][]) {
    ids[key] = await product.person(`chg.${key}`, [responsibility]);
    who[key] = await wearing(`chg.${key}`, responsibility);
  }
  for (const code of ["S1", "S2"]) ids[code] = await supplier(code);
  ids["bank"] = (
    await made("SrmBaseBank", { bankCode: "B1", bankName: "示例银行", bankLevel: "HEAD", swiftCode: "EXMPDEFF", countryId: ids["country"] })
  )["id"];
  for (const code of ["S1", "S2"])
    ids[`u${code}`] = await product.person(`chg.${code}`, ["SUP_ADMIN"], {
      userType: "SUPPLIER",
      supplierId: ids[code],
      supAdminFlag: "Y",
    });
  [who.vendor, who.stranger] = await Promise.all([product.signIn("chg.S1"), product.signIn("chg.S2")]);
  const contact = { supplierId: ids["S1"], contactRole: ["MANAGER"], mobile: "13800000001", email: "boss@example.com" };
  ids["boss"] = (await made("SrmSupContact", { ...contact, contactName: "旧联系人", primaryFlag: "Y", userId: ids["uS1"] }))["id"];
  ids["clerk"] = (
    await made("SrmSupContact", {
      ...contact,
      contactName: "旧财务",
      contactRole: ["FINANCE"],
      mobile: "13800000002",
      email: "old.finance@example.com",
    })
  )["id"];
  ids["place"] = (
    await made("SrmSupLocation", {
      supplierId: ids["S1"],
      locationCode: "L1",
      locationType: ["FACTORY"],
      countryId: ids["country"],
      address: "老厂区",
    })
  )["id"];
});
afterAll(() => product?.drop());

const accountLines = (fileIds: string, more: Row = {}): object[] =>
  Object.entries({
    accountName: "示例S1有限公司",
    accountNo: "6222000011112222",
    bankId: ids["bank"],
    currency: "CNY",
    accountUse: "BASIC",
    ...more,
  }).map(([key, value], i) => line("SrmSupAccount", "new1", key, value, { rowAction: "ADD", ...(i === 0 ? { fileIds } : {}) }));

test("free fields take effect at once, and a request that changes nothing is refused", async () => {
  const done = await ok(draft(who.vendor, ids["S1"]!, [line("SrmSupContact", ids["clerk"]!, "title", "会计")]));
  expect([done["status"], done["changeScope"], done["sections"]]).toEqual(["EFFECTIVE", "FREE", ["CONTACT"]]);
  expect((await one(`select title from "SrmSupContact" where id = $1`, ids["clerk"]))["title"]).toBe("会计");
  const nothing = await draft(who.vendor, ids["S1"]!, [line("SrmSupContact", ids["clerk"]!, "title", "会计")]);
  expect(nothing.code).toBe("SUP_CHG_002");
  const device = { deviceName: "折弯机", deviceKind: "PRODUCTION", qty: 2 };
  const added = Object.entries(device).map(([key, value]) => line("SrmSupDevice", "new1", key, value, { rowAction: "ADD" }));
  expect((await ok(draft(who.vendor, ids["S1"]!, added)))["status"]).toBe("EFFECTIVE");
  expect((await rows(`select "deviceName", qty from "SrmSupDevice" where "supplierId" = $1`, ids["S1"])).length).toBe(1);
});

test("supplier 20: a section with an open request takes no second one, another section does", async () => {
  const first = await ok(draft(who.vendor, ids["S1"]!, [line("SrmSupContact", ids["boss"]!, "contactName", "新姓名")]));
  expect(first["status"]).toBe("DRAFT");
  const second = await draft(who.specialist, ids["S1"]!, [line("SrmSupContact", ids["clerk"]!, "contactName", "另一姓名")]);
  expect([second.code, second.msg]).toEqual(["SUP_CHG_001", `板块"联系人"已有未完成变更${first["changeNo"]}`]);
  const device = ["deviceName", "检测台"] as const;
  const elsewhere = await draft(who.specialist, ids["S1"]!, [
    line("SrmSupDevice", "new1", device[0], device[1], { rowAction: "ADD" }),
    line("SrmSupDevice", "new1", "deviceKind", "TOOLING", { rowAction: "ADD" }),
    line("SrmSupDevice", "new1", "qty", 1, { rowAction: "ADD" }),
  ]);
  expect(elsewhere.status).toBe("S");
  await ok(who.vendor.call(`${url}/delete`, { id: first["id"] }));
});

test("supplier 21: a row that moved meanwhile stops the approval, and nothing is written", async () => {
  const change = await ok(draft(who.vendor, ids["S1"]!, [line("SrmSupLocation", ids["place"]!, "address", "新厂区")]));
  const sent = await ok(who.vendor.call(`${url}/doSubmit`, { id: change["id"] }));
  expect(sent["status"]).toBe("APPROVING");
  await save(product.kernel, "SrmSupLocation", { id: ids["place"], phone: "0512-1234567" }, system);
  const passed = await decide(change["id"], who.manager);
  expect([passed.code, passed.msg]).toEqual(["SUP_CHG_003", "详细地址已被其他变更更新，请重新确认"]);
  expect((await one(`select address from "SrmSupLocation" where id = $1`, ids["place"]))["address"]).toBe("老厂区");
  expect((await one(`select status from "SrmSupChangeInfo" where id = $1`, change["id"]))["status"]).toBe("APPROVING");
  await decide(change["id"], who.manager, "doReject");
  const again = await ok(who.vendor.call(`${url}/findById`, { id: change["id"] }));
  expect([again["status"], again["rejectReason"]]).toEqual(["REJECTED", "看过"]);
  // Saved again it is confirmed on the row as it is now.
  await ok(who.vendor.call(`${url}/saveOrUpdate`, { id: again["id"], versionNum: again["versionNum"], lines: again["lines"] }));
  await ok(who.vendor.call(`${url}/doSubmit`, { id: change["id"] }));
  await ok(decide(change["id"], who.manager));
  expect(await one(`select address, phone from "SrmSupLocation" where id = $1`, ids["place"])).toEqual({
    address: "新厂区",
    phone: "0512-1234567",
  });
  const late = await who.manager.call(`${url}/doJudge`, { id: change["id"], lineResults: [] });
  expect(late.code).toBe("SUP_CHG_004");
});

test("supplier 19: a change of bank data holds payments, tells those on file, and is verified by somebody else before it counts", async () => {
  const fileIds = await proof(who.vendor);
  const change = await ok(draft(who.vendor, ids["S1"]!, accountLines(fileIds)));
  expect([change["bankFlag"], change["changeScope"]]).toEqual(["Y", "CRITICAL"]);
  const shown = change["lines"].find((l: Row) => l["fieldKey"] === "accountNo");
  expect(shown["newValue"]).toBe("****2222");
  const stored = await one(`select "newSealed", "newValue"::text as v from "SrmSupChangeInfoLine" where id = $1`, shown["id"]);
  expect([stored["newSealed"].startsWith("m1."), stored["v"]]).toEqual([true, '"****2222"']);

  const sent = await ok(who.vendor.call(`${url}/doSubmit`, { id: change["id"] }));
  expect(sent["status"]).toBe("VERIFYING");
  const held = await file(ids["S1"]!);
  expect([held["paymentHoldFlag"], held["paymentHoldReason"], held["paymentHoldReasonEn"]]).toEqual([
    ...["Y", `账户变更${change["changeNo"]}核验中`, `account change ${change["changeNo"]} is being verified`],
  ]);
  const [row] = await rows(`select data from "Outbox" where event = 'BANK_CHANGE_STARTED'`);
  expect([row!["data"]["userIds"], row!["data"]["addresses"]]).toEqual([[ids["uS1"]], ["old.finance@example.com"]]);
  expect((await file(ids["S1"]!))["riskLight"]).toBe("YELLOW");

  const check = { method: "CALL_BACK", callNumber: "138 0000 0002", record: "与旧财务确认", result: "VERIFIED" };
  const asked = (client: Client, more: object = {}) => client.call(`${url}/doVerifyBank`, { id: change["id"], ...check, ...more });
  expect((await asked(who.specialist)).code).toBe("PERM_DENIED");
  expect((await asked(who.finance, { callNumber: "13999999999" })).code).toBe("SUP_ACC_008");
  const numbers = await ok(who.finance.call(`${url}/findNumbers`, { id: change["id"] }));
  expect(numbers.map((n: Row) => n["number"])).toContain("13800000002");
  const verified = await ok(asked(who.finance));
  expect([verified["status"], verified["verifyStatus"]]).toEqual(["APPROVING", "VERIFIED"]);
  // Whoever pays in between finds the hold.
  expect((await file(ids["S1"]!))["paymentHoldFlag"]).toBe("Y");

  await ok(decide(change["id"], who.chief));
  const account = await one(`select * from "SrmSupAccount" where "supplierId" = $1`, ids["S1"]);
  expect([account["accountNo"].slice(-5), account["verifyStatus"], account["verifyMethod"], account["verifiedBy"]]).toEqual([
    "~2222",
    "VERIFIED",
    "CALL_BACK",
    ids["finance"],
  ]);
  const own = await one(`select "functionId", "businessId" from "BaseFile" where id = $1`, account["fileIds"]);
  expect(own).toEqual({ functionId: "SrmSupAccount", businessId: account["id"] });
  const after = await file(ids["S1"]!);
  expect([after["paymentHoldFlag"], after["riskLight"]]).toEqual(["N", "GREEN"]);
  ids["account"] = account["id"];
});

test("the initiator verifies nothing of his own; failing, the request is rejected and the hold lifted", async () => {
  await product.person("chg.both", ["SUP_SPECIALIST", "FINANCE"]);
  const both = await wearing("chg.both", "SUP_SPECIALIST");
  const fileIds = await proof(both);
  const change = await ok(draft(both, ids["S2"]!, accountLines(fileIds, { accountName: "另一家公司" })));
  expect((await both.call(`${url}/doSubmit`, { id: change["id"] })).code).toBe("SUP_ACC_001");
  const lines = change["lines"].map((l: Row) => (l["fieldKey"] === "accountName" ? { ...l, reason: "集团代收" } : l));
  await ok(both.call(`${url}/saveOrUpdate`, { id: change["id"], versionNum: change["versionNum"], lines }));
  const sent = await both.call(`${url}/doSubmit`, { id: change["id"] });
  // The number belongs to another supplier already: told, and red.
  expect([sent.status, (sent as Row)["notes"]?.[0]?.code ?? sent.data["notes"]?.[0]?.code]).toEqual(["S", "SUP_ACC_002"]);
  expect((await file(ids["S2"]!))["riskLight"]).toBe("RED");
  const mine = await wearing("chg.both", "FINANCE");
  const failed = { id: change["id"], method: "PENNY", record: "打款退回", result: "FAILED" };
  expect((await mine.call(`${url}/doVerifyBank`, failed)).code).toBe("SUP_ACC_003");
  // Four eyes look through delegation: whoever stands in the initiator's place is no second pair.
  const at = (days: number) => shift(new Date(), { days }).toISOString();
  const [{ id: fromUserId }] = (await rows(`select id from "BaseUsers" where "userName" = 'chg.both'`)) as [Row];
  const lent = await save(
    product.kernel,
    "BaseUserAuthorisation",
    { fromUserId, toUserId: ids["finance"], authType: "APPROVAL", startTime: at(-1), endTime: at(1) },
    system,
  );
  expect((await who.finance.call(`${url}/doVerifyBank`, failed)).code).toBe("SUP_ACC_003");
  await press(product.kernel, "BaseUserAuthorisation", lent.id, "doRevoke", {}, {}, system);
  const done = await ok(who.finance.call(`${url}/doVerifyBank`, failed));
  expect([done["status"], done["verifyStatus"]]).toEqual(["REJECTED", "FAILED"]);
  expect((await file(ids["S2"]!))["paymentHoldFlag"]).toBe("N");
  expect(await rows(`select id from "SrmSupAccount" where "supplierId" = $1`, ids["S2"])).toEqual([]);
});

test("an IBAN that does not add up and a missing proof are refused; a withdrawn request lifts the hold", async () => {
  const fileIds = await proof(who.vendor);
  const wrong = await draft(who.vendor, ids["S1"]!, [
    line("SrmSupAccount", ids["account"]!, "iban", "GB82WEST12345698765433", { fileIds }),
  ]);
  expect(wrong.code).toBe("SUP_ACC_005");
  const bare = await ok(draft(who.vendor, ids["S1"]!, [line("SrmSupAccount", ids["account"]!, "iban", "GB82WEST12345698765432")]));
  expect((await who.vendor.call(`${url}/doSubmit`, { id: bare["id"] })).code).toBe("SUP_CHG_005");
  const lines = bare["lines"].map((l: Row) => ({ ...l, fileIds }));
  await ok(who.vendor.call(`${url}/saveOrUpdate`, { id: bare["id"], versionNum: bare["versionNum"], lines }));
  await ok(who.vendor.call(`${url}/doSubmit`, { id: bare["id"] }));
  await ok(who.finance.call(`${url}/doVerifyBank`, { id: bare["id"], method: "BANK_LETTER", record: "已收到银行函", result: "VERIFIED" }));
  await ok(who.vendor.call(`${url}/doWithdraw`, { id: bare["id"] }));
  expect(await one(`select status, "holdFlag" from "SrmSupChangeInfo" where id = $1`, bare["id"])).toEqual({
    status: "WITHDRAWN",
    holdFlag: "N",
  });
  expect((await file(ids["S1"]!))["paymentHoldFlag"]).toBe("N");
  expect(await rows(`select 1 from "BpmInstance" where "bizId" = $1 and status = 'RUNNING'`, bare["id"])).toEqual([]);
});

test("single lines may be refused, and a later day waits for its program", async () => {
  const later = officeDay(3);
  const change = await ok(
    draft(
      who.vendor,
      ids["S1"]!,
      [line("SrmSupInfo", ids["S1"]!, "shortName", "简称"), line("SrmSupInfo", ids["S1"]!, "groupName", "示例集团")],
      { effectDate: later },
    ),
  );
  await ok(who.vendor.call(`${url}/doSubmit`, { id: change["id"] }));
  const refused = change["lines"].find((l: Row) => l["fieldKey"] === "groupName");
  const given = { id: change["id"], lineResults: [{ id: refused["id"], lineResult: "REFUSE", lineRemark: "请附证明" }] };
  await ok(who.manager.call(`${url}/doJudge`, given));
  await ok(decide(change["id"], who.manager));
  expect((await one(`select status from "SrmSupChangeInfo" where id = $1`, change["id"]))["status"]).toBe("APPROVED");
  expect((await file(ids["S1"]!))["shortName"]).toBeNull();
  await press(product.kernel, "SrmSupChangeInfo", change["id"], "doTakeEffect", {}, {}, system);
  const after = await file(ids["S1"]!);
  expect([after["shortName"], after["groupName"]]).toEqual(["简称", null]);
});

test("supplier 25 (change): another supplier's request answers like a missing one, and internal records stay inside", async () => {
  const { id } = await one(`select id from "SrmSupChangeInfo" where "supplierId" = $1 and "bankFlag" = 'Y' order by id limit 1`, ids["S1"]);
  const [foreign, missing] = await Promise.all([
    who.stranger.call(`${url}/findById`, { id }),
    who.stranger.call(`${url}/findById`, { id: "missing" }),
  ]);
  expect([foreign.code, foreign.msg]).toEqual(["SUP_AUTH_404", missing.msg]);
  const own = await ok(who.vendor.call(`${url}/findById`, { id }));
  expect(Object.keys(own).filter((key) => key.startsWith("verify"))).toEqual(["verifyStatus"]);
  const [strange, nobody] = await Promise.all(
    [ids["S1"]!, "missing"].map((of) => draft(who.stranger, of, [line("SrmSupInfo", of, "mainProducts", "x")])),
  );
  expect([strange!.status, strange!.code, strange!.msg]).toEqual(["E", nobody!.code, nobody!.msg]);
  const warning = await who.vendor.call("srmServer/v1/srmSupWarningRestful/listByPage", { pageIndex: 1, pageRows: 10 });
  expect(warning.code).toBe("PERM_DENIED");
});
