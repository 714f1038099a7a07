import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import type { Locator, Page } from "playwright-core";
import { build, preview, type PreviewServer } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { errorsOf, openPage } from "../support/browser.ts";

const configFile = fileURLToPath(new URL("../../kernel/web/table/trial/vite.config.ts", import.meta.url));
let folder = "";
let server: PreviewServer;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "table-trial-"));
  await build({ configFile, logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
  server = await preview({ configFile, logLevel: "error", build: { outDir: folder }, preview: { port: 0, host: "127.0.0.1" } });
  page = await openPage({ permissions: ["clipboard-read", "clipboard-write"] });
});

afterAll(async () => {
  await page?.context().close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

let heard = 0;

afterEach(() => {
  const complaints = errorsOf(page).slice(heard);
  heard += complaints.length;
  expect(complaints).toEqual([]);
});

interface Trial {
  readonly calls: { pageIndex: number; pageRows: number; status?: string; orderBy: { key: string; dir: string }[] }[];
  readonly wire: { mode: string; loads: (number | null)[] };
  readonly seen: { told: string[]; logged: string[]; saved: { name: string; forAll: boolean }[] };
}

/** Opens a trial page afresh: nothing of the test before is left. */
async function open(name: string, more = "&lang=CN"): Promise<void> {
  await page.goto(`${server.resolvedUrls!.local[0]!}?page=${name}${more}`);
  await page.locator(".dt-row, .dt-message-box").first().waitFor();
}

const trial = <T>(read: (trial: Trial) => T): Promise<T> => page.evaluate(`(${read.toString()})(window.trial)`) as Promise<T>;
const table = (n = 0): Locator => page.locator(".dt").nth(n);
/** A cell by its row and its column's title. */
const at = (r: number, title: string, n = 0): Locator =>
  table(n)
    .locator(
      `xpath=.//*[@data-r="${r}"]//*[@data-c = //*[@role="columnheader"][normalize-space(.)="${title}" or starts-with(normalize-space(.), "*${title}")]/@data-c]`,
    )
    .first();
const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.closest("[data-c]")?.textContent ?? "");
const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
/** Waits for what follows a moment later, however busy the machine is. */
function soon<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 20_000, interval: 30 });
}
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

describe("states of a list", () => {
  test("table 1: without api the body says so and no request leaves", async () => {
    await open("states");
    await soon(() => table(0).locator(".dt-empty").textContent()).toBe("请配置API属性");
    expect(await trial((now) => now.calls.length)).toBe(2);
  });

  test("empty, filtered, refused and failed lists name their cause; loading shows rows of true height", async () => {
    await open("states", "&lang=EN");
    const said = (n: number) => table(n).locator(".dt-empty strong").textContent();
    await soon(() => said(4)).toBe("The latest data could not be loaded.");
    expect([await said(1), await said(2), await said(3)]).toEqual([
      "No data",
      "No data for this filter",
      "You have no permission to see this data",
    ]);
    const ghost = await table(5).locator(".dt-ghost").first().boundingBox();
    expect(ghost!.height).toBe(36);
  });

  test("table 9: a failed load tells null, old rows stay greyed with a retry line", async () => {
    await open("list");
    await page.evaluate("window.trial.wire.mode = 'fail'");
    await page.getByLabel("刷新").click();
    await page.locator(".dt-failed").waitFor();
    expect(await page.locator(".dt-failed").textContent()).toContain("结算服务 30 秒没有答复");
    expect(await trial((now) => now.wire.loads)).toEqual([50, null]);
    expect(await page.locator(".dt-frame.dt-grey .dt-row").count()).toBeGreaterThan(10);
    expect(await page.getByRole("grid").getAttribute("aria-busy")).toBe("false");
    await page.evaluate("window.trial.wire.mode = 'ok'");
    await page.getByRole("button", { name: "重试" }).click();
    await page.locator(".dt-failed").waitFor({ state: "detached" });
  });

  test("table 10: column settings that fail to load leave the default columns and no message", async () => {
    await open("list", "&lang=CN&settings=fail");
    expect(await page.getByRole("columnheader", { name: "订单号" }).count()).toBe(1);
    expect(await page.locator(".dt-note").count()).toBe(0);
    expect(await trial((now) => now.seen.logged)).toEqual(["table settings not loaded"]);
  });

  test("table 8: a link without handler says so", async () => {
    await open("kinds");
    await at(0, "无处理链接", 2).getByRole("button").click();
    await soon(() => table(2).locator(".dt-note").textContent()).toBe("未配置单元格链接方法");
  });

  test("table 7: a check cell with a third value is an error in the cell", async () => {
    await open("kinds");
    expect(await at(0, "勾选", 2).textContent()).toBe("X值应为Y或N");
    expect(
      await at(0, "附件未配置", 2)
        .textContent()
        .catch(() => ""),
    ).toBeDefined();
  });
});

