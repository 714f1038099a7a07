import { afterAll, beforeAll, expect, test } from "vitest";
import { systemMe } from "#kernel/server/access/permit.ts";
import { addMonths } from "#kernel/days.ts";
import type { Client } from "../../tests/support/client.ts";
import { knowSupplier, press, save } from "../../tests/support/kernel.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";

import { requalifyPrograms } from "./requalify.calls.ts";
import { officeDay } from "../../tests/support/day.ts";

type Row = Record<string, any>;
const system = systemMe("test");
let product: TestProduct;
let buyer: Client, manager: Client, vendor: Client, stranger: Client;
const ids: Record<string, string> = {};

const made = (entity: string, input: object): Promise<Row> => save(product.kernel, entity, { ...input }, system);
const act = (entity: string, id: string, action: string, input: object = {}): Promise<Row> =>
  press(product.kernel, entity, id, action, { ...input }, {}, system);
const rows = <T = Row>(sql: string, ...values: unknown[]): Promise<T[]> => product.kernel.db.query<T>(sql, values);
const on = (entity: string) => `srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful`;
const review = (by: Client, name: string, body: object) => by.call(`${on("SrmSlcQualifyHeader")}/${name}`, body);
const apply = (by: Client, name: string, body: object) => by.call(`${on("SrmSlcQualifiedSupplier")}/${name}`, body);
const ok = async (reply: Promise<any>): Promise<Row> => {
  const answer = await reply;
  expect([answer.status, answer.code, answer.msg]).toEqual(["S", undefined, undefined]);
  return answer.data;
};
const day = (from: number): string => officeDay(from);

async function wearing(userName: string, respCode: string): Promise<Client> {
  const client = await product.signIn(userName);
  const [responsibility] = await rows(`select id from "BaseResponsibility" where "respCode" = $1`, respCode);
  await ok(
    client
      .call("baseServer/baseLoginService/switchResponsibility", { responsibilityId: responsibility!["id"] })
      .then((r) => ({ ...r, data: {} })),
  );
  return client;
}

/** The manager decides the task that waits for a document. */
async function decided(bizId: string, what: "doPass" | "doReject"): Promise<void> {
  const [task] = await rows(
    `select t.id from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where i."bizId" = $1 and t.status in ('TODO', 'CLAIMED') order by t.id desc limit 1`,
    bizId,
  );
  const reply = await manager.call(`bpmServer/bpmTaskService/${what}`, {
    taskId: task!["id"],
    comment: "看过",
    ...(what === "doReject" ? { targetNodeId: "START" } : {}),
  });
  expect([reply.status, reply.code, reply.msg]).toEqual(["S", undefined, undefined]);
}

