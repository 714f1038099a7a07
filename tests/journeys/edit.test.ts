import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { beginAfresh, errorsOf, goTo } from "../support/browser.ts";
import type { Client } from "../support/client.ts";
import { calm, openTrial, password, type Trial } from "../support/trial/world.ts";

/** One document and what may happen to it while somebody works on it. */
let trial: Trial;
let page: Page;
let buyerId: string;
let colleague: Client;
let supplierId: string;
let order: { id: string; orderNum: string };

beforeAll(async () => {
  trial = await openTrial();
  supplierId = (await trial.make("TrialSupplier", { supplierCode: "S10102", supplierName: "鲸落塑业" })).id;
  await trial.make("TrialSupplier", { supplierCode: "S10205", supplierName: "玄武五金" });
  buyerId = await trial.person("buyer", "TRIAL_BUYER");
  await trial.person("colleague", "TRIAL_BUYER", { displayName: "采购主管" });
  colleague = await trial.client("colleague");
  page = await trial.enter("buyer");
  page.setDefaultTimeout(60_000);
  page.on("dialog", (dialog) => void dialog.accept());
});
afterAll(async () => {
  if (page) await calm(page);
  await trial?.drop();
});
beforeEach(async () => {
  order = await trial.make("TrialOrder", {
    supplierId,
    needBy: "2026-12-24",
    plant: "苏州工厂",
    remark: "按通知送货",
    lines: [
      { lineNum: 10, item: "ABS 上盖注塑件", qty: "4000", price: "12.80" },
      { lineNum: 20, item: "ABS 下盖注塑件", qty: "4000", price: "11.45" },
      { lineNum: 30, item: "PA66 卡扣", qty: "18000", price: "0.86" },
    ],
  });
  // The page begins with its home alone; whatever a test before left unsaved is let go.
  await beginAfresh(page, trial.url);
});

const at = (name: string): string => `srmServer/v1/trialOrderRestful/${name}`;
const shown = (text: string | RegExp): Locator => page.getByText(text).filter({ visible: true }).first();
const press = (name: string | RegExp): Promise<void> => page.getByRole("button", { name }).filter({ visible: true }).first().click();
const field = (label: string | RegExp): Locator => page.locator("[data-document]").filter({ visible: true }).getByLabel(label).first();
const tab = (name: string): Locator => page.locator(".s-tab").filter({ hasText: name }).locator("a");
/** Waits for what follows a moment later, however busy the machine is. */
function soon<T>(read: () => Promise<T>) {
  return expect.poll(read, { timeout: 15_000, interval: 50 });
}
const document = (): Locator => page.locator("[data-document]").filter({ visible: true });

async function open(id = order.id): Promise<void> {
  await goTo(page, `trial/orderEdit?id=${id}`);
  await document()
    .getByRole("heading", { name: new RegExp(order.orderNum) })
    .waitFor();
}

/** Somebody else saves the order. */
async function elsewhere(change: object): Promise<void> {
  const { data } = await colleague.call(at("findById"), { id: order.id });
  const reply = await colleague.call(at("saveOrUpdate"), { id: order.id, versionNum: data.versionNum, ...change });
  expect(reply.status).toBe("S");
}

