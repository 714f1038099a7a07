import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeWorkbook } from "#kernel/server/excel/write.ts";
import { systemMe } from "#kernel/server/access/permit.ts";
import type { Client } from "../../tests/support/client.ts";
import { knowSupplier, press, save } from "../../tests/support/kernel.ts";
import { openTestProduct, type TestProduct } from "../../tests/support/product.ts";
import { spendOfSuppliers } from "./plan.rules.ts";
import { officeDay } from "../../tests/support/day.ts";

type Row = Record<string, any>;
const system = systemMe("test");
let product: TestProduct;
let lead: Client, second: Client, manager: Client, vendor: Client, stranger: Client;
const ids: Record<string, string> = {};

const made = (entity: string, input: object): Promise<Row> => save(product.kernel, entity, { ...input }, system);
const act = (entity: string, id: string, action: string, input: object = {}): Promise<Row> =>
  press(product.kernel, entity, id, action, { ...input }, {}, system);
const rows = <T = Row>(sql: string, ...values: unknown[]): Promise<T[]> => product.kernel.db.query<T>(sql, values);
const on = (entity: string) => `srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful`;
const visit = (by: Client, name: string, body: object) => by.call(`${on("SrmSlcLocaleInspect")}/${name}`, body);
const sheet = (by: Client, name: string, body: object) => by.call(`${on("SrmSlcScore")}/${name}`, body);
const plan = (by: Client, name: string, body: object) => by.call(`${on("SrmSlcInspectPlan")}/${name}`, body);
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

beforeAll(async () => {
  product = await openTestProduct();
  for (const name of ["S1", "S2"]) {
    ids[name] = `VISIT${name}`;
    await knowSupplier(product.kernel, ids[name]);
  }
  ids["org"] = (await made("BaseOrganization", { orgCode: "VISIT", orgName: "VISIT", orgType: "BU", functionalCurrency: "CNY" }))["id"];
  ids["lead"] = await product.person("visit.lead", ["QUALITY"]);
  ids["second"] = await product.person("visit.second", ["EMPLOYEE"]);
  await product.person("visit.manager", ["QUALITY_MANAGER"]);
  for (const name of ["S1", "S2"])
    await product.person(`visit.${name}`, ["SUP_ADMIN"], { userType: "SUPPLIER", supplierId: ids[name], supAdminFlag: "Y" });
  lead = await wearing("visit.lead", "QUALITY");
  second = await wearing("visit.second", "EMPLOYEE");
  manager = await wearing("visit.manager", "QUALITY_MANAGER");
  [vendor, stranger] = await Promise.all([product.signIn("visit.S1"), product.signIn("visit.S2")]);
});
afterAll(() => product?.drop());

const item = (seqNum: number, maxScore: string, more: object = {}) => ({
  seqNum,
  section: "质量体系",
  itemName: `项目${seqNum}`,
  itemNameEn: `Item ${seqNum}`,
  maxScore,
  weight: "50",
  ...more,
});

async function drawn(more: object = {}): Promise<Row> {
  return ok(
    visit(lead, "saveOrUpdate", {
      supplierId: ids["S1"],
      orgId: ids["org"],
      inspectType: "ADMISSION",
      inspectDate: day(1),
      leaderId: ids["lead"],
      passScore: "80",
      agenda: "09:00 首次会议",
      innerRemark: "压价时可用",
      members: [
        { userId: ids["lead"], weight: "60" },
        { userId: ids["second"], weight: "40" },
      ],
      items: [item(10, "10"), item(20, "5")],
      ...more,
    }),
  );
}

const sheetsOf = (inspectId: string) =>
  rows(`select id, "memberId", status from "SrmSlcScore" where "inspectId" = $1 order by "memberId" = $2 desc`, inspectId, ids["lead"]);