beforeAll(async () => {
  product = await openTestProduct();
  for (const code of ["BU1", "BU2"])
    ids[code] = (await made("BaseOrganization", { orgCode: code, orgName: code, orgType: "BU", functionalCurrency: "CNY" }))["id"];
  const kind = { purchaseKind: "DIRECT", importanceLevel: "ROUTINE" };
  ids["metal"] = (await made("SrmBasePurchaseCategory", { ...kind, categoryCode: "M", categoryName: "金属" }))["id"];
  ids["sheet"] = (await made("SrmBasePurchaseCategory", { ...kind, categoryCode: "M1", categoryName: "钣金", parentId: ids["metal"] }))[
    "id"
  ];
  ids["plastic"] = (await made("SrmBasePurchaseCategory", { ...kind, categoryCode: "P1", categoryName: "注塑" }))["id"];
  const responsibilities = new Map(
    (await rows(`select id, "respCode" from "BaseResponsibility"`)).map((row) => [row["respCode"], row["id"]]),
  );
  const path: [string, string, number][] = [
    ["QUALIFY_CENSOR", "SOURCING", 10],
    ["LOCALE_INSPECT", "QUALITY", 15],
    ["SAMPLE_TRIAL", "QUALITY", 20],
    ["BATCH_TRYOUT", "QUALITY", 30],
    ["AGREEMENT_SIGNING", "LEGAL", 10],
    ["QUALIFIED", "SOURCING", 5],
  ];
  const template = await made("SrmBaseProcessTemplate", {
    templateCode: "NEW-DIRECT",
    templateName: "新供应商",
    effectiveFrom: "2026-01-01",
    nodes: path.map(([nodeCode, responsibility, slaDays], i) => ({
      nodeSeq: (i + 1) * 10,
      nodeCode,
      slaDays,
      ownerRespId: responsibilities.get(responsibility),
      allowConcession: "Y",
    })),
  });
  await act("SrmBaseProcessTemplate", template["id"], "doEnabled");
  const scene = await made("SrmSlcIntroduceScenes", {
    sceneCode: "NEW-D",
    sceneName: "新供应商引入",
    sceneType: "NEW",
    purchaseKind: "DIRECT",
    processTemplateId: template["id"],
  });
  await act("SrmSlcIntroduceScenes", scene["id"], "doEnabled");
  ids["scene"] = scene["id"];
  for (const [requireCode, certType, more] of [
    ["LIC", "LICENSE", {}],
    ["ISO", "ISO9001", { categoryId: ids["metal"], minRemainDays: 30 }],
    ["ROHS", "ROHS", { mustFlag: "N", needNo: "N", needValidity: "N" }],
  ] as const) {
    const row = await made("SrmSlcQualificationRequire", { requireCode, requireName: requireCode, certType, useAt: ["QUALIFY"], ...more });
    await act("SrmSlcQualificationRequire", row["id"], "doEnabled");
  }
  ids["owner"] = await product.person("q.buyer", ["SOURCING"]);
  const [country] = await rows(`select id from "SrmBaseDistrict" where "districtLevel" = 'COUNTRY' limit 1`);
  ids["country"] = country!["id"];
  for (const name of ["S1", "S2", "S3", "S4"]) {
    await knowSupplier(product.kernel, name);
    await rows(
      `update "SrmSupInfo" set "supplierType" = 'MANUFACTURER', "supplierNature" = 'OVERSEAS', "supplierName" = $2 where id = $1`,
      name,
      `测试供应商${name}`,
    );
    const id = (ids[name] = name);
    await product.person(`q.${name}`, ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: id, supAdminFlag: "Y" });
  }
  await product.person("q.manager", ["PUR_MANAGER"]);
  [buyer, manager] = await Promise.all([wearing("q.buyer", "SOURCING"), wearing("q.manager", "PUR_MANAGER")]);
  [vendor, stranger] = await Promise.all([product.signIn("q.S1"), product.signIn("q.S2")]);
});
afterAll(() => product?.drop());

const begun = (supplier: string, more: object = {}) =>
  ok(
    review(buyer, "saveOrUpdate", {
      supplierId: ids[supplier],
      orgId: ids["BU1"],
      introduceReason: "扩大供应",
      categories: [{ categoryId: ids["sheet"] }],
      ...more,
    }),
  );
const nodesOf = (trackId: string) =>
  rows(`select "nodeCode", "nodeStatus", "dueDate", id from "SrmSlcIntroduceTrackNode" where "parentId" = $1 order by "nodeSeq"`, trackId);
const trackState = async (trackId: string) =>
  (await rows(`select "trackStatus" from "SrmSlcIntroduceTrack" where id = $1`, trackId))[0]!["trackStatus"];

const proof = async (by: Client): Promise<string> => {
  const reply = await by.upload("fileServer/v2/file/upload", [{ name: "proof.txt", bytes: Buffer.from("proof") }], {
    functionId: "SrmSlcQualifyLine",
    valueKey: "fileIds",
  });
  return String((reply.data as Row[])[0]!["id"]);
};

/** Judges every line of a review as fine and submits it with a conclusion. */
async function submitted(id: string, conclusion: string, more: object = {}): Promise<Row> {
  const doc = await ok(review(buyer, "findById", { id }));
  const lines: Row[] = [];
  for (const line of doc["lines"] as Row[])
    lines.push(
      line["qualificationId"]
        ? { id: line["id"] }
        : { id: line["id"], certNo: "C-1", validTo: day(700), fileIds: await proof(buyer), lineResult: "OK" },
    );
  const saved = await ok(review(buyer, "saveOrUpdate", { id, versionNum: doc["versionNum"], lines, conclusion, ...more }));
  return ok(review(buyer, "doSubmit", { id, versionNum: saved["versionNum"] }));
}

