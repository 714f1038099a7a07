import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../tests/support/client.ts";
import { ManagingWorld, ok, type Row } from "../../tests/support/managing.ts";

let world: ManagingWorld;
let legal: Client;
beforeAll(async () => {
  world = await ManagingWorld.open();
  legal = world.people["legal"]!;
});
afterAll(() => world?.product.drop());

const terms = (name: string, body: object, by: Client = legal) => by.call(`srmServer/v1/srmCctTermsRestful/${name}`, body);
const templates = (name: string, body: object, by: Client = legal) => by.call(`srmServer/v1/srmCctTemplateRestful/${name}`, body);

const wrote = (title: string, more: object = {}): Promise<Row> =>
  ok(
    terms("saveOrUpdate", {
      title,
      termsClass: "PAYMENT",
      riskLevel: "MID",
      content: `${title}的文本`,
      ownerId: world.ids["legal"],
      ...more,
    }),
  );
async function approved(title: string, more: object = {}): Promise<Row> {
  const made = await wrote(title, more);
  await ok(terms("doSubmit", { id: made["id"] }));
  await ok(world.decides(made["id"]));
  return ok(terms("findById", { id: made["id"] }));
}
const drafted = (clauses: readonly object[], more: object = {}): Promise<Row> =>
  ok(
    templates("saveOrUpdate", {
      templateName: "采购合同",
      contractType: "PURCHASE",
      textLanguage: "CN",
      headText: "双方",
      clauses,
      ...more,
    }),
  );

test("a clause is written, approved by another person and succeeded by its next version", async () => {
  const first = await approved("付款方式", {
    fallbackJson: [{ seq: 1, text: "六十日付款", textEn: null, approvalLevel: "MANAGER" }],
  });
  expect(first).toMatchObject({ status: "APPROVED", version: 1 });
  expect(first["termsCode"]).toMatch(/^TK\d{4}$/);
  await ok(terms("newVersion", { id: first["id"] }));
  const [second] = await world.rows(
    `select id, version, "termsCode" from "SrmCctTerms" where "termsCode" = $1 and version = 2`,
    first["termsCode"],
  );
  expect((await terms("newVersion", { id: first["id"] })).code).toBe("VERSION_DRAFT");
  await ok(terms("doSubmit", { id: second!["id"] }));
  await ok(world.decides(second!["id"]));
  expect(await world.rows(`select version, status from "SrmCctTerms" where "termsCode" = $1 order by version`, first["termsCode"])).toEqual(
    [
      { version: 1, status: "SUPERSEDED" },
      { version: 2, status: "APPROVED" },
    ],
  );
});

test("an undefined field and two fallback texts of one number are refused", async () => {
  const bad = { title: "坏", termsClass: "OTHER", riskLevel: "LOW", ownerId: world.ids["legal"] };
  expect((await terms("saveOrUpdate", { ...bad, content: "合同${contract.sum}" })).code).toBe("CCT-010");
  const twice = [1, 1].map((seq) => ({ seq, text: "替代", textEn: null, approvalLevel: "LEGAL" }));
  expect((await terms("saveOrUpdate", { ...bad, content: "文本", fallbackJson: twice })).code).toBe("CCT-013");
});

test("a template binds approved clauses, once each, and groups of two at least", async () => {
  const [one, two] = [await approved("质量"), await approved("争议")];
  const draft = await wrote("未批准");
  const bind = (...clauses: object[]) =>
    templates("saveOrUpdate", { templateName: "采购合同", contractType: "PURCHASE", textLanguage: "CN", headText: "双方", clauses });
  expect((await bind({ seq: 10, termsId: draft["id"], bindType: "FIXED", editableFlag: "N" })).status).toBe("E");
  const fixed = { seq: 10, termsId: one["id"], bindType: "FIXED", editableFlag: "N" };
  expect((await bind(fixed, { ...fixed, seq: 20 })).code).toBe("CCT-014");
  expect((await bind({ ...fixed, bindType: "ALTERNATIVE", groupCode: "A" })).code).toBe("CCT-140");
  const made = await drafted([fixed, { seq: 20, termsId: two["id"], bindType: "OPTIONAL", editableFlag: "Y" }], {
    headText: "${our.orgName}与${supplier.supplierName}",
  });
  expect(made["placeholderJson"]).toEqual(["our.orgName", "supplier.supplierName"]);
  expect(made["templateCode"]).toMatch(/^CTT\d{4}$/);
});

test("contracts 3: default stages that are not 100 % together are refused", async () => {
  const stage = (percent: string) => ({ stageName: "款", stageType: "ADVANCE", percent, trigger: "SIGN" });
  const reply = await templates("saveOrUpdate", {
    templateName: "阶段",
    contractType: "PURCHASE",
    textLanguage: "CN",
    headText: "双方",
    clauses: [],
    defaultStages: [stage("30"), stage("69")],
  });
  expect(reply.code).toBe("CCT-020");
});

test("an empty template is not submitted; an approved one has versions, copies and an end", async () => {
  const empty = await drafted([]);
  expect((await templates("doSubmit", { id: empty["id"] })).code).toBe("CCT-015");
  const row = await approved("保密");
  const doc = await drafted([{ seq: 10, termsId: row["id"], bindType: "FIXED", editableFlag: "N" }]);
  await ok(templates("doSubmit", { id: doc["id"] }));
  await ok(world.decides(doc["id"]));
  await ok(templates("doCopy", { id: doc["id"], copyName: "保密合同" }));
  const [copy] = await world.rows(`select "templateName", version, status from "SrmCctTemplate" order by id desc limit 1`);
  expect(copy).toEqual({ templateName: "保密合同", version: 1, status: "DRAFT" });
  await ok(templates("newVersion", { id: doc["id"] }));
  await ok(templates("doInvalid", { id: doc["id"] }));
  expect((await ok(templates("findById", { id: doc["id"] })))["status"]).toBe("INVALID");
});