describe("reading", () => {
  test("table 2: a search from page 4 asks for page 1", async () => {
    await open("list");
    await page.getByRole("button", { name: "第 4 页" }).click();
    await soon(() => page.locator(".dt-pager").textContent()).toContain("第 151–200 条");
    await page.click("#search-draft");
    await soon(() => page.locator(".dt-pager").textContent()).toContain("第 1–50 条");
    expect(await trial((now) => now.calls.map((call) => call.pageIndex))).toEqual([1, 4, 1]);
  });

  test("table 3: selection over pages is counted, kept, shown and cleared by a new page size", async () => {
    await open("list");
    for (const r of [0, 1, 2]) await page.locator(`[data-r="${r}"] [role=checkbox]`).click();
    await page.getByRole("button", { name: "第 2 页" }).click();
    await soon(() => page.locator(".dt-pager").textContent()).toContain("第 51–100 条");
    await page.locator('[data-r="0"] [role=checkbox]').click();
    await page.locator('[data-r="4"] [role=checkbox]').click({ modifiers: ["Shift"] });
    expect(await page.locator(".dt-bulk b").textContent()).toBe("已选 8 行");
    await page.getByRole("button", { name: "查看已选" }).click();
    await soon(() => page.locator(".dt-row").count()).toBe(8);
    await page.getByRole("button", { name: "返回列表" }).click();
    await page.getByRole("button", { name: "第 1 页" }).click();
    await soon(() => page.locator(".dt-body [role=checkbox][aria-checked=true]").count()).toBe(3);
    await page.getByLabel("每页条数").click();
    await page.getByRole("button", { name: "100 条/页" }).click();
    await soon(() => page.locator(".dt-bulk").count()).toBe(0);
    expect(await trial((now) => now.calls.at(-1))).toMatchObject({ pageIndex: 1, pageRows: 100 });
  });

  test("select all ticks the page, then offers the whole filter; a batch answer keeps what was refused", async () => {
    await open("list");
    await page.getByRole("checkbox", { name: "选择本页全部行" }).click();
    expect(await page.locator(".dt-bulk b").textContent()).toBe("已选 50 行");
    await page.getByRole("button", { name: "选择筛选出的全部 1,286 行" }).click();
    expect(await page.locator(".dt-bulk b").textContent()).toBe("已选筛选出的全部 1,286 行");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "取消选择" }).click();
    await page.click("#search-draft");
    await soon(() => page.locator(".dt-tag").first().textContent()).toBe("拟定");
    for (const r of [0, 1, 2]) await page.locator(`[data-r="${r}"] [role=checkbox]`).click();
    await page.locator(".dt-bulk").getByRole("button", { name: "提交审批" }).click();
    await soon(() => page.locator(".dt-bulk b").textContent()).toBe("已选 1 行");
    expect(await page.locator(".dt-answered").count()).toBe(1);
  });

  test("buttons show only with right and handler; a grey one opens its reasons", async () => {
    await open("list");
    expect(await page.getByRole("button", { name: "隐藏" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "无处理" }).count()).toBe(0);
    await page.getByRole("button", { name: "催交" }).click({ force: true });
    expect(await page.locator(".dt-why").textContent()).toContain("请先选择行");
    await page.keyboard.press("Escape");
    for (const r of [0, 1]) await page.locator(`[data-r="${r}"] [role=checkbox]`).click();
    await page.locator(".dt-bulk").getByRole("button", { name: "提交审批" }).click({ force: true });
    expect(await page.locator(".dt-why li").allTextContents()).toEqual(["所选行须为「拟定」", "您有提交权限"]);
    await page.keyboard.press("Escape");
    await page.locator(".dt-bulk").getByRole("button", { name: "打印" }).click({ force: true });
    expect(await page.locator(".dt-why").textContent()).toContain("只能选择一行，现在选了 2 行");
  });

  test("a header sorts in three states, by mouse and by keyboard", async () => {
    await open("list");
    const header = page.getByRole("columnheader", { name: "含税金额" });
    await header.click();
    await soon(() => header.getAttribute("aria-sort")).toBe("ascending");
    await header.click();
    await soon(() => header.getAttribute("aria-sort")).toBe("descending");
    await at(0, "含税金额").click();
    await press("ArrowUp", "Enter");
    await soon(() => header.getAttribute("aria-sort")).toBe("none");
    expect(await trial((now) => now.calls.map((call) => call.orderBy.map((order) => order.dir).join()))).toEqual(["", "asc", "desc", ""]);
  });

  test("Ctrl+C copies the cell, a marked range and ticked rows with their headers", async () => {
    await open("list");
    await at(0, "供应商").click();
    await press("Control+c");
    expect(await clipboard()).toBe("玄武五金");
    await press("Shift+ArrowRight", "Shift+ArrowDown", "Control+c");
    expect(await clipboard()).toBe("供应商\t含税金额\n玄武五金\t12122.00\n拾光电子\t20041.37");
    await press("Escape");
    await page.locator('[data-r="1"] [role=checkbox]').click();
    await press("Control+c");
    expect((await clipboard()).split("\n").map((line) => line.split("\t").slice(0, 2))).toEqual([
      ["订单号", "状态"],
      ["PO202611148999", "执行中"],
    ]);
  });

  test("the keyboard walks the whole grid and only one cell is in the tab order", async () => {
    await open("list");
    await at(0, "订单号").focus();
    await at(0, "状态").click();
    await press("ArrowDown", "ArrowRight");
    expect(await focused()).toContain("拾光电子");
    await press("Control+End");
    expect(await page.locator('.dt-grid [tabindex="0"]').count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.closest("[data-r]")?.getAttribute("data-r"))).toBe("49");
    await press("Control+Home", "PageDown");
    expect(Number(await page.evaluate(() => document.activeElement?.closest("[data-r]")?.getAttribute("data-r")))).toBeGreaterThan(8);
    await press("Home", "Space");
    expect(await page.locator(".dt-bulk b").textContent()).toBe("已选 1 行");
    await press("Control+a");
    expect(await page.locator(".dt-bulk b").textContent()).toBe("已选 50 行");
    const grid = page.getByRole("grid");
    expect([await grid.getAttribute("aria-rowcount"), await grid.getAttribute("aria-colcount")]).toEqual(["1289", "15"]);
  });

  test("columns can be resized, fitted, reordered, hidden and restored; the settings are stored", async () => {
    await open("list");
    const header = page.getByRole("columnheader", { name: "供应商" });
    const before = (await header.boundingBox())!;
    const grip = header.locator("[data-resize]");
    await page.mouse.move(before.x + before.width - 1, before.y + 10);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width + 59, before.y + 10, { steps: 4 });
    await page.mouse.up();
    await soon(async () => Math.round((await header.boundingBox())!.width)).toBe(260);
    await grip.dblclick();
    await soon(async () => Math.round((await header.boundingBox())!.width)).toBeLessThan(200);
    const status = page.getByRole("columnheader", { name: "状态" });
    await status.hover();
    await page.mouse.down();
    const target = (await header.boundingBox())!;
    await page.mouse.move(target.x + target.width - 12, target.y + 10, { steps: 6 });
    await page.mouse.up();
    await soon(async () => (await header.boundingBox())!.x < (await status.boundingBox())!.x).toBe(true);
    await page.getByLabel("列设置").click();
    await page.getByLabel("显示 状态").uncheck();
    await page.getByRole("button", { name: "保存为我的设置" }).click();
    await soon(() => status.count()).toBe(0);
    expect((await trial((now) => now.seen.saved)).every((candidate) => candidate.name === "trial.orders" && !candidate.forAll)).toBe(true);
    await page.getByLabel("列设置").click();
    await page.getByRole("button", { name: "恢复默认" }).click();
    await soon(() => status.count()).toBe(1);
  });

  test("table 6: an own page size below 0 is refused, 35 is added", async () => {
    await open("list");
    await page.getByLabel("每页条数").click();
    await page.getByLabel("自定义条数").fill("-1");
    expect(await page.locator(".dt-sizes [role=alert]").textContent()).toBe("每页条数不能小于0");
    await page.getByLabel("自定义条数").fill("35");
    await press("Enter");
    await soon(() => page.locator(".dt-pager").textContent()).toContain("第 1–35 条");
    await page.getByLabel("每页条数").click();
    expect(await page.locator(".dt-sizes [aria-pressed]").allTextContents()).toEqual(
      ["20", "35", "50", "100", "200", "500"].map((n) => `${n} 条/页`),
    );
  });

  test("a row opens below itself and the rows after it make room", async () => {
    await open("list");
    await page.getByRole("button", { name: "展开第 2 行" }).click();
    await soon(() => page.locator(".dt-panel").textContent()).toContain("分两批送货");
    const panel = (await page.locator(".dt-panel").boundingBox())!;
    const next = (await page.locator('[data-r="2"]').boundingBox())!;
    expect(Math.round(panel.y + panel.height)).toBe(Math.round(next.y));
  });

  test("a tree opens by arrow keys, merged cells span their rows until another column sorts", async () => {
    await open("kinds");
    await at(0, "名称", 1).click();
    await press("ArrowRight");
    await soon(() => table(1).locator(".dt-row").count()).toBe(6);
    expect(await table(1).locator('[data-r="1"]').getAttribute("aria-level")).toBe("2");
    await press("ArrowLeft");
    await soon(() => table(1).locator(".dt-row").count()).toBe(3);
    expect(
      await table(0)
        .locator("[aria-rowspan]")
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-rowspan"))),
    ).toEqual(["3", "2"]);
    await table(0).getByRole("columnheader", { name: "物料" }).click();
    await soon(() => table(0).locator("[aria-rowspan]").count()).toBe(0);
  });

  test("a kept page comes back at its place, with its rows and without a new request", async () => {
    await open("list");
    await page.locator(".dt-grid").evaluate((grid) => grid.scrollTo(120, 700));
    await page.waitForFunction(() => document.querySelector(".dt-grid")!.scrollTop === 700);
    await page.click("#tab-edit");
    await page.locator(".trial-edit").waitFor();
    await page.click("#tab-list");
    await soon(() => page.locator(".trial-list .dt-grid").evaluate((grid) => [grid.scrollLeft, grid.scrollTop])).toEqual([120, 700]);
    expect(await trial((now) => now.calls.length)).toBe(1);
  });
});