/** Scores both sheets: for each member the score and the word of each item, null meaning not applicable. */
async function scored(inspectId: string, marks: readonly (readonly (readonly [string | null, string?])[])[]): Promise<void> {
  const found = await sheetsOf(inspectId);
  for (const [at, by] of [lead, second].entries()) {
    const doc = await ok(sheet(by, "findById", { id: found[at]!["id"] }));
    const lines = doc["lines"].map((line: Row, i: number) => {
      const [score, comment] = marks[at]![i]!;
      return { id: line["id"], score, naFlag: score === null ? "Y" : "N", comment: comment ?? null };
    });
    const saved = await ok(sheet(by, "saveOrUpdate", { id: doc["id"], versionNum: doc["versionNum"], lines: { changed: lines } }));
    expect(saved["status"]).toBe("SAVED");
    await ok(sheet(by, "doSubmit", { id: doc["id"] }));
  }
}

const eighty = [
  [["8"], ["5"]],
  [["6"], [null]],
] as const;

/** Somebody else than the leader says yes. */
async function passed(bizId: string, by: Client = manager): Promise<void> {
  const [task] = await rows(
    `select t.id from "BpmTask" t join "BpmInstance" i on i.id = t."parentId" where i."bizId" = $1 order by t.id desc limit 1`,
    bizId,
  );
  const reply = await by.call("bpmServer/bpmTaskService/doPass", { taskId: task!["id"], comment: "同意" });
  expect([reply.status, reply.msg]).toEqual(["S", undefined]);
}

const stateOf = async (id: string): Promise<string> =>
  (await rows(`select status from "SrmSlcLocaleInspect" where id = $1`, id))[0]!["status"];
const todosOf = async (table: "Inside" | "Supplier", bizId: string) =>
  (await rows(`select "pendingType", status from "SrmBase${table}Pending" where "bizId" = $1 order by id`, bizId)).map((row) => [
    row["pendingType"],
    row["status"],
  ]);

async function toSummary(more: object = {}, marks: Parameters<typeof scored>[1] = eighty): Promise<Row> {
  const doc = await drawn(more);
  await ok(visit(lead, "doNotify", { id: doc["id"] }));
  await ok(visit(lead, "doStartScore", { id: doc["id"] }));
  await scored(doc["id"], marks);
  return ok(visit(lead, "findById", { id: doc["id"] }));
}