test("supplier 7: a passed review opens the inspection alone, with a to-do due in its days", async () => {
  const doc = await begun("S1");
  ids["review"] = doc["id"];
  ids["track"] = doc["trackId"];
  expect(doc).toMatchObject({ sceneId: ids["scene"], status: "DRAFT", missingCount: 3 });
  expect(doc["lines"].map((line: Row) => [line["requireName"], line["mustFlag"]])).toEqual([
    ["ISO", "Y"],
    ["LIC", "Y"],
    ["ROHS", "N"],
  ]);
  expect((await nodesOf(ids["track"]!)).map((node) => node["nodeStatus"])).toEqual([
    "DOING",
    "WAITING",
    "WAITING",
    "WAITING",
    "WAITING",
    "WAITING",
  ]);
  const [supplier] = await rows(`select "supStatus" from "SrmSupInfo" where id = $1`, ids["S1"]);
  expect(supplier!["supStatus"]).toBe("INTRODUCING");
  expect(await rows(`select "categoryStatus" from "SrmSupCategories" where "supplierId" = $1`, ids["S1"])).toEqual([
    { categoryStatus: "CANDIDATE" },
  ]);

  await submitted(doc["id"], "PASS");
  await decided(doc["id"], "doPass");
  const nodes = await nodesOf(ids["track"]!);
  expect(nodes.map((node) => node["nodeStatus"])).toEqual(["PASSED", "OPEN", "WAITING", "WAITING", "WAITING", "WAITING"]);
  const inspect = nodes[1]!;
  expect(inspect["dueDate"]).toBe(day(15));
  const open = await rows(
    `select p.status, r."respCode", p."dueDate", p."routePath", p."routeQuery" from "SrmBaseInsidePending" p join "BaseResponsibility" r on r.id = p."respId"
      where p."pendingType" = 'SLC_NODE' and p."bizId" = $1`,
    inspect["id"],
  );
  expect(open).toMatchObject([{ status: "OPEN", respCode: "QUALITY", routePath: "supplierInfoEdit" }]);
  expect(open[0]!["routeQuery"]).toContain(ids["S1"]);
  const certificates = await rows(
    `select "certType", "certStatus", "fileIds" from "SrmSupQualification" where "supplierId" = $1 order by "certType"`,
    ids["S1"],
  );
  expect(certificates.map((certificate) => [certificate["certType"], certificate["certStatus"], Boolean(certificate["fileIds"])])).toEqual([
    ["ISO9001", "VALID", true],
    ["LICENSE", "VALID", true],
    ["ROHS", "VALID", true],
  ]);
});

test("supplier 14: the application names the required node that is not done", async () => {
  const node = (nodeCode: string, nodeStatus = "PASSED") =>
    act("SrmSlcIntroduceTrack", ids["track"]!, "doNode", { nodeCode, nodeStatus, docType: "T", docId: `T-${nodeCode}` });
  await expect(node("SAMPLE_TRIAL", "DOING")).rejects.toMatchObject({ code: "SLC_TRK_002" });
  await node("LOCALE_INSPECT");
  await node("SAMPLE_TRIAL");
  const draft = await ok(apply(buyer, "saveOrUpdate", { supplierId: ids["S1"], orgId: ids["BU1"], summary: "表现良好" }));
  ids["apply"] = draft["id"];
  expect(draft).toMatchObject({ trackId: ids["track"], sceneId: ids["scene"], doneNodes: 3, allNodes: 5 });
  expect(draft["categories"].map((category: Row) => category["categoryId"])).toEqual([ids["sheet"]]);
  expect([draft["validFrom"], draft["validTo"].slice(0, 4)]).toEqual([day(0), String(Number(day(0).slice(0, 4)) + 2)]);
  expect(await apply(buyer, "doSubmit", { id: draft["id"] })).toMatchObject({
    status: "E",
    code: "SLC_QLF_001",
    msg: expect.stringContaining("小批量试用") as string,
  });
  await node("BATCH_TRYOUT");
  await node("AGREEMENT_SIGNING", "CONDITIONAL");
  expect(await trackState(ids["track"]!)).toBe("RUNNING");
});