describe("editing", () => {
  const result = (): Promise<string> => page.locator("#result").innerText();

  test("table 23: a line is added, filled in five cells with lookup and date, and saved by keyboard alone", async () => {
    await open("edit");
    await page.locator("body").press("Tab");
    for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement?.closest("[data-c]") !== null)); i++) await press("Tab");
    await press("Alt+n");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("物料");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-required"))).toBe("true");
    await page.keyboard.type("30352");
    await page.locator('[role=option]:has-text("TPE")').waitFor();
    await press("Tab");
    await page.keyboard.type("千");
    await press("Tab");
    await page.keyboard.type("1,200.5");
    await press("Tab");
    await page.keyboard.type("2.5");
    await press("Tab");
    await page.keyboard.type("1205");
    await press("Control+s");
    await soon(result).not.toBe("");
    expect(JSON.parse(await result())).toMatchObject({
      inserted: [
        { itemId: "i5", itemName: "TPE 密封圈 φ86", uom: "KG", qty: "1200.5", price: "2.5", amount: "3001.25", needBy: "2026-12-05" },
      ],
      updated: [],
      deleted: [],
    });
    expect(await table().locator(".dt-row .dt-mark-NEW").count()).toBe(1);
  });

  test("errors stop the save, are counted, shown in the cell, and the first one gets the focus", async () => {
    await open("edit");
    await at(5, "数量").click();
    await press("Control+a", "Delete", "Enter");
    await at(6, "需求日期").click();
    await page.keyboard.type("2026-11-12");
    await press("Enter");
    await page.click("#save");
    await soon(result).toBe("2 wrong");
    expect(await page.locator(".dt-errors").textContent()).toBe("2 处需要更正");
    await soon(() => page.evaluate(() => document.activeElement?.closest("[data-r]")?.getAttribute("data-r"))).toBe("5");
    const wrong = at(5, "数量");
    expect([await wrong.getAttribute("aria-invalid"), await wrong.textContent()]).toEqual(["true", "–数量必填"]);
    expect(await page.locator(`[id="${await wrong.getAttribute("aria-describedby")}"]`).textContent()).toBe("数量必填");
    expect((await table().locator('[data-r="5"] .dt-m').boundingBox())!.height).toBe(50);
    await press("5");
    await page.keyboard.type("00");
    await press("Enter");
    expect(await page.locator(".dt-errors").textContent()).toBe("1 处需要更正");
  });

  test("Esc restores, Ctrl+Z undoes, Ctrl+D fills down, sums follow", async () => {
    await open("edit");
    const sum = (): Promise<string> => page.locator(".dt-foot .dt-right").nth(2).innerText();
    expect(await sum()).toBe("161,870.00");
    await at(0, "数量").click();
    await page.keyboard.type("5000");
    expect(await at(0, "含税金额").textContent()).toBe("64,000.00");
    await press("Escape");
    expect([await at(0, "数量").textContent(), await sum()]).toEqual(["4,000", "161,870.00"]);
    await press("F2");
    await page.keyboard.type("1000");
    await press("Enter");
    expect(await sum()).toBe("123,470.00");
    await at(0, "数量").click();
    await press("Escape", "Shift+ArrowDown", "Shift+ArrowDown", "Control+d");
    expect(await at(2, "数量").textContent()).toBe("1,000");
    await press("Control+z", "Control+z");
    expect(await sum()).toBe("161,870.00");
    await press("Control+y");
    expect(await at(0, "数量").textContent()).toBe("1,000");
  });

  test("a block from a spreadsheet is pasted, what finds no place is reported with the way to it", async () => {
    await open("edit");
    await at(0, "单位").click();
    await press("Escape");
    await page.evaluate(() => navigator.clipboard.writeText("千克\t1,000\t2.5\t\t2026/12/01\nKG\tviele\t3\t9\t12-02\n"));
    await press("Control+v");
    await page.getByText("粘贴结果").waitFor();
    expect(await page.locator(".dt-unmatched li").allTextContents()).toEqual([
      "第 2 行 · 数量viele不是数字",
      "第 2 行 · 含税金额9该列只读",
    ]);
    await page.locator(".dt-unmatched button").first().click();
    expect([await at(0, "单位").textContent(), await at(0, "含税金额").textContent(), await at(1, "需求日期").textContent()]).toEqual([
      "千克",
      "2,500.00",
      "2026-12-02",
    ]);
    await press("Control+z");
    expect(await at(0, "单位").textContent()).toBe("件");
  });

  test("pasting below the last row adds rows", async () => {
    await open("edit");
    await at(6, "数量").click();
    await press("Escape");
    await page.evaluate(() => navigator.clipboard.writeText("1\n2\n3"));
    await press("Control+v");
    await soon(() => page.locator(".dt-row").count()).toBe(9);
    expect(await at(8, "数量").textContent()).toBe("3");
  });

  test("rows are copied, deleted after a question, moved and restored by undo", async () => {
    await open("edit");
    await at(1, "备注").click();
    await press("Escape");
    await page.getByLabel("复制行").click();
    await soon(() => page.locator(".dt-row").count()).toBe(8);
    await press("Alt+Delete");
    await page.getByRole("dialog").getByRole("button", { name: "删除" }).click();
    await soon(() => page.locator(".dt-row").count()).toBe(7);
    await at(0, "备注").click();
    await press("Escape", "Alt+Delete");
    await page.getByRole("dialog").getByRole("button", { name: "删除" }).click();
    await soon(() => page.locator(".dt-struck").count()).toBe(1);
    expect(await page.locator(".dt-foot .dt-right").nth(2).innerText()).toBe("110,670.00");
    await press("Control+z");
    await soon(() => page.locator(".dt-struck").count()).toBe(0);
    await at(1, "备注").click();
    await press("Escape", "Alt+Shift+ArrowUp");
    expect(await at(0, "物料").textContent()).toContain("ABS 下盖注塑件");
  });

  test("one value for a column of the ticked rows", async () => {
    await open("edit");
    for (const r of [1, 2]) await page.locator(`[data-r="${r}"] .dt-x-pick [role=checkbox]`).click();
    await page.getByLabel("批量设置").click();
    await page.getByRole("dialog").getByLabel("列", { exact: true }).click();
    await page.locator('.ant-select-item-option[title="备注"]').click();
    await page.getByRole("dialog").getByLabel("值").fill("同批");
    await page.getByRole("button", { name: "应用" }).click();
    await soon(() => Promise.all([0, 1, 2].map((r) => at(r, "备注").textContent()))).toEqual(["–", "同批", "同批"]);
  });

  test("a forbidden cell stays read-only, a check cell toggles by Space, a server's objection is pinned", async () => {
    await open("edit");
    await at(4, "含税单价").click();
    expect(await page.locator("[data-editor]").count()).toBe(0);
    expect(await at(4, "含税单价").getAttribute("aria-readonly")).toBe("true");
    await at(0, "赠品")
      .focus()
      .catch(() => undefined);
    await at(0, "需求日期").click();
    await press("Escape", "ArrowRight", "Space");
    expect(await at(0, "赠品").getByRole("checkbox").getAttribute("aria-checked")).toBe("true");
    await page.click("#pin");
    await soon(() => at(3, "含税单价").textContent()).toContain("缺例外原因");
    await soon(() => page.evaluate(() => document.activeElement?.closest("[data-r]")?.getAttribute("data-r"))).toBe("3");
  });

  test("table 24: a lost race shows theirs below the row and both ways on", async () => {
    await open("edit");
    await at(1, "数量").click();
    await page.keyboard.type("5000");
    await press("Enter");
    await page.click("#conflict");
    await page.getByRole("button", { name: "查看对方的值" }).click();
    expect((await page.locator(".dt-conflict li").allTextContents())[0]).toContain("4,100");
    await page.getByRole("button", { name: "用我的值再保存" }).click();
    await page.click("#save");
    await soon(async () => (await result()).startsWith("{")).toBe(true);
    expect(JSON.parse(await result()).updated).toEqual([{ id: "2", versionNum: 2, qty: "5000", amount: "57250.00" }]);
  });

  test("unsaved lines survive a visit to another tab", async () => {
    await open("edit");
    await at(0, "数量").click();
    await page.keyboard.type("7");
    await page.click("#tab-kinds");
    await page.click("#tab-edit");
    await soon(() => at(0, "数量").textContent()).toBe("7");
    expect(await at(0, "行").locator(".dt-mark-CHANGED").count()).toBe(1);
  });
});