describe("scores", () => {
  test("supplier 8: 60/40, 8 and 6 of 10, 5 and not applicable of 5: 72 % and 100 % make 86.00, which passes at 80", async () => {
    const doc = await toSummary();
    expect(doc).toMatchObject({ status: "SUMMARIZING", totalScore: "86", result: "PASS" });
    expect(doc["items"].map((row: Row) => [row["avgScore"], row["scoreRate"]])).toEqual([
      ["7.2", "72"],
      ["5", "100"],
    ]);
    expect(doc["sectionScores"]).toMatchObject([{ section: "质量体系", rate: "86.00" }]);
    expect(await todosOf("Supplier", doc["id"])).toEqual([["INSPECT_VISIT", "HANDLED"]]);
    const [first] = await sheetsOf(doc["id"]);
    expect(await todosOf("Inside", first!["id"])).toEqual([["SLC_SCORE", "HANDLED"]]);
  });

  test("supplier 10: a veto item without a point fails whatever the total", async () => {
    const doc = await toSummary({ items: [item(10, "10", { weight: "95" }), item(20, "5", { weight: "5", vetoFlag: "Y" })] }, [
      [["10"], ["0", "没有追溯"]],
      [["10"], ["0", "没有追溯"]],
    ]);
    expect(doc).toMatchObject({ totalScore: "95", vetoFlag: "Y", result: "FAIL" });
  });

  test("weights that do not make a hundred, scores out of range and low scores without a word are refused", async () => {
    const doc = await drawn({ members: [{ userId: ids["lead"], weight: "90" }] });
    expect(await visit(lead, "doStartScore", { id: doc["id"] })).toMatchObject({
      code: "SLC_INS_001",
      msg: expect.stringContaining("90%"),
    });
    expect(await visit(second, "doStartScore", { id: doc["id"] }), "only the leader starts").toMatchObject({ status: "E" });
    const other = await drawn();
    await ok(visit(lead, "doStartScore", { id: other["id"] }));
    const [own, theirs] = await sheetsOf(other["id"]);
    const lines = (await ok(sheet(lead, "findById", { id: own!["id"] })))["lines"] as Row[];
    const saved = (score: string) => sheet(lead, "saveOrUpdate", { id: own!["id"], lines: { changed: [{ id: lines[0]!["id"], score }] } });
    expect(await saved("10.5")).toMatchObject({ code: "SLC_INS_002", fieldErrors: [{ path: "lines[0].score" }] });
    expect(await saved("-1")).toMatchObject({ status: "E" });
    const sent = (score: string, comment: string | null) =>
      sheet(lead, "doSubmit", {
        id: own!["id"],
        lines: [
          { itemId: lines[0]!["itemId"], score, comment },
          { itemId: lines[1]!["itemId"], naFlag: "Y" },
        ],
      });
    expect(await sent("5.99", null)).toMatchObject({ code: "SLC_INS_003" });
    await ok(sent("5.99", "工艺文件不全"));
    expect(await sheet(lead, "findById", { id: theirs!["id"] }), "nobody reads another's sheet before all are in").toMatchObject({
      code: "SUP_AUTH_404",
    });
    const members = (await ok(visit(lead, "findById", { id: other["id"] })))["members"].map((member: Row) => member["sheetStatus"]);
    expect(members).toEqual(["SUBMITTED", "PENDING"]);
  });

  test("a returned sheet clears the totals and closes the others again; sent once more it all comes back", async () => {
    const doc = await toSummary();
    const [own, theirs] = await sheetsOf(doc["id"]);
    await ok(sheet(lead, "findById", { id: theirs!["id"] }));
    await ok(visit(lead, "doReturnScore", { id: doc["id"], memberId: ids["second"], returnReason: "请补充依据" }));
    expect(await ok(visit(lead, "findById", { id: doc["id"] }))).toMatchObject({ status: "SCORING", totalScore: null, result: null });
    expect(await sheet(lead, "findById", { id: theirs!["id"] })).toMatchObject({ code: "SUP_AUTH_404" });
    expect(await sheet(second, "findById", { id: own!["id"] })).toMatchObject({ code: "SUP_AUTH_404" });
    expect(await todosOf("Inside", theirs!["id"])).toEqual([
      ["SLC_SCORE", "HANDLED"],
      ["SLC_SCORE", "OPEN"],
    ]);
    await ok(sheet(second, "doSubmit", { id: theirs!["id"] }));
    expect(await ok(visit(lead, "findById", { id: doc["id"] }))).toMatchObject({ status: "SUMMARIZING", totalScore: "86" });
  });

  test("two members who send the last two sheets at once end the scoring once", async () => {
    const doc = await drawn();
    await ok(visit(lead, "doStartScore", { id: doc["id"] }));
    const found = await sheetsOf(doc["id"]);
    const lines = (await ok(sheet(lead, "findById", { id: found[0]!["id"] })))["lines"] as Row[];
    const marks = lines.map((line) => ({ itemId: line["itemId"], score: line["maxScore"] }));
    await Promise.all([lead, second].map((by, at) => ok(sheet(by, "doSubmit", { id: found[at]!["id"], lines: marks }))));
    expect(await ok(visit(lead, "findById", { id: doc["id"] }))).toMatchObject({ status: "SUMMARIZING", totalScore: "100" });
  });
});

