import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shift } from "#kernel/time.ts";
import { LocalESign } from "#bridges/esign.ts";
import type { Client } from "../../tests/support/client.ts";
import { knowContact } from "../../tests/support/contact.ts";
import { day, LifecycleWorld, ok, type Row } from "../../tests/support/lifecycle.ts";
import { SigningDesk } from "./signing.calls.ts";
import { runDue } from "../../tests/support/due.ts";

let world: LifecycleWorld;
let contactId: string;
const house = new LocalESign("test");
beforeAll(async () => {
  world = await LifecycleWorld.open();
  contactId = await knowContact(world.product.kernel, world.ids["S1"]!);
});
afterAll(() => world?.product.drop());

const on = (by: Client, name: string, body: object) => by.call(`srmServer/v1/srmSlcAgreementSigningRestful/${name}`, body);
const quality = "质量协议\n1. 范围：全部供货\n2. 抽检按国标\n3. 退货期限 {{days}} 天\n4. 保密";
const term = { validFrom: day(0), validTo: day(365) };
const nda = { agreementType: "NDA", agreementName: "保密协议", content: "1. 双方保密", signMode: "CLICK", ...term };
const qa = {
  agreementType: "QUALITY",
  agreementName: "质量协议",
  content: quality,
  signMode: "ESIGN",
  supplierEditable: "Y",
  ...term,
  variables: [{ name: "days", value: "7" }],
};

const drawn = (details: readonly object[], more: object = {}): Promise<Row> =>
  ok(
    on(world.buyer, "saveOrUpdate", {
      supplierId: world.ids["S1"],
      orgId: world.ids["org"],
      dueDate: day(10),
      supplierContactId: contactId,
      details,
      ...more,
    }),
  );
const read = (id: string, by: Client = world.buyer): Promise<Row> => ok(on(by, "findById", { id }));
const detail = (doc: Row, name: string): Row => doc["details"].find((row: Row) => row["agreementName"] === name);
async function agreed(id: string): Promise<void> {
  for (const entry of (await read(id, world.vendor))["details"])
    if (entry.detailStatus !== "SIGNED") await ok(on(world.vendor, "doSupplierMark", { id, detailId: entry.id, stand: "AGREED" }));
}
async function signing(details: readonly object[], more: object = {}): Promise<Row> {
  const { id } = await drawn(details, more);
  await ok(on(world.buyer, "doSubmit", { id }));
  await agreed(id);
  await ok(on(world.vendor, "doSupplierConfirm", { id }));
  await ok(world.decides(id));
  return read(id);
}

