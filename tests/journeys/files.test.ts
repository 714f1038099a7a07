import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { findOffice } from "#kernel/server/file/preview/engine.ts";
import { ole, pdf } from "#kernel/server/file/test-files.ts";
import { beginAfresh, goTo } from "../support/browser.ts";
import type { Client } from "../support/client.ts";
import { calm, openTrial, type Trial } from "../support/trial/world.ts";

/** Attachments as a buyer lives with them: on an order, in its lines, in the viewer; and as a stranger fails to. */
let trial: Trial;
let page: Page;
let order: { id: string };
let supplierId: string;

/** A scanner that finds one word. */
const clamd = createServer((socket) => {
  let heard = "";
  socket.on("error", () => undefined);
  socket.on("data", (data) => {
    heard += data.toString("latin1");
    if (heard.endsWith("\0\0\0\0")) socket.end(heard.includes("EICAR") ? "stream: Eicar FOUND\0" : "stream: OK\0");
  });
});

beforeAll(async () => {
  await once(clamd.listen(0, "127.0.0.1"), "listening");
  trial = await openTrial({ FILE_SCANNER: `clamd://127.0.0.1:${(clamd.address() as AddressInfo).port}` });
  supplierId = (await trial.make("TrialSupplier", { supplierCode: "S10102", supplierName: "鲸落塑业" })).id;
  await trial.person("buyer", "TRIAL_BUYER");
  await trial.person("colleague", "TRIAL_BUYER");
  await trial.person("stranger", "AUDITOR");
  await trial.person("vendor", "TRIAL_VENDOR", { userType: "SUPPLIER", supplierId });
  page = await trial.enter("buyer");
  page.setDefaultTimeout(60_000);
  page.on("dialog", (dialog) => void dialog.accept());
});
afterAll(async () => {
  if (page) await calm(page);
  await trial?.drop();
  clamd.close();
});

const at = (name: string): string => `srmServer/v1/trialOrderRestful/${name}`;
const newOrder = (more: object = {}): Promise<{ id: string }> =>
  trial.make("TrialOrder", {
    supplierId,
    needBy: "2026-12-24",
    lines: [{ lineNum: 10, item: "ABS 上盖注塑件", qty: "4000", price: "12.80" }],
    ...more,
  });
const shown = (text: string | RegExp): Locator => page.getByText(text).filter({ visible: true }).first();
const block = (name = "附件"): Locator => page.getByRole("region", { name, exact: true }).filter({ visible: true });
const row = (name: string, where = block()): Locator => where.locator(".fl-item").filter({ hasText: name });
/** Waits for what follows a moment later, however busy the machine is. */
function soon<T>(read: () => Promise<T>) {
  return expect.poll(read, { timeout: 15_000, interval: 50 });
}

async function openOrder(id: string): Promise<void> {
  await goTo(page, `trial/orderEdit?id=${id}`);
  await block()
    .getByRole("button", { name: /拖入或选择文件/ })
    .waitFor();
}

/** Begins with home alone: fifteen tabs are the limit. */
const closeAll = (): Promise<void> => beginAfresh(page, trial.url);

const choose = (files: readonly { name: string; bytes: Buffer }[], where = block()): Promise<void> =>
  where
    .locator(".fl-foot input[type=file]")
    .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: "application/octet-stream", buffer: bytes })));

/** Lets a file of many bytes fall onto the block; it is made inside the page, so that no byte travels to get there. */
const drop = (name: string, size: number, where = block()): Promise<void> =>
  where.evaluate(
    (box, made) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(made.size).fill(66)], made.name));
      box.dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer: data }));
      box.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
    },
    { name, size },
  );

const save = async (): Promise<void> => {
  // What an earlier save said may still stand there: the answer to this one counts.
  const answered = page.waitForResponse((response) => response.url().endsWith(at("saveOrUpdate")));
  await page.keyboard.press("Control+s");
  await (await answered).finished();
  await shown(/^已保存 PO/).waitFor();
  await page.locator(".s-tab[data-active=true] .s-tab-dirty").waitFor({ state: "detached" });
};

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: "#2b5ce6" } })
    .png()
    .toBuffer();

const namesIn = async (bytes: Buffer): Promise<string[]> => {
  const names: string[] = [];
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  return names.sort();
};

beforeEach(async () => {
  order = await newOrder();
});