/** An introduction whose turn is the visit. */
async function trackFor(supplierId: string, allowConcession = "N"): Promise<string> {
  const key = Math.random().toString(36).slice(2, 8).toUpperCase();
  const path = await made("SrmBaseProcessTemplate", {
    templateCode: `P${key}`,
    templateName: key,
    bizScope: "INTRODUCE",
    effectiveFrom: "2026-01-01",
    nodes: [
      { nodeCode: "LOCALE_INSPECT", nodeSeq: 10, requiredType: "MUST", passScore: "80", allowConcession },
      { nodeCode: "QUALIFIED", nodeSeq: 20, requiredType: "MUST", allowConcession: "N" },
    ],
  });
  await act("SrmBaseProcessTemplate", path["id"], "doEnabled");
  const scene = await made("SrmSlcIntroduceScenes", {
    sceneCode: `SC${key}`,
    sceneName: key,
    sceneType: "NEW",
    processTemplateId: path["id"],
  });
  await act("SrmSlcIntroduceScenes", scene["id"], "doEnabled");
  const category = await made("SrmBasePurchaseCategory", {
    categoryCode: `C${key}`,
    categoryName: key,
    purchaseKind: "DIRECT",
    importanceLevel: "ROUTINE",
  });
  const categoryIds = [category["id"]];
  const track = await made("SrmSlcIntroduceTrack", {
    supplierId,
    orgId: ids["org"],
    categoryIds,
    sceneId: scene["id"],
    ownerId: ids["lead"],
    startDate: day(0),
    scopes: categoryIds.map((categoryId) => ({ categoryId })),
  });
  await act("SrmSlcIntroduceTrack", track["id"], "doOpen");
  return track["id"];
}
const nodeOf = async (trackId: string): Promise<string> =>
  (await rows(`select "nodeStatus" from "SrmSlcIntroduceTrackNode" where "parentId" = $1 and "nodeCode" = 'LOCALE_INSPECT'`, trackId))[0]![
    "nodeStatus"
  ];
const found = (inspectId: string, level: string) =>
  ok(lead.call(`${on("SrmSlcLocaleInspectFinding")}/saveOrUpdate`, { inspectId, level, description: `${level}问题`, dueDate: day(14) }));

