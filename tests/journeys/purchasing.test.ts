import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorsOf, goTo, openPage } from "../support/browser.ts";
import { officeDay } from "../support/day.ts";
import { openDemoProduct, type TestProduct } from "../support/product.ts";

/** From a need to goods on the shelf in the demonstration's company, every step pressed where its person works; then an order that changes after its release. */
let product: TestProduct;
const telephone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const seats = new Map<string, Page>();
const num: Record<string, string> = {};

beforeAll(async () => {
  product = await openDemoProduct();
});
afterAll(async () => {
  await Promise.all([...seats.values()].map((page) => page.context().close()));
  await product?.drop();
});

/** The roles as the sign-in page offers them. */
const roles = {
  requester: "生产经理 · 采购申请",
  buyer: "采购专员 · 华东事业部",
  chief: "采购总监 · 审批、全集团",
  keeper: "仓管员 · 收货、库存",
  seller: "供应商管理员 · 星铸钣金，订单与送货",
} as const;

/** Somebody's page, entered with one press the first time. */
async function at(who: keyof typeof roles, options: Parameters<typeof openPage>[0] = {}): Promise<Page> {
  const key = `${who} ${options === telephone ? "by telephone" : ""}`;
  const seat = seats.get(key);
  if (seat) return seat;
  const page = await openPage(options);
  page.setDefaultTimeout(60_000);
  seats.set(key, page);
  await page.goto(`${product.url}/login`);
  await page.getByTitle(roles[who], { exact: true }).click();
  await page.locator(".s-main h1:visible").first().waitFor();
  return page;
}

const seen = (page: Page, text: string | RegExp): Locator => page.getByText(text).filter({ visible: true }).first();
/** A document by its number, not a message that mentions it. */
const numbered = (page: Page, text: string): Locator =>
  page.locator("[role=row], tr").getByText(text, { exact: true }).filter({ visible: true }).first();
const button = (page: Page, name: string | RegExp): Locator => page.getByRole("button", { name }).filter({ visible: true }).first();
const dialog = (page: Page): Locator => page.getByRole("dialog").filter({ visible: true }).last();
const dock = (page: Page): Locator => page.locator("aside.pg-dock").filter({ visible: true });
const choice = (page: Page, text: string): Locator =>
  page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: text }).first();

/** A page read anew: somebody else may have acted meanwhile. */
async function fresh(page: Page, route: string): Promise<void> {
  await goTo(page, route);
  await page.reload();
  await page.locator(".s-main h1:visible").first().waitFor();
}

/** One value of the database, as text. */
async function read(sql: string, ...values: readonly unknown[]): Promise<string | null> {
  const row = await product.kernel.db.one<{ v: unknown }>(sql, [...values]);
  return row?.v === null || row?.v === undefined ? null : String(row.v);
}
const orderIs = (): Promise<string | null> => read(`select status v from "SrmPurOrderHeader" where "orderNum" = $1`, num["order"]);

/** Waits for what follows a moment later. */
function soon<T>(from: () => Promise<T>) {
  return expect.poll(from, { timeout: 60_000, interval: 150 });
}

/** Presses, says yes where the page first shows what will happen, and waits for what follows. */
async function press(page: Page, name: string, follows: () => Promise<string | null>, wanted: string): Promise<void> {
  await button(page, new RegExp(`^${name}`)).click();
  const sure = button(page, new RegExp(`^确认${name}`));
  await soon(async () => {
    if (await sure.isVisible()) await sure.click({ timeout: 2_000 }).catch(() => undefined);
    return follows();
  }).toBe(wanted);
}

/** Writes another figure into a cell of the document's lines. */
async function rewrite(page: Page, from: string, to: string): Promise<void> {
  const line = page.locator('[data-section="lines"] [data-r="0"]').filter({ visible: true }).first();
  await line.getByText(from, { exact: true }).first().dblclick();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(to);
  await page.keyboard.press("Enter");
  await line.getByText(to, { exact: true }).first().waitFor();
}

