import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHash } from "node:crypto";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { dueProgram } from "#kernel/timed.ts";
import { contractSources } from "#modules/contracts/index.ts";
import type { Client } from "../../tests/support/client.ts";
import { ContractWorld } from "../../tests/support/contracting.ts";
import { runDue } from "../../tests/support/due.ts";
import { from, ok, today, type ManagingWorld, type Row } from "../../tests/support/managing.ts";
import { pdf as pdfOf } from "../../kernel/server/file/test-files.ts";
import { ContractWatch } from "./server/warning-watch.ts";

const pdf = pdfOf("hello");
let house: ContractWorld;
let world: ManagingWorld;
let ids: Record<string, string>;
let legal: Client;
let vendor: Client;

const rest = (entity: string, name: string): string => `srmServer/v1/${entity[0]!.toLowerCase()}${entity.slice(1)}Restful/${name}`;

beforeAll(async () => {
  house = await ContractWorld.open();
  ({ world, ids, legal, vendor } = house);
  ids["locked"] = await house.lockedTemplate();
});
afterAll(() => house?.drop());

/** A contract as signing and execution leave it. */
async function inForce(more: object = {}, status = "EFFECTIVE"): Promise<Row> {
  const doc = await house.confirmed(more);
  await world.rows(`update "SrmCctContract" set status = $2, "signedAt" = now(), "publishedAt" = now() where id = $1`, doc["id"], status);
  return house.found(doc["id"]);
}

describe("contracts 23: simplified contracts", () => {
  const quick = (unitPrice: string, more: object = {}) => house.quick(unitPrice, ids["locked"]!, more);

  test("contracts 23: 20 000.01 is refused, 20 000.00 is approved once and confirmed", async () => {
    expect((await quick("20000.01")).code).toBe("CCT-023");
    const doc = await ok(quick("20000"));
    expect(doc).toMatchObject({ contractClass: "SIMPLE", amountIncl: "20000.00", signMode: "CLICK", status: "DRAFT" });
    await ok(house.contracts("saveOrUpdate", { ...doc, trade: [{ incoterm: "DAP", place: "苏州", transportMode: "ROAD" }] }));
    await ok(house.contracts("doSubmit", { id: doc["id"] }));
    await ok(world.decides(doc["id"]));
    await ok(house.contracts("doSendConfirm", { id: doc["id"] }));
    const sent = await house.found(doc["id"]);
    await ok(house.contracts("doSupplierConfirm", { id: doc["id"], pdfHash: sent["pdfHash"] }, vendor));
    await ok(house.contracts("doSubmitPublish", { id: doc["id"] }));
    expect(await house.found(doc["id"])).toMatchObject({ status: "PUBLISHED", publishStatus: "PUBLISHED" });
  });

  test("its template is locked, its clauses stay as they are, and it can become a standard contract", async () => {
    expect((await quick("100", { templateId: ids["template"] })).status).toBe("E");
    const doc = await ok(quick("100"));
    const clauses = [{ ...doc["clauses"][0], content: "另行约定" }];
    expect((await house.contracts("saveOrUpdate", { ...doc, clauses })).code).toBe("CCT-107");
    await ok(house.contracts("doUpgrade", { id: doc["id"] }));
    expect(await house.found(doc["id"])).toMatchObject({ contractClass: "STANDARD", signMode: "PAPER" });
    expect((await house.contracts("doUpgrade", { id: doc["id"] })).status).toBe("E");
  });

  test("people who only look something up see no prices", async () => {
    const doc = await ok(quick("123"));
    await world.product.person("ct.asker", ["REQUESTER"]);
    const asker = await world.wearing("ct.asker", "REQUESTER");
    const seen = await house.found(doc["id"], asker);
    expect(seen["contractName"]).toBe("办公椅");
    expect([seen["amountIncl"], seen["textJson"], seen["items"][0]["unitPrice"], seen["stages"][0]["amount"]]).toEqual(
      Array(4).fill(undefined),
    );
    expect((await house.found(doc["id"]))["items"][0]["unitPrice"]).toBe("123");
    expect((await house.contracts("listByPage", { amountIncl: { from: "100" } }, asker)).status).toBe("E");
  });
});

