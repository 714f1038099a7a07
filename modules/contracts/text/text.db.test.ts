import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDocx } from "#kernel/server/docx/gate.ts";
import { readDocx, type DocxText } from "#kernel/server/docx/read.ts";
import { docxOf } from "#kernel/server/docx/test-files.ts";
import { writeDocx, type DocxPiece } from "#kernel/server/docx/write.ts";
import type { Client } from "../../../tests/support/client.ts";
import { ContractWorld } from "../../../tests/support/contracting.ts";
import { ok, type ManagingWorld, type Row } from "../../../tests/support/managing.ts";

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

const call = (by: Client, name: string, body: object): Promise<any> => by.call(`srmServer/v1/srmCctContractRestful/${name}`, body);
const page = (id: string, by: Client = house.buyer): Promise<Row> => ok(call(by, "getText", { id }));
const stored = (id: string): Promise<Row[]> => world.rows(`select * from "SrmCctTextMark" where "parentId" = $1 order by id`, id);
const onMark = (name: string, id: string, by: Client = house.buyer): Promise<any> =>
  by.call(`srmServer/v1/srmCctTextMarkRestful/${name}`, { id });
const partOf = async (id: string, title: string, by?: Client): Promise<Row> =>
  (await page(id, by))["parts"].find((part: Row) => part["title"] === title);

async function uploaded(by: Client, bytes: Buffer, name = "marked.docx"): Promise<string> {
  const reply = await by.upload("fileServer/v2/file/upload", [{ name, bytes }]);
  expect([reply.status, reply.msg]).toEqual(["S", undefined]);
  return (reply.data as Row[])[0]!["id"];
}

const word = async (id: string, by: Client = house.buyer): Promise<DocxText> => {
  const { bytes } = await by.download("srmServer/v1/srmCctContractRestful/downloadWord", { id });
  return readDocx(await openDocx(bytes));
};

/** The file somebody got, with his own words in it. */
async function edited(text: DocxText, change: (words: string) => string): Promise<Buffer> {
  const pieces = text.blocks.map((block, i): DocxPiece => {
    if (block.kind === "table") return { kind: "table", head: block.rows[0]!, rows: block.rows.slice(1) };
    return { kind: i === 0 ? "title" : block.heading === null ? "text" : "clause", text: change(block.text) };
  });
  return writeDocx({ foot: "", pieces });
}

