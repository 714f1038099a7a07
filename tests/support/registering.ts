import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Language, Text } from "#kernel/text.ts";
import { say } from "#kernel/text.ts";
import { wholeLetters } from "./letters.ts";
import type { TestProduct } from "./product.ts";

/** A company at the door, as its visitor types it. */
interface Newcomer {
  readonly companyName: string;
  readonly uscc: string;
  readonly username: string;
  readonly password: string;
  readonly contactName: string;
  readonly email: string;
  readonly mobile: string;
  /** What it wants to supply, as the page calls it. */
  readonly category: string;
}

/** Puts an answer the test knows behind every captcha that is open, and types it. */
export async function solveCaptcha({ kernel, gate }: TestProduct, page: Page): Promise<void> {
  await page.locator(".s-captcha img").first().waitFor();
  await page.waitForTimeout(300);
  const open = await kernel.db.query<{ id: string; certificate: string }>(
    `select id, certificate from "BaseTicket" where purpose = 'CAPTCHA' and "usedAt" is null`,
  );
  for (const { id, certificate } of open)
    await kernel.db.query(`update "BaseTicket" set content = jsonb_build_object('answer', $1::text) where id = $2`, [
      gate.keys.mac("captcha", `${certificate}|AB23`),
      id,
    ]);
  await page.locator("input[maxlength='4'], .s-captcha input").first().fill("AB23");
}

async function codeFor({ kernel, gate, dataDir }: TestProduct, target: string): Promise<string> {
  await gate.idle();
  const found = await kernel.db.query<{ id: string; content: string }>(
    `select id, content from "BaseSentMessage" where recipient = $1 and kind = 'VERIFY_CODE' order by "sentAt" desc limit 1`,
    [target],
  );
  return /\d{6}/.exec(wholeLetters(found, join(dataDir, "letters"))[0]!.content)![0];
}

/** Walks the three steps of the register page in one language; after each step the caller may look at the page. */
export async function registerOn(
  product: TestProduct,
  page: Page,
  newcomer: Newcomer,
  language: Language = "CN",
  look: (step: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const t = (cn: string, en: string): string => say([cn, en] satisfies Text, language);
  const prove = async (label: string, target: string): Promise<void> => {
    await solveCaptcha(product, page);
    await page.getByLabel(label, { exact: true }).fill(target);
    await page
      .getByRole("button", { name: t("发送验证码", "Send code") })
      .first()
      .click();
    const code = page.getByLabel(t("收到的六位验证码", "Six-digit code received"));
    await code.waitFor();
    await look(`code for ${label}`);
    await code.fill(await codeFor(product, target));
    await code.waitFor({ state: "detached" });
  };
  const next = page.getByRole("button", { name: t("下一步", "Next") });

  await page.goto(`${product.url}/register`);
  await page
    .locator(".s-language button")
    .nth(language === "EN" ? 1 : 0)
    .click();
  await page.getByLabel(t("企业名称", "Company name"), { exact: true }).fill(newcomer.companyName);
  await page.getByLabel(t("统一社会信用代码", "Unified social credit code")).fill(newcomer.uscc);
  await solveCaptcha(product, page);
  await look("company");
  await next.click();
  await page.getByLabel(t("账号", "Account"), { exact: true }).fill(newcomer.username);
  await page.getByLabel(t("联系人", "Contact")).fill(newcomer.contactName);
  for (const at of [0, 1]) await page.locator("input[autocomplete=new-password]").nth(at).fill(newcomer.password);
  await prove(t("邮箱", "E-mail"), newcomer.email);
  await prove(t("手机", "Mobile"), newcomer.mobile);
  await look("account");
  await next.click();
  await page.getByLabel(newcomer.category).check();
  await page.getByLabel(t("我已阅读并同意隐私与廉洁条款", "I have read and agree to the privacy and integrity terms")).check();
  await look("wishes");
  await page.getByRole("button", { name: t("提交", "Submit") }).click();
  await page.getByRole("heading", { name: t("等待账号审核", "Waiting for account review") }).waitFor();
  await look("done");
}