describe("pages under edit and large lists", () => {
  test("paging with unsaved rows asks: stay keeps them, save saves and goes on, discard throws them away", async () => {
    await open("more");
    const pager = table(0).locator(".dt-pager");
    const change = async (text: string): Promise<void> => {
      await at(0, "名称").click();
      await page.keyboard.type(text);
      await press("Enter");
      await pager.getByRole("button", { name: "下一页" }).click();
      await page.getByText("有未保存的修改").waitFor();
    };
    await change("甲");
    await page.getByRole("button", { name: "留在本页" }).click();
    expect([await at(0, "名称").textContent(), await pager.textContent()]).toEqual(["甲", expect.stringContaining("第 1–20 条")]);
    await pager.getByRole("button", { name: "下一页" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "保存" }).click();
    await soon(() => pager.textContent()).toContain("第 21–40 条");
    expect(await trial((now) => now.seen.told)).toEqual(['[{"id":"1","versionNum":1,"name":"甲"}]']);
    await change("乙");
    await page.getByRole("button", { name: "放弃修改" }).click();
    await soon(() => pager.textContent()).toContain("第 41–45 条");
    expect(await trial((now) => now.seen.told.length)).toBe(1);
  });

  test("more than three actions fold; a folded one that cannot be pressed says why", async () => {
    await open("more");
    const row = table(0).locator('[data-r="0"]');
    expect(await row.locator(".dt-actions .dt-link").allTextContents()).toEqual(["查看", "启用"]);
    await row.getByRole("button", { name: "更多操作" }).click();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual(["停用正在使用", "删除"]);
    await press("ArrowDown", "Enter");
    expect(await trial((now) => now.seen.told)).toEqual(["delete U1"]);
  });

  test("a capped count says so and is counted on demand; sums over everything have their own label", async () => {
    await open("more");
    const pager = table(1).locator(".dt-pager");
    await soon(() => pager.textContent()).toContain("共 10,000+ 条");
    expect(await table(1).locator(".dt-foot").innerText()).toMatch(/总计（全部）\s+987,654,321\.10/);
    await pager.getByRole("button", { name: "统计全部" }).click();
    await soon(() => pager.textContent()).toContain("共 12,345 条");
    await pager.getByLabel("跳至").fill("600");
    await press("Enter");
    await soon(() => pager.textContent()).toContain("第 11,981–");
  });
});