describe("Word files", () => {
  test("contracts 4: a supplier declines with a marked-up file; its differences are taken over or rejected one by one", async () => {
    const doc = await house.sent();
    const text = await word(doc["id"], vendor);
    expect(text.blocks.map((block) => (block.kind === "table" ? "table" : block.text))).toEqual([
      ...[
        "支架采购合同",
        expect.stringContaining("总价113,000.00（壹拾壹万叁仟元整）"),
        "付款",
        "六十日内付款：",
        "table",
        "诉讼",
        "甲方所在地法院管辖",
      ],
    ]);
    const file = await edited(text, (words) =>
      words.replace("六十日", "三十日").replace("法院管辖", "仲裁机构仲裁").replace("113,000.00", "120,000.00"),
    );
    const refuseFileIds = await uploaded(vendor, file);
    await ok(house.contracts("doSupplierRefuse", { id: doc["id"], refuseReason: "付款期过长", refuseFileIds }, vendor));
    const [head, pay, court] = await stored(doc["id"]);
    expect(head).toMatchObject({ kind: "COMMENT", clauseId: "HEAD", remark: "${contract.amountIncl}: 113,000.00 → 120,000.00" });
    expect(pay).toMatchObject({
      kind: "CHANGE",
      side: "SUPPLIER",
      beforeText: "六十日内付款：${stages}",
      afterText: "三十日内付款：${stages}",
    });
    expect(court).toMatchObject({ title: "诉讼", afterText: "甲方所在地仲裁机构仲裁", wordFlag: "Y" });
    expect((await house.contracts("doSendConfirm", { id: doc["id"] })).code).toBe("CCT-032");
    expect((await onMark("doAccept", pay!["id"], vendor)).status).toBe("E");
    await ok(onMark("doAccept", pay!["id"]));
    await ok(onMark("doReject", court!["id"]));
    const after = await house.found(doc["id"]);
    expect(after).toMatchObject({ status: "DRAFT", pdfHash: null, deviationLevel: "LEGAL" });
    expect(after["clauses"][0]).toMatchObject({
      content: "三十日内付款：${stages}",
      deviationFlag: "Y",
      deviationReason: "采纳供应商修订",
    });
    expect(after["clauses"][1]).toMatchObject({ content: "甲方所在地法院管辖", deviationFlag: "N" });
  });

  test("an edited file comes back from our side; the same file has no difference; a hostile one is refused", async () => {
    const doc = await house.complete();
    const text = await word(doc["id"]);
    const same = await uploaded(house.buyer, await edited(text, (words) => words));
    const reading = (wordFile: string) => house.contracts("doReadWord", { id: doc["id"], wordFile, side: "BUYER" });
    expect((await reading(same)).code).toBe("CCT-124");
    const hostile = await docxOf("", {
      "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://x/attachedTemplate" Target="http://bad.example/t.dotm" TargetMode="External"/></Relationships>`,
    });
    expect((await reading(await uploaded(house.buyer, hostile))).code).toBe("DOCX_TEMPLATE");
    await ok(reading(await uploaded(house.buyer, await edited(text, (words) => words.replace("甲方所在地法院", "乙方所在地法院")))));
    expect(await stored(doc["id"])).toMatchObject([{ side: "BUYER", sharedFlag: "N", afterText: "乙方所在地法院管辖" }]);
    expect((await house.found(doc["id"]))["documents"]).toMatchObject([
      { docKind: "REVISION", versionNo: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect((await house.contracts("doSubmit", { id: doc["id"] })).code).toBe("CCT-032");
  });

  test("open suggestions and comments stand in the file as tracked changes with author and date, and come back once", async () => {
    const doc = await house.sent();
    const { id } = doc;
    const part = async (title: string) => (await partOf(id, title))["id"] as string;
    const say = (body: object, by: Client = vendor) => ok(house.contracts("doMark", { id, ...body }, by));
    await say({ kind: "CHANGE", clauseId: await part("付款"), afterText: "三十日内付款：${stages}" });
    await say({ kind: "CHANGE", clauseId: "NEW", title: "保密", afterText: "三年内保密" });
    await say({ kind: "COMMENT", clauseId: await part("诉讼"), quote: "甲方所在地", remark: "请改为被告所在地" });
    await say({ kind: "COMMENT", clauseId: await part("诉讼"), remark: "内部底线", sharedFlag: "N" }, house.buyer);
    const [{ displayName: author }] = (await world.rows(`select "displayName" from "BaseUsers" where "userName" = 'ct.vendor'`)) as [Row];
    const text = await word(id, vendor);
    expect(text.changes.map(({ kind, text: words }) => [kind, words])).toEqual(
      expect.arrayContaining([
        ["gone", "六十日内"],
        ["new", "三十日内"],
        ["new", "三年内保密"],
      ]),
    );
    for (const change of text.changes) expect(change).toMatchObject({ author, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/) });
    expect(text.comments).toMatchObject([{ author, text: "请改为被告所在地", quote: "甲方所在地" }]);
    expect(text.blocks.map((block) => (block.kind === "table" ? "" : block.before))).toContain("六十日内付款：");
    const { bytes } = await vendor.download("srmServer/v1/srmCctContractRestful/downloadWord", { id });
    const before = (await stored(id)).length;
    const refuseFileIds = await uploaded(vendor, bytes);
    await ok(house.contracts("doSupplierRefuse", { id, refuseReason: "付款期过长", refuseFileIds }, vendor));
    expect((await stored(id)).length).toBe(before);
  });

  const layout = (body: string) => docxOf(body);
  const p = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const templates = (name: string, input: object) => legal.call(`srmServer/v1/srmCctTemplateRestful/${name}`, input);

  test("a template takes a Word layout whose names exist, and contracts are downloaded in it", async () => {
    const base = await ok(templates("findById", { id: ids["template"] }));
    const fresh = {
      ...Object.fromEntries(["contractType", "textLanguage", "editMode", "headText", "defaultStages"].map((key) => [key, base[key]])),
      templateName: "带版式",
      clauses: base["clauses"].map(({ seq, termsId, bindType, groupCode, editableFlag }: Row) => ({
        seq,
        termsId,
        bindType,
        groupCode,
        editableFlag,
      })),
    };
    const bad = await uploaded(legal, await layout(p("${contract.nothing} ${#lines}x${/lines}")), "bad.docx");
    const refused = await templates("saveOrUpdate", { ...fresh, wordFile: bad });
    expect([refused.code, refused.msg]).toEqual(["CCT-010", expect.stringContaining("${contract.nothing}、${#lines}")]);
    const row = `<w:tbl><w:tr><w:tc>${p("${#items}${no}")}</w:tc><w:tc>${p("${itemName}")}</w:tc><w:tc>${p("${amountIncl}${/items}")}</w:tc></w:tr></w:tbl>`;
    const good = await layout(
      p("编号 ${contract.contractNum}") + p("${head}") + p("${#clauses}") + p("${no}${title}") + p("${text}") + p("${/clauses}") + row,
    );
    const templateId = await house.approved("SrmCctTemplate", { ...fresh, wordFile: await uploaded(legal, good, "good.docx") });
    const doc = await house.complete({ templateId });
    const text = await word(doc["id"]);
    const shown = text.blocks.map((block) => (block.kind === "table" ? block.rows : block.text)).filter((block) => block !== "");
    expect(shown).toEqual([
      ...[
        "编号 ",
        expect.stringContaining("总价113,000.00"),
        "1.付款",
        expect.stringContaining("六十日内付款：\n1 预付 30 33900.00"),
        "2.诉讼",
        "甲方所在地法院管辖",
      ],
      [["1", "支架", "113000.00"]],
    ]);
    const back = await writeDocx({
      foot: "",
      pieces: text.blocks.map((block): DocxPiece =>
        block.kind === "table"
          ? { kind: "table", head: block.rows[0]!, rows: block.rows.slice(1) }
          : { kind: "text", text: block.text.replace("法院管辖", "法院专属管辖") },
      ),
    });
    await ok(house.contracts("doReadWord", { id: doc["id"], wordFile: await uploaded(house.buyer, back), side: "SUPPLIER" }));
    expect(await stored(doc["id"])).toMatchObject([{ title: "诉讼", afterText: "甲方所在地法院专属管辖", side: "SUPPLIER" }]);
  });
});

describe("the text page", () => {
  test("contracts 19: a fixed clause edited freely deviates, and legal has to approve it", async () => {
    const doc = await house.complete();
    const pay = await partOf(doc["id"], "付款");
    expect(pay).toMatchObject({ no: "1.", standing: "STANDARD", isOpen: true });
    const edit = (content: string, before: string) =>
      house.contracts("doEditText", { id: doc["id"], clauseId: pay["id"], before, content, remark: "谈判结果" });
    expect((await edit("七日内付款", "别的文本")).code).toBe("CCT-033");
    expect((await edit("七日内付款${contract.nothing}", pay["content"])).code).toBe("CCT-010");
    await ok(edit("七日内付款：${stages}", pay["content"]));
    expect(await partOf(doc["id"], "付款")).toMatchObject({ standing: "FREE", content: "七日内付款：${stages}" });
    await ok(house.contracts("doSubmit", { id: doc["id"] }));
    expect((await world.decides(doc["id"])).code).toBe("CCT-025");
    await ok(house.contracts("doApproveLegal", { id: doc["id"] }, legal));
    await ok(world.decides(doc["id"]));
    const other = await house.complete();
    const again = await partOf(other["id"], "付款");
    await ok(
      house.contracts("doEditText", {
        id: other["id"],
        clauseId: again["id"],
        before: again["content"],
        content: "四十五日内付款：${stages}",
      }),
    );
    expect(await partOf(other["id"], "付款")).toMatchObject({ standing: "FALLBACK" });
    expect((await house.contracts("doEditText", { id: other["id"], clauseId: "HEAD", before: other["headText"], content: "x" })).code).toBe(
      "CCT-121",
    );
  });

  test("contracts 21: one editor at a time; after 30 minutes the lock is free", async () => {
    const doc = await house.complete();
    const pay = await partOf(doc["id"], "付款");
    await ok(house.contracts("doLockText", { id: doc["id"] }));
    await ok(house.contracts("doLockText", { id: doc["id"] }));
    const refused = await house.contracts("doLockText", { id: doc["id"] }, legal);
    const [{ displayName }] = (await world.rows(`select "displayName" from "BaseUsers" where id = $1`, ids["buyer"])) as [Row];
    expect([refused.code, refused.msg]).toEqual(["CCT-033", `文档正被${displayName}编辑`]);
    expect((await page(doc["id"], legal))["lock"]).toEqual({ name: displayName, isMine: false });
    const change = { id: doc["id"], clauseId: pay["id"], before: pay["content"], content: "七日内付款" };
    expect((await house.contracts("doEditText", change, legal)).code).toBe("CCT-033");
    const whole = await house.found(doc["id"], world.people["boss"]!);
    const clauses = whole["clauses"].map((row: Row, i: number) =>
      i === 0 ? { ...row, content: "七日内付款", deviationReason: "x" } : row,
    );
    expect((await house.contracts("saveOrUpdate", { ...whole, clauses }, world.people["boss"]!)).code).toBe("CCT-033");
    const [held] = await world.rows(`select "lockedUntil" from "SrmCctTextLock" where "contractId" = $1`, doc["id"]);
    const minutes = (new Date(held!["lockedUntil"]).getTime() - Date.now()) / 60_000;
    expect(minutes > 28 && minutes <= 30).toBe(true);
    await world.rows(`update "SrmCctTextLock" set "lockedUntil" = now() - interval '1 second' where "contractId" = $1`, doc["id"]);
    await ok(house.contracts("doLockText", { id: doc["id"] }, legal));
    expect((await house.contracts("doLockText", { id: doc["id"] })).code).toBe("CCT-033");
    await ok(house.contracts("doUnlockText", { id: doc["id"] }, legal));
    await ok(house.contracts("doLockText", { id: doc["id"] }));
    expect((await house.contracts("doLockText", { id: doc["id"] }, vendor)).status).toBe("E");
  });

  test("the supplier sees shared comments alone, suggests while it is asked, and settles only its own", async () => {
    const doc = await house.sent();
    const id = doc["id"];
    const pay = await partOf(id, "付款");
    const comment = (remark: string, sharedFlag: string) => ({ id, kind: "COMMENT", clauseId: pay["id"], remark, sharedFlag });
    await ok(house.contracts("doMark", comment("内部底线四十五日", "N")));
    await ok(house.contracts("doMark", comment("请贵司确认账期", "Y")));
    const seen = await page(id, vendor);
    expect(seen["marks"].map((row: Row) => row["remark"])).toEqual(["请贵司确认账期"]);
    expect(seen["parts"].map((part: Row) => [part["standing"], part["isOpen"]])).toContainEqual([null, false]);
    expect(seen["may"]).toEqual({ edit: false, mark: true, suggest: true, finalise: false });
    expect((await call(stranger, "getText", { id })).code).toBe("CCT-404");
    const suggestion = { id, kind: "CHANGE", clauseId: pay["id"], afterText: "三十日内付款：${stages}", remark: "行业惯例" };
    expect((await house.contracts("doMark", { ...suggestion, afterText: pay["content"] }, vendor)).code).toBe("CCT-123");
    await ok(house.contracts("doMark", suggestion, vendor));
    expect((await house.sentEvents("CCT_MARKED")).at(-1)!["data"]).toMatchObject({ num: doc["contractNum"], title: "付款" });
    expect((await house.contracts("doSupplierConfirm", { id, pdfHash: doc["pdfHash"] }, vendor)).code).toBe("CCT-032");
    const [internal, shared, change] = await stored(id);
    expect((await onMark("doResolve", internal!["id"], vendor)).code).toBe("CCT-404");
    expect((await onMark("doResolve", shared!["id"], vendor)).code).toBe("CCT-125");
    await ok(onMark("doReject", change!["id"], vendor));
    await ok(house.contracts("doSupplierConfirm", { id, pdfHash: doc["pdfHash"] }, vendor));
    expect((await house.contracts("doMark", suggestion, vendor)).status).toBe("E");
  });

  test("a new clause is suggested, accepted and removed again", async () => {
    const doc = await house.complete();
    await ok(house.contracts("doMark", { id: doc["id"], kind: "CHANGE", clauseId: "NEW", title: "保密", afterText: "三年内保密" }));
    const [fresh] = await stored(doc["id"]);
    await ok(onMark("doAccept", fresh!["id"]));
    const added = await partOf(doc["id"], "保密");
    expect(added).toMatchObject({ content: "三年内保密", standing: "FREE" });
    await ok(house.contracts("doMark", { id: doc["id"], kind: "CHANGE", clauseId: added["id"], afterText: "" }));
    await ok(onMark("doAccept", (await stored(doc["id"]))[1]!["id"]));
    expect(await partOf(doc["id"], "保密")).toBeUndefined();
  });
});

describe("versions and documents", () => {
  test("two versions are compared by field and by text; the supplier sees what was sent to it", async () => {
    const doc = await house.sent();
    const id = doc["id"];
    await ok(house.contracts("doRevocation", { id }));
    const draft = await house.found(id);
    const items = draft["items"].map((row: Row) => ({ ...row, unitPrice: "900" }));
    const clauses = draft["clauses"].map((row: Row, i: number) =>
      i === 0 ? { ...row, content: "四十五日内付款：${stages}", deviationReason: "谈判" } : row,
    );
    await ok(house.contracts("saveOrUpdate", { ...draft, items, clauses }));
    const now = await ok(call(house.buyer, "compareTexts", { id, from: 1, to: 0 }));
    expect(now["fields"]).toContainEqual(expect.objectContaining({ key: "amountIncl", before: "113000.00", after: "101700.00", path: [] }));
    expect(now["text"].find((row: Row) => row["title"] === "付款")).toMatchObject({ kind: "changed", no: "1." });
    await ok(house.contracts("doSubmit", { id }));
    await ok(house.contracts("doApproveManager", { id }, world.people["boss"]!));
    await ok(world.decides(id));
    await ok(house.contracts("doSendConfirm", { id }));
    const seen = await ok(call(vendor, "compareTexts", { id, from: 1, to: 2 }));
    expect(seen["text"].map((row: Row) => row["kind"])).toEqual(["changed", "changed", "same"]);
    expect(seen["fields"].map((row: Row) => row["key"])).toContain("amountIncl");
    expect((await call(vendor, "compareTexts", { id, from: 1, to: 0 })).code).toBe("CCT-404");
    expect((await call(stranger, "compareTexts", { id, from: 1, to: 2 })).code).toBe("CCT-404");
  });

  test("final texts are kept with their checksum and cannot be removed; shared files reach the supplier alone", async () => {
    const doc = await house.complete();
    const id = doc["id"];
    const made = await ok(call(house.buyer, "contractFinalized", { id }));
    expect(made["hash"]).toMatch(/^[0-9a-f]{64}$/);
    const after = await house.found(id);
    expect(after["documents"]).toMatchObject([{ docKind: "FINAL", hash: made["hash"], versionNo: 1 }]);
    expect(after["finalFileId"]).toBe(made["finalFileId"]);
    expect((await page(id))["versions"]).toMatchObject([{ versionNo: 1, occasion: "FINAL", hash: made["hash"] }]);
    expect((await house.contracts("saveOrUpdate", { ...after, documents: [] })).status).toBe("E");
    const shared = await ok(house.contracts("saveOrUpdate", { ...after, documents: [{ ...after["documents"][0], sharedFlag: "Y" }] }));
    await ok(house.contracts("doMark", { id, kind: "CHANGE", clauseId: shared["clauses"][0]["id"], afterText: "七日内付款" }));
    expect((await call(house.buyer, "contractFinalized", { id })).code).toBe("CCT-032");
    await ok(onMark("doReject", (await stored(id))[0]!["id"]));
    await ok(house.contracts("doSubmit", { id }));
    await ok(world.decides(id));
    await ok(house.contracts("doSendConfirm", { id }));
    const seen = await page(id, vendor);
    expect(seen["documents"]).toMatchObject([{ kind: "FINAL" }]);
    const path = "srmServer/v1/srmCctContractRestful/downloadShared";
    const { bytes } = await vendor.download(path, { id, documentId: seen["documents"][0]["id"] });
    await openDocx(bytes);
    await world.rows(`update "SrmCctDocument" set "sharedFlag" = 'N' where "parentId" = $1`, id);
    expect((await page(id, vendor))["documents"]).toEqual([]);
    expect((await call(vendor, "downloadShared", { id, documentId: seen["documents"][0]["id"] })).code).toBe("CCT-404");
  });
});

describe("search", () => {
  const found = (words: string, by: Client = house.buyer): Promise<Row[]> =>
    ok(call(by, "searchText", { words })) as unknown as Promise<Row[]>;

  test("finds clauses in Chinese and English with the words around them, within the reader's contracts", async () => {
    const write = async (doc: Row, content: string) => {
      const part = await partOf(doc["id"], "付款");
      await ok(house.contracts("doEditText", { id: doc["id"], clauseId: part["id"], before: part["content"], content }));
    };
    const [one, secret] = [await house.complete(), await house.complete({ secretLevel: "SECRET", readerIds: [ids["legal"]] })];
    await write(one, '买方应在琥珀验收后付款 Payment upon "Amber" 100%_acceptance');
    await write(secret, "琥珀条款仅限少数人");
    expect(await found("琥珀验收")).toMatchObject([{ id: one["id"], no: "1.", title: "付款", before: "买方应在", hit: "琥珀验收" }]);
    expect((await found('upon "amber"')).map((row) => row["hit"])).toEqual(["upon"]);
    expect((await found("100%_acc")).length).toBe(1);
    expect((await found("100_%acc")).length).toBe(0);
    expect((await found("琥珀", legal)).length).toBe(2);
    expect((await found("琥珀", world.people["boss"])).map((row) => row["id"])).toEqual([one["id"]]);
    expect(await found("琥珀", vendor)).toEqual([]);
    expect(await found("琥")).toEqual([]);
  });
});