describe("uploading", () => {
  test("several files by choosing, refused ones with the handbook's words, and the saved order names them", async () => {
    await openOrder(order.id);
    await choose([
      { name: "技术协议.pdf", bytes: pdf() },
      { name: "run.exe", bytes: Buffer.from("MZ") },
      { name: "说明.txt", bytes: Buffer.from("防雾涂层") },
    ]);
    await shown("不支持上传扩展名为exe的附件").waitFor();
    await row("技术协议.pdf").getByText("共享").waitFor();
    await row("说明.txt").waitFor();
    await shown("1 处改动未保存").waitFor();
    await save();
    const { data } = await (await trial.client("buyer")).call(at("findById"), { id: order.id });
    expect(data.fileIds.split(",")).toHaveLength(2);
  });

  test("content that is not what the name says comes back as an error with a retry", async () => {
    await openOrder(order.id);
    await choose([{ name: "假.pdf", bytes: Buffer.from("not a pdf at all") }]);
    await row("假.pdf").getByText("文件内容与扩展名不符").waitFor();
    await row("假.pdf").getByRole("button", { name: "重试上传 假.pdf" }).waitFor();
    await row("假.pdf").getByRole("button", { name: "移除 假.pdf" }).click();
    await row("假.pdf").waitFor({ state: "detached" });
  });

  test("an upload shows its progress, holds the save back, and a cancelled one leaves nothing", async () => {
    await openOrder(order.id);
    let letGo = (): void => undefined;
    const held = new Promise<void>((done) => (letGo = done));
    await page.route("**/v2/file/upload", async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await choose([{ name: "大图.txt", bytes: Buffer.alloc(300_000, "a") }]);
    await row("大图.txt").getByRole("progressbar").waitFor();
    await page.keyboard.press("Control+s");
    await shown("附件还在上传，完成后再保存").waitFor();
    await row("大图.txt").getByRole("button", { name: "取消上传 大图.txt" }).click();
    await row("大图.txt").waitFor({ state: "detached" });
    letGo();
    await page.unroute("**/v2/file/upload");
    expect(await trial.kernel.db.query(`select 1 from "BaseFile" where "originalFileName" = '大图.txt'`)).toEqual([]);
  });

  test("a pasted picture is taken like any other file", async () => {
    await openOrder(order.id);
    const bytes = [...(await picture())];
    await block().evaluate((box, image) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(image)], "image.png", { type: "image/png" }));
      box.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
    }, bytes);
    await row("image.png").getByText("共享").waitFor();
  });

  test("table 13: a large upload cut off by a reload goes on where it stopped", async () => {
    await openOrder(order.id);
    const sent: string[] = [];
    page.on("request", (request) => {
      const index = /largeFile\/chunk\?.*index=(\d+)/.exec(request.url())?.[1];
      if (index) sent.push(index);
    });
    // The line goes dead after five pieces.
    await page.evaluate(() => {
      const ask = window.fetch.bind(window);
      let left = 5;
      window.fetch = (...asked) =>
        String(asked[0]).includes("largeFile/chunk") && --left < 0 ? new Promise(() => undefined) : ask(...asked);
    });
    const size = 104857601;
    await drop("整机图纸.txt", size);
    await row("整机图纸.txt").locator(".fl-status", { hasText: /^\d+%/ }).waitFor({ timeout: 30_000 });
    await soon(async () => sent.length).toBe(5);
    await soon(() => page.evaluate(() => JSON.parse(sessionStorage.getItem("srm.uploads") ?? "[]")[0]?.sent)).toBe(5 * 8388608);
    await page.reload();
    await row("整机图纸.txt").getByText("已传 39%，选择同一文件继续").waitFor();
    await row("整机图纸.txt")
      .locator("input[type=file]")
      .evaluate((box: HTMLInputElement, bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes).fill(66)], "整机图纸.txt"));
        box.files = data.files;
        box.dispatchEvent(new Event("change", { bubbles: true }));
      }, size);
    await expect.poll(() => sent, { timeout: 60_000 }).toEqual(Array.from({ length: 13 }, (_, n) => String(n)));
    const kept = () =>
      trial.kernel.db.one<{ n: string }>(`select "fileSize" as n from "BaseFile" where "originalFileName" = '整机图纸.txt'`);
    await expect.poll(async () => Number((await kept())?.n), { timeout: 60_000 }).toBe(size);
    await row("整机图纸.txt").getByText("100M").waitFor();
  }, 120_000);

  test("a field obeys its declaration: formats, number, size, description and who may see it are said and kept", async () => {
    await openOrder(order.id);
    const inner = block("内部资料");
    await inner.getByText("支持 pdf png txt · 最多 2 个 · 单个不超过 5M").waitFor();
    await choose([{ name: "底价.txt", bytes: Buffer.from("22.10") }], inner);
    await shown("请填写附件说明").waitFor();
    await inner.getByLabel("附件说明").fill("目标价");
    await choose([{ name: "底价.txt", bytes: Buffer.from("22.10") }], inner);
    await row("底价.txt", inner).getByText("仅内部").waitFor();
    await row("底价.txt", inner).getByText("目标价").waitFor();
    await choose([{ name: "第二.txt", bytes: Buffer.from("2") }], inner);
    await row("第二.txt", inner).getByText("仅内部").waitFor();
    await inner.getByRole("button", { name: "附件数量已达上限 2" }).waitFor();
    await save();
  });

  test("a line of the order has drawings of its own, in a window of their own", async () => {
    await openOrder(order.id);
    await page.locator('[data-section="lines"] .fl-cell').filter({ visible: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "图纸" });
    await dialog.getByText("支持 pdf dwg · 最多 3 个").waitFor();
    await choose([{ name: "上盖.pdf", bytes: pdf() }], dialog);
    await row("上盖.pdf", dialog).getByText("共享").waitFor();
    await dialog.getByRole("button", { name: "关闭" }).click();
    await soon(() => page.locator('[data-section="lines"] .fl-cell').filter({ visible: true }).first().textContent()).toBe("1");
    await save();
    const { data } = await (await trial.client("buyer")).call(at("findById"), { id: order.id });
    expect(data.lines[0].fileIds).toMatch(/^[\w-]+$/);
  });
});