describe("findings", () => {
  test("supplier 9: 86 with a critical finding is conditional and rectified; answered and verified it is approved and the node passed", async () => {
    const trackId = await trackFor(ids["S1"]!);
    const doc = await toSummary({ trackId });
    const { id } = doc;
    expect(await nodeOf(trackId)).toBe("DOING");
    const finding = await found(id, "CRITICAL");
    expect(await ok(visit(lead, "findById", { id }))).toMatchObject({ result: "CONDITIONAL", openFindings: 1 });
    expect(await visit(lead, "doSubmit", { id }), "no summary, no submission").toMatchObject({ fieldErrors: [{ path: "summary" }] });
    await ok(visit(lead, "doSummary", { id, summary: "总体良好，热处理记录缺失" }));
    const listed = (by: Client) => by.call(`${on("SrmSlcLocaleInspectFinding")}/listByPage`, { inspectId: id, pageIndex: 1, pageRows: 10 });
    expect((await listed(vendor)).data, "findings are not told before they are approved").toEqual([]);
    await ok(visit(lead, "doSubmit", { id }));
    await passed(id);
    expect([await stateOf(id), await nodeOf(trackId)]).toEqual(["RECTIFYING", "CONDITIONAL"]);
    expect(await todosOf("Supplier", id)).toEqual([
      ["INSPECT_VISIT", "HANDLED"],
      ["INSPECT_RECTIFY", "OPEN"],
    ]);
    expect((await listed(vendor)).data).toMatchObject([{ id: finding["id"], level: "CRITICAL", findingStatus: "OPEN" }]);
    const verify = (more: object) => visit(lead, "doVerify", { id, findingId: finding["id"], ...more });
    expect(await verify({ verifyResult: "OK" })).toMatchObject({ code: "SLC_INS_014" });
    const reply = (by: Client) => visit(by, "doRectifyReply", { id, findingId: finding["id"], supplierReply: "已补记录并培训" });
    expect(await reply(stranger)).toMatchObject({ code: "SUP_AUTH_404" });
    await ok(reply(vendor));
    expect((await todosOf("Supplier", id)).at(-1)).toEqual(["INSPECT_RECTIFY", "HANDLED"]);
    await ok(verify({ verifyResult: "NG", verifyRemark: "证据不足", dueDate: day(20) }));
    expect((await todosOf("Supplier", id)).at(-1)).toEqual(["INSPECT_RECTIFY", "OPEN"]);
    await ok(reply(vendor));
    await ok(verify({ verifyResult: "OK" }));
    expect([await stateOf(id), await nodeOf(trackId)]).toEqual(["APPROVED", "PASSED"]);
  });

  test("a minor finding holds nothing up; a failed inspection fails its node", async () => {
    const good = await trackFor(ids["S1"]!);
    const first = await toSummary({ trackId: good });
    await found(first["id"], "MINOR");
    await ok(visit(lead, "doSummary", { id: first["id"], summary: "良好" }));
    await ok(visit(lead, "doSubmit", { id: first["id"] }));
    await passed(first["id"]);
    expect([await stateOf(first["id"]), await nodeOf(good)]).toEqual(["APPROVED", "PASSED"]);
    const bad = await trackFor(ids["S1"]!);
    const second = await toSummary({ trackId: bad }, [
      [["6"], ["3"]],
      [["6"], ["3"]],
    ]);
    expect(second).toMatchObject({ totalScore: "60", result: "FAIL" });
    await ok(visit(lead, "doSummary", { id: second["id"], summary: "差距大" }));
    await ok(visit(lead, "doSubmit", { id: second["id"] }));
    await passed(second["id"]);
    expect([await stateOf(second["id"]), await nodeOf(bad)]).toEqual(["APPROVED", "FAILED"]);
  });

  test("supplier 25: an inspection of another supplier is not found; the own one tells no member's score and no internal word", async () => {
    const doc = await toSummary();
    const { id } = doc;
    await found(id, "MAJOR");
    await ok(visit(lead, "doSummary", { id, summary: "内部总结" }));
    expect(await visit(stranger, "findById", { id })).toMatchObject({ code: "SUP_AUTH_404" });
    const before = await ok(visit(vendor, "findById", { id }));
    expect(before).toMatchObject({ agenda: "09:00 首次会议", memberCount: 2, releasedScore: null, releasedResult: null });
    await ok(visit(lead, "doSubmit", { id }));
    await passed(id);
    const after = await ok(visit(vendor, "findById", { id }));
    expect(after).toMatchObject({ status: "RECTIFYING", releasedScore: "86", releasedResult: "CONDITIONAL", rectifyCount: 1 });
    for (const key of ["members", "items", "innerRemark", "summary", "totalScore", "result", "sectionScores", "leaderId", "passScore"])
      expect(after, key).not.toHaveProperty(key);
    expect(JSON.stringify([before, after])).not.toMatch(/压价|内部总结|项目10/);
    const [own] = await sheetsOf(id);
    expect((await sheet(vendor, "findById", { id: own!["id"] })).status).toBe("E");
    expect((await vendor.call(`${on("SrmSlcLocaleInspectItem")}/listByPage`, { pageIndex: 1, pageRows: 5 })).status).toBe("E");
    const quiet = await drawn();
    expect(await visit(vendor, "findById", { id: quiet["id"] }), "before the notice there is nothing to see").toMatchObject({
      code: "SUP_AUTH_404",
    });
    expect(await visit(vendor, "doVerify", { id, findingId: "x", verifyResult: "OK" })).toMatchObject({ status: "E" });
  });
});