test("supplier 15: what is granted for one organisation and category is granted nowhere else", async () => {
  const location = await made("SrmSupLocation", {
    supplierId: ids["S1"],
    locationCode: "L1",
    locationType: ["FACTORY"],
    countryId: ids["country"],
    address: "示例路1号",
  });
  const bank = await made("SrmBaseBank", {
    bankCode: "B1",
    bankName: "示例银行",
    bankLevel: "HEAD",
    swiftCode: "DEMOCNSHXXX",
    countryId: ids["country"],
  });
  const account = await made("SrmSupAccount", {
    supplierId: ids["S1"],
    accountName: "测试供应商S1",
    accountNo: "622200001234",
    currency: "CNY",
    bankId: bank["id"],
  });
  const site = {
    siteCode: "S1-BU1",
    siteName: "主地点",
    locationId: location["id"],
    siteUse: ["PURCHASE", "PAY"],
    currency: "CNY",
    taxRate: "T13",
    accountId: account["id"],
  };
  const term = await made("SrmBasePaymentTerm", {
    termCode: "N30",
    termName: "票后三十天",
    applyScope: ["ORDER", "AGREEMENT", "SUPPLIER"],
    nodes: [{ nodeSeq: 1, nodeType: "INVOICE", proportion: "100", dueMode: "DAYS_AFTER", days: 30 }],
  });
  await act("SrmBasePaymentTerm", term["id"], "doEnabled");
  const before = await ok(apply(buyer, "findById", { id: ids["apply"] }));
  const saved = await ok(
    apply(buyer, "saveOrUpdate", {
      id: ids["apply"],
      versionNum: before["versionNum"],
      sites: [{ ...site, termId: term["id"] }],
      conditionDesc: "补签质量协议",
      conditionDueDate: day(30),
    }),
  );
  expect(await apply(buyer, "doSubmit", { id: ids["apply"], versionNum: saved["versionNum"] })).toMatchObject({
    status: "E",
    code: "SLC_QLF_003",
  });
  await rows(`update "SrmSupAccount" set "verifyStatus" = 'VERIFIED' where id = $1`, account["id"]);
  await ok(apply(buyer, "doSubmit", { id: ids["apply"], versionNum: saved["versionNum"] }));
  expect((await nodesOf(ids["track"]!)).at(-1)!["nodeStatus"]).toBe("DOING");
  await decided(ids["apply"]!, "doPass");
  expect(await trackState(ids["track"]!)).toBe("PASSED");
  const order = (orgId: string, categoryId: string) =>
    buyer.call(`${on("SrmSupInfo")}/assertTradable`, {
      supplierId: ids["S1"],
      op: "ORDER",
      orgId: ids[orgId],
      categoryId: ids[categoryId],
    });
  expect(await ok(order("BU1", "sheet"))).toMatchObject({ ok: true });
  expect(await ok(order("BU2", "sheet"))).toMatchObject({ ok: false, code: "SLC_TRD_001" });
  expect(await ok(order("BU1", "plastic"))).toMatchObject({ ok: false, code: "SLC_TRD_001" });
  const [supplier] = await rows(`select "supStatus", "supLevel", "runningTracks" from "SrmSupInfo" where id = $1`, ids["S1"]);
  expect(supplier).toEqual({ supStatus: "QUALIFIED", supLevel: "GENERAL", runningTracks: 0 });
  const sites = await rows(`select "siteStatus" from "SrmSupSite" where "supplierId" = $1`, ids["S1"]);
  expect(sites).toEqual([{ siteStatus: "ACTIVE" }]);
});

test("a wave reviews again whoever's qualification ends, and carries it on", async () => {
  await rows(`update "SrmSupCategories" set "validTo" = $2 where "supplierId" = $1`, ids["S1"], day(20));
  const state = { progress: 0 };
  const run = {
    params: { categoryId: ids["metal"], orgId: ids["BU1"], until: day(90), dueDate: day(30) },
    signal: new AbortController().signal,
    log: () => undefined,
    progress: async (percent: number) => void (state.progress = percent),
  };
  const wave = requalifyPrograms(product.kernel, { now: () => new Date() })["SLC_REQUALIFY"]!;
  expect(await wave(run as never)).toEqual(["发起复审 1 家，共 1 家", "1 of 1 suppliers are being reviewed again"]);
  expect(state.progress).toBe(100);
  expect(await wave(run as never), "once is enough").toEqual(["发起复审 0 家，共 0 家", "0 of 0 suppliers are being reviewed again"]);
  const [found] = await rows(
    `select id, status, "trackId" from "SrmSlcQualifyHeader" where "supplierId" = $1 and purpose = 'REQUALIFY'`,
    ids["S1"],
  );
  expect(found).toMatchObject({ status: "DRAFT", trackId: null });
  await submitted(found!["id"], "PASS");
  await decided(found!["id"], "doPass");
  const [grant] = await rows(`select "validTo", "categoryStatus" from "SrmSupCategories" where "supplierId" = $1`, ids["S1"]);
  expect(grant).toEqual({ validTo: addMonths(day(20), 24), categoryStatus: "QUALIFIED" });
});

