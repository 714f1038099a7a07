import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { module } from "#kernel/module.ts";
import type { Run } from "#kernel/server/jobs/job.ts";
import { errorsOf, goTo, openPage, signInOn } from "../support/browser.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

const trial = module("trial", "试验", "Trial", {
  entities: [],
  programs: {
    LONG_TRIAL: {
      label: ["长时间试验", "Long trial"],
      params: { day: { label: ["业务日期", "Business day"], type: "DATE", required: true, initial: "${today-1}" } },
    },
  },
});

/** The scheduler as operations live with it: a program is run, watched and ended, and a failure is found and handled. */
let product: TestProduct;
let page: Page;
const runs: Run[] = [];
const steps: (() => void)[] = [];

beforeAll(async () => {
  product = await openTestProduct([trial]);
  product.kernel.jobs.on("LONG_TRIAL", async (run) => {
    runs.push(run);
    for (let n = 1; n <= 100; n++) {
      run.log([`第 ${n} 批`, `Batch ${n}`]);
      await run.progress(n * 10, [`处理第 ${n} 批`, `Batch ${n}`]);
      await new Promise<void>((go, stop) => {
        steps.push(go);
        run.signal.addEventListener("abort", () => stop(run.signal.reason), { once: true });
      });
    }
  });
  await product.person("olga", ["OPS"]);
  page = await openPage();
  await signInOn(page, product.url, "olga", adminPassword);
});
afterAll(async () => {
  await page?.context().close();
  await product?.drop();
});

const step = (): void => steps.splice(0).forEach((go) => go());
const shown = (text: string | RegExp) => page.getByText(text).locator("visible=true").first();

describe("scheduling", () => {
  test("a program is run now with its parameters; progress and log are watched live; it is cancelled", async () => {
    await goTo(page, "submitRequest");
    await page.getByRole("button", { name: "提交请求" }).click();
    const dialog = page.getByRole("dialog", { name: "提交请求" });
    const program = dialog.getByRole("combobox", { name: "程序" });
    // A dialog begins at its first field, and Tab still comes by the button that closes it.
    await expect.poll(() => program.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press("Shift+Tab");
    expect(
      await dialog
        .getByRole("button", { name: "Close" })
        .or(dialog.getByRole("button", { name: "关闭" }))
        .evaluate((hTMLElement) => hTMLElement === document.activeElement),
    ).toBe(true);
    await program.fill("LONG");
    await page.locator(".ant-select-item-option", { hasText: "LONG_TRIAL" }).click();
    await dialog.getByText(/默认 \$\{today-1\}，现在为 \d{4}-\d{2}-\d{2}/).waitFor();
    await dialog.getByRole("button", { name: "立即运行" }).click();

    await page.waitForURL(/submitRequestDetail/);
    const bar = page.getByRole("progressbar", { name: "进度" }).locator("visible=true").first();
    await expect.poll(() => bar.getAttribute("aria-valuenow"), { timeout: 15_000 }).toBe("10");
    await page.getByRole("log").locator("visible=true").getByText("第 1 批").waitFor();
    expect(runs[0]!.params["day"]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    step();
    await expect.poll(() => bar.getAttribute("aria-valuenow")).toBe("20");
    await shown("处理第 2 批").waitFor();

    await page.getByRole("button", { name: "取消请求" }).locator("visible=true").first().click();
    await page.getByText("确定取消这个请求吗？").waitFor();
    await page.getByRole("button", { name: "取消请求" }).locator("visible=true").last().click();
    await page.locator(".pg-status", { hasText: "取消" }).locator("visible=true").waitFor({ timeout: 15_000 });
    expect(runs[0]!.signal.aborted).toBe(true);
    await shown("第 1 次").waitFor();
    expect(errorsOf(page)).toEqual([]);
  });

  test("a schedule says what it means before it is saved", async () => {
    const { id } = (await product.kernel.db.one<{ id: string }>(`select id from "BaseScheduleJob" where "jobCode" = 'LONG_TRIAL'`))!;
    await goTo(page, `concurrentPrograms/ConcurrentProgramsDetail?id=${id}`);
    const cron = page.getByRole("combobox", { name: "计划" }).locator("visible=true").first();
    await cron.fill("0 9 * * MON-FRI");
    await shown("每周一至周五 09:00").waitFor();
    expect(await page.getByLabel("接下来五次").locator("dt").locator("visible=true").count()).toBe(5);
    await cron.fill("61 * * * *");
    await shown(/表达式不合法/).waitFor();
    await cron.fill("30 2 * * *");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+s");
    await expect
      .poll(async () =>
        (
          await product.kernel.db.query<{ cron: string }>(
            `select r.cron from "BaseScheduleRequest" r join "BaseScheduleJob" j on j.id = r."jobId" where j."jobCode" = 'LONG_TRIAL' and r."scheduleFlag" = 'Y'`,
          )
        ).map((r) => r.cron),
      )
      .toEqual(["30 2 * * *"]);
    expect(errorsOf(page)).toEqual([]);
  });

  test("clearing a cache group asks for its name", async () => {
    await goTo(page, "redisManage");
    const row = page.getByRole("row", { name: /lookups/ }).locator("visible=true");
    await row.getByRole("button", { name: "清除" }).click();
    const dialog = page.getByRole("dialog", { name: /清除/ });
    const press = dialog.getByRole("button", { name: "清除" });
    expect(await press.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("lookups");
    await press.click();
    await shown(/已清除 \d+ 个键/).waitFor();
    expect(errorsOf(page)).toEqual([]);
  });
});