async function agree(page: Page, status: () => Promise<string | null>, wanted: string): Promise<void> {
  const bar = page.locator(".bk-footbar").filter({ visible: true }).first();
  await bar.getByLabel("审批意见").fill("同意");
  await bar.getByRole("button", { name: /^同意/ }).click();
  await button(page, /^确认同意/).click();
  await soon(status).toBe(wanted);
}

/** The director takes the task from the group and agrees on the document's page. */
async function claimed(document: string, status: () => Promise<string | null>, wanted: string): Promise<void> {
  const page = await at("chief");
  await fresh(page, "gtasks");
  await numbered(page, document).click();
  await button(page, /^认领并打开/).click();
  await agree(page, status, wanted);
}

describe("from a need to goods on the shelf", () => {
  test("the plant manager submits what is needed; the director agrees", async () => {
    num["need"] = (await read(`select "requisitionNum" v from "SrmPurRequisitionHeader" where status = 'DRAFT'`))!;
    const status = (): Promise<string | null> =>
      read(`select status v from "SrmPurRequisitionHeader" where "requisitionNum" = $1`, num["need"]);
    const plant = await at("requester");
    await goTo(plant, "purchaseRequisitionList");
    await numbered(plant, num["need"]).click();
    await dock(plant).getByText("安装支架").waitFor();
    await press(plant, "提交", status, "APPROVING");

    const chief = await at("chief");
    await goTo(chief, "myUpcoming");
    await numbered(chief, num["need"]).click();
    await agree(chief, status, "APPROVED");
  });

  test("the buyer turns the line into an order, which is approved and published", async () => {
    const buyer = await at("buyer");
    await goTo(buyer, "purchaseRequisitionList");
    await buyer.getByRole("tab", { name: "待转采购" }).click();
    const row = buyer.getByRole("row").filter({ hasText: num["need"]!, visible: true }).first();
    await row.getByRole("checkbox").first().click();
    await button(buyer, /^转订单/).click();
    await dialog(buyer).getByLabel("供应商", { exact: true }).click();
    await buyer.keyboard.type("星铸");
    await choice(buyer, "星铸钣金").click();
    await dialog(buyer).getByRole("button", { name: "转订单" }).click();
    await buyer.waitForURL(/purchaseOrderEdit/);
    num["order"] = (await read(`select "orderNum" v from "SrmPurOrderHeader" order by id desc limit 1`))!;
    await buyer.getByRole("heading", { name: num["order"] }).filter({ visible: true }).waitFor();
    // The agreement's price for two hundred came along, and the line is taken.
    await seen(buyer, "12.80").waitFor();
    expect(
      await read(
        `select trim_scale("openQty") v from "SrmPurRequisitionLine" l join "SrmPurRequisitionHeader" h on h.id = l."parentId" where h."requisitionNum" = $1`,
        num["need"],
      ),
    ).toBe("0");
    await press(buyer, "提交", orderIs, "APPROVING");
    await claimed(num["order"], orderIs, "APPROVED");
    await fresh(buyer, "purchaseOrderList");
    await numbered(buyer, num["order"]).click();
    await press(buyer, "发布", orderIs, "PUBLISHED");
  });

  test("the supplier proposes a later day by telephone; the buyer accepts", async () => {
    const later = officeDay(50);
    const phone = await at("seller", telephone);
    await goTo(phone, "purchaseOrderList3");
    const card = phone.locator(".pg-card").filter({ hasText: num["order"]!, visible: true }).first();
    await card.getByRole("button", { name: "提出变更" }).click();
    await phone.locator("[data-section=answer] button.bk-item-row").filter({ visible: true }).click();
    await phone.getByLabel("第 1 批交货日期").fill(later);
    await seen(phone, "晚 5 天").waitFor();
    await button(phone, /^提交答复/).click();
    const confirms = (): Promise<string | null> =>
      read(`select "confirmStatus" v from "SrmPurOrderHeader" where "orderNum" = $1`, num["order"]);
    await soon(confirms).toBe("PROPOSED");

    const buyer = await at("buyer");
    await fresh(buyer, "purchaseOrderList");
    await buyer.getByRole("tab", { name: /供应商提议/ }).click();
    await numbered(buyer, num["order"]!).click();
    await dock(buyer).getByRole("button", { name: "接受提议" }).click();
    await dialog(buyer).getByText(later).waitFor();
    await dialog(buyer).getByRole("button", { name: "接受提议" }).click();
    await soon(orderIs).toBe("CONFIRMED");
    await seen(buyer, /^已接受提议/).waitFor();
    expect(await buyer.getByText("只显示这一次").count()).toBe(0);
    expect(
      await read(
        `select "promiseDate"::text v from "SrmPurOrderDelivery" d join "SrmPurOrderLine" l on l.id = d."parentId" join "SrmPurOrderHeader" o on o.id = l."parentId" where o."orderNum" = $1`,
        num["order"],
      ),
    ).toBe(later);
  });

  test("the supplier ships it in four labelled boxes", async () => {
    const seller = await at("seller");
    await goTo(seller, "purDeliveryNoteList");
    await button(seller, /^可发货/).click();
    await seller.getByRole("checkbox", { name: new RegExp(`^${num["order"]}-`) }).check();
    await button(seller, /^生成送货单/).click();
    await seller.locator("[data-field=plateNum] input").fill("苏E00002");
    await button(seller, /^保存/).click();
    await button(seller, /^生成条码/).click();
    await dialog(seller).getByLabel("每箱数量").fill("50");
    await dialog(seller).getByRole("button", { name: "生成 4 箱" }).click();
    await button(seller, "条码标签 PDF").waitFor();
    await button(seller, /^提交发货/).click();
    await dialog(seller).getByRole("button", { name: "提交发货" }).click();
    num["note"] = (await read(`select "noteNum" v from "SrmPurDeliveryNote" order by id desc limit 1`))!;
    await soon(() => read(`select status v from "SrmPurDeliveryNote" where "noteNum" = $1`, num["note"])).toBe("SHIPPED");
  });

  test("the warehouse checks the truck in, scans the boxes and posts the receipt", async () => {
    const boxes = await product.kernel.db.query<{ barcode: string }>(
      `select barcode from "SrmPurBarcode" b join "SrmPurDeliveryNote" n on n.id = b."noteId" where n."noteNum" = $1 order by b.id`,
      [num["note"]],
    );
    expect(boxes.length).toBe(4);
    const keeper = await at("keeper");
    const listed = keeper.waitForResponse((response) => response.url().includes("srmPurReceiveRestful/listByPage"));
    await goTo(keeper, "receiveList");
    await listed;
    await goTo(keeper, "purDealDeliveryNoteList");
    await numbered(keeper, num["note"]!).click();
    await dock(keeper).getByRole("button", { name: "到货登记" }).click();
    await dialog(keeper).getByRole("button", { name: "到货登记" }).click();
    await dock(keeper).getByText("已到货待收").waitFor();
    const field = keeper.getByRole("textbox", { name: "扫描" });
    for (const { barcode } of [...boxes, boxes[0]!]) {
      await field.fill(barcode);
      await field.press("Enter");
    }
    // The first box once more: it counts only once.
    await seen(keeper, new RegExp(`^${boxes[0]!.barcode}：`)).waitFor();
    num["receipt"] = (await read(`select "receiveNum" v from "SrmPurReceive" order by id desc limit 1`))!;
    // The list that stayed open in its tab has the receipt that scanning began.
    await goTo(keeper, "receiveList");
    await numbered(keeper, num["receipt"]).click();
    await dock(keeper).getByRole("button", { name: "打开", exact: true }).click();
    await keeper.getByRole("heading", { name: num["receipt"] }).filter({ visible: true }).waitFor();
    await press(keeper, "过账", () => read(`select status v from "SrmPurReceive" where "receiveNum" = $1`, num["receipt"]), "POSTED");
    await soon(orderIs).toBe("COMPLETED");
  });

  test("twenty of them go back to be replaced, and the order waits for twenty again", async () => {
    const keeper = await at("keeper");
    await goTo(keeper, "writeOffList");
    await button(keeper, /^新建/).click();
    for (const [field, option] of [
      ["writeOffType", "换货"],
      ["reasonCode", "质量"],
    ] as const) {
      await keeper.locator(`[data-field=${field}] .ant-select`).filter({ visible: true }).click();
      await choice(keeper, option).click();
    }
    await button(keeper, /^选择接收行/).click();
    await dialog(keeper)
      .getByRole("checkbox", { name: new RegExp(`^${num["order"]}-`) })
      .check();
    await dialog(keeper).getByRole("button", { name: /^加入/ }).click();
    await rewrite(keeper, "200", "20");
    await seen(keeper, "过账影响预览").waitFor();
    await button(keeper, /^保存/).click();
    await keeper.getByRole("heading", { name: /^WO/ }).filter({ visible: true }).waitFor();
    num["return"] = (await read(`select "writeOffNum" v from "SrmPurWriteOff" order by id desc limit 1`))!;
    const status = (): Promise<string | null> => read(`select status v from "SrmPurWriteOff" where "writeOffNum" = $1`, num["return"]);
    await press(keeper, "提交", status, "APPROVING");
    await claimed(num["return"], status, "POSTED");
    await soon(orderIs).toBe("CONFIRMED");
    expect(
      await read(
        `select trim_scale(l."openQty") v from "SrmPurOrderLine" l join "SrmPurOrderHeader" o on o.id = l."parentId" where o."orderNum" = $1`,
        num["order"],
      ),
    ).toBe("20");
  });
});