describe("looking, taking away, giving on", () => {
  const words = "第一章 总则\n鲸落塑业按图供货";
  beforeEach(async () => {
    await openOrder(order.id);
    await choose([
      { name: "hello.pdf", bytes: pdf("hello viewer") },
      { name: "样品.png", bytes: await picture() },
      { name: "条款.txt", bytes: Buffer.from(words) },
      { name: "旧版.doc", bytes: ole(["WordDocument"]) },
    ]);
    await row("旧版.doc").getByText("共享").waitFor();
    await save();
  });

  test("PDF and text open in the viewer, pictures in their own window, an office file without an engine says so", async () => {
    await page.getByRole("button", { name: "预览 hello.pdf" }).click();
    const viewer = page.getByRole("dialog", { name: "hello.pdf" });
    await viewer.locator(".fl-text", { hasText: "hello viewer" }).waitFor();
    const inked = await viewer.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value, i) => i % 4 < 3 && value < 100);
    });
    expect(inked).toBe(true);
    await viewer.getByRole("searchbox").fill("viewer");
    await viewer.getByText("1 / 1", { exact: true }).waitFor();
    // The first Escape empties the search, the second closes.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await viewer.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "预览 条款.txt" }).click();
    await page.getByRole("dialog", { name: "条款.txt" }).locator(".fl-text", { hasText: "鲸落塑业按图供货" }).waitFor();
    await page.getByRole("dialog", { name: "条款.txt" }).getByRole("button", { name: "关闭" }).click();

    await page.getByRole("button", { name: "预览 样品.png" }).click();
    const image = page.getByRole("dialog", { name: "样品.png" }).locator("img");
    await image.waitFor();
    await soon(() => image.evaluate((hTMLImageElement: HTMLImageElement) => hTMLImageElement.naturalWidth)).toBe(400);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "预览 旧版.doc" }).click();
    await shown((await findOffice()) === null ? /本系统未安装该格式的转换程序/ : /文件无法转换预览/).waitFor();
  }, 60_000);

  test("the viewer as a page of its own opens once by its code, and never by a session's own code", async () => {
    await page.getByRole("button", { name: "预览 hello.pdf" }).click();
    const [window] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("dialog", { name: "hello.pdf" }).getByRole("button", { name: "在新窗口打开" }).click(),
    ]);
    await window.waitForURL(/\/fileViewer\?fileId=.*authorizationCode=vc_/);
    await window.locator(".fl-text", { hasText: "hello viewer" }).waitFor();
    expect(await window.title()).toBe("hello.pdf");
    await window.reload();
    await window.getByRole("alert").filter({ hasText: "附件不存在或无权查看" }).waitFor();
    await window.goto(`${trial.url}/fileViewer`);
    await window.getByRole("alert").filter({ hasText: "无待浏览的文件ID信息" }).waitFor();
    await window.close();
    await page.keyboard.press("Escape");
  });

  test("one file and all files in a zip come down; a deleted one goes after a question, in an envelope", async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "下载 hello.pdf" }).click()]);
    expect(download.suggestedFilename()).toBe("hello.pdf");
    const [all] = await Promise.all([page.waitForEvent("download"), block().getByRole("button", { name: "打包下载" }).click()]);
    expect(all.suggestedFilename()).toBe("附件.zip");
    expect(await namesIn(await buffer(await all.createReadStream()))).toEqual(["hello.pdf", "旧版.doc", "条款.txt", "样品.png"]);

    await row("条款.txt").getByRole("button", { name: "删除 条款.txt" }).click();
    await page.getByRole("dialog").getByText("是否继续删除该附件？").waitFor();
    const [sent] = await Promise.all([
      page.waitForRequest("**/v2/file/batchDelete"),
      page.getByRole("dialog").getByRole("button", { name: "删除", exact: true }).click(),
    ]);
    expect(Object.keys(sent.postDataJSON() as object).sort()).toEqual(["data", "ek", "iv", "keyId", "language"]);
    await shown("附件删除成功，因附件ID已变更，请保存业务单据").waitFor();
    await row("条款.txt").waitFor({ state: "detached" });
    await save();
  });

  test("files copied here are pasted into another order; a copied order brings its own", async () => {
    await block().getByRole("button", { name: "复制全部" }).click();
    const other = await newOrder();
    await openOrder(other.id);
    await block().getByRole("button", { name: "粘贴 4 个附件" }).click();
    await row("hello.pdf").waitFor();
    await save();
    await page.getByRole("button", { name: "更多操作" }).filter({ visible: true }).click();
    await page.getByText("复制为新单").click();
    await page.getByRole("heading", { name: "新建采购订单" }).waitFor();
    await row("样品.png").waitFor();
    await save();
    const rows = await trial.kernel.db.query<{ n: number }>(
      `select count(distinct "businessId")::int as n from "BaseFile" where "originalFileName" = '样品.png' and "fileName" = (select "fileName" from "BaseFile" where "businessId" = $1 and "originalFileName" = '样品.png')`,
      [other.id],
    );
    expect(rows[0]!.n).toBe(3);
  });
});