describe("unsaved work", () => {
  test("shell 14: a new document keeps what was typed while its tab was hidden", async () => {
    await goTo(page, "trial/orderEdit");
    await page.getByRole("heading", { name: "新建采购订单" }).waitFor();
    await field(/收货组织/).fill("苏州工厂");
    await field(/备注/).fill("加急");
    await tab("工作台").click();
    await page.getByRole("heading", { name: "新建采购订单" }).waitFor({ state: "hidden" });
    await tab("新建采购订单").click();
    await soon(() => field(/收货组织/).inputValue()).toBe("苏州工厂");
    expect(await field(/备注/).inputValue()).toBe("加急");
    await shown("2 处改动未保存").waitFor();
  });

  test("a record that was chosen, and one that only its id names in the address, is read and heard by its name", async () => {
    // Everything a reader sees or is told: texts, live regions, names of choices.
    const told = (): Promise<string[]> =>
      page.evaluate(() => {
        const texts = [...window.document.querySelectorAll("body *")].flatMap((element) =>
          [...element.childNodes]
            .filter((node) => node.nodeType === Node.TEXT_NODE)
            .map((node) => [element, node.textContent ?? ""] as const),
        );
        const named = texts.filter(
          ([element]) => element.checkVisibility() && !element.closest("script, style, [role=option][aria-label]"),
        );
        const names = [...window.document.querySelectorAll("[aria-label], [title], [aria-description]")].flatMap((element) => [
          element.getAttribute("aria-label") ?? "",
          element.getAttribute("title") ?? "",
          element.getAttribute("aria-description") ?? "",
        ]);
        return [...named.map(([, text]) => text), ...names];
      });
    const ids = async (): Promise<string[]> => (await told()).filter((text) => text.includes(supplierId));

    await goTo(page, "trial/orderEdit?id=new");
    const choice = document().locator("[data-field=supplierId] .ant-select").first();
    await choice.click();
    await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: "鲸落塑业" }).waitFor();
    expect(await ids(), "while it is offered").toEqual([]);
    await page.keyboard.press("Enter");
    await document().locator(".pg-ref").filter({ hasText: "鲸落塑业" }).first().waitFor();
    expect(await ids(), "once it is chosen").toEqual([]);
    expect(await choice.locator("input").getAttribute("aria-description")).toBe("鲸落塑业 S10102");

    await goTo(page, `trial/orders?supplierId=${supplierId}`);
    await page.locator(".pg-filters .pg-ref").filter({ hasText: "鲸落塑业", visible: true }).first().waitFor();
    expect(await ids(), "in the filters").toEqual([]);
  });

  test("a date typed just before its tab is left by the keyboard is kept, and leaving disturbs nothing", async () => {
    await open();
    const known = errorsOf(page).length;
    await field(/需求日期/).click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("2026-12-31");
    // The focus stays where it is: the tab goes away under it.
    await goTo(page, "inHome");
    await document().first().waitFor({ state: "hidden" });
    await soon(() => page.evaluate(() => window.document.activeElement?.tagName)).toBe("BODY");
    await tab(order.orderNum).click();
    await soon(() => field(/需求日期/).inputValue()).toBe("2026-12-31");
    await shown("1 处改动未保存").waitFor();
    expect(await page.locator(".ant-picker-dropdown").filter({ visible: true }).count()).toBe(0);
    expect(errorsOf(page).slice(known)).toEqual([]);
  });

  test("a stored document keeps header and lines while its tab was hidden and its grants were read anew", async () => {
    await open();
    await field(/收货组织/).fill("无锡工厂");
    await page.locator('[data-section="lines"] [data-r="0"]').getByText("4,000").dblclick();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("5000");
    await page.keyboard.press("Enter");
    await shown("2 处改动未保存").waitFor();
    // Grants changed: the buttons of the page are asked for again while somebody works on it.
    const asked = page.waitForResponse("**/findBaseResourceByRespMenuId");
    for (let changes = 0; changes < 2; changes++) {
      await trial.kernel.db.query(`update "PermissionState" set version = version + 1`);
      await trial.kernel.permits.refresh();
    }
    await asked;
    await shown("2 处改动未保存").waitFor();
    await tab("工作台").click();
    await tab(order.orderNum).click();
    await shown("2 处改动未保存").waitFor();
    expect(await field(/收货组织/).inputValue()).toBe("无锡工厂");
    await page.locator('[data-section="lines"]').getByText("5,000").first().waitFor();
  });

  test("closing a dirty tab asks; staying keeps the work, discarding lets it go", async () => {
    await open();
    await field(/收货组织/).fill("无锡工厂");
    await shown("1 处改动未保存").waitFor();
    await tab(order.orderNum).click({ button: "middle" });
    const dialog = page.getByRole("dialog").filter({ hasText: "放弃未保存的修改？" });
    await dialog.getByRole("button", { name: "取消" }).click();
    expect(await field(/收货组织/).inputValue()).toBe("无锡工厂");
    await tab(order.orderNum).click({ button: "middle" });
    await dialog.getByRole("button", { name: "放弃修改" }).click();
    await document().waitFor({ state: "detached" });
    await open();
    expect(await field(/收货组织/).inputValue()).toBe("苏州工厂");
  });

  test("shell 13 must: unsaved work survives the end of the session and meets what was saved meanwhile", async () => {
    await open();
    await field(/收货组织/).fill("无锡工厂");
    await shown("1 处改动未保存").waitFor();
    await goTo(page, "trial/orderEdit");
    await page.getByRole("heading", { name: "新建采购订单" }).waitFor();
    await field(/备注/).fill("还没有保存的新单");
    await elsewhere({ remark: "改为自提" });
    await trial.gate.sessions.endUser(buyerId, "ADMIN", new Date());
    await page.locator("input[autocomplete=username]").waitFor();
    await page.locator("input[autocomplete=username]").fill("buyer");
    await page.locator("input[autocomplete=current-password]").fill(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "新建采购订单" }).waitFor();
    expect(await field(/备注/).inputValue()).toBe("还没有保存的新单");
    await tab(order.orderNum).click();
    const dialog = page.getByRole("dialog").filter({ hasText: "采购主管已保存了更新的版本" });
    await dialog.getByRole("button", { name: "采用所选" }).click();
    await soon(() => field(/收货组织/).inputValue()).toBe("无锡工厂");
    expect(await field(/备注/).inputValue()).toBe("改为自提");
  });
});