describe("an order changes after its release", () => {
  const live = (): Promise<string | null> =>
    read(
      `select o.status || ' r' || o."revisionNum" || ' ' || trim_scale(l.qty) v from "SrmPurOrderHeader" o join "SrmPurOrderLine" l on l."parentId" = o.id
        where o."orderNum" = $1 and o."liveId" is null`,
      num["changed"],
    );

  test("a draft stands beside it and shows what was; the order in force stays as it is", async () => {
    num["changed"] = (await read(
      `select o."orderNum" v from "SrmPurOrderHeader" o join "SrmPurOrderLine" l on l."parentId" = o.id where o.status = 'CONFIRMED' and l.qty = 150`,
    ))!;
    expect(await live()).toBe("CONFIRMED r0 150");
    const buyer = await at("buyer");
    await fresh(buyer, "purchaseOrderList");
    await buyer.getByRole("tab", { name: /^全部/ }).click();
    await numbered(buyer, num["changed"]).click();
    await dock(buyer).getByText(num["changed"]).first().waitFor();
    await dock(buyer).getByRole("button", { name: "打开", exact: true }).click();
    await buyer.getByRole("heading", { name: num["changed"] }).filter({ visible: true }).waitFor();
    await button(buyer, /^变更/).click();
    await dialog(buyer).getByLabel("变更原因").fill("客户加量");
    await dialog(buyer).getByRole("button", { name: /^变更/ }).click();
    await seen(buyer, "打开变更稿").click();
    await seen(buyer, "还没有改动").waitFor();
    await rewrite(buyer, "150", "180");
    const differences = buyer.getByRole("region", { name: "变更对照" }).filter({ visible: true });
    await differences.locator("del").getByText("150").first().waitFor();
    await differences.locator("ins").getByText("180").first().waitFor();
    await button(buyer, /^保存/).click();
    await button(buyer, /^保存/).and(buyer.locator(":disabled")).waitFor();
    expect(await live()).toBe("CHANGING r0 150");
    const draft = (): Promise<string | null> =>
      read(`select status v from "SrmPurOrderHeader" where "orderNum" = $1`, `${num["changed"]}-C1`);
    await press(buyer, "提交", draft, "APPROVING");
  });

  test("approved, the supplier is shown the new revision and what it asks", async () => {
    await claimed(`${num["changed"]}-C1`, live, "PUBLISHED r1 180");
    const phone = await at("seller", telephone);
    await fresh(phone, "purchaseOrderList3");
    const card = phone.locator(".pg-card").filter({ hasText: num["changed"]!, visible: true }).first();
    await card.getByText("变更 V1").waitFor();
    await card.locator(".pg-card-open").click();
    await phone.locator("[data-section=answer] button.bk-item-row").filter({ hasText: "180", visible: true }).waitFor();
    expect(await phone.getByText("变更稿").count()).toBe(0);
  });

  test("nobody's page complained", () => {
    for (const page of seats.values()) expect(errorsOf(page)).toEqual([]);
  });
});