describe("contracts made of other documents", () => {
  test("contracts 18: an award of 90 000 carries no contract of 90 000.01, and one contract at a time", async () => {
    const award = { id: "AWARD-1", price: "90000.01" };
    const forget = world.product.kernel.declared.answers.add(
      contractSources.answeredBy(async (_, { sourceType, sourceId, supplierId }) =>
        sourceType === "BIDDING" && sourceId === award.id
          ? [
              {
                ...{ sourceType, sourceId, sourceNum: "TB-1", orgId: ids["org"]!, supplierId: supplierId!, currency: "CNY", cap: "90000" },
                items: [{ lineId: "AWARD-LINE-1", itemName: "支架", uom: "PCS", qty: "1", price: award.price, taxRate: "T0" }],
              },
            ]
          : [],
      ),
    );
    const make = () =>
      house.contracts("createFromSource", {
        sourceType: "BIDDING",
        sourceId: award.id,
        supplierId: ids["S1"],
        templateId: ids["template"],
      });
    expect((await make()).code).toBe("CCT-026");
    award.price = "90000";
    const doc = await ok(make());
    expect(doc).toMatchObject({ sourceType: "BIDDING", sourceNum: "TB-1", amountIncl: "90000.00", status: "DRAFT" });
    const items = [{ ...doc["items"][0], unitPrice: "90000.01" }];
    expect((await house.contracts("saveOrUpdate", { ...doc, items })).code).toBe("CCT-026");
    expect((await make()).code).toBe("CCT-112");
    await world.rows(`update "SrmCctContract" set "heldSource" = null, status = 'VOIDED' where id = $1`, doc["id"]);
    await world.rows(`update "SrmCctItem" set "heldLineId" = null where "parentId" = $1`, doc["id"]);
    const again = await ok(make());
    await ok(house.contracts("delete", { id: again["id"] }));
    await ok(make());
    forget();
    expect((await make()).code).toBe("CCT-110");
  });

  test("lines of a requisition become one contract; a foreign or missing line is not found", async () => {
    const doc = await world.made("SrmPurRequisitionHeader", {
      orgId: ids["org"],
      requesterId: ids["buyer"],
      requisitionType: "SERVICE",
      lines: [1, 2].map((n) => ({
        itemDesc: `夹具${n}`,
        categoryId: ids["sheet"],
        uom: "PCS",
        requestQty: "5",
        needByDate: from(30),
        estPrice: "10",
      })),
    });
    await world.rows(`update "SrmPurRequisitionLine" set "lineStatus" = 'OPEN', "openQty" = 5 where "parentId" = $1`, doc["id"]);
    const reqLineIds = doc["lines"].map((line: Row) => line["id"]);
    const ask = { reqLineIds, templateId: ids["template"] };
    expect((await house.contracts("doFromSource", ask)).code).toBe("CCT-111");
    expect((await house.contracts("doFromSource", { ...ask, agreementId: "x" })).status).toBe("E");
    const made = await ok(house.contracts("doFromSource", { ...ask, supplierId: ids["S1"] }));
    expect(made).toMatchObject({ sourceType: "REQUISITION", supplierId: ids["S1"], status: "DRAFT" });
    expect(made["items"].map((row: Row) => [row["itemName"], Number(row["qty"]), row["deliveryDate"]])).toEqual([
      ["夹具1", 5, from(30)],
      ["夹具2", 5, from(30)],
    ]);
    expect((await house.contracts("doFromSource", { ...ask, supplierId: ids["S1"] })).code).toBe("CCT-112");
    await ok(house.contracts("delete", { id: made["id"] }));
    await world.rows(`update "SrmPurRequisitionLine" set "lineStatus" = 'CLOSED' where "parentId" = $1`, doc["id"]);
    expect(
      (
        await house.contracts("createFromSource", {
          sourceType: "REQUISITION",
          sourceId: reqLineIds[0],
          templateId: ids["template"],
          supplierId: ids["S1"],
        })
      ).code,
    ).toBe("CCT-113");
    const missing = { sourceType: "REQUISITION", sourceId: "nothing", templateId: ids["template"] };
    expect((await house.contracts("createFromSource", missing)).code).toBe("CCT-110");
  });

  test("a renewal begins the day after and is made once; contracts are handed over and reminded of", async () => {
    const doc = await inForce({ expiryDate: from(30) });
    await ok(house.contracts("doDraftRenewal", { id: doc["id"] }));
    const [made] = await world.rows(
      `select id, "effectiveDate"::text, "relationType", "sourceNum" from "SrmCctContract" where "parentId" = $1`,
      doc["id"],
    );
    expect(made).toMatchObject({ effectiveDate: from(31), relationType: "RENEWAL", sourceNum: doc["contractNum"] });
    expect((await house.contracts("doDraftRenewal", { id: doc["id"] })).code).toBe("CCT-112");
    await ok(house.contracts("doTransfer", { id: doc["id"], toUserId: ids["legal"] }));
    expect((await house.found(doc["id"]))["ownerId"]).toBe(ids["legal"]);
    await ok(house.contracts("doRemind", { id: doc["id"], note: "请尽快续签" }));
    expect((await house.sentEvents("CCT_REMINDED")).at(-1)!["data"]).toMatchObject({ note: "请尽快续签", ownerId: ids["legal"] });
    const facts = await ok(house.buyer.call("srmServer/v1/srmCctContractRestful/getRenewalFacts", { id: doc["id"] }));
    expect(facts).toMatchObject({ prices: [], onTimeRate: null });
    expect((await house.stranger.call("srmServer/v1/srmCctContractRestful/getRenewalFacts", { id: doc["id"] })).status).toBe("E");
  });
});