test("nobody begins a wave for an organisation out of reach", async () => {
  const userId = await product.person("q.elsewhere", ["SUP_SPECIALIST"]);
  await made("BaseUserOrgPermit", { userId, orgId: ids["BU2"], permitType: "INCLUDE" });
  const elsewhere = await wearing("q.elsewhere", "SUP_SPECIALIST");
  const asked = { categoryId: ids["metal"], dueDate: day(30), withinDays: 90 };
  const refused = { status: "E", code: "SUP_AUTH_404" };
  expect(await review(elsewhere, "requalify", { ...asked, orgId: ids["BU1"] })).toMatchObject(refused);
  expect(await review(elsewhere, "requalify", { ...asked, orgId: "nowhere" })).toMatchObject(refused);
  expect(await ok(review(elsewhere, "requalify", { ...asked, orgId: ids["BU2"] }))).toHaveProperty("requestId");
});

test("supplier 25 (qualify): the supplier fills what is missing and nothing else, and nobody sees another's review", async () => {
  const doc = await begun("S2");
  expect(await review(stranger, "findById", { id: doc["id"] }), "not sent yet").toMatchObject({ status: "E", code: "SUP_AUTH_404" });
  const sent = await ok(review(buyer, "doSendSupplier", { id: doc["id"], versionNum: doc["versionNum"], dueDate: day(10) }));
  expect(sent).toMatchObject({ status: "SUPPLIER_FILLING", supplierDueDate: day(10) });
  expect(await review(vendor, "findById", { id: doc["id"] })).toMatchObject({ status: "E", code: "SUP_AUTH_404" });
  expect(await vendor.call(`${on("SrmSlcIntroduceTrack")}/findById`, { id: doc["trackId"] })).toMatchObject({
    status: "E",
    code: "SUP_AUTH_404",
  });
  const mine = await ok(review(stranger, "findById", { id: doc["id"] }));
  for (const hidden of ["conclusion", "conclusionDesc", "introduceReason", "expectAmount", "sceneId", "replaceSupplierId", "submittedList"])
    expect(mine).not.toHaveProperty(hidden);
  const path = await ok(stranger.call(`${on("SrmSlcIntroduceTrack")}/findById`, { id: doc["trackId"] }));
  expect(path["nodes"]).toHaveLength(6);
  expect(
    [path, path["nodes"][0]].flatMap((entry) => ["ownerId", "sceneId", "docId", "history", "skipReason"].filter((key) => key in entry)),
  ).toEqual([]);
  expect(await rows(`select status from "SrmBaseSupplierPending" where "bizId" = $1`, doc["id"])).toEqual([{ status: "OPEN" }]);

  expect(await review(stranger, "doSupplierSubmit", { id: doc["id"] })).toMatchObject({ status: "E" });
  const judging = mine["lines"].map((line: Row) => ({ id: line["id"], lineResult: "OK" }));
  expect(await review(stranger, "saveOrUpdate", { id: doc["id"], versionNum: mine["versionNum"], lines: judging })).toMatchObject({
    status: "E",
  });
  const lines: Row[] = [];
  for (const line of mine["lines"] as Row[])
    lines.push(
      line["mustFlag"] === "Y" ? { id: line["id"], certNo: "Q-2", validTo: day(400), fileIds: await proof(stranger) } : { id: line["id"] },
    );
  const filled = await ok(review(stranger, "saveOrUpdate", { id: doc["id"], versionNum: mine["versionNum"], lines }));
  const late = await review(stranger, "saveOrUpdate", { id: doc["id"], versionNum: mine["versionNum"], lines });
  expect(late).toMatchObject({ status: "E", code: "VERSION_CONFLICT" });
  expect(await ok(review(stranger, "doSupplierSubmit", { id: doc["id"], versionNum: filled["versionNum"] }))).toMatchObject({
    status: "JUDGING",
  });
  expect(await rows(`select status from "SrmBaseSupplierPending" where "bizId" = $1`, doc["id"])).toEqual([{ status: "HANDLED" }]);

  const now = await ok(review(buyer, "findById", { id: doc["id"] }));
  expect(await review(buyer, "doSubmit", { id: doc["id"], versionNum: now["versionNum"] })).toMatchObject({
    status: "E",
    code: "SLC_QC_007",
  });
  const judged = (...results: string[]) => now["lines"].map((line: Row, i: number) => ({ id: line["id"], lineResult: results[i] }));
  const waive = { id: doc["id"], versionNum: now["versionNum"], lines: judged("OK", "NG", "WAIVED"), conclusion: "PASS" };
  expect(await review(manager, "saveOrUpdate", waive), "no button to save").toMatchObject({ status: "E", code: "PERM_DENIED" });
  expect((await review(buyer, "saveOrUpdate", waive)).fieldErrors?.map((fieldError: Row) => fieldError["code"])).toEqual([
    "PERM_DENIED",
    "SLC_QC_002",
  ]);
  const saved = await ok(review(buyer, "saveOrUpdate", { ...waive, lines: judged("OK", "NG", "NG") }));
  expect(await review(buyer, "doSubmit", { id: doc["id"], versionNum: saved["versionNum"] })).toMatchObject({
    status: "E",
    code: "SLC_QC_001",
  });
  await ok(review(buyer, "doCancel", { id: doc["id"], versionNum: saved["versionNum"], cancelWhy: "不再需要" }));
  expect(await trackState(doc["trackId"])).toBe("STOPPED");
  expect((await nodesOf(doc["trackId"])).filter((node) => ["OPEN", "DOING"].includes(node["nodeStatus"]))).toEqual([]);
  const [supplier] = await rows(`select "supStatus" from "SrmSupInfo" where id = $1`, ids["S2"]);
  expect(supplier!["supStatus"]).toBe("POTENTIAL");
});