describe("agreement signing", () => {
  test("supplier 13: edited by the supplier, seen as version 2 with its difference, agreed, approved, signed once", async () => {
    const trackId = await world.track(["AGREEMENT_SIGNING", "QUALIFIED"]);
    const { id, agreementLine, agreementLineEn } = await drawn([nda, qa], { trackId });
    expect([agreementLine, agreementLineEn], "their names, and their kinds in English").toEqual(["保密协议、质量协议", "NDA, Quality"]);
    expect(await on(world.vendor, "findById", { id })).toMatchObject({ code: "SUP_AUTH_404" });
    await ok(on(world.buyer, "doSubmit", { id }));
    let seen = await read(id, world.vendor);
    expect([seen["status"], detail(seen, "质量协议")["version"]]).toEqual(["SUPPLIER_CONFIRMING", 1]);
    const text = detail(seen, "质量协议")["content"] as string;
    expect(text).toContain("退货期限 7 天");
    expect(await on(world.vendor, "doSupplierEdit", { id, detailId: detail(seen, "保密协议")["id"], content: "1. 不保密" })).toMatchObject({
      code: "SLC_AGR_008",
    });
    const detailId = detail(seen, "质量协议")["id"];
    await ok(on(world.vendor, "doSupplierEdit", { id, detailId, content: text.replace("7 天", "15 天") }));
    expect(await on(world.vendor, "doSupplierMark", { id, detailId, stand: "AGREED" })).toMatchObject({ code: "SLC_AGR_011" });
    expect(await on(world.vendor, "doSubmitInternal", { id })).toMatchObject({ fieldErrors: [{ path: "supplierOpinion" }] });
    await ok(on(world.vendor, "doSubmitInternal", { id, supplierOpinion: "退货期限请放宽" }));
    const mine = await read(id);
    expect([mine["status"], detail(mine, "质量协议")["version"], mine["supplierOpinion"]]).toEqual([
      "INTERNAL_REVIEW",
      2,
      "退货期限请放宽",
    ]);
    expect(detail(mine, "质量协议")["versions"].map((version: Row) => [version["version"], version["side"]])).toEqual([
      [1, "INTERNAL"],
      [2, "SUPPLIER"],
    ]);
    const [row] = await world.rows(`select data from "Outbox" where event = 'AGREEMENT_RETURNED' and "docId" = $1`, id);
    expect(row!["data"].changes).toBe("质量协议 v2（3）");
    await ok(on(world.buyer, "doSend", { id }));
    expect(await on(world.vendor, "doSupplierConfirm", { id })).toMatchObject({ code: "SLC_AGR_014" });
    await agreed(id);
    await ok(on(world.vendor, "doSupplierConfirm", { id }));
    seen = await read(id);
    expect([seen["status"], detail(seen, "质量协议")["frozenHash"].length]).toEqual(["APPROVING", 64]);
    await ok(world.decides(id));
    seen = await read(id);
    expect([seen["status"], seen["signedCount"], detail(seen, "保密协议")["detailStatus"]]).toEqual(["SIGNING", 1, "SIGNED"]);
    expect(detail(seen, "保密协议")).toMatchObject({ signerName: "slc.S1", signedIp: "127.0.0.1" });
    const { flowId } = detail(seen, "质量协议");
    const again = () => on(world.vendor, "signLocally", { id, flowId });
    expect(await on(world.stranger, "signLocally", { id, flowId })).toMatchObject({ code: "SUP_AUTH_404" });
    await ok(again());
    await ok(again());
    seen = await read(id);
    expect([seen["status"], seen["signedCount"], seen["detailCount"]]).toEqual(["SIGNED", 2, 2]);
    expect((await world.stands(trackId))[1]).toMatchObject({ AGREEMENT_SIGNING: "PASSED", QUALIFIED: "OPEN" });
    const [once] = await world.rows(`select count(*)::int as n from "Outbox" where event = 'AGREEMENT_SIGNED' and "docId" = $1`, id);
    expect(once!["n"]).toBe(1);
  });

  test("a call-back without the house's signature, of a strange flow, or about other content signs nothing", async () => {
    const doc = await signing([qa]);
    const row = detail(doc, "质量协议");
    const desk = new SigningDesk(world.product.kernel, { now: () => new Date() }, house);
    const describe = (more: object) =>
      JSON.stringify({ flowId: row["flowId"], result: "SIGNED", hash: row["frozenHash"], signerName: "某某", ...more });
    const heard = (raw: string, signature = house.sign(raw)) =>
      desk.heard(raw, { "x-esign-signature": signature }, "r").then(
        () => "S",
        (error: { code: string }) => error.code,
      );
    expect(await heard(describe({}), "nonsense")).toBe("ESIGN_SIGNATURE");
    expect(await heard(describe({ flowId: "none" }))).toBe("SLC_AGR_018");
    expect(await heard(describe({ hash: "0".repeat(64) }))).toBe("SLC_AGR_019");
    expect((await read(doc["id"]))["status"]).toBe("SIGNING");
    expect(await heard(describe({}))).toBe("S");
    expect((await read(doc["id"]))["status"]).toBe("SIGNED");
    expect(await heard(describe({}))).toBe("S");
  });

  test("what changed after the supplier's word is not approved", async () => {
    const { id } = await drawn([nda]);
    await ok(on(world.buyer, "doSubmit", { id }));
    await agreed(id);
    await ok(on(world.vendor, "doSupplierConfirm", { id }));
    await world.rows(`update "SrmSlcAgreementSigningDetail" set content = '1. 乙方独自保密' where "parentId" = $1`, id);
    expect(await world.decides(id)).toMatchObject({ status: "E", code: "SLC_AGR_015" });
    expect((await read(id))["status"]).toBe("APPROVING");
  });

  test("co-handlers write only what is theirs; the supplier's turn begins when the last is done", async () => {
    const { legal, quality: engineer } = world;
    const { id } = await drawn([
      { ...nda, content: null, assistUserId: world.ids["legal"] },
      { ...qa, assistUserId: world.ids["quality"] },
    ]);
    await ok(on(world.buyer, "doSubmit", { id }));
    const doc = await read(id, legal);
    expect(doc["status"]).toBe("ASSISTING");
    const [first, second] = [detail(doc, "保密协议")["id"], detail(doc, "质量协议")["id"]];
    expect(await on(legal, "doAssistSave", { id, detailId: second, content: "1. x" })).toMatchObject({ code: "SUP_AUTH_404" });
    expect(await on(legal, "doAssistDone", { id })).toMatchObject({ code: "SLC_AGR_005" });
    await ok(
      on(legal, "doAssistSave", { id, detailId: first, content: "1. 双方保密 {{years}} 年", variables: [{ name: "years", value: "3" }] }),
    );
    await ok(on(legal, "doAssistDone", { id, assistOpinion: "可用" }));
    expect((await read(id))["status"]).toBe("ASSISTING");
    await ok(on(engineer, "doAssistDone", { id }));
    const seen = await read(id, world.vendor);
    expect([seen["status"], detail(seen, "保密协议")["content"]]).toEqual(["SUPPLIER_CONFIRMING", "1. 双方保密 3 年"]);
    expect(Object.keys(detail(seen, "保密协议"))).not.toContain("assistOpinion");
    const todos = await world.rows(`select "pendingType", status from "SrmBaseInsidePending" where "bizId" = $1 order by id`, id);
    expect(todos.map((todo) => todo["status"])).toEqual(["HANDLED", "HANDLED"]);
  });

  test("a dispute comes back with its remark; our change of it is the next version; paper is signed by its file", async () => {
    const { id } = await drawn([{ ...nda, signMode: "PAPER" }]);
    await ok(on(world.buyer, "doSubmit", { id }));
    const [{ id: detailId }] = (await read(id))["details"];
    expect(await on(world.vendor, "doSupplierMark", { id, detailId, stand: "DISPUTED" })).toMatchObject({ code: "SLC_AGR_012" });
    await ok(on(world.vendor, "doSupplierMark", { id, detailId, stand: "DISPUTED", supplierRemark: "期限不明" }));
    await ok(on(world.vendor, "doSubmitInternal", { id, supplierOpinion: "请写明期限" }));
    let doc = await read(id);
    expect(doc["status"]).toBe("SUPPLIER_RETURNED");
    doc = await ok(
      on(world.buyer, "saveOrUpdate", {
        id,
        versionNum: doc["versionNum"],
        details: { changed: [{ id: detailId, content: "1. 双方保密三年" }] },
      }),
    );
    expect(doc["details"][0].version).toBe(2);
    await ok(on(world.buyer, "doSend", { id }));
    await agreed(id);
    await ok(on(world.vendor, "doSupplierConfirm", { id }));
    await ok(world.decides(id));
    expect(await on(world.buyer, "doPaperSigned", { id, detailId })).toMatchObject({ fieldErrors: [{ path: "signedFile" }] });
    const scan = await world.buyer.upload("fileServer/v2/file/upload", [{ name: "scan.txt", bytes: Buffer.from("signed") }], {
      functionId: "SrmSlcAgreementSigningDetail",
    });
    expect([scan.status, scan.msg]).toEqual(["S", undefined]);
    expect(await ok(on(world.buyer, "doPaperSigned", { id, detailId, signedFile: scan.data[0].id }))).toMatchObject({ status: "SIGNED" });
  });

  test("abolished it is ended on both sides; urged it is waited for again", async () => {
    const doc = await signing([qa]);
    const { id } = doc;
    expect(await ok(on(world.buyer, "doUrge", { id }))).toMatchObject({ urgeTimes: 1 });
    expect(await on(world.buyer, "doAbolish", { id })).toMatchObject({ status: "E" });
    await ok(on(world.buyer, "doAbolish", { id, abolishReason: "合作取消" }));
    expect(await on(world.vendor, "signLocally", { id, flowId: doc["details"][0].flowId })).toMatchObject({ status: "E" });
    const [revoked] = await world.rows(
      `select count(*)::int as n from "Outbox" where event = 'AGREEMENT_ESIGN_REVOKED' and "docId" = $1`,
      id,
    );
    expect(revoked!["n"]).toBe(1);
    const open = await world.rows(`select id from "SrmBaseSupplierPending" where "bizId" = $1 and status = 'OPEN'`, id);
    expect(open).toEqual([]);
  });

  test("agreements are watched: told before they end, renewed or expired after", async () => {
    const doc = await signing([
      { ...nda, validFrom: day(-360), validTo: day(5) },
      { ...nda, agreementName: "廉洁协议", agreementType: "INTEGRITY", autoRenew: "Y", validFrom: day(-365), validTo: day(5) },
    ]);
    const watched = (days: number) => runDue(world.product.kernel, "AGREEMENT_WATCH", shift(new Date(), { days }));
    const sentEvents = async () =>
      (await world.rows(`select data from "Outbox" where event = 'AGREEMENT_EXPIRING' and "docId" = $1`, doc["id"])).map(
        (row) => row["data"].n,
      );
    await watched(0);
    await watched(0);
    expect(await sentEvents()).toEqual([5]);
    await watched(6);
    const after = await read(doc["id"]);
    expect([detail(after, "保密协议")["detailStatus"], detail(after, "廉洁协议")["detailStatus"]]).toEqual(["EXPIRED", "SIGNED"]);
    expect(detail(after, "廉洁协议")["validTo"] > day(300)).toBe(true);
  });

  test("supplier 25: another supplier's agreement is not there", async () => {
    const { id } = await drawn([nda]);
    await ok(on(world.buyer, "doSubmit", { id }));
    for (const [name, body] of [
      ["findById", {}],
      ["doSupplierConfirm", {}],
      ["doSubmitInternal", { supplierOpinion: "x" }],
    ] as const)
      expect(await on(world.stranger, name, { id, ...body }), name).toMatchObject({ status: "E", code: "SUP_AUTH_404" });
  });
});