describe("the archive", () => {
  const keeping = { archiveDate: today, location: "A-01", copies: 1, paperFlag: "Y" };

  test("a signed contract is archived once, lent once, given back, and kept for its years", async () => {
    const unsigned = await house.confirmed();
    expect((await house.contracts("doArchive", { id: unsigned["id"], ...keeping, keeperId: ids["legal"] }, legal)).status).toBe("E");
    const doc = await inForce();
    expect((await house.contracts("doArchive", { id: doc["id"], ...keeping, keeperId: ids["legal"] }, legal)).code).toBe("CCT-137");
    const [scan] = (await ok(legal.upload("fileServer/v2/file/upload", [{ name: "signed.pdf", bytes: pdf }]))) as unknown as Row[];
    const filed = { id: doc["id"], ...keeping, keeperId: ids["legal"], electronicFileId: scan!["id"] };
    await ok(house.contracts("doArchive", filed, legal));
    const [kept] = await world.rows(`select * from "SrmCctArchive" where "contractId" = $1`, doc["id"]);
    expect(kept).toMatchObject({ status: "ARCHIVED", archiveNo: expect.stringMatching(/^DA-\d{4}-\d{4}$/), keepYears: 10 });
    expect((await house.contracts("doArchive", filed, legal)).code).toBe("CCT-116");
    const act = (name: string, body: object = {}) => legal.call(rest("SrmCctArchive", name), { id: kept!["id"], ...body });
    expect((await act("doDestroy", { destroyReason: "x" })).code).toBe("CCT-119");
    expect((await act("doBorrow", { borrowerId: ids["buyer"], purpose: "核对", dueBack: from(-1) })).code).toBe("CCT-138");
    await ok(act("doBorrow", { borrowerId: ids["buyer"], purpose: "核对", dueBack: from(2) }));
    expect((await act("doBorrow", { borrowerId: ids["buyer"], purpose: "再借", dueBack: from(2) })).status).toBe("E");
    await runDue(world.product.kernel, dueProgram, new Date(`${from(5)}T09:00:00+08:00`));
    expect(await house.sentEvents("CCT_BORROW_OVERDUE")).toEqual([]);
    await runDue(world.product.kernel, dueProgram, new Date(`${from(6)}T09:00:00+08:00`));
    expect((await house.sentEvents("CCT_BORROW_OVERDUE"))[0]!["data"]).toMatchObject({ userIds: [ids["buyer"], ids["legal"]], days: 4 });
    await ok(act("doReturn"));
    expect(await world.rows(`select status, "returnedAt"::text from "SrmCctArchiveBorrow" where "archiveId" = $1`, kept!["id"])).toEqual([
      { status: "RETURNED", returnedAt: today },
    ]);
  });
});