test("one introduction runs for a supplier, organisation and category, whoever is quicker", async () => {
  const first = await begun("S3");
  expect(
    await review(buyer, "saveOrUpdate", {
      supplierId: ids["S3"],
      orgId: ids["BU1"],
      introduceReason: "又一次",
      categories: [{ categoryId: ids["sheet"] }],
    }),
  ).toMatchObject({ status: "E", code: "SLC_TRK_001" });
  await begun("S3", { orgId: ids["BU2"] });
  const both = await Promise.all(
    [1, 2].map(() =>
      review(buyer, "saveOrUpdate", {
        supplierId: ids["S4"],
        orgId: ids["BU1"],
        introduceReason: "同时",
        categories: [{ categoryId: ids["sheet"] }],
      }),
    ),
  );
  expect(both.map((reply) => reply.code ?? "S").toSorted()).toEqual(["S", "SLC_TRK_001"].toSorted());
  await submitted(first["id"], "FAIL", { conclusionDesc: "体系不符" });
  await decided(first["id"], "doReject");
  expect((await nodesOf(first["trackId"]))[0]!["nodeStatus"]).toBe("DOING");
  const again = await ok(review(buyer, "findById", { id: first["id"] }));
  await ok(review(buyer, "doSubmit", { id: first["id"], versionNum: again["versionNum"] }));
  await decided(first["id"], "doPass");
  expect(await trackState(first["trackId"])).toBe("FAILED");
  const open = await rows(
    `select p.id from "SrmBaseInsidePending" p join "SrmSlcIntroduceTrackNode" n on n.id = p."bizId" where n."parentId" = $1 and p.status = 'OPEN'`,
    first["trackId"],
  );
  expect(open).toEqual([]);
});

test("a scene is tried out with its reasons, and requirements with the certificates in force", async () => {
  const ask = (body: object) => buyer.call(`${on("SrmSlcIntroduceScenes")}/match`, body);
  const about = { supplierId: ids["S2"], orgId: ids["BU1"], categoryId: ids["sheet"] };
  const found = await ok(ask(about));
  expect(found).toMatchObject({ sceneType: "NEW", scene: { sceneCode: "NEW-D" } });
  expect(found["nodes"].map((node: Row) => node["nodeCode"])[0]).toBe("QUALIFY_CENSOR");
  expect((await ok(ask({ ...about, sceneType: "EMERGENCY" })))["scene"]).toBeNull();
  const proofs = (
    await buyer.call(`${on("SrmSlcQualificationRequire")}/listFor`, {
      supplierId: ids["S1"],
      categoryIds: [ids["sheet"]],
      stage: "QUALIFY",
    })
  ).data;
  expect(proofs.map((row: Row) => [row["requireCode"], row["certificate"] !== null])).toEqual([
    ["ISO", true],
    ["LIC", true],
    ["ROHS", true],
  ]);
});