describe("poison", () => {
  beforeAll(closeAll);
  test("a file the scanner condemns after its upload is struck through, and its uploader is told at once", async () => {
    const profile = await trial.kernel.db.one<{ id: string }>(`select id from "BaseProfile" where "profileCode" = 'FILE_SCAN_MODE'`);
    const mode = (value: string) => trial.make("BaseProfile", { id: profile!.id, values: [{ level: "SITE", value }] });
    await mode("ASYNC");
    await openOrder(order.id);
    await choose([
      { name: "good.txt", bytes: Buffer.from("good") },
      { name: "bad.txt", bytes: Buffer.from("EICAR") },
    ]);
    await shown("文件bad.txt含有病毒，已隔离").waitFor();
    await row("bad.txt").getByText("已感染，已隔离").waitFor();
    expect(
      await row("bad.txt")
        .getByRole("button", { name: /预览|下载/ })
        .count(),
    ).toBe(0);
    await row("good.txt").getByText("待扫描").waitFor({ state: "detached" });
    await row("bad.txt").getByRole("button", { name: "删除 bad.txt" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "删除", exact: true }).click();
    await row("bad.txt").waitFor({ state: "detached" });
    await save();
    await mode("OFF");
  });
});

describe("a picture of oneself", () => {
  test("is cut to 180 × 180 and arrives as a JPEG without anything else in it", async () => {
    await goTo(page, "userCenter/editUserCenter");
    const chooser = page.getByLabel("选择头像文件");
    await chooser.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
    await shown("图片类型须为.gif,jpeg,jpg,png,bmp之一").waitFor();
    await chooser.setInputFiles({ name: "face.png", mimeType: "image/png", buffer: await picture() });
    const dialog = page.getByRole("dialog", { name: "裁剪图片" });
    await soon(() => dialog.locator(".reactEasyCrop_CropArea").evaluate((box) => [box.clientWidth, box.clientHeight])).toEqual([178, 178]);
    await dialog.getByRole("slider").fill("2");
    await dialog.getByRole("button", { name: "旋转" }).click();
    await dialog.getByRole("button", { name: "使用" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "更换头像" }).and(page.locator(":not(.ant-btn-loading)")).waitFor();
    const stored = await trial.kernel.db.one(
      `select "imageWidth" as w, "imageHeight" as h, "mimeType" as m, "originalFileName" as n from "BaseFile" where "originalFileName" = 'face.jpg'`,
    );
    expect(stored).toEqual({ w: 180, h: 180, m: "image/jpeg", n: "face.jpg" });
    await page.getByRole("button", { name: /^保存/ }).filter({ visible: true }).click();
    await soon(
      async () =>
        (await trial.kernel.db.one<{ f: string | null }>(`select "avatarFileId" as f from "BaseUsers" where "userName" = 'buyer'`))?.f ??
        "",
    ).not.toBe("");
  });
});