describe("somebody was quicker", () => {
  test("table 24: both versions side by side, a choice at each place, and the save goes through", async () => {
    await open();
    await field(/收货组织/).fill("无锡工厂");
    await field(/备注/).fill("我的备注");
    await elsewhere({ plant: "昆山工厂", remark: "对方的备注", terms: "月结 60 天" });
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog").filter({ hasText: "采购主管已保存了更新的版本" });
    await dialog.getByText("2 处两边都改过").waitFor();
    await dialog.getByRole("radio", { name: "备注 对方的" }).check();
    expect(await dialog.getByRole("radio", { name: "收货组织 我的" }).isChecked()).toBe(true);
    expect(await dialog.getByRole("radio", { name: "付款条款 对方的" }).isChecked()).toBe(true);
    await dialog.getByRole("button", { name: "采用所选" }).click();
    await shown("1 处改动未保存").waitFor();
    expect(await field(/备注/).inputValue()).toBe("对方的备注");
    await page.keyboard.press("Control+s");
    await shown(/^已保存 PO/).waitFor();
    const { data } = await colleague.call(at("findById"), { id: order.id });
    expect(data).toMatchObject({ plant: "无锡工厂", remark: "对方的备注", terms: "月结 60 天" });
  });

  test("a document nobody edits shows the newest version when its tab comes back", async () => {
    await open();
    await tab("工作台").click();
    await elsewhere({ plant: "昆山工厂" });
    await tab(order.orderNum).click();
    await soon(() => field(/收货组织/).inputValue()).toBe("昆山工厂");
  });
});

describe("what stands beside a document", () => {
  test("history says who changed what from which to which, newest first", async () => {
    await elsewhere({ plant: "昆山工厂" });
    await open();
    await press("变更记录");
    const history = page.getByRole("list", { name: "变更记录" });
    await history.getByText("采购主管").first().waitFor();
    const newest = history.getByRole("listitem").first();
    await newest.getByText("苏州工厂").waitFor();
    await newest.getByText("昆山工厂").waitFor();
  });

  test("a grey step says why not, the blue one what if, and the approval is told in order", async () => {
    await open();
    // Grey is no dead end: the button can be reached and asked.
    await page.getByRole("button", { name: /^同意/ }).focus();
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog", { name: /为什么还不能同意/ })
      .getByText(/审批中/)
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await press(/^提交审批/);
    const panel = page.getByRole("complementary", { name: "提交审批后会发生什么" });
    await panel.getByText("确认之前不会").waitFor();
    await panel.getByText("金额较大").waitFor();
    await panel.getByText("审批中").first().waitFor();
    expect((await colleague.call(at("findById"), { id: order.id })).data.status).toBe("DRAFT");
    await panel.getByRole("button", { name: /确认提交审批/ }).click();
    await document().getByRole("heading").getByText("审批中").waitFor();
    await press("知道了");
    const timeline = page.getByRole("region", { name: "审批进度" }).filter({ visible: true });
    await timeline.getByText("buyer").waitFor();
    await timeline.getByText("已停留").waitFor();
  });

  test("the chain leads from the order to its receipts", async () => {
    await trial.make("TrialReceipt", { receiptNum: "RC0001", orderId: order.id });
    await open();
    await page.getByRole("tab", { name: "单据链" }).click();
    const chain = page.getByRole("tabpanel", { name: "单据链" });
    await chain.getByText("收货单").waitFor();
    await chain.getByText(order.orderNum).waitFor();
  });

  test("print shows the saved document on paper and leaves the unsaved work where it was", async () => {
    await open();
    await field(/收货组织/).fill("无锡工厂");
    await page.evaluate(() => {
      (window as { printed?: number }).printed = 0;
      window.print = () => void ((window as { printed?: number }).printed! += 1);
    });
    await press("打印");
    const paper = page.getByRole("dialog", { name: /打印/ });
    await paper.getByText("苏州工厂").waitFor();
    await paper.getByText("ABS 下盖注塑件").waitFor();
    await paper.getByText("1 处改动未保存，打印的是已保存的版本").waitFor();
    await paper.getByRole("button", { name: "打印" }).click();
    expect(await page.evaluate(() => (window as { printed?: number }).printed)).toBe(1);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".s-sider, nav").first().isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    await page.keyboard.press("Escape");
    await paper.waitFor({ state: "detached" });
    expect(await field(/收货组织/).inputValue()).toBe("无锡工厂");
    await shown("1 处改动未保存").waitFor();
  });

  test("printed from the panel beside its list, a document has its lines too", async () => {
    await goTo(page, "trial/orders");
    await page.locator("[role=row], tr").getByText(order.orderNum, { exact: true }).filter({ visible: true }).first().click();
    await page.locator("aside.pg-dock").getByRole("button", { name: "打印" }).click();
    const paper = page.getByRole("dialog", { name: /打印/ });
    await paper.getByText("ABS 下盖注塑件").waitFor();
    await paper.getByText("按通知送货").waitFor();
    await page.keyboard.press("Escape");
    await paper.waitFor({ state: "detached" });
  });
});