describe("plans", () => {
  const year = String(new Date().getUTCFullYear() + 1);
  const planned = async (): Promise<Row> => {
    const doc = await ok(
      plan(lead, "saveOrUpdate", {
        planName: "年度考察",
        planYear: year,
        planPeriod: "YEAR",
        orgId: ids["org"],
        lines: [
          { supplierId: ids["S1"], planMonth: `${year}-03`, leaderId: ids["lead"], reasonType: "PERIODIC" },
          { supplierId: ids["S2"], planMonth: `${year}-05`, leaderId: ids["lead"], reasonType: "CUSTOMER" },
        ],
      }),
    );
    await ok(plan(lead, "doSubmit", { id: doc["id"] }));
    await passed(doc["id"]);
    return ok(plan(lead, "findById", { id: doc["id"] }));
  };

  test("a line makes its inspection once, is done with it, and is planned again when the visit is cancelled", async () => {
    const doc = await planned();
    expect(doc).toMatchObject({ status: "APPROVED", lineCount: 2, ownerId: ids["lead"] });
    const lineId = doc["lines"][0]["id"];
    const answers = await Promise.all([1, 2].map(() => plan(lead, "doGenInspect", { id: doc["id"], lineId })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual(["E", "S"]);
    const visits = await rows(`select id, "inspectNo", "inspectDate" from "SrmSlcLocaleInspect" where "planLineId" = $1`, lineId);
    expect(visits).toMatchObject([{ inspectNo: expect.stringMatching(/^KC\d{12}$/), inspectDate: `${year}-03-01` }]);
    await ok(visit(lead, "doCancel", { id: visits[0]!["id"], cancelReason: "供应商停产" }));
    const line = async () => (await ok(plan(lead, "findById", { id: doc["id"] })))["lines"].find((row: Row) => row["id"] === lineId);
    expect(await line()).toMatchObject({ lineStatus: "PLANNED", inspectId: null });
    const again = await ok(plan(lead, "doGenInspect", { id: doc["id"], lineId, inspectDate: day(1) }));
    const { inspectId } = again["lines"].find((row: Row) => row["id"] === lineId);
    const current = await ok(visit(lead, "findById", { id: inspectId }));
    await ok(
      visit(lead, "saveOrUpdate", {
        id: inspectId,
        versionNum: current["versionNum"],
        members: [
          { userId: ids["lead"], weight: "60" },
          { userId: ids["second"], weight: "40" },
        ],
        items: [item(10, "10"), item(20, "5")],
      }),
    );
    await ok(visit(lead, "doStartScore", { id: inspectId }));
    await scored(inspectId, eighty);
    await ok(visit(lead, "doSummary", { id: inspectId, summary: "良好" }));
    await ok(visit(lead, "doSubmit", { id: inspectId }));
    await passed(inspectId);
    expect(await line()).toMatchObject({ lineStatus: "DONE" });
    expect((await ok(plan(lead, "findById", { id: doc["id"] })))["doneRate"]).toBe("50");
  });

  test("a postponed line stays with its reason and a new one takes its place; a plan with open lines closes with a reason only", async () => {
    const doc = await planned();
    const lineId = doc["lines"][1]["id"];
    const move = (newMonth: string) => plan(lead, "doPostpone", { id: doc["id"], lineId, newMonth, moveReason: "产线搬迁" });
    expect(await move(`${year}-04`)).toMatchObject({ code: "SLC_INS_004" });
    const moved = await ok(move(`${year}-09`));
    expect(moved["lines"].map((line: Row) => [line["planMonth"], line["lineStatus"]])).toEqual(
      expect.arrayContaining([
        [`${year}-05`, "POSTPONED"],
        [`${year}-09`, "PLANNED"],
      ]),
    );
    expect(await plan(lead, "doClose", { id: doc["id"] })).toMatchObject({ fieldErrors: [{ path: "closeReason" }] });
    await ok(plan(lead, "doClose", { id: doc["id"], closeReason: "预算冻结" }));
  });

  test("months outside the period and the same supplier twice in a month are refused", async () => {
    const line = (planMonth: string) => ({ supplierId: ids["S1"], planMonth, leaderId: ids["lead"] });
    const save = (lines: object[]) =>
      plan(lead, "saveOrUpdate", { planName: "季度", planYear: year, planPeriod: "Q1", orgId: ids["org"], lines });
    expect(await save([line(`${year}-04`)])).toMatchObject({ code: "SLC_INS_004", fieldErrors: [{ path: "lines[0].planMonth" }] });
    expect(await save([line(`${year}-02`), line(`${year}-02`)])).toMatchObject({ code: "DATA_DUPLICATE" });
  });
});

const workbook = async (lines: readonly (readonly string[])[]): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const columns = ["板块", "项目", "项目（英文）", "标准", "满分", "权重%", "否决项(Y/N)"].map((title, i) => ({
    key: String(i),
    title,
    kind: "text" as const,
  }));
  await writeWorkbook(async (bytes) => void chunks.push(bytes), [{ name: "评分项", columns, rows: [lines] }]);
  return Buffer.concat(chunks);
};

test("score items come from a workbook while the inspection is a draft: the same section and item is the same row", async () => {
  const doc = await drawn();
  const send = async (lines: readonly (readonly string[])[]) =>
    lead.upload(`${on("SrmSlcLocaleInspect")}/doImportScoreItem`, [{ name: "items.xlsx", bytes: await workbook(lines) }], {
      id: doc["id"],
    });
  expect(await send([["交付", "", "", "", "0", "x", ""]])).toMatchObject({ status: "E", code: "IMPORT_ROW" });
  const sent = await send([
    ["质量体系", "项目10", "Item ten", "看记录", "20", "40", ""],
    ["交付", "准时率", "On time", "", "10", "10", "Y"],
  ]);
  expect([sent.status, sent.msg]).toEqual(["S", undefined]);
  expect(sent.data.items.map((row: Row) => [row["section"], row["itemName"], row["maxScore"], row["weight"], row["vetoFlag"]])).toEqual([
    ["质量体系", "项目10", "20", "40", "N"],
    ["质量体系", "项目20", "5", "50", "N"],
    ["交付", "准时率", "10", "10", "Y"],
  ]);
  const copy = await drawn({ items: [] });
  const copied = await ok(visit(lead, "doCopyItems", { id: copy["id"], fromId: doc["id"] }));
  expect(copied["items"].map((row: Row) => row["itemName"])).toEqual(["项目10", "项目20", "准时率"]);
  await ok(visit(lead, "doStartScore", { id: copied["id"] }));
  expect(
    (
      await lead.upload(`${on("SrmSlcLocaleInspect")}/doImportScoreItem`, [{ name: "x.xlsx", bytes: await workbook([]) }], {
        id: copied["id"],
      })
    ).code,
  ).toBe("STATE_NOT_ALLOWED");
});

test("a plan proposes whom business is done with: by risk, by spend where somebody knows it, by the age of the last visit", async () => {
  const category = await made("SrmBasePurchaseCategory", {
    categoryCode: "PROPOSE",
    categoryName: "推荐品类",
    purchaseKind: "DIRECT",
    importanceLevel: "ROUTINE",
  });
  for (const name of ["PA", "PB"]) {
    await knowSupplier(product.kernel, name);
    const categories = [{ orgId: ids["org"], categoryId: category["id"], categoryStatus: "QUALIFIED", validTo: day(400) }];
    await act("SrmSupInfo", name, "doGrant", { categories, docType: "TEST", docId: name });
  }
  const silence = product.kernel.declared.answers.add(
    spendOfSuppliers.answeredBy(async (_, { supplierIds }) =>
      supplierIds.filter((id) => id === "PB").map((supplierId) => ({ supplierId, amount: "120000.00" })),
    ),
  );
  const year = String(new Date().getUTCFullYear() + 1);
  const doc = await ok(plan(lead, "saveOrUpdate", { planName: "推荐", planYear: year, planPeriod: "Q1", orgId: ids["org"] }));
  const proposed = await ok(plan(lead, "autoPropose", { id: doc["id"], most: 2, months: 12 }));
  silence();
  const lines = proposed["lines"].toSorted((a: Row, b: Row) => (a["planMonth"] < b["planMonth"] ? -1 : 1));
  expect(lines.map((line: Row) => [line["supplierId"], line["reasonType"], line["categoryIds"]])).toEqual([
    ["PB", "PERIODIC", [category["id"]]],
    ["PA", "PERIODIC", [category["id"]]],
  ]);
  expect(lines[0]["proposeNote"]).toContain("120000.00");
  expect(lines[0]["leaderId"]).toBe(ids["lead"]);
});