describe("warnings", () => {
  const warned = (id: string) =>
    world.rows(`select id, "warnType", "leadDay", state from "SrmCctWarning" where "contractId" = $1 order by id`, id);

  test("one warning for a cause and step; handled it stays away, gone it closes, snoozed at most 30 days", async () => {
    const watch = new ContractWatch(world.product.kernel, { now: () => new Date() });
    const doc = await inForce({ expiryDate: from(45) });
    await watch.look([doc["id"]]);
    await watch.look([doc["id"]]);
    expect(await warned(doc["id"])).toMatchObject([{ warnType: "EXPIRE", leadDay: 60, state: "OPEN" }]);
    const [{ id }] = (await warned(doc["id"])) as [Row];
    const act = (name: string, body: object) => house.buyer.call(rest("SrmCctWarning", name), { id, ...body });
    expect((await act("doSnooze", { snoozeTo: from(31) })).code).toBe("CCT-108");
    await ok(act("doSnooze", { snoozeTo: from(30) }));
    await runDue(world.product.kernel, dueProgram, new Date(`${from(30)}T09:00:00+08:00`));
    expect(await warned(doc["id"])).toMatchObject([{ state: "OPEN" }]);
    expect((await act("doHandle", { handleNote: "" })).status).toBe("E");
    await ok(act("doHandle", { handleNote: "已约谈" }));
    await watch.look([doc["id"]]);
    expect(await warned(doc["id"])).toMatchObject([{ state: "HANDLED" }]);
    await new ContractWatch(world.product.kernel, { now: () => new Date(`${from(20)}T09:00:00+08:00`) }).look([doc["id"]]);
    expect(await warned(doc["id"])).toMatchObject([{ state: "HANDLED" }, { leadDay: 30, state: "OPEN" }]);
    await world.rows(`update "SrmCctContract" set "expiryDate" = $2 where id = $1`, doc["id"], from(900));
    await watch.look([doc["id"]]);
    expect((await warned(doc["id"]))[1]).toMatchObject({ state: "AUTO_CLOSED" });
    const summary = await ok(house.buyer.call(rest("SrmCctWarning", "summary"), {}));
    expect(summary["open"]).toEqual(expect.any(Array));
  });

  test("a secret contract's warning is for its owner; looking asks as many statements for ten as for one", async () => {
    const secret = await inForce({ expiryDate: from(10) });
    await world.rows(`update "SrmCctContract" set "secretLevel" = 'SECRET' where id = $1`, secret["id"]);
    const more: string[] = [];
    for (let n = 0; n < 4; n++) more.push((await inForce({ expiryDate: from(10) }))["id"]);
    const { kernel } = world.product;
    const counting = new AsyncLocalStorage<{ count: number }>();
    const { query } = kernel.db;
    /** Only what the look itself asks: the server looks at changed contracts meanwhile. */
    const asked = async (some: readonly string[]): Promise<number> => {
      const own = { count: 0 };
      kernel.db.query = ((...given: Parameters<typeof query>) => {
        const mine = counting.getStore();
        if (mine) mine.count++;
        return query.apply(kernel.db, given);
      }) as never;
      try {
        await counting.run(own, () => new ContractWatch(kernel, { now: () => new Date() }).look(some));
      } finally {
        kernel.db.query = query;
      }
      return own.count;
    };
    await world.rows(`delete from "SrmCctWarning"`);
    const first = await asked([secret["id"]]);
    expect(await asked(more)).toBeLessThanOrEqual(first);
    const seen = async (by: Client): Promise<number> =>
      ((await ok(by.call(rest("SrmCctWarning", "listByPage"), { contractId: secret["id"] }))) as unknown as Row[]).length;
    expect([await seen(house.buyer), await seen(legal), await seen(world.people["boss"]!)]).toEqual([1, 0, 0]);
  });
});