describe("for everybody", () => {
  const find = async (): Promise<string[]> => {
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as axe.AxeResults;
    return violations.map(
      (violation) =>
        `${violation.id}: ${violation.nodes
          .slice(0, 3)
          .map((node) => node.html.slice(0, 160))
          .join(" | ")}`,
    );
  };

  for (const language of ["CN", "EN"]) {
    for (const name of ["list", "edit", "kinds", "states", "more"]) {
      test(`axe finds nothing on ${name} in ${language}`, async () => {
        await open(name, `&lang=${language}`);
        await page.locator(".dt-ghost, .dt-row").first().waitFor();
        expect(await find()).toEqual([]);
      });
    }
  }

  test("axe finds nothing with a cell open, errors shown, a list of choices, and in the column dialog", async () => {
    await open("edit");
    await at(5, "数量").click();
    await press("Control+a", "Delete", "Enter");
    await at(0, "单位").click();
    await page.locator("[role=listbox]").waitFor();
    expect(await find()).toEqual([]);
    await press("Escape");
    await page.click("#tab-list");
    await page.locator(".trial-list .dt-row").first().waitFor();
    await page.getByLabel("列设置").click();
    await page.getByRole("dialog").waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".ant-zoom-appear, .ant-fade-appear").length === 0);
    expect(await find()).toEqual([]);
  });
});
