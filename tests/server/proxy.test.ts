import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, overNetwork } from "../support/client.ts";
import { openTestProduct, type TestProduct } from "../support/product.ts";

let product: TestProduct;

beforeAll(async () => {
  product = await openTestProduct([], [], { TRUST_PROXY: "1" });
  const admin = await product.signIn("admin");
  // A riddle after some failures would stop the tries before the lock does.
  await admin.call("baseServer/baseProfileService/saveValue", { profileCode: "LOGIN_CAPTCHA_MODE", level: "SITE", value: "OFF" });
});
afterAll(() => product?.drop());

/** A caller behind the one proxy: the proxy adds where the call came from to whatever the caller had written. */
const behind = (address: string, forged: () => string): Promise<Client> => {
  const send = overNetwork(product.url);
  return new Client((request) =>
    send({ ...request, headers: { ...request.headers, "x-forwarded-for": [forged(), address].filter(Boolean).join(", ") } }),
  ).connect();
};

test("a forged address moves no lock, no count and no line of the log", async () => {
  let turn = 0;
  const client = await behind("203.0.113.9", () => `198.51.100.${(turn += 1)}`);
  for (let i = 0; i < 30; i++) await client.login(`nobody.${i}`, "Wrong-Pass1");
  expect((await client.login("nobody.more", "Wrong-Pass1")).code).toBe("AUTH_IP_BLOCKED");
  const logged = await product.kernel.db.query(`select distinct ip from "BaseLoginLog" where account like 'nobody.%'`);
  expect(logged).toEqual([{ ip: "203.0.113.9" }]);
  const locks = await product.kernel.db.query(
    `select "lockKey" as key from "BaseLoginLock" where "lockKey" like 'ip|%' and "lockKey" <> 'ip|127.0.0.1'`,
  );
  expect(locks).toEqual([{ key: "ip|203.0.113.9" }]);
  // Nobody else pays for it, though the caller named their address all the time.
  const other = await behind("198.51.100.7", () => "");
  expect((await other.login("nobody.other", "Wrong-Pass1")).code).not.toBe("AUTH_IP_BLOCKED");
});