describe("contracts 24: watermarks", () => {
  const marks = (name: string, body: object) => legal.call(rest("SrmCctWatermark", name), body);
  async function wordsOf(bytes: Buffer): Promise<string> {
    const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
    const content = await (await (await task.promise).getPage(1)).getTextContent();
    await task.destroy();
    return content.items.map((item) => ("str" in item ? item.str.replace(/\s/g, "") : "")).join("");
  }

  test("contracts 24: a supplier's copy shows its name and the time; the stored file stays as it was", async () => {
    const [file] = (await ok(
      house.buyer.upload("fileServer/v2/file/upload", [{ name: "附件.pdf", bytes: pdf }], { functionId: "SrmCctContract" }),
    )) as unknown as Row[];
    const doc = await house.sent({ fileIds: file!["id"] });
    const [supplier] = await world.rows(`select "supplierName" from "SrmSupInfo" where id = $1`, ids["S1"]);
    const taken = await vendor.download("fileServer/v2/file/downloadBody", { id: file!["id"] });
    const words = await wordsOf(taken.bytes);
    expect(words).toContain(supplier!["supplierName"]);
    expect(words).toContain(today);
    expect(taken.bytes.subarray(0, pdf.length).equals(Buffer.from(pdf))).toBe(true);
    const plain = await house.buyer.download("fileServer/v2/file/downloadBody", { id: file!["id"] });
    expect(createHash("sha256").update(plain.bytes).digest("hex")).toBe(createHash("sha256").update(pdf).digest("hex"));
    const [stored] = await world.rows(`select sha256 from "BaseFile" where id = $1`, file!["id"]);
    expect(stored!["sha256"]).toBe(createHash("sha256").update(pdf).digest("hex"));
    const mark = { name: "确认稿", audience: "INSIDE", docKind: "CONFIRM", textPattern: "内部 {contractNum}", opacity: "30" };
    const made = await ok(marks("saveOrUpdate", mark));
    await ok(marks("doEnable", { id: made["id"] }));
    const viewed = await house.buyer.download("fileServer/v2/pageoffice/doFilePdfView", { id: file!["id"] });
    expect(await wordsOf(viewed.bytes)).toContain(`内部${doc["contractNum"]}`);
    const sample = await legal.download(rest("SrmCctWatermark", "preview"), { id: made["id"] });
    expect(await wordsOf(sample.bytes)).toContain("HT-0001");
  });

  test("a supplier's watermark must tell whose copy it is; opacity is 5 to 60", async () => {
    const mark = { name: "供应商", audience: "SUPP", docKind: "ALL", textPattern: "{supplier}", opacity: "20" };
    expect((await marks("saveOrUpdate", mark)).code).toBe("CCT-012");
    expect((await marks("saveOrUpdate", { ...mark, textPattern: "{supplier} {time} {who}" })).code).toBe("CCT-135");
    expect((await marks("saveOrUpdate", { ...mark, textPattern: "{supplier} {time}", opacity: "61" })).status).toBe("E");
    await ok(marks("saveOrUpdate", { ...mark, textPattern: "{supplier} {time}", opacity: "60" }));
  });
});
