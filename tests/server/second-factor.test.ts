import { afterAll, beforeAll, expect, test } from "vitest";
import { stepAt, totp } from "#kernel/server/gate/mfa.ts";
import { connect } from "../support/client.ts";
import { adminPassword, openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;

beforeAll(async () => {
  product = await openTestProduct();
  await product.person("buyer", ["BUYER"]);
  const admin = await product.signIn("admin");
  // What the fixtures gave the setting is taken away: from here on the product is as it was delivered.
  await admin.call("baseServer/baseProfileService/saveValue", { profileCode: "LOGIN_MFA", level: "SITE", value: null });
});
afterAll(() => product?.drop());

test("as delivered, an administrator sets up an authenticator at the first sign-in and then works; others need none", async () => {
  expect((await (await connect(product.url)).login("buyer", adminPassword)).status).toBe("S");
  const client = await connect(product.url);
  const asked = await client.login("admin", adminPassword);
  expect([asked.code, asked.data.type]).toEqual(["AUTH_MFA_REQUIRED", "SETUP"]);
  const code = totp(asked.data.secret, stepAt(new Date()));
  const entered = await client.comeIn("verifyMfa", { mfaTicket: asked.data.mfaTicket, code });
  expect([entered.status, entered.data.sessionKind, entered.data.recoveryCodes.length]).toEqual(["S", "FULL", 8]);
  expect((await client.call("baseServer/baseProfileService/getValue", { codes: ["LOGIN_MFA"] })).data).toEqual({ LOGIN_MFA: "ADMIN_ONLY" });
  const account = await product.kernel.db.one(`select "mfaType" from "BaseUsers" where "userName" = 'admin'`);
  expect(account).toEqual({ mfaType: "TOTP" });
  // The change stands in the journal under the administrator's own name.
  const rows = await product.kernel.db.query(`select "userName" from "Journal" where entity = 'BaseUsers' and why = 'MFA'`);
  expect(rows).toEqual([{ userName: "admin" }]);
  const next = await connect(product.url);
  const again = await next.login("admin", adminPassword);
  expect([again.code, again.data.type, again.data.secret]).toEqual(["AUTH_MFA_REQUIRED", "TOTP", undefined]);
  const [recovery] = entered.data.recoveryCodes as string[];
  expect((await next.comeIn("verifyMfa", { mfaTicket: again.data.mfaTicket, code: recovery })).status).toBe("S");
});