describe("strangers", () => {
  let ids: string[];
  let client: Client;
  beforeEach(async () => {
    client = await trial.client("buyer");
    const upload = async (valueKey: string, fileDesc: string) =>
      (
        await client.upload<{ id: string }[]>("fileServer/v2/file/upload", [{ name: `${valueKey}.txt`, bytes: Buffer.from(valueKey) }], {
          functionId: "TrialOrder",
          valueKey,
          fileDesc,
        })
      ).data[0]!.id;
    ids = [await upload("fileIds", ""), await upload("internalIds", "底价")];
    const { data } = await client.call(at("findById"), { id: order.id });
    const saved = await client.call(at("saveOrUpdate"), {
      id: order.id,
      versionNum: data.versionNum,
      fileIds: ids[0],
      internalIds: ids[1],
    });
    expect(saved.status).toBe("S");
  });

  test("table 14: who may not read the order cannot read, list, zip, preview or delete its files, and learns nothing", async () => {
    const stranger = await trial.client("stranger");
    const missing = "00000000-0000-0000-0000-000000000000";
    for (const [path, body] of [
      ["downloadBody", (id: string) => ({ id })],
      ["batchDownload", (id: string) => ({ ids: [id] })],
      ["getFileUrl", (id: string) => ({ id, purpose: "VIEW" })],
      ["copy", (id: string) => ({ ids: [id], functionId: "TrialOrder", businessId: "" })],
      ["listBaseFile", (id: string) => ({ ids: [id] })],
    ] as const) {
      const answers = await Promise.all(
        [ids[0]!, missing].map(async (id) => {
          const { requestId: _requestId, ...answer } = await stranger.call(`fileServer/v2/file/${path}`, body(id));
          return answer;
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      if (path !== "listBaseFile") expect(answers[0]!.code).toBe("FILE_NOT_FOUND");
    }
    const deleted = await stranger.call("fileServer/v2/file/batchDelete", { ids }, { sealBody: true });
    expect(deleted.data.deleted).toEqual([]);
  });

  test("the supplier sees the shared file of its order once it is approved, never the internal one", async () => {
    const vendor = await trial.client("vendor");
    const read = async (id: string) => (await vendor.call("fileServer/v2/file/getFileUrl", { id, purpose: "DOWNLOAD" })).code ?? "S";
    expect([await read(ids[0]!), await read(ids[1]!)]).toEqual(["FILE_NOT_FOUND", "FILE_NOT_FOUND"]);
    // Nobody approves what he himself submitted.
    const colleague = await trial.client("colleague");
    for (const [who, action] of [
      [client, "doSubmit"],
      [colleague, "doApprove"],
    ] as const)
      expect(await who.call(at(action), { id: order.id, confirmed: ["TRIAL_LARGE"] })).toMatchObject({ status: "S" });
    expect([await read(ids[0]!), await read(ids[1]!)]).toEqual(["S", "FILE_NOT_FOUND"]);
    // An approved order is no longer changed, and neither are its files.
    expect((await client.call("fileServer/v2/file/delete", { id: ids[0] })).code).toBe("PERM_DENIED");
    const late = await client.upload("fileServer/v2/file/upload", [{ name: "spät.txt", bytes: Buffer.from("x") }], {
      functionId: "TrialOrder",
      businessId: order.id,
      valueKey: "fileIds",
    });
    expect(late.code).toBe("PERM_DENIED");

    const window = await trial.enter("vendor");
    await goTo(window, `trial/orderEdit?id=${order.id}`);
    await window.getByText("fileIds.txt").filter({ visible: true }).waitFor();
    expect(await window.getByText("internalIds.txt").count()).toBe(0);
    expect(await window.getByText("仅内部").count()).toBe(0);
    await calm(window);
  });
});
